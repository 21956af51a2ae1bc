"""BioWar in the window: its help page, and its controller, which decides which player a shared key is for."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui
from numpy.typing import NDArray

from gpulife.games.biowar.input import start_place
from gpulife.games.biowar.observation import (
    biowar_overlay,
    count_sizes,
    goal_texts,
    key_labels,
    key_meaning,
    place_of,
    prompts,
)
from gpulife.games.biowar.rules import decided_winner, is_far_behind
from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, Remark, TurnPhase
from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.input.commands import CommandOrAction, ShowPreview
from gpulife.input.controls import HALVES, KEYBOARD
from gpulife.input.events import Event as InputEvent
from gpulife.input.events import KeyEvent, MouseMove
from gpulife.input.glyphs import Hands, Legend
from gpulife.seats import MAX_LOCAL_SEATS, YOU, Seat, mid_sentence, with_verb
from gpulife.view.gl_board import CursorMark
from gpulife.window.design import NEAR
from gpulife.window.games.biowar.finale import FIREWORKS, draw_fireworks
from gpulife.window.games.biowar.hud import (
    ConversationState,
    Foreseen,
    FunctionKey,
    draw_biowar,
    draw_conversation,
    room_around,
)
from gpulife.window.games.biowar.placing_advice import FirstShape, draw_first_shape, first_shape, foresee_changes
from gpulife.window.games.biowar.turn_end import TurnEnd
from gpulife.window.games.biowar.turn_log import TurnLog
from gpulife.window.panels.widgets import caption, checkbox
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.bursts import Rise
from gpulife.window.play.canvas import PROMPT_HEIGHT, Canvas, prompt_here, scaled, ways_out
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import ContestController, MouseResult, is_left_press
from gpulife.window.play.game_picture import TERMINAL, TERMINAL_MARGIN
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.points_chart import draw_points_chart, may_draw_points
from gpulife.window.play.result_banner import EndButton, Result, Score
from gpulife.window.play.seating import seat_computers
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.many_player_setup import ManyPlayerSetup

PAGE = GamePage(
    icon=icons.ICON_FA_VIRUS,
    controls=(
        ControlLine("Join the game, place a cell, take it back", "{trigger}"),
        ControlLine("Move the cursor", "{move}"),
        ControlLine("DONE: end your turn", "{done|start}"),
        ControlLine("WHO: see names and scores", "{who|select}"),
        ControlLine("Join, place or take back a cell", "{click}", own=False),
        ControlLine("GAME (join) or DONE (the game's START key)", "{start}", own=False),
        ControlLine("WHO (scores) or YES (the game's SELECT key)", "{select}", own=False),
        ControlLine("QUIT (leave) or NO (the game's OPTION key)", "{option}", own=False),
        ControlLine("Hold to see all that the next generation does", "{preview}", own=False),
        ControlLine("Say something to everybody", "{step}", own=False),
        ControlLine("Halt and resume, if all agree", "{halt}", own=False),
    ),
    steps=(
        "The most points at the end win. Each turn you get a point for every player who has fewer cells than you.",
        "Place up to 10 cells on empty places before the time at the top is over. Later turns: up to 5.",
        "Place your cells in groups. The count of a place is its neighbours of your colour minus all other neighbours.",
        (
            "When all are done or time is up, the board grows: cells with a count of 2 or 3 live on, and a free place "
            "with 3 gets a cell."
        ),
        (
            "A cell with a count of 2 or 3 survives; it has middle size. Cells with a lower count (small) or a "
            "higher one (large) die. The squares in a player's box show how many cells of each size there are."
        ),
        "The preview holds if nobody else adds cells. If two players choose one place, chance decides.",
        "Without a turn limit, play as long as you like. WHO lists the points.",
        "Without a cell you are out: {trigger} joins again, with ten new cells and no points.",
    ),
    pictures=(
        "AAA/BB./C..",
        "AA./A+.",
        "AAA/.aB",
        ".A./.A./.A. > .../AAA/...",
        "1.2.3",
        "AA/A. > AA/AA",
        "A.B.C",
        "A.. > ...",
    ),
)


_PERSONAL = frozenset({ActionKind.OPTION, ActionKind.SELECT, ActionKind.START, ActionKind.STEP})
_FUNCTION_KEYS = (("option", ActionKind.OPTION), ("select", ActionKind.SELECT), ("start", ActionKind.START))
_ENDS_TURN = (ActionKind.DONE, ActionKind.START)
_MAX_COUNTED = 1 << 18
"""Largest board, in cells, on which cells are counted by size, for the numbers in the players' boxes."""


