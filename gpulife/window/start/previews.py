"""The moving pictures of the start screen: small universes, drawn into textures."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import isqrt
from pathlib import Path

import moderngl
import numpy as np
from PIL import Image, ImageOps

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.reference import next_generation
from gpulife.engines.registry import open_on_device
from gpulife.games.core.game_spec import Preview as BoardPlan
from gpulife.rules import Cells, Rule
from gpulife.view.camera import Camera, Shape, WindowSize, fit_camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.look import Look, default_look
from gpulife.view.pictures import CELLS
from gpulife.window.motion import Motion

_LOG = logging.getLogger(__name__)
_EASING_SECONDS = 0.1
"""Seconds after which an animated look is redrawn although the board has not changed."""

# How much previews move, by the time since the last input. docs/decisions/resting-window.md gives the reasons.
_LIVELY_FOR = 10.0
"""Seconds after the last input for which all previews in view move at their own pace."""
_LIVELY_SECONDS = 0.1
"""Seconds between frames meanwhile, once the pointer rests."""
_AT_ONCE = 5
"""Maximum number of previews that are drawn in one frame. The others have their turn in the next frames."""
_TURN_SECONDS = 1.0
"""Later only one preview moves at a time: after so many seconds the next one has its turn, in which one second passes
for it."""
_ASLEEP_TURN_SECONDS = 3.0
"""Seconds of a turn in a window that sleeps."""


class Preview(ABC):
    """A small moving picture in a texture.

    Args:
        device: the OpenGL device to draw with.
        size: (width, height) of the picture in pixels.

    Attributes:
        busy: True if the universe is still being prepared, so that there is no picture to show.
        forms: True if the picture still takes shape, so that a still is shown instead.
        size: (width, height) of the picture in pixels.
        target: framebuffer of the picture.
    """

    busy = forms = False

    def __init__(self, device: GLDevice, size: WindowSize) -> None:
        self.size = size
        self._texture = device.context.texture(size, 4)
        self.target = device.context.framebuffer([self._texture])

    @property
    def texture(self) -> int:
        """OpenGL ID of the texture with the picture."""
        return int(self._texture.glo)

    @abstractmethod
    def show(self, seconds: float) -> bool:
        """Advance the preview by ``seconds``. If the picture changes, draw it and return True."""

    def close(self) -> None:
        """Release the picture and its universe."""
        self.target.release()
        self._texture.release()


class Previews:
    """Several previews. They are made one after the other, so that the window need not wait for all of them.

    Some seconds after the last input, they slow down.

    Args:
        makers: pairs of a preview's name and the function that makes it.
        motion: the schedule of frames.
        may_fail: True to leave out previews that cannot be made or drawn; False to raise the error.

    Attributes:
        clock: time in seconds for pictures beside the previews that the caller draws anew in each frame. It slows down
            with the previews.
    """

    def __init__(
        self, makers: Iterable[tuple[str, Callable[[], Preview]]], motion: Motion, *, may_fail: bool = False
    ) -> None:
        self._motion = motion
        self._makers = iter(makers)
        self._may_fail = may_fail
        self._made: dict[str, Preview] = {}
        self._passed: dict[str, float] = {}  # seconds that have passed for a preview since it was last advanced
        self._turn_ends = self.clock = 0.0

    def show(self, seconds: float, visible: Collection[str] | None = None) -> dict[str, int]:
        """Advance the previews by ``seconds``; return the OpenGL IDs of their textures, keyed by the preview's name.

        Args:
            seconds: seconds since the last frame.
            visible: names of the previews that are in view. All others are paused. None if all are in view.
        """
        if not any(preview.busy for preview in self._made.values()):
            for name, make in islice(self._makers, 1):
                self._motion.due()
                with self._leaving_out(name):
                    self._made[name] = make()
        if any(preview.busy for preview in self._made.values()):
            self._motion.due()
        shown = [name for name, each in self._made.items() if visible is None or name in visible or each.busy]
        if self._motion.untouched < _LIVELY_FOR:
            self._live(shown, seconds)
        else:
            self._take_turns(shown, seconds)
        return {name: each.texture for name, each in self._made.items() if not (each.busy or each.forms)}

    def _live(self, shown: Sequence[str], seconds: float) -> None:
        """Advance the previews ``shown`` by ``seconds``, those first that have waited longest."""
        self._motion.due(_LIVELY_SECONDS if self._motion.is_calm else 0.0)
        self.clock += seconds
        passed = {name: self._passed.get(name, 0.0) + seconds for name in shown}
        drawn = 0
        for name in sorted(shown, key=lambda name: -passed[name]):
            if drawn < _AT_ONCE:
                drawn += self._advance(name, passed.pop(name))
        self._passed = passed

    def _take_turns(self, shown: Sequence[str], seconds: float) -> None:
        """If the next preview's turn has come, let a second pass for it. Those that are busy advance by ``seconds``."""
        self._passed.clear()
        now = self._motion.now
        for name in [name for name in shown if self._made[name].busy]:
            self._advance(name, seconds)
        if not (moving := [name for name in shown if name in self._made]):
            return
        if now >= self._turn_ends:
            self._turn_ends = now + (_ASLEEP_TURN_SECONDS if self._motion.is_asleep else _TURN_SECONDS)
            self.clock += _TURN_SECONDS
            self._advance(moving[0], _TURN_SECONDS)
            if moving[0] in self._made:
                self._made[moving[0]] = self._made.pop(moving[0])  # the last in turn now
        self._motion.due(self._turn_ends - now)

    def _advance(self, name: str, seconds: float) -> bool:
        """Advance a preview by ``seconds``; return True if it was drawn."""
        is_drawn = False
        preview = self._made[name]
        with self._leaving_out(name):
            is_drawn = preview.show(seconds)
        if is_drawn:
            self._motion.redraw()
        return is_drawn

    @contextmanager
    def _leaving_out(self, name: str) -> Iterator[None]:
        """If the ``with`` block fails, leave out the preview ``name``, or raise the error if none may fail."""
        try:
            yield
        except Exception:
            if not self._may_fail:
                raise
            _LOG.exception("no preview of %s", name)
            if (preview := self._made.pop(name, None)) is not None:
                with suppress(Exception):
                    preview.close()

    def close(self) -> None:
        """Release all previews."""
        for preview in self._made.values():
            preview.close()
        self._made.clear()


