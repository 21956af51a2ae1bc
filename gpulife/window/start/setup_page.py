"""The base class of the pages that set up games, and widgets for these pages. A page fills the window."""

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Match
from gpulife.games.core.game_spec import ComputerLevel
from gpulife.games.core.shared_texts import option_title
from gpulife.games.registry import find_game
from gpulife.games.start_presets import StartPreset
from gpulife.rules import RGB
from gpulife.seats import Seats
from gpulife.window.design import (
    BODY,
    CHOSEN,
    GAP,
    LEAD,
    TEXT,
    TIGHT,
    TITLE,
    WIDE_GAP,
    styled,
)
from gpulife.window.panels.pages import back_pressed, default_focus, view_and_scale, whole_window
from gpulife.window.panels.widgets import (
    button_colour,
    button_row,
    caption,
    draw_picture,
    elided,
    greyed,
    sentence,
    wide_button,
    width_of,
    wrapped_text,
)
from gpulife.window.start.how_to_play import HowToPlay

PAGE_WIDTH = 1080.0
"""Width of all pages, in units of 1/96 inch. In narrower windows, pages are as wide as the window allows."""
_PAGE_HEIGHT, _TOP_SHARE = 752.0, 0.12
"""Height of a typical page, in units of 1/96 inch; maximum space above a title, as a share of the window's height."""
SCALES = (1, 2, 4, 8)
"""Board sizes on the pages, as multiples of the game's usual size. The section New universe accepts any size."""
BACK = "back"
PHONES = "phones"
"""A page returns this if the user wants to use phones as gamepads."""
HOST = "host"
"""A page returns this if the user wants to host the match for people at other machines."""
PICTURE = (480, 270)
"""(width, height) of the game's picture, in units of 1/96 inch."""
LEFT_SHARE = 0.42
"""Share of a page's width that the column with the picture takes."""
TWO_COLUMNS = 900.0
"""Minimum width of a page, in units of 1/96 inch, for the description to stay beside the unfolded choices."""
_ROOMY = 660.0
"""Minimum height of a window, in units of 1/96 inch, for space between groups of choices."""
_HINT = 36.0
"""Height of the hint that names the key for help, in units of 1/96 inch."""
_ABOUT = 134.0
"""Minimum height of the text below the picture, in units of 1/96 inch.

The cards of :class:`HowToPlay` are shown only if they leave this much.
"""
_MOST_CUT = 0.2
"""Largest share of the picture's height that is left out to make room for these cards."""
_SLACK = 0.94
"""Maximum width of a title, as a share of the space for it. Small letters may be wider than computed."""
_Value = TypeVar("_Value")


