"""P2Life in the window: its controller, its help page, and its HUD around and over the board."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, floor

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.foresight import area_around, coming_cells, foresee
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.p2life.observation import end_reason, headline, prompts
from gpulife.games.p2life.state import MAX_GENERATIONS, OPENING_TOKENS, OPTIONS, P2LifeState, Phase
from gpulife.input.commands import CommandOrAction, LevelRequest
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.patterns.seeds import SEED_SHAPES, parse_drawing
from gpulife.rules import Cells
from gpulife.seats import YOU
from gpulife.view.gl_marks import CursorMark
from gpulife.window.design import (
    BODY,
    CAPTION,
    GAP,
    GOOD,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    RGBA,
    ROUNDING,
    SMALL,
    TEXT,
    faded,
    packed,
)
from gpulife.window.panels.draw_primitives import Point, outline, rectangle, text
from gpulife.window.panels.widgets import sentence, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import (
    Area,
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
from gpulife.window.play.foresight import Remembered, draw_gain
from gpulife.window.play.game_controller import MouseResult, RoundsController
from gpulife.window.play.game_picture import SQUARED
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.outlook import Outlook, Plan
from gpulife.window.play.player_card import CARD_WIDTH, MIN_CARD_WIDTH, PlayerCard, card_height, draw_player_card
from gpulife.window.play.traced_shapes import TracedShape, draw_traced_shapes
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.two_player_setup import TwoPlayerSetup

PAGE = GamePage(
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place a token on a dead cell", "{trigger}"),
        ControlLine("Pass: keep the token", "{done|again}"),
        ControlLine("Show or hide rings where a token gains", "{hint}"),
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

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._outlook = Outlook(shell, play)
        self._good = GoodPlaces(play.engine)
        self._answers = GoodPlaces(play.engine)
        self._rings_on: bool | None = None  # None until somebody uses the key
        self._last: Remembered[Place | None] = Remembered()
        self._label_side: Remembered[int] = Remembered()
        self._placed: Remembered[tuple[int, ...]] = Remembered()
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
        words = prompts(self.state, mover, self.player_names)
        if mover is None or not self.state.may_pass(mover) or not _is_searchable(self.play.engine):
            return words
        verb = "hides" if self._shows_rings(mover) else "shows"
        return (f"{words[0]}   {{hint}} {verb} rings where a token gains", f"{words[1]}   {{hint}} rings", *words)

    def _shows_rings(self, mover: int) -> bool:
        """Return True if rings mark good places: against the weakest computer, in the first turns, or if asked for."""
        if self._rings_on is not None:
            return self._rings_on
        is_early = self.state.generation <= _TURNS_WITH_RINGS * OPTIONS[self.state.option]
        return is_early or self.play.seats.levels[1 - mover] == 1

    @handles(LevelRequest)
    def _switch_rings(self, request: LevelRequest) -> Handled:
        if request != LevelRequest("hint"):
            return PASS_ON
        mover = self._mover if self._mover is not None else min(self.play.local_people, default=0)
        self._rings_on = not self._shows_rings(mover)
        shown = "rings show where a token gains most" if self._rings_on else "no more rings"
        self.shell.show_message(shown if _is_searchable(self.play.engine) else "this board is too large for rings")
        return None

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
        """Draw the HUD: the lines above and below the board, and marks for the tokens placed most recently."""
        super().draw(seconds)
        state, mover = self.state, self._mover
        reader = mover if mover is not None else min(self.play.local_people, default=0)
        asks = self.play.has_prompts and state.phase is not Phase.OVER  # the banner says what comes next
        prompt = self._prompts(mover) if asks else ()
        lines = prompt_here(prompt, self.play.own_seat)
        way_out = ways_out(self.play.own_seat, is_replay=self.play.is_replay)
        words = ""
        if mover is not None:
            cursor = state.sides[mover].cursor
            if asks and not self.play.runner.watching and not self.play.session.in_the_past:
                if placed := self._traced(mover):
                    draw_traced_shapes(_SHAPES, mover, placed, self.layout.canvas)
                if self._shows_rings(mover):
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
        if (token := self._others_token()) is not None:
            canvas, (place, other) = self.layout.canvas, token
            words = "" if other in self.people else f"{canvas.names[other]} placed here"
            side = self._label_side.of((token, state.phase, canvas.zoom), lambda: self._free_side(canvas, place, words))
            _draw_token(canvas, place, other, words, side)

    def _free_side(self, canvas: Canvas, place: Place, words: str) -> int:
        """Return the side of ``place`` on which a label with ``words`` covers the fewest cells: an index of _SIDES."""
        engine, found = self.play.engine, []
        for side in range(len(_SIDES)):
            left, top, right, low = _label_area(canvas, place, words, side)
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

    def _draw_good_places(self, mover: int) -> None:
        """Draw rings around the best places found for a token, and the gain at the very best one."""
        state, canvas = self.state, self.layout.canvas
        if not state.may_pass(mover):
            return
        count = min(OPTIONS[state.option], MAX_GENERATIONS - state.generation)
        best = self._good.best(mover, count)
        if not self._good.is_done:
            self.shell.motion.due()
        pen, radius = imgui.get_background_draw_list(), max(canvas.zoom * 0.5, scaled(5))
        for number, (place, gain) in enumerate(best):
            at, thick = canvas.middle(place), max(scaled(2.5 if number == 0 else 1.5), radius * 0.3)
            for rgba, width in ((faded(GROUND, 0.9), thick + scaled(3)), (GOOD, thick)):
                pen.add_circle(at, radius, packed(rgba), 0, width)
            if number == 0:
                draw_gain(gain, canvas, place)

    def _plan(self, mover: int) -> Plan:
        """Return the plan to place a token at the cursor of ``mover``.

        The plan's film, which shows the generations to come, ends when the next tokens are due.
        """
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
            answers = state.phase is Phase.TOKENS and state.sides[1 - mover].tokens > 0
            unless = f", if {names[1 - mover]} passes" if answers else ""
            ends = f"In {count_text(count, 'generation')}{unless}: {names[mover]} {own}, {names[1 - mover]} {other}"
            passed = self._without.of((area, engine.changes, count), without)
            if not (is_free and state.may_pass(mover) and passed):
                return ends
            own_then, other_then = _counts(passed[-1], mover)
            ends = f"{ends} ({own - other - own_then + other_then:+d} by this token)"
            return f"{ends}{self._after_best_answer(mover, count, at)}" if answers and self.has_cards else ends

        return Plan(mover, at, {at: mover + 1} if is_free else {}, count, words)

    def _after_best_answer(self, mover: int, count: int, at: Place) -> str:
        """Return a text with both players' numbers of cells after a token at ``at`` and the best answer to it.

        The text is "" until the other player's best answer has been found.

        Args:
            mover: the player who places the token.
            count: number of generations that are computed after the answer.
            at: place of the token.
        """
        if self._shows_rings(mover) and not self._good.is_done:
            return ""
        best = self._answers.best(1 - mover, count, (at, mover + 1))
        if not self._answers.is_done:
            self.shell.motion.due()
            return ""
        counts = self._answers.counts.get(best[0][0] if best else None)
        if counts is None:
            return ""
        names, (theirs, own) = self.player_names, counts
        return f"; after the best answer: {names[mover]} {own}, {names[1 - mover]} {theirs}"


_REACH = 2
"""Places are tried for a token up to this many rows and columns away from the player's cells."""
_TOGETHER = 16
"""Number of places for which the board after a token there is computed at once. More would delay the frame."""
_STEPS = 4
"""Generations of these boards that are computed in a frame; they take two or three milliseconds."""
_BEST = 5
_MAX_CELLS = 64 * 64
"""Largest board, in cells, on which good places are looked for."""
_TURNS_WITH_RINGS = 2
"""Rings mark good places in this many turns of each player, unless somebody switches them on or off."""
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


