"""Who plays in the window: puts the computers of the lineup on their seats, and keeps people's hands off those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gpulife.engines.lookahead import open_lookahead
from gpulife.games.consent import seat_actions
from gpulife.games.contest import ContestState
from gpulife.games.life2_state import Life2State
from gpulife.games.survivor import SurvivorState
from gpulife.lineup import Lineup, Seat, parse_colour, parse_seat, require_name, seat_text
from gpulife.players.computer import LEVELS, computer_player
from gpulife.players.survivor import SurvivorComputer
from gpulife.settings import Settings, changed
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program
    from gpulife.engines.gl_device import GLDevice

SIDES = ("left", "right")
"""Beginnings of the settings of the two seats."""


def lineup_of(settings: Settings) -> Lineup:
    """The lineup that the settings keep."""
    left, right = (
        Seat(
            parse_seat(getattr(settings, f"{side}_seat")),
            getattr(settings, f"{side}_name"),
            getattr(settings, f"{side}_colour"),
        )
        for side in SIDES
    )
    return Lineup((left, right))


def kept(settings: Settings, lineup: Lineup) -> Settings:
    """The settings with that lineup."""
    for side, seat in zip(SIDES, lineup.seats, strict=True):
        settings = changed(settings, f"{side}_seat", seat_text(seat.level))
        settings = changed(settings, f"{side}_name", seat.name)
        settings = changed(settings, f"{side}_colour", seat.colour)
    return settings


def is_contest(playing: PlayView) -> bool:
    """Whether that is a game which the computer can play."""
    return isinstance(playing.session.state, ContestState | Life2State)


def seat_computers(playing: PlayView, lineup: Lineup, device: GLDevice) -> None:
    """Let the computers of ``lineup`` play in that session, and nobody else by themselves."""
    session = playing.session
    computers = lineup.computers if is_contest(playing) else frozenset[int]()
    actions = session.let_go() if session.players else ()
    session.players = tuple(
        computer_player(
            player, lineup.seats[player].level, session.match.seed, open_lookahead(device), session.match.game
        )
        for player in sorted(computers)
    )
    if isinstance(session.state, SurvivorState) and (level := lineup.seats[0].level):
        session.players = (SurvivorComputer(level),)
    for action in actions:  # whoever sits down there holds nothing yet
        if not session.in_the_past:
            playing.act(action)
    tell_seats(playing, [seat.level for seat in lineup.seats])


def tell_seats(playing: PlayView, levels: Sequence[int]) -> None:
    """Tell the game which seats are computers', one level a seat, where it does not know yet; not in its past."""
    if not playing.session.in_the_past:
        for action in seat_actions(playing.session.state, levels):
            playing.act_once(action)


def take_seats(program: Program, lineup: Lineup) -> None:
    """Change who sits where, also in the middle of a match, and remember it."""
    program.shell.settings = kept(program.shell.settings, lineup)
    program.play.lineup = lineup
    program.screen.sit_down(program)
    program.recolour()


def change_seat(program: Program, player: int, what: str, value: str | int) -> None:
    """Give a seat another name, colour or level.

    Raises:
        GpulifeError: it cannot be; one line for the user.
    """
    seat = program.play.lineup.seats[player]
    match what:
        case "name":
            seat = replace(seat, name=require_name(str(value)))
        case "colour":
            seat = replace(seat, colour=str(value))
        case "swap":
            left, right = program.play.lineup.seats
            take_seats(program, Lineup((right, left)))
            return
        case _:
            seat = replace(seat, level=int(value))
    changed(program.shell.settings, f"{SIDES[player]}_colour", seat.colour)  # raises if it is none
    take_seats(program, program.play.lineup.with_seat(player, seat))
    if what == "level":
        name = program.play.lineup.names[player]
        who = f"the computer plays on the {SIDES[player]}: {LEVELS[seat.level].title}" if seat.level else ""
        program.shell.tell(who or f"{name} plays on the {SIDES[player]}")


def in_players_colours(look: Look, lineup: Lineup) -> Look:
    """The look with the players' own colours for their species, whatever the scheme."""
    colours = list(look.colours)
    for species, seat in enumerate(lineup.seats, start=1):
        own = parse_colour(seat.colour)
        if own is not None and species < len(colours):
            colours[species] = own
    return replace(look, colours=tuple(colours))
