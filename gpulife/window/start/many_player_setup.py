"""The page that sets up games for up to six players: seats, option and board."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gpulife.games.core.game import Match
from gpulife.games.core.game_spec import LIMIT
from gpulife.games.core.shared_texts import count_text, option_title
from gpulife.games.matches import new_match
from gpulife.rules import Edges, parse_rule
from gpulife.seats import Seat, Seats
from gpulife.window.panels.widgets import caption
from gpulife.window.start.seat_cards import seat_cards
from gpulife.window.start.setup_page import SCALES, SetupPage, about_levels, heading, pick, pick_edges, ranked_titles

_WHO = {"Nobody": Seat(closed=True), "Person": Seat(), "Unseen": Seat(hides=True)}
"""Choices for a seat without a computer. "Unseen": a person whose new cells are grey until the next generation."""


_LIMITS = (5, 10, 20, 0)
"""Limits that the page offers, in turns; 0 for no limit."""


class ManyPlayerSetup(SetupPage):
    """The page that sets up games for up to six players. It stores the user's choices.

    Attributes:
        seats: the player on each seat.
        option: name of the game's option.
        scale: size of the board as a multiple of the game's usual size.
        torus: True if the board's edges wrap.
        limit: number of turns after which the game ends; 0 for no limit.
    """

    remembered: ClassVar[Mapping[str, Sequence[Any]]] = {"scale": SCALES, "torus": (False, True), "limit": _LIMITS}
    torus = False
    limit = 10

    def draw_players(self) -> None:
        """Draw a card for each seat, in the colour of its cells. On the card, people choose who takes the seat."""
        heading("Who plays? People join with A on a gamepad or phone, or a key of their half of the keyboard.")
        names = [*_WHO, *ranked_titles(self.game.levels)]
        chosen = seat_cards(list(map(_place, self.seats.seats)), names, self.colours)
        if chosen is not None:
            player, place = chosen
            who = _WHO.get(names[place]) or Seat(place - len(_WHO) + 1)
            self.seats = self.seats.with_seat(player, level=who.level, hides=who.hides, closed=who.closed)
        about_levels(self.game.levels, self.seats.levels)
        if any(seat.hides for seat in self.seats.seats):
            caption("Unseen: a person whose new cells stay grey until the next generation.")

    def suggest_people(self, count: int) -> None:
        """Let at least ``count`` people play: on seats of nobody and, after these, on seats of computers."""
        taken = sorted(self.seats.taken, key=lambda player: (not self.seats.seats[player].closed, player))
        for player in taken[: max(count - len(self.seats.people), 0)]:
            self.seats = self.seats.with_seat(player, level=0, closed=False)

    def draw_options(self) -> None:
        """Draw all choices except who plays."""
        heading("After this many turns, the player with the most points wins")
        self.limit = pick("limit", _LIMITS, self.limit, [*map(str, _LIMITS[:-1]), "No limit"])
        self.choose_option()
        heading("Board size in cells, and edges")
        self.choose_scale()
        self.torus = pick_edges(torus=self.torus)

    @property
    def summary(self) -> str:
        """A short summary of all choices except who plays."""
        turns = count_text(self.limit, "turn") if self.limit else "no limit"
        edges = "wrapping" if self.torus else "dead"
        return f"{turns}, {option_title(self.option).lower()} speed, {self.size_text}, {edges} edges"

    def match(self, seed: int) -> Match:
        """Return the match that the user's choices describe."""
        shape = self.mode.shape[0] * self.scale, self.mode.shape[1] * self.scale
        rule = parse_rule(self.mode.rule).on_board(shape, Edges.TORUS if self.torus else None)
        match = new_match(self.game.name, rule, shape, seed, self.option)
        return replace(match, settings={**match.settings, LIMIT: self.limit}) if self.limit else match

    @property
    def hosted_seats(self) -> Seats:
        """Who takes each seat if the match is hosted on line."""
        return self.seats


def _place(seat: Seat) -> int:
    """Return which choice in the list, by its index, stands for the player (or nobody) on a seat."""
    return len(_WHO) - 1 + seat.level if seat.level else 0 if seat.closed else 1 + seat.hides
