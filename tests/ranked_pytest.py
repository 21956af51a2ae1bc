"""Runs pytest on rank 0 while the other ranks compute: ``mpiexec -n 3 python tests/ranked_pytest.py ARGUMENTS``.

All tests share these processes and their compiled programs.
"""

from __future__ import annotations

import sys

import pytest
import ranked_world
from shared_circuits import keep_circuits

from gpulife.engines.ranks.calls import end_all, serve
from gpulife.ranks.world import open_world


def main() -> int:
    keep_circuits()
    world = open_world()
    if world.rank > 0:
        serve(world)
        return 0
    ranked_world.world = world
    status = int(pytest.main(sys.argv[1:]))
    if world.is_broken:
        world.abort(status or 1)
    end_all(world)
    return status


if __name__ == "__main__":
    sys.exit(main())
