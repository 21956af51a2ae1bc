"""LIFE-2 in the window: its controller, its help page, its layout, and its HUD around and on the board.

Rows and columns are numbered around the board, and the players' cards are beside or above it. The HUD shows only what
both players may see.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui

from gpulife.games.core.area import Area as BoardArea
from gpulife.games.core.foresight import Foresight, foresee
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.games.life2.observation import (
    AIM,
    FORESEEN,
    HIDDEN,
    TAKES_BACK,
    Life2Overlay,
    VisibleHand,
    headline,
    life2_overlay,
    prompts,
)
from gpulife.games.life2.state import PLAYERS, Life2Phase, Life2State
from gpulife.input.commands import CommandOrAction
from gpulife.input.events import Event, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells
from gpulife.view.camera import Camera, Shape, fit_camera, pan
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    PROMPT,
    RGBA,
    TEXT,
    WIDE_GAP,
    eased_twice,
    faded,
    packed,
)
from gpulife.window.panels.draw_primitives import Point, line, outline, rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import (
    LAST_SECONDS,
    Area,
    Canvas,
    draw_prompt,
    draw_way_out,
    fitting_size,
    prompt_here,
    scaled,
    tense_size,
    ways_out,
)
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import GameController, MouseResult, RoundsController, is_left_press
from gpulife.window.play.game_picture import INK, PAPER, PAPER_MARGIN, PAPER_STRIP, draw_paper_over
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.player_card import CARD_WIDTH, PlayerCard, card_height, draw_player_card
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.two_player_setup import TwoPlayerSetup

PAGE = GamePage(
    controls=(
        ControlLine("Move your marker", "{move}"),
        ControlLine("Choose the place, or take it back", "{trigger}"),
        ControlLine("Choose or take back, against the computer", "{click}", own=False),
        ControlLine("Type column, then row", "{digit-1} to {digit-5}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and resume", "{halt}", own=False),
        ControlLine("Play the generation at once", "{step}", own=False),
        ControlLine("Another game after the end", "{end-main}", own=False),
    ),
    steps=(
        "Choose three places, and after the first turn one place a turn. The other player does not see your choice.",
        "When both are ready, the pieces appear and one generation passes.",
        "A piece with 2 or 3 neighbours lives, others die. An empty place with 3 gets a piece of whoever has most.",
        "A place that both chose stays empty. Occupied places are refused.",
        "Two at one screen: your hidden marker starts in the middle. It wraps around at the edges: count its steps.",
        "A player without a piece after a generation has lost.",
    ),
    pictures=(
        "A.A/.A./...",
        ".A./.A./.A. > .../AAA/...",
        "AA/B. > AA/BA",
        "A.B/.x./A.B",
        ".../.o./...",
        "AA..B/AA... > AA.../AA...",
    ),
    ready_lines=2,
)
_HEADLINE, _HINT, _NUMBERS = 56.0, 66.0, PAPER_MARGIN + 4.0
"""Heights of the headline, the hint, and the numbers at the board's edges, in points of a 96 dpi screen."""
_CARD, _CARD_ROW, _EDGE = 150.0, 96.0, 14.0
"""Smallest width of cards beside the board, height of cards above it, gap to the window's edge; in points of a 96 dpi
screen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the board and the players' cards are.

    Attributes:
        camera: the camera that shows the whole board.
        area: part of the window that is free of panels.
        beside: True if the cards are beside the board, False if they are above the board.
        cards: rectangles of the left and the right player's card.
    """

    camera: Camera
    area: Area
    beside: bool
    cards: tuple[Area, Area]


