"""The data of the page for hosting a match: game, option, board, seats and privacy, as chosen so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gpulife.games.core.game import Match
from gpulife.games.core.game_spec import GameSpec, Shape
from gpulife.games.matches import EDGES
from gpulife.games.registry import find_game
from gpulife.online.protocol import MAX_BOARD_CELLS, Host
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.seats import NOBODY, PERSON, Seats, level_text, parse_level

_PEOPLE, _FRIENDS, _COMPUTERS = 6, 2, 0
_SENT = frozenset({"handicap", "series", "tick_seconds", "limit"})
"""Names of a match's settings that are sent to the server. The server itself decides all other settings."""
MAX_TITLE = 40


@dataclass(slots=True)
class HostForm:
    """The match that the user is setting up to host.

    Attributes:
        game: name of the game.
        option: the game's option; "" if the game has none.
        levels: for each seat, the level of the computer player, 0 for a person, or None for nobody.
        shape: (rows, columns) of the board; None for the game's default.
        rule: rule of the board; "" for the game's default.
        settings: further settings of the match, keyed by name.
        title: the match's name in lists; "" for the game's name.
        private: True if people need the invite code to find the match.
        fill: True if computer players stand in for people who are away.
    """

    game: str
    option: str = ""
    levels: list[int | None] = field(default_factory=list)
    shape: Shape | None = None
    rule: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    private: bool = False
    fill: bool = True

    def __post_init__(self) -> None:
        spec = self.spec
        self.option = self.option or spec.default_option
        if not self.levels:
            self.count(_PEOPLE if spec.players > SEATS_SHOWN_SINGLY else _FRIENDS, _COMPUTERS, 1)

    @classmethod
    def of(cls, match: Match, seats: Seats | None = None) -> "HostForm":
        """Return the form for a match that was set up on another page, with a person on the first seat.

        ``seats`` says who plays on the other seats. If it is None or has another number of seats than the game, the
        seats of a new form are used.
        """
        spec = find_game(match.game)
        form = cls(match.game, match.option)
        if spec.default_match is None:
            rule = parse_rule(match.rule)
            form.shape = rule.size
            # An option may give the board dead edges; the user can still change the edges here.
            form.rule = str(replace(rule, edges=Edges(match.settings.get(EDGES, rule.edges))))
        form.settings = {name: value for name, value in match.settings.items() if name in _SENT}
        if "tick_seconds" in spec.settings:
            form.count(*_local_counts(match.settings))
        if seats is not None and len(seats.seats) == spec.players:
            others = (None if seat.closed else seat.level for seat in seats.seats[1:])
            form.levels = [0, *others]
        return form

    def with_game(self, game: str) -> "HostForm":
        """Return a new form for another game. Title, privacy and ``fill`` stay the same."""
        return HostForm(game, title=self.title, private=self.private, fill=self.fill)

    @property
    def spec(self) -> GameSpec[Any]:
        """The specification of the form's game."""
        return find_game(self.game)

    @property
    def problem(self) -> str:
        """One line on why this match cannot be hosted; "" if it can be hosted."""
        if self.shape is not None and self.shape[0] * self.shape[1] > MAX_BOARD_CELLS:
            rows, columns = self.shape
            return f"A board of {columns}x{rows} is too large: the limit on line is {MAX_BOARD_CELLS:,} cells"
        if 0 not in self.levels:
            return "There is no seat for a person"
        return ""

    @property
    def board(self) -> Shape:
        """(rows, columns) of the board."""
        return self.shape or self.spec.shape

    @property
    def torus(self) -> bool:
        """True if the board's edges wrap."""
        return self._law.edges is Edges.TORUS

    @property
    def _law(self) -> Rule:
        return parse_rule(self.rule or self.spec.rule)

    def choose_board(self, shape: Shape, *, torus: bool) -> None:
        """Set the size of the board, (rows, columns). Its edges wrap if ``torus`` is True; otherwise they are dead."""
        if (shape, torus) != (self.board, self.torus):
            edges = Edges.TORUS if torus else Edges.DEAD
            self.shape, self.rule = shape, str(self._law.on_board(shape, edges))

    def count(self, people: int, computers: int, level: int) -> None:
        """Set how many people play, and how many computer players of level ``level``.

        They take the first seats. The other seats stay empty.
        """
        playing = [0] * people + [level] * computers
        closed = [None] * self.spec.players
        self.levels = [*playing, *closed][: self.spec.players]

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of people, the number of computer players, and the computer players' level."""
        computers = [level for level in self.levels if level]
        return self.levels.count(0), len(computers), computers[0] if computers else 1

    def wish(self) -> Host:
        """Return the request to a server to host this match."""
        rows, columns = self.shape or (0, 0)
        settings = dict(self.settings)
        if "players" in self.spec.settings:  # the match starts with this many players; others may join later
            people, computers, _ = self.counts
            settings["players"] = computers + min(people, 2)
        return Host(
            self.game,
            self.option,
            tuple(NOBODY if level is None else level_text(level) if level else PERSON for level in self.levels),
            title=self.title[:MAX_TITLE],
            private=self.private,
            rows=rows,
            columns=columns,
            settings=settings,
            rule=self.rule,
            fill=self.fill,
        )


def _local_counts(settings: Mapping[str, Any]) -> tuple[int, int, int]:
    """Return (people, computer players, their level) as numbers, from settings of Real-Time Life."""
    players = int(settings.get("players", _PEOPLE))
    levels = [parse_level(text) for text in str(settings.get("seats", "")).split(",") if text]
    computers = [level for level in levels if level]
    return max(players - len(computers), 1), len(computers), computers[0] if computers else 1


def seat_titles(spec: GameSpec[Any]) -> Sequence[str]:
    """Return the choices for a seat: nobody, a person, and the levels of computer players."""
    return ["Nobody", "Person", *(level.title for level in spec.levels)]
