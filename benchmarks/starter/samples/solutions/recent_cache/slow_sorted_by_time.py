class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.items = []

    def __contains__(self, key):
        return any(item[0] == key for item in self.items)

    def __len__(self):
        return len(self.items)

    def _index(self, key):
        for i in range(len(self.items)):
            if self.items[i][0] == key:
                return i
        return -1

    def put(self, key, value):
        i = self._index(key)
        if i >= 0:
            self.items.pop(i)
        self.items.insert(0, (key, value))
        if len(self.items) > self.capacity:
            return self.items.pop()[0]
        return None

    def get(self, key, default=None):
        i = self._index(key)
        if i < 0:
            return default
        item = self.items.pop(i)
        self.items.insert(0, item)
        return item[1]

    def forget(self, key):
        i = self._index(key)
        if i < 0:
            return False
        else:
            self.items.pop(i)
            return True

    def keys(self):
        list = []
        for item in self.items:
            list.append(item[0])
        return list