def layout(shape: Shape, window: tuple[int, int], covered: Covered) -> Layout:
    """Return the layout for a window of (width, height) points; ``covered`` says how much of it panels cover.

    The cards are put where they leave more space for the board: beside it in wide windows, above it in narrow ones.
    """
    width, height = window[0] - covered.left - covered.right, window[1] - covered.below
    numbers, card, row, edge = (scaled(length) for length in (_NUMBERS, _CARD, _CARD_ROW, _EDGE))
    above, below = scaled(_HEADLINE) + numbers, scaled(_HINT) + numbers
    beside_paper = numbers + scaled(PAPER_STRIP)
    sides = _fit(shape, width - 2 * (card + beside_paper), height - above - below)
    tops = _fit(shape, width - 2 * beside_paper, height - above - below - row)
    beside = sides.zoom >= tops.zoom
    over = above if beside else above + row
    # Centre the board in the room that is left for it.
    camera = pan(sides if beside else tops, (covered.left - covered.right) / 2, (over - below - covered.below) / 2)
    area = (covered.left, 0.0, window[0] - covered.right, height)
    middle, half = covered.left + width / 2, shape[1] * camera.zoom / 2 + beside_paper
    if beside:
        left, right, top = middle - half - edge, middle + half + edge, over
        card = min(left - area[0] - edge, scaled(CARD_WIDTH))
        cards = (left - card, top, left, top + row * 3), (right, top, right + card, top + row * 3)
    else:
        top = scaled(_HEADLINE)
        cards = ((area[0] + edge, top, middle - edge, top + row), (middle + edge, top, area[2] - edge, top + row))
    return Layout(camera, area, beside, cards)


def _fit(shape: Shape, width: float, height: float) -> Camera:
    return fit_camera(shape, (max(1, round(width)), max(1, round(height))))


_MAX_MARKED = 64 * 64
"""Largest board, in cells, whose cells are drawn with players' marks. Such a board is read whenever it changes."""
_TURNING = 0.8
"""Seconds in which the chosen pieces come to the board and are turned over."""
_NO_PLAYER = -2
"""Player number of typed digits that no player can use."""


