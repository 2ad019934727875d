class Wrapper:
    """Collects words into lines."""

    def __init__(self, width):
        self.width = width
        self.lines = []
        self.words = []
        self.used = 0

    def flush(self):
        if self.words:
            self.lines.append(" ".join(self.words))
        self.words = []
        self.used = 0

    def add(self, word):
        if self.words and self.used + 1 + len(word) > self.width:
            self.flush()
        while len(word) > self.width:
            self.lines.append(word[: self.width])
            word = word[self.width :]
        self.used += len(word) + bool(self.words)
        self.words.append(word)


def wrap_text(text, width):
    if width < 1:
        raise ValueError("width < 1")
    wrapper = Wrapper(width)
    gap = False
    for line in text.splitlines():
        words = line.split()
        if not words:
            wrapper.flush()
            gap = True
        elif gap and wrapper.lines:
            wrapper.lines.append("")
        if words:
            gap = False
        for word in words:
            wrapper.add(word)
    wrapper.flush()
    return wrapper.lines
