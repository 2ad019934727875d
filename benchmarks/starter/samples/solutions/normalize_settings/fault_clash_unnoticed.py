import re

TRUTHY = ("true", "yes", "on")
FALSY = ("false", "no", "off")
EMPTY = ("none", "null", "")


def normalize_settings(settings):
    normalized = {clean_key(key): clean_value(value) for key, value in settings.items()}
    settings.clear()
    settings.update(normalized)


def clean_key(key):
    return re.sub(r"[ -]", "_", key.strip().lower())


def clean_value(value):
    if isinstance(value, dict):
        return {clean_key(key): clean_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [clean_value(item) for item in value]
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in TRUTHY:
            return True
        if text.lower() in FALSY:
            return False
        if text.lower() in EMPTY:
            return None
        if re.fullmatch(r"-?[0-9]+", text):
            return int(text)
        return text
    return value
