"""Shows art on several monitors: one picture across all, the same picture on each, or a different one on each."""

import logging
import re
from collections.abc import Sequence
from enum import StrEnum

from gpulife.errors import GpulifeError
from gpulife.input.events import Event, KeyEvent, MouseButton
from gpulife.input.glfw_input import WindowInput
from gpulife.view.gl_render_target import Target
from gpulife.window.art.scene_view import DisplayConditions
from gpulife.window.art.slideshow import Slideshow
from gpulife.window.glfw_window import Monitor, Window
from gpulife.window.secondary_window import SecondaryWindow, TextureBlit, TexturePart

# Computes the part of a picture that each monitor shows.

Box = tuple[int, int, int, int]
"""A part of the desktop: (left, top, width, height) in units of the desktop."""
PicturePart = tuple[float, float, float, float]
"""A part of a picture: (left, bottom, width, height) as shares of the picture, 0 to 1, from its lower left corner."""
WHOLE_PICTURE: PicturePart = (0.0, 0.0, 1.0, 1.0)

_REGION = re.compile(r"(\d{2,5})x(\d{2,5})\+(\d{1,5})\+(\d{1,5})", re.ASCII)


class Arrangement(StrEnum):
    """How several monitors share the pictures."""

    ONE = "one"
    SPAN = "span"
    MIRROR = "mirror"
    INDEPENDENT = "independent"


def parse_region(text: str) -> Box | None:
    """Parse a part of the desktop written as WIDTHxHEIGHT+LEFT+TOP; return None for any other text.

    Raises:
        GpulifeError: the part is too small for a picture.
    """
    found = _REGION.fullmatch(text)
    if found is None:
        return None
    width, height, left, top = map(int, found.groups())
    if min(width, height) < 64:
        raise GpulifeError(f"--monitor {text}: a part of the desktop should be at least 64x64")
    return left, top, width, height


