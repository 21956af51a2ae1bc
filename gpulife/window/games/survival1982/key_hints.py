"""The hints on keys in One Seed and Seed List: what each player can do now, and what everybody can."""

from collections.abc import Sequence

from gpulife.games.core.shared_texts import count_text
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.glyphs import Legend
from gpulife.patterns.seeds import SEED_SHAPES

FRESH_BOARD = "Fresh board"


def seat_hints(
    state: ContestState, player: int, legend: Legend, *, by_mouse: bool, done: str = "{done}"
) -> Sequence[str]:
    """Return the hints for a player: how to move, what the trigger plants, or how to use the list of shapes.

    Args:
        state: state of the game.
        player: the player who reads the hints.
        legend: the player's keys or buttons.
        by_mouse: True if the player used the mouse last.
        done: the controls by which the player says that they have finished the set-up; "" if they may not yet.

    Returns:
        Wordings of the hints, longest first, with placeholders such as "{trigger}" for controls; empty if there are no
        hints.
    """
    side = state.sides[player]
    shape = SEED_SHAPES[side.entry]
    if state.phase not in (RoundPhase.SET_UP, RoundPhase.PLAY) or state.frozen:
        return ()
    if side.in_menu:
        return (f"{{left}}{{right}} {shape.title}, {count_text(shape.cost, 'seed')}  {{trigger}} Turn  {{up}} Take",)
    control, is_play = ("{click}" if by_mouse else "{trigger}"), state.phase is RoundPhase.PLAY
    plants = f"{control} Plant"
    if is_play and not state.has_menu:
        plants = f"{control} Plant in a ring"
    what = f" {_one(shape.title)}, {count_text(shape.cost, 'seed')}" if state.has_menu else ""
    before, after = ("", "  {wheel} Shape  {right-click} Turn" * state.has_menu) if by_mouse else ("{move} Move  ", "")
    ends = ""
    if done and state.phase is RoundPhase.SET_UP and not _is_done(state, player):
        ends = f"  {done} Done" if legend.has("done") else "  {halt} Done"
    return f"{before}{plants}{what}{after}{ends}", f"{before}{plants}{after}{ends}", f"{plants}{ends}"


def common_hints(state: ContestState) -> Sequence[str]:
    """Return wordings of the hints for everybody, longest first, with placeholders such as "{trigger}" for controls."""
    match state.phase:
        case RoundPhase.SELECT:
            return "{start} Begin  {select} Next game  {option} Next option  {help} Help", "{start} Begin  {help} Help"
        case RoundPhase.PLAY:
            return ("{halt} Resume  {help} Help" if state.halted else "{halt} Halt  {help} Help",)
        case RoundPhase.OVER:
            words = f"{{result}} Statistics  {{start}} {FRESH_BOARD}  {{help}} Help"
            return words, "{result} Statistics  {help} Help", "{help} Help"
    return ("{help} Help",)


def _is_done(state: ContestState, player: int) -> bool:
    return state.fair is not None and state.fair.ready[player]


def _one(title: str) -> str:
    return f"a {title if title[1] == '-' else title.lower()}"
