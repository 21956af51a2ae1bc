"""What a person can begin with: the entries of the start screen, each a match and the actions of its first tick."""

from __future__ import annotations

from dataclasses import dataclass

from gpulife.games.base import NOBODY, Action, ActionKind, Match
from gpulife.games.matches import new_match
from gpulife.games.realtime_settings import REAL_TIME, around_one_screen
from gpulife.rules import parse_rule


@dataclass(frozen=True, slots=True)
class Mode:
    """An entry of the start screen.

    Attributes:
        name: in the settings and on the command line.
        title: for people.
        about: one line.
        rule: name of the rule.
        shape: (rows, columns) of the board.
        density: of the soup that it begins with; 0 for a dead board.
        pace: generations in 1000 seconds; 0 leaves the game its own.
        game: which game it is.
    """

    name: str
    title: str
    about: str
    rule: str
    shape: tuple[int, int]
    density: float
    pace: int = 30_000
    game: str = "study"

    def match(self, seed: int, option: str = "", scale: int = 1) -> Match:
        """The match, with everything random from ``seed``; on a board so many times as wide and as high."""
        if self.game == REAL_TIME:
            return around_one_screen(seed)
        rows, columns = self.shape
        return new_match(self.game, parse_rule(self.rule), (rows * scale, columns * scale), seed, option)

    @property
    def is_contest(self) -> bool:
        """Whether two play against each other, so that somebody has to say who."""
        return self.game not in ("study", "survivor")

    def first_actions(self, *, run: bool = True) -> tuple[Action, ...]:
        """What happens in its first tick: a soup, and off it goes; or START."""
        if self.is_contest:
            return (Action(NOBODY, ActionKind.START),)
        if not self.density:
            return ()
        soup = Action(NOBODY, ActionKind.SOUP, data=f"{self.density:g}")
        pace = Action(NOBODY, ActionKind.PACE, self.pace)
        return (soup, pace, Action(NOBODY, ActionKind.HALT)) if run else (soup, pace)


MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode("two", "Two species", "a soup of two colours, out for each other's room", "Immigration", (96, 160), 0.35),
        Mode("study", "Study Mode", "an empty board for two cursors, the mouse and every pattern", "Immigration",
             (96, 160), 0.0),
        Mode("seed-list", "Seed List Game", "two players, a shot clock, and ten shapes to plant: the game of 1982",
             "Immigration", (88, 160), 0.0, 0, "seed-list"),
        Mode("one-seed", "One Seed Game", "the same with single cells only: the hardest to play well", "Immigration",
             (96, 160), 0.0, 0, "one-seed"),
        Mode("biowar", "BioWar", "up to six, in turns: place cells, and crowd out the others",
             "BioWar:6", (11, 24), 0.0, 0, "biowar"),
        Mode("survivor", "Survivor", "alone against the wells of a far future: turn by turn, five levels",
             "Survivor", (8, 12), 0.0, 0, "survivor"),
        Mode("realtime", "Real-Time Life", "up to 26 move their cells by points, twelve ticks a generation",
             "RealTime:4", (48, 72), 0.0, 0, "realtime"),
        Mode("life-2", "LIFE-2", "two place pieces on 5x5, in secret: the game of 1978", "Immigration:P5,5",
             (5, 5), 0.0, 0, "life-2"),
        Mode("four", "Four species", "three different parents have a child of the fourth", "QuadLife", (180, 320), 0.3),
        Mode("many", "Eight species", "a birth takes the commonest of its neighbours", "B3/S23:8", (180, 320), 0.3),
        Mode("empires", "Empires", "Day & Night in four colours: fronts that creep and boil", "B3678/S34678:4",
             (360, 640), 0.5),
        Mode("massive", "Massive", "sixteen million cells, from far above", "Immigration", (4096, 4096), 0.35),
    )
}  # fmt: skip
"""In the order of the start screen, before the one used last moves to the top."""
