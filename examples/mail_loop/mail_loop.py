"""Real-Time Life by mail: feed each mail of a Maildir to gpulife, and send what it answers.

    python mail_loop.py spring.gpumail --inbox ~/Maildir/life --address life@example.net

It goes through the mails once and ends, so a timer such as cron calls it every minute; see README.md. Beside the
game is ``replies/``, where gpulife writes whole mails, with their addresses, and nothing stays that was sent.

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
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import default
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
        book = options.game.parent / "addresses.json"  # which this loop wrote when gpulife knew no addresses
        self._older: dict[str, str] = json.loads(book.read_text()) if book.exists() else {}

    def feed(self, data: bytes = b"", key: str = "") -> bool:
        """Give gpulife a mail, or only let the time pass, and send all replies; return whether it worked."""
        headers = BytesHeaderParser().parsebytes(data)
        ident = str(headers["Message-ID"] or "").strip()
        if data and not re.fullmatch(r"<[!-;=?-~]{1,200}>", ident):  # none that a reply could name
            ident = f"<{key}@{self._options.address.partition('@')[2]}>"
            data = f"Message-ID: {ident}\n".encode() + data
        command = [*shlex.split(self._options.gpulife), "realtime", str(self._options.game)]
        command += ["--address", self._options.address]
        orders = ["--orders", "-"] if data else []
        done = subprocess.run([*command, *orders, "--reply-dir", str(self._replies)], input=data, check=False)
        if done.returncode != 0:
            print(f"gpulife ended with {done.returncode}: the mail stays where it is", file=sys.stderr)
            return False
        for path in sorted(self._replies.glob("gpulife-*.eml")):
            self._send(message_from_bytes(path.read_bytes(), policy=default))
            path.unlink()
        return True

    def _send(self, reply: EmailMessage) -> None:
        """Send a reply to the address in it; in a game of an older gpulife there may be none yet."""
        to = [address.addr_spec for address in reply["To"].addresses]
        if not to and (older := self._older.get(str(reply["X-Gpulife-Player"]))):
            to = [older]
            reply.replace_header("To", older)
        if not to:
            print(f"no address for {reply['To']}", file=sys.stderr)
            return
        host, _, port = self._options.smtp.rpartition(":")
        with smtplib.SMTP(host, int(port), timeout=60) as server:
            try:
                server.send_message(reply)
            except smtplib.SMTPRecipientsRefused as error:
                if any(code < 500 for code, _ in error.recipients.values()):
                    raise  # for now only: the next round tries again
                print(f"{', '.join(to)} takes no mail: {error}", file=sys.stderr)


def mark_read(inbox: Maildir, key: str) -> None:
    """Move a mail to those that were read."""
    mail = inbox.get_message(key)
    mail.set_subdir("cur")
    mail.add_flag("S")
    inbox[key] = mail


if __name__ == "__main__":
    sys.exit(main())
