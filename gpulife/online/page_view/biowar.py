"""What browser pages show of a match of BioWar."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gpulife.games.biowar.observation import Mark as WantedCell
from gpulife.games.biowar.observation import SeatBox, biowar_overlay, cell_sizes, count_sizes, end_reason, prompts
from gpulife.games.biowar.state import BioWarState, Event, PlayerStanding, TurnPhase
from gpulife.games.core.cursor import board_area
from gpulife.games.core.game import ActionKind
from gpulife.games.core.shared_texts import count_text, option_title
from gpulife.online.page_view.cell_frames import CellValues
from gpulife.online.page_view.game_view import GameView
from gpulife.online.page_view.view import (
    MAX_LINES,
    Box,
    Button,
    Clock,
    Mark,
    Moment,
    View,
    button,
    halt_button,
    hidden_cell,
    new_cell,
    steer,
)
from gpulife.rules import Rule
from gpulife.seats import with_verb
from gpulife.view.grounds import TERMINAL

_SIZE = 32
"""Each cell is sent to the page as one number: its state + ``_SIZE`` * its size (see ``cell_sizes``)."""
_LEAVE_QUESTION = "Leave the game? Your cells die."


def biowar_view(moment: Moment) -> View:
    """Return what the page shows for a match of BioWar at one tick."""
    state: BioWarState = moment.state
    hints = {
        seat: "not joined yet" if moment.titles[seat] else "free"
        for seat, side in enumerate(state.sides)
        if seat not in moment.closed or side.standing is not PlayerStanding.SPECTATOR
    }
    counted = _counts(moment.cells.tobytes(), moment.cells.shape, moment.board.rule)
    shown = biowar_overlay(state, moment.names, moment.board.census().tolist(), counted, hints, viewer=moment.viewer)
    turn = f"{shown.turn_text}: {shown.phase}" if shown.turn else shown.phase
    return View(
        title=f"{moment.game.title}: {option_title(state.option)}",
        headline=(turn,),
        clock=_clock(moment, state),
        wave=(moment.tick + state.left, state.wave_ticks) if state.phase is TurnPhase.GROWTH and state.grown else None,
        boxes=tuple(_box(moment, box) for box in shown.boxes),
        marks=tuple(_mark(mark) for mark in shown.marks),
        cursors=tuple((player, *place) for player, place in shown.cursors),
        prompt=_prompt(state, moment) if moment.is_seated else (),
        buttons=_buttons(state, moment.viewer) if moment.is_seated else (),
        report=_report(state, moment),
        lines=_news(state, shown.lines),
        end=(_result(state, moment), end_reason(state, moment.names)) if state.is_over else (),
        steer=steer(board_area(moment.board.shape), moment.board.shape)
        if moment.is_seated and state.can_place(moment.viewer)
        else None,
    )


def _result(state: BioWarState, moment: Moment) -> str:
    return "A tie" if state.winner is None else with_verb(moment.names[state.winner], "win")


def biowar_values(moment: Moment) -> CellValues:
    """Return the values of the cells: each combines a cell's state and its size."""
    return moment.cells + _sizes(moment.cells.tobytes(), moment.cells.shape, moment.board.rule) * _SIZE


@lru_cache(maxsize=64)
def _counts(cells: bytes, shape: tuple[int, int], rule: Rule) -> NDArray[np.int64]:
    """Return the number of cells of each player and size, shape (players, 3)."""
    return count_sizes(np.frombuffer(cells, np.uint8).reshape(shape), rule)


@lru_cache(maxsize=64)
def _sizes(cells: bytes, shape: tuple[int, int], rule: Rule) -> CellValues:
    return cell_sizes(np.frombuffer(cells, np.uint8).reshape(shape), rule.edges)


def _news(state: BioWarState, lines: tuple[tuple[int, str, str], ...]) -> tuple[tuple[int, str, str], ...]:
    """Return those of ``lines`` that are news, at most the latest ``MAX_LINES``.

    Lines of chat are left out, because pages get chat as ``Talk`` messages.
    """
    said = (remark.event is Event.SAID for remark in state.remarks)
    return tuple(line for line, is_said in zip(lines, said, strict=True) if not is_said)[-MAX_LINES:]


def _report(state: BioWarState, moment: Moment) -> tuple[tuple[int, str, str], ...]:
    """Return what the latest finished turn has brought: a line for each player, the viewer first."""
    turn = state.turn if state.is_over else state.turn - 1
    if turn < 1 or state.is_alone:
        return ()
    players = sorted(state.players, key=lambda player: (player != moment.viewer, -state.sides[player].gained, player))
    lines = []
    for player in players:
        side, name = state.sides[player], moment.names[player]
        points = count_text(side.gained, "point") if side.gained else "no points"
        verb = with_verb(name, "get").removeprefix(f"{name} ")
        lines.append((player, name, f"{verb} {points} in turn {turn}, with {count_text(side.cells, 'cell')}"))
    return tuple(lines)


def _prompt(state: BioWarState, moment: Moment) -> tuple[str, ...]:
    side = state.sides[moment.viewer]
    if side.standing is PlayerStanding.OUT and not (
        side.asking or state.is_over
    ):  # here one button does what needs three keys elsewhere
        return ("Your last cell died, so you are out: leave the game and join again", "You are out")
    return prompts(state, moment.viewer, moment.names)


def _clock(moment: Moment, state: BioWarState) -> Clock | None:
    total = {TurnPhase.ADJUSTMENT: state.adjustment_ticks, TurnPhase.GROWTH: state.growth_ticks}.get(state.phase)
    return None if total is None else moment.clock(state.left, total, runs=not state.stands_still)


def _box(moment: Moment, box: SeatBox) -> Box:
    return moment.box(
        box.player,
        score=box.points,
        unit="points" if box.points else "",
        details=(count_text(box.cells, "cell"),) if box.score is not None else (),
        sizes=box.sizes if box.score is not None else (),
        status=box.short_status,
        on=box.active,
        urgent=box.urgent,
    )


def _mark(mark: WantedCell) -> Mark:
    return hidden_cell(mark.place) if mark.hidden else new_cell(mark.place, mark.player, mark.rank, mark.rivals)


def _buttons(state: BioWarState, player: int) -> tuple[Button, ...]:
    if not 0 <= player < len(state.sides):
        return ()
    side = state.sides[player]
    if side.asking:
        return (button("No, stay", ActionKind.OPTION, main=True), button("Yes, leave", ActionKind.SELECT))
    if state.is_over:
        return (button("Another game", ActionKind.DONE, main=True),)
    if side.standing is PlayerStanding.SPECTATOR:
        label = "Begin" if state.phase is TurnPhase.IDLE else "Join the game"  # the match already says whose seat it is
        return (button(label, ActionKind.DONE, main=True),)
    if side.standing is PlayerStanding.OUT:
        return (button("Leave the game", ActionKind.RESIGN, main=True),)
    halt = halt_button(halted=state.halted)
    done = (button("Done", ActionKind.DONE, main=True),) if state.can_place(player) else ()
    return (*done, halt, button("Quit", ActionKind.RESIGN, confirm=_LEAVE_QUESTION))


PAGE = GameView(biowar_view, TERMINAL, biowar_values, sized=True)