@contextmanager
def page(name: str) -> Iterator[None]:
    """Draw the content of the ``with`` block as a page. Titles, margins and widths are alike on all pages.

    Args:
        name: the page's name in Dear ImGui.
    """
    view, scale = view_and_scale()
    width = min(PAGE_WIDTH * scale, view.x - 2 * WIDE_GAP * scale)
    top = max(GAP * scale, min((view.y - _PAGE_HEIGHT * scale) / 2, view.y * _TOP_SHARE))
    # The scroll bar lies in the margin, so that it does not move the page's right edge.
    margin = WIDE_GAP * scale - imgui.get_style().window_padding.x
    with whole_window(name):
        imgui.set_cursor_pos(imgui.ImVec2((view.x - width) / 2, top))
        imgui.set_next_window_content_size((width, 0.0))
        with imgui_ctx.begin_child("page", imgui.ImVec2(width + margin, 0), imgui.ChildFlags_.nav_flattened):
            yield


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin, as set up on a page.

    Attributes:
        match: the match to play.
        seats: who plays; None if the same people and computers play as now.
    """

    match: Match
    seats: Seats | None = None


class SetupPage(ABC):
    """A page that sets up a game. Its description is at the left; the button to begin and the players are at the right.

    The button has the focus at first. All other choices are hidden until the user unfolds them.

    Args:
        mode: the chosen entry of the start screen.
        seats: who played in the most recent game with this number of players.

    Attributes:
        colours: colour of each seat's cells; empty if unknown.
        is_unfolded: True while all choices are shown.
        phones: largest number of phones for which the page has suggested people.
    """

    may_begin = True
    """True if the game can begin; False if nobody would play."""
    remembered: ClassVar[Mapping[str, Sequence[Any]]] = {}
    """Choices that are saved besides option and seats: possible values, keyed by the page's attribute."""

    def __init__(self, mode: StartPreset, seats: Seats) -> None:
        self.mode = mode
        self.colours: Sequence[RGB] = ()
        self.game = find_game(mode.game)
        self.seats = seats
        self.option = self.game.default_option
        self.scale = 1
        self.is_unfolded = False
        self.phones = 0
        self._pointed = ""
        self._choices_height = math.inf  # in points, as last drawn

    def show(self, seed: int, picture: int | None = None, how_to: HowToPlay | None = None) -> NewGame | str | None:
        """Draw the page over the whole window.

        Args:
            seed: seed of the match.
            picture: OpenGL ID of the texture with the game's moving picture; None while there is none.
            how_to: how the game is played, shown at the foot of the page where there is room; None to leave it out.

        Returns:
            The game to begin, BACK, PHONES, HOST, or None if nothing was chosen.
        """
        scale = view_and_scale()[1]
        with page(self.game.name):
            leaves_for = self._draw_title()
            room, top = imgui.get_content_region_avail().x, imgui.get_cursor_pos_y()
            foot = 0.0 if how_to is None else how_to.height(room)
            room_above = imgui.get_content_region_avail().y - foot - _HINT * scale
            picture_height = min(room * LEFT_SHARE * PICTURE[1] / PICTURE[0], room_above - _ABOUT * scale)
            cut = 1 - picture_height / (room * LEFT_SHARE * PICTURE[1] / PICTURE[0])
            if cut > _MOST_CUT or self._choices_height > room_above:
                room_above, foot, cut = room_above + foot, 0.0, 0.0
            has_cards = bool(foot)
            if room >= TWO_COLUMNS * scale or not self.is_unfolded:
                beside = how_to if self.is_unfolded and not foot else None
                has_cards |= game_column(self.mode, picture, beside, self.colours, room_above, cut)
            room_below = imgui.ImVec2(0, -_HINT * scale - foot)
            with imgui_ctx.begin_child("choices", room_below, imgui.ChildFlags_.nav_flattened):
                begins = self._draw_choices()
                self._choices_height = imgui.get_cursor_pos_y()
                if how_to is not None and self.is_unfolded and not has_cards:
                    imgui.spacing()
                    if how_to.height(room) <= imgui.get_content_region_avail().y:
                        how_to.draw(self.colours)
            if foot and how_to is not None:
                imgui.set_cursor_pos_y(top + room_above)
                how_to.draw(self.colours)
        if back_pressed():
            return BACK
        return NewGame(self.match(seed), self.chosen_seats) if begins else leaves_for

    def _draw_choices(self) -> bool:
        """Draw the button that begins the game, and all choices; return True if the button was pressed."""
        with greyed(on=not self.may_begin):
            begins = begin_button("Play")
        self.draw_players()
        imgui.spacing()
        self.is_unfolded = options_button(self.summary, is_unfolded=self.is_unfolded)
        if self.is_unfolded:
            self.draw_options()
        return begins

    def note_phones(self, count: int) -> None:
        """Suggest a person for each of ``count`` joined phones. Do nothing unless there are more than before."""
        if count > self.phones:
            self.phones = count
            self.suggest_people(count)

    @abstractmethod
    def suggest_people(self, count: int) -> None:
        """Let at least ``count`` people play, or as many as there are seats for."""

    @abstractmethod
    def draw_players(self) -> None:
        """Draw the choice of who plays."""

    @abstractmethod
    def draw_options(self) -> None:
        """Draw all choices except who plays."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """A short summary of all choices except who plays."""

    @property
    def chosen_seats(self) -> Seats | None:
        """Who plays; None if the same people and computers play as now."""
        return self.seats

    @abstractmethod
    def match(self, seed: int) -> Match:
        """Return the match that the user's choices describe."""

    @property
    def hosted_seats(self) -> Seats | None:
        """Who takes each seat if the match is hosted on line.

        If None, the form for hosting suggests people and computers: see ``HostForm.of``.
        """
        return None

    @property
    def size_text(self) -> str:
        """The size of the board, as text."""
        rows, columns = self.game.shape
        return f"{columns * self.scale} x {rows * self.scale}"

    def _draw_title(self) -> str | None:
        """Draw the title and the buttons for going back, phones and hosting; return BACK, PHONES, HOST or None."""
        choices = {"Back": BACK}
        if self.game.players > 1:
            choices["Phones as gamepads"] = PHONES
        if self.game.online_kinds is not None:
            choices["Host on line"] = HOST
        return choices.get(title_with_buttons(self.game.title, list(choices)))

    @property
    def choices(self) -> dict[str, str]:
        """What people have chosen: the values of the remembered attributes as text, keyed by the attribute's name."""
        return {name: str(getattr(self, name)) for name in self.remembered}

    def restore(self, choices: Mapping[str, str]) -> None:
        """Restore saved :attr:`choices`, except values that the page no longer offers."""
        for name, values in self.remembered.items():
            chosen = next((value for value in values if str(value) == choices.get(name)), None)
            if chosen is not None:
                setattr(self, name, chosen)

    def choose_option(self, *, without: str = "") -> None:
        """Draw a row of options. Above it, describe the option that is under the pointer or has the focus.

        The option ``without`` is left out, because people choose it in another row.
        """
        names = [name for name in self.game.options if name != without]
        shown = self._pointed or self.option
        heading(
            f"{option_title(shown)}: {self.game.options[shown]}"
            if shown in names
            else "With a handicap, none of these options applies"
        )
        self._pointed = ""

        def point(index: int) -> None:
            self._pointed = names[index]

        with imgui_ctx.push_id("option"):
            pressed = button_row(
                list(map(option_title, names)), names.index(self.option) if self.option in names else -1, on_point=point
            )
        self.option = self.option if pressed is None else names[pressed]

    def choose_scale(self) -> None:
        """Draw a row of board sizes to choose from."""
        rows, columns = self.game.shape
        self.scale = pick("size", SCALES, self.scale, [f"{columns * scale} x {rows * scale}" for scale in SCALES])


