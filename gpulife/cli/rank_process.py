"""The program of a rank that ``--ranks`` started: gpulife, at the terminal of who started it."""

import sys
from typing import NoReturn

from gpulife.ranks.link import join_launcher


def entry_point() -> NoReturn:
    """Run gpulife as one of several ranks.

    The launcher gets the exit status; for ``mpiexec`` all ends well, so that it prints nothing of its own.
    """
    link = join_launcher()  # before anything is printed, or looks at the terminal
    from gpulife.cli.main import main

    try:
        status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    if link is None:
        sys.exit(status)
    link.end(status)
    sys.exit(0)
