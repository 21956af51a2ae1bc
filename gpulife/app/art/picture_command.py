"""The command ``gpulife art --picture``."""

from __future__ import annotations

import argparse

from gpulife.app.art.request import programme_named
from gpulife.app.art.still import write_still
from gpulife.art.schedule import ScheduleState, next_cue
from gpulife.art.wall_clock import local_time
from gpulife.files import require_writable


def picture(arguments: argparse.Namespace) -> int:
    """Write the picture; returns the exit status.

    Raises:
        GpulifeError: there is no such programme or scene, no OpenGL, or the file cannot be written.
    """
    require_writable(arguments.picture)
    programme = programme_named(arguments.programme, arguments.scene)
    seed = 1 if arguments.seed is None else arguments.seed
    now = local_time()
    # The first scene of the programme's file, not of the shuffled order: that is whose picture one expects.
    cue, _ = next_cue(programme, ScheduleState(seed), now.hour * 60 + now.minute)
    write_still(arguments.picture, programme.scenes[0], cue.seed, arguments.at, arguments.picture_size, now)
    print(f"{arguments.picture}: {programme.scenes[0].name} of {programme.title}, after {arguments.at:g} seconds")
    return 0
