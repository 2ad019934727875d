import re
from typing import Any


def normalize_settings(settings: dict[str, Any]) -> None:
    fresh = _normalize(settings)
    settings.clear()
    settings |= fresh


def _normalize(value: Any) -> Any:
    match value:
        case dict():
            pairs = [(_key(key), _normalize(item)) for key, item in value.items()]
            result = dict(pairs)
            if len(result) < len(pairs):
                raise ValueError("keys are no longer distinct after normalising")
            return result
        case list():
            return [_normalize(item) for item in value]
        case str():
            return _text(value.strip())
        case _:
            return value


def _key(key: str) -> str:
    return re.sub(r"[ \-]", "_", key.strip().lower())


def _text(text: str) -> bool | int | str | None:
    match text.lower():
        case "true" | "yes" | "on":
            return True
        case "false" | "no" | "off":
            return False
        case "none" | "null" | "":
            return None
    return int(text) if re.fullmatch("-?[0-9]+", text) else text
