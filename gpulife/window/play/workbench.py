"""The workbench of a universe: tool, selection, patterns to place, measured distance, and how the mouse uses them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor

from gpulife.games.core.area import Area, area_between, area_on_board
from gpulife.games.core.area_edit import MAX_HELD_CELLS, OR, area_text
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.input.commands import CommandOrAction, DropGhost, PickState, PlaceGhost, Tool
from gpulife.input.controls import When
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rectangles import turned
from gpulife.rules import Cells, Edges, Rule
from gpulife.view.camera import nearest_copy
from gpulife.window.panels.snapshot import WorkbenchFacts

_REACH = 7.0
"""Maximum distance between a press and the edge of the selection that it drags, in points of a 96 dpi screen."""


@dataclass(frozen=True, slots=True)
class Grip:
    """The part of the selection that a mouse press drags: an edge, a corner, or the inside.

    Attributes:
        vertical: -1 for the selection's upper edge, 1 for its lower edge, 0 for neither.
        horizontal: -1 for the selection's left edge, 1 for its right edge, 0 for neither.
    """

    vertical: int = 0
    horizontal: int = 0

    @property
    def moves(self) -> bool:
        """True if the press grips the inside of the selection; dragging then moves the cells."""
        return not self.vertical and not self.horizontal


def grip_at(area: Area, row: float, column: float, zoom: float, scale: float) -> Grip | None:
    """Return the part of the selection that a press at this position grips; None outside the selection.

    Args:
        area: the selection.
        row: row of the press on the board; may be fractional.
        column: column of the press on the board; may be fractional.
        zoom: points per cell.
        scale: factor from points of a 96 dpi screen to points of this screen.
    """
    reach = _REACH * scale / zoom
    vertical = _edge(row - area.row, area.height, reach)
    horizontal = _edge(column - area.column, area.width, reach)
    return None if vertical is None or horizontal is None else Grip(vertical, horizontal)


def _edge(place: float, length: int, reach: float) -> int | None:
    """Return which end of a side ``place`` is near: -1 for the start, 1 for the end, 0 for neither; None outside.

    ``place`` is the distance from the start, and ``length`` the side's length, in cells. "Near" means within ``reach``;
    on a short side, within a third of the side.
    """
    inside = min(reach, length / 3)
    if not -reach <= place <= length + reach:
        return None
    return -1 if place < inside else 1 if place > length - inside else 0


def resized(area: Area, grip: Grip, rows: int, columns: int) -> Area:
    """Return the selection after its gripped edges were moved by ``rows`` and ``columns``.

    An edge may be moved past the opposite edge.
    """
    top, left, bottom, right = area.row, area.column, area.row + area.height - 1, area.column + area.width - 1
    first = top + rows * (grip.vertical < 0), left + columns * (grip.horizontal < 0)
    last = bottom + rows * (grip.vertical > 0), right + columns * (grip.horizontal > 0)
    return area_between(first, last)


def extended(anchor: Place, corner: Place, shape: tuple[int, int], *, wrap: bool) -> Area:
    """Return the selection between two cells, as far as it lies on a board of ``shape`` (rows, columns).

    With ``wrap`` the selection may go across the edges of a torus, but not around the whole torus.
    """
    return area_between(anchor if wrap else _nearest_cell(anchor, shape), _limited(anchor, corner, shape, wrap=wrap))


def _limited(anchor: Place, corner: Place, shape: tuple[int, int], *, wrap: bool) -> Place:
    """Return ``corner``, moved towards ``anchor`` if the limits of :func:`extended` require it."""
    if not wrap:
        return _nearest_cell(corner, shape)
    row, column = (
        min(max(to, start - length + 1), start + length - 1)
        for start, to, length in zip(anchor, corner, shape, strict=True)
    )
    return row, column


def _nearest_cell(place: Place, shape: tuple[int, int]) -> Place:
    return min(max(place[0], 0), shape[0] - 1), min(max(place[1], 0), shape[1] - 1)


@dataclass(frozen=True, eq=False)
class Ghost:
    """A pattern that is shown over the board until it is placed on it or discarded.

    Attributes:
        cells: states of its cells: shape (rows, columns), uint8.
        row: row of the board under the pattern's upper left cell; on a torus it may lie off the board.
        column: column of the board under the pattern's upper left cell.
        stays: True if the pattern can be placed several times.
        source: rectangle of the board from which the cells were taken; None if they come from elsewhere.
        keeps_source: True if placing the pattern copies the cells of ``source``; False if it moves them.
    """

    cells: Cells
    row: int
    column: int
    stays: bool = False
    source: Area | None = None
    keeps_source: bool = False

    @property
    def area(self) -> Area:
        """The rectangle of the board under the pattern."""
        return Area(self.row, self.column, *self.cells.shape)

    def moved(self, rows: int, columns: int) -> "Ghost":
        """Return the ghost moved down by ``rows`` and right by ``columns``."""
        return replace(self, row=self.row + rows, column=self.column + columns)

    def centred_on(self, row: int, column: int) -> "Ghost":
        """Return the ghost moved so that its middle lies over the cell at (``row``, ``column``)."""
        rows, columns = self.cells.shape
        return replace(self, row=row - rows // 2, column=column - columns // 2)

    def turned(self, turn: str) -> "Ghost":
        """Return the ghost turned or flipped about its middle; ``turn`` is one of ``patterns.transforms.TURNS``."""
        rows, columns = self.cells.shape
        middle = self.row + rows // 2, self.column + columns // 2
        return replace(self, cells=turned(self.cells, turn)).centred_on(*middle)

    @cached_property
    def _rle(self) -> str:
        return rle_text(Pattern(self.cells))

    def action(self, mode: str) -> Action:
        """Return the action that puts the ghost's cells on the board; ``mode``, from ``area_edit.MERGES``, says how."""
        if self.source is not None:
            work = "copy" if self.keeps_source else "move"
            text = area_text(self.source, work, f"{self.row},{self.column}", mode)
            return Action(NOBODY, ActionKind.AREA, self.source.row, self.source.column, text)
        if mode == OR:
            return Action(NOBODY, ActionKind.PAINT, self.row, self.column, self._rle)
        return Action(NOBODY, ActionKind.MERGE, self.row, self.column, f"{mode} {self._rle}")


