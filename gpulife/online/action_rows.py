"""Actions as the rows of messages, and back."""

from gpulife.games.core.game import Action, ActionKind
from gpulife.online.protocol import ActionRow, ProtocolError


def action_row(tick: int, action: Action) -> ActionRow:
    """Return the row of an action that is done in a tick."""
    return ActionRow(tick, action.player, int(action.kind), action.a, action.b, action.data)


def action_of(row: ActionRow) -> Action:
    """Return the action of a row.

    Raises:
        ProtocolError: this gpulife does not know its kind.
    """
    try:
        kind = ActionKind(row.kind)
    except ValueError as error:
        raise ProtocolError(f"action {row.kind} is unknown: the server is newer") from error
    return Action(row.player, kind, row.a, row.b, row.data)
