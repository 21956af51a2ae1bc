"""The circuits of rules, which all processes of a run of tests share: finding them takes a second for each rule."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from gpulife.engines.bitplanes import rewriting, rule_circuits, smaller_circuits
from gpulife.storage.folders import CACHE_VARIABLE

_FOLDER_VARIABLE = "GPULIFE_TEST_CACHE"


def _remove(folder: str, maker: int) -> None:
    if os.getpid() == maker:  # and not a copy of that process
        shutil.rmtree(folder, ignore_errors=True)


if _FOLDER_VARIABLE not in os.environ:  # else another process of this run has made it
    os.environ[_FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="gpulife-tests-")
    atexit.register(_remove, os.environ[_FOLDER_VARIABLE], os.getpid())
CIRCUITS = Path(os.environ[_FOLDER_VARIABLE]) / "circuits"
"""Folder of circuits, for the folder of each test's cache."""

_THOROUGH = rewriting.MAX_WORK


@cache  # once, although some tests import conftest.py a second time
def keep_circuits() -> None:
    """Let this process look for circuits less thoroughly, and forget none: tests compute with hundreds of rules.

    Programs that tests start look as thoroughly as ever; so do tests with the fixture ``thorough_circuits``.
    """
    CIRCUITS.mkdir(exist_ok=True)
    os.environ[CACHE_VARIABLE] = str(CIRCUITS.parent)  # for what is computed before the first test
    rewriting.MAX_WORK = 1_000_000
    for name in ("_built", "_circuit_or_refusal"):
        setattr(rule_circuits, name, cache(getattr(rule_circuits, name).__wrapped__))


@contextmanager
def own_circuits(folder: Path, work: int = _THOROUGH) -> Iterator[None]:
    """Find all circuits anew, with so much work for each, and keep them in ``folder``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smaller_circuits, "cache_folder", lambda: folder)
        patch.setattr(rewriting, "MAX_WORK", work)
        patch.setattr(rule_circuits, "_circuit_or_refusal", cache(rule_circuits._circuit_or_refusal.__wrapped__))
        yield
