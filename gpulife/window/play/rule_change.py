"""Go on with the cells of a board under another rule, in a session of its own."""

from math import prod

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.input.commands.session import ChangeRule
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.window.play.cells_kept import MAX_CELLS, begin_with_cells
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable


def change_rule(controller: AnyController, name: str) -> None:
    """Begin a session with the present cells under another rule; its edges are those of the board, unless named.

    States that the new rule does not have become others: species are counted round, of other states the last one stays.

    Raises:
        GpulifeError: there is no such rule, or this session cannot change its rule; one line for the user.
    """
    shell, play = controller.shell, controller.play
    match, old = play.session.match, play.engine.rule
    if not match.is_universe:
        raise GpulifeError(f"{find_game(match.game).title} is played under its own rule: begin a universe to change it")
    shape = play.engine.shape
    if prod(shape) > MAX_CELLS:
        raise GpulifeError(f"a board of {prod(shape):,} cells is too large to change its rule: save it, then open it")
    law = parse_rule(name)
    rule = law.on_board(shape, law.edges if law.size else old.edges)
    if law.size not in (None, shape):
        raise GpulifeError(f"rule {name[:60]!r} is for another board: leave out its size to keep the cells")
    new = new_match(match.game, rule, shape, match.seed, match.option)
    begin_with_cells(controller, new, f"changing the rule to {rule.title}", states=_new_states(old, rule))
    also = "" if name.strip().lower() == rule.title.lower() else f", {rule.title}"
    shell.show_message(f"Rule: {name.strip()}{also}")


def _new_states(old: Rule, new: Rule) -> Cells:
    """Return the state under the new rule of each state under the old one: shape (old.live_states + 1,), uint8."""
    states = np.arange(old.live_states + 1)
    if new.family.states:
        states = np.minimum(states, new.live_states)
    else:
        states[1:] = (states[1:] - 1) % new.live_states + 1
    return states.astype(np.uint8)


HANDLERS: HandlerTable = {ChangeRule: lambda controller, command: change_rule(controller, command.rule)}
