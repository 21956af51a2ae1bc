"""Which keys are good for something now in One Seed and Seed List, as the line below the board shows them."""

from collections.abc import Sequence

from gpulife.games.survival1982.survival_state import ContestState, RoundPhase
from gpulife.input.glyphs import Legend
from gpulife.patterns.seeds import SEED_SHAPES


def seat_hints(state: ContestState, player: int, legend: Legend, *, by_mouse: bool) -> Sequence[str]:
    """Return the line of a player: how the cursor moves, what the trigger plants, or how the list is steered.

    Args:
        state: state of the game.
        player: player who reads it.
        legend: the keys or buttons that the player has.
        by_mouse: whether the player has last used the mouse.

    Returns:
        The same in wordings from the longest to the shortest, with controls in braces; none where there is nothing.
    """
    side = state.sides[player]
    shape = SEED_SHAPES[side.entry]
    if state.phase not in (RoundPhase.SET_UP, RoundPhase.PLAY) or state.frozen:
        return ()
    if side.in_menu:
        return (f"{{left}}{{right}} {shape.title}, {_seeds(shape.cost)}  {{trigger}} Turn  {{up}} Take",)
    plants = "{click} Plant" if by_mouse else "{trigger} Plant"
    what = f" {_one(shape.title)}, {_seeds(shape.cost)}" if state.has_menu else ""
    before, after = ("", "  {wheel} Shape  {right-click} Turn" * state.has_menu) if by_mouse else ("{move} Move  ", "")
    done = ""
    if state.phase is RoundPhase.SET_UP and not _is_done(state, player):
        done = "  {done} Done" if legend.spoken("{done}") != "(no key)" else "  {halt} Done"
    return f"{before}{plants}{what}{after}{done}", f"{before}{plants}{after}{done}", f"{plants}{done}"


def common_hints(state: ContestState) -> Sequence[str]:
    """Return the line for everybody, with controls in braces, in wordings from the longest to the shortest."""
    match state.phase:
        case RoundPhase.SELECT:
            return "{start} Begin  {select} Next game  {option} Next option  {help} Help", "{start} Begin  {help} Help"
        case RoundPhase.PLAY:
            return ("{halt} Go on  {help} Help" if state.halted else "{halt} Halt  {help} Help",)
        case RoundPhase.OVER:
            return ("{again} Another round  {start} Empty board  {help} Help",)
    return ("{help} Help",)


def _is_done(state: ContestState, player: int) -> bool:
    return state.fair is not None and state.fair.ready[player]


def _one(title: str) -> str:
    """Return a shape's title within a sentence, such as "a T-tetromino"."""
    return f"a {title if title[1] == '-' else title.lower()}"


def _seeds(number: int) -> str:
    return f"{number} seed" + "s" * (number != 1)
