"""Real-Time Life by mail: feed each mail of a Maildir to gpulife, and send what it answers.

    python mail_loop.py spring.gpumail --inbox ~/Maildir/life --address life@example.net

It goes through the mails once and ends, so a timer such as cron calls it every minute; see README.md. It keeps
two things beside the game: ``replies/``, where gpulife writes and nothing stays that was sent, and ``addresses.json``,
which says where each player's last message with a token came from. gpulife itself knows no addresses.

Nothing is lost if it is stopped anywhere: a mail counts as read when all replies to it were sent, and gpulife carries
out a mail once only, however often it is fed. At worst a reply is sent twice.
"""

import argparse
import json
import re
import shlex
import smtplib
import subprocess
import sys
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import formatdate, make_msgid, parseaddr
from mailbox import Maildir
from pathlib import Path


def main(words: list[str] | None = None) -> int:
    """Go through the mails, and through what the time brought; return the exit status."""
    parser = argparse.ArgumentParser(
        description="Play Real-Time Life by mail: feed a Maildir to gpulife, send the replies."
    )
    parser.add_argument("game", type=Path, help="the game's file, begun with gpulife realtime ... --reply-dir")
    parser.add_argument("--inbox", type=Path, required=True, help="a Maildir with the players' mails")
    parser.add_argument("--address", required=True, help="the game's own address")
    parser.add_argument("--smtp", default="localhost:25", help="where to send replies (default: localhost:25)")
    parser.add_argument("--gpulife", default="gpulife", help="the command (default: gpulife)")
    loop = MailLoop(parser.parse_args(words))
    inbox = Maildir(loop.inbox, create=True)
    # In the order in which they came; those that were read have moved from new to cur.
    unread = [(mail.get_date(), key) for key, mail in inbox.items() if mail.get_subdir() == "new"]
    for _, key in sorted(unread):
        if not loop.feed(inbox.get_bytes(key), key):
            return 1
        mark_read(inbox, key)
    return 0 if unread or loop.feed() else 1  # the time passes with every mail, too


class MailLoop:
    """One game and the mails of its players."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.inbox: Path = options.inbox
        self._options = options
        self._replies = options.game.parent / "replies"
        self._book = options.game.parent / "addresses.json"
        self._addresses: dict[str, str] = json.loads(self._book.read_text()) if self._book.exists() else {}

    def feed(self, data: bytes = b"", key: str = "") -> bool:
        """Give gpulife a mail, or only let the time pass, and send all replies; return whether it worked."""
        headers = BytesHeaderParser().parsebytes(data)
        ident = str(headers["Message-ID"] or "").strip()
        if data and not re.fullmatch(r"<[!-;=?-~]{1,200}>", ident):  # none that a reply could name
            ident = f"<{key}@{self._options.address.partition('@')[2]}>"
            data = f"Message-ID: {ident}\n".encode() + data
        command = [*shlex.split(self._options.gpulife), "realtime", str(self._options.game)]
        orders = ["--orders", "-"] if data else []
        done = subprocess.run([*command, *orders, "--reply-dir", str(self._replies)], input=data, check=False)
        if done.returncode != 0:
            print(f"gpulife ended with {done.returncode}: the mail stays where it is", file=sys.stderr)
            return False
        for path in sorted(self._replies.glob("gpulife-*.eml")):
            reply = message_from_bytes(path.read_bytes(), policy=default)
            is_answer = bool(data) and reply["In-Reply-To"] == ident
            self._send(reply, address_in(headers) if is_answer else "")
            path.unlink()
        return True

    def _send(self, reply: EmailMessage, sender: str) -> None:
        """Send a reply to the sender of the mail that it answers, or else to where its player wrote from last."""
        player = str(reply["X-Gpulife-Player"] or "")
        if player and sender:  # gpulife names a player only to whoever had the token, or has just joined
            self._addresses[player] = sender
            part = self._book.with_suffix(".part")
            part.write_text(json.dumps(self._addresses))
            part.replace(self._book)
        to = sender or self._addresses.get(player, "")
        if not to:
            print(f"no address for {player or 'a visitor'}", file=sys.stderr)
            return
        reply["From"], reply["To"] = self._options.address, to
        reply["Date"], reply["Message-ID"] = formatdate(), make_msgid(domain=self._options.address.partition("@")[2])
        host, _, port = self._options.smtp.rpartition(":")
        with smtplib.SMTP(host, int(port), timeout=60) as server:
            try:
                server.send_message(reply)
            except smtplib.SMTPRecipientsRefused as error:
                if any(code < 500 for code, _ in error.recipients.values()):
                    raise  # for now only: the next round tries again
                print(f"{to} takes no mail: {error}", file=sys.stderr)


def address_in(headers: Message) -> str:
    """Return where a mail's sender wants answers; "" if that is no address."""
    address = parseaddr(str(headers["Reply-To"] or headers["From"] or ""))[1]
    return address if re.fullmatch(r"[\w.+=~-]+@[\w.-]+", address, re.ASCII) else ""


def mark_read(inbox: Maildir, key: str) -> None:
    """Move a mail to those that were read."""
    mail = inbox.get_message(key)
    mail.set_subdir("cur")
    mail.add_flag("S")
    inbox[key] = mail


if __name__ == "__main__":
    sys.exit(main())
