"""Who plays in the window: reads and keeps the user's seats, and puts computers on those of a session."""

from __future__ import annotations

from collections.abc import Sequence

from gpulife.engines.batch.batch_factory import open_lookahead
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.seats import MAX_SEATS, Seat, Seats, parse_level, parse_seats
from gpulife.settings.user_settings import Settings, changed
from gpulife.window.play.play_view import PlayView

_SIDES = ("left", "right")
"""Beginnings of the settings of the two seats."""
_PAUSE = 24
"""Ticks between two moves of a computer that would be too quick for people to follow."""


def seats_of(settings: Settings) -> dict[int, Seats]:
    """The seats that the settings keep, by how many they are."""
    two = (
        Seat(
            parse_level(getattr(settings, f"{side}_seat")),
            getattr(settings, f"{side}_name"),
            getattr(settings, f"{side}_colour"),
        )
        for side in _SIDES
    )
    return {len(_SIDES): Seats(tuple(two)), MAX_SEATS: parse_seats(settings.party_seats, settings.party_names)}


def kept(settings: Settings, seats: Seats) -> Settings:
    """The settings with those seats.

    Raises:
        SettingsError: a name or a colour cannot be.
    """
    if len(seats.seats) != len(_SIDES):
        settings = changed(settings, "party_seats", seats.texts)
        return changed(settings, "party_names", tuple(seat.name for seat in seats.seats))
    for side, seat in zip(_SIDES, seats.seats, strict=True):
        for what, value in (("seat", seat.text), ("name", seat.name), ("colour", seat.colour)):
            settings = changed(settings, f"{side}_{what}", value)
    return settings


def seat_computers(
    play: PlayView, levels: Sequence[int], device: GLDevice, people: frozenset[int] = frozenset()
) -> None:
    """Let computers play in a session, and nobody else by themselves.

    Args:
        play: what is played.
        levels: one a seat, 0 for none.
        device: to look ahead on.
        people: the seats of people.
    """
    session = play.session
    actions = session.let_go() if session.players else ()
    session.players = tuple(
        session.game.computer(
            ComputerSeat(
                seat=seat,
                level=level,
                seed=session.match.seed,
                lookahead=open_lookahead(device),
                people=people,
                pause=_PAUSE,
            )
        )
        for seat, level in enumerate(levels)
        if level
    )
    for action in actions:  # whoever sits down there holds nothing yet
        if not session.in_the_past:
            play.act(action)


def tell_seats(play: PlayView, levels: Sequence[int]) -> None:
    """Tell the game which seats are computers', one level a seat, where it does not know yet; not in its past."""
    if not play.session.in_the_past:
        for action in seat_actions(play.session.state, levels):
            play.act_once(action)
