"""P2Life in the window: its controller, its help page, and its HUD around and over the board."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.foresight import area_around, coming_cells, foresee
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.p2life.observation import end_reason, headline, prompts
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, OPTIONS, P2LifeState, Phase
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells
from gpulife.seats import YOU
from gpulife.view.gl_marks import CursorMark
from gpulife.window.design import BODY, CAPTION, GAP, GOOD, HEADING, LEAD, NEAR, PROMPT, RGBA, SMALL, TEXT, packed
from gpulife.window.panels.draw_primitives import Point, outline, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import (
    Canvas,
    draw_lead,
    draw_own_cursor,
    draw_prompt,
    draw_way_out,
    fitting_size,
    prompt_here,
    scaled,
    ways_out,
)
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import MouseResult, RoundsController
from gpulife.window.play.game_picture import SQUARED
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.outlook import Outlook, Plan
from gpulife.window.play.player_card import CARD_WIDTH, MIN_CARD_WIDTH, PlayerCard, card_height, draw_player_card
from gpulife.window.shell import Shell
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
        "Then generations pass, a few at a time. In between, both may place a token: rings show where it gains.",
        "Count a cell's neighbours of its colour and subtract the others. If 2 or 3 are left, it lives.",
        "It also lives if 1 is left and two or more neighbours have its colour.",
        "A dead cell with exactly 3 neighbours of one colour becomes that colour; 3 of each: chance decides.",
        "A side without a living cell has lost. After 200 generations the larger side wins.",
    ),
    pictures=(
        "AA.BB/AA.B.",
        ".A./.A./.A. > .../AAA/...",
        "AAA/.aB",
        "AA./.aB",
        "AA/A. > AA/AA",
        "AA..B/AA... > AA.../AA...",
    ),
)


class P2LifeController(RoundsController[P2LifeState]):
    """The controller of P2Life."""

    personal_kinds = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}

    game_picture = SQUARED
    banner_is_lowest = True

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._outlook = Outlook(shell, play)
        self._good = GoodPlaces(play.engine)
        self._without: Remembered[tuple[Cells, ...]] = Remembered()

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points for the lines above and below the board, and for the players' cards beside it."""
        beside = scaled(MIN_CARD_WIDTH + 2 * _EDGE)
        return HudMargins(scaled(_ABOVE), scaled(_BELOW), beside, beside)

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
        """Return the requests. The key OK and a gamepad's button for another round become DONE, to pass the turn."""
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

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, and the actions that clicks make. The cursor follows the pointer."""
        left, requests = super().mouse(events, on_panel=on_panel, dragging=dragging)
        mover, moves = self._mover, [event for event in events if isinstance(event, MouseMove)]
        if mover is None or not moves or on_panel or dragging or self.play.session.in_the_past:
            return left, requests
        place, cursor = self.layout.place_under(moves[-1]), self.state.sides[mover].cursor
        if place is None or place == (cursor.row, cursor.column):
            return left, requests
        return left, [Action(mover, ActionKind.POINT, *place), *requests]

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

    @property
    def end_reason(self) -> str:
        """The reason why the game is over, as a sentence; "" during a game."""
        return end_reason(self.state, self.player_names, self.counts)

    @property
    def wins(self) -> Sequence[int]:
        """Number of games that each player has won."""
        return [side.wins for side in self.state.sides]

    @property
    def opening(self) -> Opening | None:
        """The notice that asks a person to place ten tokens, shown in their turn until they place the first one."""
        state, mover = self.state, self._mover
        if mover is None or state.phase is not Phase.OPENING or state.sides[mover].tokens < OPENING_TOKENS:
            return None
        how = f"Whoever has more cells after {MAX_GENERATIONS} generations wins", "More cells win"
        cursor = state.sides[mover].cursor
        own = {mover: (cursor.row, cursor.column)}
        return Opening((state.starts, state.round), f"Place {OPENING_TOKENS} tokens side by side", how, own)

    def draw(self, seconds: float) -> None:
        """Draw the HUD: the lines above and below the board, and marks for the last tokens."""
        super().draw(seconds)
        state, mover = self.state, self._mover
        reader = mover if mover is not None else min(self.play.local_people, default=0)
        asks = self.play.has_prompts and state.phase is not Phase.OVER  # the banner says what comes next
        prompt = prompts(state, mover, self.player_names) if asks else ()
        lines = prompt_here(prompt, self.play.own_seat)
        way_out = ways_out(self.play.own_seat, is_replay=self.play.is_replay)
        words = ""
        if mover is not None:
            cursor = state.sides[mover].cursor
            if asks and not self.play.runner.watching and not self.play.session.in_the_past:
                self._draw_good_places(mover)
                words = self._outlook.draw(self.layout.canvas, self._plan(mover), draws_words=not self.has_cards)
            draw_own_cursor(self.layout.canvas, (cursor.row, cursor.column), mover, free=_REACH)
        _draw(
            state,
            self.layout.canvas,
            self.counts,
            self.legend(reader),
            lines,
            way_out,
            foreseen=words if self.has_cards else "",
            has_cards=self.has_cards,
        )

    def _draw_good_places(self, mover: int) -> None:
        """Draw rings around the best places found for a token, and the gain at the very best one."""
        state, canvas = self.state, self.layout.canvas
        if not state.may_pass(mover):
            return
        count = min(OPTIONS[state.option], MAX_GENERATIONS - state.generation)
        best = self._good.best(mover, count)
        if not self._good.is_done:
            self.shell.motion.due()
        pen, radius = imgui.get_background_draw_list(), max(canvas.zoom * 0.36, scaled(3))
        for number, (place, gain) in enumerate(best):
            (x, y), strength = canvas.middle(place), 1.0 if number == 0 else 0.6
            pen.add_circle((x, y), radius, packed(GOOD, strength), 0, max(scaled(1.5), radius * 0.35))
            if number == 0 and self._good.is_done:
                text(f"{gain:+d}", x, y - radius - scaled(BODY.size * 1.3), GOOD, align=0.5, size=BODY.size, bold=True)

    def _plan(self, mover: int) -> Plan:
        """Return the plan to place a token at the cursor of ``mover``. Its film lasts until the next tokens are due."""
        state, names = self.state, self.player_names
        at = state.sides[mover].cursor.row, state.sides[mover].cursor.column
        is_free = not self.play.engine.read(*at, 1, 1)[0, 0]
        count = min(OPTIONS[state.option], MAX_GENERATIONS - state.generation)
        engine, area = self.play.engine, area_around(at, self.play.engine.shape, self.play.engine.rule.edges)

        def without() -> tuple[Cells, ...]:
            found = foresee(engine, {}, area)
            return () if found is None else coming_cells(found, engine.rule, engine.generation, count)

        def words(film: tuple[Cells, ...]) -> str:
            own, other = _counts(film[-1], mover)
            ends = f"In {count_text(count, 'generation')}: {names[mover]} {own}, {names[1 - mover]} {other}"
            passed = self._without.of((area, engine.changes, count), without)
            if not (is_free and state.may_pass(mover) and passed):
                return ends
            own_then, other_then = _counts(passed[-1], mover)
            return f"{ends} ({own - other - own_then + other_then:+d} by this token)"

        return Plan(mover, at, {at: mover + 1} if is_free else {}, count, words)


_REACH = 2
"""Places are tried for a token up to this many rows and columns away from the player's cells."""
_TOGETHER = 16
"""Number of places for which the board after a token there is computed at once. More would delay the frame."""
_BEST = 5
_MAX_CELLS = 64 * 64
"""Largest board, in cells, on which good places are looked for."""


