"""Draws BioWar's screen: the line with the turn, a box for each player, new cells, the conversation, function keys.

It surrounds the board and shows the game's ``Screen``; only the conversation and the keys are widgets.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.biowar.observation import Box, Mark, Screen
from gpulife.view.look import RGB
from gpulife.window.games.biowar.conversation import (
    GAP,
    LARGE,
    MIDDLE,
    SMALL,
    Frame,
    HudRequest,
    TalkFields,
    draw_talk,
    heights,
    is_low,
)
from gpulife.window.panels.draw_primitives import BRIGHT, QUIET, WHITE, code, code_of, ink_of, rectangle, text
from gpulife.window.panels.widgets import elided, width_of

_MAX_BOX = 330.0  # pixels on a 96 dpi screen
_GLYPHS = (0.44, 0.72, 1.0)
"""Sides of the three sizes of cells, as shares of the largest, as the board draws them."""
_GROUND = (0.06, 0.068, 0.09, 0.94)
_URGENT = (1.0, 0.45, 0.3, 1.0)
_URGENT_SECONDS = 5
_HIDDEN = (150, 150, 160)
"""Colour of new cells that their player hides."""


def draw_biowar(screen: Screen, frame: Frame, keys: Sequence[tuple[str, str]], fields: TalkFields) -> HudRequest | None:
    """Draw everything into the present frame of Dear ImGui; return the user's request, if any.

    Args:
        screen: content of the screen.
        frame: free part of the window.
        keys: names and present meanings of OPTION, SELECT and START.
        fields: state of the input line.
    """
    scale = imgui.get_style().font_scale_dpi
    _draw_marks(screen.marks, frame)
    _draw_numbers(screen, frame)
    _draw_top(screen, frame, scale)
    _draw_boxes(screen.boxes, frame, scale)
    return draw_talk(screen, frame, keys, fields, scale)


def _draw_top(screen: Screen, frame: Frame, scale: float) -> None:
    """Draw turn, phase and seconds, and a bar with the rest of the phase under them."""
    urgent = screen.seconds is not None and screen.seconds <= _URGENT_SECONDS
    gap = GAP * scale
    text(f"Turn {screen.turn}", frame.left + gap, 4 * scale, WHITE, size=LARGE)
    text(screen.phase, (frame.left + frame.right) / 2, 4 * scale, BRIGHT, align=0.5, size=LARGE)
    if screen.seconds is not None:
        text(f"{screen.seconds} s", frame.right - gap, 4 * scale, _URGENT if urgent else WHITE, align=1.0, size=LARGE)
    y, left, right = 44 * scale, frame.left + gap, frame.right - gap
    rectangle((left, y), (right, y + 4 * scale), (0.3, 0.33, 0.4, 0.6))
    rectangle((left, y), (left + (right - left) * screen.share, y + 4 * scale), _URGENT if urgent else BRIGHT)


def _draw_marks(marks: Sequence[Mark], frame: Frame) -> None:
    """Draw new cells in their players' colours, nested where several want one place; hidden ones are grey."""
    pen = imgui.get_background_draw_list()
    for mark in marks:
        row, column = mark.place
        (x, y), (end, _) = frame.pixel(row + 0.5, column + 0.5), frame.pixel(row + 0.5, column + 1.0)
        half = (end - x) * 0.8
        reach = half * (1 - mark.rank / mark.rivals)
        rgb = _HIDDEN if mark.hidden else frame.colours[mark.player + 1]
        corner, low = imgui.ImVec2(x - reach, y - reach), imgui.ImVec2(x + reach, y + reach)
        if mark.hidden:
            pen.add_rect_filled(corner, low, code_of(rgb, 0.35), reach / 4)
            continue
        pen.add_rect_filled(corner, low, code_of(rgb, 0.75 if frame.bright else 0.4), reach / 4)
        pen.add_rect(corner, low, code_of(rgb, 1.0), reach / 4, max(1.0, half / 7))


def _draw_numbers(screen: Screen, frame: Frame) -> None:
    """Draw the players' numbers at their cursors: not everybody can tell six colours apart."""
    for player, (row, column) in screen.cursors:
        x, y = frame.pixel(row, column + 1.0)
        text(str(player + 1), x + 3, y - 16, ink_of(frame.colours[player + 1]), size=SMALL)


def _draw_boxes(boxes: Sequence[Box], frame: Frame, scale: float) -> None:
    if not boxes:
        return
    pen = imgui.get_background_draw_list()
    _, high, talk = heights()
    gap, top = GAP * scale, frame.bottom - (talk + high + 2 * GAP) * scale
    room = frame.right - frame.left - gap
    wide = min(room / len(boxes), _MAX_BOX * scale)
    left = frame.left + gap + (room - wide * len(boxes)) / 2
    for number, box in enumerate(boxes):
        x, end = left + number * wide, left + (number + 1) * wide - gap
        rgb = frame.colours[box.player + 1]
        corner, low = imgui.ImVec2(x, top), imgui.ImVec2(end, top + high * scale)
        pen.add_rect_filled(corner, low, code(_GROUND), 6 * scale)
        pen.add_rect(
            corner, low, code_of(rgb, 0.95 if box.active else 0.3), 6 * scale, (2.0 if box.active else 1.0) * scale
        )
        _draw_box(box, (x + 10 * scale, end - 10 * scale, top + 6 * scale), rgb, scale, bright=frame.bright)


def _draw_box(box: Box, strip: tuple[float, float, float], rgb: RGB, scale: float, *, bright: bool) -> None:
    """Draw a player's name and score, the number of cells of each size, and the player's status."""
    left, right, y = strip
    faint = 1.0 if box.active else 0.55
    ink = ink_of(rgb, faint)
    score = box.points
    text(score, right, y, (*WHITE[:3], faint), align=1.0, size=MIDDLE)
    name = elided(f"{box.player + 1}  {box.name}", right - left - width_of(score, MIDDLE) - 6 * scale, MIDDLE)
    text(name, left, y, ink, size=MIDDLE)
    status = QUIET if not box.urgent else _URGENT if bright else BRIGHT
    if is_low():
        cells = str(box.cells)
        text(cells, right, y + 24 * scale, (*WHITE[:3], faint), align=1.0, size=SMALL)
        words = elided(box.status, right - left - width_of(cells, SMALL) - 6 * scale, SMALL)
        text(words, left, y + 24 * scale, status, size=SMALL)
        return
    y += 30 * scale
    side, column = 15 * scale, (right - left) / 3
    for number, count in enumerate(box.sizes or (box.cells,)):
        half = side * _GLYPHS[number if box.sizes else 1] / 2
        x, middle = left + number * column + side / 2, y + side / 2 + scale
        rectangle((x - half, middle - half), (x + half, middle + half), ink, half / 3)
        text(str(count), x + side / 2 + 5 * scale, y - 3 * scale, (*WHITE[:3], faint), size=SMALL)
    y += 25 * scale
    text(elided(box.status, right - left, SMALL), left, y, status, size=SMALL)