class Life2Controller(RoundsController[Life2State]):
    """Runs LIFE-2 in the window: turns people's input into the game's actions, and draws the board and the HUD."""

    game_picture = PAPER
    has_trails = False  # pieces do not move for whole turns
    _pointed: Place | None = None
    """Place of the pointer and the marker while the only person here uses the mouse; None if they use keys."""

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._next: Remembered[Foresight | None] = Remembered()
        self._turned: tuple[int, int, int] | None = None  # the game, round and turn whose pieces were turned over last
        self._turned_at = -_TURNING

    @property
    def hud_margins(self) -> HudMargins:
        """Height in points of the headline above the board. ``own_camera`` leaves space for the rest of the HUD."""
        return HudMargins(_HEADLINE * self.shell.imgui_backend.scale)

    @property
    def own_camera(self) -> Camera:
        """The camera that shows the whole board and leaves space for the HUD around it."""
        return self._layout.camera

    @property
    def _layout(self) -> Layout:
        covered, room = self.layout.covered, self.layout.end_room
        return layout(self.play.engine.shape, self.shell.window.view_size, covered._replace(below=covered.below + room))

    @property
    def shown_to_all(self) -> frozenset[int]:
        """Players whose secret choices are shown: a person who plays alone at this window; all players in a replay."""
        if self.play.is_replay:
            return frozenset(range(PLAYERS))
        people = self.play.local_people
        return people if len(people) == 1 else frozenset()

    @handles(ActionKind.DIGIT)
    def _type_digit(self, request: Action) -> Handled:
        """Give a typed digit to the first person who still has to choose a place."""
        if request.player != NOBODY:
            return PASS_ON
        player = next(
            (player for player in sorted(self.play.local_people) if self.state.may_choose(player)), _NO_PLAYER
        )
        self.play.runner.act(replace(request, player=player))
        return None

    @property
    def ready_for(self) -> tuple[int, int] | None:
        """An identifier of the opening, which begins once all people are ready; None later, or if it has no clock."""
        state = self.state
        against_clock = state.phase is Life2Phase.OPENING and state.rules.opening_seconds
        return (state.starts, state.round) if against_clock else None

    @property
    def takes_clicks(self) -> bool:
        """True if a click on the board chooses a place or begins a game."""
        return (self.state.choosing and not self.state.halted) or super().takes_clicks

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the action with which a person who plays against the computer chooses ``place`` or takes it back."""
        if not self.state.choosing:
            yield from super().click(place)
        elif len(self.play.local_people) > 1:
            self.shell.show_message(
                "a click would show your place to the other player: use stick and trigger, or type column and row"
            )
        elif place is not None:
            for player in self.play.local_people:
                is_chosen = place in self.state.hands[player].chosen
                yield Action(player, ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE, *place)

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, and the player's choices. The marker of a lone player follows the pointer."""
        for event in events:
            if is_left_press(event) or isinstance(event, MouseMove):
                place = None if on_panel else self.layout.place_under(event)
                self._pointed = self._pointed if place is None else place
        return super().mouse(events, on_panel=on_panel, dragging=dragging)

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests, adapted to this game.

        While the marker follows the pointer, a trigger chooses the place under the pointer. Once a stick is moved, the
        stick moves the marker again.
        """
        translated: list[CommandOrAction] = []
        for request in super().translate(requests):
            kind = request.kind if isinstance(request, Action) else None
            if kind is ActionKind.STICK:
                self._pointed = None
            is_choice = kind is ActionKind.TRIGGER and self._marks_pointer
            if not is_choice:
                translated.append(request)
            elif isinstance(request, Action) and request.a:
                translated += self.click(self._pointed)
        return translated

    @property
    def _marks_pointer(self) -> bool:
        """True if the marker of the only person here is shown where the pointer is."""
        return self._pointed is not None and self.state.choosing and len(self.play.local_people) == 1

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what players can do now, in several wordings, longest first.

        It is the same for both players.
        """
        del player
        overlay = life2_overlay(self.state, self.play.engine.shape, self.shown_to_all)
        return prompts(overlay, sorted(self.play.local_people), self.player_names)

    @property
    def wins(self) -> Sequence[int]:
        """Number of games that each player has won."""
        return [hand.wins for hand in self.state.hands]

    def draw(self, seconds: float) -> None:
        """Draw the HUD around the board and the marks on its cells."""
        super().draw(seconds)
        play, shape = self.play, self.play.engine.shape
        cells = self.bursts.cells(shape) if shape[0] * shape[1] <= _MAX_MARKED else None
        observation = life2_overlay(self.state, shape, self.shown_to_all)
        if self._marks_pointer:
            hands = (
                replace(hand, marker=self._pointed if hand.marker is not None else None) for hand in observation.hands
            )
            observation = replace(observation, hands=tuple(hands))
        legends = tuple(self.legend(player) for player in range(PLAYERS))
        content = HudContent(
            observation,
            self.layout.canvas,
            cells,
            self.counts,
            play.local_people,
            legends,
            play.own_seat,
            play.has_prompts,
            is_replay=play.is_replay,
            has_cards=self.has_cards,
            turning=self._turning(),
            coming=self._coming(observation),
        )
        _draw(content, self._layout)

    def draw_game_picture(self) -> None:
        """Draw the paper and, once the pieces of this turn have been turned over, what has just changed on it."""
        if self._turning() < 1:
            GameController.draw_game_picture(self)
        else:
            super().draw_game_picture()

    def _turning(self) -> float:
        """Return how far the pieces of this turn have been turned over, 0 to 1. They turn once both have chosen."""
        state, shell, play = self.state, self.shell, self.play
        turn = state.starts, state.round, state.turn
        if state.phase is not Life2Phase.REVEAL:
            return 1.0
        if turn != self._turned:
            self._turned, self._turned_at = turn, shell.now
        stands = play.session.in_the_past or play.runner.seeking is not None or self.layout.canvas.is_calm
        share = (shell.now - self._turned_at) / _TURNING
        if stands or share >= 1:
            return 1.0
        shell.motion.due()
        return share

    def _coming(self, observation: Life2Overlay) -> Foresight | None:
        """Return the next generation, computed without the other player's secret choice; None if it is not shown.

        It is shown to a person who plays alone here and has chosen all places, or all but the one under the marker.
        """
        engine, people = self.play.engine, self.play.local_people
        knows = self.state.choosing and len(people) == 1 and not self.play.is_replay and self.play.has_prompts
        if not knows or engine.shape[0] * engine.shape[1] > _MAX_MARKED:
            return None
        player = min(people)
        hand = observation.hands[player]
        places = set(hand.ghosts) | ({hand.marker} if hand.marker is not None else set())
        free = sorted(place for place in places if not engine.read(*place, 1, 1)[0, 0])
        if len(free) < hand.needs:
            return None
        planned = dict.fromkeys(free, player + 1)
        area = BoardArea(0, 0, *engine.shape)
        return self._next.of((tuple(free), engine.changes), lambda: foresee(engine, planned, area))


_GRID = faded(INK, 0.35)
_REFUSALS = {"taken": "Taken: choose again", "outside": "Off the board: choose again"}
_LARGE, _SMALL = HEADING.size, LEAD.size
_SYMBOLS_FROM, _NUMBERS_FROM, _GRID_FROM = 14.0, 15.0, 6.0
"""Minimum cell sizes, in points, for marks on cells, for a number at each row and column, and for a grid."""


