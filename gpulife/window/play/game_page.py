"""A game's own page of help, in its own terms: what its keys do, and how it is played in a few lines.

A game's side in the window has one in its ``GameWindow``. Its texts name controls in braces ("{trigger}", "{halt}"),
which are drawn as the reader's own keys or buttons: see ``input.glyphs``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpulife.input.commands.command import CommandOrAction


@dataclass(frozen=True, slots=True)
class ControlLine:
    """One thing that a player can do, and how.

    Attributes:
        does: what it does, as "Plant the shape".
        by: how, with controls in braces, as "{trigger}".
        own: whether each player has keys of their own for it, so that it is shown beside each seat.
    """

    does: str
    by: str
    own: bool = True


@dataclass(frozen=True, slots=True)
class GamePage:
    """The page of one game.

    Attributes:
        controls: what players can do, the most important first.
        steps: how to play, a short line each, with controls in braces.
        ready_lines: number of the first lines of ``controls`` that are shown while players are asked to be ready.
        offers: what else can be begun from the page: requests by their labels.
    """

    controls: tuple[ControlLine, ...] = ()
    steps: tuple[str, ...] = ()
    ready_lines: int = 3
    offers: Mapping[str, CommandOrAction] = field(default_factory=dict)


DEFAULT_PAGE = GamePage(
    controls=(
        ControlLine("Move", "{move}"),
        ControlLine("Plant or choose", "{trigger}"),
        ControlLine("Start and stop time", "{halt}", own=False),
    )
)
