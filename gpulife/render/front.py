"""What ``gpulife render`` makes of its options."""

from __future__ import annotations

import argparse

from rich.console import Console

from gpulife.capture.base import Quality
from gpulife.options import UsageError
from gpulife.render.command import RenderJob, render
from gpulife.render.look import LookOptions
from gpulife.render.subjects import Asked
from gpulife.rules import Edges

_USUAL_RATE, _GIF_RATE = 60, 25


def render_command(arguments: argparse.Namespace, out: Console, progress: Console) -> int:
    """Do ``gpulife render``; returns the exit status."""
    if sum(value is not None for value in (arguments.subject, arguments.soup, arguments.text)) != 1:
        raise UsageError("give exactly one of PATTERN, REPLAY, SCENE, --soup and --text (see gpulife render --help)")
    ending = arguments.output.suffix.lower()
    if arguments.quality is not None and ending == ".png":
        raise UsageError("--quality is for .mp4 and .gif: a PNG is exact")
    look = LookOptions(
        scheme=arguments.scheme,
        plain=arguments.plain,
        bloom=arguments.bloom,
        shapes=arguments.shapes,
        grid=arguments.grid,
        wrap=arguments.wrap,
        reduced_flashing=arguments.reduced_flashing,
        zoom=arguments.zoom,
        at=arguments.at,
    )
    asked = Asked(
        name=arguments.subject,
        soup=arguments.soup,
        text=arguments.text,
        rule=arguments.rule,
        board=arguments.board,
        edges=Edges(arguments.edges) if arguments.edges else None,
        speed=arguments.speed,
        seed=arguments.seed,
        look=look,
    )
    job = RenderJob(
        asked=asked,
        output=arguments.output,
        size=arguments.size,
        rate=arguments.fps or (_GIF_RATE if ending == ".gif" else _USUAL_RATE),
        seconds=arguments.seconds,
        skip=arguments.skip,
        quality=Quality(arguments.quality or "good"),
    )
    line, status = render(job, progress)
    out.print(line, soft_wrap=True)
    return status
