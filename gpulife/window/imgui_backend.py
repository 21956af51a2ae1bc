"""Dear ImGui in a window: its contexts, fonts, style and frames."""

import ctypes
import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from zlib import crc32

import imgui_bundle
from imgui_bundle import imgui, implot

from gpulife.closing import Closing
from gpulife.errors import EngineError
from gpulife.input.events import Event, MouseButton, PadState, held_names
from gpulife.window.design import (
    ACCENT,
    BODY,
    CAPTION,
    HOVERED,
    LINE,
    PRESSED,
    RAISED,
    RGBA,
    ROUNDING,
    SURFACE,
    TEXT,
)
from gpulife.window.glfw_window import MIN_WINDOW, Window

_SMALLEST, _STEPS = 2.0, 64
"""Smallest font size that ``LetterSizes`` adds, in points, and the number of sizes per point."""
_MAX_SIZES = 512


class LetterSizes:
    """Prevents Dear ImGui from drawing glyphs in a wrong size.

    When its texture for glyphs is full, Dear ImGui discards unused font sizes and moves the others in memory. Its
    FreeType loader recognises the size that it used last by the memory address. So it may take another size for that
    one, and draw wrong glyphs. Whenever sizes may have moved, this class adds and uses a new one, which always has a
    new address.
    """

    def __init__(self) -> None:
        self._texture = 0
        self._added = 0

    def before_frame(self) -> None:
        """Add a font size if the texture has changed since the last frame. Call this before Dear ImGui's frame."""
        fonts = imgui.get_io().fonts
        texture = fonts.tex_data
        if texture is None or not fonts.fonts or texture.unique_id == self._texture:
            return
        self._texture, self._added = texture.unique_id, self._added + 1
        size = _SMALLEST + self._added % _MAX_SIZES / _STEPS
        for font in fonts.fonts:
            imgui.internal.im_font_atlas_baked_get_or_add(fonts, font, size, 1.0)


_NAV_DEAD_ZONE = 0.4
_NAV_KEYS = {
    "a": imgui.Key.gamepad_face_down,
    "b": imgui.Key.gamepad_face_right,
    "x": imgui.Key.gamepad_face_left,
    "y": imgui.Key.gamepad_face_up,
    "lb": imgui.Key.gamepad_l1,
    "rb": imgui.Key.gamepad_r1,
    **{f"dpad_{way}": getattr(imgui.Key, f"gamepad_dpad_{way}") for way in ("up", "down", "left", "right")},
    **{f"ls_{way}": getattr(imgui.Key, f"gamepad_dpad_{way}") for way in ("up", "down", "left", "right")},
    **{f"rs_{way}": getattr(imgui.Key, f"gamepad_r_stick_{way}") for way in ("up", "down", "left", "right")},
}
"""Dear ImGui's key for each input of a pad. Left stick and d-pad both move the focus from widget to widget."""
_SMALLEST_FONT = 8
_ROOMY = (1280, 800)
"""Up to this window size (width, height), text has its usual size; in larger windows it grows. In 1/96 inch."""
_ANY_PANEL = -2
"""Panel number if Dear ImGui uses the mouse but the pointer is on no panel, as while a popup is open."""
_POPUP = 1
"""ID for Dear ImGui's key owner of a key that has closed a popup: the key does nothing else in this frame."""
_SIZES = {
    **{f"{part}_rounding": ROUNDING for part in ("window", "child", "frame", "popup", "grab")},
    "window_border_size": 0,
    "frame_padding": imgui.ImVec2(8, 5),
    "item_spacing": imgui.ImVec2(8, 7),
    "window_padding": imgui.ImVec2(12, 10),
    "scrollbar_size": 12,
    "font_size_base": BODY.size,
}
"""Sizes in Dear ImGui's style, in units of 1/96 inch."""
_PLOT_SIZES = (
    *("plot_padding", "label_padding", "annotation_padding", "plot_min_size"),
    *(f"{part}_{what}" for part in ("major", "minor") for what in ("tick_len", "tick_size", "grid_size")),
)
"""Names of the sizes in ImPlot's style that are scaled with the text."""
_COLOURS: dict[str, RGBA] = {
    "window_bg": (*SURFACE[:3], 0.88),
    "popup_bg": (*SURFACE[:3], 0.97),
    **dict.fromkeys(("title_bg", "title_bg_active"), SURFACE),
    "title_bg_collapsed": (*SURFACE[:3], 0.7),
    **dict.fromkeys(("frame_bg", "button", "header", "table_header_bg"), RAISED),
    **dict.fromkeys(("frame_bg_hovered", "button_hovered", "header_hovered"), HOVERED),
    **dict.fromkeys(("frame_bg_active", "button_active", "header_active"), PRESSED),
    **dict.fromkeys(("check_mark", "nav_cursor"), ACCENT),
    "scrollbar_bg": (*SURFACE[:3], 0.0),
    **{f"scrollbar_grab{when}": rgba for when, rgba in (("", RAISED), ("_hovered", HOVERED), ("_active", PRESSED))},
    "slider_grab": (*ACCENT[:3], 0.4),
    "slider_grab_active": (*ACCENT[:3], 0.7),
    "text": TEXT,
    "text_disabled": CAPTION,
    **dict.fromkeys(("separator", "border"), LINE),
}
"""Colours in Dear ImGui's style."""

