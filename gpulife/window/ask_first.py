"""Asks the user before a request destroys cells on a board that is too large for undo."""

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
"""Labels of the buttons that confirm changes of a whole board, keyed by the kind of action."""
_REPLACE_TWO = ("move", "left", "right", "transpose")
"""Kinds of edits that change two rectangles: the one with the cells, and the one they are moved to."""
_QUESTION = "This cannot be undone on a board of this size: the replaced cells would be lost."
LEAVE = "Leave this board"


class AskFirstError(GpulifeError):
    """A request was held back because the user must be asked first.

    Args:
        text: the question.
        yes: label of the button that carries out the request.
    """

    def __init__(self, text: str, yes: str) -> None:
        super().__init__(text)
        self.text, self.yes = text, yes


def ask_before_leaving(play: OpenSession, *, saved: bool) -> None:
    """Raise AskFirstError if a session is about to be replaced and undo could not bring it back.

    Args:
        play: the session.
        saved: True if the session will be saved and can be resumed.
    """
    if play.chosen_by_user and not can_be_kept(play) and any(play.population):
        where = " It is saved, and you can continue it from the start screen." if saved else " It is not saved, either."
        raise AskFirstError(f"This board is too large for undo.{where}", LEAVE)


def ask_before_quitting(play: OpenSession, *, too_large: bool = False) -> None:
    """Raise AskFirstError if quitting would lose the user's changes. Call it only if the session will not be saved.

    Args:
        play: the session.
        too_large: True if the session is not saved because its board is too large; False if saving is off.
    """
    if not (play.chosen_by_user and play.session.edits.made):
        return
    if too_large:
        raise AskFirstError("This board is too large for autosave: save it to a file to keep it.", "Quit")
    raise AskFirstError("Autosave is off: this session would be lost.", "Quit")


def ask_before_losing(shell: Shell, play: OpenSession, action: Action) -> None:
    """Raise AskFirstError if undo could not take back an action, unless the user has confirmed the action."""
    if shell.is_confirmed or not play.chosen_by_user or can_be_kept(play):
        return
    label = LOSES_BOARD.get(action.kind) or _label_of_area(action, play.engine.shape)
    if label and any(play.population):
        raise AskFirstError(_QUESTION, label)


def ask_before_placing(shell: Shell, play: OpenSession, cells: int) -> None:
    """Raise AskFirstError if undo could not take back placing ``cells`` cells, unless the user has confirmed it."""
    if shell.is_confirmed or not play.chosen_by_user or can_be_kept(play):
        return
    if cells > order_executor.MAX_CELLS and any(play.population):
        raise AskFirstError(_QUESTION, "Place it")


def _label_of_area(action: Action, shape: tuple[int, int]) -> str:
    """Return the label of the button that confirms an action; "" unless it changes a rectangle too large for undo."""
    if action.kind not in (ActionKind.AREA, ActionKind.ERASE):
        return ""
    size, *work = action.data.split()
    cells = prod(shape if work[:1] == ["outside"] else (int(side) for side in size.split("x")))
    if work and work[0] in _REPLACE_TWO:
        cells *= 2
    return "Change it" if cells > order_executor.MAX_CELLS else ""
