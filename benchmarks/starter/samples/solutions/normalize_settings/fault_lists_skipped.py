import re
from typing import Any


def normalize_settings(settings: dict[str, Any]) -> None:
    """Normalise keys and values in place."""
    normalized = normalized_dict(settings)
    settings.clear()
    settings.update(normalized)


def normalized_dict(settings: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in settings.items():
        key = re.sub(r"[ -]", "_", key.strip().lower())
        if key in result:
            raise ValueError(f"duplicate key: {key}")
        if isinstance(value, dict):
            result[key] = normalized_dict(value)
        elif isinstance(value, str):
            result[key] = normalized_text(value.strip())
        else:
            result[key] = value
    return result


def normalized_text(text: str) -> Any:
    lowered = text.lower()
    if lowered in ("true", "yes", "on"):
        return True
    if lowered in ("false", "no", "off"):
        return False
    if lowered in ("none", "null", ""):
        return None
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text