_MAX_FRAME_SECONDS = 0.1
"""Longest frame time in seconds reported to Dear ImGui. After a longer one, a pressed key would count as repeated."""


class ImguiBackend(Closing):
    """Dear ImGui in a window.

    Args:
        window: the window to draw in.
        ui_scale: factor that the user has chosen for the size of everything.

    Attributes:
        scale: sizes in 1/96 inch are multiplied by this number to get points.
    """

    def __init__(self, window: Window, ui_scale: float) -> None:
        context = imgui.create_context()
        context.config_nav_windowing_key_next = context.config_nav_windowing_key_prev = 0  # FocusPanels has Ctrl+Tab
        implot.create_context()
        io = imgui.get_io()
        io.set_ini_filename("")  # panels get their positions from the window's size
        io.config_flags |= imgui.ConfigFlags_.no_mouse_cursor_change  # the window hides the pointer
        io.backend_flags |= imgui.BackendFlags_.has_gamepad  # navigate() reports its keys
        if not imgui.backends.glfw_init_for_opengl(window.address, install_callbacks=True):
            raise EngineError("Dear ImGui cannot use this window; use --view terminal")
        if not imgui.backends.opengl3_init("#version 330 core"):
            raise EngineError("Dear ImGui cannot use this OpenGL; use --view terminal")
        add_fonts(io.fonts)
        self._window = window
        self.scale, self._ui_scale = 0.0, ui_scale
        self._held: frozenset[str] = frozenset()
        self._letter_sizes = LetterSizes()
        self._has_pads = False
        self._follow_scale()

    @property
    def pixel_scale(self) -> float:
        """Sizes in 1/96 inch are multiplied by this number to get pixels, for what is drawn without Dear ImGui."""
        return self.scale * self._window.pixels_per_point

    def set_ui_scale(self, ui_scale: float) -> None:
        """Set the factor that the user has chosen for the size of everything."""
        self._ui_scale = ui_scale
        self._follow_scale()

    def _follow_scale(self) -> None:
        scale = scale_for(self._window.view_size, self._window.scale, self._ui_scale)
        if scale != self.scale:
            _set_style(scale)
            self.scale = scale

    @property
    def wants_keyboard(self) -> bool:
        """True if the user is typing text. Then keys have no other effect."""
        return bool(imgui.get_io().want_text_input)

    def panel_under(self, events: Sequence[Event]) -> int:
        """Return the number of the panel under the mouse; 0 for none.

        If a button was pressed since the last frame, this is the panel at the position of the press.

        Args:
            events: the events since the last frame.
        """
        press = next((event for event in reversed(events) if isinstance(event, MouseButton) and event.pressed), None)
        if press is not None and not self.has_popup:
            return _panel_at(press.x, press.y)
        if not imgui.get_io().want_capture_mouse:
            return 0
        hovered = imgui.get_current_context().hovered_window
        return _ANY_PANEL if hovered is None else int(hovered.root_window.id_)

    @property
    def has_popup(self) -> bool:
        """True if a drop-down list or another popup is open. Then it gets the keys."""
        return bool(imgui.is_popup_open("", imgui.PopupFlags_.any_popup))

    @contextmanager
    def frame(self, *, menu: bool) -> Iterator[None]:
        """Collect what is drawn in the ``with`` block as one frame. Call :meth:`render` afterwards.

        Args:
            menu: True if the keyboard operates the panels; False if its keys control the game and the program.
        """
        self._follow_scale()  # the window may have moved to another monitor
        io, pad, keys = imgui.get_io(), imgui.ConfigFlags_.nav_enable_gamepad, imgui.ConfigFlags_.nav_enable_keyboard
        io.config_flags &= ~int(pad | keys)
        imgui.backends.opengl3_new_frame()
        imgui.backends.glfw_new_frame()  # with navigation on it would also read a player's pad
        io.delta_time = min(io.delta_time, _MAX_FRAME_SECONDS)
        io.config_flags |= int(pad | keys if menu else pad)
        # A new text field already has the keys, but wants_keyboard shows it only one frame later.
        is_typing = io.want_text_input or imgui.get_current_context().want_text_input_next_frame == 1
        has_top = self.has_popup or (imgui.is_any_item_active() and not is_typing)
        self._letter_sizes.before_frame()
        imgui.new_frame()
        if has_top:  # Escape has just closed it and must not also close what lies below
            for key in filter(imgui.is_key_pressed, (imgui.Key.escape, imgui.Key.gamepad_face_right)):
                imgui.internal.set_key_owner(key, _POPUP, imgui.internal.InputFlagsPrivate_.lock_this_frame)
        if not menu and not self._has_pads:
            imgui.set_nav_cursor_visible(False)  # else it would stay where a menu left it
        balance = imgui.internal.ErrorRecoveryState()
        imgui.internal.error_recovery_store_state(balance)
        try:
            yield
        except BaseException:
            _recover(balance)
            raise
        finally:
            imgui.render()

    @property
    def is_busy(self) -> bool:
        """True if the user is typing or holding a widget with the mouse button."""
        return bool(imgui.get_io().want_text_input or imgui.is_any_item_active())

    def checksum(self) -> int:
        """Return a checksum of the last frame's drawing commands. Frames with equal checksums look the same."""
        total = 0
        for drawn in imgui.get_draw_data().cmd_lists:
            for items, size in ((drawn.vtx_buffer, imgui.VERTEX_SIZE), (drawn.idx_buffer, imgui.INDEX_SIZE)):
                if length := items.size() * size:
                    total = crc32((ctypes.c_ubyte * length).from_address(items.data_address()), total)
            for command in drawn.cmd_buffer:
                clip = command.clip_rect
                # Dear ImGui's own texture may not exist yet. New letters in it change the vertices.
                texture = 0 if command.tex_ref._tex_data is not None else command.tex_ref._tex_id
                total = crc32(struct.pack("<4f2Q", clip.x, clip.y, clip.z, clip.w, texture, command.elem_count), total)
        return total

    def render(self, backgrounds: Iterable[tuple[int, int, int, int]]) -> None:
        """Draw the panels of the last frame in the window.

        Args:
            backgrounds: panels to fill with an opaque background, each as (left, top, width, height) in points. On a
                software renderer this takes a tenth of the time of Dear ImGui's translucent backgrounds.
        """
        screen = self._window.device.context.screen
        screen.use()
        height = self._window.framebuffer_size[1]
        for background in backgrounds:
            left, top, wide, high = (round(side * self._window.pixels_per_point) for side in background)
            screen.clear(*SURFACE, viewport=(left, height - top - high, wide, high))
        with self._ground_cleared() if self._window.device.is_software else nullcontext():
            imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())

    @contextmanager
    def _ground_cleared(self) -> Iterator[None]:
        """If the last frame begins with an opaque rectangle that fills the window, as each page does, clear the window.

        The rectangle is left out of the frame in the ``with`` block. On a software renderer this halves the time of
        a page.
        """
        lists = imgui.get_draw_data().cmd_lists
        first = next((drawn for drawn in lists if drawn.cmd_buffer.size() and drawn.cmd_buffer[0].elem_count), None)
        colour = None if first is None else _filling_colour(first)
        if first is None or colour is None:
            yield
            return
        self._window.device.context.screen.clear(*colour)
        command = first.cmd_buffer[0]
        command.elem_count, command.idx_offset = command.elem_count - _QUAD, command.idx_offset + _QUAD
        try:
            yield
        finally:
            command.elem_count, command.idx_offset = command.elem_count + _QUAD, command.idx_offset - _QUAD

    def navigate(self, pads: Iterable[PadState]) -> None:
        """Let pads operate the panels: the stick or d-pad moves the focus, A presses the widget, B goes back."""
        io, pads = imgui.get_io(), tuple(pads)
        self._has_pads = bool(pads)
        held = frozenset().union(*(held_names(pad, frozenset(), _NAV_DEAD_ZONE) for pad in pads))
        for name in held ^ self._held:
            if name in _NAV_KEYS:
                io.add_key_event(_NAV_KEYS[name], name in held)
        self._held = held

    def close(self) -> None:
        """Release the contexts, fonts and GPU resources. The window must still be open."""
        imgui.backends.opengl3_shutdown()
        imgui.backends.glfw_shutdown()
        implot.destroy_context()
        imgui.destroy_context()


