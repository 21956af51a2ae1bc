"""A client's copy of a match, built only from the server's messages. It uses no prediction, sockets or clock.

Native clients base their prediction on such a copy, computer players base their decisions on it, and tests compare it
with the server's match.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import from_json
from gpulife.games.core.game import Action, Match
from gpulife.games.core.order import Flash, Sound
from gpulife.games.matches import require_playable
from gpulife.games.registry import find_game
from gpulife.online.match_codec import action_of, new_board, read_cells, read_state, visible_hash
from gpulife.online.protocol import (
    MAX_BOARD_CELLS,
    Check,
    Correction,
    Keyframe,
    ProtocolError,
    Resync,
    Seated,
    ServerMessage,
    Ticks,
)
from gpulife.rules import parse_rule
from gpulife.session.order_executor import BoardAccess, carry_out
from gpulife.session.tick import with_revealed_seed

MAX_TICKS_AT_ONCE = 3600
"""Maximum number of ticks to play for one message, not counting ticks in which nothing happens.

A message usually covers a tenth of a second, so a message with more ticks comes from a broken or hostile server.
"""
_LOG = 200  # number of actions kept for the post-mortem
_CANNOT = "this gpulife cannot play the server's match"


def read_match(seated: Seated) -> Match:
    """Return the match described in the server's message ``Seated``, after checking it.

    Raises:
        ProtocolError: this gpulife cannot play the match, or its board is too large.
    """
    try:
        match = from_json(Match, seated.match, "the server's match")
    except GpulifeError as error:
        raise ProtocolError(f"{_CANNOT}: {error}") from error
    require_hosted(match)
    return match


def require_hosted(match: Match) -> None:
    """Check that a match from a server or replay is one that a gpulife server may host.

    Raises:
        ProtocolError: this gpulife cannot play the match, or its board is too large.
    """
    try:
        if match.rule_text:
            raise ProtocolError("its rule comes from a .rule file")
        require_playable(match)
    except GpulifeError as error:
        raise ProtocolError(f"{_CANNOT}: {error}") from error
    rows, columns = parse_rule(match.rule).size or (0, 0)
    if find_game(match.game).online_kinds is None:
        raise ProtocolError(f"the server's match cannot be played on line: servers do not host {match.game}")
    if rows * columns > MAX_BOARD_CELLS:
        limit = f"its board of {columns}x{rows} has more than {MAX_BOARD_CELLS} cells"
        raise ProtocolError(f"the server's match cannot be played on line: {limit}")


class FollowedMatch:
    """A client's copy of a match.

    Args:
        match: the match.
        viewer: the client's seat; NOBODY for a spectator.

    Attributes:
        state: current state, as the viewer may see it.
        engine: engine with the board, on numpy.
        board: read-only access to the board, for the functions of the game.
        ticks: number of ticks played; None before the first keyframe.
        computed: number of generations computed; 0 before the first keyframe.
        sounds: sounds of the ticks played, as (tick, sound) pairs; the caller clears the list.
        wants_keyframe: the request for a keyframe to send if the copy is wrong; None while it is right.
        changes: a counter that grows whenever the board changes.
        on_tick: called after each tick that is played.
    """

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer = match, viewer
        self.game = find_game(match.game)
        self.engine = new_board(match)
        self.board = BoardAccess(self.engine)
        self.state: Any = self.game.start(match, self.engine.shape)
        self.ticks: int | None = None
        self.computed = 0
        self.sounds: list[tuple[int, Sound]] = []
        self.wants_keyframe: Resync | None = None
        self.changes = 0
        self.on_tick: Callable[[], None] = lambda: None
        self._log: deque[tuple[int, Action]] = deque(maxlen=_LOG)

    def take(self, message: ServerMessage) -> bool:
        """Process a message about the match's state; return False if the message is about something else.

        Raises:
            ProtocolError: the message is invalid.
        """
        match message:
            case Keyframe():
                self._begin_at(message)
            case Ticks():
                self._play_to(message)
            case Correction() if self.ticks == message.tick:
                self.state = read_state(self.game, self.match, self.engine.shape, message.state)
            case Correction() if self.ticks is not None and message.tick > self.ticks:
                self._ask()
            case Correction():
                pass  # sent before the keyframe
            case Check():
                self._compare(message)
            case _:
                return False
        return True

    def _begin_at(self, frame: Keyframe) -> None:
        state = read_state(self.game, self.match, self.engine.shape, frame.state)
        self.engine.paint(0, 0, read_cells(self.engine, frame.cells))
        self.engine.generation = frame.generation
        self.board.changed()
        self.changes += 1
        self.state, self.ticks, self.computed = state, frame.tick, frame.computed
        self.wants_keyframe = None
        self._log.clear()

    def _play_to(self, message: Ticks) -> None:
        if self.ticks is None or self.wants_keyframe is not None:
            return  # a keyframe is coming
        if message.upto <= self.ticks:
            return  # sent before the keyframe
        acts = deque(message.acts)
        if acts and acts[0].tick < self.ticks:
            self._ask()
            return
        played = 0
        while self.ticks < message.upto:
            until = min(acts[0].tick, message.upto) if acts else message.upto
            if until > self.ticks and (idle := min(getattr(self.state, "idle", 0), until - self.ticks)) > 0:
                self.state = self.state.skip_idle(idle)
                self.ticks += idle
                continue
            done = []
            while acts and acts[0].tick == self.ticks:
                done.append(action_of(acts.popleft()))
            self._play(tuple(done))
            played += 1
            if played > MAX_TICKS_AT_ONCE:
                raise ProtocolError(f"the server advances more than {MAX_TICKS_AT_ONCE:,} ticks at once")
        if acts:
            raise ProtocolError(f"the server sent an action of tick {acts[0].tick} out of order")

    def _play(self, done: tuple[Action, ...]) -> None:
        here = self.ticks or 0
        self._log.extend((here, action) for action in done)
        self.state, orders = self.game.advance(with_revealed_seed(self.state, done), done, self.board)
        for order in orders:
            if isinstance(order, Sound):
                self.sounds.append((here, order))
            elif not isinstance(order, Flash):
                self.board.changed()
                self.changes += 1
                self.computed += sum(carry_out(self.engine, order))
        self.board.changed()
        self.ticks = here + 1
        self.on_tick()

    def _compare(self, check: Check) -> None:
        if self.ticks != check.tick or self.wants_keyframe is not None:
            return
        digest = self.digest()
        if digest != check.digest:
            self._ask(digest)

    @property
    def last_actions(self) -> tuple[tuple[int, Action], ...]:
        """The most recent actions played, as (tick, action) pairs. A keyframe empties this list."""
        return tuple(self._log)

    def digest(self) -> str:
        """Return the hash of the current state and board, as the viewer may see them."""
        return visible_hash(self.game, self.state, self.viewer, self.board)

    def _ask(self, digest: str = "") -> None:
        log = ";".join(f"{tick} {action.player} {int(action.kind)} {action.a} {action.b}" for tick, action in self._log)
        self.wants_keyframe = Resync(self.ticks or 0, digest, log[-2000:])
