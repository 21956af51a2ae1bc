"""The minimap: all of a board in a corner, while the window shows only a part of it, with a frame around that part."""

from typing import NamedTuple

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands.view import LookAt
from gpulife.view.camera import Camera, Shape
from gpulife.view.gl_minimap import Minimap
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.panels.draw_primitives import RGBA, packed_colour
from gpulife.window.panels.widgets import view_and_scale
from gpulife.window.play.game_controller import AnyController

_SIDE = 200.0
"""Longer side of the minimap in points of a 96 dpi screen."""
_SHARE = 0.34
"""Largest share of the shorter side of the window's free part that it takes."""
_NARROWEST = 0.2
"""Shorter side of a very long board, as a share of the longer one."""
_MARGIN = 10.0
_MIN_FRAME = 7.0
"""Smallest side of the frame, in points, so that it is seen however near the view is."""
_HIDDEN = 0.02
"""Share of the board's side beyond the window from which on there is a minimap."""
_BORDER: RGBA = (0.45, 0.5, 0.6, 0.9)
_BORDER_POINTED_AT: RGBA = (0.2, 0.75, 1.0, 1.0)
_FRAME: RGBA = (1.0, 0.93, 0.55, 1.0)
_SHADOW: RGBA = (0.0, 0.0, 0.0, 0.8)
_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_background
)


Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge, in points."""


class Free(NamedTuple):
    """The part of the window that no panel covers: its edges in points."""

    left: float
    top: float
    right: float
    bottom: float


class Part(NamedTuple):
    """A part of a board: its edges as shares of the board's sides."""

    left: float
    top: float
    right: float
    bottom: float


def draw_minimap(controller: AnyController, seconds: float) -> list[LookAt]:
    """Draw the minimap, if it is wanted and the window does not show the whole board; return what a click asks for.

    Args:
        controller: controller of the session that is shown.
        seconds: time since the last frame.
    """
    box = minimap_box(controller)
    if box is None:
        return []
    shell, play = controller.shell, controller.play
    view, shape, free = view_and_scale()[0], play.engine.shape, _free(controller)
    part = shown_part(play.camera, (view.x, view.y), free, shape)
    corner, size = box[:2], (box[2] - box[0], box[3] - box[1])
    pixels = shell.window.pixels_per_point
    if play.minimap is None:
        play.minimap = Minimap(shell.window.device, play.engine)
    texture = play.minimap.show((round(size[0] * pixels), round(size[1] * pixels)), controller.look, seconds)
    if play.minimap.is_new:
        shell.motion.redraw()
    place = _draw(texture.glo, corner, size, part)
    if place is None:
        return []
    # The place comes to the middle of what panels leave free, which is not the window's.
    right, down = (free.left + free.right - view.x) / 2, (free.top + free.bottom - view.y) / 2
    zoom = play.target.zoom
    return [LookAt(place[1] * shape[0] - down / zoom, place[0] * shape[1] - right / zoom)]


def minimap_box(controller: AnyController) -> Box | None:
    """Return where the minimap is; None where it is not wanted, or the window shows the whole board."""
    play, (view, scale), free = controller.play, view_and_scale(), _free(controller)
    shape = play.engine.shape
    goal = shown_part(play.target, (view.x, view.y), free, shape)
    hidden = max(goal.left, goal.top, 1 - goal.right, 1 - goal.bottom) < _HIDDEN
    if hidden or not (controller.shell.settings.minimap and controller.panels_shown):
        return None
    width, height = minimap_size(shape, free, scale)
    right, bottom = round(free.right - _MARGIN * scale), round(free.bottom - _MARGIN * scale)
    return right - width, bottom - height, right, bottom


def _free(controller: AnyController) -> Free:
    shell, view = controller.shell, view_and_scale()[0]
    covered = covered_by_panels(shell.panel_state, shell.settings.column_width, shell.settings.docked_width)
    above, below, _ = controller.hud_margins
    return Free(covered.left, above, view.x - covered.right, view.y - covered.below - below)


