"""What a game has of its own in the window, beside its cells: see ``screens`` for who has what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from gpulife.app.consenting import presser
from gpulife.app.seating import SIDES, seat_computers, tell_seats
from gpulife.commands import Asked
from gpulife.games.base import Action, ActionKind
from gpulife.games.consent import NEEDS_CONSENT
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.ui.contest import draw_contest, room_around
from gpulife.view.camera import Camera, cell_at, fit, magnified, pan, pixel_of
from gpulife.view.gl_cursors import CursorMark
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program


_PUSHES = (
    ActionKind.STICK,
    ActionKind.TRIGGER,
    ActionKind.POINT,
    ActionKind.RESIGN,
    ActionKind.PLACE,
    ActionKind.WITHDRAW,
    ActionKind.DONE,
    ActionKind.AGREE,
)
"""What only a player does in their seat."""
_ALWAYS_MEANT = (ActionKind.RESIGN, ActionKind.DONE)
"""Those that mean something without any numbers; letting go of a stick does not."""


class Room(NamedTuple):
    """Points of the window that are not for the board, beside panels."""

    above: float = 0.0
    below: float = 0.0
    right: float = 0.0


class Screen:
    """The screen of Study Mode and Survival of the Fittest; other games have theirs, which differ where they say so.

    Attributes:
        signed: kinds of the console's actions of which the game wants to know who asks for them.
        page: name of the page over the board, which keys and pads steer; "" for none.
        margin: points that are left free on each side of the whole board.
    """

    signed: frozenset[ActionKind] = frozenset()
    page = ""
    margin = 0

    def bare(self, playing: PlayView) -> bool:
        """Whether a session begins without panels."""
        del playing
        return False

    def first_look(self, playing: PlayView, look: Look) -> Look:
        """The look that a session begins with, where it would be ``look`` elsewhere."""
        del playing
        return look

    def look(self, program: Program) -> Look:
        """The look of one frame."""
        return program.play.look

    def shape(self, program: Program) -> tuple[int, int]:
        """(rows, columns) in play, from the upper left; the board is shown as if it ended there."""
        return program.play.engine.shape

    def room(self, program: Program) -> Room:
        """What the game's own figures take around the board."""
        return Room(*room_around(program.overlay()))

    def fitting(self, program: Program) -> Camera:
        """The camera that shows the whole board, beside the panels if they are shown."""
        (width, height), pixels = program.shell.window.view_size, program.shell.window.pixels_a_point
        left, bar = program.covered()
        above, below, right = self.room(program)
        below += bar
        room = max(1, round((width - left - right) * pixels)), max(1, round((height - above - below) * pixels))
        whole = fit(self.shape(program), room, round(self.margin * pixels))  # in pixels, so that cells are sharp
        return pan(magnified(whole, 1 / pixels), (left - right) / 2, (above - below) / 2)

    def begun(self, program: Program, *, playback: bool, resumed: bool) -> None:
        """A session of this game has begun, and everybody sits."""

    def left(self, program: Program) -> None:
        """A session of another game has begun after one of this."""

    def ink(self, program: Program) -> int:
        """The state that the mouse draws with."""
        return program.shell.fields.species

    def follow(self, program: Program) -> None:
        """Once a frame, before anything that people do."""
        tell_seats(program.play, self.levels(program))

    def levels(self, program: Program) -> Sequence[int]:
        """Of the computers, one a seat, 0 for a person."""
        return [seat.level for seat in program.play.lineup.seats]

    def sit_down(self, program: Program) -> None:
        """Let those play who are to."""
        seat_computers(program.play, program.play.lineup, program.shell.window.device)
        program.shell.poller.reserved = program.play.lineup.computers if self.bare(program.play) else frozenset()
        program.shell.poller.personal = self.signed
        program.shell.poller.release_all()

    def name_of(self, program: Program, player: int) -> str:
        """What a player is called."""
        return program.play.lineup.names[player]

    def computers(self, program: Program) -> frozenset[int]:
        """The players whom people must not push."""
        return program.shell.poller.reserved

    def whose(self, program: Program, player: int) -> str:
        """What to say to people who push that one."""
        del program
        return f"the computer plays on the {SIDES[player]}: choose who does in the panel Players"

    def translate(self, program: Program, commands: Iterable[Asked]) -> list[Asked]:
        """What keys and pads ask for, as it is meant in this game: not what people do in a computer's seat."""
        allowed: list[Asked] = []
        computers = self.computers(program)
        for asked in commands:
            if not isinstance(asked, Action):
                allowed.append(asked)
                continue
            action = asked
            if action.player == KEYBOARD and not self.keeps_keyboard(action.kind):
                action = replace(action, player=presser(program))
            if action.player not in computers or action.kind not in _PUSHES:
                allowed.append(action)
            elif action.a or action.b or action.kind in _ALWAYS_MEANT:
                program.shell.tell(self.whose(program, action.player))
        return allowed

    def keeps_keyboard(self, kind: ActionKind) -> bool:
        """Whether the screen itself finds out for whom somebody at the keyboard pressed such a key."""
        del kind
        return False

    def carry_out(self, program: Program, command: Asked) -> bool:
        """Do what a command means in this game where it means something else than elsewhere; whether that was done.

        Raises:
            GpulifeError: it cannot be done; one line for the user.
        """
        del program, command
        return False

    def mouse(
        self, program: Program, events: tuple[Event, ...], *, on_panel: bool
    ) -> tuple[tuple[Event, ...], list[Asked]]:
        """The events that are left for drawing and dragging, and what clicks on the board ask for."""
        del program, on_panel
        return events, []

    def cursors(self, program: Program, phase: float) -> list[CursorMark]:
        """Of those who play; shapes are drawn cell by cell: see ``ui.contest``."""
        beside = program.overlay()
        if beside is None:
            return []
        devices, colours = program.shell.poller.devices(), program.play.look.colours
        return [
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, cells in enumerate(beside.cursors)
            if player in devices or beside.border is not None
            if len(cells) == 1
            for row, column in cells
        ]

    def draw(self, program: Program, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw what the game has beside its board into the frame of Dear ImGui that has begun, behind the panels.

        Args:
            program: what is played, and where the view is.
            seconds: since the last frame.
            bright: whether what flickers is bright now.

        Returns:
            What was asked for in it.
        """
        del seconds
        beside = program.overlay()
        if beside is None:
            return []
        size, shape = program.shell.window.view_size, program.play.engine.shape
        whole = program.fitting()
        left, right = (pixel_of(whole, size, 0, column)[0] for column in (0, shape[1]))
        draw_contest(
            beside,
            lambda row, column: pixel_of(program.play.camera, size, row, column),
            shape,
            program.play.look.colours,
            (left, right, size[1] - program.covered()[1]),
            program.play.lineup.names,
            bright=bright,
        )
        return []


class ContestScreen(Screen):
    """Of Survival of the Fittest: the board fills the window."""

    signed = NEEDS_CONSENT

    def bare(self, playing: PlayView) -> bool:
        """Players need no panels."""
        del playing
        return True


def place_under(program: Program, event: Event) -> tuple[int, int] | None:
    """(row, column) of the board where a pointer's event is; None for others, and beside the board."""
    if not isinstance(event, MouseButton | MouseMove):
        return None
    row, column = cell_at(program.play.camera, program.shell.window.view_size, event.x, event.y)
    place = floor(row), floor(column)
    rows, columns = program.play.engine.shape
    return place if 0 <= place[0] < rows and 0 <= place[1] < columns else None
