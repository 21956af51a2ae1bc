"""What is asked before a request that would lose a board for good: one that is too large for undo to keep a copy."""

from gpulife.errors import GpulifeError
from gpulife.games.core.game import ActionKind
from gpulife.window.play.left_session import can_be_kept
from gpulife.window.play.play_view import PlayView

LOSES_BOARD = {ActionKind.START: "Restart", ActionKind.CLEAR: "Clear the board", ActionKind.SOUP: "Sow a new soup"}
"""Kinds of actions that replace every cell of a board, with the button's label."""
LEAVE = "Leave this board"


class AskFirstError(GpulifeError):
    """A request was not carried out, since its user has to be asked first.

    Args:
        text: the question.
        yes: label of the button that carries it out.
    """

    def __init__(self, text: str, yes: str) -> None:
        super().__init__(text)
        self.text, self.yes = text, yes


def ask_before_leaving(play: PlayView, *, saved: bool) -> None:
    """Raise AskFirstError if a session that is about to be replaced could not be brought back by undo.

    Args:
        play: the session.
        saved: whether it will be saved as a session that can be resumed.
    """
    if play.chosen_by_user and not can_be_kept(play) and any(play.population):
        where = " It is saved and can be resumed from the start screen." if saved else " It is not saved, either."
        raise AskFirstError(f"This board is too large for undo.{where}", LEAVE)


def ask_before_losing(play: PlayView, kind: ActionKind) -> None:
    """Raise AskFirstError if an action would replace all cells of a board that undo could not bring back."""
    if kind in LOSES_BOARD and play.chosen_by_user and not can_be_kept(play) and any(play.population):
        raise AskFirstError("This board is too large for undo: its cells would be lost.", LOSES_BOARD[kind])
