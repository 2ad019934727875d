"""Starts a run of a repository's tests: the program that the sandbox executes.

Everything of ours is loaded and taken off the disk before the first file of the repository is there.
"""

from __future__ import annotations

import os
import shutil
import sys

_OWN = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, _OWN)

from assay_oracle import run  # noqa: E402

if __name__ == "__main__":
    sys.path.remove(_OWN)
    for _name in [name for name in sys.modules if name.startswith("assay_oracle")]:
        del sys.modules[_name]
    shutil.rmtree(_OWN)
    run.begin()