def _is_searchable(engine: Engine) -> bool:
    return engine.shape[0] * engine.shape[1] <= _MAX_CELLS


class GoodPlaces:
    """Looks for the places near a player's cells where a token gains most.

    For each place, a copy of the board with the token is computed. Each frame advances several copies by a few
    generations.

    Args:
        engine: engine that computes the board.

    Attributes:
        is_done: True once all places have been tried.
        counts: cells of the player and of the other after each place tried so far; the key None stands for passing.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._key: tuple[int, int, int, tuple[Place, int] | None] | None = None
        self._places: list[Place | None] = []
        self.counts: dict[Place | None, tuple[int, int]] = {}
        self._cells: Cells = np.zeros(engine.shape, np.uint8)
        self._boards: Cells | None = None
        self._left = 0
        self.is_done = True

    def best(self, player: int, generations: int, token: tuple[Place, int] | None = None) -> list[tuple[Place, int]]:
        """Continue the search for good places for a token. Return (place, gain) of the best so far, the best first.

        The gain is how many cells the token adds to the player's lead, compared with passing. Call this in each frame.

        Args:
            player: the player whose turn it is.
            generations: number of generations until the next tokens.
            token: (place, state) of a cell to put on the board first; the search is then for the best answer to it, at
                places near any live cell. None to search the board as it is, near the player's own cells.
        """
        key = player, generations, self._engine.changes, token
        if key != self._key:
            self._key = key
            self._begin(player, token)
        for _ in range(_STEPS):
            if not self.is_done:
                self._continue(player, generations)
        own, other = self.counts.get(None, (0, 0))
        gains = ((at, mine - theirs - own + other) for at, (mine, theirs) in self.counts.items() if at is not None)
        return sorted((each for each in gains if each[1] > 0), key=lambda each: -each[1])[:_BEST]

    def _begin(self, player: int, token: tuple[Place, int] | None) -> None:
        self._boards, self.counts, self._places = None, {}, []
        if _is_searchable(self._engine):
            self._cells = self._engine.read_all()
            if token is not None:
                self._cells[token[0]] = token[1]
            near = self._cells > 0 if token is not None else self._cells == player + 1
            for axis in (0, 1):
                near = np.any([np.roll(near, away, axis) for away in range(-_REACH, _REACH + 1)], axis=0)
            found = np.argwhere(near & (self._cells == 0)).tolist()
            self._places = [None, *((row, column) for row, column in found)]
        self.is_done = not self._places

    def _continue(self, player: int, generations: int) -> None:
        """Advance the current boards by a generation.

        After ``generations`` generations, count the cells and begin boards for other places.
        """
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
                self.counts[place] = _counts(board, player)
            del self._places[:_TOGETHER]
            self._boards, self.is_done = None, not self._places


def _counts(cells: Cells, mover: int) -> tuple[int, int]:
    """Return the number of cells of ``mover``, the player whose turn it is, and of the other player."""
    return int(np.count_nonzero(cells == mover + 1)), int(np.count_nonzero(cells == 2 - mover))


_ABOVE, _BELOW = 40.0, 54.0  # points on a 96 dpi screen
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
    """Draw the lines above and below the board, and the players' cards beside it.

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


