"""The colours of a look as a texture, with a row of colours each for settled, newborn and dead cells."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import UniformValue
from gpulife.rules import RGB
from gpulife.view.look import Look
from gpulife.view.palettes import to_linear, to_srgb

MAX_STATES = 256
_WHITE = 1.0
_HOT = 0.42  # how far the colour of a newborn cell goes towards white, or towards black on a light ground
_TRACE = 0.24  # brightness of the trace of a cell that has just died
_FLASH = 0.55  # how far a full flash goes towards white

Light = tuple[float, float, float]
"""Red, green and blue, each 0 to 1. They are linear or sRGB, as stated where the type is used."""


class Palette:
    """A texture with the colours of a look. Its 256 columns are states; its 3 rows are settled, newborn and dead cells.

    Attributes:
        texture: the texture.
        ground: the colour of dead cells, linear.
        flash: how far all colours go towards white in a flash of the whole picture, 0 to 1.
        lights: uniforms with the colours of settled cells in the first four states, linear and premultiplied.
    """

    def __init__(self, device: GLDevice) -> None:
        self.texture = device.context.texture((MAX_STATES, 3), 4, dtype="f4")
        self.texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._shown: tuple[Look, float, tuple[int, ...]] | None = None
        self.ground: Light = (0.0, 0.0, 0.0)
        self.lights: dict[str, UniformValue] = {}
        self.flash = 0.0
        self._brightness = 1.0

    def show(self, look: Look, flash: float, flash_species: tuple[int, ...]) -> None:
        """Fill the texture with the colours of ``look``, brightened by a flash of strength ``flash`` (0 to 1).

        Only the colours of ``flash_species`` flash. If it is empty, all colours flash.
        """
        if self._shown == (look, flash, flash_species):
            return
        self._shown = (look, flash, flash_species)
        self.flash = flash * _FLASH if not flash_species else 0.0
        self._brightness = look.brightness
        colours = to_linear(look.palette)
        self.ground = _triple(self._with_flash(colours[0]))
        rows = np.zeros((3, MAX_STATES, 4), np.float32)
        settled = colours[1:]
        newborn = settled + ((_WHITE if colours[0].mean() < 0.4 else 0.0) - settled) * _HOT
        for row, light in zip(rows, (settled, newborn, settled), strict=True):
            row[1 : len(colours), :3] = self._with_flash(light)
            row[1 : len(colours), 3] = 1.0
        for species in flash_species:
            if 0 < species < len(colours):
                white = _WHITE * self._brightness
                rows[:2, species, :3] += (white - rows[:2, species, :3]) * flash * _FLASH
        rows[2] *= _TRACE  # premultiplied: a trace is a faint layer in the cell's colour
        self.texture.write(rows.tobytes())
        self.lights = {f"light{state}": tuple(map(float, rows[0, state])) for state in range(1, 5)}

    def shown_colour(self, colour: RGB) -> Light:
        """Return a colour of the look as it is shown, with flash and brightness: sRGB, 0 to 1."""
        return _triple(to_srgb(self._with_flash(to_linear(np.array(colour, np.uint8)))) / 255)

    def _with_flash(self, light: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.clip((light + (_WHITE - light) * self.flash) * self._brightness, 0.0, 1.0)


def _triple(values: NDArray[np.floating]) -> Light:
    red, green, blue = (float(value) for value in values)
    return red, green, blue
