"""What somebody in BioWar can do now, in a line for the screen, as data made from the state.

Texts name controls in braces, as "{trigger}": the screen puts the reader's own keys or buttons there.
"""

from collections.abc import Sequence

from gpulife.games.biowar.state import BioWarState, PlayerStanding, TurnPhase

_DONE = "{done|start} ends your turn"


def prompts(state: BioWarState, player: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return what a seat's player can do now: the same in wordings from the longest to the shortest.

    Args:
        state: state of the game.
        player: the seat, or NOBODY for those without one.
        names: names of the seats, for those who are waited for.
    """
    side = state.sides[player] if 0 <= player < len(state.sides) else None
    if side is not None and side.asking and side.standing is not PlayerStanding.SPECTATOR:
        return ("Leave the game?  {select} yes   {option} no",)
    if state.asking or (side is not None and side.asking):
        return (
            "Leave for the start screen?  {select} yes   {option} no",
            "Start screen?  {select} yes   {option} no",
        )
    if state.phase is not TurnPhase.IDLE and state.stands_still:
        return ("Time stands still.  {halt} goes on", "{halt} goes on")
    if side is None:
        return ("All seats at this screen are taken: you watch", "You watch")
    if side.standing is PlayerStanding.OUT:
        return (
            "Your last cell died, so you are out.  {option} {select} leaves, then {start} joins again",
            "You are out.  {option} {select} leaves, {start} joins again",
        )
    if side.standing is PlayerStanding.SPECTATOR:
        return _to_join(state)
    if state.phase is TurnPhase.GROWTH:
        return (
            "Growth: small cells die alone, large ones in a crowd; an empty place with 3 gets a cell",
            "Growth: small and large cells die, 3 neighbours make a cell",
            "Growth: cells live and die",
        )
    if side.done:
        return _waiting(state, names)
    return _to_place(state, player)


def _to_join(state: BioWarState) -> tuple[str, ...]:
    seconds = state.adjustment_ticks // 60
    if state.phase is TurnPhase.IDLE:
        return (
            f"{{trigger}} or {{click}} joins the game. You then have {seconds} seconds to place your first 10 cells",
            "{trigger} or {click} joins, then you place 10 cells",
            "{trigger} joins the game",
        )
    return ("{trigger} or {click} joins the game in turn " + str(state.turn), "{trigger} joins the game")


def _to_place(state: BioWarState, player: int) -> tuple[str, ...]:
    side = state.sides[player]
    left, placed = side.placements, len(side.marks)
    if not left:
        return (
            f"All {side.allotment} cells are placed   {_DONE}",
            f"All {side.allotment} placed   {_DONE}",
            _DONE,
        )
    cells = f"{left} more cell{'s' * (left != 1)}" if placed else f"up to {left} cells"
    by_hand = f"{{move}} {{trigger}} or {{click}}   {_DONE}"
    first = (
        (f"Place {cells} in groups, a lone cell dies: {by_hand}", f"Place {cells} in groups: {by_hand}")
        if not (side.has_placed or placed)
        else (f"Place {cells}: {{move}} and {{trigger}}, or {{click}} on an empty place   {_DONE}",)
    )
    return (
        *first,
        f"Place {cells}: {by_hand}",
        f"Place {cells}: {{trigger}} or {{click}}   {_DONE}",
        f"Place {cells}   {_DONE}",
    )


def _waiting(state: BioWarState, names: Sequence[str]) -> tuple[str, ...]:
    late = [names[player] for player in state.players if not state.sides[player].done]
    who = f"{', '.join(late[:-1])} and {late[-1]}" if len(late) > 1 else "".join(late)
    return (
        f"Your turn is done. The cells grow when {who} {'is' if len(late) == 1 else 'are'} done, or when time is up",
        f"Done. Waiting for {who}",
    )
