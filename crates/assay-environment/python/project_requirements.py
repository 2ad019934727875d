"""What a repository says that it and its tests need, read from its metadata as text. Nothing of it is run.

Runs in the sandbox, in a folder that holds the metadata alone; prints one object of JSON. Runtime requirements always count. Of what tests
need the first place counts that says anything: extras and groups named after tests, then tox, then files of requirements for tests, then
what developers need.
"""

from __future__ import annotations

import ast
import configparser
import json
import os
import re
import sys
import tomllib

_TESTS = ("test", "tests", "testing", "pytest", "unittest", "unit-test", "unit-tests")
_DEVELOPERS = ("dev", "develop", "development", "devel")
_TEST_FILES = (
    "requirements-test.txt", "requirements-tests.txt", "requirements-testing.txt", "requirements_test.txt",
    "requirements_tests.txt", "test-requirements.txt", "test_requirements.txt", "tests-requirements.txt",
    "requirements/test.txt", "requirements/tests.txt", "requirements/testing.txt", "requirements/pytest.txt",
    "tests/requirements.txt", "test/requirements.txt",
)  # fmt: skip
_DEVELOPER_FILES = (
    "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt", "dev_requirements.txt", "requirements/dev.txt",
    "requirements/development.txt",
)  # fmt: skip
#: How deep files of requirements and groups may name each other.
_DEPTH = 8


def plain(name: str) -> str:
    """A name as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


class Project:
    """What has been read so far."""

    def __init__(self) -> None:
        self.name = ""
        self.runtime: list[str] = []
        self.tests: list[str] = []
        self.groups: dict[str, list[object]] = {}
        self.sources: list[str] = []

    def add_group(self, name: object, entries: object) -> None:
        """An extra or a group."""
        if isinstance(name, str) and isinstance(entries, list):
            self.groups.setdefault(plain(name), []).extend(entries)

    def group(self, name: str, depth: int = 0) -> list[str]:
        """A group's requirements, with those of the groups that it includes."""
        found: list[str] = []
        for entry in self.groups.get(plain(name), []) if depth < _DEPTH else []:
            if isinstance(entry, str):
                found.extend(self.resolved(entry, depth))
            elif isinstance(entry, dict) and isinstance(entry.get("include-group"), str):
                found.extend(self.group(entry["include-group"], depth + 1))
        return found

    def resolved(self, requirement: str, depth: int = 0) -> list[str]:
        """A requirement; one of the project itself stands for its extras."""
        match = re.match(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?", requirement)
        if not match or plain(match[1]) != plain(self.name):
            return [requirement]
        extras = [extra.strip() for extra in (match[2] or "").split(",") if extra.strip()]
        return [found for extra in extras for found in self.group(extra, depth + 1)]


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _ini(path: str) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(_text(path))
    except configparser.Error as error:
        raise ValueError(f"{path}: {error}") from None
    return parser


def _lines(value: str | None) -> list[str]:
    lines = (re.sub(r"(?:^|\s)#.*", "", line).strip() for line in (value or "").splitlines())
    return [line for line in lines if line]


def _strings(value: object) -> list[str]:
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def _table(value: object, *keys: str) -> dict:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def read_pyproject(project: Project) -> None:
    """``pyproject.toml``: the standard's tables, and those of the tools that came before it."""
    text = _text("pyproject.toml")
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"pyproject.toml: {error}") from None
    table = _table(document, "project")
    if isinstance(table.get("name"), str):
        project.name = table["name"]
    project.runtime.extend(_strings(table.get("dependencies")))
    for name, entries in _table(table, "optional-dependencies").items():
        project.add_group(name, entries)
    for name, entries in _table(document, "dependency-groups").items():
        project.add_group(name, entries)
    tool = _table(document, "tool")
    for name, entries in _table(tool, "pdm", "dev-dependencies").items():
        project.add_group(name, entries)
    project.add_group("dev", _table(tool, "uv").get("dev-dependencies"))
    for name, environment in _table(tool, "hatch", "envs").items():
        for key in ("dependencies", "extra-dependencies"):
            project.add_group("test" if name == "hatch-test" else name, _table(environment).get(key))
    _read_poetry(project, _table(tool, "poetry"))


