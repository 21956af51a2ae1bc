"""Matches between bots and computers, played by a program."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.api.checks import board_shape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import UsageError
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import Action, ActionKind, Board
from gpulife.games.core.game_spec import ComputerSeat, GameSpec
from gpulife.games.core.player import Player
from gpulife.games.registry import GAMES, find_game
from gpulife.online.seat_rules import seat_kinds
from gpulife.rules import parse_rule
from gpulife.session.history import Recording
from gpulife.session.session import Session
from gpulife.session.unattended import play_to_end, unattended_match

_ALONE = frozenset(
    {
        ActionKind.AGAIN,
        ActionKind.DIGIT,
        ActionKind.OK,
        ActionKind.PIECE,
        ActionKind.START,
        ActionKind.STEP,
        ActionKind.TAKE_BACK,
    }
)
"""What a player may do, besides, in a game that is played alone."""
_FEWEST, _MOST = 1, 4
_COMPUTER = "computer"

Move = Sequence[Any]
"""What a bot does: the kind of action, such as "place", and up to two numbers and a text, as in ("place", 3, 4)."""


@dataclass(frozen=True)
class View:
    """What a bot sees in a tick: everything that its seat may know.

    Attributes:
        game: the game's name.
        seat: the bot's seat, 0 for the first.
        tick: number of the tick; there are 60 in a second of play.
        generation: the generation of the cells.
        board: the cells: state codes, shape (rows, columns), uint8. State ``seat + 1`` is the bot's own species.
    """

    game: str
    seat: int
    tick: int
    generation: int
    board: NDArray[np.uint8]
    _state: Any
    _live_states: int

    @cached_property
    def state(self) -> dict[str, Any]:
        """The game's state, without the secrets of other seats, as data for JSON; see the page of the game."""
        data: dict[str, Any] = to_json(self._state)
        return data

    @cached_property
    def census(self) -> tuple[int, ...]:
        """The number of cells in each live state, from state 1 on."""
        counts = np.bincount(self.board.reshape(-1), minlength=self._live_states + 1)
        return tuple(counts[1:].tolist())


Bot = Callable[[View], Iterable[Move]]
"""A player: called in each tick, returns what it does, an empty list for nothing."""


@dataclass(frozen=True)
class Played:
    """A match that has been played.

    Attributes:
        game: the game's name.
        scores: the score of each seat, as the game counts.
        winner: the winner's seat; None for a tie.
        ending: one word for the reason why the match ended, such as "clock" or "limit".
        generation: the generation of the last board.
        ticks: length of the match in ticks of 1/60 second.
    """

    game: str
    scores: tuple[float, ...]
    winner: int | None
    ending: str
    generation: int
    ticks: int
    _recording: Recording

    def save(self, path: str | PathLike[str]) -> None:
        """Write a replay, which ``gpulife replay`` and the window show.

        Raises:
            OutputError: the file cannot be written.
        """
        from gpulife.session.replay import write_replay

        write_replay(Path(path), self._recording)


