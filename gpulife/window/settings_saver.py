"""Writes settings soon after they change, so that no crash takes them."""

import logging
from pathlib import Path

from gpulife.settings.user_settings import Settings, save_settings

_LOG = logging.getLogger(__name__)

_QUIET_SECONDS = 1.0
"""Time without changes before settings are written: not at every step of a slider that is being moved."""


class SettingsSaver:
    """Saves the settings of this program in their file, which other programs may write, too.

    Args:
        path: file of the settings.
        settings: the settings as they were read from it.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._written = self._seen = settings
        self._since = 0.0

    def save_if_due(self, settings: Settings, now: float) -> None:
        """Save changed settings once nothing has changed for a while, as :meth:`save` does; ``now`` is in seconds."""
        if settings is not self._seen:
            self._seen, self._since = settings, now
        elif settings is not self._written and now - self._since >= _QUIET_SECONDS:
            self.save(settings)

    def save(self, settings: Settings) -> None:
        """Write what this program has changed since it read or wrote them last.

        Raises:
            GpulifeError: the file cannot be written. Saving is tried again when something else changes.
        """
        before, self._written = self._written, settings
        try:
            save_settings(settings, self._path, before)
        except BaseException:
            self._written, self._seen, self._since = before, settings, float("inf")
            raise
