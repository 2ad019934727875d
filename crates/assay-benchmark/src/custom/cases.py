"""Made from a file of cases: one call of _assay_case for each."""

import datetime as _assay_datetime
import math as _assay_math

_ASSAY_TOLERANCE = None
_ASSAY_ABSENT = object()


def _assay_same(expected, found):
    if isinstance(expected, list):
        return (
            isinstance(found, (list, tuple))
            and len(expected) == len(found)
            and all(map(_assay_same, expected, found))
        )
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and expected.keys() == found.keys()
            and all(_assay_same(value, found[key]) for key, value in expected.items())
        )
    if type(expected) is float and type(found) in (int, float):
        if expected != expected:
            return found != found
        if expected == found or _ASSAY_TOLERANCE is None:
            return expected == found
        return _assay_math.isclose(expected, found, rel_tol=_ASSAY_TOLERANCE, abs_tol=_ASSAY_TOLERANCE)
    return type(expected) is type(found) and expected == found


def _assay_case(call, place, arguments, keywords, expected=_ASSAY_ABSENT, raises=None, after=_ASSAY_ABSENT):
    try:
        found = call(*arguments, **keywords)
    except Exception as error:
        if raises is None:
            raise
        names = [kind.__name__ for kind in type(error).__mro__]
        assert raises in names, f"{place}: raised {names[0]}, not {raises}"
    else:
        assert raises is None, f"{place}: returned {repr(found)[:300]} instead of raising {raises}"
        assert _assay_same(expected, found), f"{place}: returned {repr(found)[:300]}, not {repr(expected)[:300]}"
    if after is not _ASSAY_ABSENT:
        assert _assay_same(after, arguments), f"{place}: left {repr(arguments)[:300]}, not {repr(after)[:300]}"