def play(
    game: str,
    players: Sequence[str | Bot],
    *,
    seed: int | None = None,
    option: str = "",
    shape: tuple[int, int] | None = None,
    limit: int | None = None,
) -> Played:
    """Play a match to its end, as tournaments do: by the game's own clock, without waiting.

    Args:
        game: a name from :func:`list_games`.
        players: a player for each seat: "computer:3" for the computer at level 3, or a bot: a function that is called
            with a :class:`View` in each tick and returns its moves.
        seed: seed of everything random; None for a random one. The same seed and players give the same match.
        option: one of the game's options; "" for the default.
        shape: (rows, columns) of the board; None for the game's default.
        limit: turns or generations after which the match is decided by its scores; None for the game's default, 0 for
            no limit.

    Raises:
        GpulifeError: there is no such game, option or level, a bot's move is not a move, or there are too many or
            too few players.
    """
    spec = find_game(game)
    rules = spec.tournament
    if not 1 <= len(players) <= spec.players:
        raise UsageError(f"{len(players)} players: {game} has {spec.players} seats")
    if spec.is_duel and len(players) != spec.players:
        raise UsageError(f"{len(players)} player: {game} is for two")
    size = board_shape(shape) if shape is not None else (rules and rules.shape) or spec.shape
    most = (rules.limit if rules else 0) if limit is None else limit
    number = int(np.random.default_rng().integers(1 << 32)) if seed is None else seed
    match = unattended_match(game, size, number, option.upper(), most)
    seats = [_seat(spec, player, seat, number) for seat, player in enumerate(players)]
    with NumpyEngine(parse_rule(match.rule), size) as engine:
        session = Session(match, engine, seats, budget=0)
        levels = [_level(player) for player in players]
        first = rules.first_actions if rules else spec.begin(session.state, range(len(players)))
        session.tick((*first, *seat_actions(session.state, levels)))
        outcome = play_to_end(session, seats, most)
        assert outcome is not None  # noqa: S101 - nobody stops it
        scores = tuple(spec.scores(session.state, session.board.census()))
        return Played(
            game, scores, outcome.winner, outcome.ending, engine.generation, session.ticks, session.recording()
        )


def list_games() -> dict[str, str]:
    """Return the names of all games, each with one line about it, as in ``gpulife list games``."""
    return {name: spec.about for name, spec in GAMES.items()}


class _BotPlayer:
    """A bot in a seat, as sessions know players."""

    is_live = False

    def __init__(self, bot: Bot, game: GameSpec[Any], seat: int) -> None:
        self._bot, self._game, self._seat = bot, game, seat
        self._kinds = {kind.name.lower().replace("_", "-"): kind for kind in _kinds_of(game)}

    def actions(self, tick: int, state: Any, board: Board) -> Sequence[Action]:
        """Return the bot's actions in ``tick``."""
        cells, known = board.read(0, 0, *board.shape), self._game.observe(state, self._seat)
        view = View(self._game.name, self._seat, tick, board.generation, cells, known, board.rule.live_states)
        return tuple(action_of(move, self._seat, self._kinds) for move in self._bot(view) or ())


def action_of(move: Move, seat: int, kinds: Mapping[str, ActionKind]) -> Action:
    """Return a bot's move as an action of its seat.

    Args:
        move: what the bot returned.
        seat: its seat.
        kinds: the kinds of actions that it may use, by name.

    Raises:
        UsageError: it is not a move.
    """
    parts = list(move) if isinstance(move, list | tuple) else []
    if not _FEWEST <= len(parts) <= _MOST or not isinstance(parts[0], str) or parts[0] not in kinds:
        raise UsageError(
            f"{move!r:.80} is not a move: use one such as ('place', 3, 4); kinds: {', '.join(sorted(kinds))}"
        )
    kind, *rest = parts
    text = rest.pop() if rest and isinstance(rest[-1], str) else ""
    if len(rest) > _MOST - 2 or not all(isinstance(each, int | np.integer) for each in rest):
        raise UsageError(f"{move!r:.80} is not a move: after {kind!r} come at most two whole numbers and a text")
    a, b = ([int(each) for each in rest] + [0, 0])[:2]
    return Action(seat, kinds[kind], a, b, text)


def _kinds_of(game: GameSpec[Any]) -> frozenset[ActionKind]:
    return seat_kinds(game) | (_ALONE if game.online_kinds is None else frozenset())


def _seat(spec: GameSpec[Any], player: str | Bot, seat: int, seed: int) -> Player[Any]:
    if not callable(player):
        return spec.computer(ComputerSeat(seat=seat, level=_level(player), seed=seed))
    return _BotPlayer(player, spec, seat)


def _level(player: str | Bot) -> int:
    """Return a computer's level; 1 for a bot, which a game treats as a computer of that level."""
    if callable(player):
        return 1
    kind, _, level = player.partition(":") if isinstance(player, str) else ("", "", "")
    if kind != _COMPUTER or not level.isdecimal() or len(level) > 2:
        raise UsageError(f"player {player!r:.40}: use a function, or 'computer:1' and higher levels")
    return int(level)
