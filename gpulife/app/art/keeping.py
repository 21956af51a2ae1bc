"""Keeps where the show is, now and then, so that it goes on there after a power cut.

Two displays at once, or a second one of the same name, each have files of their own: the first that come take the first
names, so that after a power cut each show goes on somewhere.
"""

from __future__ import annotations

import logging
import time
from itertools import chain, count
from pathlib import Path

from gpulife.app.art.request import Request, show_seed
from gpulife.app.art.show import Show
from gpulife.art.resume import Resumed, ResumeFiles
from gpulife.errors import GpulifeError
from gpulife.files import make_folder

_LOG = logging.getLogger(__name__)

_LEAST_SECONDS = 5.0
_SHARE = 100.0
"""So many times as long as it takes passes at least between two times."""
_DEAR_CELLS = 1 << 20
_DEAR_SECONDS = 60.0
"""At least, on boards of more than so many cells: reading one back can be seen as a hitch."""


class Keeping:
    """The files of one display.

    Args:
        folder: for them.
        name: of the display, where there are several.
    """

    def __init__(self, folder: Path, name: str = "art") -> None:
        self._folder = folder
        self._name = name
        self._files: ResumeFiles | None = None
        self._next = 0.0
        self._failed = ""

    def load(self, request: Request, number: int = 0) -> Resumed | None:
        """Where the show of that number is to go on with what is asked; None to begin anew."""
        try:
            resumed, lines = self._own().load()
        except GpulifeError as error:  # a folder that cannot be written must not keep the wall dark
            _LOG.info("cannot look where it was: %s", error)
            return None
        for line in lines:
            _LOG.info(line)
        if resumed is None or resumed.programme != request.programme.name:
            return None
        if request.seeded and resumed.schedule.seed != show_seed(request, number):
            return None
        return resumed

    def keep(self, show: Show, now: float | None) -> None:
        """Write where ``show`` is, if that is due at a time in seconds, or in any case if that is None."""
        if (now is not None and now < self._next) or show.present is None:
            return
        began = time.perf_counter()
        try:
            if (resumed := show.record()) is not None:
                self._own().save(resumed)
            self._failed = ""
        except GpulifeError as error:
            if str(error) != self._failed:  # a full disk is told of once
                _LOG.info("cannot keep where it is: %s", error)
            self._failed = str(error)
        took = time.perf_counter() - began
        least = _DEAR_SECONDS if show.present.cells > _DEAR_CELLS else _LEAST_SECONDS
        self._next = (began if now is None else now) + max(least, took * _SHARE)

    def _own(self) -> ResumeFiles:
        """The first files of its name that no other display has, which are this one's until the program ends.

        Raises:
            OutputError: the system refused.
        """
        if self._files is None:
            make_folder(self._folder, private=True)
            names = chain([self._name], (f"{self._name}.{number}" for number in count(2)))
            displays = (ResumeFiles(self._folder, name) for name in names)
            self._files = next(each for each in displays if each.files.take())
        return self._files
