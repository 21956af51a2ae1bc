"""The pictures that a look can make of a board, each described by a TOML file: its shader, inputs, numbers and colours.

``presets/looks/NAME.toml`` and ``shaders/look_NAME.frag`` make one picture. "cells", the usual picture of the cells
themselves, has neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any

from gpulife.errors import GpulifeError
from gpulife.resources import resource_folder
from gpulife.rules import RGB
from gpulife.storage.bounded_reading import TOML_BYTES, convert, parse_toml, read_file
from gpulife.storage.schema import choices, described, number

CELLS = "cells"
"""Name of the picture that shows the cells themselves."""
MAX_COLOURS = 9
SPECIES = 4
"""Number of species that a picture tells apart."""
LETTERS = "letters"
"""Name of the input with the letters of ``Picture.text``, the text that the shader prints; see ``gl_letters``."""
PLAN = "plan"
"""Name of the input with the lettering of a plan of the board; see ``plan``."""
ATLAS = "atlas"
"""Name of the input with the names on a map of the board; see ``atlas``. It needs the input "wide"."""
WORD = "word"
"""Name of the input with the exact shape of the letters that a scene writes on its board; see ``gl_word``."""
_OF_BOARD = "now", "cells", "skyline", "presence", "near", "wide", "ranks", "births", "past"
INPUTS = (*_OF_BOARD, LETTERS, PLAN, ATLAS, WORD)
"""Names of the inputs that the shader of a picture can read, in the order in which they are computed.

They describe the board and its past: see ``gl_board_past``.
"""
MAX_TEXT = 400


@dataclass(frozen=True, slots=True)
class PastNumbers:
    """Numbers in a look's file that say how its inputs are computed.

    Attributes:
        average: seconds over which ``presence`` is averaged.
        near: standard deviation of the blur of ``near``, in texels.
        wide: standard deviation of the blur of ``wide``, in texels.
        births: seconds in which ``births`` decay to about a third.
        rise: seconds in which a living cell rises two thirds of the way to its height.
        sink: seconds in which a dead cell loses two thirds of its height.
        solid: 0 if ``past`` has the cells themselves. Otherwise ``past`` has all texels where ``near`` exceeds this
            number, which makes round shapes that change slowly.
    """

    average: float = 1.5
    near: float = 1.8
    wide: float = 6.0
    births: float = 20.0
    rise: float = 0.5
    sink: float = 2.0
    solid: float = 0.0

    @property
    def settling(self) -> float:
        """Number of seconds after the last change of the board until the inputs no longer change visibly."""
        return 4 * max(self.average, self.rise, self.sink)


def _colour(value: Any) -> RGB:
    if isinstance(value, str) and len(value) == 7 and value[0] == "#":
        red, green, blue = bytes.fromhex(value[1:])
        return red, green, blue
    raise ValueError


def _colours(value: Any) -> tuple[RGB, ...]:
    if not isinstance(value, list) or len(value) > MAX_COLOURS:
        raise ValueError
    return tuple(map(_colour, value))


def _text(value: str) -> str:
    words = value.split(" ")
    if len(value) > MAX_TEXT or not all(word and word.isascii() and word.isprintable() for word in words):
        raise ValueError
    return "".join(word + "\N{MIDDLE DOT}" for word in words)


_Colour = Annotated[RGB, described('a colour such as "#e69f00"', _colour, of=Any)]
_Colours = Annotated[
    tuple[RGB, ...], described(f'a list of at most {MAX_COLOURS} colours such as "#e69f00"', _colours, of=Any)
]
_Text = Annotated[
    str,
    described(
        f"words of printable ASCII characters, with one space between words, at most {MAX_TEXT} characters", _text, str
    ),
]


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A picture that a look can make of a board.

    Attributes:
        name: the picture's name, which is also the name of its files.
        title: the name to display.
        description: what the picture shows of the board, in a few words.
        inputs: what its shader reads of the board and its past; see ``gl_board_past``.
        ground: colour around the board.
        palette: up to nine colours for the shader's uniform ``palette``.
        species: index in ``palette`` of the colour of the first of four species; 0 if colours do not tell the species
            apart.
        zoom: pixels per cell, on a screen 1,000 pixels high, that suit the picture best.
        pace: number of generations per second that suits the picture best.
        text: the text of the input "letters", in which a dot follows each word; empty without that input.
        average, near, wide, births, rise, sink, solid: see ``gl_board_past.PastNumbers``.
        moves: True if the picture moves by itself, even while the board rests.
        thin_lines: True if the picture has thin lines. Then tests allow more pixels to change between two frames.
        slanted: True if it shows the board at a slant or in mirrors. Then a point of the window does not show the cell
            that the camera has there.
        is_scene: True if it shows the board at an angle, so that it fills the whole window.
        sheet: window pixels per texel of the sheet; 0 for no sheet. The sheet is a texture that the shader
            ``look_NAME_sheet.frag`` draws before the picture, and that the picture's shader reads.
        sheet_rows: number of rows of the sheet; 0 if its rows correspond to the window's rows.
        full: parameters of the shader for the full form.
        cheap: parameters that replace those of ``full`` in the cheaper form, drawn if a frame would take too long.
        cheap_scale: number of window pixels, across and down, for each pixel that the shader draws in the cheaper form.
    """

    name: str = ""
    title: str
    description: str
    inputs: Annotated[tuple[str, ...], choices(INPUTS)]
    ground: _Colour = (5, 6, 9)
    palette: _Colours = ()
    species: Annotated[int, number(0, MAX_COLOURS - SPECIES)] = 0
    zoom: Annotated[float, number(0.1, 100)] = 6.0
    pace: Annotated[float, number(0.1, 240)] = 10.0
    average: Annotated[float, number(0.01, 60)] = 1.5
    near: Annotated[float, number(0.3, 9)] = 1.8
    wide: Annotated[float, number(0.3, 9)] = 6.0
    births: Annotated[float, number(0.1, 3600)] = 20.0
    rise: Annotated[float, number(0.01, 60)] = 0.5
    sink: Annotated[float, number(0.01, 60)] = 2.0
    solid: Annotated[float, number(0, 1)] = 0.0
    text: _Text = ""
    moves: bool = False
    thin_lines: bool = False
    slanted: bool = False
    is_scene: bool = False
    sheet: Annotated[int, number(0, 64)] = 0
    sheet_rows: Annotated[int, number(0, 128)] = 0
    full: dict[str, int] = field(default_factory=dict)
    cheap: dict[str, int] = field(default_factory=dict)
    cheap_scale: Annotated[int, number(1, 4)] = 1

    def __post_init__(self) -> None:
        if (LETTERS in self.inputs) != bool(self.text):
            raise ValueError(f'text and the input "{LETTERS}" belong together: a look must have both or neither')

    @property
    def numbers(self) -> PastNumbers:
        """The numbers that say how the picture's inputs are computed."""
        names = (each.name for each in fields(PastNumbers))
        return PastNumbers(*(getattr(self, name) for name in names))

    @property
    def species_colours(self) -> tuple[RGB, ...]:
        """The colours of the species; empty if colours do not tell them apart."""
        return self.palette[self.species : self.species + SPECIES] if self.species else ()

    @property
    def has_cheap_form(self) -> bool:
        """True if the cheaper form differs from the full one."""
        return bool(self.cheap) or self.cheap_scale > 1

    @property
    def shader(self) -> str:
        """File name of the picture's shader."""
        return f"look_{self.name}.frag"

    @property
    def sheet_shader(self) -> str:
        """File name of the shader that draws the sheet, a texture for the picture's own shader (see ``sheet``)."""
        return f"look_{self.name}_sheet.frag"


