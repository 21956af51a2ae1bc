"""The inputs of looks: textures that describe a board and its past, with one texel for each cell or square of cells.

Each input is computed from the engine's cells, on the view's device, and only if the look reads it:

- ``now``: the share of each texel's square that species 1 to 4 fill, as red, green, blue and alpha, 0 to 1.
- ``cells``: a texel's species (0 for none), the seconds since its last birth or death, its last species, and a height
  that rises while the cell lives and sinks after its death.
- ``skyline``: the greatest height in each square of 4 x 4 texels and the eight squares around it.
- ``presence``: ``now``, averaged over the last seconds. This removes blinkers and flicker, and smooths all movement.
- ``near`` and ``wide``: ``presence`` with a narrow and a wide blur.
- ``ranks``: a row of :data:`RANKS` texels, one for each of as many values from 0 to 1. Looks use it to spread their
  tones evenly over any board. Red is the share of the board where the balance of two groups of species is below the
  value; green is the same for the total of all species. Both come from ``wide`` (see ``lib/look_ranks.glsl``).
- ``births``: the number of births of each species, added up and slowly decaying.
- ``past``: the last 64 boards as a sheet of 8 x 8 pictures. Red is the species, divided by 255.

Species 5 counts as species 1, species 6 as 2, and so on. On a board of over :data:`MAX_TEXELS` cells, a texel is a
square of 2 x 2 cells, 4 x 4 and so on.

Times are in seconds. Some time after the board has stopped, the inputs stop changing, too.
"""

import math
from collections.abc import Collection

import moderngl
import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_pass import Blend, UniformValue, clear_framebuffer, release_framebuffer, textures_of
from gpulife.rules import Edges
from gpulife.view.gl_cell_source import CellSource
from gpulife.view.gl_palette import MAX_STATES
from gpulife.view.gl_render_target import TexelKind, ViewResources
from gpulife.view.gl_visible_region import MapPlace, pieces
from gpulife.view.pictures import INPUTS, PastNumbers

MAX_TEXELS = 1 << 20
"""Maximum number of texels of an input."""
PAST_BOARDS = 64
"""Number of boards in the input ``past``."""
RANKS = 128
"""Number of values in the input ``ranks``."""
_SHEET = 8  # boards along the side of the sheet of past boards
_TILE = 4  # texels along the side of a square of the skyline, as in lib/look.glsl
_SPECIES = 4
_MAX_TAPS = 24
_MOST_BEHIND = 3.0  # boards that a look may be behind; the oldest of PAST_BOARDS must not be shown for this long
_UNKNOWN = -1.0  # instead of the seconds since the last frame: the past is unknown
_BY_BOARD = ("now", "past")  # inputs that change only when the board does
_NEEDS: dict[str, tuple[str, ...]] = {
    "cells": ("now",),
    "skyline": ("cells",),
    "presence": ("now",),
    "near": ("presence",),
    "wide": ("presence",),
    "ranks": ("wide",),
    "births": ("cells", "now"),
    "past": ("cells",),
}


