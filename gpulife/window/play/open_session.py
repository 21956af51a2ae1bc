"""An open session in the window: what runs it, what is seen of it, and who plays."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_factory import open_on_device
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.patterns.pattern import NO_NOTES
from gpulife.rules import Rule, parse_rule
from gpulife.seats import Seats
from gpulife.session.history import Keyframe, Recording
from gpulife.session.session import Session
from gpulife.window.play.board_display import BoardDisplay
from gpulife.window.play.session_runner import SessionRunner


class OpenSession:
    """A session in the window.

    Args:
        device: the window's OpenGL device.
        match: the match that is played.
        first_actions: actions of the first tick.
        recording: a recorded match to play back or to resume.
        keyframe: keyframe of the recording to begin at.
        budget: bytes of memory that rewinding may take.
        seats: who plays; people by default.
        make_runner: makes the session on the engine with what runs it, in place of all that is said of it here.
        open_board: opens the engine for a rule and a (rows, columns); by default on ``device``.

    Attributes:
        engine: the engine, in the window's OpenGL context unless ``open_board`` has opened it elsewhere.
        session: the session on that engine.
        runner: lets its time pass, and takes actions.
        display: shows its board.
        seats: who sits where.
        own_seat: the only seat that people here play, in an on-line match; NOBODY where they watch one, None where
            all players are here.
        gathers: whether an on-line match has not begun: a card over its board says who is awaited and what begins it.
        demo: whether computers play it in attract mode.
        is_replay: whether it is a match that is over, which people watch and nothing changes.
        plays_file: whether it goes through a replay from a file, from which people may play on at any moment.
        chosen_by_user: whether somebody chose this session; False for a backdrop.
        name: what people call the pattern of the file that was opened; "" where there was none.
        notes: what the file of the board says in words, to be written when the board is saved.
    """

    def __init__(
        self,
        device: GLDevice,
        match: Match,
        first_actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        keyframe: Keyframe | None = None,
        budget: int,
        seats: Seats | None = None,
        make_runner: Callable[[Engine], SessionRunner] | None = None,
        open_board: Callable[[Rule, tuple[int, int]], Engine] | None = None,
    ) -> None:
        rule = parse_rule(match.rule)
        if rule.size is None:
            raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
        open_board = open_board or partial(open_on_device, device=device)
        self.engine = open_board(rule, rule.size)
        with closed_on_error(self.engine):
            self.runner = (
                SessionRunner(
                    Session(match, self.engine, recording=recording, keyframe=keyframe, budget=budget),
                    self.engine,
                    first_actions,
                    resumes=keyframe is not None,
                )
                if make_runner is None
                else make_runner(self.engine)
            )
            self.display = BoardDisplay(device, self.engine)
        self.session: Session[Any] = self.runner.session
        self.seats = seats or Seats()
        self.own_seat: int | None = None
        self.gathers = self.demo = self.is_replay = self.plays_file = self.chosen_by_user = False
        self.name, self.notes = "", NO_NOTES

    def close(self) -> None:
        """Release everything on the GPU."""
        self.display.close()
        self.engine.close()

    @property
    def local_people(self) -> frozenset[int]:
        """The seats of people who are here: of all people, but for an on-line match, in which others are elsewhere.

        In a replay nobody plays any more.
        """
        if self.is_replay:
            return frozenset()
        if self.own_seat is None:
            return self.seats.people
        return frozenset({self.own_seat} - {NOBODY})

    @property
    def only_watches(self) -> bool:
        """Whether people here have no seat, but watch an on-line match or a replay."""
        return self.own_seat == NOBODY or self.is_replay

    @property
    def has_prompts(self) -> bool:
        """Whether the game says what can be done: not where a card over its board does, nor where nothing can be."""
        return self.runner.is_there and not (self.gathers or self.is_replay)

    @property
    def is_show(self) -> bool:
        """Whether it is only shown, so that there are neither panels nor statistics beside it."""
        return self.demo or self.is_replay

    @property
    def population(self) -> tuple[int, ...]:
        """Number of cells in each state but 0."""
        return tuple(self.session.board.census().tolist())
