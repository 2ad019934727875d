"""An exception that ended a loop of the tests is told from one that they met."""

from __future__ import annotations

import contextlib
import unittest
from typing import Any, Callable

from assay_trial.judge import _met


class LostExceptions(unittest.TestCase):
    def raised_in(self, body: Callable[[Callable[..., Any]], Any]) -> bool:
        error = StopIteration()

        def candidate(*_arguments: Any) -> Any:
            raise error

        body(candidate)
        return _met(error)

    def test_what_builtins_took_for_an_end_was_not_met(self) -> None:
        self.assertFalse(self.raised_in(lambda candidate: list(map(candidate, [1]))))
        self.assertFalse(self.raised_in(lambda candidate: list(filter(candidate, [1]))))
        self.assertFalse(self.raised_in(lambda candidate: list(map(lambda x: candidate(x), [1]))))
        self.assertFalse(self.raised_in(lambda candidate: list(iter(candidate, 2))))
        self.assertFalse(self.raised_in(lambda candidate: list(zip(map(candidate, [1]), [2]))))

    def test_what_was_caught_or_let_through_was_met(self) -> None:
        def caught(candidate: Callable[..., Any]) -> None:
            try:
                candidate()
            except Exception:
                pass

        def suppressed(candidate: Callable[..., Any]) -> None:
            with contextlib.suppress(StopIteration):
                candidate()

        def in_a_generator(candidate: Callable[..., Any]) -> None:
            try:
                list(candidate() for _ in range(3))
            except RuntimeError:
                pass

        def in_a_list(candidate: Callable[..., Any]) -> None:
            try:
                [candidate() for _ in range(3)]
            except StopIteration:
                pass

        for body in (caught, suppressed, in_a_generator, in_a_list):
            with self.subTest(body.__name__):
                self.assertTrue(self.raised_in(body))


if __name__ == "__main__":
    unittest.main()
