"""The help page with all keys and buttons: one table, in groups."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import Bindings
from gpulife.input.controls import CONTROLS, Control
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Glyph, PadBrand, Piece, Shape, key_glyphs, pad_glyphs
from gpulife.input.names import Input, key_title
from gpulife.window.design import ACCENT, CAPTION, RAISED, STRONG, packed, styled
from gpulife.window.panels.help_search import HelpSearch
from gpulife.window.panels.keycaps import CAPS_HEIGHT, text_with_caps
from gpulife.window.panels.pages import card

_COLUMNS = (("", 1.7), ("Keyboard", 1.5), ("Gamepad", 1.1))
"""Titles and relative widths of the columns."""
_WAYS = ("up", "left", "down", "right")
_WAY = re.compile(rf"-({'|'.join(_WAYS)})(?=-|$)")
_WAY_IN_TITLE = re.compile(rf",? ?\b({'|'.join(_WAYS)})\b", re.IGNORECASE)
_DIGIT = re.compile(r"-\d$")
_OF_PLAYER = re.compile(r"^player\d-")
_BY_NAME = {control.name: control for control in CONTROLS}
_MOUSE: tuple[tuple[str, tuple[Piece, ...]], ...] = (
    ("Draw cells of the chosen species", (Glyph("Left button", Shape.MOUSE, "left"),)),
    ("Erase cells; in contests drag the view", (Glyph("Right button", Shape.MOUSE, "right"),)),
    (
        "Select cells, with any tool",
        (Glyph("Shift", modifier=True), Glyph("Left button", Shape.MOUSE, "left")),
    ),
    ("Drag the view", (Glyph("Middle button", Shape.MOUSE, "wheel"),)),
    ("Zoom at the pointer", (Glyph("Wheel", Shape.MOUSE, "wheel"),)),
    ("Open a pattern, picture or replay", ("Drop its file on the window",)),
)


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A row of the table.

    Attributes:
        group: title of the group that contains the row.
        title: what the keys do.
        keys: pictures of the keys.
        pads: pictures of the buttons of gamepads.
    """

    group: str
    title: str
    keys: tuple[Piece, ...]
    pads: tuple[Piece, ...] = ()

    @property
    def place(self) -> str:
        """The row's name in the search of the help."""
        return f"{self.group}: {self.title}"

    @property
    def words(self) -> str:
        """The row as plain text."""
        named = [_spoken(pieces) for pieces in (self.keys, self.pads) if pieces]
        return f"{self.title}: {', or '.join(named)} ({self.group})" if named else f"{self.title} ({self.group})"


def _spoken(pieces: Iterable[Piece]) -> str:
    words = (piece if isinstance(piece, str) else piece.spoken for piece in pieces)
    return " ".join(filter(None, words)).replace("+ ", "+")


def key_rows(bindings: Bindings, brand: PadBrand) -> list[KeyRow]:
    """Return the rows of the table, those of a group one after the other.

    Controls that differ only in their direction share a row, and so do the digits. The rows of a player name
    that player's keys and the buttons of any gamepad. ``brand`` is that of the gamepads.
    """
    groups: dict[str, list[KeyRow]] = {}
    for alike in _alike():
        first = alike[0]
        if first.name.startswith("pad-") and first.name.replace("pad-", "player1-", 1) in _BY_NAME:
            continue  # is in the rows of both players
        title = first.title if len(alike) == 1 else _WAY_IN_TITLE.sub("", first.title) or "Move"
        title = "Digits 0 to 9" if len(alike) > len(_WAYS) else title
        keys = tuple(
            glyph
            for control, input_ in _inputs(bindings, alike, "key")
            for glyph in key_glyphs(input_, key_title if control.player is None else key_label)
        )
        played = [_BY_NAME.get(_OF_PLAYER.sub("pad-", each.name), each) for each in alike]
        pads = [glyph for _, input_ in _inputs(bindings, played, "pad") for glyph in pad_glyphs(input_, brand)]
        if len(alike) == len(_WAYS):  # a stick, or all four sides of the cross
            pads = list(dict.fromkeys(replace(glyph, symbol="") if glyph.symbol in _WAYS else glyph for glyph in pads))
        groups.setdefault(first.group, []).append(KeyRow(first.group, title, keys, tuple(pads)))
    groups["Mouse"] = [KeyRow("Mouse", title, pieces) for title, pieces in _MOUSE]
    return [row for rows in groups.values() for row in rows]


def _alike() -> Iterator[list[Control]]:
    """Yield all controls: those that share a row in one list, directions in the order of the keys W, A, S and D."""
    by_name: dict[str, list[Control]] = {}
    for control in CONTROLS:
        by_name.setdefault(_DIGIT.sub("-N", _WAY.sub("-WAY", control.name)), []).append(control)
    for name, controls in by_name.items():
        if "-WAY" in name and len(controls) == len(_WAYS):
            yield sorted(controls, key=lambda control: _WAYS.index(_WAY.findall(control.name)[0]))
        elif name == "digit-N":
            yield controls
        else:
            yield from ([control] for control in controls)


def _inputs(bindings: Bindings, alike: Sequence[Control], device: str) -> Iterator[tuple[Control, Input]]:
    """Yield the keys or buttons of controls that share a row: first all controls' first one, then their second ones."""
    bound = [[(each, input_) for input_ in bindings.table[each.name] if input_.device == device] for each in alike]
    rounds = list(zip_longest(*bound))
    for inputs in rounds[:1] if len(alike) > len(_WAYS) else rounds:
        yield from filter(None, inputs)


def draw_all_keys(rows: Iterable[KeyRow], search: HelpSearch) -> None:
    """Draw the table. ``search`` marks the row that was looked for."""
    flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.borders_inner_h
    with card("all keys"), imgui_ctx.begin_table("all keys", len(_COLUMNS), flags) as table:
        if not table:
            return
        for number, (_, width) in enumerate(_COLUMNS):
            imgui.table_setup_column(f"{number}", imgui.TableColumnFlags_.width_stretch, width)
        line, group = imgui.ImVec2(1.0, imgui.get_font_size() * CAPS_HEIGHT), ""
        for row in rows:
            if row.group != group:
                group = row.group
                _draw_group(group)
            imgui.table_next_row()
            imgui.table_next_column()
            search.row(row.place)
            if not imgui.is_rect_visible(line):  # drawing all lines would slow the window down
                imgui.dummy(line)
                continue
            text_with_caps((row.title,))
            for pieces in (row.keys, row.pads):
                imgui.table_next_column()
                text_with_caps(pieces)


def _draw_group(title: str) -> None:
    """Draw the row above a group: its title, and the titles of the columns."""
    imgui.table_next_row()
    imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(RAISED))
    imgui.table_next_column()
    with styled(STRONG):
        text_with_caps((title,), ACCENT)
    for name, _ in _COLUMNS[1:]:
        imgui.table_next_column()
        text_with_caps(("" if title == "Mouse" or (title, name) == ("Gamepad", "Keyboard") else name,), CAPTION)
