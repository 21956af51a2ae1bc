"""Commands about what is edited: the selection, and the pattern that hangs over the board."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area, turned_area
from gpulife.games.core.area_edit import MAX_HELD_CELLS, MERGE_TITLES, MERGES, area_text
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.order import strips
from gpulife.input.commands.play import LevelRequest
from gpulife.input.commands.workbench import (
    ChooseTool,
    CopySelection,
    Crop,
    DropGhost,
    EditSelection,
    ExtendSelection,
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
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.marks import fitted_to
from gpulife.patterns.pattern import Pattern, StreamedPattern, require_some_cells
from gpulife.patterns.transforms import EXCHANGES_SIDES
from gpulife.view.board_export import BoardPart, count_save_parts, save_board
from gpulife.window.ask_first import ask_before_losing, ask_before_placing
from gpulife.window.blocking_progress import stoppable_work
from gpulife.window.play.board_files import STREAMED_CELLS, paste_actions, pasted_pattern
from gpulife.window.play.frame_render import keep_in_view
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable, WorkbenchTable
from gpulife.window.play.rule_change import is_rule_text, offer_rule, open_rule_text
from gpulife.window.play.view_commands import free_middle
from gpulife.window.play.workbench import Ghost, Workbench
from gpulife.window.user_folders import new_file

_MAX_COPIED_LETTERS = 1 << 22
"""Limit on the letters that are put on the clipboard: X servers take no more at once."""
_MAX_SEARCHED_CELLS = 1 << 28
"""Limit on the cells in which live ones are looked for, which takes some seconds."""


def turn_selection(controller: AnyController, workbench: Workbench, turn: str) -> None:
    """Turn the selected cells on the board.

    Raises:
        GpulifeError: nothing is selected, there are too many cells, or there is no room for them.
    """
    area = _selected(workbench)
    _require_held(area, "turned")
    after = area
    if turn in EXCHANGES_SIDES:
        room = turned_area(area, workbench.shape, workbench.rule.edges)
        if room is None:
            raise GpulifeError(f"a selection of {area.width}x{area.height} cells cannot be turned: no room")
        after = room
    _act(controller, area, turn)
    workbench.select(after)


def cursors_of(controller: AnyController) -> list[Place]:
    """Return the cells of the players' cursors."""
    return [(cursor.row, cursor.column) for cursor in controller.play.session.state.cursors]


def _choose_tool(controller: AnyController, workbench: Workbench, command: ChooseTool) -> None:
    workbench.tool = command.tool
    if command.tool is not Tool.MEASURE:
        workbench.measured = None
    controller.shell.show_message(f"Tool: {command.tool}")


def _pick_state(controller: AnyController, workbench: Workbench, command: PickState) -> None:
    state = int(controller.play.engine.read(command.row, command.column, 1, 1)[0, 0])
    if not controller.carry_out(LevelRequest("brush", state)) and state:
        controller.shell.panel_state.species = state
    workbench.tool = Tool.DRAW if state else Tool.ERASE
    name = workbench.rule.state_names[state - 1] if state else ""
    controller.shell.show_message(f"Drawing {name}" if state else "Erasing")


def _select(_: AnyController, workbench: Workbench, command: Select) -> None:
    area = Area(command.row, command.column, command.height, command.width)
    workbench.select(area if command.height and command.width else None)


def _extend(controller: AnyController, workbench: Workbench, command: ExtendSelection) -> None:
    players = controller.at_keyboard(frozenset(range(len(cursors_of(controller)))))
    start = cursors_of(controller)[players[0]] if players else free_middle(controller)
    workbench.extend(command.rows, command.columns, workbench.on_board(start))
    if (corner := workbench.moving_corner) is not None:
        keep_in_view(controller, corner)


def _mark(controller: AnyController, workbench: Workbench, command: MarkCorner) -> None:
    cursors = cursors_of(controller)
    if workbench.marked.pop(command.player, None) is None and 0 <= command.player < len(cursors):
        workbench.marked[command.player] = cursors[command.player]
    workbench.follow_cursors(cursors)


