"""Commands about patterns: the browser, Identify, and the rule that a pattern is for."""

from dataclasses import replace
from math import prod
from pathlib import Path

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area
from gpulife.input.commands.patterns import (
    AddPatternFolder,
    BrowsePatterns,
    HoldNamed,
    Identify,
    RemovePatternFolder,
)
from gpulife.patterns.identify.search import MAX_CELLS
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.rules import Cells, Edges
from gpulife.storage.zip_folder import ZIP_ENDING
from gpulife.window.dialogs.file_dialogs import FileQuestion
from gpulife.window.panels import identify_panel, pattern_browser
from gpulife.window.panels.identify_panel import IdentifyForm, live_area
from gpulife.window.panels.pattern_browser import BrowserForm
from gpulife.window.play.board_files import STREAMED_CELLS
from gpulife.window.play.file_commands import PATTERN_ENDINGS
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.ghost_commands import hold_pattern
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.pattern_collections import change_folders
from gpulife.window.play.rule_offer import offer_rule
from gpulife.window.shell import Shell
from gpulife.window.user_folders import folder_for

_READABLE = 6.0
"""Points a cell from which on one sees what a pattern is."""


def question_for_folder(shell: Shell) -> FileQuestion:
    """Return the question for a folder of patterns: for any file in it, or for a zip file."""
    return FileQuestion(
        "Choose any file of the folder, or a zip file",
        folder_for(".rle", shell.settings),
        {"Patterns": PATTERN_ENDINGS},
        lambda path: AddPatternFolder(str(path if path.suffix.lower() == ZIP_ENDING else path.parent)),
    )


def _browse(controller: AnyController, _: BrowsePatterns) -> None:
    state = controller.shell.panel_state
    # While the keyboard is elsewhere the key leads to the browser; pressed there it closes it.
    closes = state.docked == state.focused == pattern_browser.TITLE and controller.panels_shown
    state.docked = "" if closes else pattern_browser.TITLE
    if closes:
        return
    controller.show_panels(shown=True)
    state.focused, state.wants_focus = pattern_browser.TITLE, True
    state.form(BrowserForm).wants_search = True


def _hold(controller: AnyController, name: str) -> None:
    """Let a pattern hang over the board, in the species that people draw with if it has one live state."""
    state = controller.shell.panel_state
    if controller.workbench is None:
        raise GpulifeError("patterns can be held over a universe only: open this one as a universe")
    pattern = open_pattern(name)
    if pattern.highest_state() == 1 and prod(pattern.shape) <= STREAMED_CELLS and state.species > 1:
        species = np.uint8(min(state.species, controller.workbench.rule.live_states))
        whole = pattern.whole()
        pattern = Pattern(whole.cells * species, whole.rule, source=whole.source, notes=whole.notes)
    offered = offer_rule(controller, pattern)
    hold_pattern(controller, pattern, stays=True)
    state.focused, state.wants_focus = "", True
    if state.docked == pattern_browser.TITLE and not controller.covered[2]:
        state.docked = ""  # it lies over the board
    if not offered:
        controller.shell.show_message(f"Holding {_title(pattern)}: R turns it, F flips it, a click places it")


def _title(pattern: Pattern | StreamedPattern) -> str:
    return pattern.notes.name or Path(pattern.source).name


def _identify(controller: AnyController, _: Identify) -> None:
    shell, play = controller.shell, controller.play
    workbench = controller.workbench
    if workbench is not None and workbench.selection is not None:
        area = workbench.selection
        if area.cells > MAX_CELLS:
            raise GpulifeError(f"the selection has {area.cells:,} cells: up to {MAX_CELLS:,} can be run aside")
        cells = play.engine.read(*area)
        subject = f"Selection of {area.width} x {area.height} cells at generation {play.session.board.generation}"
    else:
        if prod(play.engine.shape) > STREAMED_CELLS:
            raise GpulifeError("this board is too large to run aside: select a part of it with Shift and the mouse")
        area, cells = Area(0, 0, *play.engine.shape), play.engine.read_all()
        subject = f"The whole board at generation {play.session.board.generation}"
    if not cells.any():
        raise GpulifeError("there is no live cell to identify")
    state = shell.panel_state
    is_whole_torus = area.size == play.engine.shape and play.engine.rule.edges is Edges.TORUS
    whole = across_seam(cells) if is_whole_torus else cells
    state.form(IdentifyForm).begin(subject, whole, replace(play.engine.rule, size=None))
    state.docked = identify_panel.TITLE
    controller.show_panels(shown=True)
    stands_beside = controller.covered.right > 0
    if stands_beside and play.fitted and controller.whole_board_camera().zoom < _READABLE:  # in the room that is left
        live = live_area(cells)
        play.target = controller.camera_on(live._replace(row=area.row + live.row, column=area.column + live.column))
        play.fitted = False


def across_seam(cells: Cells) -> Cells:
    """Return a torus' cells turned so that the seam lies in the middle of the widest gap of dead rows and columns."""
    for axis in (0, 1):
        live = np.flatnonzero(cells.any(axis=1 - axis))
        if not live.size:
            return cells
        gaps = np.diff(np.append(live, live[0] + cells.shape[axis]))
        widest = int(gaps.argmax())
        cells = np.roll(cells, -int(live[widest] + 1 + (gaps[widest] - 1) // 2), axis)
    return cells


HANDLERS: HandlerTable = {
    AddPatternFolder: lambda controller, command: change_folders(controller.shell, add=command.path),
    BrowsePatterns: _browse,
    HoldNamed: lambda controller, command: _hold(controller, command.name),
    Identify: _identify,
    RemovePatternFolder: lambda controller, command: change_folders(controller.shell, remove=command.path),
}
