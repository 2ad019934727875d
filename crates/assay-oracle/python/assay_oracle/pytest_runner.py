"""pytest, with plug-ins of ours: this one chooses the tests and puts decoys among them, ``recording`` says how each test ended.

Results go by full node id; neither exit code nor anything printed counts.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from assay_oracle import decoys, options
from assay_oracle.channel import Channel, text_of
from assay_oracle.guard import Guard
from assay_oracle.recording import Recording

#: Exit codes of pytest that mean that the run as a whole went to its end: passed, failed, no tests.
_WENT_TO_ITS_END = (0, 1, 5)


class Selecting:
    """Chooses, orders, adds decoys, and says what was found."""

    def __init__(self, order: dict, channel: Channel, plugins: list[str], paths: list[str] | None) -> None:
        self._order = order
        self._channel = channel
        self._plugins = plugins
        self._paths = paths
        #: Each decoy, and its module.
        self._placed: dict[Any, str] = {}
        self._filtered = False
        self.decoys: dict[str, str] = {}
        self.guard: Guard | None = None
        self.recording: Recording | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_plugin_registered(self, manager: Any) -> None:
        """Looks at the runner when the environment's plug-ins are loaded, before any that the repository brings."""
        found = [manager.get_plugin(name) for name in self._plugins]
        if self.guard is None and None not in found:
            self.guard = Guard(found)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config: Any) -> Any:
        """Looks at what was asked for before the repository's hooks can change it."""
        self.guard = self.guard or Guard()
        asked = early_config.known_args_namespace
        self._filtered = any(getattr(asked, name, None) for name in ("keyword", "markexpr", "deselect"))
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: Any) -> None:
        """Where files are wanted, they are all that is collected: what the repository's own options name is not."""
        if self._paths is not None:
            config.args = list(self._paths)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector: Any) -> Any:
        """Says which files cannot be loaded."""
        outcome = yield
        report = outcome.get_result()
        if report.outcome == "failed":
            where = text_of(report.nodeid)
            self._channel.say("broken", where=where, detail=self._channel.detail(report.longreprtext))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list) -> Any:
        """Decoys go in before the repository's own hooks see the tests."""
        if self._order["tests"] is not None:
            wanted = set(self._order["tests"])
            items[:] = [item for item in items if text_of(item.nodeid) in wanted]
        self._place_decoys(items)
        yield
        if self._filtered:
            # The repository's own options leave tests out by name or mark, and decoys with them. Nothing else may.
            items.extend(item for item in self._placed if item not in items)
        if self._order["seed"] is not None:
            items[:] = decoys.shuffled(items, self._order["seed"], _file_of, _class_of)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> Any:
        """Every test that will run is named first, and every decoy, whether or not it is still there.

        A hook around ours may have changed the tests after we saw them; here the loop begins. What is named and does not end shows
        in the report. The recorder comes last to pytest, so it stands around all others.
        """
        if not self._placed:
            self._place_decoys(session.items)
        missing = [item for item in self._placed if item not in session.items]
        if missing:
            evidence = f"{missing[0].nodeid} was taken out of the tests"
            self._channel.say("tampered", evidence=text_of(evidence))
        hosts = {item.nodeid: text_of(module) for item, module in self._placed.items()}
        for item in (*session.items, *missing):
            kind, host = self.decoys.get(item.nodeid), hosts.get(item.nodeid)
            self._channel.say("found", id=text_of(item.nodeid), decoy=kind, host=host)
        self.recording = Recording(self._channel, self.decoys, self.guard)
        session.config.pluginmanager.register(self.recording)
        yield

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excrepr: Any) -> None:
        """A hook failed, so the run is over."""
        self._channel.say("broken", where="", detail=self._channel.detail(excrepr))

    def _place_decoys(self, items: list) -> None:
        if not self._order["decoys"]:
            return
        modules = list(dict.fromkeys(item.getparent(pytest.Module) for item in items))
        for module in decoys.hosts([module for module in modules if module], self._order["decoy_seed"]):
            last = max(place for place, item in enumerate(items) if item.getparent(pytest.Module) is module)
            for name, kind in self._order["decoys"]:
                function = decoys.function_of(kind, lambda: pytest.skip("decoy"))
                function.__name__ = function.__qualname__ = name
                setattr(module.obj, name, function)
                item = pytest.Function.from_parent(module, name=name, callobj=function)
                self.decoys[item.nodeid] = kind
                self._placed[item] = module.nodeid
                items.insert(last + 1, item)


def _file_of(item: Any) -> object:
    return item.getparent(pytest.Module) or item.nodeid.partition("::")[0]


def _class_of(item: Any) -> object:
    return item.getparent(pytest.Class)


def run(order: dict, root: str, scratch: str, channel: Channel, plugins: list[str]) -> None:
    """Runs pytest once in the repository's root."""
    file, words = options.configuration(root, f"{scratch}/pytest.ini", int(pytest.__version__.partition(".")[0]))
    paths = order["files"]
    if order["tests"] is not None:
        paths = sorted({test.partition("::")[0] for test in order["tests"]})
    if paths is not None:
        for path in paths:
            if not os.path.isfile(f"{root}/{path}"):
                channel.say("broken", where=text_of(path), detail="there is no such file")
        paths = [f"{root}/{path}" for path in paths if os.path.isfile(f"{root}/{path}")]
        if not paths:
            channel.say("done", status=5)
            return
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    chosen = [word for name in plugins for word in ("-p", name)]
    # Behind the repository's own words: of two the last counts.
    fixed = [
        "-c", file, f"--rootdir={root}", f"--confcutdir={root}", "-p", "no:cacheprovider", "-o", "addopts=",
        "-o", "required_plugins=", "--continue-on-collection-errors", "--maxfail=0",
    ]  # fmt: skip
    if "hypothesispytest" in plugins:
        fixed.append("--hypothesis-seed=0")
    selecting = Selecting(order, channel, plugins, paths)
    status = int(pytest.main([*chosen, *words, *fixed, *(paths or [])], plugins=[selecting]))
    if status not in _WENT_TO_ITS_END:
        channel.say("broken", where="", detail=f"pytest ended with status {status}")
    elif selecting.recording is None:
        channel.say("broken", where="", detail="pytest ended before it came to the tests")
    if selecting.guard and (evidence := selecting.guard.replaced()):
        channel.say("tampered", evidence=text_of(evidence))
    channel.say("done", status=status)
