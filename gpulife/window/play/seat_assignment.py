"""Assign people and computers to seats: those that the settings keep, and those of a session."""

from collections.abc import Sequence

from gpulife.engines.batch.batch_factory import batch_opener
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.consent import seat_actions
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.seats import MAX_LOCAL_SEATS, Seat, Seats, parse_level, parse_seats
from gpulife.settings.user_settings import Settings, changed
from gpulife.window.play.open_session import OpenSession

_SIDES = ("left", "right")
"""Prefixes of the settings' names for the two seats."""
_PAUSE = 24
"""Ticks that a computer waits between two moves, so that people can follow."""


def seats_of(settings: Settings) -> dict[int, Seats]:
    """Return the seats in the settings, by their number."""
    two = (
        Seat(
            parse_level(getattr(settings, f"{side}_seat")),
            getattr(settings, f"{side}_name"),
            getattr(settings, f"{side}_colour"),
        )
        for side in _SIDES
    )
    return {len(_SIDES): Seats(tuple(two)), MAX_LOCAL_SEATS: parse_seats(settings.party_seats, settings.party_names)}


def settings_with(settings: Settings, seats: Seats) -> Settings:
    """Return the settings with these seats.

    Raises:
        SettingsError: a name or a colour is not allowed.
    """
    if len(seats.seats) != len(_SIDES):
        settings = changed(settings, "party_seats", seats.texts)
        return changed(settings, "party_names", tuple(seat.name for seat in seats.seats))
    for side, seat in zip(_SIDES, seats.seats, strict=True):
        for what, value in (("seat", seat.text), ("name", seat.name), ("colour", seat.colour)):
            settings = changed(settings, f"{side}_{what}", value)
    return settings


def seat_computers(
    play: OpenSession, levels: Sequence[int], device: GLDevice, people: frozenset[int] = frozenset()
) -> None:
    """Let computers play in a session, in place of all computers that play there now.

    Args:
        play: the session.
        levels: the computer's level on each seat, 0 for none.
        device: the device on which computers look ahead.
        people: the seats of people.
    """
    if play.own_seat is not None:
        return  # those of an on-line match are the server's
    session = play.session
    actions = session.release_inputs() if session.players else ()
    session.players = tuple(
        session.game.computer(
            ComputerSeat(
                seat=seat,
                level=level,
                seed=session.match.seed,
                lookahead=batch_opener(device),
                people=people,
                pause=_PAUSE,
            )
        )
        for seat, level in enumerate(levels)
        if level
    )
    for action in actions:  # let go of what the former computers held
        if not session.in_the_past:
            play.runner.act(action)


def announce_seats(play: OpenSession, levels: Sequence[int]) -> None:
    """Tell the game the computer's level on each seat, if it does not know yet; not in the past.

    The server of an on-line match knows it.
    """
    if not play.session.in_the_past and play.own_seat is None:
        for action in seat_actions(play.session.state, levels):
            play.runner.act_once(action)
