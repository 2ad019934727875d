import re


def normalize_settings(settings):
    for key, value in settings.items():
        new_key = key.strip().lower().replace(" ", "_").replace("-", "_")
        if new_key != key:
            if new_key in settings:
                raise ValueError(f"duplicate key {new_key}")
            del settings[key]
        settings[new_key] = normalize_value(value)


def normalize_value(value):
    if isinstance(value, dict):
        normalize_settings(value)
        return value
    if isinstance(value, list):
        return [normalize_value(item) for item in value]
    if isinstance(value, str):
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
    return value
