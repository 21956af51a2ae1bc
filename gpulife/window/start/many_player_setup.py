"""The page that sets up games for up to six players: seats, option and board."""

from imgui_bundle import imgui

from gpulife.games.core.game import Match
from gpulife.games.matches import new_match
from gpulife.rules import Edges, parse_rule
from gpulife.seats import Seat, Seats
from gpulife.window.design import CAPTION, packed, rgba_of
from gpulife.window.start.setup_page import (
    NewGame,
    SetupPage,
    begin_button,
    heading,
    pick_edges,
    pick_index,
)

_WHO = {"Nobody": Seat(closed=True), "Person": Seat(), "Unseen": Seat(hides=True)}
"""Choices for a seat without a computer. "Unseen": a person whose new cells stay hidden until they grow."""


class ManyPlayerSetup(SetupPage):
    """The page that sets up games for up to six players. It stores the user's choices.

    Attributes:
        seats: the player on each seat.
        option: option of the game.
        scale: size of the board as a multiple of the game's usual size.
        torus: True if the board's edges wrap.
    """

    width = 1000.0
    torus = False

    def draw(self, seed: int) -> NewGame | str | None:
        """Draw the page's contents; see :meth:`SetupPage.draw`."""
        leaves_for = self.draw_title()
        begins = begin_button("Play")
        heading(
            "Who plays on each seat? People join with A on a gamepad or phone, or a key of their half of the keyboard."
        )
        titles = [*_WHO, *self.level_titles]
        for player, seat in enumerate(self.seats.seats):
            self._draw_seat(player)
            now = len(_WHO) - 1 + seat.level if seat.level else 0 if seat.closed else 1 + seat.hides
            if (place := pick_index(str(player), titles, now)) != now:
                who = _WHO.get(titles[place]) or Seat(place - len(_WHO) + 1)
                self.seats = self.seats.with_seat(player, level=who.level, hides=who.hides, closed=who.closed)
        imgui.text_colored(
            CAPTION, "1 to 4: the computer, weakest first. Unseen: a person whose new cells stay grey until they grow."
        )
        imgui.separator()
        self.choose_option()
        heading("Board size in cells, and edges")
        self.choose_scale()
        self.torus = pick_edges(torus=self.torus)
        if not begins:
            return leaves_for
        return NewGame(self.match(seed), self.seats)

    def _draw_seat(self, player: int) -> None:
        imgui.align_text_to_frame_padding()
        imgui.text(f"{player + 1}")
        imgui.same_line()
        side, (x, y) = imgui.get_frame_height(), imgui.get_cursor_screen_pos()
        if player < len(self.colours):
            inset = side * 0.15
            colour = packed(rgba_of(self.colours[player]))
            square = (x + inset, y + inset), (x + side - inset, y + side - inset)
            imgui.get_window_draw_list().add_rect_filled(*square, colour, inset)
        imgui.dummy((side, side))
        imgui.same_line()

    def match(self, seed: int) -> Match:
        """Return the match that the user's choices describe."""
        shape = self.mode.shape[0] * self.scale, self.mode.shape[1] * self.scale
        rule = parse_rule(self.mode.rule).on_board(shape, Edges.TORUS if self.torus else None)
        return new_match(self.game.name, rule, shape, seed, self.option)

    @property
    def hosted_seats(self) -> Seats:
        """The seats for people and computers, if the match is played on line."""
        return self.seats