@dataclass(frozen=True, slots=True)
class HudContent:
    """The data that the HUD draws.

    Attributes:
        overlay: what the game shows besides cells.
        canvas: the canvas on which to draw.
        cells: cells of the board, shape (rows, columns), uint8; None if the board is too large for marks.
        counts: number of live cells of each player.
        people: players who are people at this window.
        legends: pictures of each player's keys.
        own_seat: seat of this window in an on-line match; NOBODY for viewers; None in other matches.
        is_replay: True in a replay.
        has_prompts: True if prompts are shown.
        has_cards: True if the players' cards are shown.
        turning: how far the pieces of this turn have been turned over, 0 to 1.
        coming: the next generation, computed without the other player's secret choice; None if it is not shown.
    """

    overlay: Life2Overlay
    canvas: Canvas
    cells: Cells | None
    counts: tuple[int, int]
    people: frozenset[int]
    legends: tuple[Legend, ...]
    own_seat: int | None = None
    has_prompts: bool = True
    is_replay: bool = False
    has_cards: bool = True
    turning: float = 1.0
    coming: Foresight | None = None


def _draw(content: HudContent, place: Layout) -> None:
    overlay, canvas = content.overlay, content.canvas
    _draw_grid(canvas)
    _draw_numbers(canvas)
    _draw_cells(content, place)
    _draw_hands(content)
    if content.coming is not None:
        _draw_coming(content.coming, canvas)
    left, _, right, bottom = place.area
    room = right - left - scaled(WIDE_GAP)
    # What both chose is said once the pieces are turned over.
    shown = overlay if content.turning >= 1 else replace(overlay, shared=(), emptied=None)
    is_over = overlay.phase == "over"  # the banner then says how it ended, and what comes next
    words, rgba = "" if is_over else headline(shown, canvas.names, ""), _headline_colour(shown)
    size = fitting_size(words, room, tense_size(canvas, _LARGE, overlay.seconds))
    text(words, (left + right) / 2, scaled(10 - (size - _LARGE) / 2), rgba, align=0.5, size=size)
    reader = min(content.people, default=0)
    free = (room - width_of(words, size)) / 2 - scaled(GAP)
    out = ways_out(content.own_seat, is_replay=content.is_replay)
    draw_way_out(content.legends[reader], out, (right - scaled(GAP), scaled(WIDE_GAP)), free)
    prompt = prompts(overlay, sorted(content.people), canvas.names) if content.has_prompts and not is_over else ()
    lines = prompt_here(prompt, content.own_seat)
    draw_prompt(content.legends[reader], lines, ((left + right) / 2, bottom - scaled(_HINT - 18)), room)
    words = hint(content)
    text(
        words,
        (left + right) / 2,
        bottom - scaled(_HINT - 36),
        CAPTION,
        align=0.5,
        size=fitting_size(words, room, _SMALL),
    )
    for player in range(len(place.cards) if content.has_cards else 0):
        _draw_card(content, player, place)


def _headline_colour(overlay: Life2Overlay) -> RGBA:
    if overlay.phase in ("reveal", "growth"):
        return PROMPT if overlay.shared else TEXT
    is_late = overlay.seconds is not None and overlay.seconds <= LAST_SECONDS
    return PROMPT if overlay.phase == "select" or overlay.halted or is_late else TEXT


def hint(content: HudContent) -> str:
    """Return a hint in one line; "" for none.

    Two people at this window read that their markers are invisible. A lone person reads how to win, or what the
    forecast shows.
    """
    overlay = content.overlay
    if overlay.phase not in ("opening", "turn") or overlay.halted:
        return ""
    if len(content.people) > 1:
        needs = max(hand.needs for hand in overlay.hands)
        return f"{HIDDEN} {TAKES_BACK}." if needs > 1 else HIDDEN
    if not content.people or not content.has_prompts:
        return ""
    return AIM if content.coming is None and overlay.turn <= 1 else FORESEEN if content.coming is not None else ""


def _draw_grid(canvas: Canvas) -> None:
    if canvas.zoom < _GRID_FROM:
        return
    rows, columns = canvas.shape
    for row in range(rows + 1):
        line(canvas.point_of(row, 0), canvas.point_of(row, columns), _GRID)
    for column in range(columns + 1):
        line(canvas.point_of(0, column), canvas.point_of(rows, column), _GRID)


