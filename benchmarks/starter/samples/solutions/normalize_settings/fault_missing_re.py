from typing import Any


def normalize_settings(settings: dict[str, Any]) -> None:
    fresh = _dict(settings)
    settings.clear()
    settings.update(fresh)


def _dict(mapping: dict[str, Any]) -> dict[str, Any]:
    fresh: dict[str, Any] = {}
    for key, value in mapping.items():
        name = re.sub(r"[ -]", "_", key.strip().lower())
        if name in fresh:
            raise ValueError(f"two keys become {name!r}")
        fresh[name] = _value(value)
    return fresh


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return _dict(value)
    if isinstance(value, list):
        return [_value(item) for item in value]
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.lower() in ("true", "yes", "on"):
        return True
    if text.lower() in ("false", "no", "off"):
        return False
    if text.lower() in ("none", "null", ""):
        return None
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    return text