_SIDES = (0, -1), (0, 1), (1, 0), (-1, 0)
"""Where the label of a token may lie, as (right, down) from the token: above, below, at the right or at the left."""


def _label_area(canvas: Canvas, place: Place, words: str, side: int) -> Area:
    """Return the rectangle of a token's label, which lies on one of ``_SIDES``."""
    (x, y), (across, down) = canvas.middle(place), _SIDES[side]
    half_wide = width_of(words, SMALL.size, bold=True) / 2 + scaled(NEAR)
    half_high, apart = scaled(SMALL.size * 0.8), canvas.zoom / 2 + scaled(GAP)
    x += across * (apart + half_wide)
    y += down * (apart + half_high)
    x = min(max(x, canvas.sides[0] + half_wide), canvas.sides[1] - half_wide) if down else x
    return x - half_wide, y - half_high, x + half_wide, y + half_high


def _draw_token(canvas: Canvas, place: Place, player: int, words: str, side: int) -> None:
    """Draw a frame around a player's last token and, unless ``words`` is "", a label on one of ``_SIDES``."""
    (left, top), (right, low) = canvas.square(place)
    apart = scaled(2)
    for rgba, thick in ((faded(GROUND, 0.9), 5.0), (TEXT, 2.0)):
        outline((left - apart, top - apart), (right + apart, low + apart), rgba, scaled(thick))
    if words:
        left, top, right, low = _label_area(canvas, place, words, side)
        rectangle((left, top), (right, low), faded(GROUND, 0.85), scaled(ROUNDING) / 2)
        text(words, left + scaled(NEAR), top + scaled(2), canvas.player_colour(player), size=SMALL.size, bold=True)


def _draw_foreseen(words: str, at: Point, width: float) -> None:
    """Draw ``words`` about what a token leads to, in lines of at most ``width`` points, so that they cover no cell."""
    x, y = at
    broken = words.replace(": ", ":\n").replace("; ", "\n").replace(", ", "\n").replace(" (", "\n(")
    for line in broken.splitlines():
        size = fitting_size(line, width, LEAD.size, SMALL.size)
        text(line, x + width / 2, y, PROMPT, align=0.5, size=size)
        y += scaled(LEAD.size * 1.4)


def _card(state: P2LifeState, player: int, count: int, canvas: Canvas) -> PlayerCard:
    """Return the card of a player with ``count`` cells. It has a dot for each token that is left in this turn."""
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
    """Draw the longest wording that fits into ``room`` points, or the shortest in a smaller font; return its width."""
    words = next((wording for wording in wordings if width_of(wording, size) <= room), wordings[-1])
    size = fitting_size(words, room, size, _MIN)
    text(words, *at, rgba, align=0.5, size=size)
    return width_of(words, size)


WINDOW = GameWindow(controller=P2LifeController, setup=TwoPlayerSetup, page=PAGE)
