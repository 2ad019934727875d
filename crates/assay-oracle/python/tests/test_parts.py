"""The parts that need neither a sandbox nor pytest."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import types
import unittest

from assay_oracle import decoys, guard, options, project, unpack


class Options(unittest.TestCase):
    """What of a repository's options is left."""

    def test_options_that_change_what_a_run_is_go_with_their_values(self) -> None:
        cases = {
            "-ra --strict-markers": ["-ra", "--strict-markers"],
            "-n 4 -q": ["-q"],
            "-n4 -nauto -q": ["-q"],
            "--cov pkg --cov-report=term -v": ["-v"],
            "--cov=pkg tests": ["tests"],
            "-x --maxfail 3 -v": ["-v"],
            "-p xdist -p no:warnings": ["-p", "no:warnings"],
            "--lf --ff --doctest-modules": ["--doctest-modules"],
            "-k 'not slow'": ["-k", "not slow"],
            # What stands alone leaves the next word where it is, and what has a value takes it along.
            "--no-cov tests": ["tests"],
            "--lf tests -x tests": ["tests", "tests"],
            "--cov-report term --cov-config x.cfg --max-worker-restart 0 tests": ["tests"],
            "--cov --cov-branch --cov pkg tests": ["tests"],
            "--junit-xml out.xml --html r.html --dist loadfile -q": ["-q"],
            "--ignore tests/slow tests": ["--ignore", "tests/slow", "tests"],
            # Letters are read as argparse does.
            "-xvs": ["-vs"],
            "-vx -x -sxl": ["-v", "-sl"],
            "-rsx -rfEx": ["-rsx", "-rfEx"],
            "-xn4 -vn 4 -sx": ["-v", "-s"],
            "-xk 'a and x' -m fnx": ["-k", "a and x", "-m", "fnx"],
            "-pxdist.plugin -p pytest_cov -pno:xdist": ["-pno:xdist"],
            "-W error::DeprecationWarning -xW ignore": ["-W", "error::DeprecationWarning", "-W", "ignore"],
            # None of these lets a test run, and these are for us to say.
            "--co --setup-plan --fixtures -h -V -c x.ini --rootdir /x -- tests": ["tests"],
        }
        for given, kept in cases.items():
            with self.subTest(given):
                self.assertEqual(options.allowed(options._words(given)), kept)

    def test_the_first_file_that_configures_pytest_counts(self) -> None:
        files = {
            "setup.cfg": "[tool:pytest]\naddopts = -a\n",
            "tox.ini": "[tox]\nenvlist = x\n[pytest]\naddopts = -b # why\n",
            "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-s'\n",
            "pytest.ini": "",
            ".pytest.toml": "[pytest]\naddopts = ['-x', '-l']\nxfail_strict = true\n",
            "pytest.toml": "[tool.pytest]\naddopts = ['-e']\n",
        }
        with tempfile.TemporaryDirectory() as folder:
            empty = f"{folder}/empty.ini"
            self.assertEqual(options.configuration(folder, empty, 9), (empty, []))
            expected = [["-a"], ["-b"], ["-s"], [], ["-l"], []]
            for (name, text), words in zip(files.items(), expected, strict=True):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
                self.assertEqual(options.configuration(folder, empty, 9), (f"{folder}/{name}", words))
            self.assertEqual(options.configuration(folder, empty, 8), (f"{folder}/pytest.ini", []))
            with open(f"{folder}/pytest.ini", "w", encoding="utf-8") as file:
                file.write("[pytest\n=")
            self.assertEqual(options.configuration(folder, empty, 8), (f"{folder}/pytest.ini", []))

    def test_pytests_own_table_counts_where_pytest_reads_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            empty = f"{folder}/empty.ini"
            with open(f"{folder}/pyproject.toml", "w", encoding="utf-8") as file:
                file.write("[tool.pytest]\naddopts = ['-v', '-x']\n")
            self.assertEqual(options.configuration(folder, empty, 9), (f"{folder}/pyproject.toml", ["-v"]))
            self.assertEqual(options.configuration(folder, empty, 8), (empty, []))


