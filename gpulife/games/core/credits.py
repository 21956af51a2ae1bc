"""Credits: Conway's Life and the five games after it, as far as their own texts say who made them."""

from __future__ import annotations

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


CREDITS: tuple[Credit, ...] = (
    Credit(
        "Life",
        1970,
        "John Horton Conway",
        "A board and counters, then nearly every computer since",
        "The law by which all cells here live and die. Martin Gardner told the world of it in Scientific American.",
    ),
    Credit(
        "LIFE-2",
        1978,
        "Brian Wyvill, Bradford University",
        "BASIC on a Teletype",
        "Idea, program and description of Life for two: pieces are placed in secret, and a newborn cell belongs to "
        "whoever has most of its parents.",
    ),
    Credit(
        "Survival of the Fittest",
        1982,
        "Mark Gaponoff",
        "Atari 400 and 800, a ROM cartridge of Innovative Design Software",
        "Two species in real time, with the shot clock, the list of seed shapes, handicaps, and rounds on one board.",
    ),
    Credit(
        "BioWar",
        1986,
        "GCP (its guide names nobody)",
        "An on-line service for Atari computers",
        "Neighbours of one's own count for a cell, all others against it; everybody places cells at the same time.",
    ),
    Credit(
        "Real-Time Life",
        2000,
        "a player on a mailing list (the copy names nobody)",
        "Electronic mail, twelve hours a generation",
        "Any number of players who move their cells by points. Noseynick, another player, showed that neutral cells "
        "would not take over the board.",
    ),
    Credit(
        "Survivor",
        2012,
        "Andrei Ivan and Daniela Marinescu, Romania",
        "A paper on cellular automata",
        "Pawns, shelters, traps and enemies, whose laws change with the time of day, after The Time Machine by "
        "H. G. Wells.",
    ),
)
"""The credits from the oldest to the newest."""
