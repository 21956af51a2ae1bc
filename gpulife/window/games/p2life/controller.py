"""The controller of P2Life: finds whose turn it is, and handles clicks and the keys of other games."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.p2life.prompts import prompts
from gpulife.games.p2life.state import PLAYERS, P2LifeState
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import KEYBOARD
from gpulife.view.gl_marks import CursorMark
from gpulife.window.games.p2life.hud import ABOVE, BELOW, draw_p2life
from gpulife.window.games.p2life.page import PAGE
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import prompt_here, scaled, ways_out
from gpulife.window.play.game_controller import RoundsController
from gpulife.window.play.game_window import GameWindow
from gpulife.window.start.two_player_setup import TwoPlayerSetup


class P2LifeController(RoundsController[P2LifeState]):
    """The controller of P2Life."""

    personal_kinds = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}

    @property
    def hud_margins(self) -> HudMargins:
        """Space for the lines above and below the board."""
        return HudMargins(scaled(ABOVE), scaled(BELOW))

    @property
    def _mover(self) -> int | None:
        """The person whose turn it is; None if it is nobody's or a computer's."""
        state = self.state
        return state.mover if state.may_place(state.mover) and state.mover in self.play.local_people else None

    @property
    def may_be_done(self) -> frozenset[int]:
        """The player who may pass."""
        state = self.state
        return frozenset({state.mover} if state.choosing and state.may_pass(state.mover) else ())

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
        """Whether players place tokens now, or the screen asks to begin."""
        return (self.state.choosing and not self.state.halted) or super().takes_clicks

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Place a token for the person whose turn it is."""
        if not self.state.choosing:
            yield from super().click(place)
        elif place is not None and self._mover is not None:
            yield Action(self._mover, ActionKind.PLACE, *place)
        elif place is not None:
            self.shell.show_message(f"wait: it is the turn of {self.name_of(self.state.mover)}")

    def cursors(self, phase: float) -> list[CursorMark]:
        """Mark where the token of the person whose turn it is would go, in a replay of whoever's turn it was."""
        mover = self.state.mover if self.play.is_replay and self.state.choosing else self._mover
        if mover is None:
            return []
        cursor = self.state.sides[mover].cursor
        return [CursorMark(cursor.row, cursor.column, self.play.display.look.colours[mover + 1], phase, hollow=True)]

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return what can be done now, by the one whose turn it is."""
        del player
        return prompts(self.state, self._mover, self.player_names)

    def draw(self, seconds: float) -> None:
        """Draw everything of the game except the cells."""
        super().draw(seconds)
        state, mover = self.state, self._mover
        left, right = (*self.play.population, 0, 0)[:PLAYERS]
        reader = mover if mover is not None else min(self.play.local_people, default=0)
        prompt = prompts(state, mover, self.player_names) if self.play.has_prompts else ()
        lines = prompt_here(prompt, self.play.own_seat)
        way_out = ways_out(self.play.own_seat)
        draw_p2life(state, self.layout.canvas, (left, right), self.legend(reader), lines, way_out)


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup, page=PAGE)
