"""Music that is made while it is played: a thread makes parts ahead of the listener."""

from collections import deque
from collections.abc import Iterator
from threading import Condition, Thread

import numpy as np

from gpulife.audio.tones import Stereo

_AHEAD = 2
"""The number of parts to make ahead."""


class Stream:
    """Music in parts, for ``Mixer.start_music``.

    Args:
        parts: iterator that makes the parts, each shortly before it is needed.
    """

    def __init__(self, parts: Iterator[Stereo]) -> None:
        self._parts = parts
        self._ready: deque[Stereo] = deque()
        self._taken_frames = 0  # frames of the first part that have been taken
        self._made_all = self._closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="music", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether everything has been taken."""
        with self._changed:
            return (self._made_all or self._closed) and not self._ready

    def make(self) -> bool:
        """Make a part, if there are not enough yet, and return whether it did."""
        with self._changed:
            if self._made_all or self._closed or len(self._ready) >= _AHEAD:
                return False
        part = next(self._parts, None)  # without the lock, since the listener must not wait for it
        with self._changed:
            if part is None:
                self._made_all = True
            else:
                self._ready.append(part)
            self._changed.notify_all()
        return part is not None

    def take(self, count: int) -> Stereo:
        """Return the next frames, at most ``count``; fewer if the next part is not ready."""
        found: list[Stereo] = []
        with self._changed:
            while count and self._ready:
                part = self._ready[0][self._taken_frames : self._taken_frames + count]
                found.append(part)
                count -= len(part)
                self._taken_frames += len(part)
                if self._taken_frames >= len(self._ready[0]):
                    self._ready.popleft()
                    self._taken_frames = 0
                    self._changed.notify_all()
        return found[0] if len(found) == 1 else np.concatenate([np.zeros((0, 2), np.float32), *found])

    def close(self) -> None:
        """Stop making parts, without waiting for the thread to end; those that are ready can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or len(self._ready) < _AHEAD)
                if self._closed or self._made_all:
                    return
            self.make()
