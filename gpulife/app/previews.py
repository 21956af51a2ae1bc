"""The moving pictures of the start screen: a small universe of each mode, drawn into a texture of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpulife.app.preview_starts import start_of
from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.modes import Mode
from gpulife.rules import parse_rule
from gpulife.view.camera import fit
from gpulife.view.gl_board import BoardView
from gpulife.view.look import Look, default_look


class Preview:
    """One mode's universe and its picture.

    Attributes:
        texture: OpenGL's name of the picture.
    """

    def __init__(self, device: GLDevice, mode: Mode, size: tuple[int, int]) -> None:
        rule = parse_rule(mode.rule)
        self._device = device
        self._size = size
        self._start = start_of(mode)
        self._engine = GLCellsEngine(rule, self._start.shape, device)
        self._view = BoardView(device, self._engine)
        self._look: Look = replace(default_look(rule, software=True), grid=self._start.grid)
        self._texture = device.context.texture(size, 4)
        self._target = device.context.framebuffer([self._texture])
        self._rng = np.random.default_rng(list(mode.name.encode()))  # alike each time, and no two alike
        self._owed = 0.0
        self._camera = fit(self._engine.shape, size)
        self._sow()

    @property
    def texture(self) -> int:
        """OpenGL's name of the picture."""
        return int(self._texture.glo)

    def show(self, seconds: float) -> None:
        """Let time pass and draw the picture, if there is anything new."""
        self._owed += seconds
        if self._owed < self._start.seconds:
            return
        self._owed %= self._start.seconds
        self._engine.step()
        if self._engine.generation > self._start.generations:
            self._sow()
        self._draw()

    def close(self) -> None:
        """Release everything."""
        self._view.close()
        self._engine.close()
        self._target.release()
        self._texture.release()

    def _draw(self) -> None:
        self._view.draw(self._target, self._size, self._camera, self._look)

    def _sow(self) -> None:
        self._engine.paint(0, 0, self._start.sow(self._rng))
        self._engine.generation = 0
        self._draw()


class Previews:
    """The previews of several modes, made one a frame so that the window is there at once."""

    def __init__(self, device: GLDevice, modes: tuple[Mode, ...], size: tuple[int, int]) -> None:
        self._device = device
        self._waiting = list(modes)
        self._size = size
        self._made: dict[str, Preview] = {}

    def show(self, seconds: float) -> dict[str, int]:
        """Let time pass; the names of the textures by mode."""
        if self._waiting:
            mode = self._waiting.pop(0)
            self._made[mode.name] = Preview(self._device, mode, self._size)
        for preview in self._made.values():
            preview.show(seconds)
        return {name: preview.texture for name, preview in self._made.items()}

    def close(self) -> None:
        """Release everything."""
        for preview in self._made.values():
            preview.close()
        self._made.clear()
