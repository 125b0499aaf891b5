"""The tests of test_pytest.py without pytest: `python3 tests/test_unittest.py` runs them in a folder `tests`."""

import unittest

import understudy


class AgentsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = understudy.Server()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        self.world = self.server.create_world()
        self.addCleanup(self.server.delete_world, self.world)

    def test_a_key_without_the_scope_is_refused_and_the_journal_says_why(self):
        refused = self.world.call("GET", "/api/agents", key=self.world.keys["kb"])
        self.assertEqual(refused.status, 403)
        journal = self.world.control("GET", "journal?status=4xx")
        self.assertIn("agents", str(journal))

    def test_a_wrong_fault_is_refused_with_what_is_allowed(self):
        with self.assertRaisesRegex(ValueError, "allowed here"):
            self.world.add_fault({"effect": {"status": 503}})


if __name__ == "__main__":
    unittest.main()
