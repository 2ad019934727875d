def normalize_settings(settings):
    def key_of(key):
        return key.strip().lower().replace(" ", "_").replace("-", "_")

    def value_of(value):
        if isinstance(value, dict):
            return dict_of(value)
        if isinstance(value, list):
            return [value_of(item) for item in value]
        if isinstance(value, str):
            value = value.strip()
            if value.lower() in {"true", "yes", "on"}:
                return True
            if value.lower() in {"false", "no", "off"}:
                return False
            if value.lower() in {"none", "null", ""}:
                return None
            if value.isdigit():
                return int(value)
        return value

    def dict_of(mapping):
        result = {}
        for key, value in mapping.items():
            if key_of(key) in result:
                raise ValueError("duplicate key")
            result[key_of(key)] = value_of(value)
        return result

    result = dict_of(settings)
    settings.clear()
    settings.update(result)