def _draw_numbers(canvas: Canvas) -> None:
    """Draw the numbers of rows and columns at all four sides of the board."""
    rows, columns = canvas.shape
    scale = scaled(1)
    every = next(step for step in (1, 5, 10, 50, 100, 500, 10**9) if step * canvas.zoom >= _NUMBERS_FROM * scale)
    size = min(_LARGE, max(14.0, canvas.zoom / scale * 0.3))
    high = size * scale * 1.1
    numbers = [number for number in range(1, max(rows, columns) + 1) if number == 1 or number % every == 0]
    for number in (number for number in numbers if number <= columns):
        for row, shift in ((0.0, -high - 6 * scale), (float(rows), 4 * scale)):
            x, y = canvas.point_of(row, number - 0.5)
            text(str(number), x, y + shift, INK, align=0.5, size=size, shadow=False)
    for number in (number for number in numbers if number <= rows):
        for column, align, shift in ((0.0, 1.0, -10 * scale), (float(columns), 0.0, 10 * scale)):
            x, y = canvas.point_of(number - 0.5, column)
            text(str(number), x + shift, y - high / 2, INK, align=align, size=size, shadow=False)


def _draw_cells(content: HudContent, layout: Layout) -> None:
    """Draw pieces on live cells, frames around places just revealed, and crosses where both players chose a place.

    The pieces of this turn first move from their players' cards to the board, face down, and are turned over there.
    """
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if content.cells is not None and zoom >= _SYMBOLS_FROM:
        turned = {place for places in overlay.placed for place in places} if content.turning < 1 else set()
        for row, cells in enumerate(content.cells.tolist()):
            for column, state in enumerate(cells):
                if state in (1, 2):
                    draw_paper_over(canvas, (row, column))
                    if (row, column) not in turned:
                        _draw_piece(canvas, state - 1, (row, column), canvas.middle((row, column)))
        if content.turning < 1:
            _turn_pieces(content, layout)
            return
    for places in overlay.placed:
        for place in places:
            outline(*canvas.square(place), faded(INK, 0.6), max(1.5, zoom * 0.02))
    for place in overlay.shared:
        (left, top), (right, low) = canvas.square(place)
        inset, thickness = zoom * 0.22, max(2.0, zoom * 0.07)
        line((left + inset, top + inset), (right - inset, low - inset), canvas.player_colour(0), thickness)
        line((right - inset, top + inset), (left + inset, low - inset), canvas.player_colour(1), thickness)
    if overlay.emptied is not None:
        outline(*canvas.square(overlay.emptied), BAD, max(2.0, zoom * 0.04))


_FLIGHT, _LATER = 0.55, 0.06
"""Share of the time in which a piece flies before it is turned over; by how much later each next piece begins."""


def _turn_pieces(content: HudContent, layout: Layout) -> None:
    """Draw the pieces of this turn while they move from their players' cards to the board and turn over.

    The pieces of a person who plays alone here neither move nor turn, since that person has seen them on the board.
    """
    overlay, canvas = content.overlay, content.canvas
    known = content.people if len(content.people) == 1 else frozenset[int]()
    for player, (left, top, right, _) in enumerate(layout.cards):
        start = (left + right) / 2, top + scaled(_CARD_ROW)
        for number, place in enumerate((*overlay.placed[player], *overlay.shared)):
            share = content.turning * (1 + 4 * _LATER) - number * _LATER
            flown, turned = eased_twice(share / _FLIGHT), min(max((share - _FLIGHT) / (1 - _FLIGHT), 0.0), 1.0)
            x, y = canvas.middle(place)
            aside = canvas.zoom * 0.16 * (2 * player - 1) * (place in overlay.shared)  # two pieces, one place
            if player not in known:
                x, y = start[0] + (x - start[0]) * flown, start[1] + (y - start[1]) * flown
            is_back = turned < 0.5 and player not in known
            wide = 1.0 if player in known else abs(1 - 2 * turned)
            _draw_piece(canvas, player, place, (x + aside, y), wide=wide, is_back=is_back)


_PIECE, _TILT = 0.40, 0.035
"""Half the side of a piece as a share of a cell; greatest angle by which a piece lies askew, in radians."""


