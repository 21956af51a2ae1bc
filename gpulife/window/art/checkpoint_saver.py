"""Saves a slideshow's state regularly, so that the slideshow continues after a power cut.

Several displays (processes of ``gpulife art``) may run at once. Each display takes the first file names that no
other display uses. Displays that start again after a power cut take the same names, so each finds a saved state.
"""

import logging
import time
from itertools import chain, count
from pathlib import Path

from gpulife.art.checkpoint_files import CheckpointFiles, SavedDisplay
from gpulife.errors import GpulifeError
from gpulife.storage.atomic_io import make_folder
from gpulife.window.art.show_options import ShowOptions, show_seed
from gpulife.window.art.slideshow import Slideshow

_LOG = logging.getLogger(__name__)

_MIN_SECONDS = 5.0
"""Minimum time between two saves, in seconds."""
_MIN_RATIO = 100.0
"""Minimum time between two saves, as a multiple of the duration of a save."""
_LARGE_CELLS = 1 << 20
"""Number of cells above which a board counts as large."""
_MIN_SECONDS_IF_LARGE = 60.0
"""Minimum time between two saves of a large board, in seconds, since such a save can delay a frame visibly."""


class CheckpointSaver:
    """Saves the state of one slideshow.

    Args:
        folder: folder of the files.
        name: beginning of the file names. If there are several slideshows, each needs a name of its own.
    """

    def __init__(self, folder: Path, name: str = "art") -> None:
        self._folder = folder
        self._name = name
        self._files: CheckpointFiles | None = None
        self._next = 0.0
        self._failed = ""

    def load(self, options: ShowOptions, number: int = 0) -> SavedDisplay | None:
        """Return the saved state of the slideshow with index ``number`` if it fits the options, otherwise None."""
        try:
            saved, lines = self._take_files().load()
        except GpulifeError as error:  # an unwritable folder must not stop the display
            _LOG.info("cannot read the saved state: %s", error)
            return None
        for line in lines:
            _LOG.info(line)
        if saved is None or saved.programme != options.programme.name:
            return None
        same_seed = saved.schedule.seed == show_seed(options, number)
        return saved if same_seed or not options.seeded else None

    def save(self, show: Slideshow, now: float | None) -> None:
        """Save the state of ``show`` if a save is due at the time ``now``, in seconds. None saves in any case."""
        if (now is not None and now < self._next) or show.present is None:
            return
        began = time.perf_counter()
        try:
            if (saved := show.checkpoint()) is not None:
                self._take_files().save(saved)
            self._failed = ""
        except GpulifeError as error:
            if str(error) != self._failed:  # a full disk is reported once
                _LOG.info("cannot save the state: %s", error)
            self._failed = str(error)
        wait = _MIN_SECONDS_IF_LARGE if show.present.cells > _LARGE_CELLS else _MIN_SECONDS
        took = time.perf_counter() - began
        self._next = (began if now is None else now) + max(wait, took * _MIN_RATIO)

    def _take_files(self) -> CheckpointFiles:
        """Return a pair of file names that no other display uses, reserved for this one until the program ends.

        Raises:
            OutputError: the files cannot be reserved.
        """
        if self._files is None:
            make_folder(self._folder, private=True)
            names = chain([self._name], (f"{self._name}.{number}" for number in count(2)))
            candidates = (CheckpointFiles(self._folder, name) for name in names)
            self._files = next(files for files in candidates if files.files.lock())
        return self._files
