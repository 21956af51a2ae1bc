"""The record of credits, and the credit of Conway's Life. The games' specs have their own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """An original game and its makers.

    Attributes:
        title: original title.
        year: year in which the game, or its description, was published.
        makers: names of the makers.
        platform: the machine or place where it was played.
        about: the game's new ideas, in a sentence or two.
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
    "The law by which all cells here live and die. Martin Gardner made it known in Scientific American.",
)
