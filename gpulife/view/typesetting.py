"""Sets a text as a page of type: which letter stands in each slot of a grid, and how large it is.

A line begins and ends with a whole word, and large type shows whole phrases. There are several layouts, as printers
have them: a broadside, a sheet of specimens and a page in columns.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

DOT = "\N{MIDDLE DOT}"
"""The character between words."""
NOTHING, RULE = 255, 254
"""Numbers that stand for no letter: the first for an empty slot, the second for a slot of a printed line ("rule")."""
PLAIN = -1
"""Number of the layout without headlines, for windows that show only a part of the page."""
MAX_SPAN = 64
"""Maximum side of a letter in slots."""

_LEAST = 10  # columns of type, and of rows, for which there is a layout
_GUTTER = 2  # empty slots between columns
_COLUMN = 21  # slots across a column at least: the longest words leave no large gaps
_INITIAL = 4  # slots along the side of the first letter of a column

Slots = NDArray[np.uint8]
"""A page: for each slot, the number of the letter that covers it, the letter's span in slots, and the slot's column
and row within the letter; shape (rows, columns, 4), uint8.
"""


def phrases_of(text: str) -> list[list[str]]:
    """Split a text into phrases, each a list of words. Words are separated by DOT, and a full stop ends a phrase."""
    phrases: list[list[str]] = [[]]
    for word in filter(None, text.split(DOT)):
        phrases[-1].append(word)
        if word.endswith("."):
            phrases.append([])
    return [phrase for phrase in phrases if phrase]


def typeset(text: str, columns: int, rows: int, layout: int) -> Slots:
    """Return a page on which ``text`` is set, in one of the layouts.

    Args:
        text: words with a dot after each, as ``Picture.text`` has them; a full stop ends a phrase.
        columns: width of the page in slots.
        rows: height of the page in slots.
        layout: :data:`PLAIN`, or the index of a layout. Indices beyond the last layout start again at the first.
    """
    page = _Page(text, columns, rows)
    if columns < _LEAST or rows < _LEAST:
        page.set_text(0, 0, columns, rows)
    elif layout == PLAIN:
        page.columns_of_text(0, initial=True)
    else:
        _LAYOUTS[layout % len(_LAYOUTS)](page)
    return page.slots


class _Page:
    """A page while it is being typeset. Each piece of text continues where the previous one ended."""

    def __init__(self, text: str, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.kinds = sorted(set(text))
        self.phrases = phrases_of(text)
        self.slots = np.zeros((rows, columns, 4), np.uint8)
        self.slots[..., 0] = NOTHING
        self._words = [word.rstrip(".") for phrase in self.phrases for word in phrase]
        self._next = 0  # number of the text's next word

    def put(self, letters: str, column: int, row: int, span: int = 1) -> None:
        """Put letters side by side. Blanks stay empty; what does not fit is left out."""
        across = np.arange(span, dtype=np.uint8)
        for number, letter in enumerate(letters):
            left = column + number * span
            if letter == " " or left < 0 or left + span > self.columns or row + span > self.rows:
                continue
            block = self.slots[row : row + span, left : left + span]
            block[..., 0], block[..., 1] = self.kinds.index(letter), span
            block[..., 2], block[..., 3] = across[None, :], across[:, None]

    def rule(self, row: int, left: int = 0, right: int | None = None) -> int:
        """Draw a ruled line in a row; return the row after it."""
        if row < self.rows:
            self.slots[row, left:right] = RULE, 1, 0, 0
        return row + 1

    def display(self, words: Sequence[str], row: int, highest: int) -> int:
        """Set a phrase on one line, centred and as large as possible; return the row after it."""
        line = _line(words)
        span = min(self.columns // len(line), highest, MAX_SPAN)
        if span < 1 or row + span > self.rows:
            return row
        self.put(line, (self.columns - len(line) * span) // 2, row, span)
        return row + span

    def set_text(self, left: int, top: int, width: int, height: int, *, initial: bool = False) -> None:
        """Set the text's next words in a box, in centred lines.

        With ``initial``, lines begin at the left, and the first letter is large.
        """
        indents = [_INITIAL if initial and row < _INITIAL else 0 for row in range(height)]
        first = self._word(self._next)
        if initial:
            self.put(first[0], left, top, _INITIAL)
        lines = _lines(lambda number: self._word(self._next + number), [width - indent for indent in indents])
        if initial:
            lines[0][0] = first[1:] or DOT
        for row, (line, indent) in enumerate(zip(lines, indents, strict=True)):
            letters = DOT.join(line)[: width - indent]
            spare = 0 if initial else (width - len(letters)) // 2
            self.put(letters, left + indent + spare, top + row)
        self._next += sum(map(len, lines))

    def _word(self, number: int) -> str:
        return self._words[number % len(self._words)]

    def columns_of_text(self, top: int, *, initial: bool = False) -> None:
        """Set columns of text from row ``top`` to the foot of the page."""
        number = max(1, (self.columns + _GUTTER) // (_COLUMN + _GUTTER))
        width = (self.columns - (number - 1) * _GUTTER) // number
        spare = self.columns - number * width - (number - 1) * _GUTTER
        left = 0
        for each in range(number):
            wide = width + (each < spare)
            self.set_text(left, top, wide, self.rows - top, initial=initial and self.rows - top > _INITIAL)
            left += wide + _GUTTER

    def fitting(self, span: int) -> Iterator[list[str]]:
        """Yield the phrases that fit on one line in letters of ``span`` slots, the longest first."""
        for phrase in sorted(self.phrases, key=lambda words: -len(_line(words))):
            if len(_line(phrase)) * span <= self.columns:
                yield phrase


def _line(words: Sequence[str]) -> str:
    """Return a phrase as one line of text, without the full stop."""
    return DOT.join(words).rstrip(".")


def _lines(word: Callable[[int], str], widths: Sequence[int]) -> list[list[str]]:
    """Break a text into lines of these widths. The empty space is kept small and about the same in all lines.

    ``word`` returns the word with a given index. Each line has at least one word, even if the word is too long.
    """
    # The best way to fill the lines so far, by the number of words that it takes: what it costs, and the ends of lines.
    ways: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for width in widths:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for start, (cost, ends) in ways.items():
            end, used = start + 1, len(word(start))
            while True:
                more = cost + (width - used) ** 2
                if end not in longer or more < longer[end][0]:
                    longer[end] = more, (*ends, end)
                used += 1 + len(word(end))
                if used > width:
                    break
                end += 1
        least = min(cost for cost, _ in longer.values())
        ways = {end: way for end, way in longer.items() if way[0] <= least + 60}
    _, ends = min(ways.values())
    return [[*map(word, range(start, end))] for start, end in pairwise((0, *ends))]


def _broadside(page: _Page) -> None:
    """Set the shortest phrase in the largest type, other phrases below it in ever smaller type, and text below them."""
    shortest = min(page.phrases, key=lambda words: len(_line(words)))
    row = page.display(shortest, 0, round(0.42 * page.rows))
    row = page.rule(row)
    said = [shortest]
    for span in (3, 2):
        wanted = span * max(1, page.rows // 25)
        for phrase in page.fitting(wanted):
            if phrase not in said and row + wanted < page.rows - 3:
                row = page.display(phrase, row, wanted)
                said.append(phrase)
                break
    row = page.rule(row)
    page.set_text(0, row, page.columns, page.rows - row)


def _specimen(page: _Page) -> None:
    """Set phrases (or their ends) in ever smaller type, ruled lines between them, and columns of text below."""
    row, said = 0, []
    for span in (6, 5, 4, 3, 2):
        wanted = span * max(1, page.rows // 33)
        parts = [phrase[at:] for phrase in page.phrases if phrase not in said for at in range(len(phrase))]
        fitting = [part for part in parts if len(_line(part)) * wanted <= page.columns]
        if fitting and row + wanted < page.rows - 4:
            part = max(fitting, key=lambda words: len(_line(words)))
            said += [phrase for phrase in page.phrases if phrase[-len(part) :] == part]
            row = page.rule(page.display(part, row, wanted))
    page.columns_of_text(row)


def _columns(page: _Page) -> None:
    """Set a headline between two ruled lines, and below it columns of text that begin with a large letter."""
    row = page.rule(0)
    highest = max(3, page.rows // 8)
    for span in range(highest, 1, -1):
        phrase = next(page.fitting(span), None)
        if phrase is not None and len(phrase) > 1:
            row = page.display(phrase, row, span)
            break
    row = page.rule(row)
    page.columns_of_text(row, initial=True)


_LAYOUTS: tuple[Callable[[_Page], None], ...] = (_broadside, _specimen, _columns)