def _read_poetry(project: Project, poetry: dict) -> None:
    if not project.name and isinstance(poetry.get("name"), str):
        project.name = poetry["name"]
    optional = set()
    extras = _table(poetry, "extras")
    written = {}
    for name, value in _table(poetry, "dependencies").items():
        if plain(name) != "python" and (requirement := _of_poetry(name, value)):
            written[plain(name)] = requirement
            if isinstance(value, dict) and value.get("optional"):
                optional.add(plain(name))
    project.runtime.extend(requirement for name, requirement in written.items() if name not in optional)
    for extra, names in extras.items():
        project.add_group(extra, [written[plain(name)] for name in _strings(names) if plain(name) in written])
    groups = {"dev": _table(poetry, "dev-dependencies")}
    groups.update({name: _table(group, "dependencies") for name, group in _table(poetry, "group").items()})
    for group, entries in groups.items():
        found = [_of_poetry(name, value) for name, value in entries.items()]
        project.add_group(group, [requirement for requirement in found if requirement])


def _of_poetry(name: str, value: object) -> str:
    """A requirement in the standard's words; nothing for several at once, and what has no version."""
    marker = extras = ""
    if isinstance(value, dict):
        if not isinstance(value.get("version"), str):
            return f"{name} @ an address" if "path" not in value else ""
        marker = f"; {value['markers']}" if isinstance(value.get("markers"), str) else ""
        extras = f"[{','.join(_strings(value.get('extras')))}]" if value.get("extras") else ""
        value = value["version"]
    if not isinstance(value, str):
        return ""
    parts = [_range_of_poetry(part.strip()) for part in value.split(",")]
    return f"{name}{extras}{','.join(part for part in parts if part)}{marker}"


def _range_of_poetry(text: str) -> str:
    match = re.fullmatch(r"([~^]?)\s*(\d+(?:\.\d+)*)((?:\.\*)?)", text)
    if not match:
        return "" if text == "*" else text
    sign, version, star = match.groups()
    if not sign:
        return f"=={version}{star}"
    numbers = [int(part) for part in version.split(".")]
    if sign == "~":
        place = min(1, len(numbers) - 1)
    else:
        place = next((place for place, number in enumerate(numbers) if number), len(numbers) - 1)
    above = [*numbers[:place], numbers[place] + 1]
    return f">={version},<{'.'.join(map(str, above))}"


def read_setup_cfg(project: Project) -> None:
    """``setup.cfg`` as setuptools reads it."""
    parser = _ini("setup.cfg")
    project.name = project.name or parser.get("metadata", "name", fallback="") or ""
    project.runtime.extend(_lines(parser.get("options", "install_requires", fallback="")))
    project.tests.extend(_lines(parser.get("options", "tests_require", fallback="")))
    if parser.has_section("options.extras_require"):
        for name, value in parser.items("options.extras_require"):
            project.add_group(name, _lines(value))


