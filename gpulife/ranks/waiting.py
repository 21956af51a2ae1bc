"""Waits without burning a processor core: MPI's own waits spin, which takes the core from ranks that compute."""

import time

_FIRST_SECONDS, _MAX_SECONDS = 20e-6, 1e-3
_FREE_LOOKS = 20
"""So many looks without sleeping: messages between processes of one machine take some microseconds."""


class Pause:
    """The pauses between the looks of one wait: none at first, then longer and longer ones.

    Args:
        longest: the longest pause in seconds.
    """

    def __init__(self, longest: float = _MAX_SECONDS) -> None:
        self._longest = longest
        self._seconds = _FIRST_SECONDS
        self._looks = 0

    def rest(self) -> None:
        """Pause before the next look."""
        self._looks += 1
        if self._looks <= _FREE_LOOKS:
            time.sleep(0.0)  # lets others run
            return
        time.sleep(self._seconds)
        self._seconds = min(1.3 * self._seconds, self._longest)
