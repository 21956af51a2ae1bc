"""A match on the server, which alone orders what players do: no sockets, no clock and no files.

Its owner lets ticks pass and asks what each viewer has to be told. Viewers of a game without secrets are all told the
same; see :mod:`gpulife.online.viewers` for the others.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.core.quiet_time import FOR_EVER
from gpulife.online.action_rows import action_of, action_row
from gpulife.online.games_played import GamesPlayed
from gpulife.online.hosted_session import HostedSession, commitment
from gpulife.online.keyframe_codec import keyframe_of, pack_state, visible_hash
from gpulife.online.match_board import new_board
from gpulife.online.protocol import ActionRow, Check, Correction, Keyframe, ServerMessage, Ticks
from gpulife.online.viewers import has_secrets, may_be_told
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording
from gpulife.session.tick import releases

CHECK_TICKS = 60
"""Ticks between two hashes by which clients find out that their copy is another one."""
STILL_TICKS = 30
"""Ticks between two looks whether time can stand still, since nothing happens in it."""
COMPUTER_TICKS = 600
"""Ticks for which time goes on for computers though nothing happens: who does nothing for so long waits for people."""
EVERYBODY = NOBODY
"""The viewer under which all are told the same, where a game has no secrets."""
MAX_WAITING = 256
"""Limit on the actions that wait for the next tick."""


def ignore_tick(_tick: int, _actions: Sequence[Action]) -> None:
    """Do nothing after a tick."""


@dataclass(slots=True)
class HostedMatch:
    """A match in play on the server.

    Attributes:
        session: the session.
        on_tick: called after each tick in which something was done, with the tick and its actions, for the disk.
        computers_play: whether computers have seats: they count the ticks in which nothing happens, too.
    """

    session: HostedSession
    on_tick: Callable[[int, Sequence[Action]], None] = ignore_tick
    computers_play: bool = False
    _waiting: list[Action] = field(default_factory=list)
    _told: int = 0
    _checked: int = 0
    _looked: int = 0
    _happened: int = 0
    _stands: bool = False
    _acts: list[ActionRow] = field(default_factory=list)
    _out: dict[int, list[ServerMessage]] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        match: Match,
        secret: bytes,
        *,
        recording: Recording | None = None,
        keyframe: SessionKeyframe | None = None,
        games: GamesPlayed | None = None,
    ) -> "HostedMatch":
        """Begin a match on the numpy engine, or go on with one at the end of its recording.

        Args:
            match: the match.
            secret: what everything random comes from.
            recording: what was played of it before.
            keyframe: a moment of the recording, from which the rest is played again; None for its beginning.
            games: the games that went before that moment.

        Raises:
            EngineError: the board is another one than the match's.
            BoardSizeError: there is not enough memory for it.
        """
        session = HostedSession(match, new_board(match), secret, recording=recording, keyframe=keyframe, games=games)
        session.seek(session.recorded_ticks)
        hosted = cls(session)
        hosted._told = session.ticks
        # Each match has its hashes at a moment of its own, so that those begun together do not all have them at once.
        hosted._checked = session.ticks - int(commitment(secret)[:4], 16) % CHECK_TICKS
        return hosted

    @property
    def has_secrets(self) -> bool:
        """Whether viewers see different things."""
        return has_secrets(self.session.game)

    @property
    def has_news(self) -> bool:
        """Whether something was done that viewers should be told at once."""
        return bool(self._acts or any(self._out.values()))

    def watch_for(self, viewers: Iterable[int]) -> None:
        """Say who is to be told: seats, and NOBODY for those who watch. Others are told nothing."""
        wanted = set(viewers) if self.has_secrets else {EVERYBODY}
        self.session.watch_for(wanted)
        self._out = {viewer: self._out.get(viewer, []) for viewer in wanted}

    def act(self, action: Action) -> str:
        """Let an action wait for the next tick; return "" or the reason why it cannot."""
        if len(self._waiting) >= MAX_WAITING:
            return "too much is waiting for the next tick"
        self._waiting.append(action)
        return ""

    def release(self, seat: int) -> None:
        """Let go of the stick and the trigger of a seat: its owner is silent."""
        self._waiting.extend(action for action in releases(self.session.state.cursors) if action.player == seat)

    def set_levels(self, levels: Sequence[int]) -> None:
        """Tell the game the computer's level on each seat, 0 for a person, where it does not know yet."""
        self._waiting.extend(seat_actions(self.session.state, levels))

    def pass_ticks(self, count: int) -> int:
        """Let up to ``count`` ticks pass; return how many did, fewer only where nothing would happen in the others.

        What waits is done in the first of them. Quiet ones pass at once.
        """
        session, before = self.session, self.session.ticks
        end, self._stands = before + count, False
        while (here := session.ticks) < end:
            left = min(end, self._checked + CHECK_TICKS) - here
            if self._waiting:
                self._play()
            elif session.skip_idle(left):
                pass
            elif here - self._looked >= STILL_TICKS and self._is_still():
                self._stands = True
                break
            elif not session.skip_quiet(min(left, self._looked + STILL_TICKS - here)):
                self._play()
            if session.ticks - self._checked >= CHECK_TICKS:
                self._checked = session.ticks
                self._add_checks()
        return session.ticks - before

    @property
    def busy_in(self) -> int:
        """The number of ticks, 1 or more, that have to pass until something happens in one of them."""
        session = self.session
        if self._waiting:
            return 1
        if self._stands:
            return FOR_EVER
        return min(session.quiet_ticks + 1, max(self._checked + CHECK_TICKS - session.ticks, 1))

    def take_news(self) -> dict[int, list[ServerMessage]]:
        """Return what each viewer has to be told now, in order; ``EVERYBODY`` stands for all without secrets.

        Called when there :meth:`has_news`, and now and then, so that clients know how much time has passed.
        """
        self._close_ticks()
        news = {viewer: messages for viewer, messages in self._out.items() if messages}
        self._out = {viewer: [] for viewer in self._out}
        return news

    def keyframe(self, viewer: int) -> Keyframe:
        """Return the present moment as a viewer may see it. Take the news first: it must not follow on this."""
        session = self.session
        return keyframe_of(session.ticks, session.computed, session.seen_by(viewer), session.engine)

    def _is_still(self) -> bool:
        """Find out whether nothing happens any more, which takes as long as a tick."""
        now, has_clock = self.session.ticks, 0 < self.session.quiet_ticks < FOR_EVER // 2
        is_still = not has_clock and self.session.is_still  # a clock that runs is known without playing a tick
        if not is_still:
            self._happened = now
        if is_still and (not self.computers_play or now - self._happened >= COMPUTER_TICKS):
            return True
        self._looked = now
        return False

    def _play(self) -> None:
        session, here = self.session, self.session.ticks
        actions, self._waiting = self._waiting, []
        session.tick(actions)
        done = session.log.at(here)
        if done:
            self._happened = here
            self.on_tick(here, done)
            self._acts.extend(action_row(here, action) for action in done)
        for mirror in session.mirrors.values():
            if mirror.replaced or mirror.corrected:
                self._close_ticks()
                self._out[mirror.viewer].append(
                    self.keyframe(mirror.viewer)
                    if mirror.replaced
                    else Correction(session.ticks, pack_state(session.seen_by(mirror.viewer)))
                )

    def _close_ticks(self) -> None:
        """Tell all viewers the ticks since last time."""
        upto, acts = self.session.ticks, self._acts
        if upto == self._told and not acts:
            return
        for viewer, messages in self._out.items():
            told = acts if not self.has_secrets else [row for row in acts if may_be_told(action_of(row), viewer)]
            messages.append(Ticks(upto, tuple(told)))
        self._told, self._acts = upto, []

    def _add_checks(self) -> None:
        self._close_ticks()
        session = self.session
        for viewer, messages in self._out.items():
            digest = visible_hash(session.game, session.state, viewer, session.board)
            messages.append(Check(session.ticks, digest))
