"""What has been typed and chosen in the panels but not yet asked for: the only state that panels keep."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from gpulife.games.core.turning_points import Summary
from gpulife.session.session import Session

Form = TypeVar("Form")


@dataclass(slots=True)
class ResultFields:
    """Whether the statistics of a round are open. Rounds are known by ``Account.round``.

    Attributes:
        session: whose rounds they are.
        asked_for: the round whose statistics somebody opened, though it may go on.
        closed: the last one whose statistics somebody closed.
        drawn: whether they are on the screen.
        steered: whether keyboard and pads are theirs.
        wants_focus: whether the next frame is to put the focus on them.
        summary: length of the chronicle and what they show of it, kept for the next frame.
    """

    session: Session[Any] | None = None
    asked_for: tuple[int, int] | None = None
    closed: tuple[int, int] | None = None
    drawn: bool = False
    steered: bool = False
    wants_focus: bool = False
    summary: tuple[int, Summary] | None = None

    def is_open(self, of: tuple[int, int], over: bool) -> bool:
        """Whether those of a round are to be shown: asked for, or the round is over and they were not closed."""
        return self.asked_for == of or (over and self.closed != of)

    def open(self, of: tuple[int, int]) -> None:
        """Show those of a round, and steer them."""
        self.asked_for, self.closed = of, None
        self.steered = self.wants_focus = True

    def close(self, of: tuple[int, int]) -> None:
        """Close those of a round; they stay closed."""
        self.asked_for, self.closed, self.steered = None, of, False

    def watch(self) -> None:
        """Out of the way until the round is over again."""
        self.asked_for, self.closed, self.steered = None, None, False


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
        grounds: (left, top, width, height) of those drawn in this frame, in points.
        names: of players while they are being typed.
        shown: which windows beside the main ones are open.
        result: whether the statistics of a round are.
        unfolds: title of a panel that is to open in the next frame, empty for none.
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
    names: dict[int, str] = field(default_factory=dict)
    clears_grounds: bool = False
    grounds: list[tuple[int, int, int, int]] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    result: ResultFields = field(default_factory=ResultFields)
    unfolds: str = ""
    _forms: dict[type, Any] = field(default_factory=dict)

    def of_game(self, form: type[Form]) -> Form:
        """Return a game's own form of this class, which keeps its contents from one session to the next."""
        found: Form = self._forms.setdefault(form, form())
        return found
