"""``gpulife replay``: play back a recorded session in the window, or verify it without a window."""

import argparse
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

from gpulife.cli.options import CommandLine, flag, option
from gpulife.errors import UsageError
from gpulife.printing import say, write_json
from gpulife.resources import has_display
from gpulife.session.replay import REPLAY_ENDING

if TYPE_CHECKING:
    from gpulife.session.history import Recording


# Replays from the links that on-line servers give out.

_SCHEMES = ("http", "https")


def is_link(text: str) -> bool:
    """Return True if a text is an address (with ``://``) rather than a file name."""
    return "://" in text


def fetched(link: str) -> tuple[Path, bytes]:
    """Download the replay at an address; return its file name and content.

    Args:
        link: the address of the replay (under "Save the file"), or of the page that shows it.

    Raises:
        UsageError: the link is not a web address, or it is the address of a match.
        ReadError: the replay does not exist or is too large; the message is one line.
    """
    from gpulife.online.client.http_fetch import fetch  # not needed for files
    from gpulife.online.client.server_address import read_address
    from gpulife.online.protocol import MAX_REPLAY_BYTES

    wrong = UsageError(f"replay {link[:80]!r} should be a file or an address such as https://host/replays/...")
    try:
        parts = urlsplit(link)
        address = read_address(f"{parts.scheme}://{parts.netloc}").address
    except (UsageError, ValueError):
        raise wrong from None
    if parts.scheme not in _SCHEMES or not link.isprintable() or " " in link:
        raise wrong
    path = _path_of_file(link)
    return Path(PurePosixPath(urlsplit(path).path).name), fetch(address, path, MAX_REPLAY_BYTES)


def _path_of_file(link: str) -> str:
    """Return the path (without its first slash) of the replay file that an address leads to."""
    parts = urlsplit(link)
    names = parse_qs(parts.fragment).get("replay")
    if names:
        folder = f"{parts.path.strip('/')}/" if parts.path.strip("/") else ""
        return f"{folder}replays/{quote(names[0], safe='')}{REPLAY_ENDING}"
    if parts.fragment or parts.path in ("", "/"):
        raise UsageError(
            f"{link[:80]} is a server or a match, not a replay: after the match, copy the link"
            ' "Save the file" under "Players and results" on its page'
        )
    return quote(parts.path.lstrip("/"), safe="/%") + (f"?{parts.query}" if parts.query else "")


# The command.

COMMAND_LINE = CommandLine(
    description=(
        "Play back a recorded session (.gpureplay) in the window. With --headless or --verify, play it\n"
        "without a window, as fast as possible."
    ),
    options={
        "": [
            option("file", "FILE|LINK", "a replay (saved by --record or Shift+F10), or the link of an on-line replay"),
            flag("--headless", "play without a window"),
            flag("--verify", "play without a window and compare every hash of the board"),
            flag("--json", "with --headless or --verify: print the summary and the game's statistics as JSON"),
            option(
                "--engine",
                "NAME",
                "with --headless or --verify: a name from gpulife list engines (default: auto)",
                default="auto",
            ),
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
        raise UsageError("--json works only without a window: add --headless or --verify")
    if not has_display():
        raise UsageError("there is no display for a window: use gpulife replay --headless")
    from gpulife.window.main import WindowOptions, run_window

    _, recording = _read(arguments.file)
    return run_window(WindowOptions(match=recording.match, recording=recording))


def _read(file: str) -> "tuple[Path, Recording]":
    """Return the name of a replay (for messages) and its recording."""
    from gpulife.session.replay import parse_replay, read_replay

    if is_link(file):
        name, content = fetched(file)
        return name, parse_replay(content, name)
    return Path(file), read_replay(Path(file))