_QUAD = 6
"""Number of Dear ImGui's indices for a rectangle."""
_VERTEX = struct.Struct("<2f2f4B")
"""Position, place in the texture, and colour of one of Dear ImGui's vertices."""


def _filling_colour(drawn: imgui.ImDrawList) -> tuple[float, float, float] | None:
    """Return the colour if the first thing in ``drawn`` is an opaque rectangle that fills the window, or else None."""
    width, height = imgui.get_io().display_size
    corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    if drawn.vtx_buffer.size() < len(corners) or drawn.cmd_buffer[0].elem_count < _QUAD:
        return None
    data = ctypes.string_at(drawn.vtx_buffer.data_address(), _VERTEX.size * len(corners))
    vertices = list(_VERTEX.iter_unpack(data))
    red, green, blue, opacity = vertices[0][4:]
    fills = all(vertex[:2] == corner for vertex, corner in zip(vertices, corners, strict=True))
    is_plain = all(vertex[2:] == vertices[0][2:] for vertex in vertices) and opacity == 255
    return (red / 255, green / 255, blue / 255) if fills and is_plain else None


def _panel_at(x: float, y: float) -> int:
    """Return the number of the topmost clickable panel that the last frame shows at a point; 0 for none."""
    for window in reversed(list(imgui.get_current_context().windows)):
        area = window.outer_rect_clipped
        takes_clicks = window.active and not (window.hidden or window.flags & imgui.WindowFlags_.no_mouse_inputs)
        if takes_clicks and area.min.x <= x < area.max.x and area.min.y <= y < area.max.y:
            return int(window.root_window.id_)
    return 0


