"""The pattern browser, a docked window: a list of built-in patterns and of folders, with pictures and a search."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import AddPatternFolder, CommandOrAction, HoldNamed, Open, RemovePatternFolder
from gpulife.patterns.pattern_folders import PatternSketch
from gpulife.printing import printable
from gpulife.window.design import CAPTION, NOTICE, TEXT, packed
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.pattern_list import ALL_KINDS, Entry, PatternList, folder_title
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    caption,
    drop_down,
    elided,
    greyed,
    request_buttons,
    sentence,
    tooltip,
    wide_button,
    wrapped_text,
)

TITLE = "Patterns"
_LOW = 560.0
"""Height of the browser below which it shows less about each pattern, in points of a 96 dpi screen."""
_MAX_REMARKS = 12
_ADVICE = "Click or Enter holds a pattern over the board; with Shift, it opens as a new universe."


class _Measures(NamedTuple):
    """Sizes of the browser's parts.

    Attributes:
        row: height of a row of the list, in points of a 96 dpi screen.
        picture: side of a row's picture, in points of a 96 dpi screen.
        details: height of the text about the chosen pattern, in lines of text.
        search: width of the search field, as a share of the browser's width; the list of kinds takes the rest.
    """

    row: float = 58.0
    picture: float = 50.0
    details: float = 4.2
    search: float = 1.0


_HIGH, _FLAT = _Measures(), _Measures(42.0, 36.0, 2.2, 0.55)
"""Sizes for a tall browser, and for a low one. The smaller sizes leave room for more rows of the list."""


@dataclass(slots=True)
class BrowserForm:
    """The state of the browser: its list, the search, and the chosen pattern.

    Attributes:
        patterns: the patterns to list.
        words: the words to search for.
        kind: the kind of patterns to list; see :meth:`PatternList.kinds`.
        picked: name of the chosen pattern; "" for none.
        wants_search: True if keys must go to the search field from the next frame on.
        wants_list: True if keys must go to the list's first row once the row is drawn.
    """

    patterns: PatternList = field(default_factory=PatternList)
    words: str = ""
    kind: str = ALL_KINDS
    picked: str = ""
    wants_search: bool = False
    wants_list: bool = False


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the browser; yield the user's requests."""
    form = state.form(BrowserForm)
    form.patterns.update(snapshot.settings.pattern_folders)
    if form.kind not in form.patterns.kinds():
        form.kind = ALL_KINDS
    scale = imgui.get_style().font_scale_dpi
    measures = _FLAT if imgui.get_window_height() < _LOW * scale else _HIGH
    entered = _search_field(form, measures)
    form.kind = drop_down("kind", form.kind, form.patterns.kinds()) or form.kind
    entries = form.patterns.entries(form.kind, form.words)
    if entered and entries:
        yield from _picked(form, entries[0])
    searching = ", looking through folders..." if form.patterns.is_searching else ""
    caption(f"{len(entries)} pattern{'' if len(entries) == 1 else 's'}{searching}")
    if form.patterns.problem:
        wrapped_text(form.patterns.problem, NOTICE)
    listed = next((folder for folder in form.patterns.folders if folder_title(folder) == form.kind), None)
    picked = next((entry for entry in entries if entry.name == form.picked), None)
    room, row = imgui.get_content_region_avail().y - _height_below(picked, listed, measures), measures.row * scale
    room = max(room // row, 2) * row  # whole rows only
    with imgui_ctx.begin_child("list", imgui.ImVec2(0, room), child_flags=imgui.ChildFlags_.nav_flattened):
        yield from _rows(form, entries, snapshot, measures)
    imgui.separator()
    if picked is not None:
        yield from _details(picked, form, measures)
    else:
        caption(_ADVICE)
    yield from _folders(listed)


def _height_below(picked: Entry | None, listed: str | None, measures: _Measures) -> float:
    """Return the height in points of what :func:`panel` draws below the list: about a pattern, and on folders."""
    gap, button = imgui.get_style().item_spacing.y, imgui.get_frame_height_with_spacing()
    below = (1 if listed is None else 2) * button + 3 * gap
    if picked is not None:
        return below + button + measures.details * imgui.get_text_line_height_with_spacing() + gap
    return below + float(imgui.calc_text_size(_ADVICE, wrap_width=imgui.get_content_region_avail().x).y) + gap


def _search_field(form: BrowserForm, measures: _Measures) -> bool:
    imgui.set_next_item_width(measures.search * imgui.get_content_region_avail().x)
    if form.wants_search:
        form.wants_search = False
        imgui.set_keyboard_focus_here()
    entered, form.words = imgui.input_text_with_hint(
        "##search", "Search by name, kind or speed", form.words, imgui.InputTextFlags_.enter_returns_true
    )
    form.wants_list = imgui.is_item_focused() and imgui.is_key_pressed(imgui.Key.down_arrow)
    if measures.search < 1:
        imgui.same_line()
    return bool(entered)


def _rows(
    form: BrowserForm, entries: list[Entry], snapshot: Snapshot, measures: _Measures
) -> Iterator[CommandOrAction]:
    scale = imgui.get_style().font_scale_dpi
    clipper = imgui.ListClipper()
    clipper.begin(len(entries), measures.row * scale)
    if form.wants_list and entries:
        clipper.include_item_by_index(0)
    while clipper.step():
        for index in range(clipper.display_start, clipper.display_end):
            if form.wants_list:  # otherwise the list of kinds would take the focus, as it is nearer
                form.wants_list = False
                imgui.set_keyboard_focus_here()
                imgui.set_nav_cursor_visible(True)
            with imgui_ctx.push_id(entries[index].name):
                yield from _row(form, entries[index], snapshot, measures)
    if snapshot.thumbnails is not None:
        snapshot.thumbnails.forget()


def _row(form: BrowserForm, entry: Entry, snapshot: Snapshot, measures: _Measures) -> Iterator[CommandOrAction]:
    corner, scale = imgui.get_cursor_screen_pos(), imgui.get_style().font_scale_dpi
    height, side = measures.row * scale - imgui.get_style().item_spacing.y, measures.picture * scale
    pressed, _ = imgui.selectable("##row", entry.name == form.picked, size=imgui.ImVec2(0, height))
    if imgui.is_item_focused() and imgui.get_io().nav_visible:
        form.picked = entry.name
    if pressed:
        yield from _picked(form, entry, opens=imgui.get_io().key_shift)
    sketch = form.patterns.sketch(entry)
    pen = imgui.get_window_draw_list()
    if sketch is not None and snapshot.thumbnails is not None:
        texture = snapshot.thumbnails.texture(entry.name, sketch, snapshot.look.colours[1])
        top = corner.y + (height - side) / 2
        last = imgui.ImVec2(corner.x + side, top + side)
        pen.add_image(imgui.ImTextureRef(texture), imgui.ImVec2(corner.x, top), last)
    left = corner.x + side + 10 * scale
    room = corner.x + imgui.get_content_region_avail().x - left
    line = imgui.get_text_line_height()
    first = corner.y + (height - 2.2 * line) / 2
    pen.add_text(imgui.ImVec2(left, first), packed(TEXT), elided(_title(entry, sketch), room))
    below = imgui.ImVec2(left, first + 1.2 * line)
    pen.add_text(below, packed(CAPTION), elided(sentence(_line(entry, sketch)), room))


def _picked(form: BrowserForm, entry: Entry, *, opens: bool = False) -> Iterator[CommandOrAction]:
    """Choose a pattern; yield the request to show it over the board or, if ``opens``, to open it.

    Yield nothing if the pattern's file is damaged.
    """
    form.picked = entry.name
    sketch = form.patterns.sketch(entry)
    if sketch is None or not sketch.is_damaged:
        yield Open(entry.name) if opens else HoldNamed(entry.name)


def _title(entry: Entry, sketch: PatternSketch | None) -> str:
    named = "" if sketch is None else printable(sketch.notes.name)
    return named or entry.title


def _line(entry: Entry, sketch: PatternSketch | None) -> str:
    if sketch is None:
        return entry.about
    if sketch.problem:
        return "Cannot be read" if sketch.is_damaged else printable(sketch.problem)
    size = f"{sketch.size[1]} x {sketch.size[0]}"
    return (
        f"{entry.about}, {size}"
        if entry.path is None
        else f"{size}{', ' * bool(sketch.rule)}{sketch.rule}, {entry.about}"
    )


def _details(entry: Entry, form: BrowserForm, measures: _Measures) -> Iterator[CommandOrAction]:
    """Draw the text about the chosen pattern, and the buttons for this pattern."""
    sketch = form.patterns.sketch(entry)
    is_damaged = sketch is not None and sketch.is_damaged
    with greyed(on=is_damaged):
        yield from request_buttons({"Hold": HoldNamed(entry.name), "Open": Open(entry.name)})
    tooltip("Hold it over the board, then click to place it; or open it as a new universe")
    lines = measures.details * imgui.get_text_line_height_with_spacing()
    with imgui_ctx.begin_child("about", imgui.ImVec2(0, lines)):
        imgui.text_wrapped(_title(entry, sketch))
        if sketch is not None:
            caption(_line(entry, sketch))
            remarks = (sketch.notes.author, *sketch.notes.comments) if entry.path else (entry.found,)
            for remark in list(filter(None, remarks))[:_MAX_REMARKS]:
                wrapped_text(printable(remark))


def _folders(listed: str | None) -> Iterator[CommandOrAction]:
    """Draw a button that adds a folder or zip file to the list; if ``listed`` is one, also a button that removes it."""
    if wide_button("Add a folder or zip file"):
        yield AddPatternFolder("")
    tooltip("Choose any file in a folder, to list the folder with its subfolders and zip files; or choose a zip file")
    if listed is not None and wide_button("Remove from the list"):
        yield RemovePatternFolder(listed)