@cache
def picture_names() -> tuple[str, ...]:
    """Return the names of all pictures, "cells" first."""
    return CELLS, *sorted(path.stem for path in (resource_folder("presets") / "looks").glob("*.toml"))


@cache
def picture_titles() -> Mapping[str, str]:
    """Return the title of each picture, keyed by name: "cells" first, then sorted by title.

    Raises:
        GpulifeError: a picture's file is not valid.
    """
    titles = {name: find_picture(name).title for name in picture_names() if name != CELLS}
    return {CELLS: "Cells", **dict(sorted(titles.items(), key=lambda item: item[1].lower()))}


def described_pictures() -> Mapping[str, str]:
    """Return a line about each picture: its title and what it shows. Keys and order are those of ``picture_titles``.

    Raises:
        GpulifeError: a picture's file is not valid.
    """
    about = {name: find_picture(name).description for name in picture_names() if name != CELLS}
    about[CELLS] = "every cell by itself, with the effects that you choose"
    return {name: f"{title}: {about[name]}" for name, title in picture_titles().items()}


def next_picture(name: str) -> str:
    """Return the name that follows ``name`` in the order of :func:`picture_titles`; after the last, the first."""
    names = [*picture_titles()]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


@cache
def find_picture(name: str) -> Picture:
    """Return the picture with this name.

    Raises:
        GpulifeError: there is no such picture, or its file is not valid.
    """
    if name == CELLS or name not in picture_names():
        raise GpulifeError(f"there is no look {name!r}: choose one of {', '.join(picture_names())}")
    path = resource_folder("presets") / "looks" / f"{name}.toml"
    table = parse_toml(read_file(path, TOML_BYTES, "a look"), path.name)
    return convert(table | {"name": name}, Picture, path.name)
