"""Save the seats with a session, and what its file is called, so that a resumed one is what it was."""

from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.patterns.notes import notes_of
from gpulife.seats import MAX_LOCAL_SEATS, Seats, parse_level, parse_seats, require_name
from gpulife.storage.bounded_reading import convert
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.play_view import PlayView

_MAX_NAME, _MAX_NOTES = 1000, 16_000
"""Limits on the characters of a file's name and of its words, of which the first are kept."""


def seats_to_save(controller: AnyController) -> dict[str, Any]:
    """Return JSON values for :func:`restore_seats`."""
    play = controller.play
    two, all_ = controller.shell.seats[2], controller.shell.seats[MAX_LOCAL_SEATS]
    return {
        "seats": list(two.texts),
        "names": [seat.name for seat in two.seats],
        "party": list(all_.texts),
        "party_names": [seat.name for seat in all_.seats],
        "file": play.name[:_MAX_NAME],
        "notes": "\n".join(play.notes.lines())[:_MAX_NOTES],
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
        _restore_file(play, values)
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


def _restore_file(play: PlayView, values: dict[str, Any]) -> None:
    """Call a board by the file that it was opened from, and keep the file's words, where they were saved."""
    try:
        read = convert(values, _SavedFile, "the file")
    except GpulifeError:
        return  # the board is there, which is what counts
    play.name, play.notes = read.file, notes_of(read.notes.splitlines())


class _SavedFile(Struct):
    file: Annotated[str, Meta(max_length=_MAX_NAME)] = ""
    notes: Annotated[str, Meta(max_length=_MAX_NOTES)] = ""


class _SavedSeats(Struct):
    seats: tuple[str, str]
    names: tuple[str, ...]
    party: Annotated[list[str], Meta(min_length=1, max_length=MAX_LOCAL_SEATS)]
    party_names: Annotated[list[str], Meta(max_length=MAX_LOCAL_SEATS)]
    helped: bool = False
