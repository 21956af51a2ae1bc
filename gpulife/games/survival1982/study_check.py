"""What the state of Study Mode can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.games.core.state_checks import check_course, check_cursors, check_same, on_board, require, sized
from gpulife.games.survival1982.handicap import QUOTA_DIGITS

if TYPE_CHECKING:
    from gpulife.games.survival1982.study import StudyState

_PLAYERS = 2


def check_study(state: StudyState, start: StudyState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless Study Mode can be in ``state`` on a board of ``shape``, if it began so."""
    check_course(state, start)
    check_same(state, start, "handicap")
    require(start.types or not state.types, "nothing is typed in this match")
    sized("digits", state.digits, 0, _PLAYERS * QUOTA_DIGITS)
    for what, values in (
        ("cursors", state.cursors),
        ("seeds", state.seeds),
        ("pressed", state.pressed),
        ("pending", state.pending),
    ):
        sized(what, values, _PLAYERS)
    check_cursors(state.cursors, shape)
    on_board("what is planted", state.pending, shape)
