"""Read messages from players: mails (RFC 822 and MIME) or text files, within limits.

Everything that arrives becomes a Message; if it cannot be read, the Message has a ``problem`` instead of a text. HTML
is read only in a mail without plain text. Attachments, forwarded mails and pictures are ignored.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from email.message import Message as MailPart
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Policy, compat32
from enum import StrEnum
from html import unescape

from gpulife.games.core.fast_replace import replace
from gpulife.games.realtime.correspondence.tokens import TokenError, looks_like_token, parse_token
from gpulife.games.realtime.notation import (
    CHALLENGE,
    VERBS,
    OrderError,
    TextOrder,
    address_in,
    is_place,
    parse_line,
    split_speaker,
)

MAX_MESSAGE_BYTES = 1 << 20
"""Maximum number of bytes in a message."""
_TOO_LARGE = f"has more than {MAX_MESSAGE_BYTES >> 20} MiB: too large for orders"
MAX_TEXT = 1 << 17
"""Maximum number of characters read from a mail's text."""
_MAX_PARTS = 40
"""Maximum number of parts in a mail, since many small parts take long to read. It also limits how deep parts are
nested."""
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
"""Character sets that are decoded. Python is very slow to decode long texts in some others."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message from a player.

    Attributes:
        text: text of the message; of a mail, its body.
        id: Message-ID of the mail with its brackets; "" for a file, or if the mail has no usable one.
        is_mail: True for a mail, False for a text file.
        is_automatic: True if a program sent it, such as an absence notice or a failed delivery; it must not be
            answered.
        sender: address for the reply; "" for a file, or if the mail does not have exactly one.
        game: address that the mail was sent to; "" for a file, or if the mail does not have exactly one.
        notes: one line for each thing that was left out of the text, such as "an attachment".
        problem: why the message could not be read, worded to follow "the message", such as "is not text: ..."; "" if it
            could be read.
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
    """Makes parts of a mail for Python's mail parser, and raises an error after ``_MAX_PARTS``."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, policy: Policy = compat32) -> MailPart:
        self._count += 1
        if self._count > _MAX_PARTS:
            raise _TooManyPartsError
        return MailPart(policy)


def read_message(data: bytes) -> Message:
    """Return the message in the bytes of a mail or of a text file. Never raises, whatever the bytes are.

    Args:
        data: the bytes; if there are more than ``MAX_MESSAGE_BYTES``, the message has a ``problem``.
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
    except Exception:  # noqa: BLE001 - email may raise anything for a strange mail, and the sender gets a reply
        return replace(head, problem="cannot be read: send plain text")
    if len(text) > MAX_TEXT:
        notes = (*notes, f"everything after the first {MAX_TEXT} characters")
    return replace(head, text=text[:MAX_TEXT], notes=notes)


def _is_mail(data: bytes) -> bool:
    """Return True if a message begins with headers, at least two of them well-known headers of mails."""
    lines = data[:_HEADER_BYTES].lstrip(b"\r\n").splitlines()
    known = set()
    for number, line in enumerate(lines):
        if number == 0 and line.startswith(b"From "):  # line between mails in a mailbox file
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
        return Message("", problem=f"is not text: byte {error.start} is not UTF-8")


def _read_head(data: bytes) -> Message:
    """Return a message without text, made from the headers of a mail."""
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
    """Return the text of a header; "" if it is missing or occurs several times."""
    found = headers.get_all(name, [])
    return str(found[0]) if len(found) == 1 else ""


def _read_body(mail: MailPart) -> tuple[str, tuple[str, ...]]:
    """Return the text of a mail, and notes on what was left out."""
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
    """Yield the parts of a mail that have no parts of their own. A forwarded mail counts as one such part."""
    if mail.get_content_maintype() != "multipart":
        yield mail
        return
    for part in mail.get_payload() if isinstance(mail.get_payload(), list) else ():
        if isinstance(part, MailPart):
            yield from _parts(part)


def _decode(part: MailPart) -> str:
    """Return the text of a part; bytes that its character set cannot decode are replaced."""
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
    """Rejoin lines that the sender's mail program broke (format=flowed, RFC 3676).

    ``delete_space`` is True to delete the blank at the end of each broken line, as the mail's header asks (DelSp).
    """
    paragraphs: list[list[str]] = []
    flows = False
    for line in text.splitlines():
        quoted = line.startswith(">")
        piece = line if quoted else line.removeprefix(" ")  # the blank put before lines such as "From "
        is_signature = piece == "-- "
        if flows and not quoted and not is_signature:
            paragraphs[-1].append(piece)
        else:
            paragraphs.append([piece])
        flows = not quoted and not is_signature and piece.endswith(" ")
        if flows and delete_space:
            paragraphs[-1][-1] = piece[:-1]
    return "\n".join("".join(pieces) for pieces in paragraphs)


# Turn an HTML page into text: lines where a reader sees lines, and ``>`` before quotations. Python's own HTMLParser
# takes minutes for a malicious page (``<a b=<a b=...``); this code reads each character once.
MAX_HTML = 1 << 17
"""Maximum number of characters read from an HTML page."""
_MAX_DEPTH = 40
"""Maximum number of ">" marks that show the depth of nested quotations."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<(?P<end>/?+)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,20}+)[^<>]*+>|<[!?][^<>]*+>", re.DOTALL)
_HIDDEN = frozenset({"head", "style", "script", "title", "template", "noscript", "object", "svg", "select"})
_LINES = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "tbody", "tfoot", "thead", "tr", "ul"),
    }
)
"""HTML elements whose text stands on lines of its own."""


