from typing import Any


class Normalizer:
    """Normalises keys and values; holds the words that have a meaning."""

    words = {True: ("true", "yes", "on"), False: ("false", "no", "off"), None: ("none", "null", "")}

    def key(self, key: str) -> str:
        return "".join("_" if char in " -" else char for char in key.strip().lower())

    def text(self, text: str) -> Any:
        for meaning, spellings in self.words.items():
            if text.lower() in spellings:
                return meaning
        digits = text.removeprefix("-")
        if digits and all("0" <= char <= "9" for char in digits):
            return int(text)
        return text

    def mapping(self, mapping: dict[str, Any]) -> dict[str, Any]:
        keys = [self.key(key) for key in mapping]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"more than one key becomes {key!r}")
        return dict(zip(keys, (self.value(value) for value in mapping.values())))

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value.strip())
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return self.mapping(value)
        return value


def normalize_settings(settings: dict[str, Any]) -> None:
    normalized = Normalizer().mapping(settings)
    settings.clear()
    settings.update(normalized)
