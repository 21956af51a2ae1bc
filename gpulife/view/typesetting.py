"""Sets a text as a page of type: which letter stands in each slot of a grid, and how large it is.

The text is set in columns. Lines begin and end with a whole word, and the first letter of a column is large.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

DOT = "\N{MIDDLE DOT}"
"""The character that a text has between words, instead of a space."""
NOTHING = 255
"""The letter number that stands for an empty slot."""

_LEAST = 10  # columns and rows of a page with large first letters
_GUTTER = 2  # empty slots between columns
_COLUMN = 21  # slots across a column at least: the longest words leave no large gaps
_INITIAL = 4  # slots along the side of the first letter of a column

Slots = NDArray[np.uint8]
"""A page: for each slot, the number of the letter that covers it, the letter's span in slots, and the slot's column
and row within the letter; shape (rows, columns, 4), uint8.
"""


def typeset(text: str, columns: int, rows: int) -> Slots:
    """Return a page that is filled with ``text``, over and over.

    Args:
        text: words with a dot after each, as ``Picture.text`` has them. Full stops are left out.
        columns: width of the page in slots.
        rows: height of the page in slots.
    """
    page = _Page(text, columns, rows)
    if columns < _LEAST or rows < _LEAST:
        page.set_text(0, 0, columns, rows)
    else:
        page.set_columns()
    return page.slots


class _Page:
    """A page while it is being typeset. Each piece of text continues where the previous one ended."""

    def __init__(self, text: str, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.kinds = sorted(set(text))
        self.slots = np.zeros((rows, columns, 4), np.uint8)
        self.slots[..., 0] = NOTHING
        self._words = [word.rstrip(".") for word in text.split(DOT) if word]
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

    def set_columns(self) -> None:
        """Set columns of text over the whole page, each with a large first letter."""
        number = max(1, (self.columns + _GUTTER) // (_COLUMN + _GUTTER))
        width = (self.columns - (number - 1) * _GUTTER) // number
        spare = self.columns - number * width - (number - 1) * _GUTTER
        left = 0
        for each in range(number):
            wide = width + (each < spare)
            self.set_text(left, 0, wide, self.rows, initial=True)
            left += wide + _GUTTER


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
