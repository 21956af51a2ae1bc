"""Which sounds have been heard, so that what was predicted does not sound again when it is confirmed."""

from collections.abc import Iterable
from dataclasses import dataclass

from gpulife.games.core.order import Sound

_NEAR = 30
"""Ticks by which a sound may be predicted too early or too late."""


@dataclass(slots=True)
class _Heard:
    tick: int
    sound: Sound
    is_loose: bool = False


class HeardSounds:
    """The sounds that were heard when they were predicted, and are not confirmed yet.

    Where the past turns out otherwise it is predicted anew. What was heard is loose then, until it is predicted again.
    """

    def __init__(self) -> None:
        self._heard: list[_Heard] = []

    def loosen(self) -> None:
        """Take in that all is predicted anew."""
        for heard in self._heard:
            heard.is_loose = True

    def predict(self, tick: int, sounds: Iterable[Sound], *, again: bool) -> tuple[Sound, ...]:
        """Return which of the sounds predicted in ``tick`` are to be heard now.

        Args:
            tick: number of the tick.
            sounds: its sounds.
            again: whether time has passed there before: what is new then is heard when it is confirmed.
        """
        new = []
        for sound in sounds:
            known = self._find(tick, sound, only_loose=True)
            if known is not None:
                known.tick, known.is_loose = tick, False
            elif not again:
                self._heard.append(_Heard(tick, sound))
                new.append(sound)
        return tuple(new)

    def confirm(self, sounds: Iterable[tuple[int, Sound]], now: int) -> tuple[Sound, ...]:
        """Return which sounds of the past, with their ticks, are to be heard now.

        Args:
            sounds: what sounded.
            now: number of ticks that are confirmed.
        """
        new = []
        for tick, sound in sounds:
            known = self._find(tick, sound, only_loose=False)
            if known is None:
                new.append(sound)
            else:
                self._heard.remove(known)
        self._heard = [heard for heard in self._heard if heard.tick > now - _NEAR]
        return tuple(new)

    def _find(self, tick: int, sound: Sound, *, only_loose: bool) -> _Heard | None:
        near = (
            heard
            for heard in self._heard
            if heard.sound == sound and abs(heard.tick - tick) <= _NEAR and (heard.is_loose or not only_loose)
        )
        return min(near, key=lambda heard: abs(heard.tick - tick), default=None)
