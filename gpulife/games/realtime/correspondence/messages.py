"""Messages from players: the text of a mail (RFC 822 and MIME) or of a text file, within limits.

Whatever arrives becomes a Message: what cannot be read has a ``problem`` in place of a text, so that its sender can be
told. Of a mail's parts the plain text is read; a page (HTML) only where there is none. Attachments, forwarded mails
and pictures are not looked into.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message as MailPart
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Policy, compat32

from gpulife.games.core.fast_replace import replace
from gpulife.games.realtime.correspondence.html_text import html_to_text
from gpulife.games.realtime.mail_address import address_in

MAX_MESSAGE_BYTES = 1 << 20
"""Limit on the bytes of a message."""
_TOO_LARGE = f"has more than {MAX_MESSAGE_BYTES >> 20} MiB: too large for orders"
MAX_TEXT = 1 << 17
"""Limit on the characters of a mail's text."""
_MAX_PARTS = 40
"""Limit on the parts of a mail, and so on their depth: one of many small parts takes long to read."""
_HEADER_BYTES = 1 << 16
_KNOWN_HEADERS = frozenset(
    b"cc content-type date delivered-to from in-reply-to message-id mime-version received reply-to return-path "
    b"sender subject to".split()
)
_HEADER_LINE = re.compile(rb"([!-9;-~]+):|[ \t]")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")
_CHARSETS = re.compile(
    r"(us-)?ascii|utf-?(7|8|16|16le|16be)|iso-?8859-?\d{1,2}|latin-?\d|(windows-|cp)\d{3,4}|koi8-[rtu]|mac-?\w{3,12}|"
    r"gb2312|gbk|gb18030|big5(-?hkscs)?|euc[-_](jp|kr)|shift[-_]jis|iso-2022-(jp|kr)",
    re.ASCII,
)
"""Those that are read; some of the others that Python knows take a time that grows with the square of the text."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a player sent.

    Attributes:
        text: its text; of a mail the body.
        id: the mail's Message-ID with its brackets; "" for a file, and where the mail has none that can be used.
        is_mail: whether it is a mail; else a file of text.
        is_automatic: whether a program sent it, such as one that answers while somebody is away, or a mail server that
            could not deliver: nobody should answer that.
        sender: address that its answer goes to; "" for a file, and where there is none or more than one.
        game: address that it was sent to, likewise.
        notes: what was left out, a line each.
        problem: why nothing in it could be read, as the rest of a sentence about it: "is no text: ..."; "" for nothing.
    """

    text: str
    id: str = ""
    is_mail: bool = False
    is_automatic: bool = False
    sender: str = ""
    game: str = ""
    notes: tuple[str, ...] = ()
    problem: str = ""


class _TooManyPartsError(Exception):
    """A mail has more than ``_MAX_PARTS`` parts."""


class _Parts:
    """Makes the parts of one mail, as many as it may have."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, policy: Policy = compat32) -> MailPart:
        self._count += 1
        if self._count > _MAX_PARTS:
            raise _TooManyPartsError
        return MailPart(policy)


def read_message(data: bytes) -> Message:
    """Return the message in the bytes of a mail or of a text file. Never raises anything, whatever they are.

    Args:
        data: the bytes; more than ``MAX_MESSAGE_BYTES`` are a problem that the message tells.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not _is_mail(data):
        return _read_file(data)
    head = _read_head(data[:_HEADER_BYTES])
    if len(data) > MAX_MESSAGE_BYTES:
        return replace(head, problem=_TOO_LARGE)
    try:
        mail = BytesParser(_Parts(), policy=compat32).parsebytes(data)
        text, notes = _read_body(mail)
    except _TooManyPartsError:
        return replace(head, problem=f"has more than {_MAX_PARTS} parts: send plain text")
    except Exception:  # noqa: BLE001 - email raises whatever a strange mail leads it to, and its sender is to be told
        return replace(head, problem="cannot be read: send plain text")
    if len(text) > MAX_TEXT:
        notes = (*notes, f"all after the first {MAX_TEXT >> 10} Ki characters")
    return replace(head, text=text[:MAX_TEXT], notes=notes)


