"""The pictures of the help: parts of the window's screens, as textures. ``tests/soak/help_pictures.py`` makes them."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import moderngl
from imgui_bundle import imgui
from PIL import Image, ImageOps

from gpulife.resources import resource_folder
from gpulife.window.design import LINE, ROUNDING, packed
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.widgets import draw_picture

SHAPE = 16 / 9
"""Width of each picture, as a multiple of its height."""


def picture_path(name: str) -> Path:
    """Return the path of the picture with this name, whether there is one or not."""
    return resource_folder("presets") / "help" / f"{name}.webp"


class HelpPictures:
    """Pictures as textures, each made when it is first drawn, and again when it is drawn at another size.

    Args:
        context: the window's OpenGL context.
        pixel_scale: returns the number of pixels in 1/96 inch.
    """

    def __init__(self, context: moderngl.Context, pixel_scale: Callable[[], float]) -> None:
        self._context, self._pixel_scale = context, pixel_scale
        self._textures: dict[str, moderngl.Texture] = {}

    def draw(self, name: str, corner: Point, width: float, still: Callable[[], Image.Image] | None = None) -> float:
        """Draw a picture with a frame; return its height in points.

        Args:
            name: the picture's name.
            corner: its upper left corner in points.
            width: its width in points.
            still: makes the picture if there is no file of that name. Without it, the frame stays empty.
        """
        scale, high = view_and_scale()[1], width / SHAPE
        across = max(round(width / scale * self._pixel_scale()), 1)
        texture = self._textures.get(name)
        if texture is None or texture.width != across:
            if texture is not None:
                texture.release()
            texture = self._textures[name] = self._made(name, (across, max(round(across / SHAPE), 1)), still)
        end = corner[0] + width, corner[1] + high
        draw_picture(int(texture.glo), corner, end)
        imgui.get_window_draw_list().add_rect(corner, end, packed(LINE), ROUNDING * scale, scale)
        return high

    def _made(self, name: str, size: tuple[int, int], still: Callable[[], Image.Image] | None) -> moderngl.Texture:
        picture = Image.new("RGBA", size) if still is None else still()
        with suppress(OSError), Image.open(picture_path(name)) as read:
            picture = read.convert("RGBA")
        fitted = ImageOps.fit(picture.convert("RGBA"), size, Image.Resampling.LANCZOS)
        texture = self._context.texture(size, 4, ImageOps.flip(fitted).tobytes())
        texture.filter = moderngl.LINEAR, moderngl.LINEAR
        return texture

    def close(self) -> None:
        """Release all textures."""
        while self._textures:
            self._textures.popitem()[1].release()
