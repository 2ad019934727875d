import copy
import re


def normalize_settings(settings):
    """Work directly on the dict, and put the old contents back if something is wrong."""
    backup = copy.deepcopy(settings)
    try:
        _in_place(settings)
    except ValueError:
        settings.clear()
        settings.update(backup)
        raise


def _in_place(container):
    if isinstance(container, list):
        for index, item in enumerate(container):
            container[index] = _value(item)
        return
    items = list(container.items())
    container.clear()
    for spelled, item in items:
        key = re.sub("[- ]", "_", spelled.strip().lower())
        if key in container:
            raise ValueError(f"{key!r} is there twice")
        container[key] = _value(item)


def _value(item):
    if isinstance(item, (dict, list)):
        _in_place(item)
    elif isinstance(item, str):
        item = item.strip()
        if item.lower() in {"true", "yes", "on"}:
            return True
        if item.lower() in {"false", "no", "off"}:
            return False
        if item.lower() in {"none", "null", ""}:
            return None
        if re.match(r"-?[0-9]+\Z", item):
            return int(item)
    return item
