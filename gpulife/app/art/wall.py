"""Several monitors: one picture over all of them, the same on each, or one of its own on each."""

from __future__ import annotations

from collections.abc import Callable

from gpulife.app.art.exhibit import Surroundings
from gpulife.app.art.layout import WHOLE, Arrangement, around, covering, part_of
from gpulife.app.art.show import Show
from gpulife.errors import GpulifeError
from gpulife.input.events import Event, KeyEvent, MouseButton
from gpulife.ui.output import Fitting, Output, Part
from gpulife.ui.window import Monitor, Window
from gpulife.view.gl_targets import Target

from gpulife.input.glfw_input import WindowInput  # isort: skip


class Wall:
    """The main window on the first monitor, and an output on each of the others.

    Args:
        window: the main one, which has its place already.
        monitors: all of them, the main window's first.
        arrangement: what they show.
        say: takes lines for the log.
    """

    def __init__(
        self, window: Window, monitors: tuple[Monitor, ...], arrangement: Arrangement, say: Callable[[str], None]
    ) -> None:
        self.arrangement = arrangement
        self.monitors = monitors
        self._window = window
        self._say = say
        self._outputs: dict[str, tuple[Output, WindowInput]] = {}
        self._gone: set[str] = set()
        self._pretended: set[str] = set()
        self._fitting = Fitting(window.device)
        self._canvases: list[Target] = []
        for monitor in monitors[1:]:
            self._open(monitor)

    @property
    def shows(self) -> int:
        """How many shows there are to be drawn."""
        return len(self.monitors) if self.arrangement is Arrangement.INDEPENDENT else 1

    def events(self) -> tuple[Event, ...]:
        """What was pressed on the other monitors."""
        found = [event for _, source in self._outputs.values() for event in source.take()]
        return tuple(event for event in found if isinstance(event, KeyEvent | MouseButton))

    def look(self) -> None:
        """Take notice of monitors that were unplugged or plugged in again."""
        there = {monitor.name: monitor for monitor in self._window.monitors}
        for number, monitor in enumerate(self.monitors):
            is_there = (monitor.handle is None or monitor.name in there) and monitor.name not in self._pretended
            if not is_there and monitor.name not in self._gone:
                self._gone.add(monitor.name)
                self._say(f"monitor {monitor.name} is gone; the others go on")
                if number and (pair := self._outputs.pop(monitor.name, None)):
                    pair[0].close()
            elif is_there and monitor.name in self._gone:
                self._gone.discard(monitor.name)
                self._say(f"monitor {monitor.name} is back")
                if number:
                    self._open(there.get(monitor.name, monitor))

    def unplug(self, name: str, *, gone: bool = True) -> None:
        """Pretend that a monitor is unplugged, or plugged in again."""
        (self._pretended.add if gone else self._pretended.discard)(name)

    def draw(self, shows: list[Show], surroundings: Surroundings, seconds: float, *, main: bool) -> None:
        """Draw each show and bring it to its monitors; to the main window only if ``main``."""
        sizes = self._sizes()
        while len(self._canvases) < len(sizes):
            self._canvases.append(Target(self._window.device, "f1", filtered=True))
        for show, canvas, size, number in zip(shows, self._canvases, sizes, range(len(sizes)), strict=False):
            if self.arrangement is Arrangement.INDEPENDENT and not self._is_seen(number, main=main):
                continue
            show.draw(canvas.sized(size), size, surroundings, seconds)
        self._window.device.context.finish()  # before other contexts look at it
        for number, monitor in enumerate(self.monitors):
            canvas = self._canvases[number if self.arrangement is Arrangement.INDEPENDENT else 0]
            size = sizes[number if self.arrangement is Arrangement.INDEPENDENT else 0]
            pair = self._outputs.get(monitor.name)
            if number == 0 and main:
                target = self._window.device.context.screen
                part = _within(self._part(0, size, self._window.framebuffer_size), size, canvas)
                self._fitting.draw(target, self._window.framebuffer_size, canvas.texture, part)
                target.use()
            elif pair is not None:
                pair[0].show(canvas.texture, _within(self._part(number, size, pair[0].size), size, canvas))

    def close(self) -> None:
        """Close the other windows."""
        for output, _ in self._outputs.values():
            output.close()
        self._outputs.clear()
        for canvas in self._canvases:
            canvas.release()
        self._canvases.clear()
        self._fitting.release()

    def _open(self, monitor: Monitor) -> None:
        try:
            output = Output(self._window, monitor)
        except GpulifeError as error:
            self._say(str(error))
            return
        self._outputs[monitor.name] = output, WindowInput(output.handle)

    def _is_seen(self, number: int, *, main: bool) -> bool:
        return main if number == 0 else self.monitors[number].name in self._outputs

    def _sizes(self) -> list[tuple[int, int]]:
        """Of the pictures, in pixels."""
        if self.arrangement is Arrangement.SPAN:
            return [around(tuple(box_of(monitor) for monitor in self.monitors))[2:]]
        sizes = [self._window.framebuffer_size]
        if self.arrangement is Arrangement.INDEPENDENT:
            for monitor in self.monitors[1:]:
                pair = self._outputs.get(monitor.name)
                sizes.append(pair[0].size if pair is not None and 0 not in pair[0].size else monitor.size)
        return sizes

    def _part(self, number: int, picture: tuple[int, int], screen: tuple[int, int]) -> Part:
        if self.arrangement is Arrangement.SPAN:
            boxes = tuple(box_of(monitor) for monitor in self.monitors)
            return part_of(boxes[number], around(boxes))
        return covering(picture, screen) if self.arrangement is Arrangement.MIRROR else WHOLE


def box_of(monitor: Monitor) -> tuple[int, int, int, int]:
    """(left, top, width, height) on the desktop."""
    return *monitor.position, *monitor.size


def _within(part: Part, size: tuple[int, int], canvas: Target) -> Part:
    """A part of a picture as a part of the texture that it lies in, which may be larger."""
    width, height = size[0] / canvas.texture.width, size[1] / canvas.texture.height
    return part[0] * width, part[1] * height, part[2] * width, part[3] * height
