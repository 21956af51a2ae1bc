"""Credits: Conway's Life; a game's spec says whose that game is, as far as its own text names anybody."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """One game and its makers.

    Attributes:
        title: the title of its time.
        year: the year in which it, or its description, came out.
        by: its makers.
        on: the machine, or wherever else it was played.
        about: its new ideas, in a sentence or two.
    """

    title: str
    year: int
    by: str
    on: str
    about: str


LIFE = Credit(
    "Life",
    1970,
    "John Horton Conway",
    "A board and counters, then nearly every computer since",
    "The law by which all cells here live and die. Martin Gardner told the world of it in Scientific American.",
)
