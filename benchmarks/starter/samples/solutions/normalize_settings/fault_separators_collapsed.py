import re


def normalize_settings(settings):
    normalized = _normalize_dict(settings)
    settings.clear()
    settings.update(normalized)


def _normalize_dict(mapping):
    result = {}
    for key, value in mapping.items():
        # "Max - Size" -> "max_size"
        name = re.sub(r"[\s-]+", "_", key.strip().lower())
        if name in result:
            raise ValueError(f"duplicate key {name!r}")
        result[name] = _normalize_value(value)
    return result


def _normalize_value(value):
    if isinstance(value, dict):
        return _normalize_dict(value)
    if isinstance(value, list):
        return [_normalize_value(item) for item in value]
    if not isinstance(value, str):
        return value
    text = value.strip()
    lowered = text.lower()
    if lowered in ("true", "yes", "on"):
        return True
    if lowered in ("false", "no", "off"):
        return False
    if lowered in ("none", "null", ""):
        return None
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    return text
