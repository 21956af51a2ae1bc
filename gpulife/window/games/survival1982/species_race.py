"""The race in Massive: people bet on the species that gains the most cells, and help it with comets.

The other species drop comets, too: each of them drops one on the species that leads at that time.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import (
    BAD,
    CAPTION,
    CHOSEN,
    GAP,
    GOOD,
    HEADING,
    NEAR,
    RGBA,
    STRONG,
    TEXT,
    TIGHT,
    packed,
    styled,
)
from gpulife.window.panels.marks import swatch
from gpulife.window.panels.pages import CARD_FLAGS, view_and_scale
from gpulife.window.panels.widgets import button_colour, elided, width_of, wrapped_text

LENGTH = 1_200
"""Number of generations in a race: 20 seconds at 60 generations a second."""
STRIKES = 2
"""Number of comets and wipes that people get in a race: one at the start, and the others at equal distances."""
RIVAL_COMETS = ((0.1, 0.9),)
"""When another species drops its comets: for each comet, between which shares of the race."""
LONGEST_ODDS = 6
"""Most points that a bet wins."""
_SWING = 45_000
"""By how many cells one more comet may change the lead at most, generously: what it brings and what it kills."""
_WIDTH = 300.0
"""Width of the card about a race between species, in units of 1/96 inch."""
_OPAQUE = 0.94


@dataclass(frozen=True, slots=True)
class Race:
    """A race between the species of a universe.

    Attributes:
        began: the generation at which it began.
        first: number of cells of each species when it began.
        bet: index of the species on which people bet.
        now: number of cells of each species at the last count.
        odds: points that the bet wins; a lost bet costs one.
        rivals: the comets that the other species still have: pairs (generation, index of the species), sorted.
        used: number of comets and wipes that people have used.
        is_over: True once the race has ended.
    """

    began: int
    first: tuple[int, ...]
    bet: int
    now: tuple[int, ...]
    odds: int = 1
    rivals: tuple[tuple[int, int], ...] = ()
    used: int = 0
    is_over: bool = False

    @classmethod
    def begin(cls, generation: int, counts: tuple[int, ...], bet: int) -> "Race":
        """Return the race that begins now, at ``generation``, with a ``bet`` on the species of this index.

        How long after the start the other species drop comets depends only on ``counts``, the numbers of cells.
        """
        rng = np.random.default_rng(counts)
        rivals = sorted(
            (generation + round(LENGTH * rng.uniform(*between)), species)
            for species in range(len(counts))
            if species != bet
            for between in RIVAL_COMETS
        )
        return cls(generation, counts, bet, counts, odds_of(counts)[bet], tuple(rivals))

    def strikes(self, generation: int) -> int:
        """Return how many comets and wipes people can still use at ``generation``."""
        given = 1 + (generation - self.began) * STRIKES // LENGTH
        return min(given, STRIKES) - self.used

    def next_strike(self, generation: int) -> int:
        """Return the generation of the next comet or wipe that people get; 0 if they have got all."""
        given = 1 + (generation - self.began) * STRIKES // LENGTH
        return self.began + -(-given * LENGTH // STRIKES) if given < STRIKES else 0

    @property
    def is_decided(self) -> bool:
        """True if the comets that are still to come are unlikely to change who wins."""
        first, second = sorted(self.gains, reverse=True)[:2] if len(self.gains) > 1 else (1, 0)
        return first - second > _SWING * (len(self.rivals) + STRIKES - self.used + 1)

    def target(self, species: int) -> int:
        """Return the index of the species on which ``species`` drops a comet: the one that leads among the others."""
        return max((number for number in range(len(self.now)) if number != species), key=self.gains.__getitem__)

    @property
    def ends(self) -> int:
        """The generation at which the race ends."""
        return self.began + LENGTH

    @property
    def gains(self) -> tuple[int, ...]:
        """How many cells each species has gained; less than 0 if it has lost some."""
        return tuple(now - first for now, first in zip(self.now, self.first, strict=True))

    @property
    def leader(self) -> int:
        """Index of the species that has gained the most cells; in a tie, the lowest index."""
        return self.gains.index(max(self.gains))

    @property
    def is_won(self) -> bool:
        """True if no species has gained more than the one on which people bet."""
        return self.gains[self.bet] == max(self.gains)

    def counted(self, generation: int, now: tuple[int, ...]) -> "Race | None":
        """Return the race at ``generation``, when the species have ``now`` cells; None before the race began."""
        if generation < self.began:
            return None
        return self if self.is_over else replace(self, now=now, is_over=generation >= self.ends)


def odds_of(counts: Sequence[int]) -> list[int]:
    """Return how many points a bet on each species wins. The smaller a species, the more it pays."""
    whole = sum(counts)
    return [min(max(round(whole / max(count, 1)) - 1, 1), LONGEST_ODDS) for count in counts]


def points_text(points: int) -> str:
    """Return a number of points with its noun: "1 point", "2 points"."""
    return f"{points:,} point{'s' if abs(points) != 1 else ''}"


@dataclass(frozen=True, slots=True)
class CardLine:
    """The name and the colour with which a species is shown on a card."""

    name: str
    colour: RGBA


AGAIN, NEW_WORLD, CLOSE = "Race again", "New world", "Close"


def draw_question(
    lines: Sequence[CardLine], counts: Sequence[int], points: int, at: tuple[float, float], key: str
) -> int | str | None:
    """Draw the card that asks on which species to bet; return its index, CLOSE, or None before the user chooses.

    Args:
        lines: the species.
        counts: number of cells of each species.
        points: the score from all races so far.
        at: upper left corner of the card in the window.
        key: the key that closes the card.
    """
    with _card("bet", at):
        with styled(HEADING):
            imgui.text("Which species will win?")
        wrapped_text(
            f"Bet on the one that gains the most cells in {LENGTH:,} generations. Look at the map: who has room to "
            f"grow? You get {STRIKES} comets, one now and one at half-time. Each other species has one, too, and drops "
            "it on whoever leads."
        )
        odds = odds_of(counts)
        for number, line in enumerate(lines):
            if _species_button(line, f"{counts[number] / max(sum(counts), 1):.0%}  wins {points_text(odds[number])}"):
                return number
        wrapped_text(
            f"A small species pays more. A lost bet costs 1 point. Your score: {points_text(points)}.", CAPTION
        )
        if imgui.button(f"Not now ({key})", (imgui.get_content_region_avail().x, 0)):
            return CLOSE
    return None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the card of a race says beside the race itself.

    Attributes:
        wins: pair (number of races won, number of races that have ended).
        points: the score from all races so far.
        news: the comet that another species has just dropped, in words; "" for none.
        hurries: True if time runs at full speed because the race is decided.
        key: the key that resumes after the race.
    """

    wins: tuple[int, int]
    points: int
    news: str
    hurries: bool
    key: str


