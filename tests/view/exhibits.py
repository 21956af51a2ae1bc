"""A board that lives, and a look's picture of it, for tests of all looks and for their measurement."""

from __future__ import annotations

import numpy as np
from goldens import Picture as Pixels
from numpy.typing import NDArray

from gpulife.engines import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.rules import Cells, parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_picture import GLPicture
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.pictures import Picture

FRAMES_A_SECOND = 30
_USUAL_HEIGHT = 1000  # pixels of a window in which pictures have the zoom of their records
_NOTICED = 0.1  # of full range
_LIGHT = 0.2126, 0.7152, 0.0722


def regions(shape: tuple[int, int], species: int, density: float, seed: int = 31) -> Cells:
    """Return a soup in which each species holds regions of its own, some of them denser."""
    random = np.random.default_rng(seed)
    noise = np.stack([_smooth(random.random(shape), 8.0) for _ in range(species)])
    thick = density * np.clip(0.25 + 0.55 * noise.max(axis=0), 0, 1.6)
    return ((noise.argmax(axis=0) + 1) * (random.random(shape) < thick)).astype(np.uint8)


def _smooth(field: NDArray[np.float64], deviation: float) -> NDArray[np.float64]:
    """Return a field, blurred on a torus, with mean 0 and deviation 1."""
    down, across = np.fft.fftfreq(field.shape[0])[:, None], np.fft.fftfreq(field.shape[1])[None]
    weight = np.exp(-2 * np.pi**2 * deviation**2 * (down**2 + across**2))
    blurred = np.fft.ifft2(np.fft.fft2(field) * weight).real
    return np.asarray((blurred - blurred.mean()) / blurred.std())


class Exhibit:
    """One look's picture of one board.

    Args:
        device: the device.
        picture: the look's picture.
        window: (width, height) in pixels.
        shape: (rows, columns) of the board.
        rule: name of its rule.
        is_cheap: True for the picture's cheaper form.
        engine: the board's engine; by default one on the device with a soup.
    """

    def __init__(
        self,
        device: GLDevice,
        picture: Picture,
        window: tuple[int, int],
        shape: tuple[int, int],
        rule: str = "QuadLife",
        *,
        is_cheap: bool = False,
        engine: Engine | None = None,
    ) -> None:
        self.device, self.window, self.picture = device, window, picture
        self.engine = engine or open_on_device(parse_rule(rule), shape, device)
        if engine is None:
            self.engine.paint(0, 0, regions(shape, min(4, self.engine.rule.live_states), 0.34))
        self.camera = Camera(shape[0] / 2, shape[1] / 2, max(0.5, picture.zoom * window[1] / _USUAL_HEIGHT))
        with device.current():
            self._resources = ViewResources(device)
            self._source = source_of(self._resources, self.engine, is_patient=True)
            self.drawn = GLPicture(self._resources, self.engine, self._source, picture, is_cheap=is_cheap)
            self._canvas = device.context.framebuffer([device.context.texture(window, 4)])

    def draw(self, seconds: float) -> None:
        """Draw a frame, so many seconds after the last one."""
        with self.device.current():
            self.drawn.draw(self._canvas, self.window, self.camera, (0, 0, *self.window), seconds)

    def shoot(self, seconds: float) -> Pixels:
        """Draw a frame, so many seconds after the last one, and return it."""
        self.draw(seconds)
        with self.device.current():
            pixels = np.frombuffer(self._canvas.read(components=3, alignment=1), np.uint8)
        return pixels.reshape(self.window[1], self.window[0], 3)[::-1].copy()

    def wait(self) -> None:
        """Wait until the device has drawn what it was asked for."""
        with self.device.current():
            self._canvas.read(viewport=(0, 0, 1, 1))

    def live(self, generations: int) -> Exhibit:
        """Let the board live at the look's pace, a small frame for each generation."""
        for _ in range(generations):
            self.engine.step(1)
            self.follow(1 / self.picture.pace)
        return self

    def follow(self, seconds: float) -> None:
        """Draw one pixel, so many seconds after the last frame: the picture follows the board all the same."""
        with self.device.current():
            self.drawn.draw(self._canvas, self.window, self.camera, (0, 0, 1, 1), seconds)

    def flicker(self, seconds: float) -> NDArray[np.float64]:
        """Live at the look's pace; return for each frame the share of pixels whose brightness jumps by over 10 %."""
        before, shares, generations = self._light(), [], 0.0
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            generations += self.picture.pace / FRAMES_A_SECOND
            if generations >= 1:
                self.engine.step(int(generations))
                generations %= 1
            after = self._light()
            shares.append((np.abs(after - before) > _NOTICED).mean())
            before = after
        return np.array(shares)

    def _light(self) -> NDArray[np.float64]:
        return np.asarray(self.shoot(1 / FRAMES_A_SECOND) @ np.array(_LIGHT) / 255)

    def close(self) -> None:
        """Release everything."""
        with self.device.current():
            self.drawn.release()
            self._source.release()
            self._resources.release()
            self.device.bind_permanent_framebuffer()
            self._canvas.color_attachments[0].release()
            self._canvas.release()
        self.engine.close()
