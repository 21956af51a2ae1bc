"""Shows a board as text in a terminal, and reads the keys pressed there."""

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Console, ConsoleDimensions
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from gpulife.engines import Engine
from gpulife.rules import Rule
from gpulife.view.board_export import fit_size, shrink
from gpulife.view.palettes import hex_colour, state_colours, to_oklab

# Keys pressed in a terminal, read one by one without waiting for a line to end; POSIX and Windows.

_NAMES = {" ": "space", "\r": "return", "\n": "return", "\x1b": "escape"}


class Keys(Protocol):
    """A source of key presses."""

    def read(self, timeout: float) -> str | None:
        """Wait up to ``timeout`` seconds for a key: a character, "space", "return" or "escape"; None if none comes.

        Cursor and function keys are ignored. If the terminal has been closed, return "q".
        """


class NoKeys:
    """A source of key presses for an input that is not a terminal. No key is ever pressed."""

    def read(self, timeout: float) -> str | None:
        """Wait for ``timeout`` seconds and return None."""
        time.sleep(timeout)
        return None


if sys.platform == "win32":
    import msvcrt

    class _ConsoleKeys:
        def read(self, timeout: float) -> str | None:
            until = time.monotonic() + timeout
            while not msvcrt.kbhit():
                if time.monotonic() >= until:
                    return None
                time.sleep(0.005)
            key = msvcrt.getwch()
            if key in "\x00\xe0":  # prefix of a cursor or function key
                msvcrt.getwch()
                return None
            return _NAMES.get(key, key)

    @contextmanager
    def keyboard() -> Iterator[Keys]:
        """Read keys inside the ``with`` block."""
        yield _ConsoleKeys() if sys.stdin is not None and sys.stdin.isatty() else NoKeys()

else:
    import os
    import re
    import select
    import termios
    import tty

    _SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\x1b\[O])")
    _REST_OF_SEQUENCE = 0.03  # seconds after which an escape character means the Escape key

    class TerminalKeys:
        """The keys pressed in the terminal with the file descriptor ``fd``. The terminal must not be in line mode."""

        def __init__(self, fd: int) -> None:
            self._fd = fd
            self._keys: deque[str] = deque()

        def read(self, timeout: float) -> str | None:
            """Wait up to ``timeout`` seconds for a key; return None if none comes. See :meth:`Keys.read`."""
            if not self._keys and self._arrives(timeout):
                data = self._bytes()
                if data.endswith("\x1b") and self._arrives(_REST_OF_SEQUENCE):
                    data += self._bytes()
                self._keys.extend(_NAMES.get(key, key) for key in _SEQUENCE.sub("", data))
            return self._keys.popleft() if self._keys else None

        def _arrives(self, timeout: float) -> bool:
            return bool(select.select([self._fd], [], [], timeout)[0])

        def _bytes(self) -> str:
            try:
                data = os.read(self._fd, 1024)
            except OSError:
                data = b""
            return data.decode("utf-8", "replace") or "q"

    @contextmanager
    def keyboard() -> Iterator[Keys]:
        """Read keys inside the ``with`` block; afterwards, the terminal is as before.

        Ctrl-C interrupts the program as usual. Ctrl-Z does not suspend it, since its picture would stay in the shell.
        """
        if sys.stdin is None or not sys.stdin.isatty():
            yield NoKeys()
            return
        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)
        try:
            tty.setcbreak(fd)
            modes = termios.tcgetattr(fd)
            modes[6][termios.VSUSP] = b"\0"
            termios.tcsetattr(fd, termios.TCSADRAIN, modes)
            yield TerminalKeys(fd)
        finally:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(fd, termios.TCSAFLUSH, before)


# A board as lines of text that fill a terminal: the picture in the middle, a status line below. The picture uses half
# blocks in colour, two pixels per character, or plain characters if there is no colour.

_UPPER_HALF = "\N{UPPER HALF BLOCK}"
_RAMP = np.array(list(" .:-=+*#%@"))


Lines = list[list[Segment]]
"""Lines of text. Each is a list of segments that the library rich prints."""

_FINENESS = 4  # step between levels of red, green and blue in shrunk pictures: fewer colours, less output


def in_colour(console: Console) -> bool:
    """Return True if a console can show block characters in colour."""
    return console.color_system is not None and not console.no_color and console.encoding.startswith("utf")


