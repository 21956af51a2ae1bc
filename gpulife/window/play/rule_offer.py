"""The rule that a pattern asks for, where it is another one than the board's: offer it, and change to it."""

from dataclasses import replace

from gpulife.errors import GpulifeError
from gpulife.input.commands.patterns import KeepRule, UsePatternsRule
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.rules import Rule
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.rule_change import change_rule


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


def _use_rule(controller: AnyController, _: UsePatternsRule) -> None:
    workbench = controller.workbench
    if workbench is None or not workbench.offered_rule:
        raise GpulifeError("no pattern that was pasted or held asks for another rule")
    name, workbench.offered_rule = workbench.offered_rule, ""
    change_rule(controller, name)


def _keep_rule(controller: AnyController, _: KeepRule) -> None:
    if controller.workbench is not None:
        controller.workbench.offered_rule = ""


HANDLERS: HandlerTable = {KeepRule: _keep_rule, UsePatternsRule: _use_rule}
