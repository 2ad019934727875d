import re


def normalize_settings(settings):
    """Normalise the settings."""
    words = {
        "true": True, "yes": True, "on": True,
        "false": False, "no": False, "off": False,
        "none": None, "null": None, "": None,
    }

    def normalize(value):
        if isinstance(value, dict):
            result = {}
            for key, item in value.items():
                name = re.sub(r"[ -]", "_", key.strip().lower())
                if name in result:
                    raise ValueError(f"duplicate key: {name}")
                result[name] = normalize(item)
            return result
        if isinstance(value, list):
            return [normalize(item) for item in value]
        if isinstance(value, str):
            text = value.strip()
            if text.lower() in words:
                return words[text.lower()]
            return int(text) if re.fullmatch(r"-?[0-9]+", text) else text
        return value

    settings = normalize(settings)
