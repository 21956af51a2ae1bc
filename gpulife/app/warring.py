"""BioWar in the window: who of those at this machine a key is of, its screen, its mouse, and its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpulife.app.screen import ContestScreen, Room, place_under
from gpulife.commands import Asked, ChangeSeat
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.biowar_screen import keys, screen
from gpulife.games.biowar_sizes import count_sizes
from gpulife.games.biowar_state import BioWarState, Standing
from gpulife.input.controls import HALVES, KEYBOARD
from gpulife.input.events import Event, MouseButton
from gpulife.lineup import require_name
from gpulife.party import CLOSED, SEATS, Party, parse_party
from gpulife.players.biowar import biowar_player
from gpulife.players.computer import LEVELS
from gpulife.settings import Settings, changed
from gpulife.ui.biowar import draw_war
from gpulife.ui.biowar_layout import Frame, room_around
from gpulife.view.camera import pixel_of
from gpulife.view.gl_board import CursorMark
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program

_PERSONAL = frozenset({ActionKind.OPTION, ActionKind.SELECT, ActionKind.START, ActionKind.STEP})
_FUNCTION_KEYS = (("option", ActionKind.OPTION), ("select", ActionKind.SELECT), ("start", ActionKind.START))
_COUNTED = 1 << 18
"""Cells of a board whose sizes are counted for the boxes."""


def war_of(playing: PlayView) -> BioWarState | None:
    """The state of a game of BioWar, None in other games."""
    state = playing.session.state
    return state if isinstance(state, BioWarState) else None


def party_of(settings: Settings) -> Party:
    """Who sits where, as the settings have it."""
    return parse_party(settings.party_seats, settings.party_names)


def _sit_down(program: Program) -> None:
    """Put the computers on their seats, and let people take the others."""
    state, poller = _state_of(program), program.shell.poller
    poller.personal = _PERSONAL | WarScreen.signed
    program.shell.fields.war.close()
    party, session = program.play.party, program.play.session
    actions = session.let_go() if session.players else ()
    people = frozenset(player for player in party.people if player < len(state.sides))
    session.players = tuple(
        biowar_player(player, party.seats[player].level, session.match.seed, people)
        for player in sorted(party.computers)
        if player < len(state.sides)
    )
    if state.has_own_pages:
        hiding = [
            (player, seat.hides and seat.level == 0) for player, seat in enumerate(party.seats[: len(state.sides)])
        ]
        actions += tuple(
            Action(player, ActionKind.HIDE, int(hides))
            for player, hides in hiding
            if hides != state.sides[player].hides
        )
    for action in actions:
        if not session.in_the_past:
            program.play.act(action)
    poller.reserved = party.taken | frozenset(range(len(state.sides), SEATS))
    for player in range(SEATS):
        if player in poller.reserved:
            poller.stand_up(player)
        elif player < HALVES:
            poller.sit_at_keyboard(player)
    poller.release_all()


def _take_seat(program: Program, player: int, what: str, value: str | int) -> None:
    """Give a seat of the party another name, or somebody else to sit on it, and remember it.

    Raises:
        GpulifeError: it cannot be; one line for the user.
    """
    if what not in ("name", "level", "hides"):
        return
    state = _state_of(program)
    if what == "hides":
        take_party(program, program.play.party.with_seat(player, hides=bool(value)))
        return
    if what == "name":
        take_party(program, program.play.party.with_seat(player, name=require_name(str(value))))
        return
    level = int(value)
    if player < len(state.sides) and state.sides[player].standing is not Standing.SPECTATOR:
        program.play.act(Action(player, ActionKind.RESIGN))  # whoever sits down there is somebody else
    take_party(program, program.play.party.with_seat(player, level=level))
    who = f"the computer: {LEVELS[level].title}" if level > 0 else "nobody" if level == CLOSED else "whoever wants to"
    program.shell.tell(f"seat {player + 1}: {who}")


def take_party(program: Program, party: Party) -> None:
    """Change who sits where, also in the middle of a game, and remember it."""
    settings = changed(program.shell.settings, "party_seats", party.texts)
    program.shell.settings = changed(settings, "party_names", tuple(seat.name for seat in party.seats))
    program.play.party = party
    _sit_down(program)


class WarScreen(ContestScreen):
    """BioWar's board with what its source has around it."""

    def first_look(self, playing: PlayView, look: Look) -> Look:
        """Glow and traces would stand still for a whole turn."""
        del playing
        return replace(look, age=0.0, trails=0.0)

    def sit_down(self, program: Program) -> None:
        """The party, not the lineup of games between two."""
        _sit_down(program)

    def keeps_keyboard(self, kind: ActionKind) -> bool:
        """Function keys: see :func:`_whose`."""
        return kind in _PERSONAL

    def name_of(self, program: Program, player: int) -> str:
        """Of the party."""
        return program.play.party.names[player]

    def levels(self, program: Program) -> Sequence[int]:
        """The party's; closed seats are nobody's."""
        return [max(seat.level, 0) for seat in program.play.party.seats[: len(_state_of(program).sides)]]

    def left(self, program: Program) -> None:
        """Function keys are everybody's again."""
        program.shell.poller.personal = frozenset()
        program.shell.fields.war.close()

    def whose(self, program: Program, player: int) -> str:
        """Seats have numbers."""
        del program
        return f"seat {player + 1} is taken: choose who does in the panel Players"

    def carry_out(self, program: Program, command: Asked) -> bool:
        """Function keys are of whoever presses them, and seats are the party's."""
        if isinstance(command, ChangeSeat):
            _take_seat(program, command.player, command.what, command.value)
            return True
        return isinstance(command, Action) and _take_over(program, command)

    def mouse(
        self, program: Program, events: tuple[Event, ...], *, on_panel: bool
    ) -> tuple[tuple[Event, ...], list[Asked]]:
        """What a click on the board means while somebody plays: the trigger of who plays at the keyboard.

        While nobody plays the mouse draws.
        """
        state = _state_of(program)
        if not state.turn:
            return events, []
        left: list[Event] = []
        actions: list[Action] = []
        player = next((player for player in _at_keyboard(program) if state.places(player)), None)
        for event in events:
            if not (isinstance(event, MouseButton) and event.pressed and event.button == 0):
                left.append(event)
            elif on_panel:
                continue
            elif player is None:
                program.shell.tell("nobody at the keyboard can place cells now")
            elif (place := place_under(program, event)) is not None:
                actions.append(Action(player, ActionKind.POINT, *place))
                actions += [Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0)]
        return tuple(left), list(actions)

    def cursors(self, program: Program, phase: float) -> list[CursorMark]:
        """Of those who can place cells now."""
        return [
            CursorMark(cursor.row, cursor.column, program.play.look.colours[player + 1], phase)
            for player, cursor in enumerate(_state_of(program).cursors)
            if cursor.visible
        ]

    def room(self, program: Program) -> Room:
        """What the boxes and lines take."""
        del program
        return Room(*room_around())

    def draw(self, program: Program, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw boxes, conversation and function keys."""
        del seconds
        state, party = _state_of(program), program.play.party
        size, covered = program.shell.window.view_size, program.covered()
        here = program.shell.poller.devices().keys() & party.people
        shown = screen(state, party.names, program.play.population, _sizes(program), _seated(program, state), here)
        frame = Frame(
            covered[0],
            size[0],
            size[1] - covered[1],
            lambda row, column: pixel_of(program.play.camera, size, row, column),
            program.play.look.colours,
            bright,
        )
        bindings = program.shell.poller.bindings.table
        names = [
            next((each.title for each in bindings[name] if each.device == "key"), "") for name, _ in _FUNCTION_KEYS
        ]
        words = [keys(state, _whose(program, state, kind))[number] for number, (_, kind) in enumerate(_FUNCTION_KEYS)]
        labels = [
            (f"{name}  {title.upper()}", word)
            for name, (title, _), word in zip(names, _FUNCTION_KEYS, words, strict=True)
        ]
        fields = program.shell.fields.war
        wish = draw_war(shown, frame, labels, fields)
        if wish is None:
            return []
        if wish.key is not None:
            return [Action(KEYBOARD, _FUNCTION_KEYS[wish.key][1])]
        speaker = NOBODY if fields.speaker is None else fields.speaker
        if fields.by_pad:
            program.shell.poller.steer_menu(speaker, on=False)
        fields.close()
        return [Action(speaker, ActionKind.SAY, data=wish.text)] if wish.text else []


def _state_of(program: Program) -> BioWarState:
    state = war_of(program.play)
    assert state is not None  # noqa: S101 - it is this game's screen
    return state


def _take_over(program: Program, action: Action) -> bool:
    """Carry out what a function key means in BioWar; False for anything else."""
    if action.kind not in _PERSONAL:
        return False
    if action.player == NOBODY and action.kind in (ActionKind.START, ActionKind.STEP):
        return False  # the panels' Restart and Step
    state = _state_of(program)
    if action.kind is ActionKind.STEP:
        by_pad = action.player != KEYBOARD
        program.shell.fields.war.open(action.player if by_pad else _speaker(program, state), by_pad=by_pad)
        program.shell.poller.steer_menu(action.player, on=True)
        return True
    player = _whose(program, state, action.kind) if action.player in (KEYBOARD, NOBODY) else action.player
    _press(program, state, player, action.kind)
    return True


def _press(program: Program, state: BioWarState, player: int, kind: ActionKind) -> None:
    """A function key of a seat, or of those who only watch."""
    if kind is ActionKind.START and player == NOBODY:
        program.shell.tell("no seat at the keyboard is free: choose who plays in the panel Players")
        return
    if kind is ActionKind.SELECT:
        leaves = state.asking if player == NOBODY else state.sides[player].asking
        is_player = player != NOBODY and state.sides[player].standing is not Standing.SPECTATOR
        program.play.act(Action(player, kind))
        if leaves and not is_player:  # YES: back to where games are chosen
            program.show_start_screen()
        return
    program.play.act(Action(player, kind))
    if kind is ActionKind.START and state.sides[player].standing is Standing.OUT:
        program.shell.tell("you are out: OPTION, then SELECT, to leave; then START to play again")


def _at_keyboard(program: Program) -> list[int]:
    """The seats of people who play at the keyboard."""
    names = program.shell.poller.devices().items()
    return [player for player, devices in names if "keyboard" in devices and player in program.play.party.people]


def _whose(program: Program, state: BioWarState, kind: ActionKind) -> int:
    """Whose function key a key of the console is, of those at the keyboard: the first for whom it does something."""
    seats = [player for player in _at_keyboard(program) if player < len(state.sides)]
    asking = [player for player in seats if state.sides[player].asking]
    playing = [player for player in seats if state.sides[player].standing is not Standing.SPECTATOR]
    match kind:
        case ActionKind.OPTION:
            found = asking or ([] if state.asking else playing)
        case ActionKind.SELECT:
            found = asking or (playing if state.has_own_pages and not state.who else [])
        case _:
            found = [player for player in playing if state.places(player)] or playing or seats
    return found[0] if found else NOBODY


def _speaker(program: Program, state: BioWarState) -> int:
    """Who talks at the keyboard: a player there if there is just one, else anybody."""
    seats = [player for player in _at_keyboard(program) if state.sides[player].is_in]
    return seats[0] if len(seats) == 1 else NOBODY


def _sizes(program: Program) -> NDArray[np.int64] | None:
    """Cells a player and size, counted anew only when the board has changed; None on large boards."""
    board, fields = program.play.session.board, program.shell.fields.war
    rows, columns = board.shape
    if rows * columns > _COUNTED:
        return None
    census = board.census()  # the same array as long as the board is the same
    if fields.counted is None or fields.counted[0] is not census:
        fields.counted = census, count_sizes(board.read(0, 0, rows, columns), board.rule)
    return fields.counted[1]


def _seated(program: Program, state: BioWarState) -> dict[int, str]:
    """What is said about each seat that is not closed, while its player does not play."""
    devices, party = program.shell.poller.devices(), program.play.party
    told = {}
    for player in range(len(state.sides)):
        if party.seats[player].level == CLOSED and state.sides[player].standing is Standing.SPECTATOR:
            continue
        if party.seats[player].level > 0:
            told[player] = "waits for somebody"
        elif player in devices:
            told[player] = "trigger: play"
        else:
            told[player] = "A on a pad: sit"
    return told