def read_setup_py(project: Project) -> None:
    """What ``setup.py`` writes out: literals, and names of literals."""
    try:
        tree = ast.parse(_text("setup.py"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names: dict[str, ast.expr] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            if isinstance(statement.targets[0], ast.Name):
                names[statement.targets[0].id] = statement.value
    arguments: dict[str, object] = {}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "setup":
            for keyword in call.keywords:
                if keyword.arg:
                    arguments[keyword.arg] = _literal(keyword.value, names)
    if isinstance(arguments.get("name"), str):
        project.name = project.name or arguments["name"]
    for key, place in (("install_requires", project.runtime), ("tests_require", project.tests)):
        value = arguments.get(key)
        place.extend(_lines(value) if isinstance(value, str) else _strings(value))
    for name, entries in _table(arguments.get("extras_require")).items():
        project.add_group(name, _lines(entries) if isinstance(entries, str) else entries)


def _literal(node: ast.expr, names: dict[str, ast.expr], depth: int = 0) -> object:
    """A literal's value; what is computed is nothing, as a part of a list as well."""
    if depth > _DEPTH:
        return None
    if isinstance(node, ast.Name) and node.id in names:
        return _literal(names[node.id], names, depth + 1)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_literal(entry, names, depth + 1) for entry in node.elts]
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {
            key.value: _literal(value, names, depth + 1)
            for key, value in pairs
            if isinstance(key, ast.Constant) and isinstance(key.value, str)
        }
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _literal(node.left, names, depth + 1), _literal(node.right, names, depth + 1)
        return [*(left if isinstance(left, list) else []), *(right if isinstance(right, list) else [])]
    return node.value if isinstance(node, ast.Constant) else None


def from_tox(project: Project) -> list[str]:
    """What tox installs for its plain environment."""
    parser = _ini("tox.ini")
    found: list[str] = []
    for line in _lines(parser.get("testenv", "deps", fallback="")):
        line = re.sub(r"^[A-Za-z0-9_.,{}!-]+:\s+", "", line)
        found.extend(_of_line(project, line, "."))
    for key in ("extras", "dependency_groups"):
        value = parser.get("testenv", key, fallback="")
        for name in re.split(r"[\s,]+", value or ""):
            found.extend(project.group(name))
    return found


def from_file(project: Project, path: str, depth: int = 0) -> list[str]:
    """A file of requirements in pip's format, and those that it names."""
    text = re.sub(r"\\\r?\n", " ", _text(path))
    found: list[str] = []
    for line in _lines(text) if depth < _DEPTH else []:
        found.extend(_of_line(project, re.sub(r"\s--hash=\S+", "", line).strip(), os.path.dirname(path), depth))
    return found


def _of_line(project: Project, line: str, folder: str, depth: int = 0) -> list[str]:
    if match := re.match(r"(?:-r|--requirement)[\s=]*(\S+)", line):
        return from_file(project, os.path.normpath(os.path.join(folder, match[1])), depth + 1)
    if match := re.match(r"(?:(?:-e|--editable)[\s=]*)?\.(?:\[([^\]]*)\])?\s*$", line):
        names = [name.strip() for name in (match[1] or "").split(",")]
        return [found for name in names for found in project.group(name)]
    return [] if line.startswith("-") or "{" in line else project.resolved(line)


def read() -> Project:
    """All that the metadata says."""
    project = Project()
    readers = (("pyproject.toml", read_pyproject), ("setup.cfg", read_setup_cfg), ("setup.py", read_setup_py))
    for path, reader in readers:
        if os.path.isfile(path):
            reader(project)
    if project.runtime or project.groups or project.tests:
        project.sources.append("the project's metadata")
    elif os.path.isfile("requirements.txt"):
        project.runtime = from_file(project, "requirements.txt")
        project.sources.append("requirements.txt")
    project.runtime = [found for entry in project.runtime for found in project.resolved(entry)]
    project.tests.extend(found for name in _TESTS for found in project.group(name))
    for source, wanted in _later(project):
        if project.tests:
            break
        project.tests = wanted()
        if project.tests:
            project.sources.append(source)
    return project


def _later(project: Project) -> list:
    """Further places in which the needs of tests may stand, in their order."""
    files = lambda paths: lambda: [found for path in paths for found in from_file(project, path)]  # noqa: E731
    return [
        ("tox.ini", lambda: from_tox(project)),
        ("files of requirements for tests", files(_TEST_FILES)),
        ("extras for developers", lambda: [found for name in _DEVELOPERS for found in project.group(name)]),
        ("files of requirements for developers", files(_DEVELOPER_FILES)),
    ]


def main() -> None:
    """Prints what was read, or why it cannot be."""
    try:
        project = read()
    except (ValueError, RecursionError) as error:
        print(json.dumps({"problem": str(error)[:500]}))
        return
    requirements = list(dict.fromkeys(entry.strip() for entry in [*project.runtime, *project.tests]))
    print(json.dumps({"name": project.name, "requirements": requirements, "sources": project.sources}))


if __name__ == "__main__":
    sys.exit(main())
