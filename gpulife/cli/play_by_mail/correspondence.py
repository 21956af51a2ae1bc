"""Carries out the orders in a mail to ``gpulife realtime``, and writes the replies to files.

Another program sends these files to the players.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from email.utils import formatdate
from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase

from gpulife.cli.play_by_mail.mail_game import MAX_ANSWERED, Mailbox, MailGame, PostRecord
from gpulife.errors import GpulifeError, OutputError
from gpulife.games.core.game import NOBODY
from gpulife.games.realtime.correspondence.delivery import Answer, Delivery, Outcome
from gpulife.games.realtime.correspondence.invitations import invitation, invited, why_not_invite
from gpulife.games.realtime.correspondence.messages import LineKind, Message, read_lines
from gpulife.games.realtime.correspondence.replies import Envelope, Reply, compose, mail_bytes
from gpulife.games.realtime.correspondence.tokens import TOKEN_BYTES, TokenBook, parse_token, token_text
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, SeatStanding
from gpulife.storage.atomic_io import atomic_write, make_folder, publish_file

# Replies are files in a folder, to be sent by another program: ``gpulife-GAME-000012-A.eml``.
#
# A reply appears only after the game that it tells about is on disk. It is first written under a temporary name, then
# the game is saved with the number of replies so far, then the reply gets its final name. If the program is killed, the
# next one finishes replies whose numbers the saved game counts, and removes the others.

REPLY_ENDING = ".eml"
_WAITING = ".waiting"
_NOBODY = "visitor"
"""Replaces the player's letter in the file name of a reply to somebody without a seat."""


class ReplyFolder:
    """The replies of one game.

    Args:
        folder: folder of the replies; it is made if necessary. The program that sends replies may remove them.
        game: the game's identifier in file names of replies, 8 hexadecimal digits.

    Raises:
        OutputError: the folder cannot be made.
    """

    def __init__(self, folder: Path, game: str) -> None:
        make_folder(folder)
        self._folder, self._game = folder, game
        self._name = re.compile(
            rf"\.(gpulife-{game}-([0-9]{{6,15}})-(?:[A-Z]|visitor)\.eml){re.escape(_WAITING)}", re.ASCII
        )
        self._prepared: list[Path] = []

    def recover(self, count: int) -> tuple[Path, ...]:
        """Finish the replies that an earlier run left under temporary names, or remove them.

        Args:
            count: number of replies recorded in the saved game. Replies with smaller numbers are finished. All other
                replies are removed, since the orders that they confirm were not saved.

        Returns:
            The paths of the finished replies.
        """
        with suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                if match := self._name.fullmatch(path.name):
                    if int(match[2]) < count:
                        self._prepared.append(path)
                    else:
                        path.unlink()
        return self.publish()

    def prepare(self, number: int, replies: Iterable[Reply], now: float) -> int:
        """Write replies under temporary names, and return the number for the next reply.

        Args:
            number: number of the first of these replies.
            replies: the replies.
            now: the current time, in seconds since 1970.

        Raises:
            OutputError: a file cannot be written.
        """
        for reply in replies:
            whom = _NOBODY if reply.seat is None else ascii_uppercase[reply.seat]
            name = f"gpulife-{self._game}-{number:06}-{whom}"
            path = self._folder / f".{name}{REPLY_ENDING}{_WAITING}"
            with atomic_write(path, "wb", private=True) as file:
                file.write(mail_bytes(reply, Envelope(formatdate(now), name)))
            self._prepared.append(path)
            number += 1
        return number

    def publish(self) -> tuple[Path, ...]:
        """After the game was saved, rename prepared replies to their final names, and return their paths.

        Raises:
            OutputError: a file cannot be renamed.
        """
        published = []
        while self._prepared:
            path = self._prepared[0]
            name = path.with_name(path.name.removeprefix(".").removesuffix(_WAITING))
            publish_file(path, name)
            published.append(name)
            self._prepared.pop(0)
        return tuple(published)

    def withdraw(self) -> None:
        """Remove prepared replies because the game could not be saved."""
        for path in self._prepared:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        self._prepared = []


def require_folder(folder: Path | None) -> None:
    """Check, before any work, that replies can be written to a folder; do nothing for None.

    Raises:
        OutputError: the path is not a folder.
    """
    if folder is not None and folder.exists() and not folder.is_dir():
        raise OutputError(f"cannot write replies to {folder}: it is a file, not a folder")


# One run of the command: the message that it reads, and the replies that it writes.

_GAME_BYTES = 4
_DIGEST_LETTERS = 32
_STARTED = "Real-Time Life: the clock has started"


def new_record(*, tokens: bool) -> PostRecord:
    """Return a new record of a game's mail; ``tokens`` is True if orders need tokens."""
    return PostRecord(secrets.token_hex(_GAME_BYTES), () if tokens else None)


