"""The program that ``--ranks`` runs on each rank. All ranks use the terminal of the command that started them."""

import sys
from typing import NoReturn

from gpulife.ranks.link import join_launcher


def entry_point() -> NoReturn:
    """Run gpulife as one of several ranks.

    If gpulife's launcher started this rank, send it the exit status and exit with 0. After another status, ``mpiexec``
    would print a message.
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
