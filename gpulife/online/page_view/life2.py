"""What browser pages show of a match of LIFE-2."""

from gpulife.games.core.game import TICKS_PER_SECOND, ActionKind
from gpulife.games.core.shared_texts import count_text, option_title
from gpulife.games.life2.foresight import foreseen
from gpulife.games.life2.observation import VisibleHand, headline, hint, life2_overlay, prompts
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.online.page_view.game_view import GameView
from gpulife.online.page_view.view import (
    Box,
    Clock,
    Mark,
    Moment,
    Tap,
    View,
    birth,
    cross,
    death,
    frame,
    new_cell,
    round_buttons,
)
from gpulife.view.grounds import PAPER

_REFUSALS = {"taken": "That place is taken: choose again", "outside": "That is off the board: choose again"}


def life2_view(moment: Moment) -> View:
    """Return what the page shows for a match of LIFE-2 at one tick."""
    state: Life2State = moment.state
    people = (moment.viewer,) if moment.is_seated else ()
    shown = life2_overlay(state, moment.board.shape, frozenset(people))
    reason = moment.game.explain_end(state, moment.names)
    own = shown.hands[moment.viewer] if moment.is_seated else None
    marks: list[Mark] = [frame(place, player) for player, places in enumerate(shown.placed) for place in places]
    marks += [cross(place) for place in shown.shared]
    marks += [] if shown.emptied is None else [frame(shown.emptied)]
    marks += [new_cell(place, player) for player, hand in enumerate(shown.hands) for place in hand.ghosts]
    coming = foreseen(own, moment.viewer, moment.board) if own is not None and state.choosing else None
    if coming is not None:
        marks += [birth(place, after - 1) if after else death(place) for place, _, after in coming.changes]
    words = headline(shown, moment.names, reason)
    return View(
        title=f"{moment.game.title}: {option_title(state.option)}",
        headline=(words,),
        clock=_clock(moment, state),
        boxes=tuple(_box(moment, player, hand) for player, hand in enumerate(shown.hands)),
        marks=tuple(marks),
        cursors=tuple((player, *hand.marker) for player, hand in enumerate(shown.hands) if hand.marker is not None),
        prompt=prompts(shown, people, moment.names) if people else (),
        hint=hint(shown, people, foresees=coming is not None),
        note="" if own is None else _REFUSALS.get(own.refused, ""),
        buttons=round_buttons(state) if people else (),
        end=(words.partition(":")[0], reason) if state.phase is Life2Phase.OVER else (),
        tap=None if own is None else Tap(int(ActionKind.PLACE), int(ActionKind.WITHDRAW), own.ghosts),
    )


def _clock(moment: Moment, state: Life2State) -> Clock | None:
    total = state.rules.opening_seconds if state.phase is Life2Phase.OPENING else state.rules.turn_seconds
    if not state.choosing or not total:
        return None
    return moment.clock(state.clock, total * TICKS_PER_SECOND, runs=not state.halted)


def _box(moment: Moment, player: int, hand: VisibleHand) -> Box:
    pieces = int(moment.board.census()[player])
    chosen = f"{hand.chosen} of {hand.needs} chosen" if hand.needs else ""
    return moment.box(
        player,
        score=str(pieces),
        unit=count_text(pieces, "piece").partition(" ")[2],
        details=(f"{hand.wins} won",) if hand.wins else (),
        status="ready" if hand.ready else "waits" if hand.waits else chosen,
    )


PAGE = GameView(life2_view, PAPER)
