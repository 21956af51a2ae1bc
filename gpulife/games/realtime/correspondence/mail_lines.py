"""Lines of a mail: at most 72 columns wide, whatever is in them, so that no program has to break them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from gpulife.games.realtime.text_orders import VERBS

MAX_COLUMNS = 72
"""Limit on the columns of a line: those of the board, and what mail programs leave as it is."""


_WORD = re.compile(rf"\s*\S+(?:\s+(?:{'|'.join(VERBS)})\b\S*)*", re.IGNORECASE)
"""A word of a line, with the orders after it: none begins a line, where it would be one if the mail came back."""


def columns_of(text: str) -> int:
    """Return the columns that a text takes where all letters are equally wide; some take two, and marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def within_columns(lines: Iterable[str], columns: int = MAX_COLUMNS) -> Iterator[str]:
    """Yield lines, broken between words where they are too long; what follows on an indented one is indented more."""
    for line in lines:
        if columns_of(line) <= columns:
            yield line
        else:
            yield from _broken(line, columns)


def _broken(line: str, columns: int) -> Iterator[str]:
    indent = line[: len(line) - len(line.lstrip())][: columns // 2]
    further = f"{indent}  " if indent else ""
    here = indent
    for word in _WORD.findall(line.strip()):
        while word:
            if columns_of(here + word) <= columns:
                here, word = here + word, ""
            elif here.strip():
                yield here
                here, word = further, word.lstrip()
            else:
                part = _as_much_of(word, columns - columns_of(here))
                yield here + part
                here, word = further, word[len(part) :]
    if here.strip():
        yield here


def _as_much_of(word: str, columns: int) -> str:
    """Return the beginning of a word that fits, one letter at least."""
    end = used = 0
    for letter in word:
        used += _columns(letter)
        if used > columns and end:
            break
        end += 1
    return word[:end]


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