def _draw_piece(
    canvas: Canvas, player: int, place: Place, middle: Point, *, wide: float = 1.0, is_back: bool = False
) -> None:
    """Draw a piece of cardboard with its player's mark, a little askew, with its shadow on the paper.

    Args:
        canvas: the canvas on which to draw.
        player: the player.
        place: the piece's place, on which its angle depends.
        middle: the piece's middle in the window.
        wide: the piece's width as a share of its full width, less while it is turned over.
        is_back: True to draw its back, which has no mark.
    """
    pen, half, (x, y) = imgui.get_background_draw_list(), canvas.zoom * _PIECE, middle
    angle = _TILT * ((place[0] * 7 + place[1] * 13 + player * 5) % 9 - 4) / 4
    across, down = math.cos(angle) * half, math.sin(angle) * half

    def corners(shift: float) -> tuple[Point, Point, Point, Point]:
        turned = ((-across + down, -down - across), (across + down, down - across),
                  (across - down, down + across), (-across - down, -down + across))  # fmt: skip
        (a, b, c, d) = ((x + dx * wide + shift, y + dy + shift) for dx, dy in turned)
        return a, b, c, d

    colour = canvas.player_colour(player)
    for number in (3, 2, 1):
        pen.add_quad_filled(*corners(canvas.zoom * 0.02 * number), packed(INK, 0.16))
    pen.add_quad_filled(*corners(0.0), packed(INK if is_back else colour))
    pen.add_quad(*corners(0.0), packed(colour if is_back else INK, 0.75), max(1.5, canvas.zoom * 0.018))
    upper_left, upper_right, _, lower_left = corners(canvas.zoom * 0.02)
    for end in (upper_right, lower_left):
        pen.add_line(upper_left, end, packed(TEXT, 0.35), max(1.0, canvas.zoom * 0.012))
    if not is_back and wide > 0.5:
        _draw_symbol(player, middle, canvas.zoom * 0.25, GROUND)


def _draw_coming(coming: Foresight, canvas: Canvas) -> None:
    """Draw the next generation in pencil: a small mark where a piece will be born, a cross through one that dies."""
    zoom = canvas.zoom
    for place, _, after in coming.changes:
        (left, top), (right, low) = canvas.square(place)
        if after:
            _draw_symbol(after - 1, canvas.middle(place), zoom * 0.13, canvas.player_colour(after - 1, 0.9))
            inset = zoom * 0.3
            outline((left + inset, top + inset), (right - inset, low - inset), faded(INK, 0.45), max(1.0, zoom * 0.01))
            continue
        inset, pencil = zoom * 0.18, faded(INK, 0.7)
        line((left + inset, top + inset), (right - inset, low - inset), pencil, max(1.5, zoom * 0.025))
        line((right - inset, top + inset), (left + inset, low - inset), pencil, max(1.5, zoom * 0.025))


def _draw_hands(content: HudContent) -> None:
    """Draw the chosen places and markers (cursors) that are not secret, and for two people the markers' start."""
    overlay, canvas, zoom = content.overlay, content.canvas, content.canvas.zoom
    if overlay.home is not None and len(content.people) > 1:
        pen, radius = imgui.get_background_draw_list(), max(4.0, zoom * 0.16)
        pen.add_circle(canvas.middle(overlay.home), radius, packed(_GRID), 0, max(1.5, zoom * 0.02))
    for player, hand in enumerate(overlay.hands):
        for place in hand.ghosts:
            corner, end = canvas.square(place)
            rectangle(corner, end, canvas.player_colour(player, 0.3))
            outline(corner, end, canvas.player_colour(player, 0.9), max(1.5, zoom * 0.02))
            _draw_symbol(player, canvas.middle(place), zoom * 0.27, canvas.player_colour(player))
        if hand.marker is not None:
            inset = zoom * 0.1
            (left, top), (right, low) = canvas.square(hand.marker)
            rgba = canvas.player_colour(player, 1.0 if canvas.bright else 0.55)
            outline((left + inset, top + inset), (right - inset, low - inset), rgba, max(2.0, zoom * 0.06))


