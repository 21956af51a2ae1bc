"""Finds the matches on other servers with the same database, so that this server can list them and redirect players."""

from collections.abc import Container
from contextlib import suppress

from gpulife.online.protocol import ListedMatch
from gpulife.online.server._lifecycle import HOST_NAME
from gpulife.online.shown_text import told_seats
from gpulife.online.storage import Database, MatchInfo, MatchState, UnknownMatchError, Visibility
from gpulife.seats import PERSON

_MAX_ID = 1 << 53


class OtherServers:
    """Finds the matches of other servers. All methods block until the database has answered.

    Args:
        database: the shared database.

    Attributes:
        listed: the other servers' matches, as of the latest :meth:`refresh`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.listed: tuple[ListedMatch, ...] = ()

    def refresh(self, own: Container[str]) -> bool:
        """Refresh the list of other servers' matches; return True if it has changed.

        Args:
            own: identifiers of this server's matches, which are left out.

        Raises:
            StorageError: the database failed.
        """
        before = self.listed
        others = self._database.open_matches() if self._database.leases.has_others() else ()
        self.listed = tuple(_listed(info) for info in others if info.owner_address and str(info.id) not in own)
        return self.listed != before

    def find(self, text: str) -> MatchInfo | None:
        """Find an unfinished match by its invite code or, if it is public, by its identifier.

        Return None if there is no such match.

        Raises:
            StorageError: the database failed.
        """
        info = self._of_text(text)
        return None if info is None or info.state is MatchState.ENDED else info

    def has_ended(self, text: str) -> bool:
        """Return True if a match with this invite code, or a public match with this identifier, has ended.

        Raises:
            StorageError: the database failed.
        """
        info = self._of_text(text)
        return info is not None and info.state is MatchState.ENDED

    def _of_text(self, text: str) -> MatchInfo | None:
        """Find a match by its invite code, or a public match by its identifier; None if unknown."""
        info = self._database.find_invite(text)
        if info is None and text.isdecimal() and text.isascii() and text == str(int(text[:20])) and int(text) < _MAX_ID:
            with suppress(UnknownMatchError):
                info = self._database.find_match(int(text))
            if info is not None and info.visibility is not Visibility.PUBLIC:
                info = None
        return info


def _listed(info: MatchInfo) -> ListedMatch:
    kinds = info.settings.get("seats", [PERSON] * info.seat_count)
    names = {seat.seat: seat.name for seat in info.seats}
    return ListedMatch(
        str(info.id),
        info.name,
        info.match.game,
        info.match.option,
        info.match.rule,
        told_seats(kinds, names),
        running=info.state is MatchState.RUNNING,
        host=str(info.settings.get(HOST_NAME, "")),
        address=info.owner_address or "",
    )
