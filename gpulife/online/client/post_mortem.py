"""What is kept of a copy that turned out to be wrong, for the post-mortem: the server keeps the same."""

import logging

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Match
from gpulife.log import LogFile, log_folder
from gpulife.online.protocol import Resync

_FILE = "online.log"


def write_post_mortem(match: Match, seat: int, resync: Resync) -> None:
    """Write the last actions of a copy that differs from the server's into a file of the folder of logs."""
    try:
        handler = LogFile(log_folder() / _FILE)
    except GpulifeError:
        return  # logs are never worth more than the match
    text = f"{match.game} {match.rule} seat {seat}: differs in tick {resync.tick}, {resync.digest}: {resync.log}"
    handler.emit(logging.LogRecord(__name__, logging.WARNING, __file__, 0, text, None, None))
