"""Save the seats with a session, so that a resumed match is between the same people and computers."""

from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.seats import MAX_LOCAL_SEATS, Seats, parse_level, parse_seats, require_name
from gpulife.storage.bounded_reading import convert
from gpulife.window.play.game_controller import AnyController


def seats_to_save(controller: AnyController) -> dict[str, Any]:
    """Return JSON values for :func:`restore_seats`."""
    two, all_ = controller.shell.seats[2], controller.shell.seats[MAX_LOCAL_SEATS]
    return {
        "seats": list(two.texts),
        "names": [seat.name for seat in two.seats],
        "party": list(all_.texts),
        "party_names": [seat.name for seat in all_.seats],
        **controller.saved_values(),
    }


def restore_seats(controller: AnyController, values: dict[str, Any]) -> None:
    """Let everybody sit where they sat, without changing the settings, which also give the colours.

    A session that was saved without its seats (``values`` is empty) gets those of the settings.
    """
    shell, play = controller.shell, controller.play
    if values:
        try:
            shell.seats = read_seats(shell.seats[2], values)
        except GpulifeError:
            shell.show_message("who sat where could not be read: look into the panel Players")
        play.seats = shell.seats_for(play.session.game)
    controller.restore_values(values)


def read_seats(two: Seats, values: dict[str, Any]) -> dict[int, Seats]:
    """Return the seats, by their number, from what :func:`seats_to_save` returned; colours are those of ``two``.

    Raises:
        GpulifeError: the values are not what :func:`seats_to_save` returns.
    """
    read = convert(values, _SavedSeats, "the seats")
    seats = (
        replace(seat, level=parse_level(level), name=require_name(name))
        for seat, level, name in zip(two.seats, read.seats, read.names, strict=True)
    )
    return {2: Seats(tuple(seats)), MAX_LOCAL_SEATS: parse_seats(read.party, read.party_names)}


class _SavedSeats(Struct):
    seats: tuple[str, str]
    names: tuple[str, ...]
    party: Annotated[list[str], Meta(min_length=1, max_length=MAX_LOCAL_SEATS)]
    party_names: Annotated[list[str], Meta(max_length=MAX_LOCAL_SEATS)]
    helped: bool = False