def _is_mail(data: bytes) -> bool:
    """Return whether a message begins with the headers of a mail, at least two of which are well known."""
    lines = data[:_HEADER_BYTES].lstrip(b"\r\n").splitlines()
    known = set()
    for number, line in enumerate(lines):
        if number == 0 and line.startswith(b"From "):  # of a mailbox
            continue
        match = _HEADER_LINE.match(line)
        if match is None:
            break
        known.add((match[1] or b"").lower())
    return len(known & _KNOWN_HEADERS) >= 2


def _read_file(data: bytes) -> Message:
    if len(data) > MAX_MESSAGE_BYTES:
        return Message("", problem=_TOO_LARGE)
    try:
        return Message(data.decode())
    except UnicodeDecodeError as error:
        return Message("", problem=f"is no text: byte {error.start} is not UTF-8")


def _read_head(data: bytes) -> Message:
    """Return a message without text, by the headers of a mail."""
    try:
        headers = BytesHeaderParser(policy=compat32).parsebytes(data.lstrip(b"\r\n"))
        found = _MESSAGE_ID.fullmatch("".join(str(headers.get("Message-ID", "")).split()))
        automatic = str(headers.get("Auto-Submitted", "no")).partition(";")[0].strip().lower() != "no"
        bounced = (
            str(headers.get("Return-Path", "")).strip() == "<>" or headers.get_content_type() == "multipart/report"
        )
        sender = address_in(_only(headers, "Reply-To") or _only(headers, "From"))
        game = address_in(_only(headers, "To"))
    except Exception:  # noqa: BLE001 - as above
        return Message("", is_mail=True)
    ident, is_automatic = found[0] if found else "", automatic or bounced
    return Message("", id=ident, is_mail=True, is_automatic=is_automatic, sender=sender, game=game)


def _only(headers: MailPart, name: str) -> str:
    """Return the text of a header; "" if there is none of that name, or several."""
    found = headers.get_all(name, [])
    return str(found[0]) if len(found) == 1 else ""


def _read_body(mail: MailPart) -> tuple[str, tuple[str, ...]]:
    """Return the text of a mail, and what was left out."""
    plain, pages, others = [], [], 0
    for part in _parts(mail):
        kind = part.get_content_type()
        if kind not in ("text/plain", "text/html") or part.get_content_disposition() == "attachment":
            others += 1
        elif kind == "text/plain":
            text = _decode(part)
            is_flowed = str(part.get_param("format", "")).lower() == "flowed"
            delete = str(part.get_param("delsp", "")).lower() == "yes"
            plain.append(_unflow(text, delete_space=delete) if is_flowed else text)
        else:
            pages.append(part)
    texts = [text for text in plain if text.strip()] or [html_to_text(_decode(page)) for page in pages]
    notes = () if not others else ("an attachment",) if others == 1 else (f"{others} attachments",)
    return "\n".join(texts), notes


def _parts(mail: MailPart) -> Iterator[MailPart]:
    """Yield the parts of a mail that have no parts themselves; a forwarded mail is one, and is not looked into."""
    if mail.get_content_maintype() != "multipart":
        yield mail
        return
    for part in mail.get_payload() if isinstance(mail.get_payload(), list) else ():
        if isinstance(part, MailPart):
            yield from _parts(part)


def _decode(part: MailPart) -> str:
    """Return the text of a part; bytes that are none in its character set are replaced."""
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = (part.get_content_charset() or "utf-8").lower()
    if not _CHARSETS.fullmatch(charset):
        charset = "utf-8"
    try:
        return data.decode(charset, "replace")
    except (LookupError, ValueError):
        return data.decode("utf-8", "replace")


def _unflow(text: str, *, delete_space: bool) -> str:
    """Put the lines of a paragraph together again that the sender's program broke (RFC 3676)."""
    paragraphs: list[list[str]] = []
    flows = False
    for line in text.splitlines():
        quoted = line.startswith(">")
        piece = line if quoted else line.removeprefix(" ")  # which was put before lines such as "From "
        is_signature = piece == "-- "
        if flows and not quoted and not is_signature:
            paragraphs[-1].append(piece)
        else:
            paragraphs.append([piece])
        flows = not quoted and not is_signature and piece.endswith(" ")
        if flows and delete_space:
            paragraphs[-1][-1] = piece[:-1]
    return "\n".join("".join(pieces) for pieces in paragraphs)
