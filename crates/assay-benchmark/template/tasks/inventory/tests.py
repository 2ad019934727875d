import unittest


class InventoryTest(unittest.TestCase):
    def setUp(self):
        self.inventory = Inventory()

    def test_what_was_added_is_counted(self):
        self.inventory.add("bolt", 3)
        self.inventory.add("bolt")
        self.assertEqual(self.inventory.count("bolt"), 4)
        self.assertEqual(self.inventory.count("nut"), 0)

    def test_too_much_cannot_be_taken(self):
        self.inventory.add("bolt", 2)
        with self.assertRaises(ValueError):
            self.inventory.take("bolt", 3)
        self.assertEqual(self.inventory.count("bolt"), 2)

    def test_names_are_sorted_and_in_stock(self):
        for name in ("nut", "bolt", "gear"):
            self.inventory.add(name)
        self.inventory.take("gear")
        self.assertEqual(self.inventory.names(), ["bolt", "nut"])