def draw_race(
    race: Race, lines: Sequence[CardLine], at: tuple[float, float], generation: int, standing: Standing
) -> str | None:
    """Draw the card that shows a race between species; return the pressed button's label, or None.

    Args:
        race: the race.
        lines: the species.
        at: upper left corner of the card in the window.
        generation: the current generation.
        standing: what else the card says.
    """
    with _card("race", at):
        if race.is_over:
            with styled(HEADING):
                imgui.text_colored(GOOD if race.is_won else TEXT, f"{lines[race.leader].name} gained the most cells")
            wins, ended = standing.wins
            with styled(STRONG):
                imgui.text(f"Your score: {points_text(standing.points)}")
            imgui.text_colored(CAPTION, f"Bets won: {wins} of {ended}")
            wrapped_text(f"Time stands still. Press {standing.key} to continue in this world.", CAPTION)
        else:
            _draw_course(race, lines, generation, standing)
        _draw_gains(race, lines)
        if not race.is_over:
            wrapped_text(standing.news, CAPTION)
            return None
        pressed = None
        for number, label in enumerate((AGAIN, NEW_WORLD, CLOSE)):
            if number:
                imgui.same_line()
            with button_colour(CHOSEN, on=number == 0):
                if imgui.button(label):
                    pressed = label
    return pressed


