"""Pictures of boards for the tests of the GL view: offscreen, with fixed seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import numpy as np
from goldens import Picture
from numpy.typing import NDArray

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.rules import Rule, parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.look import Look

WINDOW = (480, 300)


class Studio:
    """One board with its view, and a framebuffer to draw it into."""

    def __init__(
        self,
        device: GLDevice,
        rule: str,
        shape: tuple[int, int],
        max_rows: int | None = None,
        engine_type: type[GLEngine] = GLCellsEngine,
    ) -> None:
        self.device = device
        self.rule: Rule = parse_rule(rule)
        self.engine = engine_type(self.rule, shape, device, max_rows=max_rows)
        self.view = BoardView(device, self.engine, few_effects=False)

    def soup(self, density: float = 0.35, seed: int = 1) -> Studio:
        random = np.random.default_rng(seed)
        states = random.integers(1, self.rule.live_states + 1, self.engine.shape)
        self.engine.paint(0, 0, np.where(random.random(self.engine.shape) < density, states, 0).astype(np.uint8))
        return self

    def paint(self, row: int, column: int, cells: NDArray[np.uint8]) -> Studio:
        self.engine.paint(row, column, cells)
        return self

    def live(self, generations: int, camera: Camera, look: Look) -> Studio:
        """Step and draw each generation, so that the effects have a past."""
        for _ in range(generations):
            self.shoot(camera, look)
            self.engine.step(1)
        return self

    def shoot(self, camera: Camera, look: Look, window: tuple[int, int] = WINDOW, **how: object) -> Picture:
        with self.device.current():
            texture = self.device.context.texture(window, 3)
            target = self.device.context.framebuffer([texture])
            seconds = how.pop("seconds", 1 / 60)
            self.view.draw(target, BoardFrame(window, camera, look, **how), seconds)  # type: ignore[arg-type]
            pixels = np.frombuffer(target.read(components=3, alignment=1), np.uint8)
            assert self.device.context.error == "GL_NO_ERROR"
            self.device.bind_permanent_framebuffer()
            target.release()
            texture.release()
        return pixels.reshape(window[1], window[0], 3)[::-1].copy()

    def close(self) -> None:
        self.view.close()
        self.engine.close()


OpenStudio = Callable[..., Studio]


def studios(device: GLDevice) -> Iterator[OpenStudio]:
    """Opens studios and closes them after the test."""
    with ExitStack() as stack:

        def open_(rule: str, shape: tuple[int, int], max_rows: int | None = None) -> Studio:
            studio = Studio(device, rule, shape, max_rows)
            stack.callback(studio.close)
            return studio

        yield open_
