"""Begin a match for all at its host's word: what is free by then is played by computers, or stays free."""

import asyncio

from gpulife.games.core.game import NOBODY
from gpulife.online.server.quotas import Quotas, RefusedError
from gpulife.online.server.room import Room
from gpulife.online.storage import Database
from gpulife.seats import level_text


async def begin_match(room: Room, database: Database, quotas: Quotas, level: int) -> None:
    """Begin a match that has not begun.

    Args:
        room: the match.
        database: where it is stored: seats of computers are on disk before the match begins.
        quotas: what its host may take.
        level: level of the computer on each free seat; 0 to leave them free, which games between two do not allow.

    Raises:
        GpulifeError: it cannot be; one line says why.
    """
    game, free = room.hosted.session.game, room.members.free_seats
    if room.hosted.session.state.has_begun:
        raise RefusedError("begun", "the match has begun already")
    if free and not level and game.is_duel:
        raise RefusedError("seats", "the match begins when every seat is taken: let the computer play, or wait")
    if free and level:
        game.require_level(level)
        quotas.add_computers(room.id, len(free))
        seats = [level_text(level) if seat in free else kind for seat, kind in enumerate(room.members.seats)]
        room.seat_computers(seats)
        await asyncio.to_thread(database.save_settings, room.info.id, room.info.settings)
    here = [member.seat for member in room.members if member.seat != NOBODY and member.link is not None]
    first = game.begin(room.hosted.session.state, sorted(here, key=lambda seat: not _is_hosts(room, seat)))
    if not first and not (free and level):
        raise RefusedError("begin", "somebody has to be in the game first")
    for action in first:
        if why := room.do(action):
            raise RefusedError("begin", why)


def _is_hosts(room: Room, seat: int) -> bool:
    member = room.members.on_seat(seat)
    return member is not None and room.is_host(member.token_hash)
