import unittest


class RecentCacheTest(unittest.TestCase):
    def test_values_are_kept(self):
        cache = RecentCache(2)
        self.assertEqual((len(cache), cache.keys()), (0, []))
        self.assertIsNone(cache.put("a", 1))
        self.assertIsNone(cache.put("b", None))
        self.assertEqual(len(cache), 2)
        self.assertEqual(cache.get("a"), 1)
        self.assertIsNone(cache.get("b", "default"))

    def test_the_default_is_for_keys_that_are_not_there(self):
        cache = RecentCache(1)
        self.assertIsNone(cache.get("a"))
        self.assertEqual(cache.get("a", 7), 7)
        self.assertEqual(len(cache), 0)
        cache.put("a", 0)
        self.assertEqual(cache.get("a", 7), 0)

    def test_the_oldest_is_forgotten(self):
        cache = RecentCache(2)
        cache.put("a", 1)
        cache.put("b", 2)
        self.assertEqual(cache.put("c", 3), "a")
        self.assertEqual(cache.keys(), ["c", "b"])
        self.assertNotIn("a", cache)
        self.assertIn("b", cache)

    def test_getting_is_a_use(self):
        cache = RecentCache(2)
        cache.put("a", 1)
        cache.put("b", 2)
        cache.get("a")
        cache.get("x")
        self.assertEqual(cache.keys(), ["a", "b"])
        self.assertEqual(cache.put("c", 3), "b")

    def test_asking_whether_it_is_there_is_no_use(self):
        cache = RecentCache(2)
        cache.put("a", 1)
        cache.put("b", 2)
        self.assertIn("a", cache)
        self.assertEqual(cache.put("c", 3), "a")

    def test_a_new_value_takes_the_place_of_the_old_one(self):
        cache = RecentCache(2)
        cache.put("a", 1)
        cache.put("b", 2)
        self.assertIsNone(cache.put("a", 3))
        self.assertEqual((len(cache), cache.keys()), (2, ["a", "b"]))
        self.assertEqual(cache.get("a"), 3)

    def test_what_is_forgotten_leaves_room(self):
        cache = RecentCache(2)
        cache.put(1, "one")
        cache.put((2,), "two")
        self.assertIs(cache.forget(1), True)
        self.assertIs(cache.forget(1), False)
        self.assertEqual(cache.keys(), [(2,)])
        self.assertIsNone(cache.put(3, "three"))
        self.assertIsNone(cache.get(1))
        self.assertEqual(len(cache), 2)

    def test_one_value_at_most(self):
        cache = RecentCache(1)
        cache.put(0, "zero")
        self.assertEqual(cache.put(1, "one"), 0)
        self.assertEqual(cache.keys(), [1])

    def test_the_list_of_keys_is_a_copy(self):
        cache = RecentCache(3)
        cache.put("a", 1)
        cache.keys().append("b")
        self.assertEqual(cache.keys(), ["a"])

    def test_two_caches_have_nothing_in_common(self):
        first, second = RecentCache(1), RecentCache(1)
        first.put("a", 1)
        self.assertEqual(second.keys(), [])

    def test_there_has_to_be_room(self):
        for capacity in (0, -1):
            with self.assertRaises(ValueError):
                RecentCache(capacity)

    def test_many_uses(self):
        cache = RecentCache(90)
        found = 0
        for place in range(24000):
            key = place * place % 127
            if cache.get(key) is None:
                cache.put(key, place)
            else:
                found += 1
        self.assertEqual(found, 23936)
        for key in range(1000, 1090):
            cache.put(key, key)
        self.assertEqual(cache.keys(), list(range(1089, 999, -1)))
