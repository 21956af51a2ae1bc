"""The GL cells engine: not there yet in this commit."""

from typing import NoReturn

from gpulife.errors import EngineError
from gpulife.rules import Rule


def GLCellsEngine(rule: Rule, shape: tuple[int, int]) -> NoReturn:  # noqa: D103, N802, ARG001
    raise EngineError("no GL engine yet")
