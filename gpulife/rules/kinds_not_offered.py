"""Rules and boards of other programs that this one does not have: told by their kind, for nobody to look for a file."""

import re

_LETTERS = "[ceaiknjqrytwzomp]"
_COUNTS = rf"(?:[0-8](?:-?{_LETTERS}+)?)*"
_LAW = rf"(?:B{_COUNTS}[/_]?S{_COUNTS}|S{_COUNTS}[/_]?B{_COUNTS}|{_COUNTS}[/_]{_COUNTS})(?:/[CG]?\d+)?"
_MAX_NAME = 200
_SQUARES = "here the eight neighbours of a cell count alike"


def _kind(pattern: str, reason: str) -> tuple[re.Pattern[str], str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), reason


_KINDS = (
    _kind(r"MAP[A-Z0-9+/=]*", f"maps of all neighbourhoods (MAP) are not offered; {_SQUARES}"),
    _kind(r"W\d+", "one-dimensional rules by Wolfram's numbers (W) are not offered"),
    _kind(r"M[SD]?,?D?\d+[,;].*", "blocks of 2x2 cells (Margolus neighbourhoods) are not offered"),
    _kind(r"\d?PCA.*", "partitioned automata (PCA) are not offered"),
    _kind(r"R\d+/T\d+/C\d+/.*", "cyclic automata of MCell are not offered"),
    _kind(r"NW.*|R\d+,C\d+,W.*", "weighted neighbourhoods (W) are not offered"),
    _kind(
        r"R\d+,.*",
        "larger-than-Life rules are written otherwise here: range, states, middle, an interval each of survivals and "
        "births, and a square (NM), a diamond (NN) or a disc (NC), as in R5,C0,M1,S34..58,B34..45,NM",
    ),
    _kind(r".+\|.+", "rules that take turns (|) are not offered"),
    _kind(r".+(?:Super|Investigator)", "rules with 26 states of marks are not offered; History, with seven, is"),
    _kind(r"JvN29|Nobili32|Hutton32", "Golly computes this rule itself and has no file of it; it is not offered here"),
    _kind(r".+History:\d+", "histories are those of one species: leave the number at its end out"),
    _kind(r"[^/]*/[^/]*/[^/]*History", "histories are those of Life-like rules with two states, as in B36/S23History"),
    _kind(rf"{_LAW}H(?:History)?", f"hexagonal neighbourhoods (H) are not offered; {_SQUARES}"),
    _kind(rf"{_LAW}V(?:History)?", f"von Neumann neighbourhoods (V) are not offered; {_SQUARES}"),
    _kind(rf"{_LAW}L[A-Z0-9]*", f"triangular neighbourhoods (L) are not offered; {_SQUARES}"),
    _kind(
        rf"(?=[^H]*{_LETTERS}){_LAW}(?:History)?",
        f"rules by the places of neighbours (letters after numbers) are not offered; {_SQUARES}",
    ),
)

_TOPOLOGY = re.compile(r":(?P<kind>[A-Z])(?P<sides>[0-9+*,-]*)$", re.IGNORECASE)
_BOARDS = {
    "K": "Klein bottles (K)",
    "C": "cross-surfaces (C)",
    "S": "spheres (S)",
    "+": "boards whose edges are shifted (+)",
    "*": "boards whose edges are twisted (*)",
}


def why_no_rule(law: str) -> str:
    """Say of which kind a rule is that this program does not have; "" if it is of no kind that is known."""
    if len(law) > _MAX_NAME:  # no such name is so long, and to look at one could take long
        return ""
    return next((reason for pattern, reason in _KINDS if pattern.fullmatch(law)), "")


def without_other_board(name: str) -> tuple[str, str]:
    """Return a rule's name without the suffix of a board, and why there is no such board.

    Both are as they were, and "", if the name ends in no suffix that is known.
    """
    suffix = _TOPOLOGY.search(name)
    if suffix is None:
        return name, ""
    kind = suffix["kind"].upper()
    sign = kind if kind in _BOARDS else next((sign for sign in "*+-" if sign in suffix["sides"]), "")
    what = _BOARDS.get("+" if sign == "-" else sign)
    reason = f"{what} are not offered" if what else f"{suffix[0]!r} is no board"
    return name[: suffix.start()], f"{reason}; boards are tori or have dead edges, as in :T200,100 and :P200,100"
