"""The controller of P2Life: finds whose turn it is, and handles clicks and the keys of other games."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.p2life.state import PLAYERS, P2LifeState, Phase
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import KEYBOARD
from gpulife.input.glfw_input import key_label
from gpulife.view.gl_cursors import CursorMark
from gpulife.window.games.p2life.hud import ABOVE, BELOW, draw_p2life
from gpulife.window.play.board_controller import HudMargins
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import ContestController
from gpulife.window.play.game_window import GameWindow
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_PASSES_BY_PAD = "again"
"""The control whose gamepad button passes, as there is none for DONE."""


class P2LifeController(ContestController[P2LifeState]):
    """The controller of P2Life."""

    personal_kinds = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}
    shows_scores = True

    @property
    def hud_margins(self) -> HudMargins:
        """Space for the lines above and below the board."""
        return HudMargins(scaled(ABOVE), scaled(BELOW))

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""
        return self.state.phase in (Phase.SELECT, Phase.OVER)

    @property
    def _mover(self) -> int | None:
        """The person whose turn it is; None if it is nobody's or a computer's."""
        state = self.state
        return state.mover if state.may_place(state.mover) and state.mover in self.play.seats.people else None

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Let OK, and on a gamepad the button for another round, pass."""
        return super().translate(self._as_pass(request) for request in requests)

    def _as_pass(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action) or not self.state.choosing:
            return request
        if request.kind is ActionKind.AGAIN and request.player >= 0:
            return replace(request, kind=ActionKind.DONE)
        if request.kind is ActionKind.OK:
            is_pad = request.player not in (KEYBOARD, NOBODY)
            mover = NOBODY if self._mover is None else self._mover
            return replace(request, kind=ActionKind.DONE, player=request.player if is_pad else mover)
        return request

    @property
    def takes_clicks(self) -> bool:
        """Whether players place tokens now."""
        return self.state.choosing and not self.state.halted

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Place a token for the person whose turn it is."""
        if place is not None and self._mover is not None:
            yield Action(self._mover, ActionKind.PLACE, *place)
        elif place is not None:
            self.shell.show_message(f"it is {self.name_of(self.state.mover)}'s turn")

    def cursors(self, phase: float) -> list[CursorMark]:
        """Mark where the token of the person whose turn it is would go."""
        if self._mover is None:
            return []
        cursor = self.state.sides[self._mover].cursor
        return [CursorMark(cursor.row, cursor.column, self.play.look.colours[self._mover + 1], phase)]

    def draw(self, seconds: float) -> None:
        """Draw everything of the game except the cells."""
        del seconds
        left, right = (*self.play.population, 0, 0)[:PLAYERS]
        draw_p2life(self.state, self.canvas, (left, right), self._hints())

    def _hints(self) -> Sequence[str]:
        """Say how the person whose turn it is places and passes: as much as possible, and in a few words."""
        player, poller = self._mover, self.shell.poller
        if player is None:
            return ()
        devices, table = poller.devices().get(player, ()), poller.bindings.table
        places, passes = ["a click"], list[str]()
        if "keyboard" in devices:
            places.append(key_label(table[f"player{player + 1}-trigger"][0].name))
            passes.append(key_label(table[f"player{player + 1}-done"][0].name))
        if any(name != "keyboard" for name in devices):
            for words, control in ((places, "pad-trigger"), (passes, _PASSES_BY_PAD)):
                words += [input_.title for input_ in table[control] if input_.device == "pad"][:1]
        hint = f"{' or '.join(places)} places a token"
        if not self.state.may_pass(player):
            return (hint,)
        passing = " or ".join(passes or [input_.title for input_ in table["ok"] if input_.device == "key"][:1])
        return f"{hint}   {passing} passes", f"{passing} passes"


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup)
