"""Who sat where when a session was saved: a resumed match is between the same people and computers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.games.survivor import SurvivorState
from gpulife.lineup import Lineup, Seat, parse_seat, require_name, seat_text
from gpulife.party import SEATS, Party, parse_party
from gpulife.reading import convert

if TYPE_CHECKING:
    from gpulife.app.program import Program


def seats_of(program: Program) -> dict[str, Any]:
    """JSON values for :func:`seat_again`."""
    lineup, party = program.play.lineup, program.play.party
    return {
        "seats": [seat_text(seat.level) for seat in lineup.seats],
        "names": [seat.name for seat in lineup.seats],
        "party": list(party.texts),
        "party_names": [seat.name for seat in party.seats],
        "helped": program.screens.survivor.was_helped(program),
    }


def seat_again(program: Program, kept: dict[str, Any]) -> None:
    """Let those sit where they sat; colours are the settings'. For this time only, as what the command line says.

    Of a session that was saved without it by the settings; but a person at a level of Survivor, which is for one.
    """
    if not kept:
        if isinstance(program.play.session.state, SurvivorState):
            program.play.lineup = program.play.lineup.with_level(0, 0)
        return
    try:
        program.play.lineup, program.play.party = read_seats(program.play.lineup, kept)
    except GpulifeError:
        program.shell.tell("who sat where could not be read: look into the panel Players")


def read_seats(lineup: Lineup, kept: dict[str, Any]) -> tuple[Lineup, Party]:
    """Who sat where, by what :func:`seats_of` gave; colours are those of ``lineup``.

    Raises:
        GpulifeError: it is something else.
    """
    seats = convert(kept, _Kept, "the seats")
    left, right = (_seated(*each) for each in zip(lineup.seats, seats.seats, seats.names, strict=True))
    return Lineup((left, right)), parse_party(seats.party, seats.party_names)


class _Kept(Struct):
    seats: tuple[str, str]
    names: tuple[str, str]
    party: Annotated[list[str], Meta(min_length=1, max_length=SEATS)]
    party_names: Annotated[list[str], Meta(max_length=SEATS)]
    helped: bool = False


def _seated(seat: Seat, level: str, name: str) -> Seat:
    return replace(seat, level=parse_seat(level), name=require_name(name))
