"""The end of a game of BioWar: the result, the chart of points, and fireworks for the winner."""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

import numpy as np
from imgui_bundle import imgui

from gpulife.games.biowar.observation import place_of
from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, Remark
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.shared_texts import count_text
from gpulife.seats import mid_sentence, with_verb
from gpulife.window.design import eased, packed
from gpulife.window.play.canvas import Canvas
from gpulife.window.play.points_chart import draw_points_chart, may_draw_points
from gpulife.window.play.result_banner import EndButton, Result, Score


def result_of(
    state: BioWarState,
    names: Sequence[str],
    here: Sequence[int],
    *,
    reason: str,
    buttons: tuple[EndButton, ...],
    is_online: bool,
    may_rejoin: bool,
) -> Result | None:
    """Return the result for the banner: somebody has won, or all people here are out. Return None if neither is true.

    A game with a turn limit is won after its last turn. Other games are won when at most one player has cells, but
    go on if somebody joins.

    Args:
        state: state of the game.
        names: the names of all seats.
        here: the seats of the people at this window.
        reason: why the game is over, if it is.
        buttons: the buttons after the end.
        is_online: True in an on-line match.
        may_rejoin: True if people here can join the game again while others play.
    """
    playing = [player for player, side in enumerate(state.sides) if side.standing is not PlayerStanding.SPECTATOR]
    own = [player for player in playing if player in here]
    if state.is_over:
        title = "A tie" if state.winner is None else with_verb(names[state.winner], "win")
        if state.winner is not None and len(own) == 1 and own[0] != state.winner:
            reason = f"{title} with {reason}"
            title = f"{names[own[0]]} came {place_of(state, own[0])}"
        return Result(title, state.winner, reason=reason, buttons=buttons)  # boxes show the scores
    alive = [player for player in playing if state.sides[player].is_in]
    if len(alive) == 1 and not state.limit and (last := _last_out(state, alive[0])) is not None:
        name, lost = names[last.player], last.event is Event.OUT
        reason = (
            f"{with_verb(name, 'lose')} the last cell in turn {last.turn}, and nobody else is left."
            if lost
            else f"{with_verb(name, 'leave')} in turn {last.turn}, and nobody else is left."
        )
        title = with_verb(names[alive[0]], "win")
        return Result(title, alive[0], reason=reason, buttons=buttons, passes=is_online)
    if not alive and len(playing) > 1:
        return _all_died(state, names, playing, buttons, passes=is_online)
    if len(alive) < (1 if state.limit else 2) or not own or set(own) & set(alive):
        return None
    title = f"{with_verb(names[own[0]], 'be')} out" if len(own) == 1 else "Everybody here is out"
    reason = f"The last cell has died. {count_text(len(alive), 'player')} go on playing."
    if not may_rejoin:
        return Result(title, None, reason=reason, passes=True)
    button = EndButton("Join again", Action(own[0], ActionKind.AGAIN), "trigger")
    return Result(title, None, reason=reason, buttons=(button,))


def _all_died(
    state: BioWarState,
    names: Sequence[str],
    playing: Sequence[int],
    buttons: tuple[EndButton, ...],
    *,
    passes: bool,
) -> Result:
    """Return the result of a game in which all cells have died. The most points win; ``playing`` are its players."""
    ranking = sorted(playing, key=lambda player: (-state.sides[player].score, player))
    scores = tuple(Score(player, state.sides[player].score) for player in ranking)
    most = state.sides[ranking[0]].score
    best = [player for player in ranking if state.sides[player].score == most]
    winner = best[0] if len(best) == 1 else None
    title = "A tie" if winner is None else with_verb(names[winner], "win")
    has = f"{len(best)} players have" if winner is None else mid_sentence(with_verb(names[winner], "have"))
    last = _last_out(state)
    turn = state.turn if last is None else last.turn  # when all have died, the game goes back to turn 0
    reason = f"The last cells died in turn {turn}, and {has} the most points, {most}."
    return Result(title, winner, scores, reason, buttons=buttons, passes=passes)


def _last_out(state: BioWarState, winner: int = NOBODY) -> Remark | None:
    """Return the remark on the player, other than ``winner``, who was the latest to leave or to lose all cells.

    Return None if nobody has. If ``winner`` is NOBODY, all players count.
    """
    last: Remark | None = None
    for remark in state.remarks:
        if remark.player == winner and remark.event is Event.JOINED:
            last = None  # what happened before is another game
        elif remark.player not in (winner, NOBODY) and remark.event in (Event.OUT, Event.LEFT):
            last = remark
    return last


def points_chart(state: BioWarState, scores: Mapping[int, Sequence[int]], canvas: Canvas) -> Callable[[], None] | None:
    """Return the function that draws the chart of points after the end of a game; None before it.

    ``scores`` are the points of all seats, by turn. The chart fills the rest of the Dear ImGui window being drawn.
    """
    players = [player for player, side in enumerate(state.sides) if side.standing is not PlayerStanding.SPECTATOR]
    if not (state.is_over and may_draw_points(scores, players)):
        return None

    def draw() -> None:
        (left, top), (width, height) = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
        box, pen = (left, top, left + width, top + height), imgui.get_window_draw_list()
        draw_points_chart(pen, "Points after each turn", scores, players, canvas, box)

    return draw


FIREWORKS = 6.0
"""Seconds for which fireworks are shown."""
_ROCKET, _APART = 1.3, 0.3
"""Seconds for which a rocket's sparks fly, and seconds from one rocket to the next."""
_SPARKS = 14
_REACH = 3.2
"""How far sparks fly, in cells."""
_PLACES = np.random.default_rng(1986).random((int(FIREWORKS / _APART), 2))
"""Where each rocket bursts: (row, column) as shares of the board's height and width."""


class Fireworks:
    """Shows fireworks for the winner during the first seconds after the end of a game."""

    def __init__(self) -> None:
        self._over_since: float | None = None

    def draw(self, state: BioWarState, now: float, canvas: Canvas) -> bool:
        """Draw the fireworks at ``now`` (seconds), if there are any; return whether there are. Called once a frame."""
        if not state.is_over:
            self._over_since = None
            return False
        self._over_since = now if self._over_since is None else self._over_since
        if state.winner is None or canvas.is_calm or now - self._over_since >= FIREWORKS:
            return False
        _draw_sparks(state.winner, now - self._over_since, canvas)
        return True


def _draw_sparks(player: int, seconds: float, canvas: Canvas) -> None:
    """Draw sparks like cells in the winner's colour over the board, ``seconds`` after the end of the game."""
    pen, (rows, columns) = imgui.get_background_draw_list(), canvas.shape
    for number, (down, across) in enumerate(_PLACES.tolist()):
        share = (seconds - number * _APART) / _ROCKET
        if not 0 <= share < 1:
            continue
        x, y = canvas.point_of(rows * down, columns * across)
        half = canvas.zoom * 0.16 * (1 - 0.5 * share)
        colour = packed(canvas.player_colour(player, 1 - share**2))
        for spark in range(_SPARKS):
            angle, far = 2 * pi * spark / _SPARKS, canvas.zoom * _REACH * eased(share) * (0.6 + 0.4 * (spark % 2))
            spark_x, spark_y = x + far * cos(angle), y + far * sin(angle) + canvas.zoom * share**2
            pen.add_rect_filled((spark_x - half, spark_y - half), (spark_x + half, spark_y + half), colour, half / 3)
