"""Planting with the mouse in One Seed and Seed List, and the actions that take a shape from the list."""

from collections import deque
from collections.abc import Callable, Sequence

from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.survival1982.input import half, is_single
from gpulife.games.survival1982.observation import MenuEntry
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.events import Event, MouseButton, MouseMove, MouseWheel
from gpulife.window.play.pointer_input import line

_LEFT, _RIGHT = 0, 1
_DOWN, _UP, _MIDDLE = (1, 0), (-1, 0), (0, 0)
_LONGEST_STROKE = 40
"""Largest number of cells of a stroke that wait to be planted, one in each generation."""


# The mouse acts by the actions of a stick, a trigger and a pointer, so that recordings, computers and rules need not
# know about it.
class MousePlanting:
    """Turns mouse events into the actions by which one player plants.

    Attributes:
        refused: True if the last click was on the half of the board, or on the list of shapes, of the other player.
        stroke: cells that were drawn while generations pass, and are still to be planted; see :meth:`plant_stroke`.
    """

    def __init__(self) -> None:
        self.refused = False
        self.stroke: deque[Place] = deque(maxlen=_LONGEST_STROKE)
        self._place: Place | None = None
        self._held = False

    def release(self, player: int) -> list[Action]:
        """Return the action that releases the trigger; empty if the mouse has not pressed the trigger."""
        held, self._held = self._held, False
        return [Action(player, ActionKind.TRIGGER, 0)] if held else []

    def take(
        self,
        event: Event,
        player: int,
        state: ContestState,
        shape: Place,
        place: Place | None,
        entry: MenuEntry | None,
        read: Callable[[Place], int],
        shapes: Sequence[int],
    ) -> list[Action] | None:
        """Return the actions that an event leads to; None if the event has nothing to do with planting.

        Args:
            event: a mouse event on the board or on the menu of shapes.
            player: the player who uses the mouse.
            state: state of the game.
            shape: (rows, columns) of the board.
            place: cell under the pointer; None outside the board.
            entry: entry of the menu under the pointer; None outside the menu.
            read: function that returns the state of the cell at a place.
            shapes: the entries of the menu among which the wheel chooses.
        """
        self.refused = False
        match event:
            case MouseButton(button=0, pressed=False):
                return self.release(player)
            case MouseMove() if state.sides[player].in_menu and not self._held:
                return None  # touching the mouse must not close a list used by keys
            case MouseMove():
                return self._move(player, state, shape, place) or None
            case MouseButton(button=0, pressed=True) if entry is not None:
                self.refused = entry.player != player
                return [] if self.refused else choose_shape(state, player, entry.entry, shape)
            case MouseButton(button=0, pressed=True) if place is not None:
                if not _is_own(player, place, shape):
                    self.refused = True
                    return []
                self._place, self._held = place, True
                press = [_point(player, place), Action(player, ActionKind.TRIGGER, 1)]
                # A trigger that is held while generations pass would plant in each of them.
                return [*press, Action(player, ActionKind.TRIGGER, 0)] if state.running else press
            case MouseButton(button=1, pressed=True) if (
                place is not None and _may_take_back(state, player) and read(place) == player + 1
            ):
                return _take_back(state, player, place)
            case MouseButton(button=1, pressed=True) if state.has_menu and (place or entry):
                return _turn_shape(state, player, shape)
            case MouseWheel() if state.has_menu and (place or entry) and event.rows:
                away = 1 if event.rows < 0 else -1
                chosen = state.sides[player].entry
                place_in_menu = shapes.index(chosen) + away if chosen in shapes else 0
                return choose_shape(state, player, shapes[place_in_menu % len(shapes)], shape)
        return None

    def plant_stroke(self, player: int, state: ContestState, is_vain: Callable[[Place], bool]) -> list[Action]:
        """Return the actions that plant the next cell of a stroke, as soon as a generation has room for one.

        The rules allow one planting a generation. A stroke ends early with the round's play, or without seeds.
        ``is_vain`` is a function that returns True if a cell at a place would change nothing; such cells are left out.
        """
        side = state.sides[player]
        if not state.running or not side.seeds or not is_single(side):
            self.stroke.clear()
        if side.pending is not None:
            return []
        while self.stroke and is_vain(self.stroke[0]):
            self.stroke.popleft()
        if not self.stroke:
            return []
        back = _point(player, (side.cursor.row, side.cursor.column))
        presses = [Action(player, ActionKind.TRIGGER, pressed) for pressed in (0, 1, 0)]
        return [_point(player, self.stroke.popleft()), *presses, back]

    def _move(self, player: int, state: ContestState, shape: Place, place: Place | None) -> list[Action]:
        """Return the actions that move the cursor to ``place``, cell by cell if the trigger is held.

        While generations pass, the cells on the way become part of a stroke.
        """
        before, self._place = self._place, place
        if place is None or place == before or not _is_own(player, place, shape):
            return []
        path = line(before, place)[1:].tolist() if self._held and before is not None else [place]
        if self._held and state.running and is_single(state.sides[player]):
            self.stroke.extend((row, column) for row, column in path if (row, column) not in self.stroke)
            # A trigger that is still held would plant at the cursor, too.
            return [Action(player, ActionKind.TRIGGER, 0), _point(player, place)]
        return [_point(player, (row, column)) for row, column in path]


def choose_shape(state: ContestState, player: int, entry: int, shape: Place) -> list[Action]:
    """Return the actions that take shape number ``entry`` from the menu and put the cursor back where it was."""
    side = state.sides[player]
    away = (entry - side.entry) * (-1 if player else 1)
    way = (0, (away > 0) - (away < 0))
    pushes = [push for _ in range(abs(away)) for push in (way, _MIDDLE)]
    return [*_in_menu(state, player, shape, pushes), _point(player, (side.cursor.row, side.cursor.column))]


def _may_take_back(state: ContestState, player: int) -> bool:
    """Return True if a player can take back single cells now: while no generations pass, and with the single cell."""
    stands = state.phase is RoundPhase.SET_UP or (state.stands_still and not state.frozen)
    return stands and is_single(state.sides[player])


def _take_back(state: ContestState, player: int, place: Place) -> list[Action]:
    """Return the actions that take back the player's cell at ``place``: the second press at one place erases."""
    side = state.sides[player]
    has_pressed = side.pressed and (side.cursor.row, side.cursor.column) == place
    presses = [Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0)] * (1 if has_pressed else 2)
    return [_point(player, place), *presses]


def _turn_shape(state: ContestState, player: int, shape: Place) -> list[Action]:
    cursor = state.sides[player].cursor
    turn = [Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0)]
    return [*_in_menu(state, player, shape, []), *turn, _point(player, (cursor.row, cursor.column))]


def _in_menu(state: ContestState, player: int, shape: Place, pushes: Sequence[tuple[int, int]]) -> list[Action]:
    """Return the actions that make ``pushes`` with the stick in the menu. They enter the menu first if necessary."""
    entering = [] if state.sides[player].in_menu else [_DOWN, _MIDDLE, _DOWN, _MIDDLE]
    bottom = [] if state.sides[player].in_menu else [_point(player, (shape[0], state.sides[player].cursor.column))]
    let_go = [Action(player, ActionKind.TRIGGER, 0), Action(player, ActionKind.STICK, *_MIDDLE)]
    return [*let_go, *bottom, *(Action(player, ActionKind.STICK, *push) for push in (*entering, *pushes))]


def _point(player: int, place: Place) -> Action:
    return Action(player, ActionKind.POINT, *place)


def _is_own(player: int, place: Place, shape: Place) -> bool:
    first, end = half(player, shape[1])
    return first <= place[1] < end
