"""Who sat where when a session was saved: a resumed match is between the same people and computers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gpulife.errors import GpulifeError
from gpulife.games.survivor import SurvivorState
from gpulife.lineup import Lineup, Seat, parse_seat, require_name, seat_text
from gpulife.party import parse_party

if TYPE_CHECKING:
    from gpulife.app.program import Program


def seats_of(program: Program) -> dict[str, Any]:
    """JSON values for :func:`seat_again`."""
    lineup, party = program.lineup, program.party
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
        if isinstance(program.playing.session.state, SurvivorState):
            program.lineup = program.lineup.with_level(0, 0)
        return
    try:
        left, right = (_seated(*each) for each in zip(program.lineup.seats, kept["seats"], kept["names"], strict=True))
        party = parse_party(kept["party"], kept["party_names"])
    except (GpulifeError, KeyError, TypeError, ValueError):
        program.tell("who sat where could not be read: look into the panel Players")
        return
    program.lineup, program.party = Lineup((left, right)), party


def _seated(seat: Seat, level: str, name: str) -> Seat:
    return replace(seat, level=parse_seat(level), name=require_name(name))
