"""What LIFE-2's screen says that one can do, and why a game has ended, as texts made from what people may see.

Texts name controls in braces, as "{trigger}": the screen puts the reader's own keys or buttons there.
"""

from collections.abc import Sequence

from gpulife.games.core.round_end import Ending
from gpulife.games.core.series_text import next_round_text
from gpulife.games.life2.observation import Life2Overlay
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.seats import with_verb

HIDDEN = "Your hidden marker starts in the middle. Past an edge comes the opposite one. Press again to undo."


def prompts(overlay: Life2Overlay, people: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """Return what people can do now: the same in wordings from the longest to the shortest.

    Args:
        overlay: what people may see.
        people: players that are no computers.
        names: names of both players.
    """
    if overlay.phase == Life2Phase.SELECT:
        return ("{start} or {click} begins the game", "{start} begins")
    if overlay.phase == Life2Phase.OVER:
        following = "another game" if overlay.series is None else next_round_text(overlay.series, names)
        return (f"{{again}} or {{click}} begins {following}", f"{{again}} begins {following}")
    if overlay.halted:
        return ("Time stands still.  {halt} goes on", "{halt} goes on")
    if overlay.phase in (Life2Phase.REVEAL, Life2Phase.GROWTH):
        return ("One generation comes now.  {step} does not wait for it", "One generation comes now")
    late = [player for player in people if not overlay.hands[player].ready]
    if len(people) == 1 and late:
        hand = overlay.hands[late[0]]
        left = hand.needs - hand.chosen
        places = f"{left} {'more ' * bool(hand.chosen)}place{'s' * (left != 1)}"
        return (
            f"Choose {places}: {{move}} {{trigger}} or {{click}}, or type a column and a row. Press again to undo",
            f"Choose {places}: {{move}} {{trigger}} or {{click}}. Press again to undo",
            f"Choose {places}: {{trigger}} or {{click}}",
        )
    if late:
        typing = overlay.typing_player
        by_type = "" if typing is None else f". {names[typing]} may type a column and a row, too"
        both = "Both choose in secret" if len(late) > 1 else f"Waiting for {names[late[0]]}"
        return (f"{both}{by_type}", both)
    return ("Both are ready",) if people else ()


def end_reason(state: Life2State, names: Sequence[str]) -> str:
    """Return why a game is over, as a sentence; "" while it goes on."""
    if state.phase is not Life2Phase.OVER:
        return ""
    turn = "after the first turn" if state.turn <= 1 else f"after turn {state.turn}"
    if state.winner is None:
        return f"Neither player has a piece left {turn}."
    loser = names[1 - state.winner]
    if state.ending is Ending.RESIGNED:
        return f"{with_verb(loser, 'resign')} in turn {state.turn}."
    return f"{with_verb(loser, 'have')} no piece left {turn}."
