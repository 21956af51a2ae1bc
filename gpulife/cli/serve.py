"""``gpulife serve``: run a server for on-line play, at home or on the internet."""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from gpulife.cli.options import CommandLine, flag, number, option

COMMAND_LINE = CommandLine(
    description=(
        "Run a server for on-line play. People join with 'gpulife join ADDRESS', or open the address in\n"
        "a browser. Without --lan, only programs on this machine can reach the server. The server stores\n"
        "all moves and chat messages of the matches. About each person it stores a name, the hash of a token,\n"
        "the last visit and the results; about people who were kicked or banned also a hash of the address."
    ),
    epilog=(
        "examples:\n"
        "  gpulife serve --lan                      for everybody in the local network\n"
        "  gpulife serve --trusted-proxy 127.0.0.1 --public-name life.example.org\n"
        "                                           behind a reverse proxy that has the certificate"
    ),
    options={
        "": [
            option(
                "--port",
                "N",
                "port to listen on (default: 7171)",
                type=number(int, 0, 65535, "a port from 0 to 65535"),
                default=7171,
            ),
            flag("--lan", "let other machines in the local network connect"),
            flag(
                "--no-announce",
                "with --lan: do not announce the server, so that people need its address",
            ),
            option("--name", "NAME", "name of the server, as people see it", default=""),
            option("--data", "DIR", "folder of the database (default: one in gpulife's data folder)", type=Path),
            option(
                "--db",
                "URL",
                "use this PostgreSQL database instead; several servers can share it: postgresql://USER@HOST/NAME",
            ),
            flag("--until-input-ends", "exit when standard input ends (for programs that start the server)"),
            option("--tls", "FILE", "use HTTPS with this certificate and key (PEM files)", nargs=2, type=Path),
        ],
        "behind a reverse proxy": [
            option(
                "--address",
                "URL",
                "public address of this server, if several share a database: https://HOST/s1",
                default="",
            ),
            option(
                "--public-name", "HOST", "host name in the server's public address (may be repeated)", action="append"
            ),
            option(
                "--trusted-proxy",
                "ADDRESS",
                "address or network of a proxy whose X-Forwarded-For headers are trusted (may be repeated)",
                action="append",
            ),
            option(
                "--max-sockets",
                "N",
                "connections allowed from one address (default: 8); raise it for classrooms",
                type=number(int, 1, 100_000, "a number of connections from 1 to 100000"),
                default=8,
            ),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes, and return the exit status."""
    import asyncio
    import ssl

    from gpulife.errors import UsageError
    from gpulife.online.addresses import EVERYWHERE, LOOPBACKS, PublicAddress, parse_networks
    from gpulife.online.server.server_options import ServerOptions
    from gpulife.online.server.serving import default_folder, serve_until
    from gpulife.signals import stop_on_signals

    if arguments.db and arguments.data:
        raise UsageError("--db and --data both say where to store matches: give only one")
    if arguments.address:
        arguments.address = str(PublicAddress.parse(arguments.address))
    certificate = None
    if arguments.tls is not None:
        certificate = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            certificate.load_cert_chain(*arguments.tls)
        except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
            cert, key = arguments.tls
            raise UsageError(
                f"--tls {cert} {key}: cannot read a certificate and its key from these PEM files ({error})"
            ) from error
    options = ServerOptions(
        hosts=EVERYWHERE if arguments.lan else LOOPBACKS,
        port=arguments.port,
        name=arguments.name,
        names=frozenset(name.lower() for name in arguments.public_name or ()),
        ssl=certificate,
        trusted_proxies=parse_networks(arguments.trusted_proxy or ()),
        max_sockets=arguments.max_sockets,
        address=arguments.address,
        is_home=arguments.until_input_ends,
    )
    location = arguments.db or arguments.data or default_folder()
    has_ended = _input_end() if arguments.until_input_ends else Event()
    with stop_on_signals() as stop:
        is_announced = arguments.lan and not arguments.no_announce
        asyncio.run(
            serve_until(
                lambda: stop.signal is not None or has_ended.is_set(), options, location, is_announced=is_announced
            )
        )
    return stop.exit_status


def _input_end() -> Event:
    """Return an event that is set when standard input ends, because the program that started this one has exited."""
    ended = Event()
    if sys.stdin is None:  # descriptor 0 is closed, or belongs to another file by now
        ended.set()
        return ended
    descriptor = sys.stdin.fileno()

    def read() -> None:
        # Not sys.stdin.read(): at exit Python would wait for the lock that this thread holds, and abort.
        with suppress(OSError):
            while os.read(descriptor, 4096):
                pass
        ended.set()

    Thread(target=read, name="until input ends", daemon=True).start()
    return ended
