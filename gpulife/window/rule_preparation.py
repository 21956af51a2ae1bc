"""Prepares rules: before the first use of a rule its circuit is made, which can take seconds.

Circuits are cached, so that a rule is prepared once.
"""

from contextlib import suppress
from threading import Thread

from gpulife.engines.bitplanes.rule_circuits import reason_without_planes
from gpulife.errors import GpulifeError
from gpulife.rules import Rule
from gpulife.window.shell import Shell

LONG = 0.3
"""Seconds after which the window says that it prepares a rule."""
PREPARING = "Preparing the rule ..."


class RulePreparation:
    """Prepares a rule in the background.

    Args:
        rule: the rule.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._work = Thread(target=self._prepare, name="rule", daemon=True)
        self._work.start()

    def _prepare(self) -> None:
        with suppress(GpulifeError):  # whoever uses the rule next meets the same error, and reports it
            reason_without_planes(self.rule)

    @property
    def is_over(self) -> bool:
        """True once the rule is ready to use."""
        return not self._work.is_alive()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the rule is ready, but at most ``seconds``; None for no limit. Return True if it is ready."""
        self._work.join(seconds)
        return self.is_over


def prepare_rule(shell: Shell, rule: Rule, *, tells: bool = True) -> None:
    """Prepare a rule before a board uses it. If this takes long, the window says so, as it is blocked meanwhile.

    Args:
        shell: services shared by all screens.
        rule: the rule.
        tells: False to say nothing, because there is no session yet and so nothing to draw.
    """
    preparation = RulePreparation(rule)
    if preparation.wait(LONG if tells else None):
        return
    with shell.temporary_messages():
        shell.show_message(PREPARING)
        shell.redraw()
        preparation.wait()
