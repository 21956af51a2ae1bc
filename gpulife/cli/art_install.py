"""``gpulife art --install`` and ``--uninstall``: the display at every log-in."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from gpulife.art.install import InstallError, display_command, install, run_systemctl, uninstall
from gpulife.printing import say

_NOT_KEPT = ("--install", "--debug")


def art_install(arguments: argparse.Namespace, require_showable: Callable[[argparse.Namespace], None]) -> int:
    """Start the display at every log-in with the options that are given now, or do so no longer.

    Args:
        arguments: of the command line.
        require_showable: raises GpulifeError if the display would refuse them.

    Raises:
        GpulifeError: the options contradict each other, there is no such programme, or the files cannot be written.
    """
    if arguments.install and (arguments.uninstall or arguments.report):
        other = "--uninstall" if arguments.uninstall else "--report"
        raise InstallError(f"--install cannot go with {other}: give one of them")
    if arguments.uninstall:
        lines = uninstall(run_systemctl)
    else:
        require_showable(arguments)
        lines = install(display_command(kept_arguments(arguments.argv, arguments.programme)), run_systemctl)
    say(*lines)
    return 0


def kept_arguments(argv: Sequence[str], programme: str | None) -> list[str]:
    """Return the arguments to start the display with at log-in; a programme's file by its absolute path."""
    kept = [each for each in argv if each not in _NOT_KEPT]
    if programme is not None and programme.lower().endswith(".toml"):
        kept[kept.index(programme)] = os.path.abspath(os.path.expanduser(programme))  # noqa: PTH100, PTH111
    return kept
