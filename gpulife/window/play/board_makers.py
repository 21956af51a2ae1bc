"""Opens engines for the boards of universes: on the window's device, or spread over several processes (ranks)."""

import time
from typing import Protocol

from gpulife.engines import open_engine
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import memory_on_device, open_on_device
from gpulife.ranks.world import World
from gpulife.rules import Rule

Shape = tuple[int, int]
_SECONDS, _RANKS_SECONDS = 1.0, 10.0
"""Seconds for which the amount of free memory is cached: for one device, and for all ranks (processes)."""


class BoardMaker(Protocol):
    """Opens boards, and says how much memory a board needs and how much is free."""

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open an engine with an empty board of ``shape`` (rows, columns).

        Raises:
            EngineError: the engine cannot be opened.
            BoardSizeError: there is not enough memory for the board.
        """

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return the bytes of memory that a board needs."""

    def free_memory(self) -> int:
        """Return the bytes available for a new board."""


class DeviceBoards:
    """Opens boards on the window's device. See :class:`BoardMaker`."""

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._free = (-_SECONDS, 0)

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open the fastest engine on this device for the board."""
        return open_on_device(rule, shape, self._device)

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return the bytes of memory that the engine of such a board needs."""
        return memory_on_device(rule, shape, self._device)

    def free_memory(self) -> int:
        """Return the bytes free on the device. The device is asked at most once a second."""
        now = time.perf_counter()
        if now - self._free[0] >= _SECONDS:
            self._free = now, self._device.free_memory()
        return self._free[1]


class RankBoards:
    """Opens boards that are spread over several processes (ranks). See :class:`BoardMaker`.

    Args:
        world: the processes. This process is the first of them.
        device: the window's device, on which this process computes its share of a board.
    """

    def __init__(self, world: World, device: GLDevice) -> None:
        from gpulife.engines.ranks.member import member_of

        self._world, self._device = world, device
        self._free = (-_RANKS_SECONDS, 0)
        member_of(world).use_device(device)

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open an engine on all ranks, or on fewer ranks if the board has fewer rows than there are ranks."""
        self._free = (-_RANKS_SECONDS, 0)
        return open_engine("auto", rule, shape, world=self._world)

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return the bytes of memory that a board needs on all ranks, not counting copies of other ranks' rows."""
        from gpulife.engines.ranks.engine import memory_on_ranks

        return memory_on_ranks(rule, shape, self._device)

    def free_memory(self) -> int:
        """Return the total of free bytes on all ranks. The ranks are asked at most once in ten seconds."""
        from gpulife.engines.ranks.engine import free_on_ranks

        now = time.perf_counter()
        if now - self._free[0] >= _RANKS_SECONDS:
            self._free = now, free_on_ranks(self._world)
        return self._free[1]
