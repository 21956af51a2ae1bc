"""The user's settings are written soon after they change, so that a crash takes none with it."""

from __future__ import annotations

from pathlib import Path

from gpulife.settings.user_settings import Settings, save_settings

_QUIET_SECONDS = 1.0
"""For which nothing has changed: a slider that is being drawn is not written at every step."""


class KeptSettings:
    """The settings of one program in their file, which others may write, too.

    Args:
        path: the file.
        settings: as they were read from it.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._written = self._seen = settings
        self._since = 0.0

    def save_if_due(self, settings: Settings, now: float) -> None:
        """Write what has changed, once nothing has for a while; ``now`` in seconds on any clock. See :meth:`save`."""
        if settings is not self._seen:
            self._seen, self._since = settings, now
        elif settings is not self._written and now - self._since >= _QUIET_SECONDS:
            self.save(settings)

    def save(self, settings: Settings) -> None:
        """Write what this program has changed since it read or wrote them last.

        Raises:
            GpulifeError: the file cannot be written. It is not tried again until something else changes.
        """
        before, self._written = self._written, settings
        try:
            save_settings(settings, self._path, before)
        except BaseException:
            # What could not be written now is written with the next change, or at the end.
            self._written, self._seen, self._since = before, settings, float("inf")
            raise
