"""Parses the suffix of a rule's name that fixes a board, as in ``B3/S23:T160,96``.

The suffixes are those of Golly's bounded grids (https://golly.sourceforge.io/Help/bounded.html); the width comes before
the height:

- ``:T160,96`` a torus; ``:T160+3,96`` and ``:T160,96-2`` tori with a shift at the upper and lower or at the left and
  right edges;
- ``:P160,96`` a plane with dead edges;
- ``:K160*,96`` and ``:K160,96*`` Klein bottles, with the star at the edges that are reversed; ``:K160*+1,96`` with a
  shift there;
- ``:C160,96`` a cross-surface, and ``:S96`` a sphere;
- ``:T0,0`` and ``:P0,0`` a plane without end, like no suffix at all.

The height may be left out if it is the width. :meth:`gpulife.rules.Rule.__str__` writes the suffixes.
"""

import re
from typing import NamedTuple

from gpulife.errors import RuleError
from gpulife.rules.rule import Edges, Rule
from gpulife.rules.twists import Join, Twist

EDGES: dict[str, Edges | Twist] = {
    "torus": Edges.TORUS,
    "dead": Edges.DEAD,
    "klein": Twist(Join.KLEIN, at_sides=True),  # as Golly reads :K30,20
    "cross": Twist(Join.CROSS),
    "sphere": Twist(Join.SPHERE),
}
"""All edges that have a name of their own, for ``--edges``."""

_SUFFIX = re.compile(
    r":(?P<kind>[TPKCS])(?P<width>\d+)(?P<upper_star>\*)?(?P<upper_shift>[+-]\d+)?"
    r"(?:,(?P<height>\d+)(?P<side_star>\*)?(?P<side_shift>[+-]\d+)?)?$",
    re.IGNORECASE,
)
_LIKE_A_SUFFIX = re.compile(r":[A-Z][0-9+*,-]*$", re.IGNORECASE)
_MAX_DIGITS = 12
_KINDS = "boards are :T (tori), :P (dead edges), :K, :C and :S, as in :T200,100"


class Named(NamedTuple):
    """A rule's name cut in two: the name without the suffix, and the match of the suffix; None if there is none."""

    law: str
    suffix: re.Match[str] | None


def cut_off_board(name: str) -> Named:
    """Cut the board suffix off a rule's name."""
    suffix = _SUFFIX.search(name)
    return Named(name, None) if suffix is None else Named(name[: suffix.start()], suffix)


def wrong_board(name: str) -> tuple[str, str]:
    """Split off what looks like a board suffix but is none, such as ``:X5,5``.

    Return the name without it, and what is wrong. If there is nothing of the kind, return ``name`` and "".
    """
    suffix = _LIKE_A_SUFFIX.search(name)
    if suffix is None:
        return name, ""
    return name[: suffix.start()], f"{suffix[0][:60]!r} is not a known kind of board; {_KINDS}"


def put_on_board(rule: Rule, suffix: re.Match[str], name: str) -> Rule:
    """Return ``rule`` with the size and edges of the board that ``suffix`` describes; ``name`` is the whole name.

    Raises:
        RuleError: there is no such board.
    """
    about, kind = f"rule {name[:60]!r}", suffix["kind"].upper()
    columns, rows = (_side(about, suffix[side] or suffix["width"], side) for side in ("width", "height"))
    upper, side = (_shift(about, suffix[each]) for each in ("upper_shift", "side_shift"))
    upper_star, side_star = (suffix[each] is not None for each in ("upper_star", "side_star"))
    if kind != "K" and (upper_star or side_star):
        raise RuleError(f"{about}: a star is only for Klein bottles, as in :K{columns},{rows}*")
    if kind in "PCS" and (upper or side):
        raise RuleError(f"{about}: a shift (+ or -) is only for tori and Klein bottles")
    if kind == "S" and suffix["height"] and rows != columns:
        raise RuleError(f"{about}: a sphere has as many rows as columns, as in :S{columns}")
    if upper and side:
        raise RuleError(f"{about}: only two of the edges can be shifted: leave out one of the shifts")
    if kind in "TP" and rows == columns == 0:
        return rule
    for number, what in ((columns, "width"), (rows, "height")):
        if not number:
            raise RuleError(
                f"{about}: a {what} of 0 would be an endless board, and these are endless in both directions or not at "
                f"all: write a size, as in :{kind}200,100, or leave {suffix[0]} out"
            )
    at_sides = bool(side) or (kind == "K" and not upper_star)
    if kind == "K" and ((upper_star and side_star) or (upper and not upper_star) or (side and upper_star)):
        raise RuleError(
            f"{about}: a Klein bottle has two reversed edges, and a shift only there: it is a width or a height that "
            f"is followed by a star, and the shift follows the star, as in :K{columns}*+1,{rows}"
        )
    edges: Edges | Twist
    match kind:
        case "K":
            edges = Twist(Join.KLEIN, upper or side, at_sides)
        case "C":
            edges = Twist(Join.CROSS)
        case "S":
            edges = Twist(Join.SPHERE)
        case "T" if upper or side:
            edges = Twist(Join.SHIFTED, upper or side, at_sides)
        case _:
            edges = Edges.TORUS if kind == "T" else Edges.DEAD
    return rule.on_board((rows, columns), edges)


def _side(about: str, digits: str, what: str) -> int:
    # The length is checked first: Python itself refuses a very long string of digits, in its own words.
    if len(digits) > _MAX_DIGITS:
        raise RuleError(f"{about}: a {what} of {digits[:_MAX_DIGITS]}...; sizes are 1 to {'9' * _MAX_DIGITS}")
    return int(digits)


def _shift(about: str, digits: str | None) -> int:
    if digits is not None and len(digits) > _MAX_DIGITS:
        raise RuleError(f"{about}: a shift of {digits[:_MAX_DIGITS]}...; shifts have at most {_MAX_DIGITS - 1} digits")
    return 0 if digits is None else int(digits)
