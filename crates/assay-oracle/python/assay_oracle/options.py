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
#: Options of theirs, and those of pytest that end a run early or leave tests out by the outcome of an earlier run.
_LEFT_OUT = (
    "--cov", "--no-cov", "--numprocesses", "--maxprocesses", "--dist", "--tx", "--forked", "--random", "--reruns",
    "--only-rerun", "--rerun", "--html", "--self-contained-html", "--instafail", "--maxfail", "--exitfirst", "--lf",
    "--last-failed", "--ff", "--failed-first", "--nf", "--new-first", "--sw", "--stepwise", "--cache", "--pdb", "--trace",
    "--junit", "--boxed", "--looponfail",
)  # fmt: skip
#: Files in the order in which pytest looks for its configuration, with the section of each.
_FILES = (
    ("pytest.ini", "pytest"), (".pytest.ini", "pytest"), ("pyproject.toml", ""), ("tox.ini", "pytest"),
    ("setup.cfg", "tool:pytest"),
)  # fmt: skip


def plugins() -> list[str]:
    """Names of the plug-ins of the environment. Called before the repository is on the path: only a locked distribution counts."""
    found = []
    for entry in metadata.entry_points(group="pytest11"):
        name = entry.dist.metadata["Name"] if entry.dist else ""
        if name.lower().replace("_", "-") not in _NOT_LOADED:
            found.append(entry.name)
    return sorted(set(found))


def configuration(root: str, empty: str) -> tuple[str, list[str]]:
    """The file that configures pytest, and its options. Where there is none it is an empty one, so that none further down is taken."""
    for name, section in _FILES:
        path = f"{root}/{name}"
        if os.path.isfile(path):
            found = _options_of_toml(path) if not section else _options_of_ini(path, section)
            if found is not None or "pytest.ini" in name:
                return path, allowed(_words(found or ""))
    with open(empty, "w", encoding="utf-8"):
        pass
    return empty, []


def _options_of_toml(path: str) -> object:
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file).get("tool", {}).get("pytest", {})
    except (OSError, ValueError, AttributeError):
        return None
    # Later versions of pytest read the table itself.
    options = table.get("ini_options", table or None) if isinstance(table, dict) else None
    return options.get("addopts", "") if isinstance(options, dict) else None


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
    drop_value = False
    for place, word in enumerate(words):
        if drop_value and not word.startswith("-"):
            drop_value = False
            continue
        drop_value = False
        if word == "-x":
            continue
        if word.startswith("-n") and not word.startswith("--"):
            drop_value = word == "-n"
            continue
        if word.startswith(_LEFT_OUT):
            drop_value = "=" not in word
            continue
        if word == "-p" and words[place + 1 : place + 2] and words[place + 1].startswith(("xdist", "pytest_cov", "randomly")):
            drop_value = True
            continue
        kept.append(word)
    return kept
