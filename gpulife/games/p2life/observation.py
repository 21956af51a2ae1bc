"""Texts of P2Life: the headline, the prompts, and the reason for a game's end.

Texts name controls in braces, such as "{trigger}"; the screen replaces each name by the player's key or button.
"""

from collections.abc import Sequence

from gpulife.games.core.round_end import Ending
from gpulife.games.core.shared_texts import TO_BEGIN, after_round_prompts, count_text, result_text, standing_text
from gpulife.games.p2life.state import OPTIONS, P2LifeState, Phase
from gpulife.seats import YOU, mid_sentence, with_verb


def headline(state: P2LifeState, counts: tuple[int, int], names: Sequence[str]) -> str:
    """Return the headline: whose turn it is, the number of generations before the next tokens, or the result.

    ``counts`` are the live cells of both players.
    """
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
    """Return the headline at the end: who has won, and why."""
    won = "A tie" if state.winner is None else with_verb(names[state.winner], "win")
    why = f"{won}: {mid_sentence(end_reason(state, names, counts))}"
    if state.series is not None:
        return result_text(state.series, names) if state.series.over else f"{why}   {result_text(state.series, names)}"
    wins = f"   games won: {state.sides[0].wins} to {state.sides[1].wins}" if state.round > 1 else ""
    return f"{why}{wins}"


def prompts(state: P2LifeState, mover: int | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the prompt that says what people can do now, in several wordings, longest first.

    Args:
        state: state of the game.
        mover: the person whose turn it is; None if it is nobody's or a computer's turn.
        names: names of both players.
    """
    if state.phase is Phase.SELECT:
        return TO_BEGIN
    if state.phase is Phase.OVER:
        return after_round_prompts(state.series, names)
    if state.halted:
        return ("Halted.  {halt} resumes   {step} one generation", "{halt} resumes")
    if state.phase is Phase.GROWTH:
        return ("Cells live and die.  {halt} halts", "{halt} halts")
    if mover is None:
        return (f"Waiting for {names[state.mover]}",)
    place = "Place a token on an empty cell: {move} {trigger} or {click}", "Place a token: {trigger} or {click}"
    if state.may_pass(mover):
        return (*(f"{words}   {{done|again}} passes" for words in place), "{done|again} passes")
    return ("Place tokens side by side, as a lone cell dies: {move} {trigger} or {click}", *place)


def end_reason(state: P2LifeState, names: Sequence[str], counts: Sequence[int] = ()) -> str:
    """Return a sentence on why the game is over; "" before the end.

    Args:
        state: state of the game.
        names: names of both players.
        counts: live cells of both players; empty if not known.
    """
    if state.phase is not Phase.OVER:
        return ""
    number = state.generation
    when = f"after {count_text(number, 'generation')}" if number else "before the first generation"
    if state.winner is None:
        return f"Both have {counts[0]} cells {when}." if any(counts) else f"Nothing lives {when}."
    loser = names[1 - state.winner]
    if state.ending is Ending.RESIGNED:
        return f"{loser} resigned {when}."
    if state.ending is Ending.SHUT_OUT:
        return f"{with_verb(loser, 'have')} no cells left {when}."
    limit = count_text(number, "generation")
    if not any(counts):
        return f"More cells at the limit of {limit}."
    return f"{max(counts)} to {min(counts)} cells at the limit of {limit}."
