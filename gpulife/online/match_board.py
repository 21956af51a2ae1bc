"""The board of an on-line match, which both sides compute by numpy."""

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import Match
from gpulife.rules import parse_rule


def new_board(match: Match) -> NumpyEngine:
    """Return the empty board of a match.

    Raises:
        ValueError: the match's rule fixes no board, as that of every match does.
        BoardSizeError: there is not enough memory for it.
    """
    rule = parse_rule(match.rule)
    if rule.size is None:
        raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
    return NumpyEngine(rule, rule.size)
