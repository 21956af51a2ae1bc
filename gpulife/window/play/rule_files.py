"""Rule files that are opened, dropped or pasted: the board goes on under the rule, which is kept for later."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.games.matches import new_match
from gpulife.rules import MAX_RULE_BYTES, Rule, parse_rule
from gpulife.rules.tables.known_rules import KnownRule, own_rules_folder, read_rule_file, register
from gpulife.rules.tables.rule_file import RULE_ENDING
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_file
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.rule_change import change_rule


def is_rule_text(text: str) -> bool:
    """Return whether a text, such as one on the clipboard, is that of a ``.rule`` file rather than a pattern."""
    return text.startswith("@RULE")


def open_rule_text(controller: AnyController, text: str) -> None:
    """Do with a pasted text what :func:`open_rule_file` does with a file."""
    _go_on_under(controller, text.encode("utf-8", "replace"), "clipboard")


def open_rule_file(controller: AnyController, path: Path) -> None:
    """Go on with the present cells under a ``.rule`` file's rule, or begin a universe if the rule lacks their states.

    The file is copied into the user's folder of rules, so that its name is known from now on.

    Raises:
        GpulifeError: the file cannot be read, or is no rule; one line for the user.
    """
    _go_on_under(controller, read_file(path, MAX_RULE_BYTES, "a .rule file"), str(path))


def _go_on_under(controller: AnyController, content: bytes, source: str) -> None:
    known = register(content, source)
    shell, play = controller.shell, controller.play
    rule = parse_rule(known.file.content_name)
    if play.session.match.is_universe and _has_all_states(rule, play.engine.census()):
        change_rule(controller, rule.law)
    else:
        match = new_match("study", rule.on_board(play.engine.shape), play.engine.shape, play.session.match.seed)
        shell.begin(match)
    shell.show_message(f"Rule: {known.file.name}, {known.diagram.states} states{_kept(known, content)}")


def _has_all_states(rule: Rule, census: NDArray[np.int64]) -> bool:
    """Return whether the rule has all states that are on a board, of which ``census`` counts the live ones."""
    return not census[rule.live_states :].any()


def _kept(known: KnownRule, content: bytes) -> str:
    """Write a rule's file into the user's folder of rules unless a file of its name is there; say what became of it."""
    try:
        target = own_rules_folder() / f"{known.file.name}{RULE_ENDING}"
        if target.exists():
            if read_rule_file(target) is known:
                return ""
            return f"; not kept, as another {target.name} is in {target.parent}"
        make_folder(target.parent)
        with atomic_write(target, "wb") as file:
            file.write(content)
    except GpulifeError as error:
        return f"; not kept: {error}"
    return f"; kept in {target.parent}"
