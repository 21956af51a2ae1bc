"""The games of 1982 as people see them: the overlay on and below the board, headlines, and a round's statistics.

Places and sizes are in cells; rows are counted downwards, columns to the right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpulife.games.core.game import TICKS_PER_SECOND, Place
from gpulife.games.core.game_spec import GameState
from gpulife.games.core.round_end import Ending
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import next_round_text, option_title, result_text, standing_text
from gpulife.games.core.turning_points import Summary
from gpulife.games.survival1982.input import QUOTA_DIGITS, TURNED_SHAPES, cells_in_hand, corner, fits, typing_player
from gpulife.games.survival1982.rules import late_planters
from gpulife.games.survival1982.state import OPTIONS, PLAYERS, TITLES, ContestState, RoundPhase
from gpulife.games.survival1982.study import StudyState
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Cells
from gpulife.seats import with_verb

_MISSING = "?"
_LOW = 0.7
"""While the shot clock is at most this high (0 to 1), the headline says who leads."""
_GOAL_TOLD = 50
"""Number of generations for which the headline of a first round says what the goal is, as long as the bar is high."""
_LAST_GENERATIONS = 500
"""The headline counts down this many generations before a round's limit."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A shape of the seed menu in its orientation.

    Attributes:
        player: player whose half of the menu it belongs to.
        entry: number of the entry in that half; 0 is nearest to the edge of the screen.
        size: (rows, columns) of the shape.
        cells: places of the live cells within ``size``.
        chosen: True if the player plants this shape.
        lit: True if the player is in the menu at this entry.
        costly: True if the shape costs more seeds than the player has left.
        is_hidden: True if the shape is not offered, so that its place in the menu is empty.
    """

    player: int
    entry: int
    size: tuple[int, int]
    cells: tuple[Place, ...]
    chosen: bool
    lit: bool
    costly: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything that is shown in addition to the cells.

    Attributes:
        title: title of the game.
        option: name of the option.
        phase: "select", "handicap", "set-up", "play", "halted" or "over".
        selecting: True to show title and option instead of the status line.
        status: five texts: left score, left seeds, generation, right seeds, right score.
        border: number of columns to the left of the border, such as 80 or, on a board with an odd number of columns,
            80.5; None for no border.
        clock: height of the shot clock, 0 (bottom) to 1; None without a clock.
        menu: entries of the seed menu from left to right; empty without a menu.
        cursors: for each player, the cells that a press of the trigger would plant; the cursor's place if the shape is
            too large for half the board; empty while the cursor is not on the board.
        winner: 0 or 1 if a player has won; None before the end, and for a tie.
        ending: "shut-out", "clock", "resigned" or "limit"; "" before the end.
        wins: number of rounds won by each player.
        round: number of the round, 1 for the first.
        flashing: species whose cells flash.
        frozen: True if play is halted and nobody may plant or move.
        waits_for: players without cells, who may still plant before play begins.
        ends_in: number of generations until the round ends at its limit; None if that is far off.
        typing: (player, digit) of the handicap digit being typed, 0 for the tens, 1 for the ones; None while nobody
            types.
        series: the set of rounds that the round belongs to; None if there is none.
        seconds_left: seconds left of the set-up, rounded up; None in other phases.
        clock_left: generations until the shot clock reaches the bottom if nobody plants; None outside of play.
        done: players who are done with the set-up.
        means: each player's cells, averaged over the last generations; empty to show no averages.
        bar_waits: True if the shot clock stands still until a person plants.
        has_figures: True if the numbers of ``status`` are shown below the board.
        has_scores: True if they include the scores; False if a result with the scores is shown instead.
    """

    title: str
    option: str
    phase: str
    selecting: bool
    status: tuple[str, ...]
    border: float | None = None
    clock: float | None = None
    menu: tuple[MenuEntry, ...] = ()
    cursors: tuple[tuple[Place, ...], ...] = ()
    winner: int | None = None
    ending: str = ""
    wins: tuple[int, ...] = ()
    round: int = 1
    flashing: tuple[int, ...] = ()
    typing: tuple[int, int] | None = None
    frozen: bool = False
    waits_for: tuple[int, ...] = ()
    ends_in: int | None = None
    series: Series | None = None
    seconds_left: int | None = None
    clock_left: int | None = None
    done: tuple[int, ...] = ()
    means: tuple[int, ...] = ()
    bar_waits: bool = False
    has_figures: bool = True
    has_scores: bool = True

    @property
    def tied(self) -> bool:
        """True if the game is over and has no winner."""
        return self.ending != "" and self.winner is None


