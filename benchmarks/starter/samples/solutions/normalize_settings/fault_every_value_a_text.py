import re


def normalize_settings(settings):
    result = build(settings)
    settings.clear()
    settings.update(result)


def build(mapping):
    result = {}
    for key, value in mapping.items():
        key = key.strip().lower().replace("-", "_").replace(" ", "_")
        if key in result:
            raise ValueError("duplicate key " + key)
        result[key] = clean(value)
    return result


def clean(value):
    if isinstance(value, dict):
        return build(value)
    if isinstance(value, list):
        return [clean(item) for item in value]
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
