"""Launch the stand-in program on ranks as a command does. Arguments: RANKS RESTARTS, then those of the stand-in."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from gpulife.errors import GpulifeError
from gpulife.ranks import launcher
from gpulife.ranks.launcher import launch
from gpulife.ranks.mpi import examine_mpi

STAND_IN = str(Path(__file__).with_name("stand_in.py"))


def main(ranks: str, restarts: str, *arguments: str) -> int:
    launcher._HANG_SECONDS = 0.0  # from one look to the next
    program = [sys.executable, STAND_IN, *arguments]
    if arguments[0] == "not there":
        program[0] = arguments[0]
    try:
        return launch(examine_mpi(), int(ranks), program, int(restarts), lambda: "a checkpoint")
    except GpulifeError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
