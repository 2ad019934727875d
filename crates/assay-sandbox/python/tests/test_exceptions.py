"""Exceptions described on one side and made again on the other."""

from __future__ import annotations

import json
import unittest
from typing import Any

from assay_trial.exceptions import describe_exception, rebuild_exception
from assay_trial.plain_data import MalformedValue


def crossed(error: BaseException, namespace: dict[str, Any] | None = None) -> BaseException:
    return rebuild_exception(json.loads(json.dumps(describe_exception(error))), namespace or {})


class Exceptions(unittest.TestCase):
    def test_builtin_exceptions_arrive_as_themselves(self) -> None:
        errors = [ValueError("x"), KeyError("k"), KeyError(3), ZeroDivisionError(), StopIteration(5), SystemExit(2)]
        errors += [OSError(2, "No such file"), ValueError("a", 1), AssertionError(), RecursionError("deep"), OSError("x")]
        for error in errors:
            with self.subTest(error=error):
                arrived = crossed(error)
                self.assertIs(type(arrived), type(error))
                self.assertEqual((str(arrived), arrived.args), (str(error), error.args))

    def test_arguments_that_do_not_cross_leave_the_text(self) -> None:
        for error in (KeyError((1, 2)), ValueError([1]), KeyError(10**100), UnicodeDecodeError("utf-8", b"x", 0, 1, "why")):
            with self.subTest(error=error):
                arrived = crossed(error)
                self.assertTrue(issubclass(type(arrived), type(error)) or isinstance(arrived, ValueError))
                self.assertEqual((type(arrived).__name__, str(arrived)), (type(error).__name__, str(error)))

    def test_a_group_arrives_as_an_exception_of_its_name(self) -> None:
        arrived = crossed(ExceptionGroup("several", [ValueError(1)]))
        self.assertEqual(type(arrived).__name__, "ExceptionGroup")
        self.assertIsInstance(arrived, Exception)

    def test_a_class_of_the_receivers_own_is_used(self) -> None:
        class Own(LookupError):
            pass

        arrived = crossed(Own("x"), {"Own": Own})
        self.assertIs(type(arrived), Own)

    def test_causes_cross_to_a_limit(self) -> None:
        error: BaseException = ValueError(0)
        error.__cause__ = KeyError("k")
        error.__cause__.__cause__ = error  # a cycle
        arrived, seen = crossed(error), 0
        self.assertIs(type(arrived.__cause__), KeyError)
        step: BaseException | None = arrived
        while step is not None:
            step, seen = step.__cause__, seen + 1
        self.assertLess(seen, 10)

    def test_descriptions_that_are_none_are_refused(self) -> None:
        sound = describe_exception(ValueError("x"))
        for name in ("type", "bases", "text", "arguments"):
            for wrong in (5, {}, [[]], {"a": []}):
                with self.subTest(name=name, wrong=wrong), self.assertRaises(MalformedValue):
                    rebuild_exception({**sound, name: wrong} if name != "bases" or wrong != [[]] else [], {})
