"""The example of play by mail, with a mail server: two players join and give orders, and one forges the other's."""

from __future__ import annotations

import asyncio
import runpy
import smtplib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from mailbox import Maildir
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP
from games.mail import row

from gpulife.cli.main import main
from gpulife.cli.play_by_mail.mail_game import MailGame

LOOP = Path(__file__).parents[2] / "examples" / "mail_loop" / "mail_loop.py"
mail_loop: Callable[[list[str]], int] = runpy.run_path(str(LOOP))["main"]
GAME, ADA, BOB, EVE = "life@example.net", "ada@example.org", "bob@example.org", "eve@example.com"


class Server:
    """A mail server: mails to the game go to its Maildir, all others to their own boxes."""

    def __init__(self, inbox: Path) -> None:
        self._inbox = Maildir(inbox, create=True)
        self.boxes: dict[str, list[EmailMessage]] = {}
        self.refuses: set[str] = set()

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if address in self.refuses:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        for address in envelope.rcpt_tos:
            if address == GAME:
                self._inbox.add(envelope.content)
            else:
                mail = message_from_bytes(envelope.content, policy=policy.default)
                self.boxes.setdefault(address, []).append(mail)
        return "250 OK"


@contextmanager
def listening(server: Server) -> Iterator[int]:
    """Run the server on a free port in its own thread; yield the port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def call(coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)

    def protocol() -> SMTP:
        return SMTP(server, hostname="example.net", loop=loop)

    async def close() -> None:
        listener.close()
        await listener.wait_closed()

    try:
        listener = call(loop.create_server(protocol, "127.0.0.1", 0))
        yield listener.sockets[0].getsockname()[1]
        call(close())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Friends:
    """People who play by mail, and the mail loop of their host."""

    def __init__(self, folder: Path, server: Server, port: int) -> None:
        self.folder, self.server, self._port = folder, server, port
        self.game = folder / "spring.gpumail"
        self.tokens: dict[str, str] = {}

    def write(self, who: str, text: str, **headers: str) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = who, GAME, "Life"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self._send(mail)

    def answer(self, who: str, mail: EmailMessage, text: str) -> None:
        """Answer a mail as mail programs do, with a full quotation and a signature."""
        quoted = "".join(f"> {line}\n" for line in mail.get_content().splitlines())
        answer = EmailMessage()
        answer["From"], answer["To"], answer["Subject"] = who, str(mail["From"]), str(mail["Subject"])
        answer["In-Reply-To"], answer["Message-ID"] = str(mail["Message-ID"]), "<answer@example.org>"
        body = f"Hello,\n\n{text}\n\nOn Mon, 23 Nov 2026, {GAME} wrote:\n{quoted}-- \nAda Lovelace\nQUIT\n"
        answer.set_content(body)
        page = "".join(f"<div>{line}</div>" for line in body.splitlines())
        answer.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
        self._send(answer)

    def _send(self, mail: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", self._port) as server:
            server.send_message(mail)

    def gpulife(self, *options: str) -> None:
        assert main(["realtime", str(self.game), *options]) == 0

    def loop(self) -> dict[str, list[EmailMessage]]:
        """Run the mail loop once; return the new mails by address."""
        self.server.boxes = {}
        words = [str(self.game), "--inbox", str(self.folder / "inbox"), "--address", GAME]
        server = ["--smtp", f"127.0.0.1:{self._port}", "--gpulife", f"{sys.executable} -m gpulife"]
        assert mail_loop([*words, *server]) == 0
        for who, mails in self.server.boxes.items():
            for line in (line for mail in mails for line in mail.get_content().splitlines()):
                if line.startswith("token "):
                    self.tokens[who] = line
        return self.server.boxes


@pytest.fixture
def friends(tmp_path: Path) -> Iterator[Friends]:
    server = Server(tmp_path / "inbox")
    with listening(server) as port:
        friends = Friends(tmp_path, server, port)
        friends.gpulife("--players", "2", "--reply-dir", str(tmp_path / "replies"))
        yield friends


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def test_two_players_by_mail_with_tokens(friends: Friends) -> None:
    friends.write(ADA, f"Dear all,\n\nJOIN Ada {row(5, 'c')}\n\nYours, Ada\n", Message_ID="<join@example.org>")
    (reply,) = friends.loop()[ADA]
    assert (reply["In-Reply-To"], reply["From"], reply["To"]) == (
        "<join@example.org>",
        f"Real-Time Life <{GAME}>",
        f"Ada <{ADA}>",
    )
    assert "Ada (A) has joined" in text_of(reply)
    friends.write(BOB, f"JOIN Bob {row(20, 'm')}\n")  # without a Message-ID
    boxes = friends.loop()
    assert sorted(boxes) == [ADA, BOB], "Ada is told that the clock starts"
    assert friends.tokens[ADA] != friends.tokens[BOB]
    assert friends.tokens[BOB] not in text_of(boxes[ADA][0])

    friends.gpulife("--ticks", "1", "--reply-dir", str(friends.folder / "replies"))
    friends.answer(ADA, reply, f"{friends.tokens[ADA]}\nMOVE c5 c6")
    friends.write(EVE, "MOVE m20 m21\nBob: MOVE m20 m21\nBob: QUIT\n")
    friends.write(f"Bob <{BOB}>", "MOVE m20 m21\n")  # who has not copied the token
    friends.write(EVE, f"{friends.tokens[BOB][:-4]}AAAA\nBob: QUIT\n")
    boxes = friends.loop()
    (done,) = boxes[ADA]
    assert done["In-Reply-To"] == "<answer@example.org>"
    assert "c5 to c6 for 1: 0 points left" in text_of(done)
    assert "a quotation" in text_of(done)
    assert "a signature" in text_of(done)
    assert all("You are not a player of this game" in text_of(mail) for mail in [*boxes[EVE], *boxes[BOB]])
    assert "orders for Bob (B) need that player's token" in text_of(boxes[EVE][0])
    state = MailGame.load(friends.game).state
    assert (state.seats[0].points, state.seats[1].points, state.playing) == (0, 1, (0, 1))

    carl = "carl@example.org"
    friends.write(ADA, f"{friends.tokens[ADA]}\nCHALLENGE {carl}\n")
    boxes = friends.loop()
    assert sorted(boxes) == [ADA, carl], "whom she invites gets a mail"
    friends.write(carl, f"JOIN Carl {row(30, 'c')}\n")
    assert "Carl (C) has joined" in text_of(friends.loop()[carl][0])

    friends.write(EVE, f"{friends.tokens[ADA]}\nSHOW\n", Reply_To=ADA, Auto_Submitted="auto-replied")
    assert friends.loop() == {}, "programs get no answer"
    friends.server.refuses.add(BOB)
    friends.gpulife("--ticks", "12", "--reply-dir", str(friends.folder / "replies"))
    boxes = friends.loop()
    assert "generation 1" in text_of(boxes[ADA][0])
    assert BOB not in boxes
    assert friends.loop() == {}
    assert not list((friends.folder / "replies").iterdir())
    assert not list((friends.folder / "inbox" / "new").iterdir())


def test_readme_instructions_work(tmp_path: Path) -> None:
    """The commands of README.md word for word, with the few environment variables of cron, and a mail server."""
    commands = [line[7:] for line in (LOOP.parent / "README.md").read_text().splitlines() if line.startswith(7 * " ")]
    home = tmp_path / "home"
    (home / "gpulife").mkdir(parents=True)
    (home / "gpulife" / "examples").symlink_to(LOOP.parents[1])
    start = home / "gpulife" / "gpulife.sh"
    start.write_text(f'#!/bin/sh\nexport PYTHONPATH={LOOP.parents[2]}\nexec {sys.executable} -m gpulife "$@"\n')
    start.chmod(0o755)
    server = Server(home / "Maildir")

    def shell(command: str) -> None:
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
        subprocess.run(["/bin/sh", "-ec", command], cwd=home, env=environment, check=True, capture_output=True)

    with listening(server) as port:
        friends = Friends(home / "spring", server, port)
        cron = next(line for line in commands if line.startswith("* * * * * "))
        loop = f"{cron.removeprefix('* * * * * ')} --smtp 127.0.0.1:{port}"
        shell("\n".join(line for line in commands[: commands.index(cron)]))
        friends.write(ADA, next(line for line in commands if line.startswith("JOIN ")))
        shell(loop)
        friends.write(BOB, f"JOIN Bob {row(20, 'm')}")
        shell(loop)
        assert server.boxes[ADA][1]["Subject"] == "Real-Time Life: the clock has started"
        token = next(line for line in text_of(server.boxes[ADA][0]).splitlines() if line.startswith("token "))
        move = next(line for line in commands if line.startswith("MOVE "))
        for ticks in (0, 1):
            shell(f"cd ~/spring && ~/gpulife/gpulife.sh realtime spring.gpumail --ticks {ticks} --reply-dir replies")
            friends.write(ADA, f"{token}\n{move}", Message_ID=f"<{ticks}@example.org>")
            shell(loop)
        early, done = map(text_of, server.boxes[ADA][2:])
        assert "you have 0 points to spend before the next tick" in early
        assert "c5 to c6 for 1: 0 points left" in done
