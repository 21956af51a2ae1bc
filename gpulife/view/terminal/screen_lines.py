"""A board as lines of text that fill a terminal: the picture in the middle, a status line below."""

from __future__ import annotations

import numpy as np
from rich.console import Console, ConsoleDimensions
from rich.segment import Segment
from rich.text import Text

from gpulife.engines import Engine
from gpulife.view.palettes import state_colours
from gpulife.view.picture import fit, shrink
from gpulife.view.terminal.half_blocks import half_blocks, plain_characters

Lines = list[list[Segment]]
"""Lines of text as rich prints them."""

_FINENESS = 4  # steps between levels of red, green and blue in shrunk pictures: fewer colours, less to send


def in_colour(console: Console) -> bool:
    """Return whether a console can show half blocks in colour."""
    return console.color_system is not None and not console.no_color and console.encoding.startswith("utf")


def picture_lines(engine: Engine, room: ConsoleDimensions, *, colour: bool) -> Lines:
    """Draw the board as large as it fits into ``room``, but with at most a pixel a cell.

    In colour a character shows two pixels, one above the other; without colour it shows the density of both.
    """
    height, width = fit(engine.shape, (2 * room.height, room.width))
    if not colour:
        lightness = np.full((engine.rule.species + 1, 3), 255, np.uint8)
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
    """Fill all of ``console`` with lines: the picture in the middle, and ``status`` if there is room for it."""
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
    """Print the board once, as wide as the console but of any height, and ``status`` below."""
    rows, columns = engine.shape
    colour = in_colour(console)
    for line in picture_lines(engine, ConsoleDimensions(min(columns, console.width), rows), colour=colour):
        if colour:
            console.print(*(Text(text, style or "") for text, style, _ in line), sep="", soft_wrap=True)
        else:
            console.print("".join(text for text, _, _ in line).rstrip(), markup=False, highlight=False, soft_wrap=True)
    console.print(status, soft_wrap=True)