class Unpacking(unittest.TestCase):
    """Files arrive below their folder, or not at all."""

    def test_attack_48_paths_that_lead_out_are_refused(self) -> None:
        for path in ("../x", "/x", "a/../../x", "a//x", "./x", "", "a\0"):
            with self.subTest(path), tempfile.TemporaryDirectory() as folder:
                with self.assertRaises(ValueError):
                    unpack.unpack(f"{folder}/root", [[path, "100644", 1]], io.BytesIO(b"x"))
                self.assertEqual(os.listdir(folder), ["root"])

    def test_attack_48_no_file_goes_through_a_link(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            files = [["a", "120000", len(folder)], ["a/x", "100644", 1]]
            with self.assertRaises(OSError):
                unpack.unpack(f"{folder}/root", files, io.BytesIO(folder.encode() + b"x"))
            self.assertEqual(os.listdir(folder), ["root"])
            self.assertEqual(os.listdir(f"{folder}/root/a"), ["x"])

    def test_files_that_end_early_and_stand_twice_are_refused(self) -> None:
        for files in ([["a", "100644", 2]], [["a", "100644", 0], ["a", "100644", 0]], [["a", "100644", 0], ["a/b", "100644", 0]]):
            with self.subTest(files), tempfile.TemporaryDirectory() as folder:
                with self.assertRaises((ValueError, OSError)):
                    unpack.unpack(f"{folder}/root", files, io.BytesIO(b"x"))


class Metadata(unittest.TestCase):
    """Names and versions that a repository says as text."""

    def test_names_and_versions_are_found_where_they_are_written(self) -> None:
        cases = [
            ({"pyproject.toml": "[project]\nname = 'A.b'\nversion = '1'\n"}, "A_b-1.dist-info"),
            ({"pyproject.toml": "[project]\nname = 'a'\n", "a/__init__.py": "__version__ = '2'"}, "a-2.dist-info"),
            ({"setup.cfg": "[metadata]\nname = a\nversion = 3\n"}, "a-3.dist-info"),
            ({"setup.cfg": "[metadata]\nname = a\nversion = attr: a.v\n"}, "a-0.dist-info"),
            ({"setup.py": "import setuptools\nsetuptools.setup(name='a', version=f())\n"}, "a-0.dist-info"),
            ({"pyproject.toml": "[project]\nname = '../a'\n"}, None),
            ({"pyproject.toml": "[project]\nname = 'a'\nversion = '../../1'\n"}, "a-0.dist-info"),
            ({"pyproject.toml": "["}, None),
        ]
        for files, expected in cases:
            with self.subTest(files), tempfile.TemporaryDirectory() as folder:
                for path, text in files.items():
                    os.makedirs(os.path.dirname(f"{folder}/r/{path}"), exist_ok=True)
                    with open(f"{folder}/r/{path}", "w", encoding="utf-8") as file:
                        file.write(text)
                made = project.make_metadata(f"{folder}/r", f"{folder}/m")
                self.assertEqual(made, expected is not None)
                self.assertEqual(os.listdir(f"{folder}/m") if made else [], [expected] if expected else [])


class Orders(unittest.TestCase):
    """Another order of the same tests."""

    def test_a_shuffled_order_keeps_files_and_classes_together(self) -> None:
        items = [(file, group, test) for file in "ab" for group in "xy" for test in range(5)]
        mixed = decoys.shuffled(items, 3, lambda item: item[0], lambda item: item[1])
        self.assertEqual(sorted(mixed), items)
        self.assertNotEqual(mixed, items)
        groups = [item[:2] for item in mixed]
        self.assertEqual(sum(one != other for one, other in zip(groups, groups[1:])), 3)
        again = decoys.shuffled(items, 3, lambda item: item[0], lambda item: item[1])
        self.assertEqual(mixed, again)


class Guarding(unittest.TestCase):
    """Functions of the runner that are others now."""

    def test_what_is_replaced_is_named_and_what_is_put_back_is_not(self) -> None:
        watching = guard.Guard()
        self.assertIsNone(watching.replaced())
        real = unittest.TestCase.assertTrue
        unittest.TestCase.assertTrue = lambda *rest: None
        found = watching.replaced()
        unittest.TestCase.assertTrue = real
        self.assertIn("unittest.case.TestCase.assertTrue", found or "")
        self.assertIsNone(watching.replaced())
        module = sys.modules["unittest.case"]
        sys.modules["unittest.case"] = types.ModuleType("unittest.case")
        found = watching.replaced()
        sys.modules["unittest.case"] = module
        self.assertEqual(found, "the module unittest.case was replaced")

    def test_a_function_of_a_loaded_plugin_is_no_evidence_and_one_with_something_bound_into_it_is(self) -> None:
        plugin = types.ModuleType("plugin")
        text = "def make(real=None):\n    def assertTrue(self, *rest):\n        return real and real(self, *rest)\n    return assertTrue\n"
        exec(text, vars(plugin))
        sys.modules["plugin"] = plugin
        self.addCleanup(sys.modules.pop, "plugin")
        real = unittest.TestCase.assertTrue
        self.addCleanup(setattr, unittest.TestCase, "assertTrue", real)
        later = types.ModuleType("later")
        watching, blind = guard.Guard([plugin]), guard.Guard()
        exec(text, vars(later))
        elsewhere = types.FunctionType(plugin.make().__code__, vars(later), closure=plugin.make().__closure__)
        for function, is_evidence in (
            (plugin.make(), False),
            (plugin.make(real), False),
            (plugin.make(lambda *rest: None), True),
            (plugin.make(later.make()), True),
            (later.make(), True),
            (elsewhere, True),
        ):
            unittest.TestCase.assertTrue = function
            found, unaware = watching.replaced(), blind.replaced()
            unittest.TestCase.assertTrue = real
            with self.subTest(function=function):
                self.assertEqual(found is not None, is_evidence, found)
                self.assertIsNotNone(unaware)


if __name__ == "__main__":
    unittest.main()