def picture_lines(engine: Engine, room: ConsoleDimensions, *, colour: bool) -> Lines:
    """Draw the board as large as ``room`` allows, with at most one pixel per cell.

    In colour, a character shows two pixels, one above the other. Without colour, a character shows how dense live cells
    are in both pixels together.
    """
    height, width = fit_size(engine.shape, (2 * room.height, room.width))
    if not colour:
        lightness = np.full((engine.rule.live_states + 1, 3), 255, np.uint8)
        lightness[0] = 0
        characters = plain_characters(shrink(engine.read_all(), lightness, ((height + 1) // 2, width)))
        return [[Segment(line)] for line in characters]
    colours = state_colours(engine.rule)
    pixels = shrink(engine.read_all(), colours, (height, width))
    if (height, width) != engine.shape:
        pixels = pixels // _FINENESS * _FINENESS
    if height % 2:
        pixels = np.concatenate([pixels, np.broadcast_to(colours[0], (1, width, 3))])
    return half_blocks(pixels)


def screen_lines(engine: Engine, console: Console, status: Text) -> Lines:
    """Return lines that fill the console: the picture in the middle, and ``status`` if there is room."""
    columns, rows = console.size
    has_status = rows > 1
    room = ConsoleDimensions(columns, rows - has_status)
    picture = picture_lines(engine, room, colour=in_colour(console))
    width = sum(segment.cell_length for segment in picture[0])
    left = (columns - width) // 2
    above = (room.height - len(picture)) // 2
    blank = [Segment(" " * columns)]
    margins = [Segment(" " * left)], [Segment(" " * (columns - width - left))]
    lines = [blank] * above + [[*margins[0], *line, *margins[1]] for line in picture]
    lines += [blank] * (room.height - len(lines))
    if has_status:
        line = status.copy()
        line.truncate(columns, overflow="ellipsis" if in_colour(console) else "crop", pad=True)
        lines.append(list(line.render(console, end="")))
    return lines


def print_picture(engine: Engine, console: Console, status: Text) -> None:
    """Print the board once, and ``status`` below it. The picture may be higher than the console, but not wider."""
    rows, columns = engine.shape
    colour = in_colour(console)
    for line in picture_lines(engine, ConsoleDimensions(min(columns, console.width), rows), colour=colour):
        if colour:
            console.print(*(Text(text, style or "") for text, style, _ in line), sep="", soft_wrap=True)
        else:
            console.print("".join(text for text, _, _ in line).rstrip(), markup=False, highlight=False, soft_wrap=True)
    console.print(status, soft_wrap=True)


def population_text(rule: Rule, population: Iterable[int], width: int = 0) -> Text:
    """Return a census as text: species' names and numbers of cells, right-aligned to ``width``, in species' colours."""
    text = Text()
    names = rule.census_names
    for name, colour, count in zip(names, state_colours(rule)[1 : len(names) + 1], population, strict=True):
        text.append("  " if text else "")
        text.append(f"{name} {count:>{width},}", hex_colour(colour))
    return text


def half_blocks(pixels: NDArray[np.uint8]) -> list[list[Segment]]:
    """Return lines of text that show ``pixels``, shape (even height, width, 3), sRGB: two pixels per character.

    The upper pixel is the character's foreground, the lower one its background.
    """
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    upper, lower = packed[::2], packed[1::2]
    starts_run = np.ones(upper.shape, bool)
    starts_run[:, 1:] = (upper[:, 1:] != upper[:, :-1]) | (lower[:, 1:] != lower[:, :-1])
    starts = np.flatnonzero(starts_run)
    lengths = np.diff(starts, append=upper.size).tolist()
    segments = [
        Segment((" " if above == below else _UPPER_HALF) * length, _style(above, below))
        for above, below, length in zip(
            upper.reshape(-1)[starts].tolist(), lower.reshape(-1)[starts].tolist(), lengths, strict=True
        )
    ]
    ends = np.cumsum(np.count_nonzero(starts_run, axis=1)).tolist()
    return [segments[start:end] for start, end in pairwise([0, *ends])]


def plain_characters(pixels: NDArray[np.uint8]) -> list[str]:
    """Return lines of ASCII that show how light each pixel is, for ``pixels`` of shape (height, width, 3)."""
    lightness = to_oklab(pixels)[..., 0]
    return ["".join(line) for line in _RAMP[np.rint(lightness * (len(_RAMP) - 1)).astype(int)]]


@lru_cache(maxsize=1 << 15)
def _style(upper: int, lower: int) -> Style:
    background = _colour(lower)
    return Style(bgcolor=background) if upper == lower else Style(color=_colour(upper), bgcolor=background)


@lru_cache(maxsize=1 << 15)
def _colour(packed: int) -> Color:
    return Color.from_rgb(packed >> 16, packed >> 8 & 255, packed & 255)
