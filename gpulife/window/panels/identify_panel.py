"""The docked window Identify, which finds out, over many frames, what pattern the selection or the board is."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area
from gpulife.input.commands import CommandOrAction, Identify
from gpulife.patterns.identify import Limits, Search, patience
from gpulife.patterns.identity import Identity
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.pattern_folders import PatternSketch, sketch_pattern
from gpulife.rules import Cells, Rule
from gpulife.window.design import NOTICE
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import caption, group_title, table_row, wide_button, wrapped_text

TITLE = "Identify"
_PICTURE = 96.0
"""Side of the pattern's picture, in points of a 96 dpi screen."""
_SECONDS = 0.006
"""Seconds that the search may take in each frame."""


@dataclass(slots=True)
class IdentifyForm:
    """A search, over many frames, for what pattern some cells are; and what the search has found.

    Attributes:
        subject: what the cells to identify are called on screen, such as "the selection".
        found: the result; None if there is none yet.
        problem: reason why there is no result; "" during the search and after its success.
        picture: a picture of the pattern.
        number: how many searches have begun, this one included. It tells the pictures of different searches apart.
    """

    subject: str = ""
    found: Identity | None = None
    problem: str = ""
    picture: PatternSketch | None = None
    number: int = 0
    _search: Search | None = None

    @property
    def is_searching(self) -> bool:
        """True if the search is still going on."""
        return self._search is not None

    def clear(self) -> None:
        """Forget the result and stop any search. Call this when another board is shown."""
        self.subject, self.found, self.problem, self.picture, self._search = "", None, "", None, None

    def begin(self, subject: str, cells: Cells, rule: Rule) -> None:
        """Begin to identify ``cells``; ``subject`` is what they are called on screen."""
        self.subject, self.found, self.problem, self._search = subject, None, "", None
        try:
            self._search = Search(cells, rule, Limits(seconds=patience(rule)))
        except GpulifeError as error:
            self.problem = str(error)
        row, column, height, width = live_area(cells)
        self.picture = sketch_pattern(Pattern(cells[row : row + height, column : column + width]))
        self.number += 1

    @property
    def progress(self) -> str:
        """How far the search has come, in words."""
        search = self._search
        return "" if search is None else f"generation {search.generation:,}, {search.population:,} cells"

    def advance(self) -> None:
        """Continue the search for about ``_SECONDS`` seconds. Call this once a frame."""
        until = time.perf_counter() + _SECONDS
        while self._search is not None:
            try:
                next(self._search)
            except StopIteration:
                self.found, self._search = self._search.found, None
            if time.perf_counter() >= until:
                return

    def stop(self) -> None:
        """Stop the search and keep what it has found so far."""
        if self._search is not None:
            self.found, self._search = self._search.so_far("stopped"), None


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the docked window Identify; yield the user's requests."""
    form = state.form(IdentifyForm)
    form.advance()
    selected = snapshot.workbench is not None and snapshot.workbench.selection is not None
    if wide_button("Identify the selection" if selected else "Identify the board"):
        yield Identify()
    if not form.subject:
        caption("Runs a copy of the cells on an endless plane, and says what they are.")
        return
    caption(form.subject)
    if form.picture is not None and snapshot.thumbnails is not None:
        texture = snapshot.thumbnails.texture((TITLE, form.number), form.picture, snapshot.look.colours[1])
        side = _PICTURE * imgui.get_style().font_scale_dpi
        imgui.image(imgui.ImTextureRef(texture), imgui.ImVec2(side, side))
    if form.is_searching:
        wrapped_text(f"Running a copy: {form.progress}", NOTICE)
        if wide_button("Stop"):
            form.stop()
    elif form.problem:
        wrapped_text(form.problem, NOTICE)
    if form.found is not None:
        _draw(form.found)


def _draw(found: Identity) -> None:
    headline = found.headline()
    if found.name:
        group_title(found.name)
    imgui.text_wrapped(headline[0].upper() + headline[1:])
    with imgui_ctx.begin_table("facts", 2, imgui.TableFlags_.sizing_stretch_prop):
        for title, text in found.facts():
            if title != "Name":
                table_row(title, text)


def live_area(cells: Cells) -> Area:
    """Return the smallest rectangle around all live cells. At least one cell must be alive."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    row, column = int(rows[0]), int(columns[0])
    return Area(row, column, int(rows[-1]) - row + 1, int(columns[-1]) - column + 1)
