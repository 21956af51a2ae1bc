"""What has been typed and chosen in the panels but not yet asked for: the only state that panels keep."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Fields:
    """Contents of the input fields.

    Attributes:
        game: of the next universe, empty for the present one's.
        option: of that game, empty for its first.
        rule: of the next universe.
        columns: of its board.
        rows: likewise.
        dead_edges: of its board.
        density: of the next soup.
        text: to stamp.
        letter_height: in cells.
        pattern: name of the pattern to stamp.
        orientation: its number among the pattern's orientations.
        species: that stamps and mouse strokes are of.
        path: of a file to open or save.
        binding: the control that waits for a key, empty if none.
        clears_grounds: whether the owner fills the ground of the main panels, which is cheaper on software renderers.
        grounds: (left, top, width, height) of those drawn in this frame, in pixels.
        shown: which windows beside the main ones are open.
    """

    game: str = ""
    option: str = ""
    rule: str = "Immigration"
    columns: int = 160
    rows: int = 96
    dead_edges: bool = False
    density: float = 0.35
    text: str = "LIFE"
    letter_height: int = 9
    pattern: str = "glider"
    orientation: int = 0
    species: int = 1
    path: str = ""
    binding: str = ""
    clears_grounds: bool = False
    grounds: list[tuple[int, int, int, int]] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
