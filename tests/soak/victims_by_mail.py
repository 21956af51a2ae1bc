"""Programs killed while they answer mail: a reply exists exactly once, if and only if its content is on disk."""

from __future__ import annotations

import random
import time
from email import message_from_bytes
from pathlib import Path

from games.mail import row
from soak.victims import LossError, Program, Victim

from gpulife.cli.play_by_mail.correspondence import token_book
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.realtime.correspondence.tokens import parse_token

_MAX_JOINED = MAX_PLAYERS - 2
"""Maximum number of players to join: when all have joined, the clock starts and everybody gets another reply."""


class Replies(Victim):
    """Players join by mail, one after the other; each mail is repeated until its reply exists."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._joined = 0
        self._seconds = 3.0  # that it takes
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with an empty game."""
        super().begin_anew()
        self._joined = 0

    def round(self) -> int:
        """Deliver the mail of the next player once."""
        if self._joined >= _MAX_JOINED:
            self.begin_anew()
        began = time.monotonic()
        program = self._feed()
        program.live(self.chance.uniform(0.5, 1.0) * self._seconds)
        killed = self.kill()
        self._seconds = 1.1 * self._seconds if killed else max(0.9 * (time.monotonic() - began), 0.1)
        if other := [line for line in program.lines if "Traceback" in line or "error" in line or "refused" in line]:
            raise LossError(f"{other[0]} in {program.lines[-5:]}")
        self._check()
        return killed

    def _feed(self) -> Program:
        mail = self.home / "mail"
        join = f"JOIN P{self._joined} {row(4 + 8 * self._joined)}"
        mail.write_text(f"From: a@b\nTo: c@d\nMessage-ID: <{self._joined}@b>\n\n{join}\n")
        new = () if self._game.exists() else ("--players", MAX_PLAYERS, "--seed", 1)
        return self.start("realtime", self._game, *new, "--orders", mail, "--reply-dir", self._replies)

    def _check(self) -> None:
        """Compare the replies with the game: one token for each player, and no others."""
        told = sorted(self._replies.glob("gpulife-*.eml"))
        if len(told) not in (self._joined, self._joined + 1):
            raise LossError(f"{len(told)} replies after {self._joined} players: {[path.name for path in told]}")
        self._joined = len(told)
        if not told:
            return
        book = token_book(MailGame.load(self._game))
        for seat, path in enumerate(told):
            text = message_from_bytes(path.read_bytes()).get_payload()
            (token,) = [line for line in str(text).splitlines() if line.startswith("token ")]
            if book is None or book.seat_of(parse_token(token.removeprefix("token "))) != seat:
                raise LossError(f"the token in {path.name} is not that of player {seat}")

    def finish(self) -> None:
        """Check that the last mail has its reply, and that no files are left behind."""
        self._feed().process.wait()
        self._check()
        if list(self._replies.glob(".*")):
            raise LossError(f"left lying about: {sorted(self._replies.glob('.*'))}")
        self.check_tidy()

    @property
    def _game(self) -> Path:
        return self.home / "game.gpumail"

    @property
    def _replies(self) -> Path:
        return self.home / "replies"
