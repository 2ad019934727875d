"""What a repository's configuration asks pytest for, less what would change which tests run or who says how they end."""

from __future__ import annotations

import configparser
import os
import shlex
import tomllib
from importlib import metadata

#: Distributions whose plug-ins are never loaded: they run tests elsewhere, again, in another order, or under a tracer.
_NOT_LOADED = frozenset(
    (
        "pytest-xdist", "pytest-cov", "pytest-forked", "pytest-parallel", "pytest-randomly", "pytest-random-order",
        "pytest-rerunfailures", "flaky", "pytest-html", "pytest-sugar", "pytest-instafail",
    )
)  # fmt: skip
#: What ``-p`` calls those plug-ins by.
_NOT_NAMED = frozenset(
    (
        "xdist", "pytest_cov", "forked", "pytest_forked", "parallel", "pytest_parallel", "randomly", "pytest_randomly", "random_order",
        "pytest_random_order", "rerunfailures", "pytest_rerunfailures", "flaky", "html", "pytest_html", "sugar", "pytest_sugar", "instafail",
        "pytest_instafail",
    )
)  # fmt: skip
#: Options of theirs, and those of pytest that end a run early, leave tests out by the outcome of an earlier run, run none or parts of
#: them, or say where pytest's configuration is. First those that stand alone, then those that a value follows.
_ALONE = frozenset(
    (
        "--no-cov", "--no-cov-on-fail", "--cov-append", "--cov-branch", "--cov-reset", "--forked", "--boxed", "--looponfail",
        "--loadscope-reorder", "--no-loadscope-reorder", "--random-order", "--randomly-dont-reset-seed",
        "--randomly-dont-reorganize", "--fail-on-flaky", "--force-flaky", "--no-flaky-report", "--no-success-flaky-report",
        "--self-contained-html", "--instafail", "--force-sugar", "--old-summary", "--exitfirst", "--lf", "--last-failed", "--ff",
        "--failed-first", "--nf", "--new-first", "--sw", "--stepwise", "--sw-skip", "--stepwise-skip", "--sw-reset",
        "--stepwise-reset", "--cache-clear", "--pdb", "--trace", "--co", "--collect-only", "--setup-only", "--setup-plan",
        "--setuponly", "--setupplan", "--fixtures", "--funcargs", "--fixtures-per-test", "--markers", "--help", "--version", "--",
    )
)  # fmt: skip
_WITH_VALUE = frozenset(
    (
        "--cov-report", "--cov-config", "--cov-fail-under", "--cov-context", "--cov-precision", "--numprocesses", "--maxprocesses",
        "--max-worker-restart", "--maxschedchunk", "--dist", "--tx", "--px", "--rsyncdir", "--rsyncignore", "--testrunuid", "--workers",
        "--tests-per-worker", "--randomly-seed", "--random-order-bucket", "--random-order-seed", "--reruns", "--reruns-delay",
        "--only-rerun", "--rerun-except", "--max-runs", "--min-passes", "--html", "--css", "--maxfail", "--lfnf",
        "--last-failed-no-failures", "--pdbcls", "--junitxml", "--junit-xml", "--junitprefix", "--junit-prefix", "--rootdir",
        "--confcutdir", "--config-file", "--max-warnings", "--pastebin",
    )
)  # fmt: skip
#: Beginnings of those that a value may follow, and of such as later versions bring; what looks like an option is no value.
_WITH_OR_WITHOUT = ("--cov", "--cache", "--random", "--rerun", "--junit")
#: One letter's options that take a value, which is the rest of the word or the next one; of them and of the others those left out.
_LETTERS_WITH_VALUE, _LETTERS_LEFT_OUT = frozenset("cknmoprW"), frozenset("cdfhnxV")
#: Files in the order in which pytest looks for its configuration, with the section of each and the first version that reads it.
#: As ``_pytest.config.findpaths`` has it; pytest 9 brought the first two.
_FILES = (
    ("pytest.toml", "", 9), (".pytest.toml", "", 9), ("pytest.ini", "pytest", 0), (".pytest.ini", "pytest", 7),
    ("pyproject.toml", "", 6), ("tox.ini", "pytest", 0), ("setup.cfg", "tool:pytest", 0),
)  # fmt: skip
#: Those that configure pytest even if they say nothing.
_EVEN_IF_EMPTY = frozenset(("pytest.toml", ".pytest.toml", "pytest.ini"))
#: The first version that reads a table ``tool.pytest`` by itself.
_READS_OWN_TABLE = 9


def plugins() -> list[str]:
    """Names of the plug-ins of the environment. Called before the repository is on the path: only a locked distribution counts."""
    found = []
    for entry in metadata.entry_points(group="pytest11"):
        name = entry.dist.metadata["Name"] if entry.dist else ""
        if name.lower().replace("_", "-") not in _NOT_LOADED:
            found.append(entry.name)
    return sorted(set(found))


def configuration(root: str, empty: str, version: int) -> tuple[str, list[str]]:
    """The file that configures this version of pytest, and its options.

    Where there is none it is an empty one, so that none further down is taken.
    """
    for name, section, first in _FILES:
        path = f"{root}/{name}"
        if version >= first and os.path.isfile(path):
            found = _options_of_ini(path, section) if section else _options_of_toml(path, version)
            if found is not None or name in _EVEN_IF_EMPTY:
                return path, allowed(_words(found or ""))
    with open(empty, "w", encoding="utf-8"):
        pass
    return empty, []


def _options_of_toml(path: str, version: int) -> object:
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
        if not path.endswith("/pyproject.toml"):
            return table.get("pytest", {}).get("addopts")
        table = table.get("tool", {}).get("pytest", {})
        own = {name: value for name, value in table.items() if name != "ini_options"}
        options = table.get("ini_options", own or None if version >= _READS_OWN_TABLE else None)
        return None if options is None else options.get("addopts", "")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None


def _options_of_ini(path: str, section: str) -> object:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return None
    return parser.get(section, "addopts", fallback="") if parser.has_section(section) else None


def _words(options: object) -> list[str]:
    if isinstance(options, list):
        return [word for word in options if isinstance(word, str)]
    try:
        return shlex.split(str(options), comments=True)
    except ValueError:
        return []


def allowed(words: list[str]) -> list[str]:
    """The options without those that are left out, and without their values."""
    kept: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name, equals, _ = word.partition("=")
        if name in _ALONE:
            continue
        if name in _WITH_VALUE or name.startswith(_WITH_OR_WITHOUT):
            if not equals and rest and (name in _WITH_VALUE or not rest[0].startswith("-")):
                rest.pop(0)
        elif word.startswith("-") and not word.startswith("--"):
            kept.extend(_letters(word, rest))
        else:
            kept.append(word)
    return kept


def _letters(word: str, rest: list[str]) -> list[str]:
    """What is kept of a word of one letter's options, such as ``-xvs``; a value of the last one is taken off what follows."""
    kept = "-"
    for place, letter in enumerate(word[1:], 2):
        if letter not in _LETTERS_WITH_VALUE:
            kept += "" if letter in _LETTERS_LEFT_OUT else letter
            continue
        attached = word[place:]
        value = attached or (rest.pop(0) if rest else "")
        if letter not in _LETTERS_LEFT_OUT and not (letter == "p" and value.partition(".")[0] in _NOT_NAMED):
            return [f"{kept}{letter}{attached}", *([] if attached else [value])]
        break
    return [kept] if kept != "-" else []