def _shrink(controller: AnyController, workbench: Workbench, _: ShrinkSelection) -> None:
    area = workbench.selection or Area(0, 0, *workbench.shape)
    if area.cells > _MAX_SEARCHED_CELLS:
        raise GpulifeError(f"a selection of more than {_MAX_SEARCHED_CELLS:,} cells is not searched for live ones")
    live_rows = np.zeros(area.height, bool)
    live_columns = np.zeros(area.width, bool)
    for row, height in strips(area.size):
        live = controller.play.engine.read(area.row + row, area.column, height, area.width) > 0
        live_rows[row : row + height] = live.any(axis=1)
        live_columns |= live.any(axis=0)
    rows, columns = np.flatnonzero(live_rows), np.flatnonzero(live_columns)
    if not rows.size:
        raise GpulifeError("there is no live cell to shrink the selection to")
    height, width = int(rows[-1] - rows[0]) + 1, int(columns[-1] - columns[0]) + 1
    shrunk = Area(area.row + int(rows[0]), area.column + int(columns[0]), height, width)
    if shrunk == workbench.selection:
        controller.shell.show_message("The selection fits its live cells already")
    workbench.select(shrunk)


def _copy(controller: AnyController, workbench: Workbench, command: CopySelection) -> None:
    area = _selected(workbench)
    too_large = f"a selection of {area.width}x{area.height} cells is too large for the clipboard: save it as a file"
    if area.cells > MAX_HELD_CELLS:
        raise GpulifeError(too_large)
    text = rle_text(Pattern(controller.play.engine.read(*area), replace(workbench.rule, size=None)))
    if len(text) > _MAX_COPIED_LETTERS:
        raise GpulifeError(too_large)
    controller.shell.window.set_clipboard(text)
    if command.cut:
        _erase(controller, area)
    done = "Cut" if command.cut else "Copied"
    controller.shell.show_message(f"{done} {area.width}x{area.height} cells")


def _edit(controller: AnyController, workbench: Workbench, command: EditSelection) -> None:
    area, density = _selected(workbench), controller.shell.panel_state.density
    match command.work:
        case "erase":
            _erase(controller, area)
        case "fill":
            _act(controller, area, "fill", min(controller.brush, workbench.rule.live_states))
        case "random":
            _act(controller, area, "random", f"{density:.3f}")
        case _:
            _act(controller, area, command.work)


def _crop(controller: AnyController, workbench: Workbench, _: Crop) -> None:
    area, play = _selected(workbench), controller.play
    _require_held(area, "cropped")
    cells = play.engine.read(*area)
    match = replace(play.session.match, rule=str(workbench.rule.on_board(area.size)))
    controller.shell.begin(match, (Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(cells))),))


def _save(controller: AnyController, workbench: Workbench, command: SaveSelection) -> None:
    area, play = _selected(workbench), controller.play
    part = BoardPart(play.engine, area)
    ending = ".npz" if area.cells > STREAMED_CELLS else ".rle"
    target = Path(command.path) if command.path else new_file("selection", ending, controller.shell.settings)
    work = stoppable_work(controller.shell, f"saving {target.name}", count_save_parts(part))
    save_board(target, part, play.look.palette, advance=work.advance)
    controller.shell.show_message(f"saved {target}")


def _measure(_: AnyController, workbench: Workbench, command: Measure) -> None:
    workbench.tool = Tool.MEASURE
    workbench.measured = (
        workbench.on_board((command.row, command.column)),
        workbench.on_board((command.to_row, command.to_column)),
    )


def _selected(workbench: Workbench) -> Area:
    if workbench.selection is None:
        raise GpulifeError("nothing is selected: drag with Shift, or press Ctrl+A")
    return workbench.selection


def _require_held(area: Area, done: str) -> None:
    if area.cells > MAX_HELD_CELLS:
        raise GpulifeError(f"a selection of more than {MAX_HELD_CELLS:,} cells cannot be {done}")


def _act(controller: AnyController, area: Area, work: str, *arguments: object) -> None:
    text = area_text(area, work, *arguments)
    _replace(controller, Action(NOBODY, ActionKind.AREA, area.row, area.column, text))


def _erase(controller: AnyController, area: Area) -> None:
    size = f"{area.height}x{area.width}"
    _replace(controller, Action(NOBODY, ActionKind.ERASE, area.row, area.column, size))


def _replace(controller: AnyController, action: Action) -> None:
    """Change cells; on a board that is too large for undo people are asked first."""
    ask_before_losing(controller, action)
    controller.play.act(action)


