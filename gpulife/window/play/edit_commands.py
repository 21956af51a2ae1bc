"""Carries out editing commands on the selection, and on patterns shown over the board before they are placed."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area, turned_area
from gpulife.games.core.area_edit import MAX_HELD_CELLS, MERGE_TITLES, MERGES, area_text
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.order import strips
from gpulife.input.commands import (
    ChooseTool,
    CopySelection,
    Crop,
    DropGhost,
    EditSelection,
    ExtendSelection,
    LevelRequest,
    MarkCorner,
    Measure,
    MergeMode,
    MoveGhost,
    Paste,
    PickState,
    PlaceGhost,
    SaveSelection,
    Select,
    SelectAll,
    ShrinkSelection,
    Stamp,
    Tool,
    Turn,
)
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern, StreamedPattern, fitted_to, require_some_cells
from gpulife.patterns.rectangles import EXCHANGES_SIDES
from gpulife.view.board_export import BoardPart, count_save_parts, save_board
from gpulife.window.ask_first import ask_before_losing, ask_before_placing
from gpulife.window.blocking_progress import stoppable_work
from gpulife.window.play.board_files import STREAMED_CELLS, paste_actions, pasted_pattern
from gpulife.window.play.frame_render import keep_in_view
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.other_board import is_rule_text, offer_rule, open_rule_text
from gpulife.window.play.view_commands import free_middle
from gpulife.window.play.workbench import Ghost, Workbench
from gpulife.window.scopes import handles
from gpulife.window.user_folders import new_file

_MAX_COPIED_LETTERS = 1 << 22
"""Maximum number of characters put on the clipboard at once; X servers accept no more."""
_MAX_SEARCHED_CELLS = 1 << 28
"""Largest selection, in cells, that can be shrunk to its live cells. Finding live cells in it takes some seconds."""


def cursors_of(controller: AnyController) -> list[Place]:
    """Return the cell at which each player's cursor is, in the order of the players."""
    return [(cursor.row, cursor.column) for cursor in controller.play.session.state.cursors]


def _require_held(area: Area, done: str) -> None:
    if area.cells > MAX_HELD_CELLS:
        raise GpulifeError(f"a selection of more than {MAX_HELD_CELLS:,} cells cannot be {done}")


def hold_pattern(
    controller: AnyController, pattern: Pattern | StreamedPattern, player: int = NOBODY, *, stays: bool
) -> None:
    """Show a pattern over the board, at the pointer or at a player's cursor, until it is placed or discarded.

    Args:
        controller: controller of a game with a workbench.
        pattern: the pattern.
        player: the gamepad player who moves the pattern with their cursor; NOBODY if the pointer moves it.
        stays: True if the pattern can be placed several times; False if it disappears once placed.

    Raises:
        GpulifeError: the pattern is empty or larger than the board, has too many cells to hold, or has states that the
            board's rule lacks.
    """
    shell, workbench = controller.shell, controller.workbench
    assert workbench is not None  # noqa: S101 - see above
    require_some_cells(pattern)
    _require_room(pattern.shape, workbench)
    height, width = pattern.shape
    if height * width > MAX_HELD_CELLS:
        raise GpulifeError(
            f"a pattern of {width}x{height} cells is too large to hold (limit: {MAX_HELD_CELLS:,} cells): "
            "open it as a file"
        )
    pattern = fitted_to(pattern, workbench.rule)
    if player == NOBODY and (steering := shell.poller.gamepads.players_in_menu()):
        player = steering[0]
        shell.poller.gamepads.steer_menu(player, on=False)
    ghost = Ghost(pattern.whole().cells, 0, 0, stays).centred_on(*free_middle(controller))
    workbench.hold(ghost, player)
    workbench.follow_cursors(cursors_of(controller))


def _require_room(shape: tuple[int, int], workbench: Workbench) -> None:
    (height, width), (rows, columns) = shape, workbench.shape
    if height > rows or width > columns:
        raise GpulifeError(f"a pattern of {width}x{height} cells does not fit on a board of {columns}x{rows}")


