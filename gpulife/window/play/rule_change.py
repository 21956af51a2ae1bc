"""The rule that a board goes on under: change it, offer the one that a pattern asks for, and take one from a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from pathlib import Path

import numpy as np
from imgui_bundle import imgui, imgui_ctx
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.input.commands import ChangeRule, CommandOrAction, KeepRule, UsePatternsRule
from gpulife.input.glyphs import Legend
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.rules import MAX_RULE_BYTES, Cells, Rule, parse_rule
from gpulife.rules.tables.known_rules import KnownRule, own_rules_folder, read_rule_file, register
from gpulife.rules.tables.rule_file import RULE_ENDING
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_file
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import AMBER, CARD_FLAGS, button_row, elided
from gpulife.window.play.board_size import MAX_CELLS, begin_with_cells
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.workbench import Workbench
from gpulife.window.scopes import handles
from gpulife.window.shell import Shell


def change_rule(shell: Shell, play: OpenSession, name: str) -> None:
    """Begin a session with the present cells under another rule; its edges are those of the board, unless named.

    States that the new rule does not have become others: species are counted round, of other states the last one stays.

    Raises:
        GpulifeError: there is no such rule, or this session cannot change its rule; one line for the user.
    """
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
    begin_with_cells(shell, play, new, f"changing the rule to {rule.title}", states=_new_states(old, rule))
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


def is_rule_text(text: str) -> bool:
    """Return whether a text, such as one on the clipboard, is that of a ``.rule`` file rather than a pattern."""
    return text.startswith("@RULE")


def open_rule_text(shell: Shell, play: OpenSession, text: str) -> None:
    """Do with a pasted text what :func:`open_rule_file` does with a file."""
    _go_on_under(shell, play, text.encode("utf-8", "replace"), "clipboard")


def open_rule_file(shell: Shell, play: OpenSession, path: Path) -> None:
    """Go on with the present cells under a ``.rule`` file's rule, or begin a universe if the rule lacks their states.

    The file is copied into the user's folder of rules, so that its name is known from now on.

    Raises:
        GpulifeError: the file cannot be read, or is no rule; one line for the user.
    """
    _go_on_under(shell, play, read_file(path, MAX_RULE_BYTES, "a .rule file"), str(path))


def _go_on_under(shell: Shell, play: OpenSession, content: bytes, source: str) -> None:
    known = register(content, source)
    rule = parse_rule(known.file.content_name)
    if play.session.match.is_universe and _has_all_states(rule, play.engine.census()):
        change_rule(shell, play, rule.law)
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


def offer_rule(controller: AnyController, pattern: Pattern | StreamedPattern) -> bool:
    """Offer to change the board's rule to that of a pattern that asks for another one; return whether it does.

    Raises:
        GpulifeError: the pattern has states that the board's rule does not have; the line says how to change the rule.
    """
    shell, workbench, rule = controller.shell, controller.workbench, pattern.rule
    assert workbench is not None  # noqa: S101 - only boards with a workbench hold patterns
    workbench.offered_rule = ""
    is_marked = rule is not None and bool(rule.family.without_marks)  # its life alone can be placed anywhere
    has_states = is_marked or pattern.highest_state() <= workbench.rule.live_states
    if rule is not None and not has_states:
        workbench.offered_rule = str(replace(rule, size=None))
        raise GpulifeError(
            f"this pattern has {pattern.highest_state()} live states and is for {rule.title}: "
            f"press {shell.poller.bindings.keys_text('use-rule')} to change the rule, then take it again"
        )
    if rule is None or _same_law(rule, workbench.rule):
        return False
    workbench.offered_rule = str(replace(rule, size=None))
    key = shell.poller.bindings.keys_text("use-rule")
    shell.show_message(f"This pattern is for {rule.title}: press {key} to change the rule, keeping the board")
    return True


def _same_law(one: Rule, other: Rule) -> bool:
    """Return whether two rules are one, whatever the number of species."""
    if one.family.is_life_like and other.family.is_life_like:
        return (one.births, one.survivals) == (other.births, other.survivals)
    return one.law == other.law


_WIDTH, _EDGE = 460.0, 12.0  # points on a 96 dpi screen
_OPAQUE = 0.9
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav


@contextmanager
def lower_card(name: str, covered: Covered) -> Iterator[float]:
    """Begin and end the card; yield its width in points.

    Args:
        name: name of Dear ImGui's window, which nobody sees.
        covered: what panels cover of the window.
    """
    view = imgui.get_main_viewport().size
    room = view.x - covered.left - covered.right
    width = min(scaled(_WIDTH), room - 2 * scaled(_EDGE))
    place = (covered.left + room / 2, view.y - covered.below - scaled(_EDGE))
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin(name, None, _FLAGS):
        yield width


def draw_rule_offer(workbench: Workbench, legend: Legend, covered: Covered) -> list[CommandOrAction]:
    """Draw the card; return the user's requests.

    Args:
        workbench: has the rule that the pattern asks for.
        legend: names of keys and buttons.
        covered: what panels cover of the window.
    """
    offered, present = parse_rule(workbench.offered_rule).title, workbench.rule.title
    with lower_card("another rule", covered) as width:
        text = f"This pattern is for {offered}, the board's rule is {present}"
        imgui.text_colored(AMBER, elided(text, imgui.get_content_region_avail().x))
        text_with_caps(legend.pieces("{use-rule} changes the rule; the cells stay"))
        chosen = button_row([elided(f"Change to {offered}", width * 0.44), elided(f"Keep {present}", width * 0.44)])
    requests = (UsePatternsRule(), KeepRule())
    return [] if chosen is None else [requests[chosen]]


class RuleScope(SessionScope):
    """Carries out commands about the board's rule."""

    @handles(UsePatternsRule)
    def _use_rule(self, _: UsePatternsRule) -> None:
        workbench = self.controller.workbench
        if workbench is None or not workbench.offered_rule:
            raise GpulifeError("no pattern that was pasted or held asks for another rule")
        name, workbench.offered_rule = workbench.offered_rule, ""
        change_rule(self.shell, self.play, name)

    @handles(KeepRule)
    def _keep_rule(self, _: KeepRule) -> None:
        if self.controller.workbench is not None:
            self.controller.workbench.offered_rule = ""

    @handles(ChangeRule)
    def _change_rule(self, command: ChangeRule) -> None:
        change_rule(self.shell, self.play, command.rule)
