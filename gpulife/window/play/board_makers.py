"""Opens the engines of universes: on the window's device, or cut into strips on the ranks that compute together."""

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
"""Time for which an answer about memory is good enough: of a driver, and of all ranks."""


class BoardMaker(Protocol):
    """Opens boards, and says what they take."""

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open an engine with an empty board of ``shape`` (rows, columns).

        Raises:
            EngineError: it cannot be opened.
            BoardSizeError: there is no memory for it.
        """

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return the bytes that a board takes."""

    def free_memory(self) -> int:
        """Return the bytes that a new board could take."""


class DeviceBoards:
    """Boards on the window's device. See :class:`BoardMaker`."""

    def __init__(self, device: GLDevice) -> None:
        self._device = device
        self._free = (-_SECONDS, 0)

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open the engine that suits the board."""
        return open_on_device(rule, shape, self._device)

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return what that engine takes."""
        return memory_on_device(rule, shape, self._device)

    def free_memory(self) -> int:
        """Return what is free on the device, which is asked once a second."""
        now = time.perf_counter()
        if now - self._free[0] >= _SECONDS:
            self._free = now, self._device.free_memory()
        return self._free[1]


class RankBoards:
    """Boards over all ranks of a world. See :class:`BoardMaker`.

    Args:
        world: the ranks, of which this process is the first.
        device: the window's device, on which this process computes its own strips, too.
    """

    def __init__(self, world: World, device: GLDevice) -> None:
        from gpulife.engines.ranks.member import member_of

        self._world, self._device = world, device
        self._free = (-_RANKS_SECONDS, 0)
        member_of(world).use_device(device)

    def open(self, rule: Rule, shape: Shape) -> Engine:
        """Open an engine over as many ranks as have rows."""
        self._free = (-_RANKS_SECONDS, 0)
        return open_engine("auto", rule, shape, world=self._world)

    def memory_needed(self, rule: Rule, shape: Shape) -> int:
        """Return what the board takes, without the rows that neighbours have in common."""
        from gpulife.engines.ranks.engine import memory_on_ranks

        return memory_on_ranks(rule, shape, self._device)

    def free_memory(self) -> int:
        """Return what is free on all ranks, which are asked seldom."""
        from gpulife.engines.ranks.engine import free_on_ranks

        now = time.perf_counter()
        if now - self._free[0] >= _RANKS_SECONDS:
            self._free = now, free_on_ranks(self._world)
        return self._free[1]
