"""``gpulife open FILE`` (short: ``gpulife FILE``): open a file in the window, as Ctrl+O does there."""

import argparse
from pathlib import Path

from gpulife.cli.options import FULLSCREEN, MONITOR, MUTE, RECORD, CommandLine, option
from gpulife.errors import UsageError
from gpulife.resources import has_display

COMMAND_LINE = CommandLine(
    usage="gpulife [open] FILE [options]",
    description=(
        "Open a file in the window, as Ctrl+O or dropping it there does: a pattern (halted, on its own\n"
        "board or with room around it), a picture, a packed board, a checkpoint, a replay, a .rule file,\n"
        "or a folder or zip file of patterns for the pattern browser."
    ),
    epilog="examples:\n  gpulife gun.rle\n  gpulife open gosper-gun --fullscreen\n  gpulife night --mute",
    options={
        "": [
            option("file", "FILE", "a file or folder; after the word open, also a name from gpulife list patterns"),
            FULLSCREEN,
            MONITOR,
            RECORD,
            MUTE,
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Open the window with the file and return the exit status.

    Raises:
        GpulifeError: the file cannot be read, or there is no display.
    """
    from gpulife.storage.atomic_io import require_writable

    if not has_display():
        raise UsageError("there is no display for a window; gpulife run and gpulife render work without one")
    require_writable(arguments.record)
    _require_readable(arguments.file)
    from gpulife.window.main import WindowOptions, run_window

    return run_window(
        WindowOptions(
            opens=arguments.file,
            fullscreen=arguments.fullscreen,
            monitor=arguments.monitor,
            record=arguments.record,
            mute=bool(arguments.mute),
        )
    )


def _require_readable(name: str) -> None:
    """Raise GpulifeError if the file cannot be read. Call this before the window opens, so that errors are printed."""
    from gpulife.patterns.loading import open_pattern
    from gpulife.rules.known_tables import read_rule_file
    from gpulife.rules.rule_file import RULE_ENDING
    from gpulife.session.replay import REPLAY_ENDING, read_replay
    from gpulife.window.play.file_commands import checkpoint_of, is_collection

    path = checkpoint_of(Path(name))
    if path.suffix.lower() == REPLAY_ENDING:
        read_replay(path)
    elif path.suffix.lower() == RULE_ENDING:
        read_rule_file(path)
    elif not is_collection(path):
        open_pattern(str(path), tells=False)  # the window shows its messages
