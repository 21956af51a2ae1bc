"""P2Life in the window: its controller and its help page."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.foresight import area_around, coming_cells, foresee
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.p2life.observation import end_reason, prompts
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, OPTIONS, P2LifeState, Phase
from gpulife.input.commands import CommandOrAction, LevelRequest
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseMove
from gpulife.patterns.seeds import SEED_SHAPES, parse_drawing
from gpulife.rules import Cells
from gpulife.view.gl_marks import CursorMark
from gpulife.window.design import GOOD, GROUND, faded, packed
from gpulife.window.games.p2life.good_places import GoodPlaces, counts_of, is_searchable
from gpulife.window.games.p2life.hud import (
    ABOVE,
    BELOW,
    EDGE,
    LABEL_SIDES,
    Content,
    Forecast,
    ScoreCurves,
    draw_hud,
    draw_token,
    label_area,
)
from gpulife.window.panels.widgets import sentence
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import Canvas, draw_own_cursor, prompt_here, scaled, ways_out
from gpulife.window.play.foresight import Remembered, draw_gain
from gpulife.window.play.game_controller import MouseResult, RoundsController
from gpulife.window.play.game_picture import SQUARED
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.outlook import Outlook, Plan
from gpulife.window.play.player_card import MIN_CARD_WIDTH
from gpulife.window.play.traced_shapes import TracedShape, draw_traced_shapes
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.two_player_setup import TwoPlayerSetup

PAGE = GamePage(
    icon=icons.ICON_FA_COINS,
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place a token on a dead cell", "{trigger}"),
        ControlLine("Pass: keep the token", "{done|again}"),
        ControlLine("Show or hide a hint: where a token gains most", "{hint}"),
        ControlLine("Place a token", "{click}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and resume", "{halt}", own=False),
        ControlLine("One generation", "{step}", own=False),
        ControlLine("Another game after the end", "{end-main}", own=False),
    ),
    steps=(
        "By turns, place ten tokens each. A lone token dies at once, so place them side by side.",
        "Then cells live and die for a while, both place one more token, and so on for 200 generations.",
        "As in Conway's Life, three cells make a new one, and a cell lives beside two or three of its colour.",
        "Neighbours of the other colour cancel those of your own: here two cancel two, and the framed cell dies.",
        "The board's edges join: cells that leave on the left come in on the right, and top and bottom likewise.",
        "A cell beside two or more of its colour lives even if only one is left after cancelling.",
        "If three cells of each colour touch a dead cell, chance decides which colour it gets.",
        "The larger side wins, or the only one with cells left. In the next game, the other places first.",
    ),
    pictures=(
        "AA.BB/AA.B.",
        ".A./.A./.A. > .../AAA/...",
        "AA/A. > AA/AA",
        "AAB/.aB",
        "A..A/A..A",
        "AA./.aB",
        "AAA/.../BBB > .A./.B./.B.",
        "AA..B/AA... > AA.../AA...",
    ),
)


class P2LifeController(RoundsController[P2LifeState]):
    """Runs P2Life in the window: turns people's input into the game's actions, and draws the HUD."""

    personal_kinds = NEEDS_CONSENT | {ActionKind.OK, ActionKind.AGAIN}

    game_picture = SQUARED
    banner_is_lowest = True
    tells_every_round = charts_lead = True

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._outlook = Outlook(shell, play)
        self._good = GoodPlaces(play.engine)
        self._answers = GoodPlaces(play.engine)
        self._hint_for: tuple[int, ...] = ()  # the turn whose hint is shown
        self._hinted: frozenset[tuple[int, ...]] = frozenset()  # the turns for which somebody has asked for a hint
        self._last: Remembered[Place | None] = Remembered()
        self._label_side: Remembered[int] = Remembered()
        self._placed: Remembered[tuple[int, ...]] = Remembered()
        self._without: Remembered[tuple[Cells, ...]] = Remembered()
        self._appeared: Remembered[float] = Remembered()
        self._curves: Remembered[ScoreCurves] = Remembered()

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points for the lines above and below the board, and for the players' cards beside it."""
        beside = scaled(MIN_CARD_WIDTH + 2 * EDGE)
        return HudMargins(scaled(ABOVE), scaled(BELOW), beside, beside)

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
        """Return the cursor of the player whose turn it is: a person at this window or, in a replay, anybody.

        ``phase`` is the phase of the cursor's flicker, 0 to 1.
        """
        mover = self.state.mover if self.play.is_replay and self.state.choosing else self._mover
        if mover is None:
            return []
        cursor = self.state.sides[mover].cursor
        return [CursorMark(cursor.row, cursor.column, self.play.display.look.colours[mover + 1], phase, hollow=True)]

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what the player whose turn it is can do now, longest wording first."""
        del player
        return self._prompts(self._mover)

    def _prompts(self, mover: int | None) -> Sequence[str]:
        if self.play.is_replay or self.play.session.in_the_past:
            return ("Recording",)
        return prompts(self.state, mover, self.player_names)

    @property
    def _turn(self) -> tuple[int, ...]:
        """Identifies the present turn, for which a hint may be asked."""
        state = self.state
        return state.starts, state.round, state.generation, state.mover

    @property
    def _shows_hint(self) -> bool:
        return self._hint_for == self._turn

    @handles(LevelRequest)
    def _switch_hint(self, request: LevelRequest) -> Handled:
        if request != LevelRequest("hint"):
            return PASS_ON
        if not is_searchable(self.play.engine):
            self.shell.show_message("this board is too large for hints")
        elif self._mover is None or not self.state.may_pass(self._mover):
            self.shell.show_message("hints come after the opening, when it is your turn")
        elif self._turn not in self._hinted and not self._hints_left:
            self.shell.show_message(f"you have had all {_HINTS} hints of this game")
        else:
            self._hint_for = () if self._shows_hint else self._turn
            self._hinted |= {self._turn}
        return None

    @property
    def _hints_left(self) -> int:
        """Number of hints that may still be asked for in this game. A turn's hint may be shown again."""
        game = self.state.starts, self.state.round
        return _HINTS - sum(turn[:2] == game for turn in self._hinted)

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
        aim = f"whoever has more cells after {MAX_GENERATIONS} generations wins"
        drawing = ("Trace a drawing, or make a shape", "Trace a drawing") if self._traced(mover) else ()
        how = *(f"{words}: {aim}" for words in drawing), sentence(aim), "More cells win"
        cursor = state.sides[mover].cursor
        own = {mover: (cursor.row, cursor.column)}
        return Opening((state.starts, state.round), f"Place {OPENING_TOKENS} tokens side by side", how, own)

    def draw(self, seconds: float) -> None:
        """Draw the HUD, what a token at the cursor leads to, and for a moment a frame around the other's last token."""
        super().draw(seconds)
        state, mover = self.state, self._mover
        reader = mover if mover is not None else min(self.play.local_people, default=0)
        asks = self.play.has_prompts and state.phase is not Phase.OVER  # the banner says what comes next
        hint, forecast = "", None
        if mover is not None:
            cursor = state.sides[mover].cursor
            if asks and not self.play.runner.watching and not self.play.session.in_the_past:
                if placed := self._traced(mover):
                    draw_traced_shapes(_SHAPES, mover, placed, self.layout.canvas)
                hint = self._draw_hint(mover)
                film = self._outlook.draw(self.layout.canvas, self._plan(mover))
                forecast = self._forecast(mover, film) if film else None
            draw_own_cursor(self.layout.canvas, (cursor.row, cursor.column), mover, free=_REACH)
        content = Content(
            state,
            self.counts,
            self.legend(reader),
            prompt_here(self._prompts(mover) if asks else (), self.play.own_seat),
            ways_out(self.play.own_seat, is_replay=self.play.is_replay),
            self.has_cards,
            self._score_curves(),
            hint,
            forecast,
        )
        draw_hud(content, self.layout.canvas)
        self._draw_others_token()

    def _score_curves(self) -> ScoreCurves:
        """Return the cells of both players in this game, those of a recording's future included."""
        session, stats = self.play.session, self.play.session.round_stats
        if stats is None:
            return ScoreCurves((), 0)

        def curves() -> ScoreCurves:
            rounds = {entries[0].stats.round: entries for entries in session.score_history.rounds()}
            known = {entry.stats.generation: entry.stats.scores for entry in rounds.get(stats.round, ())}
            known[stats.generation] = stats.scores
            points = ((number, known[number][0], known[number][1]) for number in sorted(known))
            return ScoreCurves(tuple(points), stats.generation)

        return self._curves.of((stats, session.ticks > session.recorded_ticks, len(session.score_history)), curves)

    def _draw_others_token(self) -> None:
        """Draw a frame and a label for the opponent's last token, which soon fade."""
        if (token := self._others_token()) is None:
            return
        canvas, (place, other), shell = self.layout.canvas, token, self.shell
        shown = shell.now - self._appeared.of((token, self.state.starts, self.state.round), lambda: shell.now)
        opacity = min(1.0, 1.0 - (shown - _SHOWN) / _FADE)
        if opacity <= 0:
            return
        shell.motion.due(max(_SHOWN - shown, 0.0))
        words = "" if other in self.people else f"{canvas.names[other]} placed here"
        key = token, self.state.phase, canvas.zoom
        side = self._label_side.of(key, lambda: self._free_side(canvas, place, words))
        draw_token(canvas, place, other, words, side, opacity)

    def _free_side(self, canvas: Canvas, place: Place, words: str) -> int:
        """Return the side of ``place`` on which a label with ``words`` covers the fewest cells."""
        engine, found = self.play.engine, []
        for side in LABEL_SIDES:
            left, top, right, low = label_area(canvas, place, words, side)
            start = canvas.point_of(0, 0)
            column, row = (left - start[0]) / canvas.zoom, (top - start[1]) / canvas.zoom
            high, wide = ceil((low - top) / canvas.zoom) + 1, ceil((right - left) / canvas.zoom) + 1
            is_inside = 0 <= floor(row) <= engine.shape[0] - high and 0 <= floor(column) <= engine.shape[1] - wide
            covered = int(np.count_nonzero(engine.read(floor(row), floor(column), high, wide))) if is_inside else 9999
            found.append(covered)
        return found.index(min(found))

    def _traced(self, mover: int) -> tuple[int, ...]:
        """Return how many cells of each shape to trace ``mover`` has placed; empty if no shapes are shown."""
        state, engine = self.state, self.play.engine
        if state.phase is not Phase.OPENING or min(engine.shape) < _MIN_SIDE:
            return ()
        key = mover, engine.changes
        return self._placed.of(key, lambda: tuple(shape.placed(mover, engine) for shape in _SHAPES))

    def _others_token(self) -> tuple[Place, int] | None:
        """Return (place, player) of the token that the opponent of a person here has just placed.

        Return None once the person has placed a token in answer.

        The state forgets tokens when generations begin, but the opponent's cursor still marks the place.
        """
        state, here = self.state, self.play.local_people
        if state.choosing:
            other = 1 - state.mover
        elif state.phase is Phase.GROWTH and len(here) == 1:
            other = 1 - min(here)
        else:
            return None
        side = state.sides[other]
        if side.last is not None or other in here:
            return None if side.last is None else (side.last, other)
        if state.phase is Phase.OPENING:
            return None
        key = other, state.starts, state.round, state.seeds, state.generation // OPTIONS[state.option]
        place = self._last.of(key, lambda: self._last_place(other))
        return None if place is None else (place, other)

    def _last_place(self, player: int) -> Place | None:
        """Return the place of a player's last token; None if the player's last action was to pass."""
        for _, action in reversed(self.play.session.log.entries()):
            if action.player == player and action.kind in _TURN_ENDS:
                cursor = self.state.sides[player].cursor
                return None if action.kind is ActionKind.DONE else (cursor.row, cursor.column)
        return None

    def _draw_hint(self, mover: int) -> str:
        """Draw a ring around the best place found for a token, if asked for. Return the words on the button for it."""
        state, canvas = self.state, self.layout.canvas
        if not state.may_pass(mover) or not is_searchable(self.play.engine):
            return ""
        if not self._shows_hint:
            if self._turn not in self._hinted and not self._hints_left:
                return ""
            return f"{{hint}}  Hint ({self._hints_left} left)"
        best = self._good.best(mover, self._generations)
        if not self._good.is_done:
            self.shell.motion.due()
            return "Looking\u2026"
        if best is None:
            return "{done|again}  Best: pass"
        pen, radius, at = imgui.get_background_draw_list(), max(canvas.zoom * 0.9, scaled(9)), canvas.middle(best[0])
        thick = max(scaled(2.5), radius * 0.2)
        for rgba, width in ((faded(GROUND, 0.9), thick + scaled(3)), (GOOD, thick)):
            pen.add_circle(at, radius, packed(rgba), 0, width)
        is_at_edge = at[0] - canvas.sides[0] < scaled(_LABEL_ROOM)  # the label must not cover the column at the left
        draw_gain(best[1], canvas, best[0], on_right=is_at_edge, taken=self._taken_around(best[0], mover))
        return "{hint}  Hide hint"

    def _taken_around(self, place: Place, mover: int) -> set[Place]:
        """Return the places near ``place`` that a label must not cover: live cells, and the cursor of ``mover``."""
        engine = self.play.engine
        top, left = max(place[0] - _NEAR, 0), max(place[1] - _NEAR, 0)
        high, wide = min(2 * _NEAR + 1, engine.shape[0] - top), min(2 * _NEAR + 1, engine.shape[1] - left)
        rows, columns = np.nonzero(engine.read(top, left, high, wide))
        near = {(top + row, left + column) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}
        return near | {self._cursor_of(mover)}

    @property
    def _generations(self) -> int:
        """Number of generations until the next tokens."""
        return min(OPTIONS[self.state.option], MAX_GENERATIONS - self.state.generation)

    def _plan(self, mover: int) -> Plan:
        """Return the plan to place a token at the cursor of ``mover``.

        The plan's film, which shows the generations to come, ends when the next tokens are due.
        """
        at = self._cursor_of(mover)
        is_free = not self.play.engine.read(*at, 1, 1)[0, 0]
        return Plan(mover, at, {at: mover + 1} if is_free else {}, self._generations)

    def _cursor_of(self, player: int) -> Place:
        cursor = self.state.sides[player].cursor
        return cursor.row, cursor.column

    def _forecast(self, mover: int, film: tuple[Cells, ...]) -> Forecast:
        """Return what the token under the cursor of ``mover`` leads to; ``film`` shows it."""
        state, engine, count, at = self.state, self.play.engine, self._generations, self._cursor_of(mover)
        is_whole = film[0].shape == engine.shape
        token = counts_of(film[-1], mover)
        if not state.may_pass(mover):
            return Forecast(count, (("Now", *counts_of(film[0], mover)), ("Then", *token)) if is_whole else (), None)
        area = area_around(at, engine.shape, engine.rule.edges)

        def without() -> tuple[Cells, ...]:
            found = foresee(engine, {}, area)
            return () if found is None else coming_cells(found, engine.rule, engine.generation, count)

        passed = counts_of(self._without.of((area, engine.changes, count), without)[-1], mover)
        rows = [("This token", *token), ("Pass", *passed)]
        if self._shows_hint and self._good.is_done and (reply := self._best_reply(mover, count, at)):
            rows.append(("Best reply", *reply))
        return Forecast(count, tuple(rows) if is_whole else (), token[0] - token[1] - passed[0] + passed[1])

    def _best_reply(self, mover: int, count: int, at: Place) -> tuple[int, int] | None:
        """Return both players' numbers of cells after a token at ``at`` and the other player's best answer to it.

        Return None until the answer has been found, and if the other player may not answer.

        Args:
            mover: the player who places the token. Its number comes first.
            count: number of generations that are computed after the answer.
            at: place of the token.
        """
        if not self.state.sides[1 - mover].tokens:
            return None
        best = self._answers.best(1 - mover, count, (at, mover + 1))
        if not self._answers.is_done:
            self.shell.motion.due()
            return None
        counts = self._answers.counts.get(None if best is None else best[0])
        return None if counts is None else (counts[1], counts[0])


_HINTS = 3
"""Number of hints in a game, for all people at this window together."""
_NEAR = 6
"""Number of cells around a hint's place that may lie below its label."""
_REACH = 2
"""Number of cells that the corners around the cursor leave free on each side of it."""
_LABEL_ROOM = 72.0
"""Room for the label with a hint's gain, in units of 1/96 inch."""
_SHOWN, _FADE = 1.0, 0.5
"""Seconds for which the other's last token is marked, and in which the mark then fades."""
_TURN_ENDS = frozenset({ActionKind.PLACE, ActionKind.TRIGGER, ActionKind.DONE})
_MIN_SIDE = 48
"""Minimum number of rows and of columns of a board with shapes to trace."""
_SHAPES = (
    TracedShape("Grows and grows", parse_drawing(".oo oo. .o."), (0.36, 0.1)),
    TracedShape("Lives for ever", parse_drawing("oo oo"), (0.64, 0.1)),
    TracedShape(
        "Becomes 48 to 72 cells", next(shape.cells for shape in SEED_SHAPES if shape.name == "pre-pulsar"), (0.76, 0.11)
    ),
)


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup, page=PAGE)
