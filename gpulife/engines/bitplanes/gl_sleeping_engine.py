"""What both engines with bit planes share: passes of a rule that leave out what sleeps, and what wakes it."""

from abc import abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from gpulife.engines.bitplanes.gl_bands import PlanesBand
from gpulife.engines.bitplanes.gl_fragment_bands import FragmentBand
from gpulife.engines.bitplanes.layout import cut_into_bands
from gpulife.engines.bitplanes.rule_circuits import has_planes
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_engine import STRIP_CELLS, BandedEngine
from gpulife.rules import Rule


def step_by_cells(engine: BandedEngine[Any], generations: int, rule: Rule) -> None:
    """Compute generations of ``rule`` on a temporary cells engine on the same device."""
    rows, columns = engine.shape
    with GLCellsEngine(rule, engine.shape, engine.device) as cells:
        cells.generation = engine.generation
        strips = cut_into_bands(rows, max(1, STRIP_CELLS // columns))
        for row, height in strips:
            cells.paint(row, 0, engine.read(row, 0, height, columns))
        cells.step(generations)
        for row, height in strips:
            engine.paint(row, 0, cells.read(row, 0, height, columns))


class Passes(Protocol):
    """The passes of one rule on one board."""

    @property
    def awake_share(self) -> float:
        """The share of the board's tiles that were awake at the last count."""

    def step(self, generation: int, generations: int) -> None:
        """Compute that many generations after ``generation``, which is in the bands."""

    def wake_all(self) -> None:
        """Wake all tiles: the board is no longer what the last passes made of it."""

    def release(self) -> None:
        """Release what the passes have of their own."""


_MUCH_AWAKE = 0.4
"""The share of a board that is awake from which on computing all of it takes no more than a few times as long."""

_BandT = TypeVar("_BandT", PlanesBand, FragmentBand)
_PassesT = TypeVar("_PassesT", bound=Passes)


class SleepingEngine(BandedEngine[_BandT], Generic[_BandT, _PassesT]):
    """A universe in bit planes, whose tiles sleep where nothing happens. See :class:`BandedEngine`."""

    _passes: dict[Rule, _PassesT]
    _last: _PassesT | None = None
    _stepped = 0  # the generation that it made

    @property
    def awake_share(self) -> float:
        """The share of the board that is computed, 0 to 1, as of some passes ago; the rest sleeps."""
        return 1.0 if self._last is None else self._last.awake_share

    @property
    def foreseeable_generations(self) -> int | None:
        """How many generations surely do not take much longer each than the last ones did; None if it is any number."""
        return None if self.awake_share >= _MUCH_AWAKE else self._generations_of_a_moment()

    @abstractmethod
    def _open_passes(self, rule: Rule) -> _PassesT:
        """Make the passes of a rule."""

    def _passes_of(self, rule: Rule) -> _PassesT:
        if rule not in self._passes:
            self._passes[rule] = self._open_passes(rule)
        return self._passes[rule]

    def _step(self, generations: int, rule: Rule) -> None:
        if not has_planes(rule):
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