def _recover(balance: imgui.internal.ErrorRecoveryState) -> None:
    """End the windows and tables that an error left open, so that the next frame can begin.

    ``balance`` is Dear ImGui's record of those that were open when the frame began.
    """
    io = imgui.get_io()
    reports = [f"config_error_recovery_enable_{way}" for way in ("assert", "tooltip", "debug_log")]
    before = {report: getattr(io, report) for report in reports}
    for report in reports:
        setattr(io, report, False)
    imgui.internal.error_recovery_try_to_recover_state(balance)
    for report, value in before.items():
        setattr(io, report, value)


def add_fonts(fonts: imgui.ImFontAtlas) -> None:
    """Add the regular and the bold weight, each with icons, as ``design.styled`` expects them."""
    folder = Path(imgui_bundle.__file__).parent / "assets" / "fonts"
    icons = imgui.ImFontConfig()
    icons.merge_mode, icons.glyph_min_advance_x = True, BODY.size
    for weight in ("Regular", "Bold"):
        letters = folder / "Roboto" / f"Roboto-{weight}.ttf"
        if letters.is_file():  # else Dear ImGui's built-in font
            fonts.add_font_from_file_ttf(str(letters), BODY.size)
            fonts.add_font_from_file_ttf(str(folder / "Font_Awesome_6_Free-Solid-900.otf"), BODY.size, icons)


def scale_for(view: tuple[int, int], monitor_scale: float, ui_scale: float) -> float:
    """Return the factor from units of 1/96 inch to points.

    It is greater in large windows, which people look at from further away, and smaller in very small windows, so that
    everything fits. With it, the usual size of text is a whole number of points.

    Args:
        view: (width, height) of the window in points.
        monitor_scale: the scale that the monitor asks for.
        ui_scale: factor that the user has chosen for the size of everything.
    """
    width, height = view
    wanted = max(monitor_scale, min(width / _ROOMY[0], height / _ROOMY[1])) * ui_scale
    most = min(width / MIN_WINDOW[0], height / MIN_WINDOW[1])
    return max(math.floor(min(wanted, most) * BODY.size), _SMALLEST_FONT) / BODY.size


def _set_style(scale: float) -> None:
    """Set a dark, plain style with much space between widgets."""
    style, new = imgui.get_style(), imgui.Style()
    for name in dir(new):  # scaling rounds down, so repeated scaling would shrink sizes to nothing
        if not (name.startswith("_") or callable(getattr(new, name))):
            setattr(style, name, getattr(new, name))
    for name, size in _SIZES.items():
        setattr(style, name, size)
    for name, colour in _COLOURS.items():
        style.set_color_(int(getattr(imgui.Col_, name)), imgui.ImVec4(*colour))
    style.scale_all_sizes(scale)
    style.font_scale_dpi = scale
    plots, usual = implot.get_style(), implot.Style()
    for name in _PLOT_SIZES:  # Dear ImGui scales only its own
        size = getattr(usual, name)
        setattr(plots, name, imgui.ImVec2(size.x * scale, size.y * scale))
