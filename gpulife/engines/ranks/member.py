"""A rank: its OpenGL device, and its strips of the boards that all ranks compute together."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from gpulife.engines.base import Engine, StripPlace
from gpulife.engines.ranks.halo_exchange import HaloExchange
from gpulife.engines.ranks.strips import CellsStrip, PlanesStrip, RankStrip, StripSpec
from gpulife.engines.registry import Opening, find_engine
from gpulife.errors import EngineError
from gpulife.patterns.board_sizes import free_memory
from gpulife.ranks.world import World

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """The abilities of a rank.

    Attributes:
        renderer: the OpenGL renderer's name; None without OpenGL.
        problem: why there is no OpenGL; "" if there is.
        memory_of: the name of the machine or card whose memory the rank uses; ranks with the same value share it.
        free_memory: how many bytes of that memory are free.
        has_compute: True if the rank's OpenGL has compute shaders.
        has_int64: True if its shaders have 64-bit integers.
        is_software: True if OpenGL runs on the processor.
    """

    renderer: str | None
    problem: str = ""
    memory_of: str
    free_memory: int
    has_compute: bool = False
    has_int64: bool = False
    is_software: bool = True


def free_by_memory(abilities: Iterable[Abilities]) -> dict[str, int]:
    """Return how many bytes of memory are free, keyed by the name of the machine or card that has the memory.

    If several ranks use the same memory, the smallest number that these ranks report is returned.
    """
    free: dict[str, int] = {}
    for each in abilities:
        free[each.memory_of] = min(each.free_memory, free.get(each.memory_of, each.free_memory))
    return free


class Member:
    """This process as one of the ranks.

    Args:
        world: the ranks.

    Attributes:
        world: the ranks.
        strips: the strips of the open boards, keyed by board number.
        unanswered: on rank 0, for each started call, the ranks that have not yet reported its end.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.strips: dict[int, RankStrip] = {}
        self.unanswered: deque[list[int]] = deque()
        self._device: GLDevice | None = None
        self._owns_device = True

    def use_device(self, device: "GLDevice") -> None:
        """Use ``device``, such as a window's, instead of opening one. :meth:`close` then leaves it open."""
        self._device, self._owns_device = device, False

    @property
    def device(self) -> "GLDevice":
        """The rank's device, opened on first use and shared by its strips, so that each shader is compiled only once.

        Raises:
            EngineError: there is no OpenGL.
        """
        if self._device is None:
            from gpulife.engines.gl.gl_device import open_device

            self._device = open_device(self.world.local_rank)
        return self._device

    def abilities(self) -> Abilities:
        """Return this rank's abilities."""
        from mpi4py import MPI

        machine = MPI.Get_processor_name()
        try:
            device = self.device
        except EngineError as error:
            return Abilities(renderer=None, problem=str(error), memory_of=machine, free_memory=free_memory())
        return Abilities(
            renderer=device.renderer,
            memory_of=machine if device.is_software else f"{machine} card {device.card}",
            free_memory=device.free_memory(),
            has_compute=device.has_compute,
            has_int64=device.has_int64,
            is_software=device.is_software,
        )

    def open_strip(self, spec: StripSpec) -> RankStrip:
        """Open this rank's strip of a board: a PlanesStrip if ``spec`` has a plan, else a CellsStrip.

        Raises:
            EngineError: the engine cannot be opened, or does not run on several ranks.
        """
        number = self.world.rank
        above, below = spec.neighbours(number)
        open_exchange = partial(HaloExchange, self.world, spec.places[number], above, below)

        def open_cells(cells: StripSpec) -> CellsStrip:
            return CellsStrip(cells, number, partial(self._open_engine, cells), open_exchange)

        if spec.plan is None:
            return open_cells(spec)
        return PlanesStrip(*(spec, number, partial(self._open_planes, spec, number), open_exchange, open_cells))

    def _open_engine(self, spec: StripSpec, shape: tuple[int, int], place: StripPlace) -> Engine:
        record = find_engine(spec.engine)
        device = self.device if record.needs_opengl else None  # ranks may compute without OpenGL
        options = Opening(device=device, max_rows=spec.max_rows, place=place)
        return record.open(replace(spec.rule, size=shape), shape, options)

    def _open_planes(self, spec: StripSpec, number: int, open_exchange: Callable[[int], HaloExchange] | None) -> Engine:
        """Open the planes engine for strip ``number``; ``open_exchange`` is None if the strip is the whole board."""
        from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine

        shape = spec.places[number].rows, spec.shape[1]
        return GLPlanesEngine(
            *(replace(spec.rule, size=shape), shape, self.device, spec.max_rows, spec.plan),
            lean=spec.lean,
            open_exchange=open_exchange,
        )

    def close_strips(self) -> None:
        """Close all strips."""
        for strip in self.strips.values():
            strip.engine.close()
        self.strips.clear()

    def close(self) -> None:
        """Close all strips and the device."""
        self.close_strips()
        if self._device is not None and self._owns_device:
            self._device.close()
        self._device = None


_members: WeakKeyDictionary[World, Member] = WeakKeyDictionary()


def member_of(world: World) -> Member:
    """Return the member that represents this process in ``world``; the same object in every call."""
    if world not in _members:
        _members[world] = Member(world)
    return _members[world]


StripFunction = Callable[..., Any]
"""A module-level function. Its first argument is a strip; rank 0 sends the other arguments."""
