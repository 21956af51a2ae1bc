"""Common names of well-known rules, each with the rule's standard name and a one-line description.

The names of games' rules and of rules with several species come from their families: see
:data:`gpulife.rules.RULE_NAMES`.
"""

from functools import cache
from typing import NamedTuple


class NamedRule(NamedTuple):
    """A common name for a rule.

    Attributes:
        name: the name in its usual spelling.
        law: the rule's standard name, as used in boards and files.
        about: one line on how the rule behaves.
        aliases: other names of this rule.
    """

    name: str
    law: str
    about: str
    aliases: tuple[str, ...] = ()

    @property
    def law_in_numbers(self) -> str:
        """The rule in numbers, such as ``B36/S23``. A number of species can be added to it: ``B36/S23:2``."""
        return "B3/S23" if self.law == "Life" else self.law


_LIFE_LIKE = (
    NamedRule(
        "Life",
        "Life",
        "gliders, guns and computers: the Game of Life",
        ("Conway", "Conway's Life", "Game of Life", "Conway's Game of Life"),
    ),
    NamedRule("HighLife", "B36/S23", "like Life, with a small pattern that replicates itself"),
    NamedRule("2x2", "B36/S125", "patterns of 2x2 blocks stay made of them; many oscillators", ("2x2 block life",)),
    NamedRule("34 Life", "B34/S34", "small spaceships in endless crowds", ("3-4 Life",)),
    NamedRule("Amoeba", "B357/S1358", "large shapes with random insides and edges that wander"),
    NamedRule("Anneal", "B4678/S35678", "cells follow the majority; borders become round", ("Vote 4/5",)),
    NamedRule("Assimilation", "B345/S4567", "diamonds that stay, with lively edges"),
    NamedRule("Bacteria", "B34/S456", "blobs that grow and divide"),
    NamedRule("Blinkers", "B345/S2", "explodes into blinking cells"),
    NamedRule("Castles", "B3678/S135678", "solid blocks with straight walls grow out of noise"),
    NamedRule("Coagulations", "B378/S235678", "blobs that spread and clot"),
    NamedRule("Coral", "B3/S45678", "grows slowly, with a rough texture"),
    NamedRule("Corrosion of Conformity", "B3/S124", "a slow burn that starts from a few cells"),
    NamedRule("Dance", "B34/S35", "small groups of cells that never rest"),
    NamedRule("Day & Night", "B3678/S34678", "live and dead cells follow the same rules"),
    NamedRule("Diamoeba", "B35678/S5678", "diamonds whose borders flow like an amoeba"),
    NamedRule("DotLife", "B3/S023", "Life in which a lone cell survives"),
    NamedRule("DryLife", "B37/S23", "Life with fewer gliders in its ash"),
    NamedRule("EightLife", "B3/S238", "Life in which crowded cells also survive"),
    NamedRule("Electrified Maze", "B45/S12345", "a maze with sparks in its corridors"),
    NamedRule("Flock", "B3/S12", "dies down to dominoes and small oscillators"),
    NamedRule("Fredkin", "B1357/S02468", "every pattern is copied, and the copies are copied"),
    NamedRule("Fuzz", "B1/S014567", "grows evenly, with a fuzzy texture"),
    NamedRule("Gems", "B3457/S4568", "large diamonds, and one slow spaceship"),
    NamedRule("Gems Minor", "B34578/S456", "like Gems, with another slow spaceship"),
    NamedRule("Geology", "B3578/S24678", "layers like those of rock"),
    NamedRule("Gnarl", "B1/S1", "a single cell explodes into a gnarled square"),
    NamedRule("H-trees", "B1/S012345678", "a single cell grows into a tree of H shapes"),
    NamedRule("Holstein", "B35678/S4678", "slowly changing patches like those of a cow"),
    NamedRule("HoneyLife", "B38/S238", "like EightLife, but with births at eight neighbours too"),
    NamedRule("Iceballs", "B25678/S5678", "balls of ice that grow and melt together"),
    NamedRule("Invertamaze", "B028/S0124", "a maze that is turned inside out in every generation"),
    NamedRule("Land Rush", "B36/S234578", "a dense crowd that spreads over the whole board"),
    NamedRule("Life without death", "B3/S012345678", "cells that never die: ladders and coral", ("LWOD", "Inkspot")),
    NamedRule("Live Free or Die", "B2/S0", "only lone cells survive; many spaceships"),
    NamedRule("Logarithmic replicator rule", "B36/S245", "a replicator whose copies grow ever more slowly"),
    NamedRule("Long Life", "B345/S5", "oscillators of very long periods"),
    NamedRule("LowDeath", "B368/S238", "HighLife with births and survival at eight neighbours too"),
    NamedRule("LowLife", "B3/S13", "Life on a diet: small still lifes and oscillators"),
    NamedRule("Maze", "B3/S12345", "a few cells grow into a maze"),
    NamedRule("Maze with mice", "B37/S12345", "a maze with mice that run along its corridors"),
    NamedRule("Mazectric", "B3/S1234", "a maze with long straight corridors"),
    NamedRule("Mazectric with mice", "B37/S1234", "long straight corridors with mice in them"),
    NamedRule("Morley", "B368/S245", "spaceships, puffers and guns out of random soups", ("Move",)),
    NamedRule("Neon Blobs", "B08/S4", "blobs that flash in every generation"),
    NamedRule("Oscillators Rule", "B45/S1235", "soups that leave many oscillators"),
    NamedRule("Pedestrian Life", "B38/S23", "Life with births at eight neighbours too"),
    NamedRule("Plow World", "B378/S012345678", "nothing dies; plows push through the field"),
    NamedRule("Pseudo Life", "B357/S238", "looks much like Life, with patterns of its own"),
    NamedRule("Replicator", "B1357/S1357", "every pattern is replaced by eight copies of itself"),
    NamedRule("Rings 'n' Slugs", "B56/S14568", "rings, and slugs that crawl round them"),
    NamedRule("Seeds", "B2/S", "every cell dies after one generation, and nearly everything explodes"),
    NamedRule("Serviettes", "B234/S", "four cells grow into the pattern of a rug", ("Persian Rug",)),
    NamedRule("Shoots and Roots", "B3/S245678", "shoots that grow from rooted blobs"),
    NamedRule("Slow Blob", "B367/S125678", "blobs that grow slowly and evenly"),
    NamedRule("Snakeskin", "B1/S134567", "grows with the texture of a snake's skin"),
    NamedRule("SnowLife", "B3/S1237", "flakes, and spaceships of single cells and pairs"),
    NamedRule(
        "Solid islands grow amongst static", "B12678/S15678", "solid islands in a sea of static", ("Solid islands",)
    ),
    NamedRule("Stains", "B3678/S235678", "stains that spread until they rest"),
    NamedRule("Virus", "B36/S235", "slow growth that swallows everything in its way"),
    NamedRule("Vote", "B5678/S45678", "each cell follows the majority around it"),
    NamedRule("Walled cities", "B45678/S2345", "cities that keep busy within their walls"),
)