LEFT, RIGHT, MIDDLE = 0, 1, 2
"""Numbers of the mouse buttons in events."""
_CLICK_POINTS = 4.0
"""Distance by which the pointer must move before a press becomes a drag, in points of a 96 dpi screen."""
_SHIFT = frozenset({"Shift"})

BoardPlace = tuple[float, float]
"""(row, column) on the board; may be fractional, and outside the board where the picture repeats the board."""


@dataclass(frozen=True, slots=True)
class View:
    """The data with which to convert pointer positions to positions on the board in this frame.

    Attributes:
        place_at: function that returns the fractional (row, column) of the board at a window position (x, y) in points.
        zoom: points per cell.
        scale: factor from points of a 96 dpi screen to points of this screen.
        wrap: True if the picture repeats the board beyond its edges.
    """

    place_at: Callable[[float, float], BoardPlace]
    zoom: float
    scale: float
    wrap: bool


@dataclass(frozen=True, slots=True)
class _Drag:
    """A mouse button that was pressed on the board and is still down.

    Attributes:
        tool: the tool in use: SELECT or MEASURE.
        start: position on the board, fractional, at which the button was pressed.
        at: window position (x, y), in points, at which the button was pressed.
        grip: the part of the selection that was gripped; None if a new selection is made.
        area: the selection before the button was pressed.
        drags: True once the pointer has moved far enough to be dragging.
    """

    tool: Tool
    start: BoardPlace
    at: tuple[float, float]
    grip: Grip | None = None
    area: Area | None = None
    drags: bool = False


def cell_of(place: BoardPlace) -> Place:
    """Return the cell that contains a fractional position on the board."""
    return floor(place[0]), floor(place[1])


