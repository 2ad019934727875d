"""Wrong: lets int() decide what an integer is, which takes "+3", "1_000" and "٣"."""

from typing import Any

WORDS = {
    "true": True,
    "yes": True,
    "on": True,
    "false": False,
    "no": False,
    "off": False,
    "none": None,
    "null": None,
    "": None,
}


def normalize_settings(settings: dict[str, Any]) -> None:
    fresh = normal(settings)
    settings.clear()
    settings.update(fresh)


def normal(value: Any) -> Any:
    if isinstance(value, dict):
        names = [key.strip().lower().replace(" ", "_").replace("-", "_") for key in value]
        if len(set(names)) < len(names):
            raise ValueError("two keys become the same")
        return dict(zip(names, map(normal, value.values())))
    if isinstance(value, list):
        return list(map(normal, value))
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        try:
            return int(text)
        except ValueError:
            return text
    return value
