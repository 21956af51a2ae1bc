"""The sections Look, Effects and Screen, and settings of films: how boards and the window look."""

from collections.abc import Iterable, Iterator
from functools import partial

from imgui_bundle import imgui

from gpulife.input.commands import (
    ChangeLook,
    ChangeSetting,
    ChoosePicture,
    CommandOrAction,
    DefaultLook,
    Fit,
    Fly,
    Fullscreen,
    Scheme,
    TextSize,
    Zoom,
)
from gpulife.view.pictures import CELLS, described_pictures, picture_titles
from gpulife.window.design import CAPTION
from gpulife.window.panels.look_grid import look_grid, tile_height
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    buttons,
    caption,
    checkbox,
    defaults,
    drop_down,
    explanation,
    greyed,
    int_slider,
    request_buttons,
    request_change,
    slider,
    wrapped_text,
)

_STRENGTHS = (
    ("age", "Glow of new cells", "New cells are bright at first"),
    ("trails", "Trails of dead cells", "A dead cell's colour fades slowly"),
    ("bloom", "Light around cells", "Slow without a graphics card"),
)
_OF_CELLS = ("wave", "shapes", "sizes")
"""Names of the switches that have an effect only if the universe is drawn as cells."""
_BOARD = (
    ("shapes", "A shape for each species", "Tells species apart without their colours"),
    ("sizes", "Three cell sizes (BioWar)", "Neighbours decide a cell's size"),
    ("grid", "Grid lines between large cells", "Thin lines once cells are at least 8 pixels wide"),
    ("wrap", "Repeat the board past its edges", "Copies show what lies across the edge"),
)
_MOTION = (
    ("wave", "Draw generations row by row", "They run down the board, as in 1982"),
    ("reduced_flashing", "Reduced flashing", "Large areas change slowly and softly"),
)
_SETTINGS = (
    ("minimap", "Small map when zoomed in", "Shows which part of the board you see"),
    ("vsync", "Smooth picture (vsync)", "Waits for the screen before each picture"),
    ("run_minimised", "Keep running when minimised", "Time goes on while the window is hidden"),
)
_COLUMNS, _ROWS = 2, 3.4
"""Looks in a row of their grid, and rows that are in view. A part of a row shows that there are more below."""
_DESKTOP, _FULL = "In a window", "Full screen"
_LOOK = ("scheme", "brightness", *(name for name, _, _ in _BOARD if name != "sizes"))
_EFFECTS = (*(name for name, _, _ in (*_STRENGTHS, *_MOTION)), "contrast")
"""Names of the settings in the sections Look and Effects."""


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Look, with the colours and the board's appearance; yield the user's requests."""
    look = snapshot.look
    if snapshot.has_pictures:
        yield from _pictures(snapshot)
    caption("Colours")
    yield from request_change(Scheme, drop_down("scheme", look.scheme, snapshot.schemes))
    if buttons(["Next colours"]):
        yield Scheme()
    yield from _strength(snapshot, "brightness", "Brightness", 0.2, 1.5)
    caption("Board")
    yield from _switches(snapshot, _BOARD)
    yield from defaults([DefaultLook(_LOOK)])


def view_panel() -> Iterator[CommandOrAction]:
    """Draw buttons that move the view over the board; yield the user's requests."""
    yield from request_buttons({"Fit": Fit(), "Fly": Fly(), "Zoom in": Zoom(1.5), "Zoom out": Zoom(1 / 1.5)})


def effects_panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Effects, with light and motion; yield the user's requests."""
    draws_cells = snapshot.look.picture == CELLS
    if not draws_cells:
        caption(f"{picture_titles()[snapshot.look.picture]} ignores what is grey")
    with greyed(on=not draws_cells):
        for name, title, about in _STRENGTHS:
            yield from _strength(snapshot, name, title, 0.0, 1.0)
            explanation(about)
        yield from _strength(snapshot, "contrast", "Contrast when zoomed out", 0.0, 1.0)
        explanation("On boards too large to see each cell")
    yield from _switches(snapshot, _MOTION)
    with greyed(on=not draws_cells):
        if buttons(["No effects"]):
            yield from (ChangeLook(name, 0.0) for name, _, _ in _STRENGTHS)
            yield ChangeLook("wave", value=False)
    yield from defaults([DefaultLook(_EFFECTS)])


def _strength(snapshot: Snapshot, name: str, title: str, low: float, high: float) -> Iterator[CommandOrAction]:
    value = getattr(snapshot.look, name)
    yield from request_change(partial(ChangeLook, name), slider(name, title, value, low, high, f"{value:.0%}"))


