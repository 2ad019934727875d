"""What a repository that is not installed lacks: its name among the installed distributions.

``import package`` needs no installation: the root and ``src`` are on the path. ``importlib.metadata.version("name")`` asks for the
metadata of one, so a minimal folder of metadata is made from what the repository says of itself as text. Nothing of it is run.
"""

from __future__ import annotations

import ast
import configparser
import os
import re
import tomllib


def make_metadata(root: str, folder: str) -> bool:
    """Makes the folder with the project's metadata; false if the repository does not say its name."""
    name, version, groups = _described(root)
    if not name or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        return False
    plain = re.sub(r"[-_.]+", "_", name)
    if not re.fullmatch(r"[A-Za-z0-9.!+_-]+", version):
        version = "0"
    home = f"{folder}/{plain}-{version}.dist-info"
    os.makedirs(home)
    with open(f"{home}/METADATA", "w", encoding="utf-8") as file:
        file.write(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    with open(f"{home}/entry_points.txt", "w", encoding="utf-8") as file:
        for group, entries in groups.items():
            file.write(f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items()))
    return True


def _described(root: str) -> tuple[str, str, dict[str, dict[str, str]]]:
    """Name, version and entry points."""
    project = _toml(f"{root}/pyproject.toml").get("project")
    if isinstance(project, dict) and isinstance(project.get("name"), str):
        groups = {"console_scripts": project.get("scripts"), "gui_scripts": project.get("gui-scripts")}
        groups.update(project["entry-points"] if isinstance(project.get("entry-points"), dict) else {})
        version = project.get("version")
        version = version if isinstance(version, str) else _written_version(root)
        return project["name"], version, {name: _texts(entries) for name, entries in groups.items() if entries}
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(f"{root}/setup.cfg", encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        pass
    name = parser.get("metadata", "name", fallback="")
    version = parser.get("metadata", "version", fallback="")
    from_code = _setup_arguments(f"{root}/setup.py")
    name, version = name or from_code.get("name", ""), version or from_code.get("version", "")
    if not re.match(r"[0-9]", version):
        version = _written_version(root)
    return name, version, {}


def _texts(entries: object) -> dict[str, str]:
    entries = entries if isinstance(entries, dict) else {}
    return {key: value for key, value in entries.items() if isinstance(value, str) and "\n" not in key + value}


def _toml(path: str) -> dict:
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError, RecursionError):
        return {}


def _setup_arguments(path: str) -> dict[str, str]:
    """Texts that ``setup`` is called with."""
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return {}
    found = {}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) == "setup":
            for keyword in call.keywords:
                if isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
                    found[keyword.arg] = keyword.value.value
    return found


def _written_version(root: str) -> str:
    """The version that a package's own file gives as a text, such as ``__version__ = "1.2"``."""
    for base in (root, f"{root}/src"):
        for package in sorted(os.listdir(base)) if os.path.isdir(base) else []:
            for file in ("__init__.py", "_version.py", "version.py", "__about__.py"):
                try:
                    with open(f"{base}/{package}/{file}", encoding="utf-8") as source:
                        match = re.search(r"^__version__\s*(?::\s*\w+\s*)?=\s*['\"]([^'\"\n]+)", source.read(), re.M)
                except (OSError, UnicodeDecodeError):
                    continue
                if match:
                    return match[1]
    return "0"
