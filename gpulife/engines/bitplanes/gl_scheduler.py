"""The base classes of both bit-plane engines: they divide a step into passes of a few lengths, and let tiles sleep.

How a pass is computed, and how sleeping tiles are found, depends on the driver's features: see
:mod:`gpulife.engines.bitplanes.gl_pass` for compute shaders and :mod:`gpulife.engines.bitplanes.gl_fragment_engine` for
fragment shaders.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand
from gpulife.engines.bitplanes.layout import cut_into_bands
from gpulife.engines.bitplanes.rule_circuits import has_planes, lets_the_dead_sleep, plane_codes, ties_of
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_engine import STRIP_CELLS, BandedEngine
from gpulife.rules import Rule


def step_by_cells(engine: BandedEngine[Any], generations: int, rule: Rule) -> None:
    """Step a board by a rule that bit planes cannot compute.

    A cells engine (one byte per cell) on the same device computes the generations from a copy of the board, and the
    result is written back.
    """
    rows, columns = engine.shape
    with GLCellsEngine(rule, engine.shape, engine.device) as cells:
        cells.generation = engine.generation
        strips = cut_into_bands(rows, max(1, STRIP_CELLS // columns))
        for row, height in strips:
            cells.paint(row, 0, engine.read(row, 0, height, columns))
        cells.step(generations)
        for row, height in strips:
            engine.paint(row, 0, cells.read(row, 0, height, columns))


class Passes(ABC):
    """Steps one board by one rule in passes (runs of a shader over the board).

    Changes can be found only between passes of the same length, and a pass of another length wakes all tiles with life.
    So a step uses as few lengths as possible.

    Args:
        device: the device; its context must be current in every call.
        rule: the rule with the board's edges.
        lengths: the possible numbers of generations of a pass, the largest first, 1 last.
    """

    def __init__(self, device: GLDevice, rule: Rule, lengths: Sequence[int]) -> None:
        self._device, self._rule = device, rule
        self._all_lengths = lengths
        self._lets_the_dead_sleep = lets_the_dead_sleep(rule)
        self._length, self._streak = 0, 0  # generations of the last pass; number of such passes in a row

    @property
    @abstractmethod
    def awake_share(self) -> float:
        """The share of the board's tiles that were awake at the last count, 0 to 1."""

    @abstractmethod
    def prepare(self, generations: int, *, sleep: bool) -> Iterator[None]:
        """Compile the programs for ``generations`` generations; with ``sleep``, also the programs for longer runs.

        Yields after each program.
        """

    def step(self, generation: int, generations: int) -> None:
        """Compute ``generations`` generations. The bands hold the board of generation ``generation``."""
        for length, count in self._lengths(generations):
            if length != self._length:
                self.wake_all()
                self._length = length
            for _ in range(count):
                self._compute(length, generation)
                self._streak += 1
                generation += length

    @abstractmethod
    def wake_all(self) -> None:
        """Wake all tiles with live cells, so that passes compute them.

        This is needed if the two generations in memory are not one pass apart, since it is then unknown what has
        changed.
        """

    @abstractmethod
    def release(self) -> None:
        """Release the OpenGL objects that were made for the passes."""

    @abstractmethod
    def _compute(self, length: int, generation: int) -> None:
        """Compute a pass of ``length`` generations on the board of ``generation``, without sleeping tiles."""

    def _lengths(self, generations: int) -> Iterator[tuple[int, int]]:
        """Cut ``generations`` into as few passes as possible: yield (length of a pass, number of such passes)."""
        for length in self._all_lengths:
            count, generations = divmod(generations, length)
            if count:
                yield length, count

    def _repeats_turns(self, length: int) -> bool:
        """Return True if all passes of this length decide ties alike, or if the rule has no ties."""
        period = self._rule.family.period(self._rule)
        return period is not None and (not ties_of(self._rule) or length % period == 0)


_MUCH_AWAKE = 0.4
"""Share of awake tiles, 0 to 1. From this share on, waking all tiles makes stepping only a few times slower."""

_BandT = TypeVar("_BandT", PlanesBand, FragmentBand)
_PassesT = TypeVar("_PassesT", bound=Passes)


class SleepingEngine(BandedEngine[_BandT], Generic[_BandT, _PassesT]):
    """An engine with a universe in bit planes; its tiles sleep (are not computed) where nothing changes."""

    _passes: dict[Rule, _PassesT]
    _last: _PassesT | None = None
    _stepped = 0  # the generation after its last step

    @property
    def awake_share(self) -> float:
        """The share of the board that was awake when last measured, 0 to 1; passes skip the rest."""
        return 1.0 if self._last is None else self._last.awake_share

    @property
    def foreseeable_generations(self) -> int | None:
        """The number of further generations for which stepping stays about as fast as now; None for no limit."""
        return None if self.awake_share >= _MUCH_AWAKE else self._generations_of_a_moment()

    def _computes(self, rule: Rule) -> bool:
        """Return True if this engine has passes that compute ``rule``."""
        return has_planes(rule)

    @abstractmethod
    def _open_passes(self, rule: Rule) -> _PassesT:
        """Create the object that runs the passes of ``rule``."""

    def _passes_of(self, rule: Rule) -> _PassesT:
        if rule not in self._passes:
            self._passes[rule] = self._open_passes(rule)
        return self._passes[rule]

    def _step(self, generations: int, rule: Rule) -> None:
        if not self._computes(rule) or plane_codes(rule) != self.bands[0].codes:
            step_by_cells(self, generations, rule)
            return
        with self.device.current():
            passes = self._passes_of(rule)
            if passes is not self._last or self.generation != self._stepped:
                self._wake_all()
                self._last = passes
            passes.step(self.generation, generations)
            self._stepped = self.generation + generations
            self.device.require_no_error("stepping")

    def _wake_all(self) -> None:
        if self._last is not None:
            self._last.wake_all()

    def _release(self) -> None:
        for passes in self._passes.values():
            passes.release()