_WITH_LETTERS = (
    NamedRule("Just Friends", "B2-a/S12", "David Bell's rule, in which two neighbours side by side cause no birth"),
    NamedRule("tlife", "B3/S2-i34q", "M. I. Wright's Life without blinkers, in which a T of four cells flies"),
)

_GENERATIONS = (
    NamedRule("Brian's Brain", "/2/3", "every cell fires, rests and is ready again; nothing but spaceships"),
    NamedRule("Star Wars", "345/2/4", "ships and their battle lines, with slow walls"),
    NamedRule("Banners", "2367/3457/5", "banners that flutter"),
    NamedRule("BelZhab", "23/23/8", "waves that roll on and run into each other"),
    NamedRule("BelZhab Sediment", "145678/23/8", "waves that leave sediment"),
    NamedRule("Bloomerang", "234/34678/24", "flowers that bloom in waves"),
    NamedRule("Bombers", "345/24/25", "bombers with long tails of smoke"),
    NamedRule("Brain 6", "6/246/3", "like Brian's Brain, more crowded"),
    NamedRule("Burst", "0235678/3468/9", "bursts that start from a few cells"),
    NamedRule("Burst II", "235678/3468/9", "like Burst, but lone cells die"),
    NamedRule("Caterpillars", "124567/378/4", "caterpillars that crawl and leave a trail"),
    NamedRule("Chenille", "05678/24567/6", "the texture of a velvety yarn"),
    NamedRule("Circuit Genesis", "2345/1234/8", "circuits that draw themselves"),
    NamedRule("Cooties", "23/2/8", "small bugs that multiply"),
    NamedRule("Ebb & Flow", "012478/36/18", "tides"),
    NamedRule("Ebb & Flow II", "012468/37/18", "like Ebb & Flow, with different tides"),
    NamedRule("Faders", "2/2/25", "long fading tails"),
    NamedRule("Fireworks", "2/13/21", "rockets that burst"),
    NamedRule("Flaming Starbows", "347/23/8", "stars with burning edges"),
    NamedRule("Frogs", "12/34/3", "cells that jump about"),
    NamedRule("Frost", "/1/25", "ice flowers that grow from a single cell"),
    NamedRule("Glisserati", "035678/245678/7", "shapes that glisten and spread"),
    NamedRule("Glissergy", "035678/245678/5", "shapes that glisten and spread, faster"),
    NamedRule("Lava", "12345/45678/8", "lava that rises from below its crust"),
    NamedRule("Lines", "012345/458/3", "straight lines that grow slowly"),
    NamedRule("Living on the edge", "345/3/6", "islands that live at their edges only"),
    NamedRule("Meteor Guns", "01245678/3/8", "guns that shoot meteors"),
    NamedRule("Nova", "45678/2478/25", "explosions and their remains"),
    NamedRule("OrthoGo", "3/2/4", "spaceships that fly straight on"),
    NamedRule("Prairie on fire", "345/34/6", "a fire that never burns out"),
    NamedRule("RainZha", "2/23/8", "square spirals that send out waves without end"),
    NamedRule("Rake", "3467/2678/6", "rakes that send out spaceships"),
    NamedRule("SediMental", "45678/25678/4", "sediments with life on top"),
    NamedRule("Snake", "03467/25/6", "snakes that wind about"),
    NamedRule("SoftFreeze", "13458/38/6", "freezes slowly"),
    NamedRule("Spirals", "2/234/5", "spirals that turn for ever"),
    NamedRule("Sticks", "3456/2/6", "sticks that fly in all directions"),
    NamedRule("Swirl", "23/34/8", "swirls that meet and mix"),
    NamedRule("ThrillGrill", "1234/34/48", "coals that glow for many generations"),
    NamedRule("Transers", "345/26/5", "crossing beams"),
    NamedRule("Transers II", "0345/26/6", "like Transers, with more ash"),
    NamedRule("Wanderers", "345/34678/5", "shapes that wander about"),
    NamedRule("Worms", "3467/25/6", "worms that eat their way through the board"),
    NamedRule("Xtasy", "1456/2356/16", "waves in ecstasy"),
)

