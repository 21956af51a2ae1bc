"""Type-ahead in open lists: letters that are typed go to the next name that begins with them."""

from collections.abc import Sequence
from dataclasses import dataclass

_PAUSE = 1.0
"""Seconds after which a letter begins a new word."""


@dataclass(slots=True)
class TypeAhead:
    """What has been typed into the list that is open; there is never more than one.

    Attributes:
        list: identifies the list.
        letters: what has been typed so far, in lower case.
        time: when the last letter was typed, in seconds.
        place: place of the name that was found last; -1 for none.
    """

    list: int = 0
    letters: str = ""
    time: float = 0.0
    place: int = -1

    def find(self, list_: int, names: Sequence[str], typed: str, now: float) -> int | None:
        """Return the place of the name to go to; None if nothing was typed, or no name begins like that.

        The same letter again goes to the next name that begins with it.
        """
        if list_ != self.list:
            self.list, self.letters, self.place = list_, "", -1
        if not typed:
            return None
        self.letters = typed if now - self.time > _PAUSE else self.letters + typed
        self.time = now
        steps = len(set(self.letters)) == 1
        start = self.letters[0] if steps else self.letters
        begins = [number for number, name in enumerate(names) if name.lower().startswith(start)]
        if not begins:
            return None
        self.place = next((number for number in begins if number > self.place), begins[0]) if steps else begins[0]
        return self.place
