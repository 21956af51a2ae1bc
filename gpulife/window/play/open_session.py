"""An open session in the window: its runner, its display and its players."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.patterns.pattern import NO_NOTES
from gpulife.rules import Rule, parse_rule
from gpulife.seats import Seats
from gpulife.session.history import Keyframe, Recording
from gpulife.session.session import Session
from gpulife.window.play.board_display import BoardDisplay
from gpulife.window.play.session_runner import SessionRunner


class OpenSession:
    """A session that is open in the window.

    Args:
        device: the window's OpenGL device.
        match: the match to play.
        first_actions: actions for the first tick.
        recording: a recorded match to play back or to resume.
        keyframe: keyframe of the recording at which to begin; by default the session begins at the recording's start.
        budget: bytes of memory for rewinding.
        seats: the players on each seat; people on all seats by default.
        make_runner: makes the runner and its session, if given. Then the arguments from ``first_actions`` to ``budget``
            are unused.
        open_board: opens the engine for a rule and (rows, columns); by default on ``device``.

    Attributes:
        engine: the engine, in the window's OpenGL context unless ``open_board`` opened it elsewhere.
        session: the session on that engine.
        runner: lets the session's time pass and takes actions.
        display: shows the board.
        seats: the players on each seat.
        own_seat: in an on-line match the only seat played at this window, NOBODY for viewers; None if all players are
            at this window.
        gathers: True while an on-line match waits for players; a card over its board shows who is missing.
        demo: True for a game between computers in attract mode.
        is_replay: True for a finished match that can only be watched.
        plays_file: True if this plays back a replay file; people may take over at any moment of it.
        chosen_by_user: True if the user chose this session; False for a backdrop.
        name: name of the pattern that was opened; "" if there was none.
        notes: the comments in the file from which the board came; they are written again when the board is saved.
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
        """Release all GPU resources."""
        self.display.close()
        self.engine.close()

    @property
    def local_people(self) -> frozenset[int]:
        """The seats of people at this window: all people's seats, except in on-line matches. Empty in a replay."""
        if self.is_replay:
            return frozenset()
        if self.own_seat is None:
            return self.seats.people
        return frozenset({self.own_seat} - {NOBODY})

    @property
    def only_watches(self) -> bool:
        """True if this window has no seat, because it shows a replay or only watches an on-line match."""
        return self.own_seat == NOBODY or self.is_replay

    @property
    def has_prompts(self) -> bool:
        """True if the game may show its prompts (lines on what to do now).

        False while the server is away, while an on-line match waits for players, and in replays.
        """
        return self.runner.is_there and not (self.gathers or self.is_replay)

    @property
    def is_show(self) -> bool:
        """True if the session is only shown (attract mode or replay), without panels and statistics."""
        return self.demo or self.is_replay

    @property
    def population(self) -> tuple[int, ...]:
        """Number of cells in each state except 0."""
        return tuple(self.session.board.census().tolist())
