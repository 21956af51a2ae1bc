"""LIFE-2 as people see it, without secret places: overlay, headline, prompts, and the reason for a game's end.

Texts name controls in braces, such as "{trigger}"; the screen replaces each name by the player's key or button.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, Cursor, Place
from gpulife.games.core.round_end import Ending
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import (
    STANDS_STILL,
    TO_BEGIN,
    after_round_prompts,
    option_title,
    result_text,
    standing_text,
)
from gpulife.games.life2.input import typing_player
from gpulife.games.life2.state import HIDDEN_PLACE, PLAYERS, Hand, Life2Phase, Life2State, home
from gpulife.seats import mid_sentence, with_verb


@dataclass(frozen=True, slots=True)
class VisibleHand:
    """The visible part of one player's hand.

    Attributes:
        chosen: number of pieces chosen in this turn.
        needs: number of pieces to choose in this turn.
        ready: True if the player has chosen all pieces of this turn; False in phases without choices.
        waits: True if the other player has to choose first.
        typed: number of digits that the player has typed so far to choose the next place.
        refused: why the last choice was refused: "outside" or "taken"; "" if it was not refused.
        wins: games won.
        ghosts: places chosen; empty if they are secret.
        marker: place of the marker; None if it is secret or the player cannot choose now.
    """

    chosen: int
    needs: int
    ready: bool
    waits: bool
    typed: int
    refused: str
    wins: int
    ghosts: tuple[Place, ...] = ()
    marker: Place | None = None


@dataclass(frozen=True, slots=True)
class Life2Overlay:
    """Everything that is shown in addition to the cells, without secrets.

    Attributes:
        phase: "select", "opening", "turn", "reveal", "growth" or "over".
        option: name of the option.
        halted: True if the game is halted.
        turn: number of the turn.
        seconds: seconds left on the clock; None without a clock.
        hands: visible hands of both players.
        home: place where the invisible markers start; None if no invisible marker is in use.
        typing_player: player for whom typed digits count now; None for nobody.
        placed: places of both players' last pieces, shown until the next turn, and at the end of a game.
        shared: places that both players chose, shown until the next turn.
        emptied: place that the option CODED emptied in the last reveal, as in ``Life2State``; None if there is none.
        winner: winner of a finished game; None before the end, and for a draw.
        ending: "shut-out" or "resigned"; "" before the end.
        series: the set of games (such as best of 5) to which this game belongs; None for a single game.
        clash: what became of the places that both players chose in the previous turn; "" if they chose no such place.
    """

    phase: str
    option: str
    halted: bool
    turn: int
    seconds: int | None
    hands: tuple[VisibleHand, ...]
    home: Place | None
    typing_player: int | None
    placed: tuple[tuple[Place, ...], ...]
    shared: tuple[Place, ...]
    emptied: Place | None
    winner: int | None
    ending: str
    series: Series | None = None
    clash: str = ""


def life2_overlay(state: Life2State, shape: tuple[int, int], shown: frozenset[int]) -> Life2Overlay:
    """Return the overlay of ``state`` on a board of ``shape``. It shows secrets of the players in ``shown`` only."""
    new = state.phase in (Life2Phase.REVEAL, Life2Phase.GROWTH) or state.ending is Ending.SHUT_OUT
    return Life2Overlay(
        phase=str(state.phase),
        option=state.option,
        halted=state.halted,
        turn=state.turn,
        seconds=-(-state.clock // TICKS_PER_SECOND) if state.choosing and state.rules.turn_seconds else None,
        hands=tuple(_hand(state, player, shown=player in shown) for player in range(PLAYERS)),
        home=home(shape) if state.choosing and not shown else None,
        typing_player=typing_player(state),
        placed=state.placed if new else ((),) * PLAYERS,
        shared=state.shared if new else (),
        emptied=state.emptied if new else None,
        winner=state.winner,
        ending=str(state.ending) if state.ending is not None else "",
        series=state.series,
        clash=_clash_text(state.shared, state.emptied, state.option) if state.phase is Life2Phase.TURN else "",
    )


def _hand(state: Life2State, player: int, *, shown: bool) -> VisibleHand:
    hand, choosing = state.hands[player], state.choosing
    ready = choosing and state.is_ready(player)
    may_choose = state.may_choose(player)
    return VisibleHand(
        chosen=len(hand.chosen) if choosing else 0,
        needs=state.needs if choosing else 0,
        ready=ready,
        waits=choosing and not ready and not may_choose,
        typed=len(hand.typed),
        refused=hand.refused if choosing else "",
        wins=hand.wins,
        ghosts=hand.chosen if shown and choosing else (),
        marker=(hand.cursor.row, hand.cursor.column) if shown and may_choose else None,
    )


def visible_state(state: Life2State, viewer: int) -> Life2State:
    """Return ``state`` without the places that other seats have chosen in this turn; ``viewer`` is a seat or NOBODY.

    Each such place becomes HIDDEN_PLACE, and the other seats' cursors are moved to the upper left corner.
    """
    if not state.choosing:
        return state
    left, right = (
        hand if player == viewer else Hand(Cursor(0, 0), (HIDDEN_PLACE,) * len(hand.chosen), wins=hand.wins)
        for player, hand in enumerate(state.hands)
    )
    return replace(state, hands=(left, right))


def headline(overlay: Life2Overlay, names: Sequence[str], reason: str) -> str:
    """Return the headline for the current phase.

    Args:
        overlay: overlay of the game.
        names: names of both players.
        reason: sentence on why the game is over; "" before the end.
    """
    if overlay.phase == "select":
        return f"LIFE-2   {option_title(overlay.option)}"
    if overlay.phase == "over" and overlay.series is not None:
        return _end_of_game(overlay, overlay.series, names)
    if overlay.phase == "over":
        won = "A draw" if overlay.winner is None else with_verb(names[overlay.winner], "win")
        return f"{won}: {mid_sentence(reason)}"
    if overlay.phase in ("reveal", "growth"):
        return _revealed(overlay)
    if overlay.halted:
        return "Halted"
    clock = f"   {overlay.seconds} s left" if overlay.seconds is not None else ""
    clock += f"   {standing_text(overlay.series)}" if overlay.series is not None else ""
    needs = max(hand.needs for hand in overlay.hands)
    if overlay.phase == "opening":
        return f"Turn 1: {needs} pieces each, in secret{clock}"
    return f"Turn {overlay.turn}: one piece each, in secret{clock}"


def _end_of_game(overlay: Life2Overlay, series: Series, names: Sequence[str]) -> str:
    wins = "A draw" if overlay.winner is None else with_verb(names[overlay.winner], "win")
    return result_text(series, names) if series.over else f"{wins}   {result_text(series, names)}"


def _revealed(overlay: Life2Overlay) -> str:
    return _clash_text(overlay.shared, overlay.emptied, overlay.option) or "Both have chosen"


def _clash_text(shared: Sequence[Place], emptied: Place | None, option: str) -> str:
    """Return what became of the places that both players chose; "" if there are none."""
    if not shared:
        return ""
    told = "Both chose " + " and ".join(f"{column + 1},{row + 1}" for row, column in shared)
    if option != "CODED":
        return f"{told}: no piece{' there' * (len(shared) > 1)}"
    lost = "" if emptied is None else f", and {emptied[1] + 1},{emptied[0] + 1} is emptied"
    return f"{told}: no piece is placed{lost}"


REFUSALS = {"taken": "Taken: choose again", "outside": "Off the board: choose again"}
"""What a player whose choice was refused reads, keyed by the reason."""
AIM = "Leave the other player without a piece. With 2 or 3 neighbours a piece lives on; 3 bring a new one."
FORESEEN = "Pencil marks show the next generation with your choice, but not the other player's."
HIDDEN = "Your hidden marker starts in the middle and wraps around at the edges."
TAKES_BACK = "A second press takes a place back"


def hint(overlay: Life2Overlay, people: Sequence[int], *, foresees: bool) -> str:
    """Return a hint in one line; "" for none.

    It says what both chose in the previous turn. Otherwise two people at one screen read that their markers are
    invisible, and a lone person reads how to win or what the forecast shows.

    Args:
        overlay: overlay of the game.
        people: seats of the players who are people and get hints.
        foresees: True if the next generation is shown in pencil.
    """
    if overlay.phase not in (Life2Phase.OPENING, Life2Phase.TURN) or overlay.halted:
        return ""
    if overlay.clash:
        return overlay.clash
    if len(people) > 1:
        needs = max(hand.needs for hand in overlay.hands)
        return f"{HIDDEN} {TAKES_BACK}." if needs > 1 else HIDDEN
    if not people:
        return ""
    return FORESEEN if foresees else AIM if overlay.turn <= 1 else ""


def prompts(overlay: Life2Overlay, people: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """Return the prompt that says what people can do now, in several wordings, longest first.

    Args:
        overlay: overlay of the game.
        people: seats of the players who are people.
        names: names of both players.
    """
    if overlay.phase == Life2Phase.SELECT:
        return TO_BEGIN
    if overlay.phase == Life2Phase.OVER:
        return after_round_prompts(overlay.series, names)
    if overlay.halted:
        return STANDS_STILL
    if overlay.phase in (Life2Phase.REVEAL, Life2Phase.GROWTH):
        return ("The next generation starts soon.  {step} skips the wait", "The next generation starts soon")
    late = [player for player in people if not overlay.hands[player].ready]
    if len(people) == 1 and late:
        hand = overlay.hands[late[0]]
        left = hand.needs - hand.chosen
        places = f"{left} {'more ' * bool(hand.chosen)}place{'s' * (left != 1)}"
        how = f"Choose {places}: {{move}} {{trigger}} or {{click}}"
        # The last place of a turn is final, and with it all others.
        wordings: tuple[str, ...] = f"{how}, or type column and row", how
        if hand.needs > 1:
            wordings = f"{how}, or type column and row. {TAKES_BACK}", f"{how}. {TAKES_BACK}", how
        return (
            *wordings,
            f"Choose {places}: {{trigger}} or {{click}}",
        )
    if late:
        typing = overlay.typing_player
        by_type = "" if typing is None else f". {names[typing]} may type a column and a row, too"
        both = "Both choose in secret" if len(late) > 1 else f"Waiting for {names[late[0]]}"
        return (f"{both}{by_type}", both)
    others = [player for player, hand in enumerate(overlay.hands) if not hand.ready]
    if others and people:
        return (f"Waiting for {names[others[0]]}",)
    return ("Both are ready: the pieces are turned over", "Both are ready") if people else ()


def end_reason(state: Life2State, names: Sequence[str]) -> str:
    """Return a sentence on why the game is over; "" before the end."""
    if state.phase is not Life2Phase.OVER:
        return ""
    turn = "after the first turn" if state.turn <= 1 else f"after turn {state.turn}"
    if state.winner is None:
        return f"Neither player has a piece left {turn}."
    loser = names[1 - state.winner]
    if state.ending is Ending.RESIGNED:
        return f"{loser} resigned in turn {state.turn}."
    return f"{with_verb(loser, 'have')} no piece left {turn}."
