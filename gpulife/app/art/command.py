"""The command ``gpulife art``: from its options to the display."""

from __future__ import annotations

import argparse
import secrets
import sys
from datetime import datetime
from math import inf

from gpulife import __version__
from gpulife.app.art.layout import Arrangement
from gpulife.app.art.main import Display, Runner
from gpulife.app.art.request import Request, programme_named
from gpulife.art.brightness import parse_brightness
from gpulife.art.log import FILE_NAME, ArtLog
from gpulife.errors import GpulifeError
from gpulife.printing import remark
from gpulife.settings import data_folder, load_settings, settings_path


def art(arguments: argparse.Namespace) -> int:
    """Show a programme until somebody ends it; returns the exit status.

    Raises:
        GpulifeError: there is no such programme, monitor or display, or an option is wrong.
    """
    settings, _ = load_settings(settings_path())  # what is wrong in it is told when the window opens
    minutes = settings.art_idle_minutes if arguments.idle is None else arguments.idle
    request = Request(
        programme=programme_named(arguments.programme, arguments.scene),
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
        seeded=arguments.seed is not None,
        wakes=not arguments.no_wake,
        idle=minutes * 60 or inf,
        titles=arguments.titles,
        reduced_flashing=arguments.reduced_flashing,
        brightness=parse_brightness(settings.art_brightness if arguments.brightness is None else arguments.brightness),
        drill=arguments.drill,
    )
    display = Display(
        fullscreen=arguments.fullscreen,
        monitors=tuple(arguments.monitor or ()),
        arrangement=next(
            (each for each in Arrangement if getattr(arguments, each.value, False) is True), Arrangement.ONE
        ),
        preview=arguments.preview,
        fresh=arguments.fresh or not settings.art_resume,
        awake=settings.art_keep_awake,
    )
    if request.drill == "monitor" and display.arrangement is Arrangement.ONE:
        raise GpulifeError("--drill monitor needs several monitors: say --span, --mirror or --independent")
    log = ArtLog(data_folder() / FILE_NAME, datetime.now)

    def say(line: str) -> None:
        log.write(line)
        if sys.stderr.isatty():
            remark(line)

    say(f"gpulife {__version__} shows {request.programme.title!r}")
    status = Runner(request, display, say).run()
    say("ended")
    return status