def begin_button(label: str, *, focuses: bool = True) -> bool:
    """Draw the large main button of a page, as wide as its column; return True if it was pressed.

    It gets the focus at first, unless ``focuses`` is False.
    """
    height = (LEAD.size + 2 * GAP) * view_and_scale()[1]
    with styled(LEAD), button_colour(CHOSEN):
        pressed = bool(imgui.button(label, (imgui.get_content_region_avail().x, height)))
    if focuses:
        default_focus()
    imgui.spacing()
    return pressed


def options_button(summary: str, *, is_unfolded: bool) -> bool:
    """Draw the button that shows or hides all other choices; return True if they are shown now.

    ``summary`` describes the choices in a few words.
    """
    arrow = icons.ICON_FA_CHEVRON_DOWN if is_unfolded else icons.ICON_FA_CHEVRON_RIGHT
    room = imgui.get_content_region_avail().x - WIDE_GAP * view_and_scale()[1]
    pressed = wide_button(f"{elided(f'{arrow}   Options: {summary}', room)}###options")
    return is_unfolded != pressed


def game_column(
    mode: StartPreset,
    picture: int | None,
    how_to: HowToPlay | None = None,
    colours: Sequence[RGB] = (),
    height: float = 0.0,
    cut: float = 0.0,
) -> bool:
    """Draw the left column of a page: a game's picture, what it is and who made it.

    Widgets that are drawn next lie in the right column. Return True if there was room for ``how_to``.

    Args:
        mode: the game's entry of the start screen.
        picture: OpenGL ID of the texture with the game's moving picture; None while there is none.
        how_to: how the game is played, shown below in as many rows as fit; None to leave it out.
        colours: the colours of the players' cells.
        height: height of the column in points.
        cut: share of the picture's height that is left out.
    """
    game, rows = mode.spec, 0
    with picture_column(picture, mode.about, cut) as width:
        caption(game.about)
        if (credit := game.credit) is not None:
            caption(f"{credit.title}, {credit.year}: {credit.makers}")
        if how_to is not None:
            left = height - imgui.get_cursor_pos_y()
            rows = max((rows for rows in (1, 2) if how_to.height(width, rows) <= left), default=0)
            how_to.draw(colours, rows)
    return rows > 0


