"""``gpulife replay``: a recorded session again, in the window or without one."""

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


# The replay of a link, as servers of on-line play give them out.

_SCHEMES = ("http", "https")


def is_link(text: str) -> bool:
    """Return whether a text is an address rather than the name of a file."""
    return "://" in text


def fetched(link: str) -> tuple[Path, bytes]:
    """Fetch the replay at an address; return the name of its file, and the content.

    Args:
        link: its own address, behind "Save the file", or that of the page that shows it.

    Raises:
        UsageError: it is no address of the web, or that of a match.
        ReadError: there is none, or it is too large; one line says why.
    """
    from gpulife.online.client.http_fetch import fetch  # what replays from files need not load
    from gpulife.online.client.server_address import read_address
    from gpulife.online.protocol import MAX_REPLAY_BYTES

    wrong = UsageError(f"replay {link[:80]!r} should be a file, or an address such as https://host/replays/...")
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
    """Return the path, without the slash that it begins with, of the file of a replay whose page is at an address.

    Raises:
        UsageError: it is the address of a match, or of a server.
    """
    parts = urlsplit(link)
    names = parse_qs(parts.fragment).get("replay")
    if names:
        folder = f"{parts.path.strip('/')}/" if parts.path.strip("/") else ""
        return f"{folder}replays/{quote(names[0], safe='')}{REPLAY_ENDING}"
    if parts.fragment or parts.path in ("", "/"):
        raise UsageError(
            f"{link[:80]} is a server or a match, not a replay: its page says the address of the replay"
            " under Players and results, behind Save the file, once somebody has won"
        )
    return quote(parts.path.lstrip("/"), safe="/%") + (f"?{parts.query}" if parts.query else "")


# The command.

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
