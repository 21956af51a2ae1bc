"""``gpulife replay``: a recorded session again, in the window or without one."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.cli.options import CommandLine, flag, option
from gpulife.cli.replay_download import fetched, is_link
from gpulife.errors import UsageError
from gpulife.printing import say, write_json
from gpulife.resources import has_display

if TYPE_CHECKING:
    from gpulife.session.history import Recording

COMMAND_LINE = CommandLine(
    description="Play a recorded session (.gpureplay) again: in the window, or without one as fast as possible.",
    options={
        "": [
            option("file", "FILE|LINK", "a replay, which --record or Shift+F10 wrote, or the link of an on-line match"),
            flag("--headless", "play it without a window"),
            flag("--verify", "compare every hash of the board; without a window"),
            flag("--json", "without a window: the summary, with a game's statistics, as JSON"),
            option("--engine", "NAME", "auto, planes, gl or numpy, without a window (default: auto)", default="auto"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Play the replay and return the exit status."""
    if arguments.headless or arguments.verify:
        from gpulife.cli.headless_replay import run_replay
        from gpulife.rich_console import PlainConsole

        path, recording = _read(arguments.file)
        progress = PlainConsole(stderr=True)
        result, status = run_replay(path, progress, recording, engine=arguments.engine, verify=arguments.verify)
        if arguments.json:
            write_json(result.as_json())
        else:
            say(*result.lines)
        return status
    if arguments.json:
        raise UsageError("--json is for a replay without a window: give --headless or --verify, too")
    if not has_display():
        raise UsageError("there is no display for a window: use gpulife replay --headless")
    from gpulife.window.main import WindowOptions, run_window

    _, recording = _read(arguments.file)
    return run_window(WindowOptions(match=recording.match, recording=recording))


def _read(file: str) -> "tuple[Path, Recording]":
    """Return what messages call a replay, and its recording.

    Raises:
        GpulifeError: there is none at this place, or it cannot be fetched; one line says why.
    """
    from gpulife.session.replay import parse_replay, read_replay

    if is_link(file):
        name, content = fetched(file)
        return name, parse_replay(content, name)
    return Path(file), read_replay(Path(file))
