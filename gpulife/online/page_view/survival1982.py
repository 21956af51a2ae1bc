"""What browser pages show of a match of One Seed or Seed List."""

from functools import lru_cache

import numpy as np

from gpulife.engines.reference import next_generation
from gpulife.games.core.cursor import Area
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.pace import GENERATION, PaceKind
from gpulife.games.core.shared_texts import option_title
from gpulife.games.survival1982.input import TURNED_SHAPES, cells_in_hand, cursor_area
from gpulife.games.survival1982.observation import NONE_WOULD_LIVE, NOTHING_PLANTED, Overlay, headline, overlay
from gpulife.games.survival1982.state import OPTIONS, ContestState, RoundPhase
from gpulife.online.page_view.game_view import GameView
from gpulife.online.page_view.view import Act, Box, Button, Clock, Menu, Moment, View, act, button, halt_button, steer
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Rule
from gpulife.view.grounds import TELEVISION

_OWN = -1
"""Row or column of an action that stands for the row or column of the viewer's cursor."""
_MIDDLE, _DOWN = (0, 0), (1, 0)


def contest_view(moment: Moment) -> View:
    """Return what the page shows for a match of One Seed or Seed List at one tick."""
    state: ContestState = moment.state
    shown = overlay(state, moment.board.shape)
    if shown is None:
        raise TypeError(f"not a state of One Seed or Seed List: {type(state).__name__}")
    plays = moment.is_seated and state.accepts_input and not state.frozen
    over = state.phase is RoundPhase.OVER
    return View(
        title=f"{shown.title}: {option_title(shown.option)}",
        headline=tuple(headline(shown, moment.names)),
        clock=_clock(moment, state),
        wave=_wave(moment, state),
        border=shown.border,
        bar=None if shown.clock is None else int(shown.clock * 1000),
        boxes=tuple(_box(moment, shown, player) for player in range(len(state.sides))),
        status=(f"Generation {state.generation}",),
        cursors=tuple(
            (player, side.cursor.row, side.cursor.column)
            for player, side in enumerate(state.sides)
            if shown.cursors[player]
        ),
        shapes={player: _shape(state, shown, player) for player in range(len(state.sides)) if shown.cursors[player]},
        prompt=_prompt(state, moment.viewer) if moment.is_seated else (),
        buttons=_buttons(state, moment) if moment.is_seated else (),
        end=(shown_result(shown, moment), moment.game.explain_end(state, moment.names)) if over else (),
        flash=shown.flashing,
        menu=_menu(state, moment.viewer) if plays and state.has_menu else None,
        steer=steer(_area(moment, state), moment.board.shape) if plays else None,
    )


def shown_result(shown: Overlay, moment: Moment) -> str:
    """Return the shortest wording of the result that is shown, of a round or of a set (an agreed number of rounds)."""
    return headline(shown, moment.names)[-1]


def _clock(moment: Moment, state: ContestState) -> Clock | None:
    if state.phase is not RoundPhase.SET_UP:
        return None
    total = OPTIONS[state.option].set_up_ticks
    return moment.clock(max(total - state.clock.ticks, 0), total)


def _wave(moment: Moment, state: ContestState) -> tuple[int, int] | None:
    """Return (end tick, length in ticks) of the wave that reveals the next generation; None if there is no wave."""
    beat = state.beat
    if not beat.going or beat.pace.kind is not PaceKind.AUTHENTIC or not beat.speed:
        return None
    return moment.tick - (beat.phase - GENERATION) // beat.speed, GENERATION // beat.speed


def _box(moment: Moment, shown: Overlay, player: int) -> Box:
    score, seeds = shown.status[0 if player == 0 else 4], shown.status[1 if player == 0 else 3]
    details = [f"{seeds} seeds"]
    if any(shown.wins):
        details.append(f"{shown.wins[player]} won")
    status = "done" if player in shown.done else "typing" if shown.typing and shown.typing[0] == player else ""
    return moment.box(player, score=score.lstrip("0") or "0", unit="cells", details=tuple(details), status=status)


def _shape(state: ContestState, shown: Overlay, player: int) -> tuple[int, ...]:
    cursor, cells = state.sides[player].cursor, shown.cursors[player]
    if len(cells) == 1:
        return ()
    return tuple(number for row, column in cells for number in (row - cursor.row, column - cursor.column))


