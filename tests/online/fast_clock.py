"""A faster clock, for tests that would otherwise take minutes."""

import time

import pytest

_PROGRAM = """
# queue and threading keep the real clock, which they take as they are imported
import queue, sys, threading, time
speed, real, began = float(sys.argv.pop(1)), time.monotonic, time.monotonic()
time.monotonic = lambda: began + (real() - began) * speed
from gpulife.cli.main import main
sys.exit(main())
"""


def fast_program(speed: float) -> tuple[str, ...]:
    """Return the Python code that runs gpulife with a clock ``speed`` times as fast."""
    return "-c", _PROGRAM, str(speed)


def pass_faster(monkeypatch: pytest.MonkeyPatch, speed: float) -> None:
    """Make this process's clock run faster."""
    real, began = time.monotonic, time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: began + (real() - began) * speed)
