"""Names of people, who are strangers to each other: what they may be, and which of them look alike.

A name is text and never markup. What cannot be seen, turns the direction of what follows or stacks marks on a letter is
refused. Two names look alike if they are the same after Unicode's compatibility forms, capitals and the letters that
Unicode lists as confusable (UTS 39, by the library ``confusable-homoglyphs``), so that nobody passes for another player
of the match.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache

from gpulife.online.shown_text import UNSEEN
from gpulife.online.storage.errors import StorageError
from gpulife.seats import MAX_LETTERS, SeatError, require_name

RESERVED = ("you", "server", "host", "nobody", "spectator")
"""Names that the program itself gives; those of computers begin with ``computer``."""
_COMPUTER = "computer"
_MAX_RAW = 4 * MAX_LETTERS
_MAX_MARKS = 2


class BadNameError(StorageError):
    """A name that nobody can have, or not here."""


def read_name(text: str) -> str:
    """Return a person's name in Unicode's compatibility form (NFKC), with single blanks between words.

    Raises:
        BadNameError: it is empty, longer than ``MAX_LETTERS``, reserved, or not all of it can be seen and told apart.
    """
    raw = text[: _MAX_RAW + 1]
    if len(raw) > _MAX_RAW or UNSEEN.search(raw):
        raise BadNameError(f"name {raw[:40]!r} should have at most {MAX_LETTERS} letters that can be seen")
    try:
        name = require_name(" ".join(unicodedata.normalize("NFKC", raw).split()))
    except SeatError as error:
        raise BadNameError(str(error)) from error
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name) or UNSEEN.search(name):
        raise BadNameError(f"name {raw[:40]!r} should have a letter or a digit")
    if _stacks_marks(name):
        raise BadNameError(f"name {raw[:40]!r} should have at most {_MAX_MARKS} marks on a letter")
    if any(look_alike(name, reserved) for reserved in RESERVED) or look_alike(name[: len(_COMPUTER)], _COMPUTER):
        raise BadNameError(f"name {name!r} is one that gpulife itself uses: choose another one")
    return name


def look_alike(one: str, other: str) -> bool:
    """Return whether people may take two names for each other."""
    return bool(_looks(one) & _looks(other))


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Require that nobody takes ``name`` for one of the others.

    Raises:
        BadNameError: somebody might; the message says for which.
    """
    if (other := next((other for other in others if look_alike(name, other)), None)) is not None:
        raise BadNameError(f"name {name!r} looks like {other!r}, who is here already: choose another one")


def _stacks_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else "x" for letter in name)
    return marks.startswith("m") or "m" * (_MAX_MARKS + 1) in marks


def _looks(name: str) -> frozenset[str]:
    """Return what a name is compared by: as its capitals and small letters look, and as it is without capitals.

    In many typefaces a capital I is a small l, but a small i is not.
    """
    plain = unicodedata.normalize("NFKC", name).replace(" ", "")
    return frozenset({_skeleton(_skeleton(plain).casefold()), _skeleton(plain.casefold())})


def _skeleton(text: str) -> str:
    """Return the text with each letter replaced by the one that stands for all that look like it (UTS 39, 4)."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _prototypes() -> dict[str, str]:
    """Return what each confusable letter is replaced by.

    The library's table has a list of look-alikes for each letter: of one that stands for others all of these, and of
    each of these that one.
    """
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped] # a megabyte of JSON

    prototypes = {}
    for letter, alike in confusables_data.items():
        stands_for = alike[0]["c"].strip("\u200e")
        back = confusables_data.get(alike[0]["c"], ())
        # Of a pair neither stands for more than the other: several letters, or the lower number, stand for one.
        is_source = len(alike) == 1 and (len(back) > 1 or (-len(stands_for), stands_for) < (-len(letter), letter))
        if is_source and len(letter) == 1:
            prototypes[letter] = stands_for
    return prototypes
