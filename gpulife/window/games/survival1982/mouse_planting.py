"""The mouse in One Seed and Seed List: it moves the cursor of one player, plants, turns and chooses shapes.

All that it does is said in the actions of a stick, a trigger and a pointer, so that recordings, computers and rules
know nothing of a mouse.
"""

from collections.abc import Sequence

from gpulife.games.core.game import Action, ActionKind, Place
from gpulife.games.survival1982.half_board import half
from gpulife.games.survival1982.observation import MenuEntry
from gpulife.games.survival1982.survival_state import ContestState
from gpulife.input.events import Event, MouseButton, MouseMove, MouseWheel
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.window.play.pointer_input import line

_LEFT, _RIGHT = 0, 1
_DOWN, _UP, _MIDDLE = (1, 0), (-1, 0), (0, 0)


class MousePlanting:
    """Turns mouse events into the actions of one player.

    Attributes:
        refused: whether somebody has just clicked on what belongs to the other player.
    """

    def __init__(self) -> None:
        self.refused = False
        self._place: Place | None = None
        self._held = False

    def release(self, player: int) -> list[Action]:
        """Return what lets go of the trigger, if the mouse holds it."""
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
    ) -> list[Action] | None:
        """Return what an event asks for; None for one that is not about planting.

        Args:
            event: an event of the mouse on the board or on the menu of shapes.
            player: the player whose hand is on the mouse.
            state: state of the game.
            shape: (rows, columns) of the board.
            place: the cell under the pointer; None beside the board.
            entry: entry of the menu under the pointer; None beside the menu.
        """
        self.refused = False
        match event:
            case MouseButton(button=0, pressed=False):
                return self.release(player)
            case MouseMove() if state.sides[player].in_menu and not self._held:
                return None  # who chooses by keys must not lose the list to a touch of the mouse
            case MouseMove():
                return self._move(player, shape, place) or None
            case MouseButton(button=0, pressed=True) if entry is not None:
                self.refused = entry.player != player
                return [] if self.refused else choose_shape(state, player, entry.entry, shape)
            case MouseButton(button=0, pressed=True) if place is not None:
                if not _is_own(player, place, shape):
                    self.refused = True
                    return []
                self._place, self._held = place, True
                return [_point(player, place), Action(player, ActionKind.TRIGGER, 1)]
            case MouseButton(button=1, pressed=True) if state.has_menu and (place or entry):
                return _turn_shape(state, player, shape)
            case MouseWheel() if state.has_menu and (place or entry) and event.rows:
                away = 1 if event.rows < 0 else -1
                return choose_shape(state, player, (state.sides[player].entry + away) % len(SEED_SHAPES), shape)
        return None

    def _move(self, player: int, shape: Place, place: Place | None) -> list[Action]:
        """Move the cursor below the pointer, with all cells between if the trigger is held."""
        before, self._place = self._place, place
        if place is None or place == before or not _is_own(player, place, shape):
            return []
        path = line(before, place)[1:].tolist() if self._held and before is not None else [place]
        return [_point(player, (row, column)) for row, column in path]


def choose_shape(state: ContestState, player: int, entry: int, shape: Place) -> list[Action]:
    """Return the actions that take another shape of the menu in hand, and bring the cursor back to its place."""
    side = state.sides[player]
    away = (entry - side.entry) * (-1 if player else 1)
    way = (0, (away > 0) - (away < 0))
    pushes = [push for _ in range(abs(away)) for push in (way, _MIDDLE)]
    return [*_in_menu(state, player, shape, pushes), _point(player, (side.cursor.row, side.cursor.column))]


def _turn_shape(state: ContestState, player: int, shape: Place) -> list[Action]:
    cursor = state.sides[player].cursor
    turn = [Action(player, ActionKind.TRIGGER, pressed) for pressed in (1, 0)]
    return [*_in_menu(state, player, shape, []), *turn, _point(player, (cursor.row, cursor.column))]


def _in_menu(state: ContestState, player: int, shape: Place, pushes: Sequence[tuple[int, int]]) -> list[Action]:
    """Return the actions that lead into the menu, unless the player is there, and these pushes of the stick."""
    entering = [] if state.sides[player].in_menu else [_DOWN, _MIDDLE, _DOWN, _MIDDLE]
    bottom = [] if state.sides[player].in_menu else [_point(player, (shape[0], state.sides[player].cursor.column))]
    let_go = [Action(player, ActionKind.TRIGGER, 0), Action(player, ActionKind.STICK, *_MIDDLE)]
    return [*let_go, *bottom, *(Action(player, ActionKind.STICK, *push) for push in (*entering, *pushes))]


def _point(player: int, place: Place) -> Action:
    return Action(player, ActionKind.POINT, *place)


def _is_own(player: int, place: Place, shape: Place) -> bool:
    first, end = half(player, shape[1])
    return first <= place[1] < end