def _prompt(state: ContestState, player: int) -> tuple[str, ...]:
    side = state.sides[player]
    shape = SEED_SHAPES[side.entry]
    if state.phase is RoundPhase.SELECT:
        return ("{start} begins the round",)
    if state.phase is RoundPhase.HANDICAP:
        return ("Choose seeds with {move} and {trigger}",)
    if state.phase is RoundPhase.OVER:
        return ("{again} begins another round on this board",)
    if state.frozen:
        return ("Halted: nobody can plant or move.  {halt} resumes", "{halt} resumes")
    if side.in_menu:
        return (f"{shape.title}, {shape.cost} seeds: {{trigger}} turns it, moving up selects it",)
    what = f"a {shape.title if shape.title[1] == '-' else shape.title.lower()}" if state.has_menu else "a cell"
    ready = state.fair is not None and state.fair.ready[player]
    if state.phase is RoundPhase.SET_UP and not ready:
        return (
            "Plant on your half, in groups: {move} and {trigger}, or {click} (hold to draw), then {done}",
            "Plant on your half: {trigger} or {click}, then {done}",
        )
    return (f"{{trigger}} or {{click}} plants {what}", f"{{click}} plants {what}")


def _buttons(state: ContestState, moment: Moment) -> tuple[Button, ...]:
    player = moment.viewer
    resign = button("Resign", ActionKind.RESIGN, confirm="Give up this round?")
    match state.phase:
        case RoundPhase.SELECT:
            return (button("Begin", ActionKind.START, main=True),)
        case RoundPhase.HANDICAP:
            return ()
        case RoundPhase.OVER:
            return (
                button("Next round, same board", ActionKind.AGAIN, main=True),
                button("Fresh board", ActionKind.START, confirm="Restart on an empty board?"),
            )
        case RoundPhase.SET_UP:
            ready = (False, False) if state.fair is None else state.fair.ready
            return (*(() if ready[player] else (_done(moment),)), resign)
    return (halt_button(halted=state.halted), resign)


def _done(moment: Moment) -> Button:
    """Return the "Done" button, which ends the viewer's set-up.

    If the viewer would then lose at once, the button asks for confirmation.
    """
    is_nothing, dies = _prospects(moment.cells.tobytes(), moment.cells.shape, moment.board.rule, moment.viewer)
    return button(
        "Done",
        ActionKind.DONE,
        main=True,
        refused=NOTHING_PLANTED if is_nothing else "",
        confirm=f"{NONE_WOULD_LIVE} Begin anyway?" if dies and not is_nothing else "",
    )


@lru_cache(maxsize=64)
def _prospects(cells: bytes, shape: tuple[int, int], rule: Rule, player: int) -> tuple[bool, bool]:
    """Return whether a player has no cells now, and whether the player will have none after one generation."""
    board = np.frombuffer(cells, np.uint8).reshape(shape)
    own = player + 1
    return own not in board, own not in next_generation(board, rule, 1)


def _menu(state: ContestState, player: int) -> Menu:
    side = state.sides[player]
    let_go = Action(player, ActionKind.TRIGGER, 0), Action(player, ActionKind.STICK, *_MIDDLE)
    to_bottom = Action(player, ActionKind.POINT, 1 << 20, _OWN)
    pushes = tuple(Action(player, ActionKind.STICK, *push) for push in (_DOWN, _MIDDLE, _DOWN, _MIDDLE))
    way = -1 if player else 1  # on the right half the first shape is the rightmost
    return Menu(
        _turned_shapes(player, side.turns),
        side.entry,
        enter=() if side.in_menu else tuple(map(act, (*let_go, to_bottom, *pushes))),
        next=_push(way),
        back=_push(-way),
        turn=((int(ActionKind.TRIGGER), 1, 0), (int(ActionKind.TRIGGER), 0, 0)),
        leave=((int(ActionKind.POINT), _OWN, _OWN),),
    )


@lru_cache(maxsize=256)
def _turned_shapes(player: int, turns: tuple[int, ...]) -> tuple[tuple[str, int, int, tuple[int, ...]], ...]:
    """Return the shapes of a player's menu, as in ``Menu.shapes``. ``turns`` has the quarter turns of each."""
    turned = [shapes[turn] for shapes, turn in zip(TURNED_SHAPES[player], turns, strict=True)]
    return tuple(
        (shape.title, *cells.shape, tuple(np.argwhere(cells).ravel().tolist()))
        for shape, cells in zip(SEED_SHAPES, turned, strict=True)
    )


def _push(way: int) -> tuple[Act, ...]:
    return (int(ActionKind.STICK), 0, way), (int(ActionKind.STICK), 0, 0)


def _area(moment: Moment, state: ContestState) -> Area:
    size = cells_in_hand(moment.viewer, state.sides[moment.viewer]).shape
    return cursor_area(moment.viewer, size, moment.board.shape)


PAGE = GameView(contest_view, TELEVISION)