@contextmanager
def picture_column(picture: int | None, lead: str, cut: float = 0.0) -> Iterator[float]:
    """Draw the left column of a page: a picture, a sentence in large letters, and the content of the ``with`` block.

    Widgets that are drawn next lie in the right column. The block gets the column's width in points.

    Args:
        picture: OpenGL ID of the picture's texture; None while there is none.
        lead: the sentence below the picture.
        cut: share of the picture's height that is left out.
    """
    scale, width = view_and_scale()[1], imgui.get_content_region_avail().x * LEFT_SHARE
    with imgui_ctx.begin_child("about", imgui.ImVec2(width, 0), imgui.ChildFlags_.auto_resize_y):
        (x, y), high = imgui.get_cursor_screen_pos(), (1 - cut) * width * PICTURE[1] / PICTURE[0]
        draw_picture(picture, (x, y), (x + width, y + high), cut=cut)
        imgui.dummy((width, high))
        imgui.dummy((0, TIGHT * scale))
        with styled(LEAD):
            wrapped_text(sentence(lead), TEXT)
        yield width
    imgui.same_line(spacing=WIDE_GAP * scale)


def title_with_back(words: str) -> bool:
    """Draw a page's title and a button to go back on one line; return True if the button was pressed."""
    return title_with_buttons(words, ["Back"]) == "Back"


def title_with_buttons(words: str, labels: Sequence[str]) -> str:
    """Draw a page's title and buttons on one line; return the label of the pressed button, "" for none.

    The first button is at the right edge, the next one left of it.
    """
    right, start = imgui.get_content_region_avail().x, imgui.get_cursor_pos()
    gap, around = imgui.get_style().item_spacing.x, 2 * imgui.get_frame_height()
    room = right - sum(width_of(label) + around + gap for label in labels)
    with styled(TITLE):
        share = min(_SLACK * room / width_of(words), 1.0)
    with styled(TITLE, max(math.floor(TITLE.size * share), BODY.size)):
        imgui.text(elided(words, room))
        high = imgui.get_text_line_height()
    after = imgui.get_cursor_pos()
    pressed, x = "", start.x + right
    for label in labels:
        wide = imgui.calc_text_size(label).x + 2 * imgui.get_frame_height()
        x -= wide
        imgui.set_cursor_pos((x, start.y + (high - imgui.get_frame_height()) / 2))
        if imgui.button(label, (wide, 0)):
            pressed = label
        x -= imgui.get_style().item_spacing.x
    imgui.set_cursor_pos(after)
    imgui.spacing()
    return pressed


def heading(words: str) -> None:
    """Draw an explanation above a group of choices. In tall windows there is space above the text."""
    view, scale = view_and_scale()
    if view.y >= _ROOMY * scale:
        imgui.dummy((0, scale))
    caption(words)


def ranked_titles(levels: Sequence[ComputerLevel]) -> list[str]:
    """Return the titles of a game's computer levels with their ranks, as in "Rival 3/4"."""
    return [f"{level.title} {number}/{len(levels)}" for number, level in enumerate(levels, start=1)]


def about_level(levels: Sequence[ComputerLevel], number: int) -> str:
    """Return a sentence about the computer level ``number``, counted from 1: its rank, and how it plays."""
    level, count = levels[number - 1], len(levels)
    rank = "the weakest" if number == 1 else "the strongest" if number == count else f"level {number} of {count}"
    return f"{level.title}, {rank}: {level.about}" if count > 1 else level.about


def about_levels(levels: Sequence[ComputerLevel], chosen: Collection[int]) -> None:
    """Draw a sentence about each computer level, the weakest first; in low windows only about the chosen levels."""
    view, scale = view_and_scale()
    for number in range(1, len(levels) + 1):
        if number in chosen or view.y >= _ROOMY * scale:
            caption(about_level(levels, number))


def pick_index(name: str, labels: Sequence[str], picked: int) -> int:
    """Draw a row of labels from which the user picks one; return the index of the picked label.

    Args:
        name: identifies the row.
        labels: the labels.
        picked: index of the label that has been picked so far.
    """
    with imgui_ctx.push_id(name):
        pressed = button_row(labels, picked)
    return picked if pressed is None else pressed


def pick(name: str, values: Sequence[_Value], picked: _Value, labels: Sequence[str] | None = None) -> _Value:
    """Draw a row of values from which the user picks one; return the picked value.

    Args:
        name: identifies the row.
        values: the values.
        picked: the value that has been picked so far.
        labels: texts that stand for the values; None to show the values themselves.
    """
    return values[pick_index(name, labels or [str(value) for value in values], values.index(picked))]


def pick_edges(*, torus: bool) -> bool:
    """Let the user choose a board's edges; return True if the edges wrap. ``torus`` is the choice so far."""
    return bool(pick_index("edges", ["Dead edges", "Wrap around"], int(torus)))
