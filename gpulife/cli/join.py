"""``gpulife join``: take part in an on-line match in the window, or watch it."""

import argparse
import re
from typing import TYPE_CHECKING

from gpulife.cli.options import FULLSCREEN, MONITOR, MUTE, CommandLine, converter, flag, invalid, number, option
from gpulife.errors import GpulifeError, UsageError
from gpulife.online.client.server_address import read_address
from gpulife.resources import has_display
from gpulife.seats import MAX_LETTERS, NOBODY, require_name

if TYPE_CHECKING:
    from gpulife.online.client.connection import Connection
    from gpulife.online.protocol import ListedMatch


def _code(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z-]{1,40}", text):
        raise invalid(text, "a match code: letters and digits, such as K7QP2MXA")
    return text


COMMAND_LINE = CommandLine(
    usage="gpulife join ADDRESS [CODE] [options]",
    description=(
        "Join a match on an on-line server, or return to it. Without CODE: the only match there that has\na free seat."
    ),
    epilog=(
        "examples:\n"
        "  gpulife join example.org K7QP2MXA --name Ada\n"
        "  gpulife join http://192.168.1.5:7171/#match=K7QP2MXA\n"
        "  gpulife join localhost --watch"
    ),
    options={
        "": [
            option(
                "address",
                "ADDRESS",
                "the server: HOST, HOST:PORT, or the address of its page",
                type=converter(read_address),
            ),
            option("code", "CODE", "invite code or ID of the match", nargs="?", type=_code),
            option(
                "--name",
                "NAME",
                "your name as others see it (default: the last one you used)",
                type=converter(require_name),
            ),
            flag("--watch", "watch only, without a seat"),
            option(
                "--seat",
                "N",
                "the seat to take (default: any free one)",
                type=number(int, 1, 26, "a seat from 1 to 26"),
            ),
        ],
        "the window": [FULLSCREEN, MONITOR, MUTE],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Join the match, show it in the window and return the exit status.

    Raises:
        GpulifeError: the server cannot be reached or refuses, or there is no display.
    """
    from gpulife.online.client.connection import Connection
    from gpulife.online.protocol import ANY_SEAT, WATCH, Join, Refused, Seated
    from gpulife.settings import load_settings, settings_path

    if arguments.watch and arguments.seat:
        raise UsageError("--watch takes no seat: leave out --seat")
    if not has_display():
        raise UsageError("there is no display: gpulife join needs a window")
    invitation = arguments.address
    connection = Connection(invitation.address, arguments.name or load_settings(settings_path()).online_name)
    connection.open()
    try:
        connection.wait_welcome()
        code = arguments.code or invitation.code or _only_match(connection, watches=arguments.watch)
        seat = WATCH if arguments.watch else ANY_SEAT if arguments.seat is None else arguments.seat - 1
        connection.send(Join(code, seat))
        answer = connection.wait_for(Seated, Refused)
        if isinstance(answer, Refused):
            raise GpulifeError(f"the server refuses: {_line(answer.reason)}")
        assert isinstance(answer, Seated)  # noqa: S101 - it is one of the two
        seated = answer
        from gpulife.window.main import WindowOptions, run_window
        from gpulife.window.online.begin_online import begin_online

        return run_window(
            WindowOptions(
                begin=lambda shell: begin_online(shell, connection, seated),
                fullscreen=arguments.fullscreen,
                monitor=arguments.monitor,
                mute=bool(arguments.mute),
            )
        )
    finally:
        connection.close()


def _only_match(connection: "Connection", *, watches: bool) -> str:
    """Return the identifier of the only match that can be joined (or watched).

    If there is no such match, or more than one, raise an error that lists the matches.
    """
    from gpulife.online.protocol import Browse, MatchList

    connection.send(Browse())
    found = connection.wait_for(MatchList)
    matches = [each for each in found.matches if not each.over and (watches or "" in each.seats)]
    place = connection.address.text
    if not matches:
        raise GpulifeError(f"{place} has no match {'to watch' if watches else 'with a free seat'}")
    if len(matches) > 1:
        listed = "; ".join(f"{each.id} ({_line(each.title or each.game)}: {_people(each)})" for each in matches[:10])
        raise GpulifeError(f"{place} has {len(matches)} matches, so give one of these codes: {listed}")
    return matches[0].id


def _people(match: "ListedMatch") -> str:
    """Return who is in a match, such as "Ada, Gardener, 1 free, 2 watching"."""
    from gpulife.online.shown_text import seat_words

    taken = [seat_words(seat, MAX_LETTERS) for seat in match.seats if seat not in ("", NOBODY)]
    free = match.seats.count("")
    return ", ".join([*taken, *[f"{free} free"] * bool(free), *[f"{match.watching} watching"] * bool(match.watching)])


def _line(text: str) -> str:
    from gpulife.online.shown_text import shown_text

    return shown_text(text, 200)
