"""The command ``gpulife art``: from its options to the display."""

from __future__ import annotations

import argparse
import secrets
import sys

from gpulife.app.art.main import Display, Runner
from gpulife.app.art.request import Request, programme_named


def art(arguments: argparse.Namespace) -> int:
    """Show a programme until somebody ends it; returns the exit status.

    Raises:
        GpulifeError: there is no such programme, monitor or display, or an option is wrong.
    """
    request = Request(
        programme=programme_named(arguments.programme, arguments.scene),
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
        wakes=not arguments.no_wake,
        idle=arguments.idle * 60,
        titles=arguments.titles,
        reduced_flashing=arguments.reduced_flashing,
        drill=arguments.drill,
    )
    display = Display(
        fullscreen=arguments.fullscreen,
        monitor=arguments.monitor[0] if arguments.monitor else None,
        preview=arguments.preview,
        fresh=arguments.fresh,
    )
    return Runner(request, display, lambda line: print(line, file=sys.stderr, flush=True)).run()
