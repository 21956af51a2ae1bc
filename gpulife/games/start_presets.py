"""The entries of the start screen. Each makes a match and the actions of its first tick."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from gpulife.games.core.board_edit import LANDS
from gpulife.games.core.game import EDITS, NOBODY, Action, ActionKind, Match
from gpulife.games.core.game_spec import GameSpec, Preview
from gpulife.games.core.preview_boards import PREVIEW_SHAPE, patches
from gpulife.games.core.shared_texts import online_tagline
from gpulife.games.matches import new_match
from gpulife.games.registry import DEFAULT_GAME, GAMES
from gpulife.patterns.lands import draw_lands
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Rule, parse_rule

_SOUP_GAME = "study"
"""The game of entries that begin with random cells (a soup)."""
_FAR_CELLS = 1 << 20
"""A preview of a board with more cells than this is zoomed out."""
_FAR_SHAPE = (540, 960)
_SKIPPED = 40
"""A preview of random cells begins after this many generations, when they have made room."""
_TWO, _EIGHT = (27, 48), (45, 80)
"""(rows, columns) of the previews of "Two species" and "Eight species"."""


@dataclass(frozen=True, slots=True)
class StartPreset:
    """An entry of the start screen.

    Attributes:
        name: name in the settings and on the command line.
        title: title on screen.
        about: description on screen, one line.
        rule: name of the rule.
        shape: (rows, columns) of the board.
        density: density of the random cells (soup) on the first board, 0 to 1; 0 for a dead board.
        pace: generations in 1000 seconds; 0 for the game's own pace.
        game: name of the game.
        asks_size: True if people choose the rule and the size first.
        picture: preview to show; None to show the entry's soup or, if it has none, the game's preview.
        has_lands: True if each species begins in lands of its own, with seas between them.
        before: rule and (rows, columns) with which the entry began in earlier versions; None if they are the same.
        is_online: True if the texts are for on-line play, where people play against people at other machines.
    """

    name: str
    title: str
    about: str
    rule: str
    shape: tuple[int, int]
    density: float = 0.0
    pace: int = 30_000
    game: str = _SOUP_GAME
    asks_size: bool = False
    picture: Preview | None = None
    has_lands: bool = False
    before: tuple[str, tuple[int, int]] | None = None
    is_online: bool = False

    @property
    def spec(self) -> GameSpec[Any]:
        """The record of the game that this entry begins."""
        return GAMES[self.game]

    @property
    def is_contest(self) -> bool:
        """True for a game that somebody wins; False for a universe to watch and to draw in."""
        return self.spec.competitive or self.spec.players == 1

    @property
    def facts(self) -> str:
        """A few words below the title: a game's number of players and its time, or the size of a universe."""
        spec = self.spec
        if not self.is_contest:
            return f"{self.shape[1]} x {self.shape[0]}" if not self.asks_size else "any rule, any size"
        fewest = 1 if spec.levels and not self.is_online else 2  # a computer can be the other player
        several = f"{fewest}\u2013{spec.players}" if spec.players > fewest else f"{spec.players}"
        players = "alone" if spec.players == 1 else f"{several} players"
        return f"{players} \u00b7 {'by turns' if spec.by_turns else 'real time'}"

    @property
    def online(self) -> "StartPreset":
        """This entry in the words of on-line play."""
        return replace(self, about=online_tagline(self.about), is_online=True)

    @property
    def sentence(self) -> str:
        """A sentence on what people do in this entry and, for a game, about how many minutes it takes."""
        minutes = self.spec.minutes if self.is_contest else 0
        return f"{self.about}: about {minutes} minute{'s' * (minutes > 1)}" if minutes else self.about

    @property
    def preview(self) -> Preview:
        """The moving picture of this entry on the start screen."""
        if self.picture is not None:
            return self.picture
        if not self.density:
            assert self.spec.preview is not None  # noqa: S101 - every game that people choose has one
            return self.spec.preview
        rows, columns = self.shape
        shape = _FAR_SHAPE if rows * columns > _FAR_CELLS else PREVIEW_SHAPE
        species = parse_rule(self.rule).species
        if self.has_lands:
            return Preview(cells=lambda rng: _land_cells(shape, self.density, species, rng), rule=self.rule)
        return Preview(cells=lambda rng: soup(shape, self.density, species, rng), rule=self.rule, skipped=_SKIPPED)

    def match(self, seed: int, option: str = "", scale: int = 1) -> Match:
        """Make the match. All randomness comes from ``seed``; the board is ``scale`` times as wide and as high."""
        if self.spec.default_match is not None:
            return self.spec.default_match(seed)
        rows, columns = self.shape
        return new_match(self.game, parse_rule(self.rule), (rows * scale, columns * scale), seed, option)

    def first_actions(self, *, run: bool = True) -> tuple[Action, ...]:
        """Return the actions of the first tick.

        A competitive game needs only START. Other entries sow their soup and set the pace; without a soup they need no
        action. If ``run``, HALT then starts the universe, which is halted at first.
        """
        if self.spec.competitive:
            return (Action(NOBODY, ActionKind.START),)
        if not self.density:
            return ()
        pace = Action(NOBODY, ActionKind.PACE, self.pace)
        return (self.soup, pace, Action(NOBODY, ActionKind.HALT)) if run else (self.soup, pace)

    @property
    def soup(self) -> Action:
        """The action that fills the board with the entry's random cells."""
        return Action(NOBODY, ActionKind.SOUP, data=f"{self.density:g}{f':{LANDS}' if self.has_lands else ''}")


