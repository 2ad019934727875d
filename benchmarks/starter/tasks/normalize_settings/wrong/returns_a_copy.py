"""Wrong: builds and returns a normalised copy, and leaves the argument as it was."""

import re
from typing import Any


def normalize_settings(settings: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in settings.items():
        name = re.sub(r"[ -]", "_", key.strip().lower())
        if name in result:
            raise ValueError(f"duplicate key {name}")
        result[name] = convert(value)
    return result


def convert(value: Any) -> Any:
    if isinstance(value, dict):
        return normalize_settings(value)
    if isinstance(value, list):
        return [convert(item) for item in value]
    if not isinstance(value, str):
        return value
    text = value.strip()
    lowered = text.lower()
    if lowered in {"true", "yes", "on"}:
        return True
    if lowered in {"false", "no", "off"}:
        return False
    if lowered in {"none", "null", ""}:
        return None
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text
