"""The command ``gpulife art``: turns its options into a display."""

from __future__ import annotations

import argparse
import logging
import secrets
import sys
from contextlib import nullcontext
from math import inf

from gpulife import __version__
from gpulife.art.brightness import parse_brightness
from gpulife.errors import GpulifeError
from gpulife.log import ART_LOG, ArtLogFile, NoticeHandler, attached
from gpulife.settings.user_settings import Settings, data_folder, load_settings, settings_path
from gpulife.window.art.main import Display, DisplayRunner
from gpulife.window.art.monitor_layout import Arrangement
from gpulife.window.art.request import Request, programme_named

_LOG = logging.getLogger(__name__)


def art(arguments: argparse.Namespace) -> int:
    """Show a programme until somebody ends it; return the exit status.

    Raises:
        GpulifeError: a programme, a monitor or the display does not exist, or an option is wrong.
    """
    notices = attached(NoticeHandler()) if sys.stderr.isatty() else nullcontext()
    with attached(ArtLogFile(data_folder() / ART_LOG)), notices:
        settings = load_settings(settings_path())
        request, display = _read_options(arguments, settings)
        _LOG.info("gpulife %s shows %r", __version__, request.programme.title)
        status = DisplayRunner(request, display, settings).run()
        _LOG.info("ended")
    return status


def _read_options(arguments: argparse.Namespace, settings: Settings) -> tuple[Request, Display]:
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
    return request, display
