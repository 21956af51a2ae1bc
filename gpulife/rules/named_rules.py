"""Well-known rules by the names that people call them, each with its law and a line about it.

Names of players' games and of rules with several species are those of their families, see
:data:`gpulife.rules.RULE_NAMES`.
"""

from functools import cache
from typing import NamedTuple


class NamedRule(NamedTuple):
    """A name that stands for a law.

    Attributes:
        name: the name, as its users write it.
        law: the canonical name of the law, which boards and files have.
        about: what happens on its board, in one line.
        aliases: other names of the same law.
    """

    name: str
    law: str
    about: str
    aliases: tuple[str, ...] = ()

    @property
    def law_in_numbers(self) -> str:
        """The law by its numbers, to which a number of species can be added."""
        return "B3/S23" if self.law == "Life" else self.law


_LIFE_LIKE = (
    NamedRule("Life", "Life", "gliders, guns and computers: the Game of Life", ("Conway's Life", "Game of Life")),
    NamedRule("HighLife", "B36/S23", "like Life, with a small pattern that replicates itself"),
    NamedRule("2x2", "B36/S125", "what is made of 2x2 blocks stays so; many oscillators", ("2x2 block life",)),
    NamedRule("34 Life", "B34/S34", "small spaceships in crowds that never end", ("3-4 Life",)),
    NamedRule("Amoeba", "B357/S1358", "large shapes with random insides and edges that wander"),
    NamedRule("Anneal", "B4678/S35678", "a vote that rounds off the borders of two phases", ("Vote 4/5",)),
    NamedRule("Assimilation", "B345/S4567", "diamonds that stay, with lively edges"),
    NamedRule("Bacteria", "B34/S456", "blobs that grow and divide"),
    NamedRule("Blinkers", "B345/S2", "explodes in blinking cells"),
    NamedRule("Castles", "B3678/S135678", "solid blocks with straight walls grow out of noise"),
    NamedRule("Coagulations", "B378/S235678", "blobs that spread and clot"),
    NamedRule("Coral", "B3/S45678", "grows slowly, with a rough texture"),
    NamedRule("Corrosion of Conformity", "B3/S124", "a slow burn from a few cells on"),
    NamedRule("Dance", "B34/S35", "small groups of cells that never rest"),
    NamedRule("Day & Night", "B3678/S34678", "dead cells behave among live ones as live ones among dead ones"),
    NamedRule("Diamoeba", "B35678/S5678", "diamonds whose borders flow like an amoeba"),
    NamedRule("DotLife", "B3/S023", "Life in which a lone cell survives"),
    NamedRule("DryLife", "B37/S23", "Life with fewer gliders in its ash"),
    NamedRule("EightLife", "B3/S238", "Life in which crowded cells survive, too"),
    NamedRule("Electrified Maze", "B45/S12345", "a maze with sparks in its corridors"),
    NamedRule("Flock", "B3/S12", "dies down to dominoes and small oscillators"),
    NamedRule("Fredkin", "B1357/S02468", "every pattern is copied, and the copies are copied"),
    NamedRule("Fuzz", "B1/S014567", "grows evenly, with a fuzzy texture"),
    NamedRule("Gems", "B3457/S4568", "large diamonds, and one slow spaceship"),
    NamedRule("Gems Minor", "B34578/S456", "like Gems, with another slow spaceship"),
    NamedRule("Geology", "B3578/S24678", "layers that settle like rock"),
    NamedRule("Gnarl", "B1/S1", "a single cell explodes into a gnarled square"),
    NamedRule("H-trees", "B1/S012345678", "a single cell grows into a tree of H shapes"),
    NamedRule("Holstein", "B35678/S4678", "slowly changing patches like those of a cow"),
    NamedRule("HoneyLife", "B38/S238", "like EightLife, crowds give birth, too"),
    NamedRule("Iceballs", "B25678/S5678", "balls of ice that grow and melt together"),
    NamedRule("Invertamaze", "B028/S0124", "a maze that is turned inside out in every generation"),
    NamedRule("Land Rush", "B36/S234578", "Life that fills with land from its long-lived fires"),
    NamedRule("Life without death", "B3/S012345678", "cells that never die: ladders and coral", ("LWOD", "Inkspot")),
    NamedRule("Live Free or Die", "B2/S0", "only lone cells survive; many spaceships"),
    NamedRule("Logarithmic replicator rule", "B36/S245", "a replicator whose copies grow ever more slowly"),
    NamedRule("Long Life", "B345/S5", "oscillators of very long periods"),
    NamedRule("LowDeath", "B368/S238", "HighLife in which crowds give birth and survive"),
    NamedRule("LowLife", "B3/S13", "Life on a diet: small still lifes and oscillators"),
    NamedRule("Maze", "B3/S12345", "a few cells grow into a maze"),
    NamedRule("Maze with mice", "B37/S12345", "a maze with mice that run along its corridors"),
    NamedRule("Mazectric", "B3/S1234", "a maze with long straight corridors"),
    NamedRule("Mazectric with mice", "B37/S1234", "long straight corridors with mice in them"),
    NamedRule("Morley", "B368/S245", "spaceships, puffers and guns out of random soups", ("Move",)),
    NamedRule("Neon Blobs", "B08/S4", "blobs that flash in every generation"),
    NamedRule("Oscillators Rule", "B45/S1235", "soups that leave many oscillators"),
    NamedRule("Pedestrian Life", "B38/S23", "Life in which crowds give birth, too"),
    NamedRule("Plow World", "B378/S012345678", "nothing dies; plows push through the field"),
    NamedRule("Pseudo Life", "B357/S238", "looks much like Life, with patterns of its own"),
    NamedRule("Replicator", "B1357/S1357", "every pattern is replaced by eight copies of itself"),
    NamedRule("Rings 'n' Slugs", "B56/S14568", "rings, and slugs that crawl round them"),
    NamedRule("Seeds", "B2/S", "every cell dies at once, and nearly everything explodes"),
    NamedRule("Serviettes", "B234/S", "four cells grow into the pattern of a rug", ("Persian Rug",)),
    NamedRule("Shoots and Roots", "B3/S245678", "shoots that grow from rooted blobs"),
    NamedRule("Slow Blob", "B367/S125678", "blobs that grow slowly and evenly"),
    NamedRule("Snakeskin", "B1/S134567", "grows with the texture of a snake's skin"),
    NamedRule("SnowLife", "B3/S1237", "flakes and spaceships of single and double cells"),
    NamedRule("Solid islands grow amongst static", "B12678/S15678", "what its name says", ("Solid islands",)),
    NamedRule("Stains", "B3678/S235678", "stains that spread until they rest"),
    NamedRule("Virus", "B36/S235", "slow growth that takes over still cells"),
    NamedRule("Vote", "B5678/S45678", "each cell goes with the majority around it"),
    NamedRule("Walled cities", "B45678/S2345", "cities that keep busy within their walls"),
)

NAMED_RULES: tuple[NamedRule, ...] = _LIFE_LIKE
"""All named rules: those like Life by their names first."""


def find_named_rule(name: str) -> NamedRule | None:
    """Return the rule of a name, or None; case, blanks, ``&``, apostrophes and other signs do not count."""
    return _by_key().get(key_of(name))


def key_of(name: str) -> str:
    """Return what tells a name from others: its letters and digits, in lower case, without "and"."""
    return "".join(filter(str.isalnum, name.casefold())).replace("and", "")


@cache
def _by_key() -> dict[str, NamedRule]:
    return {key_of(name): rule for rule in NAMED_RULES for name in (rule.name, *rule.aliases)}
