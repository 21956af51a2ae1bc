"""An open session in the window: its runner, its display and its players."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gpulife.closing import closed_on_error
from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.games.core.area import Area
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.start_presets import StartPreset, entry_of
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
        budget: memory for rewinding, in bytes.
        seats: the players on each seat; people on all seats by default.
        make_runner: makes the runner and its session from the engine. It replaces ``first_actions``, ``recording``,
            ``keyframe`` and ``budget``.
        open_board: opens the engine for a rule and (rows, columns); by default on ``device``.

    Attributes:
        engine: the engine that holds the board.
        session: the session, which plays on that engine.
        runner: plays the session's ticks with the actions that it is given.
        display: shows the board.
        seats: the players on each seat.
        own_seat: the seat played at this window in an on-line match; NOBODY for viewers; None in a local match.
        told_levels: in an on-line match, the level of the computer player on each seat, 0 for a person; else empty.
        gathers: True while an on-line match waits for players to join.
        demo: True for a game between computers in attract mode (while nobody uses the program).
        is_replay: True for a finished match that can only be watched.
        plays_file: True if the session plays back a replay file. People may take over at any moment.
        chosen_by_user: True if the user chose to play or watch this session; False for the start screen's background.
        name: name of the pattern with which the session began; "" if it began otherwise.
        notes: comments of the file from which the board came. They are saved with the board.
        opened_at: the part of the board with the pattern that has just been opened, until the first view shows it.
        saved_to: path of the file in which the user last saved the board; "" for none.
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
            raise ValueError(f"the rule of a match must state the board's size: {match.rule} does not")
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
        self.told_levels: tuple[int, ...] = ()
        self.gathers = self.demo = self.is_replay = self.plays_file = self.chosen_by_user = False
        self.name, self.notes, self.saved_to = "", NO_NOTES, ""
        self.opened_at: Area | None = None

    def close(self) -> None:
        """Release all GPU resources."""
        self.display.close()
        self.engine.close()

    @property
    def entry(self) -> StartPreset | None:
        """The entry of the start screen with which this universe began; None for any other session."""
        return entry_of(self.session.match, self.session.log.at(0) or self.runner.pending)

    @property
    def entry_with_look(self) -> str:
        """Name of the start screen's entry for which a look chosen in this session is saved.

        Only entries with random cells have a look of their own; "" for any other session.
        """
        entry = self.entry
        return "" if entry is None or not entry.density else entry.name

    @property
    def title(self) -> str:
        """The title on screen: the game's; for a universe, that of its entry of the start screen, or "Universe"."""
        if not self.session.match.is_universe:
            return self.session.game.title
        entry = self.entry
        return "Universe" if entry is None else entry.title

    @property
    def local_people(self) -> frozenset[int]:
        """Seats of people at this window. Empty in a replay; in an on-line match, at most this window's seat."""
        if self.is_replay:
            return frozenset()
        if self.own_seat is None:
            return self.seats.people
        return frozenset({self.own_seat} - {NOBODY})

    @property
    def only_watches(self) -> bool:
        """True if nobody can play at this window, because it shows a replay or somebody else's on-line match."""
        return self.own_seat == NOBODY or self.is_replay

    @property
    def has_prompts(self) -> bool:
        """True if the game may show prompts, which are lines that say what to do now.

        False in replays, while an on-line match waits for players, and while its server cannot be reached.
        """
        return self.runner.is_there and not (self.gathers or self.is_replay)

    @property
    def is_show(self) -> bool:
        """True if the session is only watched (attract mode or a replay). Panels and statistics are then hidden."""
        return self.demo or self.is_replay

    @property
    def population(self) -> tuple[int, ...]:
        """Number of cells in each state except 0."""
        return tuple(self.session.board.census().tolist())
