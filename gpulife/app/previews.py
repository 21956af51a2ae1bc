"""The moving pictures of the start screen: a small universe of each mode, drawn into a texture of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.levels import built_in_levels
from gpulife.modes import Mode
from gpulife.patterns.pattern import Cells
from gpulife.patterns.soup import soup
from gpulife.patterns.text import text_to_cells
from gpulife.rules import Policy, parse_rule
from gpulife.view.camera import fit
from gpulife.view.gl_board import BoardView
from gpulife.view.look import Look, default_look

_SHAPE, _MASSIVE_SHAPE = (45, 80), (540, 960)
_MASSIVE = 1 << 20  # cells of a mode that is shown from far above
_SECONDS_A_GENERATION = 1 / 12
_GENERATIONS = 240
_TINY = 400  # cells of a mode that is shown as it is, slowly, and anew as soon as little happens
_TINY_SECONDS, _TINY_GENERATIONS = 0.6, 8


class Preview:
    """One mode's universe and its picture.

    Attributes:
        texture: OpenGL's name of the picture.
    """

    def __init__(self, device: GLDevice, mode: Mode, size: tuple[int, int]) -> None:
        rule = parse_rule(mode.rule)
        self._device = device
        self._mode = mode
        self._size = size
        massive = mode.shape[0] * mode.shape[1] > _MASSIVE
        self._tiny = mode.shape[0] * mode.shape[1] <= _TINY
        self._engine = GLCellsEngine(rule, mode.shape if self._tiny else _MASSIVE_SHAPE if massive else _SHAPE, device)
        self._view = BoardView(device, self._engine)
        self._look: Look = replace(default_look(rule, software=True), grid=self._tiny)
        self._texture = device.context.texture(size, 4)
        self._target = device.context.framebuffer([self._texture])
        self._rng = np.random.default_rng(7)
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
        pace = _TINY_SECONDS if self._tiny else _SECONDS_A_GENERATION
        if self._owed < pace:
            return
        self._owed %= pace
        self._engine.step()
        if self._engine.generation > (_TINY_GENERATIONS if self._tiny else _GENERATIONS):
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
        rule = self._engine.rule
        if self._tiny:
            cells = soup(self._engine.shape, 0.5, rule.species, self._rng)
        elif self._mode.density:
            cells = soup(self._engine.shape, self._mode.density, rule.species, self._rng)
        else:
            cells = np.zeros(_SHAPE, np.uint8)
            if self._mode.game == "survivor":
                for place, each in enumerate(built_in_levels()):
                    row, column = place // 2 * 15, place % 2 * 30 + place // 4 * 20
                    cut = each.level.cells[: _SHAPE[0] - row, : _SHAPE[1] - column]
                    cells[row : row + cut.shape[0], column : column + cut.shape[1]] = cut
                self._start(cells)
                return
            if rule.policy is Policy.NET:
                for player in range(rule.species):  # patches: in a mixture all of them die at once
                    row, column = 4 + player // 3 * 21, 3 + player % 3 * 26
                    patch = soup((16, 22), 0.3, 1, self._rng) * np.uint8(player + 1)
                    cells[row : row + 16, column : column + 22] = patch
                self._start(cells)
                return
            if self._mode.game != "study":
                for half, species in ((slice(2, 34), 1), (slice(46, 78), 2)):
                    cells[6:39, half] = soup((33, 32), 0.2, 1, self._rng) * np.uint8(species)
                self._start(cells)
                return
            letters = text_to_cells("STUDY", 1)
            row, column = (_SHAPE[0] - letters.shape[0]) // 2, (_SHAPE[1] - letters.shape[1]) // 2
            letters[:, letters.shape[1] // 2 :] *= np.uint8(2)
            cells[row : row + letters.shape[0], column : column + letters.shape[1]] = letters
        self._start(cells)

    def _start(self, cells: Cells) -> None:
        self._engine.paint(0, 0, cells)
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
