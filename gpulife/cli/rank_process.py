"""The program of each rank that ``--ranks`` starts. It runs gpulife in the terminal of the command that started it."""

import sys
from typing import NoReturn

from gpulife.ranks.link import join_launcher


def entry_point() -> NoReturn:
    """Run gpulife as one of several ranks.

    gpulife's launcher gets the true exit status. ``mpiexec`` always gets 0; otherwise it would print a message of its
    own.
    """
    link = join_launcher()  # before anything prints or examines the terminal
    from gpulife.cli.main import main

    try:
        status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    if link is None:
        sys.exit(status)
    link.end(status)
    sys.exit(0)