def token_book(game: MailGame) -> TokenBook | None:
    """Return the tokens of a game; None for a game without tokens."""
    if game.post is None or game.post.tokens is None:
        return None
    seats = range(len(game.state.seats))
    known = {seat: known for seat, known in zip(seats, game.post.tokens, strict=False) if known}
    return TokenBook(game.post.game, known)


def keep_tokens(game: MailGame, book: TokenBook | None) -> None:
    """Store the tokens of ``book`` in the game's record of its mail; do nothing if the record or ``book`` is None."""
    if game.post is not None and book is not None:
        hashes = tuple(book.hashes.get(seat, "") for seat in range(len(game.state.seats)))
        game.post = replace(game.post, tokens=hashes)


def new_secret() -> bytes:
    """Return random bytes for a new token."""
    return secrets.token_bytes(TOKEN_BYTES)


class Correspondence:
    """Carries out the orders in one message, and makes the replies to it.

    Without a message, it makes replies that tell the players what has happened.

    Args:
        game: the game. Its record of the mail is updated, but not saved.
        with_replies: True if players get replies; then the replies also answer the orders SHOW and SCORE.
        now: returns the current time in seconds since 1970.
    """

    def __init__(self, game: MailGame, *, with_replies: bool, now: Callable[[], float]) -> None:
        if game.post is None and with_replies:
            game.post = new_record(tokens=False)
        self.game = game
        self.issued: dict[int, str] = {}
        """For each seat with a new token, the token as players write it. Only that seat's player may see it."""
        self._with_replies, self._now = with_replies, now
        self._invitations: list[Reply] = []
        self._message = Message("")
        self._outcomes: list[Outcome] = []
        self._told: set[int] = set()
        self._has_started = False

    def begin_tokens(self) -> None:
        """Require tokens with orders from now on; make a token for each person who plays without a token."""
        self.game.post = self.game.post or new_record(tokens=True)
        book = token_book(self.game) or TokenBook(self.game.post.game)
        keep_tokens(self.game, book)
        for seat in self.game.state.playing:
            if seat not in book.hashes and not self.game.is_computer(seat):
                self._issue(seat)

    def keep_address(self, address: str) -> None:
        """Store the address from which the game sends mail."""
        self.game.post = replace(self.game.post or new_record(tokens=False), address=address)

    def new_token(self, who: str) -> None:
        """Replace the lost token of a player.

        Args:
            who: name or letter of a player who has joined or is expected.

        Raises:
            GpulifeError: there is no such player, or it is a computer, or the game has no tokens.
        """
        if token_book(self.game) is None:
            raise GpulifeError("this game does not use tokens: turn them on with --tokens")
        state, name = self.game.state, who.casefold()
        letters = zip(state.seats, ascii_uppercase, strict=False)
        names = [(seat.name.casefold(), letter.casefold()) for seat, letter in letters]
        seat = next((seat for seat, known in enumerate(names) if known[0] and name in known), NOBODY)
        if seat == NOBODY:
            raise GpulifeError(f"--new-token {who}: no player in the game has this name or letter")
        if self.game.is_computer(seat):
            raise GpulifeError(f"--new-token {who}: {state.title(seat)} is played by the computer")
        self._issue(seat)

    def carry_out(self, message: Message, stopped: Callable[[], bool], tell: Callable[[Outcome], None]) -> None:
        """Carry out the orders of a message. If it is unreadable, nothing is carried out.

        Args:
            message: the message.
            stopped: returns True to stop; called after each line.
            tell: called with the outcome of each line.
        """
        self._message = message
        invite = self._invite if self._with_replies else None
        delivery = Delivery(self.game, token_book(self.game), new_secret, has_reply=self._with_replies, invite=invite)
        for outcome in () if message.problem else delivery.carry_out(read_lines(message.text)):
            self._outcomes.append(outcome)
            tell(outcome)
            if stopped():
                rest = f"the game was stopped after line {outcome.line.number} of your message: send the rest again"
                self._message = replace(message, notes=(*message.notes, rest))
                break
        keep_tokens(self.game, delivery.book)
        self.issued |= delivery.issued
        self._told = delivery.proven | delivery.touched
        self._keep_mailboxes(delivery.proven)
        if self.game.post is not None and message.is_mail and message.id:
            answered = (*self.game.post.answered, _mail_hash(message))[-MAX_ANSWERED:]
            self.game.post = replace(self.game.post, answered=answered)

    def was_answered(self, message: Message) -> bool:
        """Return True if this mail was carried out before. A sender may repeat a mail if no reply came in time."""
        record = self.game.post
        return bool(record and message.is_mail and message.id and _mail_hash(message) in record.answered)

    def replies(self, *, has_message: bool) -> list[Reply]:
        """Return the mails to send now: replies and invitations.

        The message's sender and players with a new token get a reply; if there is news, all players do.

        Args:
            has_message: True if a message was processed; its sender then gets at least one reply.
        """
        state, board, message = self.game.state, self.game.session.board, self._message
        has_tokens = token_book(self.game) is not None
        senders: list[int | None] = [*sorted(self._told)]
        if has_message and not senders:
            senders = [None]
        replies = [
            compose(
                state,
                board,
                seat,
                outcomes=self._outcomes,
                notes=message.notes,
                problem=message.problem,
                token="" if seat is None else self.issued.get(seat, ""),
                answers=message.id,
                has_tokens=has_tokens,
            )
            for seat in senders
        ]
        others = (set(self.issued) | set(self._news_for(state))) - self._told
        news = [
            compose(state, board, seat, token=self.issued.get(seat, ""), has_tokens=has_tokens)
            for seat in sorted(others)
        ]
        news = [replace(reply, subject=_STARTED) if self._has_started else reply for reply in news]
        return [
            *(replace(reply, to=message.sender, sender=self._own_address(message.game)) for reply in replies),
            *(self._addressed(reply) for reply in news),
            *(replace(reply, sender=self._own_address(message.game)) for reply in self._invitations),
        ]

    def _own_address(self, written_to: str) -> str:
        """Return the game's mail address: the address that its host set, else the address that the player wrote to."""
        return (self.game.post.address if self.game.post else "") or written_to

    def _addressed(self, reply: Reply) -> Reply:
        """Return ``reply`` with the player's address as its receiver and the game's address as its sender."""
        mailbox = self.game.post.mailbox(reply.seat) if self.game.post else Mailbox()
        return replace(reply, to=mailbox.player, sender=self._own_address(mailbox.game))

    def _keep_mailboxes(self, seats: Iterable[int]) -> None:
        """Store the sender's address for ``seats``, the seats whose tokens the message contained."""
        record, message = self.game.post, self._message
        if record is None or not message.sender or message.sender == self._own_address(""):
            return
        boxes = [record.mailbox(seat) for seat in range(len(self.game.state.seats))]
        for seat in seats:
            boxes[seat] = Mailbox(message.sender, message.game)
        if any(box.player for box in boxes):
            self.game.post = replace(record, mailboxes=tuple(boxes))

    def _invite(self, seat: int, address: str) -> Answer:
        """Prepare an invitation from a player to ``address``. Return the answer to the player, perhaps a refusal."""
        record = self.game.post
        assert record is not None  # noqa: S101 - there are tokens
        new = invited(address, record.game, seat, self._now())
        taken = {record.address, self._message.game, self._message.sender}
        taken |= {box.player for box in record.mailboxes}
        state = self.game.state
        if why := why_not_invite(new, record.invited, state, address=address, taken=taken):
            return Answer((why,), refused=True)
        self.game.post = replace(record, invited=(*record.invited, new))
        self._invitations.append(invitation(state, self.game.session.board, seat, address))
        return Answer((f"an invitation to {address} is on its way",))

    def _news_for(self, state: RealTimeState) -> Iterable[int]:
        """Return the seats to send news to, and record the news as sent.

        There is news if the game's phase or generation has changed since the last call.
        """
        record = self.game.post
        told = f"{state.phase} {state.generation}"
        if record is None or record.told == told:
            return ()
        self._has_started = record.told.startswith(RealTimePhase.WAITING) and state.phase is RealTimePhase.PLAY
        self.game.post = replace(record, told=told, playing=state.playing)
        if not record.told:
            return ()
        if state.phase is RealTimePhase.OVER:
            known = {seat for seat, player in enumerate(state.seats) if player.standing is not SeatStanding.EMPTY}
        else:
            known = {*state.playing, *(seat for seat in record.playing if seat < len(state.seats))}
        return {seat for seat in known if not self.game.is_computer(seat)}

    def _issue(self, seat: int) -> None:
        book = token_book(self.game)
        if book is not None:
            token = self.issued[seat] = token_text(new_secret())
            keep_tokens(self.game, book.with_token(seat, parse_token(token)))


def skipped_text(outcomes: Iterable[Outcome]) -> str:
    """Return one line that says which lines of a message were skipped; "" if none were."""
    quiet = (LineKind.TOKEN, LineKind.SPEAKER, LineKind.WRONG_TOKEN)
    numbers = [each.line.number for each in outcomes if each.answer is None and each.line.kind not in quiet]
    if not numbers:
        return ""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    words = [str(first) if first == last else f"{first} to {last}" for first, last in runs]
    return f"skipped (not orders): line{'s' * (len(numbers) > 1)} {', '.join(words[:20])}{', ...' * (len(words) > 20)}"


def _mail_hash(message: Message) -> str:
    """Return a hash of a mail's identifier and text. A mail that copies only the identifier gets another hash."""
    return sha256(f"{message.id} {message.text}".encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_LETTERS]