class BoardPast:
    """Follows the generations of an engine's board for a look.

    Args:
        resources: the resources of the view.
        engine: the engine.
        source: the view's source of the engine's cells.
        numbers: constants for computing the inputs, such as times of decay and widths of blurs.
        wanted: names of the inputs that the look reads; see :data:`INPUTS`.

    Attributes:
        block: side of the square that a texel shows, in cells.
        size: (width, height) of the inputs in texels.
        repeats: True if the board is a torus.
        newest: number of the newest board in ``past``, 0 to 63.
        behind: number of boards (0 to 3, with fractions) by which a look should lag behind the newest board, so that it
            shows ``past`` in even motion. Each new board adds 1; the number then sinks at the usual pace of boards.
    """

    def __init__(
        self,
        resources: ViewResources,
        engine: Engine,
        source: CellSource,
        numbers: PastNumbers,
        wanted: Collection[str],
    ) -> None:
        self._resources, self._engine, self._source, self._numbers = resources, engine, source, numbers
        rows, columns = engine.shape
        self.block = 1 << max(0, math.ceil(math.log2(max(1.0, rows * columns / MAX_TEXELS)) / 2))
        self.size = -(-columns // self.block), -(-rows // self.block)
        self._wanted = _with_needs([*wanted, *["near"] * ("past" in wanted and numbers.solid > 0)])
        self.repeats = engine.rule.edges is Edges.TORUS
        self._made: dict[str, list[moderngl.Framebuffer]] = {}
        self._palette = resources.device.context.texture((MAX_STATES, 1), 4, _species_apart(self.block), dtype="f4")
        self._palette.filter = moderngl.NEAREST, moderngl.NEAREST
        self._seen: tuple[int, int] | None = None
        self._still = 0.0  # seconds since the board's last change
        self._usual = 0.5  # seconds between two boards
        self.newest = 0
        self.behind = 0.0

    @property
    def generation(self) -> int:
        """The board's generation at the last call of :meth:`follow`; 0 before the first."""
        return 0 if self._seen is None else self._seen[0]

    @property
    def is_settled(self) -> bool:
        """True if all inputs stay as they are for as long as the board does not change."""
        return self._still > self._numbers.settling and self.behind == 0.0

    def follow(self, seconds: float) -> None:
        """Bring the inputs up to date with the board. Call this before each frame.

        At first, and after a jump back in time, the past is unknown. The inputs are then as if the board had never
        changed.

        Args:
            seconds: time since the last frame.
        """
        moment = self._engine.generation, self._engine.changes
        if self._seen is None or moment[0] < self._seen[0]:
            seconds = _UNKNOWN
        has_changed, self._seen = moment != self._seen, moment
        if "past" in self._wanted:
            self._fall_behind(seconds, has_changed=has_changed)
        is_counting = not self._source.is_settled  # a large board, of which more is known in every frame
        self._still = 0.0 if has_changed or is_counting else self._still + seconds
        if self.is_settled:
            return
        for name in INPUTS:
            if name in self._wanted and (has_changed or name not in _BY_BOARD or (is_counting and name == "now")):
                getattr(self, f"_make_{name}")(seconds)

    def _fall_behind(self, seconds: float, *, has_changed: bool) -> None:
        if seconds < 0:
            self.behind = 0.0
            return
        if has_changed:
            # A pause tells little about the pace.
            self._usual += 0.3 * (min(self._still + seconds, 2 * self._usual) - self._usual)
            self.behind = min(self.behind + 1, _MOST_BEHIND)
        # On average, the look lags one board behind. So its movement does not stop if the next board comes late.
        self.behind = max(0.0, self.behind - seconds * (0.5 + 0.5 * self.behind) / max(self._usual, 1e-3))

    def texture(self, name: str) -> moderngl.Texture:
        """Return the texture of a wanted input, after :meth:`follow`."""
        return textures_of(self._made[name][0])[0]

    def release(self) -> None:
        """Release all textures."""
        self._resources.device.bind_permanent_framebuffer()
        for framebuffers in self._made.values():
            for framebuffer in framebuffers:
                release_framebuffer(framebuffer)
        self._made.clear()
        self._palette.release()

    # One method for each input. They get the seconds since the last frame, or _UNKNOWN.

    def _make_now(self, _seconds: float) -> None:
        target = self._target("now", "f2")
        clear_framebuffer(target)
        shape = self._engine.shape
        place = MapPlace(0, 0, *shape, self.block)
        parts = list(pieces(place, shape, self._source.bands, wrap=False, wave_row=shape[0]))
        if self.block > self._source.largest_looked_at:
            self._source.add_light(target, self._palette, parts, self.block, self.size)
            return
        blend = Blend.ADD if self.block > 1 and len(parts) > 1 else Blend.REPLACE
        for part in parts:
            texture, here = self._source.cells(part)
            uniforms: dict[str, UniformValue] = {"shift": here.shift, "limits": here.limits, "block": self.block}
            parameters = {"BLOCK": self.block, "EFFECTS": 0, "SHARP": 0}
            textures = {"band": texture, "palette": self._palette}
            self._resources.draw(target, "view_cells.frag", parameters, textures, uniforms, part.region, blend)

    def _make_cells(self, seconds: float) -> None:
        rise, sink = (1 - math.exp(-max(seconds, 0.0) / each) for each in (self._numbers.rise, self._numbers.sink))
        self._turn("cells", "f4", seconds, "past_cells.frag", rise=rise, sink=sink)

    def _make_skyline(self, _seconds: float) -> None:
        size = -(-self.size[0] // _TILE), -(-self.size[1] // _TILE)
        parameters = {"TILE": _TILE, "REPEATS": int(self.repeats)}
        textures = {"cells": self.texture("cells")}
        target = self._target("skyline", "f4", size=size)
        self._resources.draw(target, "past_skyline.frag", parameters, textures, {"size": self.size})

    def _make_presence(self, seconds: float) -> None:
        kept = math.exp(-max(seconds, 0.0) / self._numbers.average)
        self._turn("presence", "f4", seconds, "past_presence.frag", kept=kept)

    def _make_near(self, _seconds: float) -> None:
        self._blur("near", self._numbers.near)

    def _make_wide(self, _seconds: float) -> None:
        self._blur("wide", self._numbers.wide)

    def _make_ranks(self, seconds: float) -> None:
        kept = 0.0 if seconds < 0 else math.exp(-seconds / self._numbers.average)
        after, before = (self._target("ranks", "f4", which, size=(RANKS, 1)) for which in ("next", ""))
        textures = {"wide": self.texture("wide"), "before": textures_of(before)[0]}
        self._resources.draw(after, "past_ranks.frag", {}, textures, {"kept": kept, "values": float(RANKS)})
        self._swap("ranks")

    def _make_births(self, seconds: float) -> None:
        kept = math.exp(-max(seconds, 0.0) / self._numbers.births)
        textures = {"cells": self.texture("cells"), "earlier": textures_of(self._target("cells", "f4", "next"))[0]}
        self._turn("births", "f4", seconds, "past_births.frag", textures, kept=kept)

    def _make_past(self, seconds: float) -> None:
        width, height = self.size
        solid = self._numbers.solid
        shown = self.texture("near" if solid else "now")
        textures = {"cells": self.texture("cells"), "near": shown}
        sheet = self._target("past", "f1", size=(width * _SHEET, height * _SHEET))
        boards = range(PAST_BOARDS) if seconds < 0 else [(self.newest + 1) % PAST_BOARDS]
        for board in boards:
            region = board % _SHEET * width, board // _SHEET * height, width, height
            self._resources.draw(sheet, "past_board.frag", {}, textures, {"corner": region[:2], "solid": solid}, region)
            self.newest = board

    # Textures.

    def _turn(
        self,
        name: str,
        kind: TexelKind,
        seconds: float,
        shader: str,
        more: dict[str, moderngl.Texture] | None = None,
        **numbers: float,
    ) -> None:
        """Replace the state of an input: compute the new state from the old one and the input ``now``."""
        after, before = self._target(name, kind, "next"), self._target(name, kind)
        textures = {"now": self.texture("now"), "before": textures_of(before)[0], **(more or {})}
        self._resources.draw(after, shader, {}, textures, {"seconds": seconds, **numbers})
        self._swap(name)

    def _swap(self, name: str) -> None:
        self._made[name], self._made[name + "next"] = self._made[name + "next"], self._made[name]

    def _blur(self, name: str, deviation: float) -> None:
        taps = min(_MAX_TAPS, math.ceil(2.6 * deviation))
        weights = [math.exp(-0.5 * (tap / deviation) ** 2) for tap in range(taps + 1)]
        whole = weights[0] + 2 * sum(weights[1:])
        across, done = self._target("across", "f2"), self._target(name, "f2")
        width, height = map(float, self.size)
        steps = (1 / width, 0.0), (0.0, 1 / height)
        for after, before, step in zip(
            (across, done), (self.texture("presence"), textures_of(across)[0]), steps, strict=True
        ):
            uniforms: dict[str, UniformValue] = {
                "weights": tuple(weight / whole for weight in weights),
                "along": step,
                "size": (width, height),
            }
            # A processor takes up to four times as long if the number of weights is not compiled into the shader.
            parameters = {"REPEATS": int(self.repeats), "WEIGHTS": len(weights)}
            self._resources.draw(after, "past_blur.frag", parameters, {"before": before}, uniforms)

    def _target(
        self, name: str, kind: TexelKind, which: str = "", size: tuple[int, int] | None = None
    ) -> moderngl.Framebuffer:
        """Return the framebuffer of an input's current state, or of its next state if ``which`` is "next"."""
        if name + which not in self._made:
            context = self._resources.device.context
            texture = context.texture(size or self.size, 4, dtype=kind)
            smooth = moderngl.LINEAR if name in ("near", "wide", "ranks", "births") else moderngl.NEAREST
            texture.filter = smooth, smooth
            texture.repeat_x = texture.repeat_y = self.repeats and size is None
            framebuffer = context.framebuffer([texture])
            clear_framebuffer(framebuffer)
            self._made[name + which] = [framebuffer]
        return self._made[name + which][0]


def _with_needs(wanted: Collection[str]) -> frozenset[str]:
    """Return the wanted inputs, and all inputs from which the wanted ones are computed."""
    needed = set(wanted)
    for name in reversed(INPUTS):
        if name in needed:
            needed.update(_NEEDS.get(name, ()))
    return frozenset(needed)


def _species_apart(block: int) -> bytes:
    """Return a palette in which state 1 is red, 2 green, 3 blue, 4 alpha, 5 red again and so on; state 0 is black."""
    # Sources divide a square's sum of light by its side, and this palette does so once more: the result is an average.
    colours = np.zeros((MAX_STATES, _SPECIES), np.float32)
    colours[1:] = np.eye(_SPECIES, dtype=np.float32)[np.arange(MAX_STATES - 1) % _SPECIES] / block
    return colours.tobytes()
