"""Real-Time Life in the window: its controller, which turns people's input into orders and decides what is drawn.

A turn tick is a tick of the game's clock. Twelve make a generation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase

import numpy as np

from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.realtime.ai import BestStep
from gpulife.games.realtime.observation import (
    MAX_CELLS,
    SCORING,
    goal_text,
    lead_of,
    lead_text,
    next_score_text,
    prompts,
    realtime_overlay,
    worth_text,
)
from gpulife.games.realtime.rules import hurried_pace, pace_action
from gpulife.games.realtime.state import (
    CELLS_TO_JOIN,
    TICKS_PER_GENERATION,
    RealTimePhase,
    RealTimeState,
    SeatStanding,
)
from gpulife.input.commands import (
    ChangeSeat,
    CommandOrAction,
    Faster,
    LevelRequest,
    ShowPreview,
    Slower,
    Undo,
    Unlimited,
)
from gpulife.input.controls import HALVES
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.rules import Cells
from gpulife.view.look import Look
from gpulife.window.design import BAD, BODY, CAPTION, GAP, GOOD, HEADING, LEAD, PROMPT, TEXT
from gpulife.window.games.realtime.close_up import CloseUp
from gpulife.window.games.realtime.contact import ContactView
from gpulife.window.games.realtime.first_shapes import FirstShape, draw_first_shapes, offered_shapes
from gpulife.window.games.realtime.good_moves import TAUGHT, GoodMoves, MoveTally, cells_text, step_text
from gpulife.window.games.realtime.hud import (
    Forecast,
    ForecastView,
    SeatDevices,
    draw_forecast,
    draw_letters,
    draw_mail,
    draw_realtime,
    draw_step,
    forecast_text,
    room_around_realtime,
)
from gpulife.window.games.realtime.opening import opening_of
from gpulife.window.games.realtime.orders import AnswerTimer, PointerInput, cursor_place
from gpulife.window.games.realtime.players import Players, result_of
from gpulife.window.games.realtime.scores_table import Beside, Note, ScoresTable, lay_out
from gpulife.window.games.realtime.setup import PAGE, TICK_LENGTHS, RealTimeSetup, length_text
from gpulife.window.panels.widgets import caption, checkbox, drop_down
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import scaled
from gpulife.window.play.consent import needs_consent
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import ContestController, MouseResult, is_left_press
from gpulife.window.play.game_picture import WINDOW_2000
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.result_banner import EndButton, Result, draw_button_row
from gpulife.window.play.seating import seat_computers
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

_TICK_LENGTHS = (0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 300, 900, 1800, 3600)
"""Lengths of a turn tick, in seconds. The keys for faster and slower go through this list."""
_HANDS = (ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT)
"""Kinds of actions with which people steer their cursors and press their triggers."""
_READABLE = 10.0
"""Size of a cell, in units of 1/96 inch, from which a board of fixed size is shown whole instead of in a close-up."""
_BUTTONS = 56.0
"""Height of the buttons beside the board with the space around them, in units of 1/96 inch."""
_TO_JOIN = 4
"""Cells added to a close-up's margin while people choose where to join."""
_MAX_SHAPED = 1 << 14
"""Largest board, in cells, on which shapes to trace are shown."""
_SCORES_MAILED = 3
"""Maximum number of players whose new scores the window's title bar tells."""
_EXPLAINED = 3
"""Number of generations for which a lone person reads how scores are computed."""
_COLOURS_TOLD_APART = 6
"""Largest number of players whose cells show no letters unless somebody asks for them, as their colours are enough."""
_RESULT_SECONDS = 1.5
"""Seconds after the end of a game during which a click does not begin another game."""
_JUST_CAME = 1.0
"""Seconds after a generation that came by itself in which a request for the next one does not count: people who pressed
the key meant the one that has just come."""
_LAST_TICKS = 20
"""A move that is being dragged is made this many session ticks before the generation, which could kill the cell."""
MAX_TRAILS = 0.2
"""Maximum strength of the traces of dead cells. Stronger ones would hide the marks of births, in the same colour."""
MAX_GLOW = 0.25
"""Maximum glow of new cells. Strong glow would hide their players' colours, for hours if ticks are long."""