def _switches(snapshot: Snapshot, switches: Iterable[tuple[str, str, str]]) -> Iterator[CommandOrAction]:
    draws_cells = snapshot.look.picture == CELLS
    for name, title, about in switches:
        with greyed(on=not draws_cells and name in _OF_CELLS):
            yield from request_change(partial(ChangeLook, name), checkbox(title, on=getattr(snapshot.look, name)))
            explanation(about)


def screen_panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the window's settings and the size of its text; yield the user's requests."""
    settings = snapshot.settings
    caption("Window")
    shown = (settings.monitor or _FULL) if snapshot.fullscreen else _DESKTOP
    if chosen := drop_down("monitor", str(shown), [_DESKTOP, *snapshot.monitors]):
        yield Fullscreen("" if chosen == _DESKTOP else chosen)
    explanation(f"The window can fill a monitor: {snapshot.keys_text('fullscreen')}")
    for name, title, about in _SETTINGS:
        yield from request_change(partial(ChangeSetting, name), checkbox(title, on=getattr(settings, name)))
        explanation(about)
    limit = f"at most {settings.frame_limit}" if settings.frame_limit else "as many as possible"
    most = int_slider("limit", "Pictures a second", settings.frame_limit, 0, 240, limit)
    yield from request_change(partial(ChangeSetting, "frame_limit"), most)
    explanation("Fewer pictures take less power")
    caption("Text size")
    _stay_under_pointer("text size")
    usual = f"{settings.ui_scale:.0%}###usual"
    yield from request_buttons({"\u2212": TextSize(-0.1), usual: TextSize(), "+": TextSize(0.1)})
    explanation("The number brings back 100%")


def films_panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw how films are recorded; yield the user's requests."""
    settings = snapshot.settings
    caption("Format of films")
    shown = drop_down("film format", settings.film_format.upper(), ("MP4", "GIF"))
    yield from request_change(lambda title: ChangeSetting("film_format", title.lower()), shown)
    explanation("Without the program ffmpeg, films are GIFs. To install it: pip install 'gpulife[video]'")
    rate = int_slider("film rate", "A film's pictures a second", settings.film_rate, 1, 60, f"{settings.film_rate}")
    yield from request_change(partial(ChangeSetting, "film_rate"), rate)
    explanation(f"{snapshot.keys_text('film')} starts and stops a film of the window")


def _pictures(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Let the user choose how the universe is drawn, as cells or in another way.

    Other ways ignore some settings. These are grey below, and a caption says so.
    """
    chosen = snapshot.look.picture
    caption("Draw the universe as")
    wide = imgui.get_content_region_avail().x / _COLUMNS
    height = _ROWS * (tile_height(wide) + imgui.get_style().item_spacing.y)
    appears = imgui.is_window_appearing() or _has_changed(chosen)
    pressed, pointed = look_grid(snapshot.thumbnails, chosen, snapshot.look.colours, _COLUMNS, height, appears=appears)
    if pressed is not None:
        yield ChoosePicture(pressed)
    before = imgui.get_cursor_pos_y()
    wrapped_text(f"{described_pictures()[pointed]} (next: {snapshot.keys_text('look')})", CAPTION)
    # Always as high as the longest line, so that what is below does not jump under the pointer.
    imgui.set_cursor_pos_y(max(imgui.get_cursor_pos_y(), before + 4 * imgui.get_text_line_height_with_spacing()))
    if chosen != CELLS:
        caption(f"{picture_titles()[chosen]} ignores the settings that are grey below")


def _has_changed(chosen: str) -> bool:
    """Return True if another look is chosen than when this was last called, as with a key."""
    storage, key = imgui.get_state_storage(), imgui.get_id("chosen look")
    number = list(picture_titles()).index(chosen)
    changed = storage.get_int(key, -1) != number
    storage.set_int(key, number)
    return changed


def _stay_under_pointer(name: str) -> None:
    """After a change of text size, scroll the panel so that the widgets drawn next stay where they were.

    ``name`` identifies this place of the panel in Dear ImGui.
    """
    storage, here, scale = imgui.get_state_storage(), imgui.get_cursor_screen_pos().y, imgui.get_style().font_scale_dpi
    place, size = imgui.get_id(f"{name} place"), imgui.get_id(f"{name} size")
    if storage.get_float(size, scale) != scale:
        imgui.set_scroll_y(imgui.get_scroll_y() + here - storage.get_float(place, here))
    storage.set_float(place, here)
    storage.set_float(size, scale)
