"""What a server of on-line play stores: matches with their logs, people, ratings, and which server owns what.

The same tables in SQLite (a file in a folder) and PostgreSQL, by SQLAlchemy Core. Whoever serves matches does this::

    database = Database.open(folder)                    # or Database.open("postgresql://...")
    info = database.create_match(match, seats=2, name="Evening", host=token)    # info.id, info.invite
    database.take_seat(info.id, 0, token, "Ada")        # raises BadNameError, StorageError: one line for the player
    database.begin_match(info.id)

    future = database.append(info.id, [(tick, action), ...], urgent=True)       # turns and orders; sticks: False
    await asyncio.wrap_future(future)                   # on disk: now it may be acknowledged
    database.save_keyframe(info.id, tick, content)      # bytes of the server's own; after the rows before it

Only ``append`` and ``save_keyframe`` return at once. All others block for a few milliseconds until it is on disk: from
asyncio call them by ``asyncio.to_thread``. All may be called from any thread. What fails is a StorageError, a
GpulifeError of one line; as long as nothing can be read or written it is an UnavailableError, which has a line for
strangers, too.

A server owns the matches that it made. Every ``RENEW_SECONDS`` it does this::

    owned = database.leases.renew()                     # a match that it plays and that is not in it is lost: stop it
    for match_id in database.leases.orphans():          # of servers that died or gave them back
        stored = database.take_over(match_id)           # NotOwnerError: another server was faster
        stored.match, stored.log, stored.keyframe, stored.seats, stored.secret, stored.info.settings

That is also how matches go on after a restart: those of a server that was killed are orphans ``LEASE_SECONDS`` later.
After a NotOwnerError or a StorageError from ``append``'s future this server owns the match no more, and nothing that it
appends is written: it drops the match, or begins again from ``take_over``.

The lobby::

    database.open_matches()                             # MatchInfo: seats, state, owner_address to send players to
    database.find_invite("K7PQ2MXA")
    database.load_match(match_id)                       # StoredMatch, of any server's match, also one that has ended

The end::

    placements = [Placement(seat=0, place=1), Placement(1, 2, quit=True)]
    result = database.endings.keep_result(match_id, placements, number=1, began=0, ticks=ticks, replay=content)
    database.endings.end_match(match_id)
    result.replay_id, result.rated, result.why_not, result.players[0].rating
    database.results.replay(result.replay_id)           # bytes, for a link
    database.results.latest(game="biowar")
    database.ratings.table("biowar")                    # Standing: name, rating, games, wins, draws, losses

People and who is kept out::

    person, token = database.people.new("Ada")          # the token goes to her and is stored nowhere
    database.people.greet(token)                        # Person or None
    database.bans.ban(match_id, token_hash=..., address=...)
    database.bans.is_banned(match_id, token=..., address=...)
    database.forget(token)                              # a person who asks for it; seats of that token become free
    database.prune()                                    # daily: see retention for what is stored how long
"""

from gpulife.online.storage._database import Database
from gpulife.online.storage._engines import (
    NotOwnerError,
    QueueFullError,
    QuotaError,
    StorageError,
    UnavailableError,
    UnknownMatchError,
)
from gpulife.online.storage._leases import LEASE_SECONDS, RENEW_SECONDS
from gpulife.online.storage._match_log import MatchInfo, MatchState, StoredKeyframe, StoredMatch, StoredSeat, Visibility
from gpulife.online.storage._ratings import Placement, Standing
from gpulife.online.storage._results import MatchResult, PlacedPlayer
from gpulife.online.storage.people import BadNameError, Person

__all__ = [
    "LEASE_SECONDS",
    "RENEW_SECONDS",
    "BadNameError",
    "Database",
    "MatchInfo",
    "MatchResult",
    "MatchState",
    "NotOwnerError",
    "Person",
    "PlacedPlayer",
    "Placement",
    "QueueFullError",
    "QuotaError",
    "Standing",
    "StorageError",
    "StoredKeyframe",
    "StoredMatch",
    "StoredSeat",
    "UnavailableError",
    "UnknownMatchError",
    "Visibility",
]
