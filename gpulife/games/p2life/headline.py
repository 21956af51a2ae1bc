"""The headline of P2Life: whose turn it is, or who has won and why, as texts made from the state."""

from collections.abc import Sequence

from gpulife.games.core.count_text import count_text
from gpulife.games.core.series_text import result_text, standing_text
from gpulife.games.p2life.prompts import end_reason
from gpulife.games.p2life.state import OPTIONS, P2LifeState, Phase
from gpulife.seats import YOU, mid_sentence, with_verb


def headline(state: P2LifeState, counts: tuple[int, int], names: Sequence[str]) -> str:
    """Return what a player should know of the game just now."""
    if state.phase is Phase.SELECT:
        return f"P2Life   one token each, then {count_text(OPTIONS[state.option], 'generation')}"
    if state.phase is Phase.OVER:
        return _end(state, counts, names)
    if state.halted:
        return "Halted"
    series = f"   {standing_text(state.series)}" if state.series is not None else ""
    name, tokens = names[state.mover], state.sides[state.mover].tokens
    if state.phase is Phase.OPENING:
        return f"{with_verb(name, 'place')} a token: {tokens} left{series}"
    if state.phase is Phase.TOKENS:
        return f"{with_verb(name, 'place')} a token or {'pass' if name == YOU else 'passes'}{series}"
    return f"{count_text(state.beat.left + state.beat.going, 'generation')} until the next tokens{series}"


def _end(state: P2LifeState, counts: tuple[int, int], names: Sequence[str]) -> str:
    """Return text about the result: who has won, and why."""
    won = "A tie" if state.winner is None else with_verb(names[state.winner], "win")
    why = f"{won}: {mid_sentence(end_reason(state, names, counts))}"
    if state.series is not None:
        return result_text(state.series, names) if state.series.over else f"{why}   {result_text(state.series, names)}"
    wins = f"   games won: {state.sides[0].wins} to {state.sides[1].wins}" if state.round > 1 else ""
    return f"{why}{wins}"
