import re
from functools import partial

_KEY_TABLE = {ord(" "): "_", ord("-"): "_"}
_RULES = [
    (re.compile(r"true|yes|on", re.I), lambda text: True),
    (re.compile(r"false|no|off", re.I), lambda text: False),
    (re.compile(r"none|null|", re.I), lambda text: None),
    (re.compile(r"-?[0-9]+"), int),
]


def _walk(visit, node):
    if isinstance(node, dict):
        result = {}
        for key, value in node.items():
            plain = key.strip().lower().translate(_KEY_TABLE)
            if plain in result:
                raise ValueError(f"ambiguous key {plain}")
            result[plain] = _walk(visit, value)
        return result
    if isinstance(node, list):
        return [_walk(visit, value) for value in node]
    return visit(node)


def _leaf(rules, value):
    if not isinstance(value, str):
        return value
    value = value.strip()
    for pattern, convert in rules:
        if pattern.fullmatch(value):
            return convert(value)
    return value


def normalize_settings(settings):
    new = _walk(partial(_leaf, _RULES), settings)
    settings.clear()
    settings.update(new)
