"""The user's options for showing art: the programme, how to show it, and a fault to trigger as a test."""

import argparse
import logging
import time
from dataclasses import dataclass, field

from gpulife.art.display import Brightness, parse_brightness
from gpulife.art.playlist import programme_named
from gpulife.art.scene import Programme, ProgrammeError


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """The user's options for showing art.

    Attributes:
        programme: programme to show.
        seed: seed of the schedule and of all scenes.
        seeded: True if the user chose the seed.
        wakes: True if keys, gamepad buttons and clicks open the start screen.
        touch: True if clicks in the picture add life.
        idle: seconds without input after which the art returns.
        titles: True to show scenes' names.
        reduced_flashing: True to avoid fast changes; None to do as the user's settings say.
        brightness: brightness of the picture at each time of day.
        drill: fault to trigger on purpose after some seconds, as given to ``--drill``; None for no fault.
    """

    programme: Programme
    seed: int
    seeded: bool = False
    wakes: bool = True
    touch: bool = True
    idle: float = 180.0
    titles: bool = False
    reduced_flashing: bool | None = None
    brightness: Brightness = field(default_factory=Brightness)
    drill: str | None = None


def show_seed(options: ShowOptions, number: int) -> int:
    """Return the seed of the slideshow with index ``number``. Each slideshow shows the scenes in its own order."""
    return (options.seed + number) % (1 << 64)


def require_showable(arguments: argparse.Namespace) -> None:
    """Check the arguments of ``gpulife art`` before art starts, or is installed to start at each log-in.

    Raises:
        GpulifeError: an option is wrong.
    """
    programme_named(arguments.programme, arguments.scene)
    if arguments.brightness is not None:
        parse_brightness(arguments.brightness)
    if arguments.drill is not None:
        raise ProgrammeError(f"--install does not work with --drill {arguments.drill}: it would recur at each log-in")


# Deliberate faults (``--drill``), for testing that the display recovers.

_LOG = logging.getLogger(__name__)

_FAULT_SECONDS = 10.0
"""Seconds after the start at which a fault is caused on purpose."""


class FaultInjector:
    """Causes one fault on purpose, some seconds after the start, to test how the display recovers.

    Args:
        kind: the kind of fault, as given to ``--drill``; None for no fault.
    """

    def __init__(self, kind: str | None) -> None:
        self._kind = kind
        self._due = time.monotonic() + _FAULT_SECONDS

    def is_due(self, kind: str) -> bool:
        """Return True if a fault of this kind is to be caused now. Each fault is caused only once."""
        if self._kind != kind or time.monotonic() < self._due:
            return False
        self._kind = None
        _LOG.info("drill: %s", kind)
        return True

    def crash_scene(self) -> None:
        """Raise an error if a fault of the kind "crash" is to be caused now."""
        if self.is_due("crash"):
            raise RuntimeError("this is only a drill")
