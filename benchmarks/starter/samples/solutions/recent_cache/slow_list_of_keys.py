class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.usedKeys = []
        self.allValues = {}

    def __contains__(self, key):
        return key in self.allValues

    def __len__(self):
        return len(self.usedKeys)

    def put(self, key, value):
        if key in self.usedKeys:
            self.usedKeys.remove(key)
        self.usedKeys.append(key)
        self.allValues[key] = value
        if len(self.usedKeys) > self.capacity:
            oldestKey = self.usedKeys.pop(0)
            del self.allValues[oldestKey]
            return oldestKey
        else:
            return None

    def get(self, key, default=None):
        if key in self.usedKeys:
            self.usedKeys.remove(key)
            self.usedKeys.append(key)
            return self.allValues[key]
        else:
            return default

    def forget(self, key):
        if key in self.usedKeys:
            self.usedKeys.remove(key)
            del self.allValues[key]
            return True
        return False

    def keys(self):
        return self.usedKeys[::-1]