class GoodPlaces:
    """Looks for the places near a player's cells where a token gains most.

    For each place, a copy of the board with the token is computed. Each frame advances several copies by a generation.

    Args:
        engine: engine that computes the board.

    Attributes:
        is_done: True once all places have been tried.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._key: tuple[int, int, int] | None = None
        self._places: list[Place | None] = []
        self._margins: dict[Place | None, int] = {}
        self._cells: Cells = np.zeros(engine.shape, np.uint8)
        self._boards: Cells | None = None
        self._left = 0
        self.is_done = True

    def best(self, player: int, generations: int) -> list[tuple[Place, int]]:
        """Continue the search, and return (place, gain) of the best places so far, the best first.

        The gain of a token is in cells, compared with passing. Call this in each frame.

        Args:
            player: the player whose turn it is.
            generations: number of generations until the next tokens.
        """
        key = player, generations, self._engine.changes
        if key != self._key:
            self._key = key
            self._begin(player)
        if not self.is_done:
            self._continue(player, generations)
        passed = self._margins.get(None, 0)
        gains = ((place, margin - passed) for place, margin in self._margins.items() if place is not None)
        return sorted((each for each in gains if each[1] > 0), key=lambda each: -each[1])[:_BEST]

    def _begin(self, player: int) -> None:
        self._boards, self._margins, self._places = None, {}, []
        if self._engine.shape[0] * self._engine.shape[1] <= _MAX_CELLS:
            self._cells = self._engine.read_all()
            near = self._cells == player + 1
            for axis in (0, 1):
                near = np.any([np.roll(near, away, axis) for away in range(-_REACH, _REACH + 1)], axis=0)
            found = np.argwhere(near & (self._cells == 0)).tolist()
            self._places = [None, *((row, column) for row, column in found)]
        self.is_done = not self._places

    def _continue(self, player: int, generations: int) -> None:
        """Advance the current boards by a generation. After the last one, count cells and go on to other places."""
        engine, tried = self._engine, self._places[:_TOGETHER]
        if self._boards is None:
            self._boards, self._left = np.repeat(self._cells[None], len(tried), axis=0), generations
            for board, place in zip(self._boards, tried, strict=True):
                if place is not None:
                    board[place] = player + 1
        passed = generations - self._left
        self._boards = engine.rule.family.step(self._boards, engine.rule, engine.generation + passed, (0, 0))
        self._left -= 1
        if self._left <= 0:
            for board, place in zip(self._boards, tried, strict=True):
                own, other = _counts(board, player)
                self._margins[place] = own - other
            del self._places[:_TOGETHER]
            self._boards, self.is_done = None, not self._places


def _counts(cells: Cells, mover: int) -> tuple[int, int]:
    """Return the number of cells of the player whose turn it is, and of the other player."""
    return int(np.count_nonzero(cells == mover + 1)), int(np.count_nonzero(cells == 2 - mover))


_ABOVE, _BELOW = 48.0, 56.0  # points on a 96 dpi screen
_LARGE, _SMALL, _MIN, _EDGE = HEADING.size, BODY.size, 13.0, GAP


def _draw(
    state: P2LifeState,
    canvas: Canvas,
    counts: tuple[int, int],
    legend: Legend,
    lines: Sequence[str],
    way_out: Sequence[str],
    *,
    foreseen: str,
    has_cards: bool,
) -> None:
    """Draw the lines above and below the board, the players' cards beside it, and a mark for the last token.

    Args:
        state: state of the game.
        canvas: the canvas on which to draw.
        counts: number of live cells of each player.
        legend: pictures of the keys, for the person to whom the prompt is addressed.
        lines: the prompt that says what the player can do now, in several wordings, longest first.
        way_out: wordings that name the keys for help and for leaving the game, longest first.
        foreseen: what the token under the cursor leads to, shown below the card of the player whose turn it is.
        has_cards: True to draw the players' cards.
    """
    scale = scaled(1)
    left, top, right, low = canvas.area
    edge, middle, room = _EDGE * scale, (left + right) / 2, right - left - 2 * _EDGE * scale
    words = "" if state.phase is Phase.OVER else headline(state, counts, canvas.names)
    wide = _draw_fitting((words,), (middle, top + 8 * scale), room, _headline_colour(state, canvas), _LARGE)
    beside = (room - wide) / 2 - edge
    draw_way_out(legend, way_out, (right - edge, top + 22 * scale), beside)
    if state.playing or state.phase is Phase.OVER:
        now = f"Generation {state.generation} of {MAX_GENERATIONS}"
        aim = f"{now}: then more cells win" if state.phase is not Phase.OVER else now
        wordings = aim, now, f"{state.generation} / {MAX_GENERATIONS}"
        fitting = next((wording for wording in wordings if width_of(wording, _SMALL) <= beside), "")
        text(fitting, left + edge, top + 13 * scale, CAPTION, size=_SMALL)
    draw_lead(canvas, counts, canvas.sides, low - (_BELOW - NEAR) * scale)
    draw_prompt(legend, lines, (middle, low - 24 * scale), room)
    width = min(canvas.sides[0] - left - 2 * edge, CARD_WIDTH * scale)
    at = max(canvas.point_of(0, 0)[1], top + _ABOVE * scale)
    for player, x in enumerate((canvas.sides[0] - edge - width, canvas.sides[1] + edge) if has_cards else ()):
        card = _card(state, player, counts[player], canvas)
        draw_player_card(card, (x, at), width, canvas, player)
        if player == state.mover:
            _draw_foreseen(foreseen, (x, at + scaled(card_height(card) + NEAR)), width)
    last = state.sides[1 - state.mover].last
    if state.choosing and last is not None:
        outline(*canvas.square(last), TEXT, 1.5 * scale)


def _draw_foreseen(words: str, at: Point, width: float) -> None:
    """Draw the text about what a token leads to, broken into short lines, so that it covers no cell."""
    x, y = at
    for line in words.replace(": ", ":\n").replace(", ", "\n").replace(" (", "\n(").splitlines():
        size = fitting_size(line, width, LEAD.size, SMALL.size)
        text(line, x + width / 2, y, PROMPT, align=0.5, size=size)
        y += scaled(LEAD.size * 1.4)


def _card(state: P2LifeState, player: int, count: int, canvas: Canvas) -> PlayerCard:
    """Return the card of a player. It has a dot for each token that the player has in this turn."""
    noun = "cell" if count == 1 else "cells"
    if not state.choosing:
        return PlayerCard(count, noun)
    moves = state.mover == player and not state.halted
    call = ("Your turn" if canvas.names[player] == YOU else "To move") if moves else ""
    tokens = state.sides[player].tokens
    of = OPENING_TOKENS if state.phase is Phase.OPENING else max(side.tokens for side in state.sides)
    return PlayerCard(count, noun, moves, call, tokens, of, f"{count_text(tokens, 'token')} to place")


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
