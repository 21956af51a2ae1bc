"""What is asked before a request that would lose a board for good: one that is too large for undo to keep a copy."""

from math import prod

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.session import order_executor
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.undo_history import can_be_kept
from gpulife.window.shell import Shell

LOSES_BOARD = {
    ActionKind.START: "Restart",
    ActionKind.CLEAR: "Clear the board",
    ActionKind.SOUP: "Sow a new soup",
    ActionKind.WILD: "WILD!",
}
"""Kinds of actions that may change any cell of a board, with the button's label."""
_REPLACE_TWO = ("move", "left", "right", "transpose")
"""What is done with a rectangle that replaces the cells of another one, too."""
_QUESTION = "This cannot be undone on a board of this size: the cells that are replaced would be lost."
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


def ask_before_leaving(play: OpenSession, *, saved: bool) -> None:
    """Raise AskFirstError if a session that is about to be replaced could not be brought back by undo.

    Args:
        play: the session.
        saved: whether it will be saved as a session that can be resumed.
    """
    if play.chosen_by_user and not can_be_kept(play) and any(play.population):
        where = " It is saved and can be resumed from the start screen." if saved else " It is not saved, either."
        raise AskFirstError(f"This board is too large for undo.{where}", LEAVE)


def ask_before_quitting(play: OpenSession, *, too_large: bool = False) -> None:
    """Raise AskFirstError if people have made something in a session that is not saved when the program ends.

    Args:
        play: the session.
        too_large: whether it is not saved since its board is too large, rather than since nothing is.
    """
    if not (play.chosen_by_user and play.session.edits.made):
        return
    if too_large:
        raise AskFirstError("A board as large as this is not saved by itself: save it to a file to keep it.", "Quit")
    raise AskFirstError("Sessions are not saved, as autosave is off: this one would be lost.", "Quit")


def ask_before_losing(shell: Shell, play: OpenSession, action: Action) -> None:
    """Raise AskFirstError if an action would replace more cells than undo can bring back, unless it is confirmed."""
    if shell.is_confirmed or not play.chosen_by_user or can_be_kept(play):
        return
    label = LOSES_BOARD.get(action.kind) or _label_of_area(action, play.engine.shape)
    if label and any(play.population):
        raise AskFirstError(_QUESTION, label)


def ask_before_placing(shell: Shell, play: OpenSession, cells: int) -> None:
    """Raise AskFirstError if a pattern of so many cells would replace more than undo brings back, unless confirmed."""
    if shell.is_confirmed or not play.chosen_by_user or can_be_kept(play):
        return
    if cells > order_executor.MAX_CELLS and any(play.population):
        raise AskFirstError(_QUESTION, "Place it")


def _label_of_area(action: Action, shape: tuple[int, int]) -> str:
    """Return the label of a button that changes a rectangle of more cells than are remembered; "" for other actions."""
    if action.kind not in (ActionKind.AREA, ActionKind.ERASE):
        return ""
    size, *work = action.data.split()
    cells = prod(shape if work[:1] == ["outside"] else (int(side) for side in size.split("x")))
    if work and work[0] in _REPLACE_TWO:
        cells *= 2
    return "Change it" if cells > order_executor.MAX_CELLS else ""
