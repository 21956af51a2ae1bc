"""Notes: what a pattern file says about its pattern in words. They are kept, shown and written again."""

from collections.abc import Iterable
from dataclasses import dataclass, field

_MAX_LINES = 500
_MAX_LINE = 1000
"""Limit on the characters of a line; longer ones are cut."""
_NAME, _AUTHOR, _COMMENT = "N", "O", "C"
_COMMENT_MARKS = ("C", "c", "D")


@dataclass(frozen=True, slots=True)
class Notes:
    """The words of a pattern file.

    Attributes:
        name: the pattern's name; "" if the file gives none.
        author: who made or found it, and when, as the file says.
        comments: all other remarks, line by line.
        reading: what had to be changed or left out in order to read the file, a clause each; none of it is written.
    """

    name: str = ""
    author: str = ""
    comments: tuple[str, ...] = ()
    reading: tuple[str, ...] = field(default=(), compare=False)

    def summary(self) -> str:
        """Return name and author in one line, or the first comment if there is neither."""
        if self.name or self.author:
            return ", by ".join(filter(None, (self.name, self.author)))
        return next(filter(None, self.comments), "")

    def lines(self) -> list[str]:
        """Return name, author and comments as the lines of an RLE, marked ``#N``, ``#O`` and ``#C``."""
        marked = [(_NAME, self.name), (_AUTHOR, self.author)]
        return [
            *(f"#{mark} {text}" for mark, text in marked if text),
            *(f"#{_COMMENT} {text}".rstrip() for text in self.comments),
        ]


NO_NOTES = Notes()
"""The notes of what comes from no file, or from one without words."""


def notes_of(lines: Iterable[str]) -> Notes:
    """Return the notes in lines such as ``#N Glider``; lines with other marks are left out.

    A name or author that comes a second time is a comment. Of hundreds of lines the first are kept.
    """
    name = author = ""
    comments: list[str] = []
    for line in lines:
        mark, text = line[1:2], line[2:].strip()[:_MAX_LINE]
        if line.startswith("#CXRLE"):
            continue
        if mark == _NAME and not name:
            name = text
        elif mark == _AUTHOR and not author:
            author = text
        elif mark in (*_COMMENT_MARKS, _NAME, _AUTHOR) and len(comments) < _MAX_LINES:
            comments.append(text)
    while comments and not comments[-1]:
        comments.pop()
    return Notes(name, author, tuple(comments))