def html_to_text(page: str) -> str:
    """Return the text of an HTML page without scripts and styles; reads at most ``MAX_HTML`` characters."""
    page = _COMMENT.sub("", page[:MAX_HTML])
    text, done = _Text(), 0
    for tag in _TAG.finditer(page):
        text.add(page[done : tag.start()])
        if tag["name"]:
            (text.end if tag["end"] else text.start)(tag["name"].lower())
        done = tag.end()
    text.add(page[done:])
    text.end_line()
    return "\n".join(text.lines)


class _Text:
    """Collects the text of an HTML page, line by line, from its tags and the text between them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._quotes = 0
        self._preformatted = 0
        self._hidden = ""

    def start(self, tag: str) -> None:
        if self._hidden and (self._hidden, tag) != ("head", "body"):  # the end tag of a head is optional
            return
        self._hidden = tag if tag in _HIDDEN else ""
        if tag == "br":
            self.end_line(always=True)
        elif tag in _LINES:
            self.end_line()
        elif tag == "td":
            self._line.append(" ")
        self._quotes += tag == "blockquote"
        self._preformatted += tag == "pre"

    def end(self, tag: str) -> None:
        if self._hidden:
            self._hidden = "" if tag == self._hidden else self._hidden
            return
        if tag in _LINES:
            self.end_line(always=tag == "p")
        self._quotes = max(0, self._quotes - (tag == "blockquote"))
        self._preformatted = max(0, self._preformatted - (tag == "pre"))

    def add(self, data: str) -> None:
        if self._hidden or not data:
            return
        pieces = data.split("\n") if self._preformatted else [data]
        for number, piece in enumerate(pieces):
            if number:
                self.end_line(always=True)
            self._line.append(_without_entities(piece))

    def end_line(self, *, always: bool = False) -> None:
        text = " ".join("".join(self._line).split())
        self._line = []
        if text or always:
            self.lines.append("> " * min(self._quotes, _MAX_DEPTH) + text)


def _without_entities(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:  # an entity number with thousands of digits
        return text


# Find the orders in a message, among greetings, quotations and signatures. A line that looks like an order but has a
# mistake gets a reason for the reply. Quotations, and text below a signature, are never orders, since somebody else may
# have written them.
MAX_LINES = 5000
"""Maximum number of lines read from a message."""
MAX_ORDERS = 500
"""Maximum number of orders in a message."""
_MAX_LETTERS = 1000
"""Maximum number of characters in a line that can be an order."""
_MAX_MARK = 200
"""Maximum number of characters in a line that introduces a quotation, such as "On ... wrote:"."""
_PLACES_AND_A_TYPO = 2
"""An unknown word is a mistyped order if at least this many places, such as c4, follow it."""
_BULLET = re.compile(r"[-*+\u2022\u00b7\u2013]\s+")
_TOKEN = re.compile(r"(?:my\s+|the\s+)?token\b(?:\s*[:=]|\s+is\b:?)?\s*(?P<token>.*)", re.IGNORECASE)
_ON_SOME_DAY = re.compile(r"(on|am|le|el|il|op|em|den|dnia|dne)\b", re.IGNORECASE)
_WROTE = re.compile(
    r"(wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał|napisała|napsal|napsala)\s?:",
    re.IGNORECASE,
)
_MAX_WROTE = 20
_ORIGINAL = re.compile(
    r"[-_=]{3,}\s*(original|forwarded|ursprüngliche|weitergeleitete|mensaje|message|messaggio|oorspronkelijk|"
    r"wiadomość)\b.*[-_=]{3,}|begin forwarded message:",
    re.IGNORECASE,
)
_FROM = re.compile(r"\*?(from|von|de|da|van|från|fra|od)\s?:\*?\s", re.IGNORECASE)
_SENT = re.compile(
    r"\*?(sent|date|to|gesendet|datum|an|envoyé|à|enviado|fecha|para|inviato|data|verzonden|aan|skickat|sendt|til|"
    r"wysłano|do)\s?:\*?\s",
    re.IGNORECASE,
)


class LineKind(StrEnum):
    """The kind of a line. Its value names the kind in a reply's list of skipped lines."""

    ORDER = "an order"
    WRONG = "an order with a mistake"
    TOKEN = "a token"  # noqa: S105 - no password
    WRONG_TOKEN = "a token with a mistake"  # noqa: S105
    SPEAKER = "a name"
    QUOTATION = "a quotation"
    SIGNATURE = "a signature"
    SENTENCE = "not an order"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a message. Empty lines and comments (after ``#``) are left out.

    Attributes:
        number: number of the line, counted from 1.
        kind: kind of the line.
        text: the line, without blanks around it.
        order: the order in an ORDER line; None for other lines. ``order.who`` is "" if the line names nobody.
        who: the player's name before the colon; in a JOIN with a mistake, the new player's name; "" for none.
        token: the characters of the token in a TOKEN line, as ``tokens.parse_token`` returns them.
        why: what is wrong with a WRONG or WRONG_TOKEN line.
    """

    number: int
    kind: LineKind
    text: str
    order: TextOrder | None = None
    who: str = ""
    token: str = ""
    why: str = ""


def read_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of a message with their kinds, up to ``MAX_LINES`` lines."""
    lines = [_visible(line).strip() for line in text.splitlines()[:MAX_LINES]]
    found: list[Line] = []
    rest: LineKind | None = None
    orders = 0
    for number, line in enumerate(lines, 1):
        if rest is None:
            rest = _what_follows(lines, number - 1)
        if not line:
            continue
        read = Line(number, rest, line) if rest is not None else _read_line(number, line)
        if read is None:
            continue
        if read.kind in (LineKind.ORDER, LineKind.WRONG):
            orders += 1
            if orders > MAX_ORDERS:
                read = Line(number, LineKind.WRONG, line, why=f"there are more than {MAX_ORDERS} orders in one message")
        found.append(read)
    return tuple(found)


def _visible(line: str) -> str:
    """Return a line without the invisible characters that some programs insert."""
    if line.isascii():
        return line
    return "".join(letter for letter in line if unicodedata.category(letter) != "Cf")


def _what_follows(lines: list[str], index: int) -> LineKind | None:
    """Return QUOTATION or SIGNATURE if one begins at line ``index`` and fills the rest of the message."""
    line = lines[index]
    if len(line) > _MAX_LETTERS:
        return None
    if line in ("--", "\u2014"):
        return LineKind.SIGNATURE
    if len(line) <= _MAX_MARK and _ORIGINAL.fullmatch(line):
        return LineKind.QUOTATION
    if _FROM.match(line + " ") and any(_SENT.match(later + " ") for later in lines[index + 1 : index + 3]):
        return LineKind.QUOTATION
    if _is_attribution(lines, index):
        following = next((later for later in lines[index + 1 :] if later), ">")
        # A quotation without marks reaches to the end of the message.
        return None if following.startswith(">") else LineKind.QUOTATION
    return None


def _is_attribution(lines: list[str], index: int) -> bool:
    """Return True if line ``index`` ends a text such as "On ... wrote:" of up to three lines, before a quotation."""
    if not any(_WROTE.fullmatch(lines[index][-length:]) for length in range(1, _MAX_WROTE)):
        return False
    above = lines[max(0, index - 2) : index + 1]
    first = next((number for number, line in enumerate(above) if _ON_SOME_DAY.match(line)), None)
    return first is not None and any(letter.isdigit() for line in above[first:] for letter in line)


def _read_line(number: int, line: str) -> Line | None:
    if line.startswith(">"):
        return Line(number, LineKind.QUOTATION, line)
    text = line.partition("#")[0].strip()
    if not text:
        return None
    if len(text) > _MAX_LETTERS:
        return Line(number, LineKind.SENTENCE, line)
    if bullet := _BULLET.match(text):
        text = text[bullet.end() :]
    who, rest = split_speaker(text)
    if who and not rest and not who.isdigit():
        return Line(number, LineKind.SPEAKER, line, who=who)
    return _read_token(number, line, rest) or _read_order(number, line, text, who, rest)


def _read_token(number: int, line: str, text: str) -> Line | None:
    named = _TOKEN.fullmatch(text)
    if named is None and len(text.split()) != 1:
        return None
    words = named["token"] if named else text
    if not looks_like_token(words):
        return None
    try:
        return Line(number, LineKind.TOKEN, line, token=parse_token(words))
    except TokenError as error:
        return Line(number, LineKind.WRONG_TOKEN, line, why=str(error)) if named else None


def _read_order(number: int, line: str, text: str, who: str, rest: str) -> Line:
    if not _looks_like_order(rest):
        return Line(number, LineKind.SENTENCE, line)
    try:
        return Line(number, LineKind.ORDER, line, order=parse_line(text, number, needs_speaker=False), who=who)
    except OrderError as error:
        verb, *others = rest.split()
        who = others[0] if verb.upper() == "JOIN" and others else who
        return Line(number, LineKind.WRONG, line, who=who, why=str(error).removeprefix(f"line {number}: "))


def _looks_like_order(text: str) -> bool:
    """Return True if a line that is no valid order looks like a mistyped one."""
    first, *others = text.split() or [""]
    verb, places = first.upper(), sum(map(is_place, others))
    if verb in ("JOIN", "MOVE"):
        return places > 0 or first == verb
    if verb == CHALLENGE and any("@" in word for word in others):
        return len(others) == 1 or first == verb
    if verb in VERBS:
        return not others or first == verb
    if not others or places < len(others):
        return False
    return places >= _PLACES_AND_A_TYPO or bool(get_close_matches(verb, VERBS, 1, 0.6))