class Workbench:
    """The tool, selection and patterns with which a person edits a universe.

    Args:
        rule: rule of the board, with its size.
        read: reads cells of the board; see ``Engine.read``.

    Attributes:
        tool: what the left mouse button does.
        mode: how a pattern's cells replace those of the board: one of ``area_edit.MERGES``.
        selection: the selected rectangle; None for none.
        ghosts: patterns that are shown over the board until they are placed. The keys are the players whose cursors
            carry the patterns; NOBODY stands for the pointer.
        measured: the two cells whose distance is shown; None if no distance is shown.
        pointer: the pointer's position on the board; None while the pointer is not on the board.
        marked: cells at which players with pads began a selection or a measurement, keyed by player.
        offered_rule: rule of the newest pattern, to which the user is offered to change the board; "" for no offer.
        refusal: message that says why the latest mouse press had no effect; "" if it had an effect.
    """

    def __init__(self, rule: Rule, read: Callable[[int, int, int, int], Cells]) -> None:
        assert rule.size is not None  # noqa: S101 - an engine's rule always has one
        self.rule = rule
        self.shape = rule.size
        self.read = read
        self.tool = Tool.DRAW
        self.mode = OR
        self.selection: Area | None = None
        self.ghosts: dict[int, Ghost] = {}
        self.measured: tuple[Place, Place] | None = None
        self.pointer: BoardPlace | None = None
        self.marked: dict[int, Place] = {}
        self._corners: tuple[Place, Place] | None = None  # the selection's fixed corner and its moving one
        self._drag: _Drag | None = None
        self.offered_rule = ""
        self.refusal = ""

    def go_on_from(self, old: "Workbench") -> None:
        """Copy tool and mode from the workbench of another session.

        If both boards have the same size and rule, copy the selection and the patterns to be placed, too.
        """
        self.tool, self.mode = old.tool, old.mode
        if (old.shape, old.rule.edges) == (self.shape, self.rule.edges):
            self.selection = old.selection
            self.ghosts = {
                player: ghost
                for player, ghost in old.ghosts.items()
                if ghost.source is None and int(ghost.cells.max(initial=0)) <= self.rule.live_states
            }

    def forget(self) -> None:
        """Discard all carried patterns, and clear the selection."""
        self.ghosts.clear()
        self.select(None)

    @property
    def busy(self) -> bool:
        """True while a mouse button that was pressed on the board is still down."""
        return self._drag is not None

    @property
    def facts(self) -> WorkbenchFacts:
        """The data of the workbench that panels show."""
        return WorkbenchFacts(self.tool, self.mode, self.selection, bool(self.ghosts), self.measured)

    @property
    def keyboard_times(self) -> tuple[When, ...]:
        """The situations (see ``When``) that hold for the keyboard now and decide what keys do; most specific first."""
        selection = (When.SELECTION,) * (self.selection is not None)
        return (*((When.GHOST,) * (NOBODY in self.ghosts)), *selection, When.DRAWING)

    def pad_times(self, players: Iterable[int]) -> dict[int, tuple[When, ...]]:
        """Return the situations (``When``) that decide what each player's pad does now, most specific first."""
        selection = (When.SELECTION,) * (self.selection is not None)
        always = (*selection, When.DRAWING)
        return {player: (When.GHOST,) * (player in self.ghosts) + always for player in players}

    # The selection.

    def select(self, area: Area | None) -> None:
        """Select the part of a rectangle that lies on the board; None clears the selection."""
        self.selection = None if area is None else area_on_board(area, self.shape, self.rule.edges)
        self._corners = None

    def extend(self, rows: int, columns: int, start: Place) -> None:
        """Move a corner of the selection by ``rows`` and ``columns``, as far as the board reaches.

        If nothing is selected, select the cell ``start`` instead.
        """
        if self.selection is None:
            corners = start, start
        elif self._corners is None:
            row, column, height, width = self.selection
            corners = (row, column), (row + height - 1, column + width - 1)
        else:
            corners = self._corners
        anchor, corner = corners
        if self.selection is not None:
            wrap = self.rule.edges is Edges.TORUS
            corner = _limited(anchor, (corner[0] + rows, corner[1] + columns), self.shape, wrap=wrap)
        self.select(area_between(anchor, corner))
        self._corners = anchor, corner

    @property
    def moving_corner(self) -> Place | None:
        """The corner of the selection that the keyboard moves; None until the keyboard has moved a corner."""
        return None if self._corners is None else self._corners[1]

    def near(self, place: BoardPlace, area: Area) -> BoardPlace:
        """Return ``place``; on a torus, its copy nearest to the middle of ``area``. The copy may lie off the board."""
        if self.rule.edges is not Edges.TORUS:
            return place
        middle = area.row + area.height / 2, area.column + area.width / 2
        row, column = (nearest_copy(*args) for args in zip(place, middle, self.shape, strict=True))
        return row, column

    # Ghosts.

    def hold(self, ghost: Ghost, player: int = NOBODY) -> None:
        """Show a pattern at the player's cursor, to be placed. It replaces the player's current pattern."""
        self.ghosts[player] = ghost
        if player == NOBODY and self.pointer is not None:
            self._follow(self.pointer)

    def drop(self, player: int = NOBODY) -> None:
        """Discard the pattern that the pointer, or a player's cursor, carries."""
        self.ghosts.pop(player, None)
        if player == NOBODY and self._drag is not None and self._drag.grip is not None and self._drag.grip.moves:
            self._drag = None

    def leave(self, player: int) -> None:
        """Discard the pattern that a leaving player carries, and the selection corner that the player has marked."""
        self.drop(player)
        self.marked.pop(player, None)

    def _follow(self, place: BoardPlace) -> None:
        ghost = self.ghosts.get(NOBODY)
        if ghost is not None and ghost.source is None:
            self.ghosts[NOBODY] = ghost.centred_on(*cell_of(place))

    def follow_cursors(self, places: Sequence[Place]) -> None:
        """Let the patterns and selections of players with pads follow their cursors, which are at ``places``."""
        for player, (row, column) in enumerate(places):
            if (ghost := self.ghosts.get(player)) is not None:
                self.ghosts[player] = ghost.centred_on(row, column)
            if (corner := self.marked.get(player)) is not None:
                if self.tool is Tool.MEASURE:
                    self.measured = corner, (row, column)
                else:
                    self.select(extended(corner, (row, column), self.shape, wrap=False))

    # The mouse.

    def mouse(
        self, events: Sequence[Event], view: View, *, on_panel: bool
    ) -> tuple[Sequence[Event], list[CommandOrAction]]:
        """Apply a frame's mouse events to the workbench.

        If ``on_panel`` (the pointer is on a panel), the workbench does not use presses.

        Returns: the events that the workbench did not use, which draw or move the view; and the tool's requests.
        """
        left: list[Event] = []
        requests: list[CommandOrAction] = []
        for event in events:
            match event:
                case MouseMove():
                    self.pointer = None if on_panel else view.place_at(event.x, event.y)
                    self._move(event, view)
                    left.append(event)
                case MouseButton(pressed=True) if not on_panel:
                    rest = self._press(event, view, requests)
                    left += [] if rest is None else [rest]
                case MouseButton(pressed=False):
                    self._release(requests)
                    left.append(event)
                case _:
                    left.append(event)
        return left, requests

    def _press(self, event: MouseButton, view: View, requests: list[CommandOrAction]) -> MouseButton | None:
        """Handle a press of a mouse button; add the requests that it makes to ``requests``.

        Return the press to use for drawing or moving the view, or None. A returned press with Shift erases.
        """
        self.pointer = place = view.place_at(event.x, event.y)
        if NOBODY in self.ghosts and event.button in (LEFT, RIGHT) and self._drag is None:
            self._follow(place)
            requests.append(PlaceGhost() if event.button == LEFT else DropGhost())
            return None
        if event.button == LEFT and ("Shift" in event.mods or self.tool is Tool.SELECT):
            self._begin_selecting(event, view)
            return None
        match self.tool:
            case Tool.MEASURE if event.button == LEFT:
                self._drag = _Drag(Tool.MEASURE, place, (event.x, event.y))
                cell = self.on_board(cell_of(place))
                self.measured = cell, cell
                return None
            case Tool.PICK if event.button == LEFT:
                requests.append(PickState(*self.on_board(cell_of(place))))
                return None
            case Tool.MOVE if event.button == LEFT:
                return replace(event, button=MIDDLE)
            case Tool.DRAW if event.button == LEFT:
                return replace(event, mods=event.mods - _SHIFT)
            case Tool.DRAW | Tool.ERASE if event.button in (LEFT, RIGHT):
                return replace(event, button=LEFT, mods=event.mods | _SHIFT)
        return event

    def _begin_selecting(self, event: MouseButton, view: View) -> None:
        place, grip = view.place_at(event.x, event.y), None
        if self.selection is not None and "Shift" not in event.mods:
            grip = grip_at(self.selection, *self.near(place, self.selection), view.zoom, view.scale)
        self._drag = _Drag(Tool.SELECT, place, (event.x, event.y), grip, self.selection)
        if grip is not None and grip.moves and self.selection is not None:
            if self.selection.cells > MAX_HELD_CELLS:
                self._drag = None
                self.refusal = f"A selection of more than {MAX_HELD_CELLS:,} cells cannot be moved"
                return
            area = self.selection
            self.ghosts[NOBODY] = Ghost(
                self.read(*area), area.row, area.column, source=area, keeps_source="Ctrl" in event.mods
            )

    def _move(self, event: MouseMove, view: View) -> None:
        drag, place = self._drag, view.place_at(event.x, event.y)
        if drag is None:
            self._follow(place)
            return
        if not drag.drags:
            far = max(abs(event.x - drag.at[0]), abs(event.y - drag.at[1])) >= _CLICK_POINTS * view.scale
            drag = self._drag = replace(drag, drags=far or cell_of(place) != cell_of(drag.start))
            if not drag.drags:
                return
        rows, columns = (now - then for now, then in zip(cell_of(place), cell_of(drag.start), strict=True))
        if drag.tool is Tool.MEASURE and self.measured is not None:
            self.measured = self.measured[0], self.on_board(cell_of(place))
        elif drag.grip is None or drag.area is None:
            self.select(extended(cell_of(drag.start), cell_of(place), self.shape, wrap=self._may_wrap(view)))
        elif drag.grip.moves:
            if (ghost := self.ghosts.get(NOBODY)) is not None:
                self.ghosts[NOBODY] = replace(ghost, row=drag.area.row + rows, column=drag.area.column + columns)
        else:
            changed = resized(drag.area, drag.grip, rows, columns)
            last = changed.row + changed.height - 1, changed.column + changed.width - 1
            self.select(extended((changed.row, changed.column), last, self.shape, wrap=self._may_wrap(view)))

    def _release(self, requests: list[CommandOrAction]) -> None:
        drag, self._drag = self._drag, None
        if drag is None or drag.tool is not Tool.SELECT:
            return
        ghost = self.ghosts.get(NOBODY)
        if drag.grip is not None and drag.grip.moves and ghost is not None and ghost.source is not None:
            del self.ghosts[NOBODY]
            if drag.drags and (ghost.row, ghost.column) != (ghost.source.row, ghost.source.column):
                requests.append(ghost.action(self.mode))
                self.select(ghost.area)
        elif drag.grip is None and not drag.drags:
            self.select(None)

    def take_refusal(self) -> str:
        """Return and clear :attr:`refusal`."""
        refusal, self.refusal = self.refusal, ""
        return refusal

    def on_board(self, cell: Place) -> Place:
        """Return the cell of the board for a cell that may lie off it: wrapped around on a torus, else the nearest."""
        rows, columns = self.shape
        if self.rule.edges is Edges.TORUS:
            return cell[0] % rows, cell[1] % columns
        return _nearest_cell(cell, self.shape)

    def state_at(self, cell: Place) -> int:
        """Return a cell's state; 0 for a cell beyond the edges of a board that does not wrap around."""
        row, column = self.on_board(cell)
        return int(self.read(row, column, 1, 1)[0, 0]) if self.rule.edges is Edges.TORUS or (row, column) == cell else 0

    def _may_wrap(self, view: View) -> bool:
        return view.wrap and self.rule.edges is Edges.TORUS
