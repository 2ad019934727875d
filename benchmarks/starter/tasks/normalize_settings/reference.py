"""Normalises settings that were written by hand."""

import re
from typing import Any

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
    **dict.fromkeys(("none", "null", ""), None),
}
_INTEGER = re.compile(r"-?[0-9]+")
_TO_UNDERSCORE = str.maketrans(" -", "__")


def normalize_settings(settings: dict[str, Any]) -> None:
    """Normalise the keys and values of `settings` in place, at every depth."""
    # The copy is complete before anything changes, so an error leaves no trace.
    normalized = _normal_dict(settings)
    settings.clear()
    settings.update(normalized)


def _normal_dict(settings: dict[str, Any]) -> dict[str, Any]:
    normalized: dict[str, Any] = {}
    for key, value in settings.items():
        name = key.strip().lower().translate(_TO_UNDERSCORE)
        if name in normalized:
            raise ValueError(f"more than one key becomes {name!r}")
        normalized[name] = _normal_value(value)
    return normalized


def _normal_value(value: Any) -> Any:
    if isinstance(value, dict):
        return _normal_dict(value)
    if isinstance(value, list):
        return [_normal_value(item) for item in value]
    if isinstance(value, str):
        return _normal_text(value.strip())
    return value


def _normal_text(text: str) -> bool | int | str | None:
    word = text.lower()
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(text):
        return int(text)
    return text