class RealTimeController(ContestController[RealTimeState]):
    """Runs Real-Time Life in the window: turns people's input into the game's actions, and draws the HUD.

    Attributes:
        pointer: turns mouse input into actions of a player.
        good_moves: the arrows to good moves.
    """

    game_picture = WINDOW_2000
    margin = 20  # for the window's edge, with some of the desktop around it
    banner_is_lowest = True

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.pointer = PointerInput()
        self._players = Players(play, self.level_titles)
        self._answers = AnswerTimer()
        self._forecast = ForecastView(play)
        self._close_up = CloseUp(shell, play, self.layout)
        self._table: ScoresTable | None = None
        self._over_seconds = 0.0
        self.good_moves = GoodMoves()
        self._shapes: Remembered[Sequence[FirstShape]] = Remembered()
        self._hurried: tuple[int, float] | None = None  # generation in which a person hurries, and the usual tick
        self._came_at, self._last_generation = -_JUST_CAME, 0  # when a generation came by itself; the latest one
        self._pressed_in = 0  # the number of generations at the latest press of the mouse's button
        self._tally = MoveTally()
        self._contact = ContactView()
        self._counted: tuple[int, tuple[int, ...]] | None = None  # generation and totals of the latest entry of these:
        self._totals: dict[int, tuple[float, ...]] = {}  # totals of all seats after each generation, by its number
        self._letters: bool | None = None  # whether cells show letters; None as long as nobody has chosen

    @property
    def mouse_player(self) -> int | None:
        """The person who uses the mouse; None if nobody plays here."""
        return self.pointer.player if self.pointer.player in self.people else None

    @property
    def levels(self) -> Sequence[int]:
        """The level of the computer player on each seat of the match; 0 for a person."""
        return self._players.levels

    @property
    def computers(self) -> frozenset[int]:
        """The seats that computers play."""
        return self._players.computers

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called; see ``Players.names``."""
        return self._players.names

    @property
    def seats(self) -> None:
        """None, because seats cannot change during a match: the match says who plays."""
        return

    def draw_pace(self) -> Iterator[CommandOrAction]:
        """Draw the choice of a turn tick's length, in place of a speed control; yield the user's requests."""
        caption("Length of a tick; twelve make a generation")
        ticks = {length_text(seconds): seconds for seconds in TICK_LENGTHS}
        if chosen := drop_down("tick", length_text(self.state.tick_seconds), ticks):
            yield pace_action(NOBODY, ticks[chosen])
        if checkbox("Show what becomes of your cells", on=self.foresees) is not None:
            self.foresees = not self.foresees
        if checkbox("Show the whole forecast", on=self._forecast.kept) is not None:
            yield ShowPreview(keeps=True)
        if checkbox("Show letters on cells", on=self._shows_letters) is not None:
            self._letters = not self._shows_letters

    @property
    def _shows_letters(self) -> bool:
        """True if cells show the letters of their players: as chosen, else if colours cannot tell them apart."""
        seats = sum(seat.standing is not SeatStanding.EMPTY for seat in self.state.seats)
        return seats > _COLOURS_TOLD_APART if self._letters is None else self._letters

    @property
    def look(self) -> Look:
        """How the board is drawn in this frame: as the settings say, but with little glow and only faint trails."""
        look = super().look
        return replace(look, age=min(look.age, MAX_GLOW), trails=min(look.trails, MAX_TRAILS))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the part of the board in play. The number of rows grows with the number of players."""
        return self.state.rows, self.state.columns

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points for the clock above the board, the messages below it, and the scores at its right."""
        return HudMargins(*room_around_realtime(self._table))

    def assign_seats(self) -> None:
        """Give computers their seats, the keyboard's halves to players A and B, and the mouse to the first person."""
        poller, computers = self.shell.poller, self.computers
        poller.held_inputs.personal_kinds = self.personal_kinds
        seat_computers(self.play, self.levels, self.shell.window.device)
        for player in computers:
            poller.leave_seat(player)
        for player in range(HALVES):
            if player not in computers and player not in poller.devices():
                poller.sit_at_keyboard(player)
        self.pointer.player = next((seat for seat in range(poller.seats) if seat not in computers), 0)
        self.update_seats()
        poller.release_all()

    def update_seats(self) -> None:
        """Reserve the computers' seats, so that new gamepads do not take them. Called in each frame.

        Until all people of the match have gamepads, seats outside the match are reserved, too.
        """
        self.pointer.hovers = not self.play.session.in_the_past
        self._finish_drag()
        if self.state.generation != self._last_generation:
            self._last_generation = self.state.generation
            self._came_at = self.shell.now if self._hurried is None else -_JUST_CAME
        if self._hurried is not None and (self.state.generation != self._hurried[0] or not self.state.running):
            self._end_hurry()
        if self.play.own_seat is not None:
            self.pointer.player = max(self.play.own_seat, 0)
            return
        seats, computers, poller = len(self.levels), self.computers, self.shell.poller
        devices = poller.devices()
        people = [seat for seat in range(seats) if seat not in computers]
        full = all(any(name != "keyboard" for name in devices.get(seat, ())) for seat in people)
        beyond = frozenset() if full else frozenset(range(seats, poller.seats)) - devices.keys()
        poller.seat_claims.reserved = computers | beyond

    @property
    def holds_time(self) -> bool:
        """True once a generation has come that a person has hurried, until ticks have their usual length again.

        In a slow frame, many ticks of the next generation would pass otherwise.
        """
        has_come = self._hurried is not None and self.state.generation != self._hurried[0]
        return has_come and not self.play.runner.has_pending

    def _finish_drag(self) -> None:
        """Keep a drag alive across the end of a generation.

        A move that is being dragged is made just before the generation ends, as the cell could die in it. A cell that
        was pressed while the board changed is taken again; if it has died, that is said.
        """
        state, pointer, runner = self.state, self.pointer, self.play.runner
        place = pointer.dragged
        if place is None or not state.running or runner.has_pending or self.play.session.in_the_past:
            return
        seat = state.seats[pointer.player]
        is_last = state.hours % TICKS_PER_GENERATION == TICKS_PER_GENERATION - 1 and state.left <= _LAST_TICKS
        actions: Iterable[Action] = ()
        if seat.chosen == place and is_last and 0 < len(seat.path) <= seat.points:
            actions = pointer.release(seat.chosen)
        elif seat.chosen is None and int(self.play.engine.read(*place, 1, 1)[0, 0]) != pointer.player + 1:
            pointer.drop()
            self.shell.show_message("that cell has died in this generation: drag another one")
        elif seat.chosen is None and self.play.own_seat is None:
            actions = pointer.take_again()
            if state.generation != self._pressed_in:
                self._pressed_in = state.generation
                self.shell.show_message("the generation came before you let go: this move counts for the next one")
        for action in actions:
            runner.act(action)

    @property
    def progress(self) -> str:
        """The generation that comes next, as the clock counts it; after the end, the number of generations."""
        if self.state.phase is RealTimePhase.OVER:
            return f"generation {self.state.generation}"
        return realtime_overlay(self.state).generation_text.lower()

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests. After the end of a game, Space, Return and a gamepad's RT become START."""
        requests = list(requests)
        if any(isinstance(request, Action) and request.kind in _HANDS for request in requests):
            self._close_up.hold_still()
        if any(
            isinstance(request, Action) and request.kind is ActionKind.TRIGGER and request.a for request in requests
        ):
            self._explain_halt()
            self._end_hurry()
        return super().translate(self._as_answer(request) for request in requests)

    def _explain_halt(self) -> None:
        """Say why nothing happens if somebody tries to move a cell while the clock is halted (ruling R22)."""
        if self.state.frozen:
            keys = self.shell.poller.keys_text("halt")
            self.shell.show_message(f"nobody can move a cell while the clock is halted: {keys} resumes")

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        is_over = self.state.phase is RealTimePhase.OVER
        if is_over and isinstance(request, Action) and request.kind in (ActionKind.HALT, ActionKind.STEP):
            return replace(request, kind=ActionKind.START)
        return request

    def name_of(self, player: int) -> str:
        """Return a player's name and letter; only the letter for a player who has no other name."""
        name = self._players.computer_names.get(player)
        return f"{name} ({ascii_uppercase[player]})" if name else self.state.title(player)

    def refusal(self, player: int) -> str:
        """Return the message for people who press keys of a seat that a computer plays."""
        return f"the computer plays {ascii_uppercase[player]}"

    @handles(ActionKind.DIGIT)
    def _choose_mouse_player(self, digit: Action) -> None:
        self._choose_seat((digit.a - 1) % 10)

    @handles(Faster, Slower)
    def _change_length(self, request: Faster | Slower) -> None:
        self._end_hurry()
        self._change_tick(shorter=isinstance(request, Faster))

    @handles(ShowPreview)
    def _show_preview(self, request: ShowPreview) -> None:
        if request.keeps:
            self._forecast.kept = not self._forecast.kept
        else:
            self._preview()

    @handles(LevelRequest)
    def _show_good_move(self, request: LevelRequest) -> Handled:
        if request != LevelRequest("hint"):
            return PASS_ON
        if self._learner is None or self.play.own_seat is not None:
            self.shell.show_message("good moves are only shown to one person who plays against computers")
        else:
            is_on = self.good_moves.switch()
            self.shell.show_message(
                "the arrow to a good move is on: it appears whenever you have points"
                if is_on
                else "the arrow to a good move is off"
            )
        return None

    @handles(ChangeSeat)
    def _refuse_seats(self, _: ChangeSeat) -> None:
        self.shell.show_message("players choose their letters before the game")

    @handles(Unlimited)
    def _hurry(self, _: Unlimited) -> None:
        """Against computers let the next generation come at once; otherwise say how to change the speed."""
        if not self._may_hurry:
            self.shell.show_message("Real-Time Life has ticks: faster and slower change their length")
        elif self._hurried is not None:
            self.shell.show_message("the next generation is on its way")
        elif self.shell.now - self._came_at < _JUST_CAME:
            self.shell.show_message("a generation has just come: press again for another one")
        else:
            self._hurried = self.state.generation, self.state.tick_seconds
            self.play.runner.act(hurried_pace(self.keyboard_player))

    @property
    def _may_hurry(self) -> bool:
        """True if a lone person plays against computers and the clock runs."""
        return self.state.practice and self.state.running and self.may_go_on

    def _end_hurry(self) -> None:
        """Give turn ticks their usual length again after a person has made the next generation come sooner."""
        if self._hurried is not None:
            (_, seconds), self._hurried = self._hurried, None
            self.play.runner.act(pace_action(self.keyboard_player, seconds))

    @handles(Undo)
    def _take_cells_back(self, _: Undo) -> Handled:
        if not self._is_ready:
            return PASS_ON
        self.play.runner.act(Action(self.people[0], ActionKind.RESIGN))
        return None

    @property
    def _is_ready(self) -> bool:
        """True if a lone person against computers has placed the first cells, and the clock waits for this person."""
        state, people = self.state, self.people
        is_waiting = state.practice and state.phase is RealTimePhase.WAITING and self.may_go_on
        return is_waiting and len(people) == 1 and state.seats[people[0]].standing is SeatStanding.IN

    @property
    def _buttons(self) -> Sequence[EndButton]:
        """The buttons beside the board for a lone person against computers."""
        if self._is_ready:
            start = EndButton("Start", Action(self.people[0], ActionKind.HALT), "halt")
            return start, EndButton("Draw anew", Undo(), "undo")
        return (EndButton("Next generation now", Unlimited(), "unlimited"),) if self._may_hurry else ()

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the buttons beside the board for a lone person against computers; return the user's requests."""
        if not (buttons := self._buttons):
            return []
        _, _, right, bottom = self.layout.canvas.area
        wide, below = self.hud_margins.right - scaled(2 * GAP), self.hud_margins.below
        place = right - scaled(GAP) - wide / 2, bottom - below - scaled(_BUTTONS - GAP), wide
        return draw_button_row("beside the board", buttons, place, self.legend(self.people[0]), main=0)

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, and the actions of the player who uses the mouse.

        A press of the left button presses this player's trigger.
        """
        actions: list[Action] = []
        rows, columns = self.shape
        if any(isinstance(event, MouseButton | MouseMove) for event in events):
            self._close_up.hold_still(at_once=any(map(is_left_press, events)))
        for event in events:
            place = self.layout.place_under(event)
            if is_left_press(event):
                if on_panel or place is None or place[0] >= rows or place[1] >= columns:
                    continue
                if self.state.phase is RealTimePhase.OVER:
                    if self._over_seconds > _RESULT_SECONDS:
                        actions.append(Action(NOBODY, ActionKind.START))
                else:
                    self._explain_halt()
                    self._end_hurry()
                    self.pointer.player = self._seat_at(place)
                    seat, self._pressed_in = self.pointer.player, self.state.generation
                    is_own = int(self.play.engine.read(*place, 1, 1)[0, 0]) == seat + 1
                    picks = is_own and self.state.phase is RealTimePhase.PLAY and self.state.seats[seat].chosen != place
                    actions += self.pointer.press(place, picks=picks)
            elif isinstance(event, MouseButton) and not event.pressed:
                actions += self.pointer.release(self.state.seats[self.pointer.player].chosen)
            elif isinstance(event, MouseMove) and place is not None and not (on_panel or dragging):
                actions += self.pointer.move(place)
        return [event for event in events if on_panel or not is_left_press(event)], actions

    def _preview(self) -> None:
        """Show the forecast of the next generation in this frame. Called in every frame while its key is held."""
        if self.state.rows * self.state.columns > MAX_CELLS:
            self.shell.show_message(f"the board is too large for a forecast: the limit is {MAX_CELLS:,} cells")
        self._forecast.ask()

    def _seat_at(self, place: Place) -> int:
        """Return the person whose cell is at ``place``; if there is none, the player who uses the mouse."""
        if self.play.own_seat is not None:
            return max(self.play.own_seat, 0)
        owner = int(self.play.engine.read(*place, 1, 1)[0, 0]) - 1
        return owner if 0 <= owner < len(self.state.seats) and owner not in self.computers else self.pointer.player

    def _choose_seat(self, seat: int) -> None:
        if self.play.own_seat is not None:
            self.shell.show_message("in an on-line match the mouse always plays for your own letter")
        elif seat in self.computers:
            self.shell.show_message(self.refusal(seat))
        elif seat < self.shell.poller.seats:
            self.pointer.player = seat
            self.shell.show_message(f"the mouse plays for {ascii_uppercase[seat]}")

    def _change_tick(self, *, shorter: bool) -> None:
        """Request the next shorter or the next longer turn tick."""
        now = self.state.tick_seconds
        seconds = (
            max((length for length in _TICK_LENGTHS if length < now), default=_TICK_LENGTHS[0])
            if shorter
            else min((length for length in _TICK_LENGTHS if length > now), default=_TICK_LENGTHS[-1])
        )
        self.play.runner.act(pace_action(self.keyboard_player, seconds))
        if not needs_consent(self.play, ActionKind.PACE):
            generation = length_text(seconds * TICKS_PER_GENERATION)
            self.shell.show_message(f"a tick every {length_text(seconds)}, a generation every {generation}")

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what a player can do now, in several wordings, longest first."""
        overlay = realtime_overlay(self.state)
        return prompts(overlay, next((each for each in overlay.inputs if each.seat == player), None))

    @property
    def result(self) -> Result | None:
        """How the game has ended, with the totals of all players; None during the game."""
        people = [player for player in self.people if player < len(self.state.seats)]
        return result_of(
            self.state, self.player_names, people, self.end_reason, self.end_buttons, self._totals, self._tally
        )

    @property
    def opening(self) -> Opening | None:
        """The notice that asks people to place ten cells to join; in the first generation, to move their cells."""
        people = [player for player in self.people if player < len(self.state.seats)]
        if not self.play.has_prompts:
            return None
        shapes = [shape.area for shape in self._first_shapes]
        cells = self.bursts.cells(self.shape)
        return opening_of(self.state, people, cells, shapes, is_ready=self._is_ready)

    @property
    def again(self) -> EndButton:
        """The button that begins another game, shown after the end of one."""
        return EndButton("Another game", Action(NOBODY, ActionKind.START), "start")

    def draw(self, seconds: float) -> None:
        """Draw the HUD: clock, scores, cursors, prepared orders and the forecast."""
        held = {} if self.play.is_replay else self.shell.poller.devices()
        devices = {seat: names[0] for seat, names in held.items()}
        people = devices.keys() - self.computers
        devices |= dict.fromkeys(self.computers, "computer")
        answered = self._answers.follow(self.state, seconds)
        self._over_seconds = self._over_seconds + seconds if self.state.phase is RealTimePhase.OVER else 0.0
        legends = {seat: self.legend(seat) for seat in sorted(people)} or {0: self.legend(0)}
        mouse = self.pointer.player if len(people) > 1 else None
        play = self.play
        seats = SeatDevices(devices, answered, legends, play.own_seat, play.has_prompts, is_replay=play.is_replay)
        if (learner := self._learner) is not None:
            seats = replace(seats, has_arrow=self.good_moves.is_on if play.own_seat is None else None)
        overlay, canvas = replace(realtime_overlay(self.state), news=self._players.news), self.layout.canvas
        left, top, right, bottom = canvas.area
        above, below, _ = room_around_realtime(None)
        self._table = lay_out(overlay, canvas.names, right - left, bottom - top - above - below)
        cells = self.bursts.cells(self.shape)
        self._follow(cells, people, seconds)
        here = sorted(people)
        is_past = play.is_replay or play.session.in_the_past
        shown = self._forecast.take(self.state, here, faint=self.foresees and not is_past)
        marks = frozenset() if shown is None else frozenset(change.place for change in shown.changes)
        if self._shows_letters:
            draw_letters(cells, canvas, marks)
        if shown is not None:
            draw_forecast(shown, canvas, self.shape)
            told = "" if shown.is_faint else forecast_text(shown, self.state, canvas.names, here)
            seats = replace(seats, forecast=told, gains=shown.gains)
        if learner is not None:
            known = None if shown is None or not shown.is_whole else shown.unprepared[learner]
            self._tally.follow(self.state, learner, known, seconds)
            if self._contact.follow(self.state.generation, cells, learner, seconds) and not is_past:
                is_good = self._contact.latest.gain >= 0
                self.shell.sound.audio.play("plant" if is_good else "erase")
            seats = replace(seats, gains=seats.gains or self._tally.shown or self._contact.shown)
            if self._contact.latest:
                news = *overlay.news, self._contact.latest.text(self.player_names[learner])
                overlay = replace(overlay, news=news)
        if learner is not None:
            draw_first_shapes(self._first_shapes, canvas, learner, self.state.seats[learner].sketch)
        steps = self._hints
        is_labelled = answered or any(seat.chosen is not None for seat in self.state.seats)
        taken = _living(cells) | marks if seats.gains or is_labelled else frozenset[Place]()
        seats = replace(seats, taken=taken)
        for number, step in reversed([*enumerate(steps, 1)]):
            draw_step(step, canvas, number if len(steps) > 1 else None)
        totals = {number: seat.score for number, seat in overlay.scores}
        rises = self.rises.follow(totals, is_calm=canvas.is_calm)
        if rises and not is_past and self.state.phase is RealTimePhase.PLAY:
            scored = [f"{canvas.names[number]} +{rise.gain:.1f}" for number, rise in rises.items()][:_SCORES_MAILED]
            subjects = [f"Generation {self.state.generation}: {', '.join(scored)}"]
            if learner is not None and self._contact.latest:
                subjects.insert(0, f"{subjects[0]}. {self._contact.latest.text(self.player_names[learner])}")
            draw_mail(subjects, replace(canvas, shape=self.shape), min(rise.share for rise in rises.values()))
        buttons = scaled(_BUTTONS) if self._buttons else 0.0
        joining = [(seat, self.state.seats[seat]) for seat in here if seat < len(self.state.seats)]
        beside = Beside(
            mouse,
            notes=self._notes(here, shown),
            rises=rises,
            totals=self._follow_totals(),
            nexts=shown.counts if shown is not None and shown.is_whole and self.state.has_begun else (),
            has_neutral=bool((cells == self.play.engine.rule.live_states).any()),
            joining={
                number: CELLS_TO_JOIN - len(seat.sketch)
                for number, seat in joining
                if seat.standing is SeatStanding.EMPTY and self.state.phase is not RealTimePhase.OVER
            },
        )
        opening = None if is_past or play.runner.watching or len(here) > 1 else self.opening
        has_card = opening is not None and opening.stays
        seats = replace(seats, buttons=buttons, beside=beside, has_card=has_card)
        draw_realtime(overlay, canvas, seats, self._table)

    def _follow_totals(self) -> Mapping[int, tuple[float, ...]]:
        """Return the totals of all seats after each generation so far, without those that a jump back has undone."""
        now, totals = self.state.generation, tuple(seat.total for seat in self.state.seats)
        if (now, totals) != self._counted:
            self._counted = now, totals
            earlier = {number: scores for number, scores in self._totals.items() if number < now}
            self._totals = earlier | {now: tuple(seat.score for seat in self.state.seats)}
        return self._totals

    @property
    def _learner(self) -> int | None:
        """The seat of the lone person who sees arrows to good moves; None if several people play or hints are off."""
        people = [player for player in self.people if player < len(self.state.seats)]
        return people[0] if len(people) == 1 and self.foresees and self.play.has_prompts else None

    @property
    def _hints(self) -> Sequence[BestStep]:
        """The good moves to show to a lone person; on line only in the first generations, to be fair to the others."""
        is_late = self.play.own_seat is not None and self.state.generation >= TAUGHT
        if (player := self._learner) is None or is_late:
            return ()
        return self.good_moves.shown(self.play.engine.changes, self.bursts.cells(self.shape), self.state, player)

    @property
    def _first_shapes(self) -> Sequence[FirstShape]:
        """The shapes that a lone person may trace with the first cells; empty once they have joined."""
        if (player := self._learner) is None or self.state.phase is RealTimePhase.OVER:
            return ()
        seat, cells = self.state.seats[player], self.bursts.cells(self.shape)
        if seat.standing is not SeatStanding.EMPTY or cells.size > _MAX_SHAPED:
            return ()
        return self._shapes.of((self.play.engine.changes, seat.sketch), lambda: offered_shapes(cells, seat.sketch))

    def _notes(self, here: Sequence[int], shown: Forecast | None) -> list[Note]:
        """Return the notes below the table: the goal and, for a single person, that person's lead and next score."""
        state = self.state
        if state.phase is RealTimePhase.OVER:
            return []
        notes = [Note(goal_text(state), PROMPT, LEAD)]
        people = [seat for seat in here if state.seats[seat].standing is SeatStanding.IN]
        if len(here) == 1 and state.seats[here[0]].standing is SeatStanding.EMPTY and shown is not None:
            if shown.is_whole and state.seats[here[0]].sketch:
                notes.append(Note(worth_text(shown.counts[here[0]]), TEXT, LEAD))
            return [*notes, Note(SCORING, CAPTION, BODY)]
        if len(people) != 1:
            return notes
        names, player = self.player_names, people[0]
        # These rows keep their places for the whole game; those that come and go are below them.
        if not state.generation:
            notes.append(Note("Nobody has scored yet", TEXT, HEADING))
        elif (led := lead_of(state, player)) is not None:
            lead, rival = led
            notes.append(Note(lead_text(lead, names[rival], names[player]), GOOD if lead > 0 else BAD, HEADING))
        if shown is not None and shown.is_whole:
            notes.append(Note(next_score_text(state.seats[player], shown.counts[player]), TEXT, LEAD))
        if self._learner is not None:
            fresh = self._tally.fresh
            rgba = GOOD if (fresh or 0) > 0 else BAD if fresh else TEXT
            told = "none yet" if fresh is None else cells_text(fresh)
            notes.append(Note(f"Your moves for it: {told}", rgba, LEAD))
        notes += self._moves_explained()
        if state.generation < _EXPLAINED:
            if shown is not None and self._learner is not None:
                notes.append(Note("Next generation: a frame is a birth, a red cross a death", CAPTION, BODY))
            notes.append(Note(SCORING, CAPTION, BODY))
        return notes

    def _moves_explained(self) -> Iterator[Note]:
        """Yield what the arrows on the board show to a lone person, or what to do if there are none."""
        if self._learner is None:
            return
        steps = self._hints
        if len(steps) > 1:
            first, second = map(step_text, steps)
            pays = self.state.seats[self._learner].points >= len(steps)
            told = "Your points pay for both; each is counted alone" if pays else "Choose one: you have one point"
            yield Note(f"Arrow 1: {first}. Arrow 2: {second}. {told}", PROMPT)
        elif steps:
            yield Note(f"Arrow: {step_text(steps[0])}", PROMPT)
        if self.good_moves.finds_none and self.play.own_seat is None:
            now = ': press "Next generation now"' if self._may_hurry else ": try your own"
            yield Note(f"No better move{now}", PROMPT)

    def _follow(self, cells: Cells, people: Iterable[int], seconds: float) -> None:
        """Move and zoom a close-up so that it shows all living cells and the cursors of people at this window.

        ``seconds`` is the time since the last call. The view stays still while a button, a key or a stick is held.
        """
        seats = [self.state.seats[player] for player in people if player < len(self.state.seats)]
        joins = any(seat.standing is not SeatStanding.IN for seat in seats)
        # Who joins sees the places around the cursor, in the middle of the board at first, and all others' cells.
        is_on = joins or self.state.phase is not RealTimePhase.WAITING or self.state.practice
        is_on = is_on and (self.state.grows or self.layout.whole_board_camera().zoom < scaled(_READABLE))
        cursors = [
            place
            for seat in seats
            if (place := cursor_place(seat)) != self.pointer.place and (seat.cursor.visible or joins)
        ]
        # From a person's first mark to the first generation nothing moves, nor while they look at the forecast.
        is_first = not self.state.generation and any(seat.sketch or seat.standing is SeatStanding.IN for seat in seats)
        if is_first or self._forecast.is_asked:
            self._close_up.hold_still()
        if self.pointer.is_pressed or any(seat.cursor.stick != (0, 0) or seat.cursor.trigger for seat in seats):
            self._close_up.hold_still()
        self._close_up.follow(cells, cursors, seconds, wanted=is_on, margin=_TO_JOIN if joins else 0)


def _living(cells: Cells) -> frozenset[Place]:
    """Return the places of all living cells."""
    return frozenset((row, column) for row, column in np.argwhere(cells).tolist())


WINDOW = GameWindow(controller=RealTimeController, setup=RealTimeSetup, page=PAGE)