def shown_part(camera: Camera, view: tuple[float, float], free: Free, shape: Shape) -> Part:
    """Return the part of a board of ``shape`` that the ``free`` part of a window of size ``view`` shows."""
    middle_x, middle_y = view[0] / 2, view[1] / 2
    return Part(
        (camera.column + (free.left - middle_x) / camera.zoom) / shape[1],
        (camera.row + (free.top - middle_y) / camera.zoom) / shape[0],
        (camera.column + (free.right - middle_x) / camera.zoom) / shape[1],
        (camera.row + (free.bottom - middle_y) / camera.zoom) / shape[0],
    )


def minimap_size(shape: Shape, free: Free, scale: float) -> tuple[int, int]:
    """Return (width, height) of the minimap of a board of ``shape`` (rows, columns), in whole points."""
    longest = max(min(_SIDE * scale, _SHARE * min(free.right - free.left, free.bottom - free.top)), 1.0)
    width, height = (round(max(longest * side / max(shape), longest * _NARROWEST)) for side in (shape[1], shape[0]))
    return max(width, 1), max(height, 1)


def _draw(
    texture: int, corner: tuple[float, float], size: tuple[float, float], part: Part
) -> tuple[float, float] | None:
    """Draw picture and frame; return the place (x, y) that is pointed at with the button down, in shares, or None."""
    imgui.set_next_window_pos(imgui.ImVec2(*corner))
    imgui.set_next_window_size(imgui.ImVec2(*size))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(0, 0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_border_size, 0.0),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_min_size, imgui.ImVec2(1, 1)),
        imgui_ctx.begin("minimap", None, _FLAGS),
    ):
        imgui.invisible_button("board", imgui.ImVec2(*size))
        is_held, is_pointed_at, mouse = imgui.is_item_active(), imgui.is_item_hovered(), imgui.get_mouse_pos()
        end = corner[0] + size[0], corner[1] + size[1]
        pen = imgui.get_window_draw_list()
        pen.add_image(imgui.ImTextureRef(texture), imgui.ImVec2(*corner), imgui.ImVec2(*end))
        _outline(pen, (*corner, *end), _BORDER_POINTED_AT if is_pointed_at else _BORDER)
        left, right = _frame_side(part.left, part.right, corner[0], size[0])
        top, bottom = _frame_side(part.top, part.bottom, corner[1], size[1])
        around = max(1, round(imgui.get_style().font_scale_dpi))
        _outline(pen, (left - around, top - around, right + around, bottom + around), _SHADOW)
        _outline(pen, (left, top, right, bottom), _FRAME)
    if not is_held:
        return None
    x, y = (
        min(max((at - low) / side, 0.0), 1.0) for at, low, side in zip((mouse.x, mouse.y), corner, size, strict=True)
    )
    return x, y


def _outline(pen: imgui.ImDrawList, box: tuple[float, float, float, float], colour: RGBA) -> None:
    """Draw the outline of (left, top, right, bottom), sharp, and as wide as a point of a 96 dpi screen."""
    left, top, right, bottom = map(round, box)
    wide = max(1, round(imgui.get_style().font_scale_dpi))
    for low_x, low_y, high_x, high_y in (
        (left, top, right, top + wide),
        (left, bottom - wide, right, bottom),
        (left, top + wide, left + wide, bottom - wide),
        (right - wide, top + wide, right, bottom - wide),
    ):
        pen.add_rect_filled(imgui.ImVec2(low_x, low_y), imgui.ImVec2(high_x, high_y), packed_colour(colour))


def _frame_side(low: float, high: float, start: float, length: float) -> tuple[float, float]:
    """Return where a side of the frame begins and ends, in points; it is never too short to be seen."""
    first, last = start + min(max(low, 0.0), 1.0) * length, start + min(max(high, 0.0), 1.0) * length
    missing = max(0.0, _MIN_FRAME - (last - first)) / 2
    return first - missing, last + missing