class EditScope(SessionScope):
    """Carries out commands on the selection, and on patterns shown over the board."""

    def __init__(self, controller: AnyController, workbench: Workbench) -> None:
        super().__init__(controller)
        self.workbench = workbench

    @handles(ChooseTool)
    def _choose_tool(self, command: ChooseTool) -> None:
        self.workbench.tool = command.tool
        if command.tool is not Tool.MEASURE:
            self.workbench.measured = None
        self.shell.show_message(f"Tool: {command.tool}")

    @handles(PickState)
    def _pick_state(self, command: PickState) -> None:
        state = int(self.play.engine.read(command.row, command.column, 1, 1)[0, 0])
        if not self.controller.carry_out(LevelRequest("brush", state)) and state:
            self.shell.panel_state.species = state
        self.workbench.tool = Tool.DRAW if state else Tool.ERASE
        name = self.workbench.rule.state_names[state - 1] if state else ""
        self.shell.show_message(f"Drawing {name}" if state else "Erasing")

    @handles(Select)
    def _select(self, command: Select) -> None:
        area = Area(command.row, command.column, command.height, command.width)
        self.workbench.select(area if command.height and command.width else None)

    @handles(ExtendSelection)
    def _extend(self, command: ExtendSelection) -> None:
        players = self.controller.at_keyboard(frozenset(range(len(cursors_of(self.controller)))))
        start = cursors_of(self.controller)[players[0]] if players else free_middle(self.controller)
        before = self.workbench.selection
        self.workbench.extend(command.rows, command.columns, self.workbench.on_board(start))
        if self.workbench.selection == before:
            self.shell.show_message("The selection cannot extend further in this direction")
        if (corner := self.workbench.moving_corner) is not None:
            keep_in_view(self.controller, corner)

    @handles(MarkCorner)
    def _mark(self, command: MarkCorner) -> None:
        cursors = cursors_of(self.controller)
        if self.workbench.marked.pop(command.player, None) is None and 0 <= command.player < len(cursors):
            self.workbench.marked[command.player] = cursors[command.player]
        self.workbench.follow_cursors(cursors)

    @handles(ShrinkSelection)
    def _shrink(self, _: ShrinkSelection) -> None:
        area = self.workbench.selection or Area(0, 0, *self.workbench.shape)
        if area.cells > _MAX_SEARCHED_CELLS:
            raise GpulifeError(f"a selection of more than {_MAX_SEARCHED_CELLS:,} cells is too large to shrink")
        live_rows = np.zeros(area.height, bool)
        live_columns = np.zeros(area.width, bool)
        for row, height in strips(area.size):
            live = self.play.engine.read(area.row + row, area.column, height, area.width) > 0
            live_rows[row : row + height] = live.any(axis=1)
            live_columns |= live.any(axis=0)
        rows, columns = np.flatnonzero(live_rows), np.flatnonzero(live_columns)
        if not rows.size:
            raise GpulifeError("the selection has no live cells to shrink to")
        height, width = int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1
        shrunk = Area(area.row + int(rows[0]), area.column + int(columns[0]), height, width)
        if shrunk == self.workbench.selection:
            self.shell.show_message("The selection cannot shrink: live cells touch all its edges")
        self.workbench.select(shrunk)

    @handles(CopySelection)
    def _copy(self, command: CopySelection) -> None:
        area = self._selected()
        too_large = f"a selection of {area.width}x{area.height} cells is too large for the clipboard: save it as a file"
        if area.cells > MAX_HELD_CELLS:
            raise GpulifeError(too_large)
        text = rle_text(Pattern(self.play.engine.read(*area), replace(self.workbench.rule, size=None)))
        if len(text) > _MAX_COPIED_LETTERS:
            raise GpulifeError(too_large)
        self.shell.window.set_clipboard(text)
        if command.cut:
            self._erase(area)
        done = "Cut" if command.cut else "Copied"
        self.shell.show_message(f"{done} {area.width}x{area.height} cells")

    @handles(EditSelection)
    def _edit(self, command: EditSelection) -> None:
        area, density = self._selected(), self.shell.panel_state.density
        match command.work:
            case "erase":
                self._erase(area)
            case "fill":
                self._act(area, "fill", min(self.controller.brush, self.workbench.rule.live_states))
            case "random":
                self._act(area, "random", f"{density:.3f}")
            case _:
                self._act(area, command.work)

    @handles(Crop)
    def _crop(self, _: Crop) -> None:
        area, play = self._selected(), self.play
        _require_held(area, "cropped")
        cells = play.engine.read(*area)
        match = replace(play.session.match, rule=str(self.workbench.rule.on_board(area.size)))
        self.shell.begin(match, (Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(cells))),))

    @handles(SaveSelection)
    def _save(self, command: SaveSelection) -> None:
        area, play = self._selected(), self.play
        part = BoardPart(play.engine, area)
        ending = ".npz" if area.cells > STREAMED_CELLS else ".rle"
        target = Path(command.path) if command.path else new_file("selection", ending, self.shell.settings)
        work = stoppable_work(self.shell, f"saving {target.name}", count_save_parts(part))
        save_board(target, part, play.display.look.palette, advance=work.advance)
        self.shell.show_message(f"saved {target}")

    @handles(Measure)
    def _measure(self, command: Measure) -> None:
        self.workbench.tool = Tool.MEASURE
        self.workbench.measured = (
            self.workbench.on_board((command.row, command.column)),
            self.workbench.on_board((command.to_row, command.to_column)),
        )

    @handles(Stamp)
    def _stamp(self, command: Stamp) -> None:
        hold_pattern(self.controller, pasted_pattern(command.text), command.player, stays=True)

    @handles(PlaceGhost)
    def _place(self, command: PlaceGhost) -> None:
        ghost = self.workbench.ghosts.get(command.player)
        if ghost is None:
            return
        ask_before_placing(self.shell, self.play, ghost.area.cells)
        self.play.runner.act(ghost.action(self.workbench.mode))
        if not ghost.stays:
            self.workbench.drop(command.player)

    @handles(MoveGhost)
    def _move_ghost(self, command: MoveGhost) -> None:
        if (ghost := self.workbench.ghosts.get(NOBODY)) is not None:
            moved = self.workbench.ghosts[NOBODY] = ghost.moved(command.rows, command.columns)
            height, width = moved.cells.shape
            keep_in_view(self.controller, (moved.row + height // 2, moved.column + width // 2))

    @handles(Turn)
    def _turn(self, command: Turn) -> None:
        ghost = self.workbench.ghosts.get(command.player)
        if ghost is None:
            self._turn_selection(command.turn)
        elif ghost.source is None:  # dragged cells cannot be turned
            turned = ghost.turned(command.turn)
            _require_room(turned.area.size, self.workbench)
            self.workbench.ghosts[command.player] = turned
            if np.array_equal(turned.cells, ghost.cells):
                self.shell.show_message("The turned pattern looks the same")

    @handles(MergeMode)
    def _merge_mode(self, command: MergeMode) -> None:
        modes = [*MERGES]
        if command.mode and command.mode not in MERGES:
            raise GpulifeError(f"unknown paste mode {command.mode[:20]!r}: use one of {', '.join(modes)}")
        self.workbench.mode = command.mode or modes[(modes.index(self.workbench.mode) + 1) % len(modes)]
        self.shell.show_message(
            f"When pasting: {MERGE_TITLES[self.workbench.mode].lower()}; {MERGES[self.workbench.mode]}"
        )

    @handles(DropGhost)
    def _drop_ghost(self, command: DropGhost) -> None:
        self.workbench.drop(command.player)

    @handles(SelectAll)
    def _select_all(self, _: SelectAll) -> None:
        self.workbench.select(Area(0, 0, *self.workbench.shape))

    def _act(self, area: Area, work: str, *arguments: object) -> None:
        text = area_text(area, work, *arguments)
        self._replace(Action(NOBODY, ActionKind.AREA, area.row, area.column, text))

    def _erase(self, area: Area) -> None:
        size = f"{area.height}x{area.width}"
        self._replace(Action(NOBODY, ActionKind.ERASE, area.row, area.column, size))

    def _replace(self, action: Action) -> None:
        """Carry out an action that changes cells. If undo could not take back so large a change, ask the user first."""
        ask_before_losing(self.shell, self.play, action)
        self.play.runner.act(action)

    def _turn_selection(self, turn: str) -> None:
        area = self._selected()
        _require_held(area, "turned")
        after = area
        if turn in EXCHANGES_SIDES:
            room = turned_area(area, self.workbench.shape, self.workbench.rule.edges)
            if room is None:
                raise GpulifeError(f"no room on the board to turn a selection of {area.width}x{area.height} cells")
            after = room
        self._act(area, turn)
        self.workbench.select(after)

    def _selected(self) -> Area:
        if self.workbench.selection is None:
            raise GpulifeError("nothing is selected: drag with Shift, or press Ctrl+A")
        return self.workbench.selection


class PasteScope(SessionScope):
    """Pastes patterns and rules, also in games that have no workbench."""

    @handles(Paste)
    def _paste(self, command: Paste) -> None:
        text = command.text or self.shell.window.clipboard()
        if is_rule_text(text):
            open_rule_text(self.shell, self.play, text)
        elif self.controller.workbench is None:
            for action in paste_actions(text, self.play.engine.rule):
                self.play.runner.act(action)
        else:
            pattern = pasted_pattern(text)
            offer_rule(self.controller, pattern)
            hold_pattern(self.controller, pattern, command.player, stays=False)
