"""The part of a state that several games share: the option, the timing of generations, and random numbers."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from gpulife.games.core.bounds import Natural
from gpulife.games.core.consent import ConsentState
from gpulife.games.core.pace import Beat, Pace


@dataclass(frozen=True, kw_only=True)
class TimedState(ConsentState):
    """The fields of a game's state for time and randomness.

    Attributes:
        option: name of the match's option.
        seed: seed of the match.
        beat: timing of the current generation.
        draws: number of random generators made from the seed so far.
        wild_in: number of generations until the next wild intervention; used only with the option WILD.
        strikes: number of wild interventions since START was last pressed.
    """

    option: str
    seed: int
    beat: Beat = field(default_factory=Beat)
    draws: Natural = 0
    wild_in: Annotated[int, Meta(ge=0, le=1 << 16)] = 0
    strikes: Natural = 0

    @property
    def running(self) -> bool:
        """True if generations are being computed."""
        return self.beat.going

    @property
    def progress(self) -> float:
        """The fraction of the current generation's time that has passed, 0 to 1; 1 when halted."""
        return self.beat.progress

    @property
    def pace(self) -> Pace:
        """The pace at which generations follow each other."""
        return self.beat.pace
