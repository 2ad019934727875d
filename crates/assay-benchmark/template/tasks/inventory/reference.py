class Inventory:
    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, name: str, count: int = 1) -> None:
        self._counts[name] = self.count(name) + count

    def take(self, name: str, count: int = 1) -> None:
        if self.count(name) < count:
            raise ValueError(f"only {self.count(name)} of {name} in stock")
        self._counts[name] -= count

    def count(self, name: str) -> int:
        return self._counts.get(name, 0)

    def names(self) -> list[str]:
        return sorted(name for name, count in self._counts.items() if count)
