"""What browser pages show of a match of P2Life."""

from gpulife.games.core.cursor import board_area
from gpulife.games.core.game import ActionKind
from gpulife.games.core.shared_texts import count_text, option_title
from gpulife.games.p2life.observation import headline, prompts
from gpulife.games.p2life.state import MAX_GENERATIONS, P2LifeState, Phase
from gpulife.online.page_view.game_view import GameView
from gpulife.online.page_view.view import Box, Moment, View, button, frame, round_buttons, steer
from gpulife.view.grounds import SQUARED


def p2life_view(moment: Moment) -> View:
    """Return what the page shows for a match of P2Life at one tick."""
    state: P2LifeState = moment.state
    counts = int(moment.board.census()[0]), int(moment.board.census()[1])
    words = headline(state, counts, moment.names)
    last, mine = state.sides[1 - state.mover].last, moment.is_seated and state.may_place(moment.viewer)
    may_pass = (button("Pass", ActionKind.DONE, main=True),) if mine and state.may_pass(moment.viewer) else ()
    over = state.phase is Phase.OVER
    return View(
        title=f"{moment.game.title}: {option_title(state.option)}",
        headline=(words,),
        boxes=tuple(_box(moment, state, player, counts[player]) for player in range(len(state.sides))),
        status=(f"Generation {state.generation} of {MAX_GENERATIONS}",),
        marks=(frame(last),) if state.choosing and last is not None else (),
        cursors=tuple(
            (player, cursor.row, cursor.column) for player, cursor in enumerate(state.cursors) if cursor.visible
        ),
        prompt=prompts(state, moment.viewer if mine else None, moment.names) if moment.is_seated else (),
        buttons=round_buttons(state, *may_pass) if moment.is_seated else (),
        end=(words.partition(":")[0], moment.game.explain_end(state, moment.names)) if over else (),
        steer=steer(board_area(moment.board.shape), moment.board.shape) if mine else None,
    )


def _box(moment: Moment, state: P2LifeState, player: int, cells: int) -> Box:
    side = state.sides[player]
    details = [f"{count_text(side.tokens, 'token')} left"] if state.choosing else []
    details += [f"{side.wins} won"] if side.wins else []
    to_move = state.choosing and state.mover == player
    return moment.box(
        player,
        score=str(cells),
        unit=count_text(cells, "cell").partition(" ")[2],
        details=tuple(details),
        status="to place" if to_move else "",
        urgent=to_move,
    )


PAGE = GameView(p2life_view, SQUARED)