def overlay(
    state: GameState, shape: tuple[int, int], scores: tuple[int, ...] = (0, 0), generation: int = 0
) -> Overlay | None:
    """Return the overlay of any game's ``state`` on a board of ``shape``; None for games without this overlay.

    Args:
        state: state of the game.
        shape: (rows, columns) of the board.
        scores: live cells of the two species; used only in Study Mode, whose state has no scores.
        generation: generation of the board; used only in Study Mode.
    """
    if isinstance(state, ContestState):
        return _contest(state, shape)
    if isinstance(state, StudyState):
        return Overlay(
            title=TITLES["study"],
            option=state.option,
            phase="play" if state.running else "halted",
            selecting=False,
            status=_status(scores, _seeds(state, typing=state.typing), generation),
            cursors=tuple(
                ((cursor.row, cursor.column),) if cursor.visible and not state.typing else ()
                for cursor in state.cursors
            ),
            typing=_typing(state) if state.typing else None,
        )
    return None


def _contest(state: ContestState, shape: tuple[int, int]) -> Overlay:
    return Overlay(
        title=TITLES[state.game],
        option=state.option,
        phase="halted" if state.halted else str(state.phase),
        selecting=state.phase is RoundPhase.SELECT,
        status=_status(state.scores, _seeds(state, typing=state.phase is RoundPhase.HANDICAP), state.generation),
        border=shape[1] / 2,
        clock=state.clock.height,
        menu=_menu(state) if state.has_menu else (),
        cursors=tuple(_cursor_cells(state, player, shape) for player in range(PLAYERS)),
        winner=state.winner,
        ending=str(state.ending) if isinstance(state.ending, Ending) else "",
        wins=tuple(side.wins for side in state.sides),
        round=state.round,
        flashing=state.flashing,
        frozen=state.frozen,
        waits_for=late_planters(state) if state.fair is not None and state.fair.begins else (),
        ends_in=_ends_in(state),
        typing=_typing(state) if state.phase is RoundPhase.HANDICAP else None,
        series=state.series,
        seconds_left=_seconds_left(state),
        clock_left=_clock_left(state),
        done=_done(state),
    )


