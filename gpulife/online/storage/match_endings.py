"""The ends of games and of whole matches, as the server that owns a match stores them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from gpulife.online.protocol import MAX_REPLAY_BYTES
from gpulife.online.storage.errors import StorageError
from gpulife.online.storage.leases import write_as_owner
from gpulife.online.storage.match_rows import settings_text
from gpulife.online.storage.owned_matches import OwnedMatches
from gpulife.online.storage.ratings import Placement
from gpulife.online.storage.results import MatchResult, end, keep
from gpulife.online.storage.transactions import Transactions


class MatchEndings:
    """Ends games of matches, and matches.

    Args:
        transactions: how it writes.
        owned: the matches of this server.
    """

    def __init__(self, transactions: Transactions, owned: OwnedMatches) -> None:
        self._transactions, self._owned = transactions, owned

    def keep_result(
        self,
        match_id: int,
        placements: Sequence[Placement],
        *,
        number: int,
        began: int,
        ticks: int,
        replay: bytes = b"",
        why_unrated: str = "",
    ) -> MatchResult:
        """Store how a game of a match ended, rate it, and keep its replay; the match goes on.

        A game that is stored already stays as it is, so that a server that was killed may ask again.

        Args:
            match_id: a match of this server.
            placements: who came where, one for each seat that was played.
            number: which game of the match it is, from 1.
            began: ticks of the match before it.
            ticks: ticks of the match up to its end.
            replay: content of a replay file, up to ``MAX_REPLAY_BYTES``.
            why_unrated: in words why the game is not to be rated, whoever played it; "" for no such reason.

        Returns:
            The result, with the link of the replay and the ratings.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the replay is too large, or the database refused.
        """
        _check_replay(replay)

        def work(connection: Connection) -> MatchResult:
            now = self._transactions.now(connection)
            return keep(
                connection,
                match_id,
                placements,
                number=number,
                began=began,
                ticks=ticks,
                replay=replay,
                why_unrated=why_unrated,
                now=now,
            )

        lease = self._owned.lease(match_id)
        return write_as_owner(self._transactions, lease, work, len(replay))

    def end_match(self, match_id: int, outcome: dict[str, Any] | None = None) -> None:
        """Note that a match has ended, of which all games are stored; nobody owns it any more.

        Raises:
            NotOwnerError: this server does not own the match.
            StorageError: the outcome is too large, or the database refused.
        """
        lease, text = self._owned.lease(match_id), settings_text(outcome or {}, "an outcome")

        def work(connection: Connection) -> None:
            end(connection, match_id, outcome=text, now=self._transactions.now(connection))

        write_as_owner(self._transactions, lease, work)
        self._owned.remove(lease)


def _check_replay(replay: bytes) -> None:
    if len(replay) > MAX_REPLAY_BYTES:
        raise StorageError(f"a replay of {len(replay):,} bytes: there can be {MAX_REPLAY_BYTES:,}")
