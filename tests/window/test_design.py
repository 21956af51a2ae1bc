"""The design's tokens: readable colours, text styles, fonts; and no screen has a colour or a size of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from imgui_bundle import icons_fontawesome_6, imgui
from window.imgui_fonts import window_fonts

from gpulife.window import design
from gpulife.window.design import BODY, RGBA, STRONG, TEXT_ON, TextStyle, eased, styled

ROOT = Path(__file__).parents[2]
WINDOW = ROOT / "gpulife" / "window"
PAGE = ROOT / "docs" / "dev" / "design.md"

TOKENS = {name: value for name, value in vars(design).items() if name.isupper() and name not in ("RGBA", "RGB")}
COLOURS = {name for name, value in TOKENS.items() if isinstance(value, tuple) and name != "TEXT_ON"}
STYLES = {name: value for name, value in TOKENS.items() if isinstance(value, TextStyle)}
LENGTHS = {name for name, value in TOKENS.items() if isinstance(value, float)}

PICTURES = {
    "games/biowar/hud.py": "the blue terminal",
    "games/survivor/hud.py": "the land, and the button that ends a turn",
    "games/survivor/pages.py": "the pie of levels",
    "games/survivor/sprites.py": "pieces on the land",
    "panels/keycaps.py": "symbols as they are printed on a pad",
    "play/game_picture.py": "grounds and frames of games",
    "phones/qr_code.py": "black on white, as phones read it",
    "recorder.py": "red, as on every recorder",
    "start/entries_page.py": "icons of computed sizes",
}
"""The files that may have colours or sizes of their own, and for what."""
OWN = {
    "a colour of Dear ImGui": re.compile(r"ImVec4\((?!\*)"),
    "a colour": re.compile(r"(?<!PicturePart = )(?<!Camera)\(([01]\.\d+, ){2,3}[01](\.\d+)?\)"),
    "a colour of bytes": re.compile(r"\((?=[^)]*\d\d)\d{1,3}, \d{1,3}, \d{1,3}\)"),
    "a size of text": re.compile(r"push_font\("),
    "a size in place of a style's": re.compile(r"\bsize=\d|fitting_size\([^()]*, \d+\.0\)"),
}
"""What only design.py has: its name, and how to find it."""


def luminance(colour: RGBA) -> float:
    """Return WCAG's relative luminance of an opaque colour, 0 to 1."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: RGBA, second: RGBA) -> float:
    """Return WCAG's contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def name_of(colour: RGBA) -> str:
    return next(name for name in COLOURS if TOKENS[name] == colour)


def test_contrast_of_known_colours() -> None:
    assert contrast((0, 0, 0, 1), (1, 1, 1, 1)) == pytest.approx(21)
    assert contrast((0.466667, 0.466667, 0.466667, 1), (1, 1, 1, 1)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("text", "ground"), TEXT_ON, ids=[f"{name_of(a)} on {name_of(b)}" for a, b in TEXT_ON])
def test_text_is_readable(text: RGBA, ground: RGBA) -> None:
    assert contrast(text, ground) >= 4.5


def test_every_colour_of_text_is_in_the_table() -> None:
    grounds = {"GROUND", "SURFACE", "RAISED", "HOVERED", "PRESSED", "LINE", "CHOSEN", "NOTICE_GROUND", "DANGER_GROUND"}
    marks = {"DEATH"}  # on cells, not of text
    assert {name_of(text) for text, _ in TEXT_ON} == COLOURS - grounds - marks | {"GROUND"}


def test_six_sizes_and_two_weights() -> None:
    assert len({style.size for style in STYLES.values()}) == 6
    assert {style.bold for style in STYLES.values()} == {False, True}


def test_motion_begins_fast_and_ends() -> None:
    assert (eased(-1), eased(0), eased(1), eased(2)) == (0, 0, 1, 1)
    assert eased(0.5) > 0.5


EXAMPLES = {
    "a colour of Dear ImGui": ("imgui.ImVec4(0.2, 0.42, 0.7, 1.0)", "vec4(CHOSEN)"),
    "a colour": ("_GROUND = (0.02, 0.025, 0.04)", "(x, 0.0)"),
    "a colour of bytes": ("rgba_of((176, 186, 200), alpha)", "for rounds in (3, 5, 7)"),
    "a size of text": ("imgui_ctx.push_font(None, 22.0)", "styled(LEAD)"),
    "a size in place of a style's": ("size=16.0", "size=BODY.size"),
}
"""For each search, what it finds and what it does not."""


@pytest.mark.parametrize("what", OWN)
def test_search(what: str) -> None:
    found, other = EXAMPLES[what]
    assert OWN[what].search(found)
    assert not OWN[what].search(other)


@pytest.mark.parametrize("what", OWN)
def test_screens_have_no_colours_and_sizes_of_their_own(what: str) -> None:
    found = [
        f"{place}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path in sorted(WINDOW.rglob("*.py"))
        if (place := path.relative_to(WINDOW).as_posix()) not in ("design.py", *PICTURES)
        for text in [path.read_text(encoding="utf-8")]
        for match in OWN[what].finditer(text)
    ]
    assert found == []


def test_pictures_have_colours_of_their_own() -> None:
    """Each file in the list needs its place there."""
    texts = {place: (WINDOW / place).read_text(encoding="utf-8") for place in PICTURES}
    packed = re.compile(r"0xFF[0-9A-F]{6}|\(\d\.\d+, \d\.\d+, \d\.\d+\)")
    assert [
        place for place, text in texts.items() if not any(find.search(text) for find in (*OWN.values(), packed))
    ] == []


def test_both_weights_have_letters_and_icons() -> None:
    with window_fonts() as fonts:
        assert len(fonts.fonts) == 2
        for font in fonts.fonts:
            for letter in (*"aWé0", icons_fontawesome_6.ICON_FA_GEAR):
                assert font.is_glyph_in_font(ord(letter)), letter


def test_styles_differ_in_weight_and_size() -> None:
    def width(style: TextStyle, size: float | None = None) -> float:
        with styled(style, size):
            return float(imgui.calc_text_size("What needs attention").x)

    with window_fonts():
        imgui.new_frame()
        regular, bold, large = width(BODY), width(STRONG), width(BODY, 2 * BODY.size)
        imgui.end_frame()
    assert regular < bold < large


def test_the_page_explains_every_token() -> None:
    named = set(re.findall(r"^\| `(\w+)`", PAGE.read_text(encoding="utf-8"), re.M))
    assert named == COLOURS | set(STYLES) | LENGTHS


def test_the_page_tells_values() -> None:
    """The page's sizes and durations are those of the module."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+)", PAGE.read_text(encoding="utf-8"), re.M)
    assert {name for name, _ in rows} == set(STYLES) | LENGTHS
    for name, value in rows:
        token = TOKENS[name]
        assert float(value) == (token.size if isinstance(token, TextStyle) else token), name
