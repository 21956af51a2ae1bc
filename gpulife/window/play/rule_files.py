"""Rule files that are opened or dropped on the window: the board goes on under the rule, which is kept for later."""

from pathlib import Path

import numpy as np

from gpulife.errors import GpulifeError
from gpulife.games.matches import new_match
from gpulife.rules import MAX_RULE_BYTES, Rule, parse_rule
from gpulife.rules.tables.known_rules import KnownRule, own_rules_folder, read_rule_file
from gpulife.rules.tables.rule_file import RULE_ENDING
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_file
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.rule_change import change_rule


def open_rule_file(controller: AnyController, path: Path) -> None:
    """Go on with the present cells under a ``.rule`` file's rule, or begin a universe if the rule lacks their states.

    The file is copied into the user's folder of rules, so that its name is known from now on.

    Raises:
        GpulifeError: the file cannot be read, or is no rule; one line for the user.
    """
    shell, play = controller.shell, controller.play
    known = read_rule_file(path)
    rule = parse_rule(known.file.content_name)
    if play.session.match.game == "study" and _has_room_for_states(rule, play.engine.census()):
        change_rule(controller, rule.law)
    else:
        match = new_match("study", rule.on_board(play.engine.shape), play.engine.shape, play.session.match.seed)
        shell.begin(match)
    shell.show_message(f"Rule: {known.file.name}, {known.diagram.states} states{_kept(known, path)}")


def _has_room_for_states(rule: Rule, census: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
    """Return whether the rule has all states that are on a board, of which ``census`` counts the live ones."""
    return not census[rule.live_states :].any()


def _kept(known: KnownRule, path: Path) -> str:
    """Copy the file into the user's folder of rules unless a file of its name is there; say what became of it."""
    try:
        target = own_rules_folder() / f"{known.file.name}{RULE_ENDING}"
        if target.exists():
            same = read_rule_file(target) is known
            read_rule_file(path)  # its plain name means this file again
            return "" if same else f"; not kept, as another {target.name} is in {target.parent}"
        make_folder(target.parent)
        data = read_file(path, MAX_RULE_BYTES, "a .rule file")
        with atomic_write(target, "wb") as file:
            file.write(data)
    except GpulifeError as error:
        return f"; not kept: {error}"
    return f"; kept in {target.parent}"