_LARGER_THAN_LIFE = (
    NamedRule("Bugs", "R5,C0,M1,S34..58,B34..45,NM", "large bugs that glide and turn", ("Bosco's Rule", "Bosco")),
    NamedRule("Bugsmovie", "R10,C0,M1,S123..212,B123..170,NM", "bugs twice as large as those of Bugs"),
    NamedRule("Soldier Bugs", "R7,C0,M1,S65..114,B65..95,NM", "bugs that march"),
    NamedRule("Jitterbug", "R4,C0,M1,S24..38,B22..31,NM", "small bugs that jitter"),
    NamedRule("Butterfly", "R5,C0,M1,S34..52,B31..45,NM", "butterflies and bugs"),
    NamedRule("Globe", "R8,C0,M0,S163..223,B74..252,NM", "globes that grow until they fill the board"),
    NamedRule("Majority", "R4,C0,M1,S41..81,B41..81,NM", "each cell follows the majority of 81 cells"),
    NamedRule("Majorly", "R7,C0,M1,S113..225,B113..225,NM", "each cell follows the majority of 225 cells"),
    NamedRule("ModernArt", "R10,C255,M1,S2..3,B3..3,NM", "overlapping squares in fading colours"),
    NamedRule("Waffle", "R7,C0,M1,S100..200,B75..170,NM", "grows with the texture of a waffle"),
    NamedRule("Gnarl in a diamond", "R1,C0,M1,S1..1,B1..1,NN", "snowflakes out of single cells", ("Evans' Gnarl",)),
)

NAMED_RULES: tuple[NamedRule, ...] = (*_LIFE_LIKE, *_WITH_LETTERS, *_GENERATIONS, *_LARGER_THAN_LIFE)
"""All named rules, grouped by family."""


def find_named_rule(name: str) -> NamedRule | None:
    """Return the rule named ``name``, or None. Case, punctuation and the word "and" do not matter."""
    return _by_key().get(key_of(name))


@cache
def _by_law() -> dict[str, NamedRule]:
    return {rule.law: rule for rule in reversed(NAMED_RULES)}  # the first of several names counts


def common_name(law: str) -> str:
    """Return the common name of the rule with the standard name ``law``; "" if it has no other name."""
    named = _by_law().get(law)
    return "" if named is None or named.name == law else named.name


def key_of(name: str) -> str:
    """Return the lookup key of a name: its letters and digits, in lower case, without "and"."""
    return "".join(filter(str.isalnum, name.casefold())).replace("and", "")


@cache
def _by_key() -> dict[str, NamedRule]:
    return {key_of(name): rule for rule in NAMED_RULES for name in (rule.name, *rule.aliases)}
