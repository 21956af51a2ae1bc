"""Lines of a message: which of them are orders, in between greetings, quotations and signatures.

A line that looks like an order but is none has a reason, which its sender is told. What is quoted or stands below a
signature is never an order, since somebody else may have written it.
"""

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from gpulife.games.realtime.correspondence.tokens import TokenError, looks_like_token, parse_token
from gpulife.games.realtime.text_orders import (
    CHALLENGE,
    VERBS,
    OrderError,
    TextOrder,
    is_place,
    parse_line,
    split_speaker,
)

MAX_LINES = 5000
"""Limit on the lines of a message that are read."""
MAX_ORDERS = 500
"""Limit on the orders in a message."""
_MAX_LETTERS = 1000
"""Limit on the characters of a line that can be an order."""
_MAX_MARK = 200
"""Limit on the characters of a line that says that a quotation begins."""
_PLACES_AND_A_TYPO = 2
"""So many places after a word that is no order were meant as one."""
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
    """What a line is; its value is how a note calls those that are skipped."""

    ORDER = "an order"
    WRONG = "an order with a mistake"
    TOKEN = "a token"  # noqa: S105 - what it is called
    WRONG_TOKEN = "a token with a mistake"  # noqa: S105
    SPEAKER = "a name"
    QUOTATION = "a quotation"
    SIGNATURE = "a signature"
    SENTENCE = "no order"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a message that is neither empty nor a remark after ``#``.

    Attributes:
        number: number of the line, from 1.
        kind: what it is.
        text: the line, without blanks around it.
        order: the order; None if it is none. Its ``who`` is "" where this line names nobody.
        who: the name before the colon of an order or a SPEAKER, "" for none; the newcomer's in a JOIN with a mistake.
        token: for TOKEN its letters, as ``tokens.parse_token`` returns them.
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
    """Return what the lines of a message are, up to ``MAX_LINES`` of them."""
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
    """Return a line without marks that nobody sees, which some programs put into it."""
    if line.isascii():
        return line
    return "".join(letter for letter in line if unicodedata.category(letter) != "Cf")


def _what_follows(lines: list[str], index: int) -> LineKind | None:
    """Return what the whole rest of a message is from the line ``index`` on; None if that is not decided there."""
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
        # What is quoted without marks goes on to the end.
        return None if following.startswith(">") else LineKind.QUOTATION
    return None


def _is_attribution(lines: list[str], index: int) -> bool:
    """Return whether a line ends what a program puts before a quotation, "On ... wrote:", which may take three."""
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
    """Return whether a line was meant as an order: by its first word in capitals, or by places after it."""
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