def hold_pattern(
    controller: AnyController, pattern: Pattern | StreamedPattern, player: int = NOBODY, *, stays: bool
) -> None:
    """Let a pattern hang over the board: at the pointer, or at the cursor of a player at a pad.

    Args:
        controller: controller of a game that has a workbench.
        pattern: the pattern.
        player: the player at a pad; NOBODY for the pointer.
        stays: whether it stays in hand once it is placed.

    Raises:
        GpulifeError: it is larger than the board, there are too many cells, or they have states of another rule.
    """
    shell, workbench = controller.shell, controller.workbench
    assert workbench is not None  # noqa: S101 - see above
    require_some_cells(pattern)
    _require_room(pattern.shape, workbench)
    height, width = pattern.shape
    if height * width > MAX_HELD_CELLS:
        raise GpulifeError(
            f"a pattern of {width}x{height} cells is too large to hold: {MAX_HELD_CELLS:,} cells are the limit; "
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


def _paste(controller: AnyController, command: Paste) -> None:
    text = command.text or controller.shell.window.clipboard()
    if is_rule_text(text):
        open_rule_text(controller, text)
    elif controller.workbench is None:
        for action in paste_actions(text, controller.play.engine.rule):
            controller.play.act(action)
    else:
        pattern = pasted_pattern(text)
        offer_rule(controller, pattern)
        hold_pattern(controller, pattern, command.player, stays=False)


def _stamp(controller: AnyController, _: Workbench, command: Stamp) -> None:
    hold_pattern(controller, pasted_pattern(command.text), command.player, stays=True)


def _place(controller: AnyController, workbench: Workbench, command: PlaceGhost) -> None:
    ghost = workbench.ghosts.get(command.player)
    if ghost is None:
        return
    ask_before_placing(controller, ghost.area.cells)
    controller.play.act(ghost.action(workbench.mode))
    if not ghost.stays:
        workbench.drop(command.player)


def _move_ghost(controller: AnyController, workbench: Workbench, command: MoveGhost) -> None:
    if (ghost := workbench.ghosts.get(NOBODY)) is not None:
        moved = workbench.ghosts[NOBODY] = ghost.moved(command.rows, command.columns)
        height, width = moved.cells.shape
        keep_in_view(controller, (moved.row + height // 2, moved.column + width // 2))


def _turn(controller: AnyController, workbench: Workbench, command: Turn) -> None:
    ghost = workbench.ghosts.get(command.player)
    if ghost is None:
        turn_selection(controller, workbench, command.turn)
    elif ghost.source is None:  # cells that are dragged are turned where they are let go
        turned = ghost.turned(command.turn)
        _require_room(turned.area.size, workbench)
        workbench.ghosts[command.player] = turned
        if np.array_equal(turned.cells, ghost.cells):
            controller.shell.show_message("The pattern looks the same that way")


def _merge_mode(controller: AnyController, workbench: Workbench, command: MergeMode) -> None:
    modes = [*MERGES]
    if command.mode and command.mode not in MERGES:
        raise GpulifeError(f"there is no paste mode {command.mode[:20]!r}; there are {', '.join(modes)}")
    workbench.mode = command.mode or modes[(modes.index(workbench.mode) + 1) % len(modes)]
    controller.shell.show_message(f"When pasting: {MERGE_TITLES[workbench.mode].lower()}; {MERGES[workbench.mode]}")


HANDLERS: HandlerTable = {Paste: _paste}


WORKBENCH_HANDLERS: WorkbenchTable = {
    ChooseTool: _choose_tool,
    CopySelection: _copy,
    Crop: _crop,
    DropGhost: lambda _, workbench, command: workbench.drop(command.player),
    EditSelection: _edit,
    ExtendSelection: _extend,
    MarkCorner: _mark,
    Measure: _measure,
    MergeMode: _merge_mode,
    MoveGhost: _move_ghost,
    PickState: _pick_state,
    PlaceGhost: _place,
    SaveSelection: _save,
    Select: _select,
    SelectAll: lambda _, workbench, __: workbench.select(Area(0, 0, *workbench.shape)),
    ShrinkSelection: _shrink,
    Stamp: _stamp,
    Turn: _turn,
}
