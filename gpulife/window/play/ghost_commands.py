"""Commands about patterns in hand: the ghosts that hang over the board until they are placed or let go."""

from gpulife.errors import GpulifeError
from gpulife.games.core.area_edit import MAX_HELD_CELLS, MERGE_TITLES, MERGES
from gpulife.games.core.game import NOBODY
from gpulife.input.commands.workbench import DropGhost, MergeMode, MoveGhost, Paste, PlaceGhost, Stamp, Turn
from gpulife.patterns.marks import fitted_to
from gpulife.patterns.pattern import Pattern, StreamedPattern, require_some_cells
from gpulife.window.ask_first import ask_before_placing
from gpulife.window.play.board_files import paste_actions, pasted_pattern
from gpulife.window.play.cursor_view import keep_in_view
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.ghost import Ghost
from gpulife.window.play.handler_table import HandlerTable, WorkbenchTable
from gpulife.window.play.rule_files import is_rule_text, open_rule_text
from gpulife.window.play.rule_offer import offer_rule
from gpulife.window.play.selection_commands import cursors_of, turn_selection
from gpulife.window.play.view_commands import free_middle
from gpulife.window.play.workbench import Workbench


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


def _merge_mode(controller: AnyController, workbench: Workbench, command: MergeMode) -> None:
    modes = [*MERGES]
    if command.mode and command.mode not in MERGES:
        raise GpulifeError(f"there is no paste mode {command.mode[:20]!r}; there are {', '.join(modes)}")
    workbench.mode = command.mode or modes[(modes.index(workbench.mode) + 1) % len(modes)]
    controller.shell.show_message(f"When pasting: {MERGE_TITLES[workbench.mode].lower()}; {MERGES[workbench.mode]}")


HANDLERS: HandlerTable = {Paste: _paste}
WORKBENCH_HANDLERS: WorkbenchTable = {
    DropGhost: lambda _, workbench, command: workbench.drop(command.player),
    MergeMode: _merge_mode,
    MoveGhost: _move_ghost,
    PlaceGhost: _place,
    Stamp: _stamp,
    Turn: _turn,
}
