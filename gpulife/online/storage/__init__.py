"""Storage of the on-line server: matches with their logs, people, ratings, and which server owns which match.

The tables are the same in SQLite (a file in a folder) and PostgreSQL, accessed by SQLAlchemy Core. A server does this::

    database = Database.open(folder)                    # or Database.open("postgresql://...")
    info = database.create_match(match, seats=2, name="Evening", host=token)    # info.id, info.invite
    database.take_seat(info.id, 0, token, "Ada")        # raises BadNameError, StorageError: one line for the player
    database.begin_match(info.id)

    future = database.append(info.id, [(tick, action), ...], urgent=True)       # urgent=False: saved a little later
    await asyncio.wrap_future(future)                   # the actions are on disk: acknowledge them
    database.save_keyframe(info.id, tick, content)      # content: bytes; written after the actions above

Only ``append`` and ``save_keyframe`` return at once. All other methods block for a few milliseconds until the data is
on disk; in asyncio, call them by ``asyncio.to_thread``. All methods are thread-safe. Every failure raises a
StorageError with a one-line message. While the database is unreachable, this is an UnavailableError; its attribute
``told`` is a line that may be shown to strangers.

A server owns the matches that it created. Every ``RENEW_SECONDS`` it does this::

    owned = database.leases.renew()                     # stop each match that is missing: another server has it
    for match_id in database.leases.orphans():          # matches that were released, or whose server has died
        stored = database.take_over(match_id)           # NotOwnerError: another server was faster
        stored.match, stored.log, stored.keyframe, stored.seats, stored.secret, stored.info.settings

Matches resume after a restart in the same way: those of a killed server become orphans after ``LEASE_SECONDS``. If the
future of ``append`` fails with a NotOwnerError or StorageError, this server no longer owns the match, and writes no
more of its actions. It drops the match, or starts again with ``take_over``.

The lobby::

    database.open_matches()                             # MatchInfo: seats, state, owner_address to send players to
    database.find_invite("K7PQ2MXA")
    database.load_match(match_id)                       # StoredMatch; the match may have ended or be on another server

The end::

    placements = [Placement(seat=0, place=1), Placement(1, 2, quit=True)]
    result = database.endings.keep_result(match_id, placements, number=1, began=0, ticks=ticks, replay=content)
    database.endings.end_match(match_id)
    result.replay_id, result.rated, result.why_not, result.players[0].rating
    database.results.replay(result.replay_id)           # bytes, for a link
    database.results.latest(game="biowar")
    database.ratings.table("biowar")                    # Standing: name, rating, games, wins, draws, losses

People and bans::

    person, token = database.people.new("Ada")          # only a hash of the token is stored
    database.people.greet(token)                        # Person or None
    database.bans.ban(match_id, token_hash=..., address=...)
    database.bans.is_banned(match_id, token=..., address=...)
    database.forget(token)                              # at a person's own request; frees the seats of that token
    database.prune()                                    # daily: see _retention for how long data is kept
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
