SPECIAL = {
    "true": True, "yes": True, "on": True,
    "false": False, "no": False, "off": False,
    "none": None, "null": None, "": None,
}


def normalize_settings(settings):
    replacement = convert(settings)
    for key in list(settings):
        del settings[key]
    for key, value in replacement.items():
        settings[key] = value


def convert(value):
    if isinstance(value, dict):
        converted = {}
        for spelling, item in value.items():
            key = "_".join("_".join(spelling.strip().lower().split(" ")).split("-"))
            if key in converted:
                raise ValueError("key occurs twice: " + key)
            converted[key] = convert(item)
        return converted
    if isinstance(value, list):
        return list(map(convert, value))
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in SPECIAL:
            return SPECIAL[text.lower()]
        if text.isascii() and text.removeprefix("-").isdigit():
            return int(text)
        return text
    return value
