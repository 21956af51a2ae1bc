"""The part of a state that several games share: an option, generations in time, and the match's random numbers."""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from gpulife.games.core.bounds import Natural
from gpulife.games.core.consent import ConsentState
from gpulife.games.core.pace import Beat, Pace


@dataclass(frozen=True, kw_only=True)
class TimedState(ConsentState):
    """The part of a game's state that is about time and chance, which ``wild`` reads and changes.

    Attributes:
        option: name of one of the game's options.
        seed: seed of the match.
        beat: place in time between two generations.
        draws: number of generators made from the match's seed.
        wild_in: generations until the next wild intervention; only used with the option WILD.
        strikes: number of wild interventions since START.
    """

    option: str
    seed: int
    beat: Beat = field(default_factory=Beat)
    draws: Natural = 0
    wild_in: Annotated[int, Meta(ge=0, le=1 << 16)] = 0
    strikes: Natural = 0

    @property
    def running(self) -> bool:
        """Whether generations are being computed."""
        return self.beat.going

    @property
    def progress(self) -> float:
        """The part of the running generation's time that is over, 0 to 1; 1 when halted."""
        return self.beat.progress

    @property
    def pace(self) -> Pace:
        """The pace at which generations follow each other."""
        return self.beat.pace
