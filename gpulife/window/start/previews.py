"""The moving pictures of the start screen: small universes, drawn into textures."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import islice
from math import isqrt
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.games.core.game_spec import Preview as BoardPlan
from gpulife.rules import Cells, Rule
from gpulife.view.camera import Camera, WindowSize, fit_camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.look import Look, default_look
from gpulife.view.pictures import CELLS
from gpulife.window.motion import Motion
from gpulife.window.play.game_picture import GamePicture

_LOG = logging.getLogger(__name__)
_EASING_SECONDS = 0.1
"""Seconds after which an animated look is redrawn although the board has not changed."""


class Preview(ABC):
    """A small moving picture in a texture.

    Args:
        device: the OpenGL device to draw with.
        size: (width, height) of the picture in pixels.

    Attributes:
        busy: True if the universe is still being prepared, so that there is no picture to show.
        size: (width, height) of the picture in pixels.
        target: framebuffer of the picture.
    """

    busy = False

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

    Args:
        makers: pairs of a preview's name and the function that makes it.
        motion: the schedule of frames. Previews stop requesting frames after a while without input.
        may_fail: True to leave out previews that cannot be made or drawn; False to raise the error.
    """

    def __init__(
        self, makers: Iterable[tuple[str, Callable[[], Preview]]], motion: Motion, *, may_fail: bool = False
    ) -> None:
        self._motion = motion
        self._makers = iter(makers)
        self._may_fail = may_fail
        self._made: dict[str, Preview] = {}

    def show(self, seconds: float, visible: Collection[str] | None = None) -> dict[str, int]:
        """Advance the previews by ``seconds``; return the OpenGL IDs of their textures, keyed by the preview's name.

        Args:
            seconds: seconds since the last frame.
            visible: names of the previews that are in view. All others are paused. None if all are in view.
        """
        if not any(preview.busy for preview in self._made.values()):
            for name, make in islice(self._makers, 1):
                self._motion.due()
                try:
                    self._made[name] = make()
                except Exception:
                    if not self._may_fail:
                        raise
                    _LOG.exception("no preview of %s", name)
        if not self._motion.is_calm or any(preview.busy for preview in self._made.values()):
            self._motion.due()
        for name, preview in list(self._made.items()):
            if not (visible is None or name in visible or preview.busy):
                continue
            try:
                if preview.show(seconds):
                    self._motion.redraw()
            except Exception:
                if not self._may_fail:
                    raise
                _LOG.exception("the preview of %s has failed", name)
                del self._made[name]
                with suppress(Exception):
                    preview.close()
        return {name: preview.texture for name, preview in self._made.items() if not preview.busy}

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
        self._textures = []
        self.textures = dict[str, int]()
        for name, files in paths.items():
            with suppress(OSError):
                pixels = ImageOps.flip(_mosaic(files, size))
                texture = device.context.texture(size, 4, pixels.tobytes())
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
        game_picture: the colours of the game's board; None for the colours of universes.
        reduces_flashing: True to prevent fast changes and glare.
        zoom: factor for the size of the board in the picture.
        waves: True to draw each generation as a wave if the look has one; False to draw it at once.
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
        game_picture: GamePicture | None = None,
        reduces_flashing: bool = False,
        zoom: float = 1.0,
        waves: bool = False,
    ) -> None:
        super().__init__(device, size)
        self._plan = plan
        self._rng = np.random.default_rng(list(seed.encode()))
        self._look = replace(
            default_look(rule, software=True), grid=plan.grid, picture=picture, reduced_flashing=reduces_flashing
        )
        if game_picture is not None:
            self._look = game_picture.of(self._look)
        self._owed = self._undrawn = 0.0
        self._is_new, self._waves = False, waves
        with ExitStack() as on_failure:
            on_failure.callback(super().close)
            cells = plan.cells(self._rng)
            rows, columns = cells.shape
            self._engine = on_failure.enter_context(open_on_device(rule, (rows, columns), device))
            self._view = BoardView(device, self._engine)
            on_failure.callback(self._view.close)
            self._camera = fit_camera(self._engine.shape, size)
            if fills:
                self._camera = Camera(rows / 2, columns / 2, max(size[0] / columns, size[1] / rows))
            self._camera = replace(self._camera, zoom=self._camera.zoom * zoom)
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
        self._owed += seconds
        self._undrawn += seconds
        has_stepped = self._owed >= self._plan.seconds
        if has_stepped:
            self._owed %= self._plan.seconds
            self._engine.step()
            if self._engine.generation > self._plan.generations:
                self._sow(self._plan.cells(self._rng))
        # Looks ease from one generation to the next; cells do not.
        is_still = self._undrawn < _EASING_SECONDS if self._look.picture != CELLS else not self._has_wave
        if not (has_stepped or self._is_new) and is_still:
            return False
        self._is_new = False
        self._draw()
        return True

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
