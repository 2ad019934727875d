from typing import Any

TRUE = {"true", "yes", "on"}
FALSE = {"false", "no", "off"}
NOTHING = {"none", "null", ""}
DIGITS = set("0123456789")


def normalize_settings(settings: dict[str, Any]) -> None:
    """Check the whole tree for clashing keys first, then rewrite it in place."""
    check_keys(settings)
    rewrite(settings)


def clean_key(key: str) -> str:
    return key.strip().lower().replace("-", "_").replace(" ", "_")


def check_keys(node: Any) -> None:
    if isinstance(node, dict):
        if len({clean_key(key) for key in node}) != len(node):
            raise ValueError("two keys become the same")
        for value in node.values():
            check_keys(value)
    elif isinstance(node, list):
        for item in node:
            check_keys(item)


def rewrite(node: Any) -> None:
    if isinstance(node, dict):
        # Taking every key out and putting it back keeps their order.
        for key in list(node):
            node[clean_key(key)] = clean_value(node.pop(key))
    else:
        node[:] = [clean_value(item) for item in node]


def clean_value(value: Any) -> Any:
    if isinstance(value, (dict, list)):
        rewrite(value)
        return value
    if not isinstance(value, str):
        return value
    text = value.strip()
    word = text.lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    if word in NOTHING:
        return None
    digits = text[1:] if text.startswith("-") else text
    if digits and set(digits) <= DIGITS:
        return int(text)
    return text
