"""Credits: the record, and that of Conway's Life; those of games are in their specs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """One game and its makers.

    Attributes:
        title: original title.
        year: year in which it, or its description, came out.
        makers: names of its makers.
        platform: machine on which it was played, or where else it was played.
        about: its new ideas, in a sentence or two.
    """

    title: str
    year: int
    makers: str
    platform: str
    about: str


LIFE = Credit(
    "Life",
    1970,
    "John Horton Conway",
    "A board and counters, then nearly every computer since",
    "The law by which all cells here live and die. Martin Gardner told the world of it in Scientific American.",
)
