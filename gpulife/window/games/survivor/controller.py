"""Survivor in the window: the controller with its pages, the help page, and moves that the computer shows."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.survivor.ai import HintSearch, SurvivorComputer
from gpulife.games.survivor.level import PAWN, WALKABLE, Level, parse_level
from gpulife.games.survivor.level_files import (
    LevelFile,
    ProgressFile,
    built_in_levels,
    find_unlocked_level,
    level_match,
    own_levels,
)
from gpulife.games.survivor.observation import TurnPreview, deaths_text, end_reason, prompts
from gpulife.games.survivor.rules import LEVEL, LevelPhase, Placed, SurvivorState
from gpulife.input.commands import CommandOrAction, Faster, LevelRequest, ShowPreview, Slower, Undo, Unlimited
from gpulife.input.events import Event, MouseMove
from gpulife.rules import TIMES_OF_DAY, Cells, Edges
from gpulife.storage.folders import data_folder
from gpulife.window.games.survivor import level_editor
from gpulife.window.games.survivor.hud import (
    BOTTOM,
    TOP,
    Preview,
    SpriteController,
    SpriteStudyController,
    VisibleBoard,
    bar_below,
    draw_choice,
    draw_hint,
    draw_other_sides,
    draw_preview,
    draw_top_bar,
    draw_what_now,
    end_control,
    move_buttons,
    take_over_button,
)
from gpulife.window.games.survivor.level_editor import find_level, open_editor
from gpulife.window.games.survivor.pages import Slice, ending, level_chooser, story
from gpulife.window.games.survivor.sprites import LIGHTS, MAX_CELLS, draw_symbol
from gpulife.window.games.survivor.tile import draw_tile
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.bursts import Bursts
from gpulife.window.play.bursts import Change as BoardChange
from gpulife.window.play.canvas import scaled
from gpulife.window.play.foresight import draw_changes
from gpulife.window.play.game_controller import MouseResult, SessionScope
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.ready_check import draw_help_hint
from gpulife.window.play.result_banner import EndButton, Result
from gpulife.window.play.seating import seat_computers
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.how_to_play import HowToPlay

PAGE = GamePage(
    icon=icons.ICON_FA_PERSON_RUNNING,
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place the piece on a free cell", "{trigger}"),
        ControlLine("Place the piece with the mouse", "{click}", own=False),
        ControlLine("Choose a pawn or a shelter", "{digit-1} {digit-2}", own=False),
        ControlLine("The other piece", "{piece}", own=False),
        ControlLine("OK: end the turn", "{step} or {halt}", own=False, brief="End the turn"),
        ControlLine("Take back what was placed", "{again}", own=False),
        ControlLine("Hold to preview the next time of day", "{preview}", own=False, brief="Hold: preview"),
        ControlLine("Show a move (a win then earns one star)", "{hint}", own=False),
        ControlLine("Levels", "{option}", own=False),
        ControlLine("Begin the level again", "{start}", own=False),
    ),
    steps=(
        "To win, clear all traps and enemies: 3 or 4 pawns beside a trap destroy it. You lose when no pawn is left.",
        "Pawns live by the laws of life: a pawn with 2 or 3 beside it stays, an empty cell with 3 gets a pawn.",
        "Beside a shelter no pawn dies and no enemy stays. A shelter stands while 2 or 3 pawns are beside it.",
        "At sunset and midnight enemies come out around traps; at sunrise and midday all go. A pawn beside one dies.",
        "Each turn, place one pawn or one shelter on a free cell, or nothing. Then press OK.",
        "If the sign above the board shows sunrise or midday, OK removes all enemies; else they stay.",
        "Dashed edges: the board wraps. What is at one edge is beside what is at the opposite edge.",
        "Win within par for three stars. Each win opens the next level.",
    ),
    pictures=(
        "PPP/.T.",
        ".P./.P./.P. > .../PPP/...",
        "PSP/.P.",
        "E.E/.T.",
        "P.S",
        "E.P > ..P",
        "P..../P..../P.... > ...../PP..P/.....",
        "***",
    ),
    draw_symbol=draw_symbol,
)


_LOG = logging.getLogger(__name__)

_END_SHOWN_SECONDS = 1.4
"""Seconds for which the last board of a level is shown before the page with the result opens."""
_COST = "If you are shown a move, a win in this try earns one star, not three"
_BEST_COMPUTER = 4
"""Strength (``Seat.level``) of the computer player that shows how to win a level of the game."""
_MOVES = frozenset(
    {
        ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT, ActionKind.PIECE, ActionKind.OK, ActionKind.TAKE_BACK,
        ActionKind.HALT, ActionKind.STEP, ActionKind.AGAIN, ActionKind.DIGIT, ActionKind.RESIGN,
    }
)  # fmt: skip
"""Kinds of actions that make moves. They are refused while the computer plays."""
_ENDING = (ActionKind.OK, ActionKind.HALT, ActionKind.STEP)
"""Kinds of actions that end a turn."""
_CONTINUING = (ActionKind.OK, ActionKind.HALT, ActionKind.STEP, ActionKind.AGAIN)
"""Kinds of actions that open the page with the result when a level is over."""


class SurvivorController(SpriteController[SurvivorState]):
    """Controls a level of Survivor in the window. Its pages are named "levels", "story" and "ending"."""

    hides_panels = True

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._own: list[str] = []
        self._selected = 0
        self._progress_file = ProgressFile(data_folder())
        self._playback = False
        self._helped: int | None = None
        self._asked: int | None = None
        self._warned: tuple[int, int] | None = None  # the try and turn in which the cost of a shown move was told
        self._hint = ShownMove(play)
        self._preview = Preview(play)
        self._bursts = Bursts(shell, play)
        self._turn_preview: TurnPreview | None = None
        self._foreseen: TurnPreview | None = None  # of the last moment of the player's turn
        self._over = 0.0

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points of the bars above and below the board."""
        return HudMargins(scaled(TOP), scaled(BOTTOM))

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Show the story or the list of levels, and let the only player use the whole keyboard and two pads."""
        self._playback = playback
        poller = self.shell.poller
        poller.seats = 2  # the one player has both halves of the keyboard, and two pads
        for player in range(poller.seats):
            poller.sit_at_keyboard(player)
        self._list_levels()
        if playback:
            self._take_over()  # a playback needs no computer
        elif LEVEL not in self.play.session.match.settings and not resumed:
            self.page = "levels"
        elif not (resumed or self._computer_plays):  # the computer needs no story
            self.page = "story"

    def assign_seats(self) -> None:
        """Let the computer play if it is to demonstrate the level."""
        seat_computers(self.play, self.levels[:1], self.shell.window.device)
        self._reserve_seats(frozenset())

    @property
    def _computer_plays(self) -> bool:
        return bool(self.play.session.players)

    def _take_over(self) -> None:
        """Let a person play instead of the computer in this level. The settings do not change."""
        self.set_seats(self.play.seats.with_levels(0), save=False)

    def saved_values(self) -> dict[str, Any]:
        """Return what is saved with a session: whether the computer helped in this try."""
        return {"helped": self.was_helped}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore the values that :meth:`saved_values` returned; ``values`` is {} if nothing was saved."""
        if values.get("helped"):
            self.mark_as_helped()
        elif not values:
            self.play.seats = self.shell.seats[2] = self.play.seats.with_levels(0)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The help's names for the two halves of the keyboard and for two pads. The only player may use them all."""
        return "Left half", "Right half"

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests of keys and pads for Survivor. While a page is open, actions are dropped."""
        if self.page:
            return [request for request in requests if not isinstance(request, Action)]
        return [translated for request in requests for translated in self._translate(request)]

    def _translate(self, request: CommandOrAction) -> list[CommandOrAction]:
        if isinstance(request, Unlimited):
            return [LevelRequest("hint")]
        if isinstance(request, Faster | Slower) or (isinstance(request, Action) and request.kind is ActionKind.WILD):
            request = Action(0, ActionKind.PIECE)
        if not isinstance(request, Action):
            return [request]
        if request.kind is ActionKind.OPTION:
            self._show_levels()
            return []
        if request.kind not in _MOVES:
            return [request]
        if self._computer_plays:
            if request.a or request.b or request.kind not in (ActionKind.STICK, ActionKind.TRIGGER):
                self.shell.show_message("the computer plays: take over with the button below")
            return []
        if self.state.is_over and request.kind in _CONTINUING and not self._playback:
            self.page = "ending"
            return []
        return [request]

    takes_clicks = True

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the actions that press and release the trigger at ``place``; empty for None."""
        if place is None:
            return []
        click = [(ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)]
        return self.translate(Action(0, *fields) for fields in click)

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Move the cursor to the cell under the moving pointer; otherwise as :meth:`GameController.mouse`."""
        unused, requests = super().mouse(events, on_panel=on_panel, dragging=dragging)
        moves = [event for event in events if isinstance(event, MouseMove)]
        place = self.layout.place_under(moves[-1]) if moves and not (on_panel or dragging) else None
        cursor = self.state.cursors[0]
        watches = self._computer_plays or self._playback or self.play.session.in_the_past
        if place is None or place == (cursor.row, cursor.column) or watches:
            return unused, requests
        return unused, [*self.translate([Action(0, ActionKind.POINT, *place)]), *requests]

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what the player can do now, in several wordings, longest first."""
        return prompts(self.state, end_control(self.legend(player)))

    def draw(self, seconds: float) -> None:
        """Draw the board, and check whether the level has ended or the search has found a move."""
        self._turn_preview = self._preview.take(self.state)
        ends = self._preview.if_ended(self.state)
        self._foreseen = self._foreseen if ends is None else ends
        super().draw(seconds)
        self._check_end(seconds)
        if self._hint.continue_search(self.state):
            self._note_help()

    def recent_changes(self, visible: VisibleBoard) -> tuple[Sequence[BoardChange], float]:
        """Return what the last turn or the player has changed; nothing during the preview or with reduced flashing."""
        return ((), 1.0) if self._turn_preview is not None else self._bursts.recent(visible.canvas, self.shape)

    def draw_over(self, visible: VisibleBoard) -> None:
        """Draw the preview if it is on; else marks of what will change, the player's choice and a suggested move."""
        if self._turn_preview is not None:
            draw_preview(visible, self._turn_preview)
            return
        if self._wraps:
            draw_other_sides(visible, self._bursts.cells(self.shape))
        self._bursts.draw(visible.canvas, self.shape)
        draw_choice(visible, self.state)
        if not (self._computer_plays or self._playback):  # over the piece at the cursor, which may die, too
            draw_changes(self._preview.changes(self.state), visible.canvas, faint=True)
        if self._hint.move is not None:
            draw_hint(visible, self._hint.move)

    @property
    def _wraps(self) -> bool:
        rows, columns = self.shape
        return self.play.engine.rule.edges is Edges.TORUS and rows * columns <= MAX_CELLS

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the bars around the board, or the open page; return the user's requests."""
        if self.page:
            return self._draw_page()
        state, canvas, watched = self.state, self.layout.canvas, self._computer_plays
        legend, hint = self.legend(0), "" if watched else self._hint.text
        if self._hint.move is not None and hint:
            ok = end_control(legend)
            hint = legend.spoken(f"{hint}.  {ok} {'ends the turn' if state.placed else 'places it'}")
        line = hint if self._turn_preview is None else self._turn_preview.text
        if not (line or watched):
            draw_what_now(canvas, legend, prompts(state, end_control(legend)))
        if self._turn_preview is None:
            # The piece of this turn is on the board already, as people see.
            more = state.placed is not None and state.placed.piece == PAWN
            draw_top_bar(replace(state, pawns=state.pawns + more), canvas, self.light)
        else:
            draw_top_bar(self._turn_preview.state, canvas, LIGHTS[self._turn_preview.state.time])
        with bar_below(canvas, line) as width:
            if not watched:
                places = self._hint.move is not None and state.placed is None
                waits, ends = self._hint.is_searching, self._preview.if_ended(state)
                loses = ends is not None and ends.state.phase is LevelPhase.LOST
                return list(
                    move_buttons(
                        state, canvas.colours, width, legend, hinted=bool(hint), places=places, waits=waits, loses=loses
                    )
                )
            players = self.play.session.players
            thinking = any(isinstance(player, SurvivorComputer) and player.thinking for player in players)
            return list(take_over_button(width, thinking=thinking))

    @property
    def progress(self) -> str:
        """The turn, as in "turn 4"."""
        state = self.state
        return f"turn {state.turn if state.is_over else state.turn + 1}"

    @property
    def outcome(self) -> str:
        """How the level has ended, which stays known while the page with the result is shown; "" while it is played."""
        return self._outcome if self.state.is_over else ""

    @property
    def chooser(self) -> EndButton:
        """The pause menu's button for the list of levels."""
        return EndButton("Levels", LevelRequest("levels"), "option")

    @property
    def result(self) -> Result | None:
        """How the level has ended, until the page with the result opens; None while it is played."""
        if not self.state.is_over or self.page or self._over >= _END_SHOWN_SECONDS:
            return None
        return Result(self._outcome, None, reason=end_reason(self.state, self._deaths))

    @property
    def _deaths(self) -> str:
        """Why the last pawns died; "" if they live, or if this window has not shown them before."""
        foreseen, engine = self._foreseen, self.play.engine
        if self.state.phase is not LevelPhase.LOST or foreseen is None or foreseen.state.turn != self.state.turn:
            return ""
        if not np.array_equal(foreseen.cells, engine.read(0, 0, *engine.shape)):
            return ""
        return deaths_text(foreseen.before, engine.rule.edges)

    @property
    def _outcome(self) -> str:
        if self.state.phase is not LevelPhase.WON:
            return "The level is lost"
        watched = self._playback or self._computer_plays or self.play.only_watches
        return "The level is won" if watched else "You win"

    def _draw_page(self) -> list[CommandOrAction]:
        colours = self.layout.canvas.colours
        if self.page == "levels":
            named = LEVEL in self.play.session.match.settings
            draw_help_hint(self.legend(0))
            return level_chooser(self._slices(), self._own, self._selected, colours, can_go_back=named)
        draw_help_hint(self.legend(0))
        return story(self.state.level, colours, self._how_to_play()) if self.page == "story" else self._draw_ending()

    def _how_to_play(self) -> HowToPlay | None:
        """Return what to explain before the first level; None before other levels."""
        if self._file() != built_in_levels()[0]:
            return None
        return HowToPlay(PAGE.steps, PAGE.pictures, PAGE.draw_symbol, self.legend(0))

    def _slices(self) -> list[Slice]:
        progress, levels = self._progress_file.progress, built_in_levels()
        won, unlocked = progress.won, progress.unlocked(levels)
        return [
            Slice(file, won.get(file.name), progress.stars(file), number > unlocked)
            for number, file in enumerate(levels, start=1)
        ]

    def _draw_ending(self) -> list[CommandOrAction]:
        state, level, after = self.state, self._file(), self._next()
        won = state.phase is LevelPhase.WON
        text = f"{end_reason(state, self._deaths)}\n{state.level.ending if won else ''}".strip()
        watched = self._computer_plays or self.play.only_watches
        if won and self.was_helped:
            stars = "no stars" if watched else "one star"
            text = f"{text}\nThe computer helped, so this win earns {stars}.".strip()
        best = None if level is None else self._progress_file.progress.won.get(level.name)
        after_title = None if after is None else after.level.title
        cells, colours = self.play.engine.read(0, 0, *self.shape), self.layout.canvas.colours
        most = 0 if watched else 1 if self.was_helped else 3
        back = "" if watched else f"Back to turn {self._turn_before}"
        return ending(state, text, best, after_title, cells, colours, most_stars=most, back=back)

    def _show_levels(self) -> None:
        """Open the page on which the user chooses a level."""
        self._list_levels()
        self.page = "levels"

    def _list_levels(self) -> None:
        """Read again which levels the user has made and won. Other programs may have changed the files."""
        own, problems = own_levels(data_folder(), tidy=True)
        self._own = [file.name for file in own]
        for line in problems:
            _LOG.warning(line)
        self._progress_file.load()
        self._selected = self._progress_file.progress.unlocked(built_in_levels()) - 1

    def _check_end(self, seconds: float) -> None:
        """When a level ends, record a win and, soon after, open the page with the result. Do neither in a playback."""
        state, in_the_past = self.state, self.play.session.in_the_past
        if self._computer_plays:
            self.mark_as_helped()
        if not state.is_over or self._playback or in_the_past or self.play.runner.seeking is not None:
            self._over = 0.0
            return
        before, self._over = self._over, self._over + seconds
        if before == 0.0 and state.phase is LevelPhase.WON:
            self._count_win()
        if before < _END_SHOWN_SECONDS <= self._over:
            self.page = "ending"

    def _count_win(self) -> None:
        level = self._file()
        if level is not None and not self._computer_plays:
            try:
                self._progress_file.count(level.name, self.state.turn, helped=self.was_helped)
            except GpulifeError as error:
                self.shell.show_message(f"the win is not saved: {error}")

    def _note_help(self) -> None:
        """Remember that the computer has shown a move, and tell the player that a win now earns one star."""
        if not self.was_helped:
            self.shell.show_message("the computer has shown a move: a win in this try earns one star")
        self.mark_as_helped()

    def mark_as_helped(self) -> None:
        """Remember that the computer has helped in this try, so that a win earns one star."""
        self._helped = self.state.tries

    @property
    def was_helped(self) -> bool:
        """True if the computer has helped in this try."""
        return self._helped == self.state.tries

    def _file(self) -> LevelFile | None:
        """Return the built-in level that is played; None if it is a level of the user's own."""
        data = self.play.session.match.settings.get(LEVEL)
        if data is None:
            return None
        level = parse_level(data, "the match's level")
        return next((file for file in built_in_levels() if _plays_alike(file.level, level)), None)

    def _next(self) -> LevelFile | None:
        """Return the built-in level after this one if it is unlocked; else None."""
        levels, file = built_in_levels(), self._file()
        place = levels.index(file) + 1 if file is not None else len(levels)
        return levels[place] if place < self._progress_file.progress.unlocked(levels) else None

    @handles(Undo)
    def _take_back(self, _: Undo) -> Handled:
        """Take back the piece placed in this turn; if there is none or the level is over, go back one turn.

        If neither is possible, the session handles the undo.
        """
        if self.page or self._computer_plays or (self.state.is_over and self._playback):
            return PASS_ON
        runner, placed = self.play.runner, self.state.placed is not None
        if placed or not self._turn_before or self._playback or runner.seeking is not None:
            runner.act(Action(NOBODY, ActionKind.TAKE_BACK))
            return None
        self._go_back_one_turn()
        return None

    @property
    def _turn_before(self) -> int:
        """The number of the turn to which :meth:`_go_back_one_turn` goes back; 0 if this is the first turn."""
        resigned = self.state.phase is LevelPhase.LOST and bool(self.state.pawns)
        return self.state.turn + resigned

    def _go_back_one_turn(self) -> None:
        """Go back to the moment before the last turn ended: its piece is still placed and can be taken back."""
        session, state, turn = self.play.session, self.state, self._turn_before
        kinds = _ENDING if turn == state.turn else (ActionKind.RESIGN,)
        ends = (tick for tick, action in session.log.entries() if tick < session.ticks and action.kind in kinds)
        runner = self.play.runner
        runner.seeking, runner.stands = max(ends, default=None), True  # else the recorded turn would be played again
        self.page = ""
        time = TIMES_OF_DAY[(state.level.first_generation + turn - 1) % len(TIMES_OF_DAY)]
        self.shell.show_message(f"Back to turn {turn}, {time}")

    @handles(ActionKind.PIECE, ActionKind.DIGIT)
    def _confirm_choice(self, request: Action) -> Handled:
        """Answer the choice of the piece that is chosen already."""
        if not request.a or request.a != self.state.piece or self.state.phase is not LevelPhase.TURN:
            return PASS_ON
        self.shell.show_message(f"The {'pawn' if request.a == PAWN else 'shelter'} is chosen already")
        return None

    @handles(*_ENDING)
    def _place_shown_move(self, _: Action) -> Handled:
        """Place the piece of a shown move, and end the turn only at the next request.

        End no turn while a move is searched for, or because people take Return for the answer to the message about what
        a shown move costs: the turn would be lost unnoticed.
        """
        if self.page or self.state.phase is not LevelPhase.TURN or self._computer_plays:
            return PASS_ON
        if self._hint.is_searching:
            self.shell.show_message(self.legend(0).spoken("Still looking for a move: wait, or press {hint} to stop"))
            return None
        move, (warned, self._warned) = self._hint.move, (self._warned, None)
        if self.state.placed is not None:
            return PASS_ON
        if move is None:
            if warned != (self.state.tries, self.state.turn) or self._hint.text:
                return PASS_ON
            legend = self.legend(0)
            again = f"No move is shown yet: {{hint}} shows one, {end_control(legend)} ends the turn without a piece"
            self.shell.show_message(legend.spoken(again))
            return None
        place = (ActionKind.POINT, move.row, move.column)
        for step in ((ActionKind.PIECE, move.piece, 0), place, (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
            self.play.runner.act(Action(0, *step))
        return None

    @handles(ShowPreview)
    def _ask_for_preview(self, _: ShowPreview) -> None:
        self._preview.ask()

    @handles(LevelRequest)
    def _go_to_level(self, request: LevelRequest) -> Handled:
        """Carry out a request, such as to begin a level, to show a move, or to take over from the computer.

        Raises:
            GpulifeError: the level does not exist or is locked.
        """
        match request:
            case LevelRequest("levels"):
                self._show_levels()
            case LevelRequest("close"):
                self.page = ""
            case LevelRequest("look", int(number)):
                self._selected = number
            case LevelRequest("story" | "watch" as why, str(name)):
                file = find_unlocked_level(name, data_folder(), self._progress_file.progress)
                begin_level(self.shell, file, computer=_BEST_COMPUTER if why == "watch" else 0)
            case LevelRequest("next"):
                if (after := self._next()) is not None:
                    begin_level(self.shell, after)
            case LevelRequest("again"):
                self.page = ""
                self.play.runner.act(Action(NOBODY, ActionKind.START))
            case LevelRequest("back"):
                self._go_back_one_turn()
            case LevelRequest("hint"):
                self._show_a_move()
            case LevelRequest("take-over"):
                self._take_over()
            case _:
                return PASS_ON
        return None

    def _show_a_move(self) -> None:
        if self._computer_plays:
            self.shell.show_message("the computer plays: watch it, or take over with the button below")
        elif why := self._hint.refusal:
            self.shell.show_message(why)
        elif not self._hint.text and (self.page or self._playback or self.state.phase is not LevelPhase.TURN):
            self.shell.show_message("A move can only be shown in your turn")
        elif not (self.was_helped or self._asked == self.state.tries):
            self._asked, self._warned = self.state.tries, (self.state.tries, self.state.turn)
            self.shell.show_message(self.legend(0).spoken(f"{_COST}. Press {{hint}} again to see it"))
        elif self._hint.toggle(self.state, blocked=bool(self.page) or self._playback):
            self._note_help()


def _plays_alike(level: Level, other: Level) -> bool:
    """Return True if two levels have the same board and rules of play. Their texts may differ."""
    return (level.board, level.starts, level.par) == (other.board, other.starts, other.par)


def begin_level(shell: Shell, file: LevelFile, *, computer: int = 0) -> None:
    """Begin the level in ``file``. ``computer`` is the level of the computer player that plays; 0 for a person."""
    shell.seats[2] = shell.seats[2].with_levels(computer)
    shell.begin(level_match(file.level, shell.scheme_seed))


class LevelScope(SessionScope):
    """Carries out requests about levels in all sessions, whatever game they play."""

    @handles(LevelRequest)
    def _go_to_level(self, request: LevelRequest) -> None:
        match request:
            case LevelRequest("edit", str(name)):
                open_editor(self.shell, name)
            case LevelRequest("own", str(name)):
                begin_level(self.shell, find_level(name))
            case LevelRequest("hint"):
                self.shell.show_message("a good move can only be shown in Survivor and Real-Time Life")


_BOARDS_PER_FRAME = 400
"""Number of boards that the search for a move examines in each frame. This takes some milliseconds."""
_MAX_CELLS = 6000
"""Largest board, in cells, on which the computer shows moves. On larger boards the search would take too long."""


class ShownMove:
    """Finds a good move for the player and shows it on the board.

    Args:
        play: a session of Survivor.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self._search = HintSearch()
        self._placed: Placed | None = None  # when the search began

    @property
    def move(self) -> Placed | None:
        """The piece to show on the board; None during the search, or if the best move is to place nothing."""
        hint = self._search.hint
        if hint is None or not hint.move.piece:
            return None
        return Placed(hint.move.piece, hint.move.row, hint.move.column)

    @property
    def is_searching(self) -> bool:
        """True while a move is searched for."""
        return self._search.thinking

    @property
    def text(self) -> str:
        """A line about the shown move or the search for it; "" for neither."""
        if self.is_searching:
            return "Looking for a move ..."
        return "" if self._search.hint is None else self._search.hint.reason

    @property
    def refusal(self) -> str:
        """The reason why no move can be shown on this board; "" if moves can be shown."""
        rows, columns = self._play.engine.shape
        fits = rows * columns <= _MAX_CELLS
        return "" if fits else f"a move can be shown on boards up to {_MAX_CELLS} cells; this one is {columns}x{rows}"

    def toggle(self, state: SurvivorState, *, blocked: bool) -> bool:
        """Begin to search for a move; if one is already searched for or shown, stop and hide it.

        Return whether a move is shown now.

        Args:
            state: state of the game.
            blocked: True if no search may begin, because a page covers the board or a recording is played back.
        """
        engine = self._play.engine
        if self._search.is_active:
            self._search.forget()
        elif state.phase is LevelPhase.TURN and not blocked:
            self._placed = state.placed
            self._search.ask(self.board(state), engine.generation, engine.rule.edges)
        return self._search.hint is not None

    def continue_search(self, state: SurvivorState) -> bool:
        """Continue the search; return whether it has just found a move.

        End it if the board has changed, or if the player has placed a piece without waiting for it.
        """
        if not self._search.is_active:
            return False
        generation = self._play.engine.generation
        has_moved = self.is_searching and state.placed not in (None, self._placed)
        is_about_this = state.phase is LevelPhase.TURN and self._search.is_about(self.board(state), generation)
        if has_moved or not is_about_this:
            self._search.forget()
            return False
        return self._search.examine(_BOARDS_PER_FRAME)

    def board(self, state: SurvivorState) -> Cells:
        """Return the board as it was before the piece of this turn was placed: shape (rows, columns), uint8."""
        cells = self._play.engine.read(0, 0, *self._play.engine.shape)
        if state.placed is not None:
            cells[state.placed.row, state.placed.column] = WALKABLE
        return cells


WINDOW = GameWindow(
    controller=SurvivorController,
    sprite_controller=SpriteStudyController,
    page=PAGE,
    panels={level_editor.TITLE: level_editor.panel},
    scope=LevelScope,
    draw_tile=draw_tile,
)
