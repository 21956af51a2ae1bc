"""The text of a mail that is a page: lines where a reader sees lines, and ``>`` before what is quoted.

Python's own HTMLParser takes minutes for a page that means harm (``<a b=<a b=...``); this reads each character once.
"""

import re
from html import unescape

MAX_HTML = 1 << 17
"""Limit on the characters of a page that are read."""
_MAX_DEPTH = 40
"""Limit on quotations within each other that are marked as such."""
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
"""Elements that begin and end a line."""


def html_to_text(page: str) -> str:
    """Return the text of a page, of which at most ``MAX_HTML`` characters are read; scripts and styles are left out."""
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
    """Collects the lines of a page."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._quotes = 0
        self._preformatted = 0
        self._hidden = ""

    def start(self, tag: str) -> None:
        if self._hidden and (self._hidden, tag) != ("head", "body"):  # a head need not be closed
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
    """Return a text with characters in place of their names, such as ``&nbsp;``."""
    try:
        return unescape(text)
    except ValueError:  # a number of thousands of digits
        return text
