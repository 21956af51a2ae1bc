"""What the host of a match has done with people there: who is muted, who may not come back, what is not rated for it.

It is kept with the match, so that it holds whoever goes on with it. People are known by the hashes of their tokens, and
of the addresses from which they were sent away: a new token costs nothing.
"""

from dataclasses import dataclass, field
from typing import Any, Self

import msgspec

from gpulife.errors import GpulifeError

MODERATION = "moderation"
"""Name under which it is stored beside a match's seats."""
MAX_KEPT = 200
"""People of each kind that are kept; the oldest are forgotten, and a host can still ban whom there are many of."""


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """It as JSON has it: hashes as hexadecimal digits, and games by their numbers."""

    muted: tuple[str, ...] = ()
    sent_away: tuple[str, ...] = ()
    unrated: dict[str, str] = {}


@dataclass(slots=True)
class Moderation:
    """What the host of a match has done with people."""

    _muted: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _sent_away: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _unrated: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of_settings(cls, settings: dict[str, Any]) -> Self:
        """Return what is stored with a match.

        Raises:
            GpulifeError: it is damaged.
        """
        try:
            stored = msgspec.convert(settings.get(MODERATION, {}), _Stored)
            muted, sent_away = (dict.fromkeys(map(bytes.fromhex, each)) for each in (stored.muted, stored.sent_away))
            return cls(muted, sent_away, {int(number): why for number, why in stored.unrated.items()})
        except (msgspec.MsgspecError, ValueError) as error:
            raise GpulifeError(f"what is stored of the host's moderation is damaged: {error}") from error

    def as_settings(self) -> dict[str, Any]:
        """Return what is to be stored with the match, by its name."""
        muted, sent_away = (tuple(each.hex() for each in hashes) for hashes in (self._muted, self._sent_away))
        stored = _Stored(muted, sent_away, {str(number): why for number, why in self._unrated.items()})
        return {MODERATION: msgspec.to_builtins(stored)}

    def mute(self, token_hash: bytes, *, muted: bool) -> None:
        """Let nobody read what somebody says from now on, or let them again."""
        self._muted.pop(token_hash, None)
        if muted:
            _add(self._muted, token_hash)

    def is_muted(self, token_hash: bytes) -> bool:
        """Return whether nobody reads what somebody says."""
        return token_hash in self._muted

    def send_away(self, *hashes: bytes) -> None:
        """Let nobody come back who has this token, or comes from this address."""
        for each in hashes:
            _add(self._sent_away, each)

    def keeps_out(self, token_or_address_hash: bytes) -> bool:
        """Return whether who has this token, or comes from this address, was sent away."""
        return token_or_address_hash in self._sent_away

    def spoil(self, game: int, why: str) -> None:
        """Let the game of that number be unrated; the first reason stays."""
        self._unrated.setdefault(game, why)
        while len(self._unrated) > MAX_KEPT:
            del self._unrated[min(self._unrated)]

    def why_unrated(self, game: int) -> str:
        """Return in words why the game of that number is not rated; "" if nothing speaks against it."""
        return self._unrated.get(game, "")


def _add(hashes: dict[bytes, None], new: bytes) -> None:
    hashes[new] = None
    while len(hashes) > MAX_KEPT:
        del hashes[next(iter(hashes))]