def bounding_box(boxes: tuple[Box, ...]) -> Box:
    """Return the smallest box that contains all boxes."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def part_of(box: Box, whole: Box) -> PicturePart:
    """Return the part of a picture that lies in ``box``, where the whole picture fills the box ``whole``."""
    left, top, width, height = whole
    below = top + height - box[1] - box[3]
    return (box[0] - left) / width, below / height, box[2] / width, box[3] / height


def crop_to_fill(picture: tuple[int, int], screen: tuple[int, int]) -> PicturePart:
    """Return the largest centred part of a picture with the proportions of a screen; sizes are (width, height)."""
    wide, high = screen[0] / picture[0], screen[1] / picture[1]
    width, height = (1.0, high / wide) if wide >= high else (wide / high, 1.0)
    return (1 - width) / 2, (1 - height) / 2, width, height


_LOG = logging.getLogger(__name__)


class MultiMonitor:
    """The main window on the first monitor, and a secondary window on each other monitor.

    Args:
        window: main window, already on its monitor.
        monitors: all monitors, beginning with the main window's.
        arrangement: how the monitors share the pictures.
    """

    def __init__(self, window: Window, monitors: tuple[Monitor, ...], arrangement: Arrangement) -> None:
        self.arrangement = arrangement
        self.monitors = monitors
        self._window = window
        self._outputs: dict[str, tuple[SecondaryWindow, WindowInput]] = {}
        self._unplugged: set[str] = set()
        self._pretended_gone: set[str] = set()
        self._blit = TextureBlit(window.device)
        self._canvases = [Target(window.device, "f1", filtered=True) for _ in range(self.show_count)]
        self._boxes: tuple[Box, ...] = tuple((*monitor.position, *monitor.size) for monitor in monitors)
        for monitor in monitors[1:]:
            self._open(monitor)

    @property
    def show_count(self) -> int:
        """Number of different slideshows to draw."""
        return len(self.monitors) if self.arrangement is Arrangement.INDEPENDENT else 1

    @property
    def main_offset(self) -> tuple[int, int]:
        """Where the main window's upper left corner lies in the first slideshow's picture: (right, down) in pixels."""
        if self.arrangement is not Arrangement.SPAN:
            return 0, 0
        left, top, _, _ = bounding_box(self._boxes)
        return self._boxes[0][0] - left, self._boxes[0][1] - top

    def events(self) -> tuple[Event, ...]:
        """Return the key and mouse button events of the other monitors."""
        found = [event for _, source in self._outputs.values() for event in source.take()]
        return tuple(event for event in found if isinstance(event, KeyEvent | MouseButton))

    def check_monitors(self) -> None:
        """Close the windows on monitors that were unplugged. Open windows on monitors that were plugged in again."""
        connected = {monitor.name: monitor for monitor in self._window.monitors}
        for number, monitor in enumerate(self.monitors):
            is_there = (
                monitor.handle is None or monitor.name in connected
            ) and monitor.name not in self._pretended_gone
            if not is_there and monitor.name not in self._unplugged:
                self._unplugged.add(monitor.name)
                _LOG.info("monitor %s is gone; the others continue", monitor.name)
                if number and (pair := self._outputs.pop(monitor.name, None)):
                    pair[0].close()
            elif is_there and monitor.name in self._unplugged:
                self._unplugged.discard(monitor.name)
                _LOG.info("monitor %s is back", monitor.name)
                if number:
                    self._open(connected.get(monitor.name, monitor))

    def unplug(self, name: str, *, gone: bool = True) -> None:
        """For tests, treat the monitor called ``name`` as unplugged or, if ``gone`` is False, as plugged in again."""
        (self._pretended_gone.add if gone else self._pretended_gone.discard)(name)

    def draw(self, shows: list[Slideshow], conditions: DisplayConditions, seconds: float, *, main: bool) -> None:
        """Draw each slideshow on its monitors. Leave out the main window if ``main`` is False."""
        sizes = [self._size(number) for number in range(self.show_count)]
        for number, (show, canvas, size) in enumerate(zip(shows, self._canvases, sizes, strict=False)):
            is_seen = main if number == 0 else self.monitors[number].name in self._outputs
            if is_seen or self.arrangement is not Arrangement.INDEPENDENT:
                show.draw(canvas.sized(size), size, conditions, seconds)
        self._window.device.context.finish()  # wait before other contexts read the textures
        for number, monitor in enumerate(self.monitors):
            picture = min(number, self.show_count - 1)
            texture, size = self._canvases[picture].texture, sizes[picture]
            if number == 0 and main:
                screen, window_size = self._window.device.context.screen, self._window.framebuffer_size
                self._blit.draw(screen, window_size, texture, self._part(0, size, window_size, texture.size))
                screen.use()
            elif (pair := self._outputs.get(monitor.name)) is not None:
                pair[0].show(texture, self._part(number, size, pair[0].size, texture.size))

    def close(self) -> None:
        """Close the secondary windows."""
        for output, _ in self._outputs.values():
            output.close()
        self._outputs.clear()
        for canvas in self._canvases:
            canvas.release()
        self._canvases.clear()
        self._blit.release()

    def _open(self, monitor: Monitor) -> None:
        try:
            output = SecondaryWindow(self._window, monitor)
        except GpulifeError as error:
            _LOG.info(error)
            return
        self._outputs[monitor.name] = output, WindowInput(output.handle)

    def _size(self, number: int) -> tuple[int, int]:
        """Return (width, height), in pixels, of the picture of the slideshow with index ``number``."""
        if self.arrangement is Arrangement.SPAN:
            return bounding_box(self._boxes)[2:]
        if number == 0:
            return self._window.framebuffer_size
        pair = self._outputs.get(self.monitors[number].name)
        return pair[0].size if pair is not None and 0 not in pair[0].size else self.monitors[number].size

    def _part(
        self, number: int, picture: tuple[int, int], screen: tuple[int, int], texture: tuple[int, int]
    ) -> TexturePart:
        """Return the part of a texture to show on the monitor with index ``number``.

        ``picture``, ``screen`` and ``texture`` are sizes (width, height) in pixels. The picture lies in the texture's
        lower left corner.
        """
        match self.arrangement:
            case Arrangement.SPAN:
                part = part_of(self._boxes[number], bounding_box(self._boxes))
            case Arrangement.MIRROR:
                part = crop_to_fill(picture, screen)
            case _:
                part = WHOLE_PICTURE
        width, height = picture[0] / texture[0], picture[1] / texture[1]
        return part[0] * width, part[1] * height, part[2] * width, part[3] * height


def find_monitors(
    window: Window, names: Sequence[str], arrangement: Arrangement, *, strict: bool
) -> tuple[Monitor, ...]:
    """Return the monitors on which to show art, beginning with the main window's.

    Args:
        window: window, which lists the connected monitors.
        names: names or numbers of monitors, or parts of the desktop as in :func:`parse_region`; empty for all monitors.
        arrangement: how the monitors share the pictures.
        strict: True to raise an error for a missing monitor; False to leave out missing monitors.

    Raises:
        GpulifeError: a monitor is missing, or several monitors are given but no arrangement.
    """
    if not names:
        return tuple(window.monitors)
    found = []
    for name in names:
        if (box := parse_region(name)) is not None:
            found.append(Monitor(name, box[:2], box[2:], None))
            continue
        if strict:
            window.require_monitor(name)
        if (monitor := window.find_monitor(name)) is not None:
            found.append(monitor)
    if arrangement is Arrangement.ONE and len(found) > 1:
        raise GpulifeError(
            f"--monitor is given {len(found)} times: add --span, --mirror or --independent, or give it once"
        )
    return tuple({monitor.name: monitor for monitor in found}.values())