def _land_cells(shape: tuple[int, int], density: float, species: int, rng: np.random.Generator) -> Cells:
    (cells,) = draw_lands(shape, species, rng).strips(density, rng, iter([(0, shape[0])]))
    return cells


def _glider(_: np.random.Generator) -> Cells:
    cells = np.zeros((14, 25), np.uint8)
    cells[2:5, 2:5] = (0, 1, 0), (0, 0, 1), (1, 1, 1)
    return cells


def _modes() -> tuple[StartPreset, ...]:
    names = sorted(GAMES, key=lambda name: (name != _SOUP_GAME, name != DEFAULT_GAME))
    study, *others = (
        StartPreset(name, spec.title, spec.tagline, spec.rule, spec.shape, game=name)
        for name, spec in ((name, GAMES[name]) for name in names)
    )
    return (
        StartPreset("two", "Two species", "Random cells of two colours fight for space", "Immigration",
             (96, 160), 0.35, picture=Preview(
                 cells=lambda rng: patches(_TWO, (1, 2), 2, 0.35, rng), rule="Immigration", skipped=12)),
        StartPreset("empty", "Empty board", "Draw on a board of any rule and size", "Life",
             (96, 160), asks_size=True, picture=Preview(cells=_glider, rule="Life", grid=True)),
        study,
        *others,
        StartPreset("four", "Four species", "Three different colours give birth to the fourth", "QuadLife",
             (180, 320), 0.3),
        StartPreset("many", "Eight species", "New cells take the most common colour", "B3/S23:8",
             (180, 320), 0.3, picture=Preview(
                 cells=lambda rng: patches(_EIGHT, (2, 4), 8, 0.4, rng), rule="B3/S23:8", skipped=16)),
        StartPreset("empires", "Empires", "Moving fronts between four colours", "B3678/S34678:4",
             (360, 640), 0.5),
        StartPreset("massive", "Massive", "Four species settle a world of sixteen million cells", "B3/S236:4",
             (2880, 5824), 0.4, pace=60_000, has_lands=True, before=("Immigration", (4096, 4096))),
    )  # fmt: skip


START_PRESETS = MappingProxyType({mode.name: mode for mode in _modes()})
"""The start screen's entries in the order in which it lists them; the keys are their names."""


def entry_of(match: Match, first: Iterable[Action]) -> StartPreset | None:
    """Return the start screen's entry that begins a match with these first actions.

    The result is None for a contest, or if no entry begins with these cells.

    Args:
        match: the match.
        first: the actions of its first tick.
    """
    if not match.is_universe:
        return None
    rule, kinds = parse_rule(match.rule), {action.kind for action in first}
    if ActionKind.SOUP in kinds:
        return entry_with_soup(rule)
    if kinds & EDITS:
        return None
    study = START_PRESETS[_SOUP_GAME]
    return study if replace(rule, size=None) == parse_rule(study.rule) else START_PRESETS["empty"]


def entry_with_soup(rule: Rule) -> StartPreset | None:
    """Return the entry with random cells under ``rule``, which includes the board's size; None if there is none."""
    return next((entry for entry in START_PRESETS.values() if entry.density and rule in _rules_of(entry)), None)


def _rules_of(entry: StartPreset) -> tuple[Rule, ...]:
    """Return the entry's rules now and in earlier versions, each with its board size."""
    boards = [(entry.rule, entry.shape), *([entry.before] if entry.before is not None else [])]
    return tuple(parse_rule(name).on_board(shape) for name, shape in boards)