def _draw_card(content: HudContent, player: int, place: Layout) -> None:
    """Draw a player's card: name, mark, number of pieces, and how many places the player has chosen."""
    left, top, right, _ = place.cards[player]
    name, rgba = content.canvas.names[player], content.canvas.player_colour(player)
    hand, pieces = content.overlay.hands[player], content.counts[player]
    if place.beside:
        card = _card(hand, player, pieces, content)
        draw_player_card(card, (left, top), right - left, content.canvas, player)
        if len(content.people) > 1 and player in content.people and hand.needs and not hand.ready:
            for number, words in enumerate(("{move}", "{trigger} chooses")):
                at = (left + right) / 2, top + scaled(card_height(card) + 24 + 30 * number)
                caps_on_canvas(content.legends[player].pieces(words), *at, CAPTION, align=0.5, size=BODY.size)
        return
    outer, side, inward = (left, 0.0, 1) if player == 0 else (right, 1.0, -1)
    radius = scaled(22)
    _draw_symbol(player, (outer + inward * radius, top + radius), radius, rgba)
    x, y = outer + inward * (2 * radius + scaled(14)), top - scaled(4)
    text(name, x, y, rgba, align=side, size=min(fitting_size(name, right - left, _LARGE), _SMALL + 2))
    text(count_text(pieces, "piece"), x, y + scaled(26), CAPTION, align=side, size=_SMALL)
    _draw_progress(hand, (outer, y + scaled(58)), inward, rgba, types=player in content.people)


def _card(hand: VisibleHand, player: int, pieces: int, content: HudContent) -> PlayerCard:
    """Return the card of a player beside the board, with the number of the player's pieces on it.

    It also has a dot for each place that the player has to choose.
    """
    chooses = bool(hand.needs) and not (hand.ready or hand.waits) and not content.overlay.halted
    call = "READY" if hand.ready and hand.needs else ""
    words = f"{hand.chosen} of {hand.needs} chosen" if hand.needs else ""
    if hand.needs and hand.typed and player in content.people:
        words = f"{count_text(hand.typed, 'digit')} typed"
    return PlayerCard(
        pieces,
        "piece" if pieces == 1 else "pieces",
        chooses,
        call,
        hand.chosen,
        hand.needs,
        "Waits" if hand.waits else words,
        _REFUSALS[hand.refused] if hand.refused else "",
        lambda middle, radius: _draw_symbol(player, middle, radius, content.canvas.player_colour(player)),
    )


def _draw_progress(hand: VisibleHand, at: Point, inward: int, rgba: RGBA, *, types: bool) -> None:
    """Draw a player's progress: READY, or a dot for each place (filled once chosen), and why a choice was refused.

    If ``types`` is True, also draw the number of digits that the player has typed.
    """
    x, y = at
    align = 0.0 if inward > 0 else 1.0
    scale = scaled(1)
    if hand.ready:
        words, pad = "READY", 10 * scale
        end = x + inward * (width_of(words, _LARGE) + 2 * pad)
        rectangle((min(x, end), y), (max(x, end), y + 38 * scale), rgba, 6 * scale)
        text(words, x + inward * pad, y + 3 * scale, GROUND, align=align, size=_LARGE, shadow=False)
        return
    pen, radius = imgui.get_background_draw_list(), 9 * scale
    for number in range(hand.needs):
        middle = x + inward * (radius + number * 3 * radius), y + 16 * scale
        if number < hand.chosen:
            pen.add_circle_filled(middle, radius, packed(rgba))
        else:
            pen.add_circle(middle, radius - scale, packed(rgba), 0, 2 * scale)
    if hand.refused:
        words, tint = _REFUSALS[hand.refused], BAD
    else:
        words, tint = "Waits" if hand.waits else f"{hand.chosen} of {hand.needs} chosen", CAPTION
        if hand.typed and types:
            words, tint = f"{count_text(hand.typed, 'digit')} typed", TEXT
    if hand.needs:
        text(words, x, y + 36 * scale, tint, align=align, size=_SMALL)


def _draw_symbol(player: int, middle: Point, radius: float, rgba: RGBA) -> None:
    """Draw a player's mark as Teletypes printed it: a star for the first player, a hash sign for the second."""
    x, y = middle
    thickness = max(1.5, radius * 0.24)
    if player == 0:
        for third in range(3):
            across, down = radius * math.sin(third * math.pi / 3), radius * math.cos(third * math.pi / 3)
            line((x - across, y - down), (x + across, y + down), rgba, thickness)
        return
    for shift in (-0.36 * radius, 0.36 * radius):
        line((x + shift, y - 0.92 * radius), (x + shift, y + 0.92 * radius), rgba, thickness)
        line((x - 0.92 * radius, y + shift), (x + 0.92 * radius, y + shift), rgba, thickness)


WINDOW = GameWindow(controller=Life2Controller, setup=TwoPlayerSetup, page=PAGE)