class Stills:
    """Still pictures in textures. They are shown until the moving ones are ready.

    Args:
        device: the OpenGL device to draw with.
        paths: the pictures' files, keyed by the picture's name. A picture of four files shows them in two rows.
            Pictures with a file that cannot be read are left out.
        size: (width, height) of the textures in pixels.

    Attributes:
        textures: OpenGL IDs of the pictures' textures, keyed by the picture's name.
    """

    def __init__(self, device: GLDevice, paths: Mapping[str, Sequence[Path]], size: WindowSize) -> None:
        self._device = device
        self._textures: list[moderngl.Texture] = []
        self.textures = dict[str, int]()
        for name, files in paths.items():
            with suppress(OSError):
                self.add(name, _mosaic(files, size))

    def add(self, name: str, picture: Image.Image) -> None:
        """Add an RGBA picture."""
        texture = self._device.context.texture(picture.size, 4, ImageOps.flip(picture).tobytes())
        self._textures.append(texture)
        self.textures[name] = int(texture.glo)

    def close(self) -> None:
        """Release the pictures."""
        self.textures.clear()
        while self._textures:
            self._textures.pop().release()


def _mosaic(files: Sequence[Path], size: WindowSize) -> Image.Image:
    """Return a picture of ``size`` that shows one picture file, or four in two rows, nine in three rows, and so on."""
    rows = isqrt(len(files))
    whole, part = Image.new("RGBA", size), (-(-size[0] // rows), -(-size[1] // rows))
    for number, path in enumerate(files):
        down, across = divmod(number, rows)
        with Image.open(path) as picture:
            whole.paste(picture.convert("RGBA").resize(part), (across * size[0] // rows, down * size[1] // rows))
    return whole


def board_still(plan: BoardPlan, rule: Rule, seed: str, size: WindowSize, look: Look) -> Image.Image:
    """Return the first picture of a :class:`BoardPreview` with these arguments, drawn without the GPU.

    Its cells are plain squares in the colours of ``look``. It takes some milliseconds; the GPU's shaders may take
    seconds.
    """
    cells = _first_cells(plan, rule, seed)
    (rows, columns), camera = cells.shape, _camera(cells.shape, size, fills=False)
    down = np.floor((np.arange(size[1]) + 0.5 - size[1] / 2) / camera.zoom + camera.row).astype(int)
    across = np.floor((np.arange(size[0]) + 0.5 - size[0] / 2) / camera.zoom + camera.column).astype(int)
    colours = np.array(look.colours, np.uint8)
    pixels = colours[cells[np.clip(down, 0, rows - 1)][:, np.clip(across, 0, columns - 1)]]
    pixels[(down < 0) | (down >= rows)] = pixels[:, (across < 0) | (across >= columns)] = look.outside
    return Image.fromarray(pixels).convert("RGBA")


@lru_cache(maxsize=32)  # the start screen opens often
def _first_cells(plan: BoardPlan, rule: Rule, seed: str) -> Cells:
    cells = plan.cells(_rng_of(seed))
    for generation in range(plan.skipped):
        cells = next_generation(cells, rule, generation)
    return cells


def _rng_of(seed: str) -> np.random.Generator:
    return np.random.default_rng(list(seed.encode()))


def _camera(shape: Shape, size: WindowSize, *, fills: bool) -> Camera:
    """Return the camera that shows a board in a picture: the whole board, or so that it fills the picture."""
    if not fills:
        return fit_camera(shape, size)
    rows, columns = shape
    return Camera(rows / 2, columns / 2, max(size[0] / columns, size[1] / rows))


class BoardPreview(Preview):
    """A preview that shows a running board. After a number of generations, it starts again with new cells.

    Args:
        device: the OpenGL device to draw with.
        plan: the first cells, the speed, and the number of generations.
        rule: the board's rule.
        seed: seed for random cells. The same text gives the same boards.
        size: (width, height) of the picture in pixels.
        fills: True to crop the board so that it fills the picture; False to show the whole board.
        picture: name of the look that draws the cells.
        colours: returns the look that has the board's colours, which may change; None for the usual colours.
        reduces_flashing: True to prevent fast changes and glare.
        zoom: factor for the size of the board in the picture.
        waves: True to draw each generation as a wave if the look has one; False to draw it at once.
        forms_for: seconds that the look takes to show the cells; see :attr:`Preview.forms`.
        restarts: True to begin again as soon as the board repeats itself every two generations, as only ash does.
    """

    def __init__(
        self,
        device: GLDevice,
        plan: BoardPlan,
        rule: Rule,
        seed: str,
        size: WindowSize,
        *,
        fills: bool = False,
        picture: str = CELLS,
        colours: Callable[[], Look] | None = None,
        reduces_flashing: bool = False,
        zoom: float = 1.0,
        waves: bool = False,
        forms_for: float = 0.0,
        restarts: bool = False,
    ) -> None:
        super().__init__(device, size)
        self._plan = plan
        self._rng = _rng_of(seed)
        self._look = replace(
            default_look(rule, software=True), grid=plan.grid, picture=picture, reduced_flashing=reduces_flashing
        )
        self._owed = self._undrawn = 0.0
        self._is_new, self._waves = False, waves
        self._restarts, self._before = restarts, (b"", b"")
        self._colours, self._coloured = colours, self._look
        self._follow_colours()
        self._forms_for, self.forms = forms_for, forms_for > 0
        with ExitStack() as on_failure:
            on_failure.callback(super().close)
            cells = plan.cells(self._rng)
            self._engine = on_failure.enter_context(open_on_device(rule, cells.shape, device))
            self._view = BoardView(device, self._engine)
            on_failure.callback(self._view.close)
            camera = _camera(cells.shape, size, fills=fills)
            self._camera = replace(camera, zoom=camera.zoom * zoom)
            self._sow(cells)
            on_failure.pop_all()

    @property
    def look(self) -> Look:
        """How the board is drawn. A change is drawn at once."""
        return self._look

    @look.setter
    def look(self, look: Look) -> None:
        if look != self._look:
            self._look, self._is_new = look, True

    def show(self, seconds: float) -> bool:
        """Advance the preview by ``seconds``. If the picture changes, draw it and return True."""
        self._follow_colours()
        self._owed += seconds
        self._undrawn += seconds
        self._forms_for -= seconds
        self.forms = self._forms_for > 0
        has_stepped = self._owed >= self._plan.seconds
        if has_stepped:
            self._owed %= self._plan.seconds
            self._engine.step()
            if self._engine.generation > self._plan.generations or (self._restarts and self._repeats()):
                self._sow(self._plan.cells(self._rng))
        # Looks ease from one generation to the next; cells do not.
        is_still = self._undrawn < _EASING_SECONDS if self._look.picture != CELLS else not self._has_wave
        if not (has_stepped or self._is_new) and is_still:
            return False
        self._is_new = False
        self._draw()
        return True

    def _repeats(self) -> bool:
        """Return True if the board is what it was two generations ago. Call this after each generation."""
        board = self._engine.read_all().tobytes()
        earlier, self._before = self._before[0], (self._before[1], board)
        return board == earlier

    def _follow_colours(self) -> None:
        """Use the colours of the look that the caller gives now."""
        if self._colours is None or (new := self._colours()) is self._coloured:
            return
        self._coloured = new
        self.look = replace(
            self._look,
            colours=new.colours,
            outside=new.outside,
            border=new.border,
            grid_colour=new.grid_colour,
        )

    def close(self) -> None:
        """Release the picture and its universe."""
        self._view.close()
        self._engine.close()
        super().close()

    @property
    def _has_wave(self) -> bool:
        return self._waves and self._look.wave and self._look.picture == CELLS

    def _draw(self) -> None:
        progress = min(self._owed / self._plan.seconds, 1.0) if self._has_wave else 1.0
        self._view.draw(self.target, BoardFrame(self.size, self._camera, self._look, progress), self._undrawn)
        self._undrawn = 0.0

    def _sow(self, cells: Cells) -> None:
        self._engine.paint(0, 0, cells)
        self._engine.step(self._plan.skipped)
        self._engine.generation = 0
        self._draw()
