"""The section Look: colours, effects, the screen and films."""

from collections.abc import Iterator
from functools import partial

from imgui_bundle import imgui

from gpulife.input.commands import (
    ChangeLook,
    ChangeSetting,
    ChoosePicture,
    CommandOrAction,
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
    drop_down,
    greyed,
    int_slider,
    request_buttons,
    request_change,
    slider,
    tooltip,
    wrapped_text,
)

_STRENGTHS = (("age", "Glow of new cells"), ("trails", "Trails of dead cells"), ("bloom", "Light around cells"))
_OF_CELLS = ("wave", "shapes", "sizes")
"""Names of the switches that have an effect only if the universe is drawn as cells."""
_SWITCHES = (
    ("wave", "Draw generations row by row"),
    ("shapes", "A shape for each species"),
    ("grid", "Grid lines between large cells"),
    ("wrap", "Repeat the board past its edges"),
    ("sizes", "Three cell sizes (BioWar)"),
    ("reduced_flashing", "Reduced flashing"),
)
_SETTINGS = (
    ("minimap", "Minimap when zoomed in"),
    ("vsync", "Wait for the screen (vsync)"),
    ("run_minimised", "Keep running when minimised"),
)
_COLUMNS, _ROWS = 2, 3.4
"""Looks in a row of their grid, and rows that are in view. A part of a row shows that there are more below."""
_DESKTOP = "In a window"


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Look, with the settings of the picture; yield the user's requests."""
    look, settings = snapshot.look, snapshot.settings
    draws_cells = look.picture == CELLS
    if snapshot.has_pictures:
        yield from _pictures(snapshot)
    caption("Colours")
    yield from request_change(Scheme, drop_down("scheme", look.scheme, snapshot.schemes))
    match buttons(["Next scheme", "No effects"] if draws_cells else ["Next scheme"]):
        case "Next scheme":
            yield Scheme()
        case "No effects":
            yield from (ChangeLook(name, 0.0) for name, _ in _STRENGTHS)
            yield ChangeLook("wave", value=False)
    with greyed(on=not draws_cells):
        for name, title in _STRENGTHS:
            strength = slider(name, title, getattr(look, name), 0.0, 1.0, f"{getattr(look, name):.0%}")
            yield from request_change(partial(ChangeLook, name), strength)
    brightness = slider("brightness", "Brightness", look.brightness, 0.2, 1.5, f"{look.brightness:.0%}")
    yield from request_change(partial(ChangeLook, "brightness"), brightness)
    with greyed(on=not draws_cells):
        contrast = slider("contrast", "Contrast when zoomed out", look.contrast, 0.0, 1.0, f"{look.contrast:.0%}")
        yield from request_change(partial(ChangeLook, "contrast"), contrast)
    for name, title in _SWITCHES:
        with greyed(on=not draws_cells and name in _OF_CELLS):
            yield from request_change(partial(ChangeLook, name), checkbox(title, on=getattr(look, name)))
    yield from request_buttons({"Fit": Fit(), "Fly": Fly(), "Zoom in": Zoom(1.5), "Zoom out": Zoom(1 / 1.5)})

    caption("Screen")
    shown = settings.monitor if snapshot.fullscreen else _DESKTOP
    if chosen := drop_down("monitor", str(shown), [_DESKTOP, *snapshot.monitors]):
        yield Fullscreen("" if chosen == _DESKTOP else chosen)
    tooltip("Fills a monitor; F11 leaves full screen")
    for name, title in _SETTINGS:
        yield from request_change(partial(ChangeSetting, name), checkbox(title, on=getattr(settings, name)))
    limit = f"{settings.frame_limit} a second" if settings.frame_limit else "none"
    yield from request_change(
        partial(ChangeSetting, "frame_limit"), int_slider("limit", "Most frames", settings.frame_limit, 0, 240, limit)
    )
    caption("Films")
    yield from request_change(
        partial(ChangeSetting, "film_format"), drop_down("film format", settings.film_format, ("mp4", "gif"))
    )
    tooltip("MP4 needs ffmpeg (gpulife[video]); without it films are GIFs")
    rate = int_slider("film rate", "Frames", settings.film_rate, 1, 60, f"{settings.film_rate} a second")
    yield from request_change(partial(ChangeSetting, "film_rate"), rate)
    caption("Text size")
    _stay_under_pointer("text size")
    # The buttons are in a column: side by side they would move away from under the pointer.
    sizes = {"Larger": TextSize(0.1), "Smaller": TextSize(-0.1), f"{settings.ui_scale:.0%}: back to 100%": TextSize()}
    if pressed := buttons(list(sizes), columns=1):
        yield sizes[pressed]


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
