"""The race in Massive: people bet on the species that gains the most cells, and may help it with comets."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import BAD, CAPTION, CHOSEN, GAP, GOOD, HEADING, NEAR, RGBA, STRONG, TEXT, packed, styled
from gpulife.window.panels.marks import swatch
from gpulife.window.panels.widgets import CARD_FLAGS, button_colour, elided, view_and_scale, width_of, wrapped_text

LENGTH = 5_000
"""Number of generations in a race."""
STRIKES = 3
"""Number of comets and wipes with which people may help their species in a race."""
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
        strikes: number of comets and wipes that are left.
        is_over: True once the race has ended.
    """

    began: int
    first: tuple[int, ...]
    bet: int
    now: tuple[int, ...]
    strikes: int = STRIKES
    is_over: bool = False

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


@dataclass(frozen=True, slots=True)
class CardLine:
    """The name and the colour with which a species is shown on a card."""

    name: str
    colour: RGBA


AGAIN, NEW_WORLD, CLOSE = "Race again", "New world", "Close"


def draw_question(lines: Sequence[CardLine], at: tuple[float, float], key: str) -> int | str | None:
    """Draw the card that asks on which species to bet; return its index, CLOSE, or None before the user chooses.

    Args:
        lines: the species.
        at: upper left corner of the card in the window.
        key: the key that closes the card.
    """
    with _card("bet", at):
        with styled(HEADING):
            imgui.text("Which species will win?")
        wrapped_text(
            f"Bet on the one that gains the most cells in {LENGTH:,} generations. Look at the map: "
            "who has room to grow? Time stands still until you choose."
        )
        for number, line in enumerate(lines):
            if _species_button(line):
                return number
        if imgui.button(f"Not now ({key})", (imgui.get_content_region_avail().x, 0)):
            return CLOSE
    return None


def draw_race(
    race: Race, lines: Sequence[CardLine], at: tuple[float, float], generation: int, wins: tuple[int, int], key: str
) -> str | None:
    """Draw the card that shows a race between species; return the pressed button's label, or None.

    Args:
        race: the race.
        lines: the species.
        at: upper left corner of the card in the window.
        generation: the current generation.
        wins: pair (number of races won, number of races that have ended).
        key: the key that resumes after the race.
    """
    with _card("race", at):
        if race.is_over:
            with styled(HEADING):
                imgui.text_colored(GOOD if race.is_won else BAD, "You win the bet!" if race.is_won else "Lost the bet")
            imgui.text_colored(CAPTION, f"{lines[race.leader].name} gained the most. Bets won: {wins[0]} of {wins[1]}")
            wrapped_text(f"Time stands still. Press {key} to continue in this world.", CAPTION)
        else:
            with styled(HEADING):
                imgui.text(f"{max(race.ends - generation, 0):,} generations to go")
            done = min((generation - race.began) / LENGTH, 1.0)
            imgui.progress_bar(done, (imgui.get_content_region_avail().x, NEAR * view_and_scale()[1]), "")
            imgui.text_colored(CAPTION, f"Comets and wipes to help with: {race.strikes}")
        _draw_gains(race, lines)
        if not race.is_over:
            return None
        pressed = None
        for number, label in enumerate((AGAIN, NEW_WORLD, CLOSE)):
            if number:
                imgui.same_line()
            with button_colour(CHOSEN, on=number == 0):
                if imgui.button(label):
                    pressed = label
    return pressed


def _draw_gains(race: Race, lines: Sequence[CardLine]) -> None:
    """Draw a line for each species, best first: its name, a bar, and how many cells it has gained."""
    scale, gains = view_and_scale()[1], race.gains
    most = max(1, *(abs(gain) for gain in gains))
    for number in sorted(range(len(lines)), key=lambda number: -gains[number]):
        line, left = lines[number], imgui.get_cursor_pos_x()
        swatch(line.colour)
        with styled(STRONG):
            imgui.text_colored(TEXT, f"{line.name}{'  your bet' if number == race.bet else ''}")
        figures, room = f"{gains[number]:+,}", imgui.get_content_region_avail().x
        imgui.same_line(left + room - width_of(figures))
        imgui.text_colored(TEXT if gains[number] >= 0 else BAD, figures)
        corner = imgui.get_cursor_screen_pos()
        end = corner.x + max(room * abs(gains[number]) / most, scale), corner.y + NEAR * scale
        colour = packed(line.colour, 1.0 if gains[number] >= 0 else 0.4)
        imgui.get_window_draw_list().add_rect_filled((corner.x, corner.y), end, colour)
        imgui.dummy((0, NEAR * scale))


def _species_button(line: CardLine) -> bool:
    """Draw a wide button with the colour and the name of a species; return whether it was pressed."""
    scale, corner = view_and_scale()[1], imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail().x
    pressed = imgui.button(elided(line.name, room), (room, 0))
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