def _draw_course(race: Race, lines: Sequence[CardLine], generation: int, standing: Standing) -> None:
    """Draw how many generations of a race are left, who leads, and how many comets there still are."""
    with styled(HEADING):
        imgui.text(f"{max(race.ends - generation, 0):,} generations to go")
    done = min((generation - race.began) / LENGTH, 1.0)
    imgui.progress_bar(done, (imgui.get_content_region_avail().x, NEAR * view_and_scale()[1]), "")
    with styled(STRONG):
        imgui.text_colored(GOOD if race.is_won else TEXT, _lead_text(race, lines))
    left, coming = race.strikes(generation), race.next_strike(generation)
    if standing.hurries:
        wrapped_text("As good as decided: full speed to the end.", CAPTION)
        if left:
            wrapped_text(f"Comets or wipes left: {left}", TEXT)
    else:
        more = f"; one more in {coming - generation:,} generations" if coming else ""
        wrapped_text(f"Comets or wipes to help with: {left}{more}", TEXT if left else CAPTION)
        imgui.text_colored(CAPTION, f"Comets of the others still to come: {len(race.rivals)}")


def _lead_text(race: Race, lines: Sequence[CardLine]) -> str:
    """Return who leads now, and by how many cells."""
    first, second = sorted(race.gains, reverse=True)[:2] if len(race.gains) > 1 else (race.gains[0], 0)
    who = "Your bet leads" if race.is_won else f"{lines[race.leader].name} leads"
    return f"{who} by {first - second:,}" if first > second else "Nobody leads yet"


def _draw_gains(race: Race, lines: Sequence[CardLine]) -> None:
    """Draw a line for each species, best first: its name, how many cells it has gained, and a bar.

    Bars of gains go to the right from a common line, bars of losses to the left.
    """
    scale, gains = view_and_scale()[1], race.gains
    low, high = min(0, *gains), max(0, *gains)
    whole = max(high - low, 1)
    for number in sorted(range(len(lines)), key=lambda number: -gains[number]):
        line, left = lines[number], imgui.get_cursor_pos_x()
        swatch(line.colour)
        with styled(STRONG):
            imgui.text_colored(TEXT, f"{line.name}{'  your bet' if number == race.bet else ''}")
        figures, room = f"{gains[number]:+,}", imgui.get_content_region_avail().x
        imgui.same_line(left + room - width_of(figures))
        imgui.text_colored(TEXT if gains[number] >= 0 else BAD, figures)
        corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        nothing = corner.x - room * low / whole
        end = nothing + room * gains[number] / whole
        top, below = corner.y, corner.y + NEAR * scale
        pen.add_rect_filled((min(nothing, end), top), (max(nothing, end, nothing + scale), below), packed(line.colour))
        if low < 0:
            pen.add_line((nothing, top - TIGHT * scale), (nothing, below + TIGHT * scale), packed(CAPTION), scale)
        imgui.dummy((0, NEAR * scale))


def _species_button(line: CardLine, facts: str) -> bool:
    """Draw a wide button with the colour, the name and ``facts`` of a species; return whether it was pressed."""
    scale, corner = view_and_scale()[1], imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail().x
    pressed = imgui.button(f"{elided(f'{line.name}   {facts}', room)}###{line.name}", (room, 0))
    side, inset = imgui.get_frame_height(), NEAR * scale
    low = corner.x + inset, corner.y + inset * 0.75
    end = corner.x + inset + side, corner.y + side - inset * 0.75
    imgui.get_window_draw_list().add_rect_filled(low, end, packed(line.colour))
    return bool(pressed)


@contextmanager
def _card(name: str, at: tuple[float, float]) -> Iterator[None]:
    """Draw the content of the ``with`` block on a card over the board; ``at`` is its upper left corner."""
    scale = view_and_scale()[1]
    imgui.set_next_window_pos(at)
    imgui.set_next_window_size_constraints((_WIDTH * scale, 0), (_WIDTH * scale, 1e4))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (GAP * scale, GAP * scale)),
        imgui_ctx.begin(name, None, CARD_FLAGS | imgui.WindowFlags_.no_nav),
    ):
        yield
