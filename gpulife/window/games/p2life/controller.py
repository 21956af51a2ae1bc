"""P2Life in the window: whose turn it is, what a click and the keys of other games mean, and what stands around."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.p2life.state import PLAYERS, P2LifeState, Phase
from gpulife.input.commands import Asked
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event
from gpulife.input.glfw_input import key_label
from gpulife.view.camera import pixel_of
from gpulife.view.gl_cursors import CursorMark
from gpulife.window.games.p2life.hud import ABOVE, BELOW, Figures, draw_figures
from gpulife.window.play.board_controller import Room
from gpulife.window.play.game_controller import ContestController, MouseResult, split_clicks
from gpulife.window.play.game_window import GameWindow
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_PASSES_BY_PAD = "again"
"""The control whose gamepad button passes, as there is none for DONE."""


class P2LifeController(ContestController[P2LifeState]):
    """The controller of P2Life."""

    personal_kinds: ClassVar[frozenset[ActionKind]] = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}
    has_figures = True

    @property
    def room(self) -> Room:
        """What the lines above and below the board take."""
        scale = self.shell.host.scale
        return Room(ABOVE * scale, BELOW * scale)

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""
        return self.state.phase in (Phase.SELECT, Phase.OVER)

    @property
    def _people(self) -> frozenset[int]:
        return frozenset(range(PLAYERS)) - self.play.seats.computers

    @property
    def _mover(self) -> int | None:
        """The person whose turn it is; None if it is nobody's or a computer's."""
        state = self.state
        return state.mover if state.may_place(state.mover) and state.mover in self._people else None

    def translate(self, asked: Iterable[Asked]) -> list[Asked]:
        """Let OK, and on a gamepad the button for another round, pass."""
        return super().translate(self._as_pass(each) for each in asked)

    def _as_pass(self, asked: Asked) -> Asked:
        if not isinstance(asked, Action) or not self.state.choosing:
            return asked
        if asked.kind is ActionKind.AGAIN and asked.player >= 0:
            return replace(asked, kind=ActionKind.DONE)
        if asked.kind is ActionKind.OK:
            is_pad = asked.player not in (KEYBOARD, NOBODY)
            mover = NOBODY if self._mover is None else self._mover
            return replace(asked, kind=ActionKind.DONE, player=asked.player if is_pad else mover)
        return asked

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Let a click on the board place a token for the person whose turn it is."""
        del dragging
        state = self.state
        if not state.choosing or state.halted or on_panel:
            return events, []
        asked: list[Asked] = []
        clicks, others = split_clicks(events)
        for click in clicks:
            if (place := self.place_under(click)) is not None and self._mover is not None:
                asked.append(Action(self._mover, ActionKind.PLACE, *place))
            elif place is not None:
                self.shell.tell(f"it is {self.name_of(state.mover)}'s turn")
        return others, asked

    def cursors(self, phase: float) -> list[CursorMark]:
        """Mark where the token of the person whose turn it is would go."""
        if self._mover is None:
            return []
        cursor = self.state.sides[self._mover].cursor
        return [CursorMark(cursor.row, cursor.column, self.play.look.colours[self._mover + 1], phase)]

    def draw(self, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw all of the game that is not a cell."""
        del seconds
        play, (width, height) = self.play, self.shell.window.view_size
        left, below = self.covered
        counts = (*play.population, 0, 0)
        figures = Figures(
            self.state, (counts[0], counts[1]), play.seats.names, play.look.colours, self._hints(), bright=bright
        )
        shape, size, whole = play.engine.shape, self.shell.window.view_size, self.whole_board_camera()
        board = pixel_of(whole, size, 0, 0)[0], pixel_of(whole, size, 0, shape[1])[0]
        draw_figures(figures, self.pixel_of, shape, (left, 0.0, float(width), height - below), board)
        return []

    def _hints(self) -> Sequence[str]:
        """Say how the person whose turn it is places and passes: as much as possible, and in a few words."""
        player, poller = self._mover, self.shell.poller
        if player is None:
            return ()
        devices, table = poller.devices().get(player, ()), poller.bindings.table
        places, passes = ["a click"], []
        if "keyboard" in devices:
            trigger, done = (key_label(table[f"player{player + 1}-{what}"][0].name) for what in ("trigger", "done"))
            places.append(trigger)
            passes += [done]
        if any(name != "keyboard" for name in devices):
            places.append(next((each.title for each in table["pad-trigger"] if each.device == "pad"), ""))
            passes.append(next((each.title for each in table[_PASSES_BY_PAD] if each.device == "pad"), ""))
        words = f"{_either(places)} places a token"
        if not self.state.may_pass(player):
            return (words,)
        passes = passes or [each.title for each in table["ok"] if each.device == "key"][:1]
        return f"{words}   {_either(passes)} passes", f"{_either(passes)} passes"


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, words))


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup)
