"""What the player of Survivor can do now, in a line for the screen, as data made from the state.

Texts name controls in braces, as "{trigger}": the screen puts the reader's own keys or buttons there.
"""

from gpulife.games.survivor.level import PAWN
from gpulife.games.survivor.rules import LevelPhase, SurvivorState


def prompts(state: SurvivorState, ends: str = "{step}") -> tuple[str, ...]:
    """Return what the player can do now: the same in wordings from the longest to the shortest.

    Args:
        state: state of the game.
        ends: the control that ends the turn for this player, in braces.
    """
    if state.is_over:
        return (f"The level is {state.phase}.  {ends} goes on",)
    if state.phase is not LevelPhase.TURN:
        return ()
    if state.placed is not None:
        piece = "pawn" if state.placed.piece == PAWN else "shelter"
        return (
            f"The {piece} is placed.  {ends} ends the turn   {{again}} takes it back   hold {{preview}} for a preview",
            f"{ends} ends the turn   {{again}} takes it back   hold {{preview}} for a preview",
            f"{ends} ends the turn   {{again}} takes it back",
        )
    piece = "pawn" if state.piece == PAWN else "shelter"
    return (
        f"Place one {piece}: {{move}} {{trigger}} or {{click}} on a free cell, or none   {ends} ends the turn",
        f"Place one {piece} or none: {{trigger}} or {{click}}   {ends} ends the turn",
        f"Place one {piece} or none   {ends} ends the turn",
    )
