"""P2Life in the window: its controller, its help page, and its HUD around and over the board."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.p2life.observation import headline, prompts
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, PLAYERS, P2LifeState, Phase
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import KEYBOARD
from gpulife.input.glyphs import Legend
from gpulife.view.gl_marks import CursorMark
from gpulife.window.design import BODY, CAPTION, GAP, HEADING, LEAD, PROMPT, RGBA, TEXT
from gpulife.window.panels.draw_primitives import Point, outline, text
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import (
    LEAD_HEIGHT,
    Canvas,
    draw_lead,
    draw_prompt,
    draw_way_out,
    fitting_size,
    prompt_here,
    scaled,
    ways_out,
)
from gpulife.window.play.game_controller import RoundsController
from gpulife.window.play.game_picture import SQUARED
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.overlay import draw_set_banner
from gpulife.window.start.two_player_setup import TwoPlayerSetup

PAGE = GamePage(
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place a token on a dead cell", "{trigger}"),
        ControlLine("Pass: keep the token", "{done|again}"),
        ControlLine("Place a token", "{click}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and resume", "{halt}", own=False),
        ControlLine("One generation", "{step}", own=False),
        ControlLine("Another game after the end", "{again}", own=False),
    ),
    steps=(
        "Place ten tokens each, by turns, on dead cells. A lone cell dies at once: build groups.",
        "Then generations pass, a few at a time. In between, both may place a token or pass.",
        "Subtract a cell's neighbours of the other colour from those of its own: if 2 or 3 are left, it lives.",
        "It also lives if 1 is left and two or more neighbours have its colour.",
        "A dead cell with exactly 3 neighbours of one colour becomes that colour; 3 of each: chance decides.",
        "A side without a living cell has lost. After 200 generations the larger side wins.",
    ),
)


class P2LifeController(RoundsController[P2LifeState]):
    """The controller of P2Life."""

    personal_kinds = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}

    game_picture = SQUARED

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points of the lines above and below the board."""
        return HudMargins(scaled(_ABOVE), scaled(_BELOW))

    @property
    def _mover(self) -> int | None:
        """The person at this window whose turn it is; None if it is the turn of somebody else."""
        state = self.state
        return state.mover if state.may_place(state.mover) and state.mover in self.play.local_people else None

    @property
    def may_be_done(self) -> frozenset[int]:
        """The player who may pass the turn now, with DONE; empty if nobody may."""
        state = self.state
        return frozenset({state.mover} if state.choosing and state.may_pass(state.mover) else ())

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests. OK, and a gamepad's button for another round, become DONE, which passes the turn."""
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
        """True if a click on the board places a token or begins a game."""
        return (self.state.choosing and not self.state.halted) or super().takes_clicks

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the action by which the person whose turn it is places a token."""
        if not self.state.choosing:
            yield from super().click(place)
        elif place is not None and self._mover is not None:
            yield Action(self._mover, ActionKind.PLACE, *place)
        elif place is not None:
            self.shell.show_message(f"wait: it is the turn of {self.name_of(self.state.mover)}")

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursor of the player whose turn it is: of a person at this window or, in a replay, of anybody."""
        mover = self.state.mover if self.play.is_replay and self.state.choosing else self._mover
        if mover is None:
            return []
        cursor = self.state.sides[mover].cursor
        return [CursorMark(cursor.row, cursor.column, self.play.display.look.colours[mover + 1], phase, hollow=True)]

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what the player whose turn it is can do now, longest wording first."""
        del player
        return prompts(self.state, self._mover, self.player_names)

    def draw(self, seconds: float) -> None:
        """Draw the HUD: the lines above and below the board, and marks for the last tokens."""
        super().draw(seconds)
        state, mover = self.state, self._mover
        left, right = (*self.play.population, 0, 0)[:PLAYERS]
        reader = mover if mover is not None else min(self.play.local_people, default=0)
        prompt = prompts(state, mover, self.player_names) if self.play.has_prompts else ()
        lines = prompt_here(prompt, self.play.own_seat)
        way_out = ways_out(self.play.own_seat)
        _draw(state, self.layout.canvas, (left, right), self.legend(reader), lines, way_out)


_ABOVE, _BELOW = 48.0, 78.0  # points on a 96 dpi screen
_LARGE, _MIDDLE, _SMALL, _MIN, _EDGE = HEADING.size, LEAD.size, BODY.size, 13.0, GAP
_HALF_ROW = 400.0  # points on a 96 dpi screen
_NUMBERS_SHARE = 0.36
"""Maximum width of each player's name and numbers, as a share of the line's width."""


def _draw(
    state: P2LifeState,
    canvas: Canvas,
    counts: tuple[int, int],
    legend: Legend,
    lines: Sequence[str],
    way_out: Sequence[str],
) -> None:
    """Draw the lines above and below the board, and marks on the board for the last tokens.

    Args:
        state: state of the game.
        canvas: the canvas on which to draw. The lines are as wide as the board if they fit.
        counts: number of live cells of each player.
        legend: glyphs of the keys of the person who reads the prompt.
        lines: the prompt that says what the player can do now, in several wordings, longest first.
        way_out: wordings that name the keys for help and for leaving the game, longest first.
    """
    scale = scaled(1)
    left, _, right, low = canvas.area
    edge, middle = _EDGE * scale, (left + right) / 2
    words = headline(state, counts, canvas.names)
    room = right - left - 2 * edge
    wide = _draw_fitting((words,), (middle, 8 * scale), room, _headline_colour(state, canvas), _LARGE)
    draw_way_out(legend, way_out, (right - edge, 22 * scale), (room - wide) / 2 - edge)
    row, hint_row = low - (_BELOW - 6) * scale, low - 30 * scale
    start = max(left + edge, min(canvas.sides[0], middle - _HALF_ROW * scale))
    end = min(right - edge, max(canvas.sides[1], middle + _HALF_ROW * scale))
    if not state.choosing:
        draw_lead(canvas, counts, (start, end), row - (LEAD_HEIGHT + 3) * scale)
    share = (end - start) * _NUMBERS_SHARE
    for player, x in enumerate((start, end)):
        align, words = float(player), count_text(counts[player], "cell")
        name = elided(canvas.names[player], max(share - width_of(words, _SMALL) - edge, share / 3), _MIDDLE)
        shift = (width_of(name, _MIDDLE) + edge) * (1 - 2 * player)
        text(name, x, row, canvas.player_colour(player), align=align, size=_MIDDLE)
        text(words, x + shift, row + 3 * scale, TEXT, align=align, size=_SMALL)
        if state.choosing:
            text(
                f"{count_text(state.sides[player].tokens, 'token')} left",
                x,
                hint_row,
                CAPTION,
                align=align,
                size=_SMALL,
            )
    room = (end - start) * (1 - 2 * _NUMBERS_SHARE) - 2 * edge
    if state.playing or state.phase is Phase.OVER:
        wordings = f"Generation {state.generation} of {MAX_GENERATIONS}", f"{state.generation} / {MAX_GENERATIONS}"
        _draw_fitting(wordings, (middle, row + 3 * scale), room, CAPTION, _SMALL)
    room = end - start - 3 * width_of(count_text(OPENING_TOKENS, "token"), _SMALL) * state.choosing
    draw_prompt(legend, lines, (middle, hint_row + 10 * scale), room)
    last = state.sides[1 - state.mover].last
    if state.choosing and last is not None:
        outline(*canvas.square(last), TEXT, 1.5 * scale)
    if state.series is not None and state.phase is Phase.OVER:
        draw_set_banner(state.series, canvas, (*canvas.point_of(0, 0), *canvas.point_of(*canvas.shape)))


def _headline_colour(state: P2LifeState, canvas: Canvas) -> RGBA:
    if state.choosing and not state.halted:
        return canvas.player_colour(state.mover)
    return TEXT if state.running else PROMPT


def _draw_fitting(wordings: Sequence[str], at: Point, room: float, rgba: RGBA, size: float) -> float:
    """Draw the longest wording that fits into ``room`` points, or the last one in a smaller font; return its width."""
    words = next((wording for wording in wordings if width_of(wording, size) <= room), wordings[-1])
    size = fitting_size(words, room, size, _MIN)
    text(words, *at, rgba, align=0.5, size=size)
    return width_of(words, size)


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup, page=PAGE)