def _seconds_left(state: ContestState) -> int | None:
    if state.phase is not RoundPhase.SET_UP:
        return None
    return -(-(OPTIONS[state.option].set_up_ticks - state.clock.ticks) // TICKS_PER_SECOND)


def _clock_left(state: ContestState) -> int | None:
    return -(-state.clock.notches // OPTIONS[state.option].notches) if state.phase is RoundPhase.PLAY else None


def _done(state: ContestState) -> tuple[int, ...]:
    if state.fair is None or state.phase is not RoundPhase.SET_UP:
        return ()
    return tuple(player for player, ready in enumerate(state.fair.ready) if ready)


def _ends_in(state: ContestState) -> int | None:
    left = state.generations_left
    return left if left is not None and left <= _LAST_GENERATIONS and state.phase is RoundPhase.PLAY else None


def _status(scores: tuple[int, ...], seeds: tuple[str, ...], generation: int) -> tuple[str, ...]:
    left, right = scores[:PLAYERS]
    return f"{left:04}", seeds[0], f"{generation:04}", seeds[1], f"{right:04}"


def _typing(state: ContestState | StudyState) -> tuple[int, int]:
    return typing_player(state), len(state.digits) % QUOTA_DIGITS


def _seeds(state: ContestState | StudyState, *, typing: bool) -> tuple[str, ...]:
    if not typing:
        return tuple(f"{seeds:02}" for seeds in state.seeds)
    dial = () if state.dial is None else (state.dial,)
    typed = "".join(str(digit) for digit in (*state.digits, *dial)).ljust(PLAYERS * QUOTA_DIGITS, _MISSING)
    return typed[:QUOTA_DIGITS], typed[QUOTA_DIGITS:]


def _menu(state: ContestState) -> tuple[MenuEntry, ...]:
    left, right = (
        [
            MenuEntry(
                player,
                entry,
                shapes[turn].shape,
                _live_places(shapes[turn]),
                chosen=entry == side.entry,
                lit=entry == side.entry and side.in_menu,
                costly=SEED_SHAPES[entry].cost > side.seeds,
            )
            for entry, (shapes, turn) in enumerate(zip(TURNED_SHAPES[player], side.turns, strict=True))
        ]
        for player, side in enumerate(state.sides)
    )
    return (*left, *reversed(right))


def _cursor_cells(state: ContestState, player: int, shape: tuple[int, int]) -> tuple[Place, ...]:
    side = state.sides[player]
    if not state.accepts_input or side.in_menu:
        return ()
    cells, place = cells_in_hand(player, side), (side.cursor.row, side.cursor.column)
    if not fits(cells.shape, shape):
        return (place,)
    row, column = corner(player, place, cells.shape)
    return tuple((row + down, column + right) for down, right in _live_places(cells))


def _live_places(cells: Cells) -> tuple[Place, ...]:
    return _places_of(cells.tobytes(), cells.shape)


@cache
def _places_of(cells: bytes, shape: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the places of a shape's live cells; cached, since each frame asks for twenty shapes."""
    found = np.argwhere(np.frombuffer(cells, np.uint8).reshape(shape))
    return tuple((int(row), int(column)) for row, column in found)


STATUS_LABELS = "cells", "seeds", "generation", "seeds", "cells"
"""The labels of the five numbers of ``Overlay.status``."""


def headline(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return the headline in several wordings, longest first."""
    if overlay.selecting:
        return f"{overlay.title}: {option_title(overlay.option)}", overlay.title
    if overlay.series is not None and overlay.typing is None:
        return _headline_of_set(overlay, overlay.series, names)
    rounds = f"   Rounds {overlay.wins[0]}:{overlay.wins[1]}" if any(overlay.wins) or overlay.round > 1 else ""
    if overlay.phase == "over":
        result = _result(overlay, names)
        return f"{result}{rounds}", result
    if overlay.typing is not None:
        who = names[overlay.typing[0]]
        return f"{who}: how many seeds? Use stick and trigger, or type", f"{who}: how many seeds?", who
    words = _phase(overlay, names)
    return (*(f"{wording}{rounds}".strip() for wording in words), words[-1])


def _result(overlay: Overlay, names: tuple[str, ...]) -> str:
    return "A tie" if overlay.winner is None else with_verb(names[overlay.winner], "win")


def _phase(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return wordings, longest first, of the headline of an unfinished round."""
    if overlay.waits_for:
        late = " and ".join(names[player] for player in overlay.waits_for)
        return f"{late} may still plant: play begins in a moment", f"Waiting for {late}"
    if overlay.frozen:
        return "Halted: nobody can plant or move", "Halted"
    if overlay.seconds_left is not None:
        seconds = f"{overlay.seconds_left} s"
        if overlay.done:
            who = [names[player] for player in overlay.done]
            done = with_verb(who[0], "be") if len(who) == 1 else f"{' and '.join(who)} are"
            return f"Set-up: {done} done, at most {seconds} left", f"Set-up: {seconds} left", seconds
        return f"Set-up: {seconds} left to plant", f"Set-up: {seconds} left", seconds
    words = "Halted   " if overlay.phase == "halted" else ""
    if overlay.ends_in is not None:
        return f"{words}Round ends in {_generations(overlay.ends_in)}", f"{overlay.ends_in} left"
    if overlay.clock_left is None:
        return (words.strip(),)
    if overlay.bar_waits:
        return "The yellow bar waits: plant to go on", "Plant to go on"
    left = _generations(overlay.clock_left)
    is_new = overlay.round == 1 and int(overlay.status[2] or 0) < _GOAL_TOLD
    is_low = overlay.clock is not None and overlay.clock <= _LOW
    if is_low or (overlay.means and not is_new):
        return tuple(f"{words}{wording}" for wording in _standing(overlay, left, names))
    goal = (f"{words}Have more cells when the bar is empty: {left} left. Planting refills it",) if is_new else ()
    return (
        *goal,
        f"{words}Yellow bar: {left} left; planting refills it",
        f"{words}Yellow bar: {left} left",
        f"Bar: {overlay.clock_left} left",
    )


def _standing(overlay: Overlay, left: str, names: tuple[str, ...]) -> Sequence[str]:
    """Return wordings, longest first, of the headline that says who leads, with ``left`` such as "9 generations"."""
    lead = int(overlay.status[0]) - int(overlay.status[-1])  # not an average: the last generation alone decides
    leads = f"{with_verb(names[int(lead < 0)], 'lead')} by {abs(lead)}" if lead else "Equally many cells"
    may_refill = any(int(overlay.status[place]) for place in (1, 3))
    longest = (f"{leads}: {left} left. Planting refills the bar",) if may_refill else ()
    return *longest, f"{leads}: {left} left", f"{leads}: {overlay.clock_left} left"


def _generations(number: int) -> str:
    return f"{number} generation{'s' * (number != 1)}"


def _headline_of_set(overlay: Overlay, series: Series, names: tuple[str, ...]) -> Sequence[str]:
    if overlay.phase != "over":
        words, score = _phase(overlay, names), standing_text(series)
        return *(f"{wording}   {score}".strip() for wording in words), words[-1] or score
    stands, following = result_text(series, names), f"Next: {next_round_text(series, names)}"
    if series.over:
        return f"{stands}   {following}", following, stands
    return f"{_result(overlay, names)}   {stands}   {following}", f"{stands}   {following}", stands


NOTHING_PLANTED = "Plant something first: without living cells you lose at once."
NONE_WOULD_LIVE = "All your cells would die at once: each needs two or three neighbours."


def report_lines(summary: Summary) -> list[str]:
    """Return a round's statistics as lines of text."""
    last = summary.last
    outcome = "so far" if not last.over else "a tie" if last.winner is None else f"{summary.names[last.winner]} wins"
    lines = [f"round {last.round[1]}: {outcome}, generations {last.began} to {last.generation}"]
    for player, side in enumerate(summary.names):
        score, generation = summary.highest[player]
        lines.append(
            f"  {side}: score {last.scores[player]}, at most {score} in generation {generation}; "
            f"seeds {last.spent[player]} spent, {last.earned[player]} earned, {last.seeds[player]} left; "
            f"{summary.planted_title.lower()} {summary.plantings[player]}"
        )
    if summary.longest_lead is not None:
        player, generations = summary.longest_lead
        lines.append(f"  longest lead: {summary.names[player]}, {generations} generations")
    if last.halts:
        planted = ", ".join(f"{name} {cells}" for name, cells in zip(summary.names, last.halted, strict=True))
        edited = f"; board edited {_times(last.halted_edits)}" if last.halted_edits else ""
        lines.append(f"  halted {_times(last.halts)}; cells planted meanwhile: {planted}{edited}")
    lines += [f"  generation {halt.generation}: {halt.text}" for halt in summary.halts]
    lines += [f"  generation {point.generation}: {point.text}" for point in summary.turning_points]
    return lines


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def report_data(summary: Summary) -> dict[str, Any]:
    """Return a round's statistics and score curves for JSON; lists have one item for each player, left first."""
    last = summary.last
    return {
        "game": last.round[0],
        "round": last.round[1],
        "over": last.over,
        "winner": last.winner,
        "generations": [last.began, last.generation],
        "scores": list(last.scores),
        "highest": [{"score": score, "generation": generation} for score, generation in summary.highest],
        "seeds_spent": list(last.spent),
        "seeds_earned": list(last.earned),
        "seeds_left": list(last.seeds),
        "plantings": list(summary.plantings),
        "wild_generations": last.wild,
        "halts": last.halts,
        "planted_while_halted": list(last.halted),
        "edited_while_halted": last.halted_edits,
        "halted": [{"tick": halt.tick, "generation": halt.generation, "text": halt.text} for halt in summary.halts],
        "longest_lead": None
        if summary.longest_lead is None
        else dict(zip(("player", "generations"), summary.longest_lead, strict=True)),
        "turning_points": [
            {"tick": point.tick, "generation": point.generation, "player": point.player, "text": point.text}
            for point in summary.turning_points
        ],
        "curves": [
            {
                "tick": entry.tick,
                "generation": entry.stats.generation,
                "scores": list(entry.stats.scores),
                "seeds": list(entry.stats.seeds),
                "clock": entry.stats.clock,
            }
            for entry in summary.entries
        ],
    }