class BioWarController(ContestController[BioWarState]):
    """Runs BioWar in the window: turns people's input into the game's actions, and shows what the game says."""

    personal_kinds = _PERSONAL | NEEDS_CONSENT
    function_keys = _PERSONAL
    margin = TERMINAL_MARGIN
    game_picture = TERMINAL
    burst_seconds = 1.2  # the growth is the event of each turn
    has_trails = False  # trails would not move for a whole turn

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.conversation = ConversationState()
        self._held_done: set[int] = set()
        self._asks_for_all = False
        self._pointed: Place | None = None
        self._remembered: Remembered[Foreseen] = Remembered()
        self._traced: Remembered[FirstShape | None] = Remembered()
        self._over_since: float | None = None
        self._restarts_turn: int | None = None  # the turn in which somebody asked for a restart
        self._log = TurnLog()
        self._turn_end = TurnEnd()

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points of the space above and below the board for the players' boxes and the conversation."""
        return HudMargins(*room_around(self.shell.window.view_size[1] - self.layout.covered.below))

    @property
    def prompt_above(self) -> float:
        """Height in points of the prompt just above the board. Messages appear in the same place."""
        return scaled(PROMPT_HEIGHT + NEAR)

    @property
    def levels(self) -> Sequence[int]:
        """The level of the computer player on each seat of the board; 0 for a person."""
        return self.play.seats.levels[: len(self.state.sides)]

    def assign_seats(self) -> None:
        """Give the computers their seats; people can take the other seats."""
        state, poller, play, seats = self.state, self.shell.poller, self.play, self.play.seats
        count = len(state.sides)
        self.conversation.close()
        people = frozenset(player for player in seats.people if player < count)
        seat_computers(play, self.levels, self.shell.window.device, people)
        if state.has_own_pages and not play.session.in_the_past:
            for player, seat in enumerate(seats.seats[:count]):
                hides = seat.hides and not seat.level
                if hides != state.sides[player].hides:
                    play.runner.act(Action(player, ActionKind.HIDE, int(hides)))
        reserved = seats.taken | frozenset(range(count, MAX_LOCAL_SEATS))
        for player in range(MAX_LOCAL_SEATS):
            if player in reserved:
                poller.leave_seat(player)
            elif player < HALVES:
                poller.sit_at_keyboard(player)
        self._reserve_seats(reserved)

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Let a lone person join at once, as the game waits for nobody else."""
        if not (playback or resumed) and self.play.chosen_by_user:
            self._join_lone_person()

    def _join_lone_person(self) -> None:
        if (player := self._lone_person) is not None:
            self.play.runner.act(Action(player, ActionKind.START))

    @property
    def _lone_person(self) -> int | None:
        """The seat of the only person who can play, against computers; None if there are others, or no computers."""
        play, count = self.play, len(self.state.sides)
        if play.own_seat is not None or play.is_replay or play.is_show or play.only_watches:
            return None
        people = [player for player in self._people_here if player < count]
        return people[0] if len(people) == 1 and any(self.levels) else None

    def change_seat(self, player: int, what: str, value: str | int) -> None:
        """Set a field of a player's seat to ``value``; ``what`` names it: "name", "level", "hides" or "closed".

        If the change gives the seat to somebody else, its player resigns first.
        """
        if what not in ("name", "level", "hides", "closed"):
            return
        sides = self.state.sides
        if (
            what in ("level", "closed")
            and player < len(sides)
            and sides[player].standing is not PlayerStanding.SPECTATOR
        ):
            self.play.runner.act(Action(player, ActionKind.RESIGN))
        super().change_seat(player, what, value)

    def seat_message(self, player: int) -> str:
        """Return the message that says who may take a seat now: nobody, a computer player, or anybody."""
        seat = self.play.seats.seats[player]
        computer = f"the computer: {self.level_titles[seat.level - 1]}" if seat.level else "anybody"
        return f"seat {player + 1}: {'nobody' if seat.closed else computer}"

    def close(self) -> None:
        """Give the function keys their usual meaning again, as in other games."""
        self.shell.poller.held_inputs.personal_kinds = frozenset()

    def refusal(self, player: int) -> str:
        """Return the message for a person who presses a key of somebody else's seat."""
        return f"seat {player + 1} is taken: change it in the settings, under Players"

    @handles(ActionKind.DONE)
    def _end_turn(self, request: Action) -> Handled:
        return None if self._holds_done(request.player) else PASS_ON

    @handles(ActionKind.STEP)
    def _open_conversation(self, request: Action) -> Handled:
        if request.player == NOBODY:
            return PASS_ON  # the panels' Step
        by_pad = request.player != KEYBOARD
        self.conversation.open(request.player if by_pad else self._speaker, by_pad=by_pad)
        self.shell.poller.gamepads.steer_menu(request.player, on=True)
        return None

    @handles(ActionKind.OPTION, ActionKind.SELECT, ActionKind.START)
    def _press_function_key(self, request: Action) -> Handled:
        if request.player == NOBODY and request.kind is ActionKind.START:
            self._restarts_turn = self.state.turn
            return PASS_ON  # the panels' Restart, or the banner's button for another game
        player = self._player_of_key(request.kind) if request.player in (KEYBOARD, NOBODY) else request.player
        self._press(player, request.kind)
        return None

    def _press(self, player: int, kind: ActionKind) -> None:
        """Do what function key ``kind`` means for a player or a spectator (NOBODY) who has pressed it."""
        state = self.state
        if kind is ActionKind.START and player == NOBODY:
            self.shell.show_message("no seat at the keyboard is free: choose who plays in the settings, under Players")
            return
        if kind is ActionKind.START and state.is_over and self._play_again():
            return
        if kind is ActionKind.START and self._holds_done(player):
            return
        is_done = kind is ActionKind.START and self.play.own_seat is not None  # nobody restarts an on-line match
        self.play.runner.act(Action(player, ActionKind.DONE if is_done else kind))
        side = None if player == NOBODY else state.sides[player]
        if kind is ActionKind.SELECT:
            leaves = state.asking if side is None else side.asking
            if leaves and (side is None or side.standing is PlayerStanding.SPECTATOR):  # YES: leave the game
                self.shell.show_start_menu()

    def _holds_done(self, player: int) -> bool:
        """Return True if a person's DONE in turn 1 must wait until the computers have joined, so that they can play."""
        state, session = self.state, self.play.session
        if not (0 <= player < len(state.sides) and state.turn == 1 and state.can_place(player)) or session.in_the_past:
            return False
        seats = zip(state.sides, self.levels, strict=False)
        are_late = any(level and side.standing is PlayerStanding.SPECTATOR for side, level in seats)
        if player in self.computers or not session.players or not are_late:
            return False
        if player not in self._held_done:
            self._held_done.add(player)
            self.shell.show_message("Your turn ends when the computers have joined")
        return True

    @property
    def _rejoins(self) -> list[int]:
        """The people at this window who may join again. None may while somebody here is still in the game."""
        people = [player for player in self._people_here if player < len(self.state.sides)]
        standings = [self.state.sides[player].standing for player in people]
        is_out = PlayerStanding.OUT in standings and PlayerStanding.IN not in standings
        others = any(side.is_in for side in self.state.sides)
        return [player for player in people if self.state.sides[player].standing is PlayerStanding.OUT] * (
            is_out and others
        )

    @property
    def _people_here(self) -> list[int]:
        return sorted(self.play.local_people & self.play.seats.people)

    def _play_again(self) -> bool:
        """After the last turn, begin another game with the people who are here; return False if nobody here plays."""
        own, sides = self.play.own_seat, self.state.sides
        people = [player for player in self._people_here if player < len(sides)] if own is None else [max(own, 0)]
        playing = [player for player in people if sides[player].standing is not PlayerStanding.SPECTATOR] or people[:1]
        for player in playing:
            self.play.runner.act(Action(player, ActionKind.DONE))
        return bool(playing)

    @handles(ActionKind.AGAIN)
    def _join_again(self, request: Action) -> Handled:
        """Begin another game after the end; during a game, let people who are out join it again."""
        if self.state.is_over:
            if not self._play_again():
                self.play.runner.act(Action(NOBODY, ActionKind.START))
            return None
        if self.play.own_seat is not None or not self._rejoins:
            return PASS_ON
        for player in self._rejoins if request.player in (KEYBOARD, NOBODY) else [request.player]:
            self.play.runner.act(Action(player, ActionKind.RESIGN))
            self.play.runner.act(Action(player, ActionKind.START))
        return None

    @property
    def draw_pace(self) -> Callable[[], Iterable[CommandOrAction]]:
        """Function that draws the control for the length of a turn, in place of the one for generations a second."""
        return self._draw_turn

    def _draw_turn(self) -> Iterable[CommandOrAction]:
        seconds = self.state.adjustment_ticks // TICKS_PER_SECOND
        caption(f"A turn: {seconds} seconds in which to place cells, or less if all are done; then the board grows")
        if checkbox("Show what new cells will do", on=self.foresees) is not None:
            self.foresees = not self.foresees
        return ()

    @property
    def kinds_of_cells(self) -> tuple[str, ...]:
        """The names that the panels use for the kinds of cells: the names of the players who own them."""
        return self.player_names

    def update_seats(self) -> None:
        """Tell the game who plays on each seat. A lone person joins again after a restart.

        Once all computers have joined, send each DONE that had to wait for them.
        """
        super().update_seats()
        if self._restarts_turn is not None and self.state.turn != self._restarts_turn:
            if self.state.phase is TurnPhase.IDLE:
                self._join_lone_person()
            self._restarts_turn = None
        for player in sorted(self._held_done):
            if not self._holds_done(player):
                self._held_done.discard(player)
                if self.state.turn == 1 and self.state.can_place(player):
                    self.play.runner.act(Action(player, ActionKind.START))
        self._follow_turn()

    def _follow_turn(self) -> None:
        """Add the report on a finished turn to the conversation. End the turn of a person with nothing left to do."""
        state, play = self.state, self.play
        rows, columns = self.shape
        is_between_ticks = play.runner.seeking is None and not play.session.is_unfinished
        if rows * columns <= _MAX_COUNTED and is_between_ticks:
            people = [player for player in self._people_here if player < len(state.sides)]
            cells, edges = self.bursts.cells(self.shape), play.engine.rule.edges
            self._log.follow(state, cells, edges, people, self.player_names, self.shell.now)
        player = self._ending
        if player is None:
            self._turn_end.forget()
        elif self._turn_end.is_due(state, player):
            self._press(player, ActionKind.START)
        if self._turn_end.seconds(state) is not None:
            self.shell.motion.due(0.2)

    @property
    def _ending(self) -> int | None:
        """The person whose turn the window may end: the only one who plays here.

        None if nobody or several people play here, or if people elsewhere are still placing cells.
        """
        state, play = self.state, self.play
        if play.is_replay or play.is_show or play.only_watches or play.session.in_the_past or not state.is_on:
            return None
        here = [player for player in self._people_here if player < len(state.sides) and state.sides[player].is_in]
        others = [player for player in state.players if player not in here]
        if len(here) != 1 or here[0] in self._held_done:
            return None
        late = [player for player in others if not state.sides[player].done and not self.levels[player]]
        return None if late else here[0]

    @property
    def _decided(self) -> int | None:
        """The player whom nobody can overtake any more; None if there is none, or if the game is over."""
        seats = sum(not seat.closed for seat in self.play.seats.seats[: len(self.state.sides)])
        return decided_winner(self.state, seats)

    @property
    def _may_finish(self) -> bool:
        """True if the window offers to play the game to its end: it is decided, or the only person is far behind."""
        player = self._ending
        if player is None:
            return False
        seats = sum(not seat.closed for seat in self.play.seats.seats[: len(self.state.sides)])
        is_last = self.state.turn >= self.state.limit
        return self._decided is not None or (not is_last and is_far_behind(self.state, player, seats))

    @property
    def progress(self) -> str:
        """The turn, as in "turn 4 of 10"."""
        state = self.state
        return f"turn {state.turn} of {state.limit}" if state.limit else f"turn {state.turn}"

    @property
    def may_be_done(self) -> frozenset[int]:
        """Players who may press DONE now: those who can place cells, except while QUIT asks them whether to leave."""
        state = self.state
        return frozenset(
            player for player in state.players if state.can_place(player) and not state.sides[player].asking
        )

    @property
    def _people_at_keyboard(self) -> list[int]:
        return self.at_keyboard(self.play.seats.people)

    # At one screen all pages of WHO are alike, so there is only one, shown while anybody here has it open. A key that
    # players share acts for the first of them in the game, or for spectators while their page is open. Saying something
    # closes the speaker's page.
    def _player_of_key(self, kind: ActionKind) -> int:
        """Return the first player at the keyboard who can use this function key now; NOBODY for none."""
        state = self.state
        seats = [player for player in self._people_at_keyboard if player < len(state.sides)]
        asking = [player for player in seats if state.sides[player].asking]
        playing = [player for player in seats if state.sides[player].standing is not PlayerStanding.SPECTATOR]
        match kind:
            case ActionKind.OPTION:
                found = asking or ([] if state.asking else playing)
            case ActionKind.SELECT:
                found = asking or ([] if state.asking or state.who or not state.has_own_pages else playing)
            case _:
                found = [player for player in playing if state.can_place(player)] or playing or seats
        return found[0] if found else NOBODY

    @property
    def _speaker(self) -> int:
        """The sender of typed messages: the only player at the keyboard who is in the game, else NOBODY."""
        seats = [player for player in self._people_at_keyboard if self.state.sides[player].is_in]
        return seats[0] if len(seats) == 1 else NOBODY

    @property
    def player_names(self) -> tuple[str, ...]:
        """Players' names for the HUD. A nameless person who plays alone is called "You", except in replays."""
        names, seats, sides = list(self._seat_names), self.play.seats, self.state.sides
        people = [player for player in sorted(seats.people) if player < len(sides)]
        playing = [player for player in people if sides[player].standing is not PlayerStanding.SPECTATOR]
        if self.state.phase is TurnPhase.IDLE:
            playing = people
        is_replay = self.play.is_replay or self.play.plays_file
        if len(playing) == 1 and not (is_replay or seats.seats[playing[0]].name):
            names[playing[0]] = YOU
        return tuple(names)

    @property
    def _seat_names(self) -> tuple[str, ...]:
        """The names of all seats. A nameless computer is called by its level, as on the set-up page."""
        seats, titles = self.play.seats.seats, self.level_titles
        names = [
            titles[seat.level - 1] if seat.level and not seat.name else name
            for seat, name in zip(seats, self.play.seats.names, strict=True)
        ]
        return tuple(
            name if names.count(name) == 1 else f"{name} ({player})" for player, name in enumerate(names, start=1)
        )

    def name_of(self, player: int) -> str:
        """Return the name of a player."""
        return self.player_names[player]

    @property
    def _reader(self) -> int:
        """The person here to whom prompts are addressed, if possible one who has to act; NOBODY if nobody is here."""
        sides, people = self.state.sides, self.play.seats.people

        def urgency(player: int) -> tuple[bool, ...]:
            side = sides[player]
            return side.asking, self.state.can_place(player), side.is_in, side.standing is PlayerStanding.OUT

        here = [player for player in sorted(self.shell.poller.devices()) if player in people and player < len(sides)]
        return max(here, key=urgency, default=NOBODY)

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests, adapted to this game.

        While nobody plays, the key Space joins the game. After QUIT, while the game asks a player to confirm it, Return
        and Escape answer.
        """
        requests = list(requests)
        if any(map(_is_press, requests)):
            ends = any(isinstance(each, Action) and each.kind in _ENDS_TURN for each in requests)
            self._stop_countdown(quietly=ends)
        if any(isinstance(request, Action) and request.kind is ActionKind.STICK for request in requests):
            self._pointed = None  # until the pointer moves again, people aim with the cursor
        return super().translate(self._as_answer(request) for request in requests)

    def mouse(self, events: Sequence[InputEvent], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, and the requests that clicks make. Remember the place under the pointer."""
        for event in events:
            is_key = isinstance(event, KeyEvent) and event.pressed and not event.repeat
            if is_key or (is_left_press(event) and not on_panel):
                self._stop_countdown()
            if isinstance(event, MouseMove):
                self._pointed = None if on_panel else self.layout.place_under(event)
        return super().mouse(events, on_panel=on_panel, dragging=dragging)

    def _stop_countdown(self, *, quietly: bool = False) -> None:
        if self._turn_end.stop(self.state) and not quietly:
            self.shell.show_message("Your turn goes on until you end it")

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action):
            return request
        state, reader = self.state, self._reader
        asking = reader != NOBODY and state.sides[reader].asking
        by_key = request.player if request.player >= 0 and not (state.asking and not asking) else KEYBOARD
        if (asking or state.asking) and request.kind in (ActionKind.STEP, ActionKind.AGAIN):
            kind = ActionKind.SELECT if request.kind is ActionKind.STEP else ActionKind.OPTION
            return replace(request, kind=kind, player=by_key)
        presses = request.kind in _ENDS_TURN or (request.kind is ActionKind.TRIGGER and request.a)
        joins_again = request.player in (KEYBOARD, *self._rejoins)
        if self.play.own_seat is None and self._rejoins and presses and joins_again:
            return Action(self._rejoins[0] if request.player == KEYBOARD else request.player, ActionKind.AGAIN)
        if request.kind is ActionKind.HALT and state.phase is TurnPhase.IDLE:
            return replace(request, kind=ActionKind.START, player=by_key)
        if request.kind is ActionKind.HALT and state.is_over:
            return replace(request, kind=ActionKind.AGAIN)
        return request

    @property
    def takes_clicks(self) -> bool:
        """True if clicks place cells or join the game.

        Before the game, while panels are shown, this is False, and clicks draw cells.
        """
        return self.state.turn > 0 or not self.layout.panels_shown

    @property
    def _clicking(self) -> int | None:
        """The player for whom clicks place cells: the first at the keyboard who can; None for nobody."""
        return next((player for player in self._people_at_keyboard if self.state.can_place(player)), None)

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the actions of a click: the first player at the keyboard who may place cells does so at ``place``.

        If nobody at the keyboard is in the game, the first of them joins, or joins again.
        """
        player = self._clicking
        seats = [player for player in self._people_at_keyboard if player < len(self.state.sides)]
        if seats and all(self.state.sides[seat].standing is PlayerStanding.SPECTATOR for seat in seats):
            if place is not None:
                yield Action(seats[0], ActionKind.START if self.play.own_seat is None else ActionKind.DONE)
        elif self.state.is_over:
            return  # the banner's buttons begin another game: people who click in a hurry should see the result
        elif player is None and self._rejoins and self.play.own_seat is None:
            if place is not None:
                yield Action(self._rejoins[0], ActionKind.AGAIN)
        elif player is None:
            self.shell.show_message("nobody at the keyboard can place cells now")
        elif place is not None:
            if self.play.session.board.read(*place, 1, 1)[0, 0]:
                self.shell.show_message("That place is taken: choose an empty one")
            yield Action(player, ActionKind.POINT, *place)
            yield from (Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0))

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors of players who can place cells now; in an on-line match, only the one of this window.

        ``phase`` is the phase of the cursors' flicker, 0 to 1.
        """
        return [
            CursorMark(cursor.row, cursor.column, self.play.display.look.colours[player + 1], phase, hollow=True)
            for player, cursor in enumerate(self.state.cursors)
            if cursor.visible and self.play.own_seat in (None, player)  # other players' cursors are secret
        ]

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what a player can do now, in several wordings, longest first."""
        return prompts(self.state, player, self.player_names, self._turn_end.seconds(self.state))

    @property
    def result(self) -> Result | None:
        """The result that the banner shows: somebody has won, or all people here are out. None if neither is true.

        A game with a turn limit is won after its last turn. Other games are won when at most one player has cells, but
        go on if somebody joins.
        """
        state, names = self.state, self.player_names
        playing = [player for player, side in enumerate(state.sides) if side.standing is not PlayerStanding.SPECTATOR]
        if state.is_over:
            title = "A tie" if state.winner is None else with_verb(names[state.winner], "win")
            reason, own = self.end_reason, [player for player in playing if player in self._people_here]
            if state.winner is not None and len(own) == 1 and own[0] != state.winner:
                reason = f"{title} with {reason}"
                title = f"{names[own[0]]} came {place_of(state, own[0])}"
            return Result(title, state.winner, reason=reason, buttons=self.end_buttons)  # boxes show the scores
        alive = [player for player in playing if state.sides[player].is_in]
        here = [player for player in playing if player in self.play.local_people and player in self.play.seats.people]
        ranking = sorted(playing, key=lambda player: (-state.sides[player].score, player))
        scores = tuple(Score(player, state.sides[player].score) for player in ranking)
        if len(alive) == 1 and not state.limit and (last := _last_out(state, alive[0])) is not None:
            name, lost = names[last.player], last.event is Event.OUT
            reason = (
                f"{with_verb(name, 'lose')} the last cell in turn {last.turn}, and nobody else is left."
                if lost
                else f"{with_verb(name, 'leave')} in turn {last.turn}, and nobody else is left."
            )
            return Result(
                with_verb(names[alive[0]], "win"),
                alive[0],
                reason=reason,
                buttons=self.end_buttons,
                passes=self.play.own_seat is not None,
            )
        if not alive and len(playing) > 1:
            most = state.sides[ranking[0]].score
            best = [player for player in ranking if state.sides[player].score == most]
            winner = best[0] if len(best) == 1 else None
            title = "A tie" if winner is None else with_verb(names[winner], "win")
            has = f"{len(best)} players have" if winner is None else mid_sentence(with_verb(names[winner], "have"))
            last = _last_out(state)
            turn = state.turn if last is None else last.turn  # when all have died, the game goes back to turn 0
            reason = f"The last cells died in turn {turn}, and {has} the most points, {most}."
            passes = self.play.own_seat is not None
            return Result(title, winner, scores, reason, buttons=self.end_buttons, passes=passes)
        if len(alive) < (1 if state.limit else 2) or not here or set(here) & set(alive):
            return None
        title = f"{with_verb(names[here[0]], 'be')} out" if len(here) == 1 else "Everybody here is out"
        reason = f"The last cell has died. {count_text(len(alive), 'player')} go on playing."
        if self.play.own_seat is not None or not self.may_go_on:
            return Result(title, None, reason=reason, passes=True)
        button = EndButton("Join again", Action(here[0], ActionKind.AGAIN), "trigger")
        return Result(title, None, reason=reason, buttons=(button,))

    @property
    def again(self) -> EndButton:
        """The button that begins another game, shown after the end of one."""
        if self.state.limit:
            return super().again
        return EndButton("Another game", Action(NOBODY, ActionKind.START))

    @property
    def opening(self) -> Opening | None:
        """The notice on how to join and where players begin; in the first turn, the notice on how to place cells."""
        state, reader, sides = self.state, self._reader, self.state.sides
        if reader == NOBODY or state.asking or not self.play.has_prompts:
            return None
        shape = self.play.engine.shape
        if state.phase is TurnPhase.IDLE:
            here = self.shell.poller.devices().keys() & self.play.local_people
            seats = [number for number, seat in enumerate(self.play.seats.seats[: len(sides)]) if not seat.closed]
            places = {seat: start_place(seat, shape) for seat in seats}
            own = {seat: place for seat, place in places.items() if seat in here and seat in self.play.seats.people}
            others = {seat: place for seat, place in places.items() if seat not in own}
            title = f"Most points after {count_text(state.limit, 'turn')} win" if state.limit else "Join the game"
            how = "{trigger} or {click} joins the game", "{trigger} or {click}: join"
            return Opening("join", title, how, own, others, stays=True)
        side = sides[reader]
        if state.turn != 1 or not state.can_place(reader) or side.marks:
            return None
        if (shape_to_trace := self._first_shape(reader)) is not None:
            how = "{move} {trigger} or {click} on each cell of the drawing", "{move} {trigger} or {click}"
            around = {reader: shape_to_trace.area}
            place = {reader: (side.cursor.row, side.cursor.column)}
            return Opening("place", "Trace your first cells, or make a shape", how, place, around=around)
        title = f"Place {count_text(side.allotment, 'cell')}, side by side"
        is_foreseen = self.foresees and not side.hides
        first = "where a green number promises more cells" if is_foreseen else "on empty places"
        how = f"{{move}} {{trigger}} or {{click}} {first}", "{move} {trigger} or {click}"
        return Opening("place", title, how, {reader: (side.cursor.row, side.cursor.column)})

    def _first_shape(self, player: int) -> FirstShape | None:
        """Return the shape that a person may trace with the first cells; None if there is none, or another is begun."""
        state, play = self.state, self.play
        rows, columns = self.shape
        is_past = play.is_replay or play.session.in_the_past
        if not (0 <= player < len(state.sides)) or is_past or rows * columns > _MAX_COUNTED:
            return None
        side = state.sides[player]
        if not state.can_place(player) or side.has_placed or side.hides or not self.foresees:
            return None
        cells, rule = self.bursts.cells(self.shape), play.engine.rule
        found = self._traced.of((play.engine.changes, player), lambda: first_shape(cells, rule, player))
        return found if found is not None and found.is_traced(side.marks) else None

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the players' boxes, the conversation and the function keys; return the user's requests."""
        state, play, poller, conversation = self.state, self.play, self.shell.poller, self.conversation
        sides = state.sides
        local = poller.devices().keys() & play.seats.people & play.local_people
        names = self.player_names
        shown = biowar_overlay(state, names, play.population, self._sizes(), self._seat_hints(), local, play.own_seat)
        reader = self._reader
        legend = self.legend(reader)
        is_alone, decided = self._lone_person is not None, self._decided
        labels, pressed_kinds = self._shown_keys(legend, reader, local, is_alone=is_alone)
        if self._may_finish:
            labels.append(
                FunctionKey("FINISH: play to the end", (), is_lit=decided is not None and not self._turn_end.finishes)
            )
        canvas = self.layout.canvas
        scores = {box.player: box.score for box in shown.boxes if box.score is not None}
        rises = self.rises.follow(scores, is_calm=canvas.is_calm)
        foreseen = self._foreseen(sorted(local))
        seen = [gain for gain in foreseen.gains if not self._opening_view.covers(canvas.middle(gain[1]))]
        foreseen = replace(foreseen, gains=seen)
        is_won = self._end is not None and not (
            self._end[0].passes or self._rejoins
        )  # then the banner says what comes next
        if self._rejoins:
            told: Sequence[str] = ("Your last cell died, so you are out. {trigger} or {click} joins again",)
        else:
            told = self._contest_prompts(reader) or prompts(state, reader, names, self._turn_end.seconds(state))
        has_prompt = play.has_prompts and not (is_won or self.shell.message)
        lines = prompt_here(told if has_prompt else (), play.own_seat)
        if sum(player in local for player in state.players) > 1 and reader != NOBODY:
            lines = tuple(f"{names[reader]}: {line}" for line in lines)
        way_out = ways_out(play.own_seat, is_replay=play.is_replay)
        contested = self._log.contested(self.shell.now)
        if contested[0]:
            self.shell.motion.due()
        homes = self._homes(rises, canvas)
        traced = self._first_shape(reader)
        if traced is not None:
            draw_first_shape(traced, reader, sides[reader].marks, canvas)
        draw_biowar(
            shown, canvas, legend, lines, way_out, local, foreseen, rises, homes, contested, taken=self._has_cell
        )
        shown = replace(shown, lines=self._log.merged(state, shown.lines, greets=not is_alone))
        goal = goal_texts(state, reader, names, decided)
        may_talk = not (play.is_replay or is_alone)
        chart = self._chart(canvas)
        request = draw_conversation(
            shown, canvas, labels, conversation, goal=goal, may_talk=may_talk, draw_beside=chart
        )
        self._celebrate(canvas)
        if isinstance(request, int) and request == len(pressed_kinds):
            self._turn_end.finishes = True
            return []
        if isinstance(request, int):
            return [Action(KEYBOARD, pressed_kinds[request])]
        if request is None:
            return []
        speaker = NOBODY if conversation.speaker is None else conversation.speaker
        if conversation.by_pad:
            poller.gamepads.steer_menu(speaker, on=False)
        conversation.close()
        return [Action(speaker, ActionKind.SAY, data=request)] if request else []

    def _shown_keys(
        self, legend: Legend, reader: int, local: Collection[int], *, is_alone: bool
    ) -> tuple[list[FunctionKey], list[ActionKind]]:
        """Return the function keys to show, and the action of each. A lone person needs only DONE, if not asked."""
        state, labels, kinds = self.state, [], []
        sides_here = [state.sides[player] for player in local if player < len(state.sides)]
        is_asked = state.asking or any(side.asking or side.who for side in sides_here)
        # The keys of a spectator act for no seat.
        for number, (name, kind) in enumerate(() if self.play.only_watches else _FUNCTION_KEYS):
            if is_alone and not is_asked and kind is not ActionKind.START:
                continue
            word = key_labels(state, self._player_of_key(kind))[number]
            out = word == "DONE" and not any(side.is_in for side in sides_here)
            can_place = reader != NOBODY and state.can_place(reader)
            is_lit = word == "DONE" and can_place and not state.sides[reader].placements
            meaning = ("join again" if self._rejoins else "leave first") if out else key_meaning(word)
            key = "{done|start}" if is_alone and word == "DONE" else f"{{{name}}}"
            labels.append(FunctionKey(f"{word}: {meaning}", legend.pieces(key), is_lit))
            kinds.append(kind)
        return labels, kinds

    def _contest_prompts(self, player: int) -> Sequence[str]:
        """Return a prompt that says who else wants a place that a player has chosen; empty if nobody is known to."""
        state = self.state
        if not (0 <= player < len(state.sides) and state.can_place(player)):
            return ()
        rivals = {
            rival
            for players in state.wanted.values()
            if player in players
            for rival in players
            if rival != player and not state.sides[rival].hides
        }
        if not rivals:
            return ()
        who = " and ".join(self.player_names[rival] for rival in sorted(rivals))
        told = f"{who} {'want' if len(rivals) > 1 else 'wants'} your place, too: chance decides"
        back = ("or take the cell back",) if state.sides[player].placements else ()
        return *(f"{told}, {words}   {{done|start}} ends your turn" for words in back), told

    def _has_cell(self, place: Place) -> bool:
        return bool(self.play.session.board.read(*place, 1, 1)[0, 0])

    def _chart(self, canvas: Canvas) -> Callable[[], None] | None:
        """Return the function that draws the chart of points after the end of a game; None before it."""
        state = self.state
        players = [player for player, side in enumerate(state.sides) if side.standing is not PlayerStanding.SPECTATOR]
        if not (state.is_over and may_draw_points(self._log.scores, players)):
            return None

        def draw() -> None:
            (left, top), (width, height) = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
            box, pen = (left, top, left + width, top + height), imgui.get_window_draw_list()
            draw_points_chart(pen, "Points after each turn", self._log.scores, players, canvas, box)

        return draw

    def _celebrate(self, canvas: Canvas) -> None:
        """Draw fireworks for the winner during the first seconds after the end of a game."""
        state, now = self.state, self.shell.now
        if not state.is_over:
            self._over_since = None
            return
        self._over_since = now if self._over_since is None else self._over_since
        if state.winner is not None and not canvas.is_calm and now - self._over_since < FIREWORKS:
            draw_fireworks(state.winner, now - self._over_since, canvas)
            self.shell.motion.due()

    def _homes(self, rises: Mapping[int, Rise], canvas: Canvas) -> dict[int, tuple[float, float]]:
        """Return the middle of each player's cells on screen, by player, for the players in ``rises``."""
        if not rises or canvas.is_calm or self.result is not None:  # the points would fly over the result
            return {}
        cells, homes = self.bursts.cells(self.shape), {}
        for player in rises:
            if len(places := np.argwhere(cells == player + 1)):
                row, column = places.mean(axis=0).tolist()
                homes[player] = canvas.point_of(row + 0.5, column + 0.5)
        return homes

    @handles(ShowPreview)
    def _show_preview(self, request: ShowPreview) -> Handled:
        if request.keeps:
            return PASS_ON
        self._asks_for_all = True
        return None

    # People see what the cells that they place will do. This includes all cells that the window shows, but none that
    # somebody hides: a hidden cell must not be found by what it does (ruling R30 in docs/rulings.md).
    def _foreseen(self, people: Sequence[int]) -> Foreseen:
        """Return a forecast of the next generation for those of ``people`` who place cells and do not hide them."""
        asks, self._asks_for_all = self._asks_for_all, False
        state, play, board = self.state, self.play, self.play.session.board
        placing = [
            player
            for player in people
            if state.can_place(player)
            and not state.sides[player].hides
            and (asks or not self._traces(player))  # an unfinished shape would look as if it died
        ]
        is_past = play.is_replay or play.session.in_the_past
        if not placing or is_past or not (self.foresees or asks):
            return Foreseen()
        marks = {}
        for place, players in state.wanted.items():
            if shown := [player for player in players if not state.sides[player].hides]:
                marks[place] = next((player for player in shown if player in placing), shown[0]) + 1
        cursors = {player: (state.sides[player].cursor.row, state.sides[player].cursor.column) for player in placing}
        if self._pointed is not None and self._clicking in cursors:
            cursors[self._clicking] = self._pointed
        key = play.engine.changes, tuple(marks.items()), tuple(cursors.items()), asks
        return self._remembered.of(key, lambda: foresee_changes(board, marks, cursors, state, shows_all=asks))

    def _traces(self, player: int) -> bool:
        """Return True if a person has begun to trace the first shape, or points at it."""
        shape, side = self._first_shape(player), self.state.sides[player]
        pointed = self._pointed if self._pointed is not None else (side.cursor.row, side.cursor.column)
        return shape is not None and (bool(side.marks) or pointed in shape.places)

    def _sizes(self) -> NDArray[np.int64] | None:
        """Return the number of cells by player and size, counted again when the board changes; None on large boards."""
        board, conversation = self.play.session.board, self.conversation
        rows, columns = board.shape
        if rows * columns > _MAX_COUNTED:
            return None
        census = board.census()  # the same array as long as the board is the same
        if conversation.counted is None or conversation.counted[0] is not census:
            conversation.counted = census, count_sizes(board.read(0, 0, rows, columns), board.rule)
        return conversation.counted[1]

    def _seat_hints(self) -> dict[int, str]:
        """Return hints on how to join, by seat, for seats whose players are not in the game."""
        devices, hints = self.shell.poller.devices(), {}
        for player, (seat, side) in enumerate(zip(self.play.seats.seats, self.state.sides, strict=False)):
            if self.play.own_seat not in (None, player) or self.play.is_replay:
                hints[player] = _who_is_elsewhere(seat)
                continue
            if not (seat.closed and side.standing is PlayerStanding.SPECTATOR):
                legend = self.legend(player)
                if player not in devices:
                    legend = Legend(legend.bindings, Hands(player, keyboard=False, pad="any"))
                person = legend.spoken("{trigger} to join" if player in devices else "Gamepad: {trigger} to join")
                hints[player] = self._next_of_computer if seat.level else person
        return hints

    @property
    def _next_of_computer(self) -> str:
        """What a computer outside the game does next, as a status text. Later than turn 1, it has lost its cells."""
        if self.state.turn <= 1:
            return "Joins after you"
        return "Out" if self.state.is_over else "Out, joins again"


def _is_press(request: CommandOrAction) -> bool:
    """Return True for a request that somebody makes on purpose; False for the release of a stick or a trigger."""
    releases = ActionKind.STICK, ActionKind.TRIGGER
    return not (isinstance(request, Action) and request.kind in releases and not (request.a or request.b))


def _last_out(state: BioWarState, winner: int = NOBODY) -> Remark | None:
    """Return the remark on the player, other than ``winner``, who was the latest to leave or to lose all cells.

    Return None if nobody has. If ``winner`` is NOBODY, all players count.
    """
    last: Remark | None = None
    for remark in state.remarks:
        if remark.player == winner and remark.event is Event.JOINED:
            last = None  # what happened before is another game
        elif remark.player not in (winner, NOBODY) and remark.event in (Event.OUT, Event.LEFT):
            last = remark
    return last


def _who_is_elsewhere(seat: Seat) -> str:
    """Return the status text of an empty seat that people at this window cannot take."""
    if seat.closed:
        return "Closed"
    if seat.level:
        return "The computer joins"
    return "Watches" if seat.name else "Free"


WINDOW = GameWindow(controller=BioWarController, setup=ManyPlayerSetup, page=PAGE)
