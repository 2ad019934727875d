import re


def normalize_settings(settings):
    def value_of(value):
        if isinstance(value, dict):
            return dict_of(value)
        if isinstance(value, list):
            return [value_of(item) for item in value]
        if not isinstance(value, str):
            return value
        text = value.strip()
        lower = text.lower()
        if lower in ("true", "yes", "on"):
            return True
        if lower in ("false", "no", "off"):
            return False
        if lower in ("none", "null", ""):
            return None
        if re.fullmatch(r"-?[0-9]+", text):
            return int(text)
        return text

    def dict_of(mapping):
        result = {}
        for key, value in mapping.items():
            new_key = key.strip().lower().replace(" ", "_").replace("-", "_")
            if new_key in result:
                raise ValueError(f"duplicate key: {new_key}")
            result[new_key] = value_of(value)
        return result

    # Everything is computed before the first change.
    result = dict_of(settings)
    settings.clear()
    settings.update(result)
