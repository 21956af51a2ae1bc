"""The time of play, as screens show it."""

from gpulife.games.core.game import TICKS_PER_SECOND

_MINUTE, _HOUR = 60, 3600


def play_time(ticks: int, longest: int = 0) -> str:
    """Return a time such as "1:23", with hours where it or the longest one, in ticks, has some: "0:01:23"."""
    seconds = ticks // TICKS_PER_SECOND
    if max(ticks, longest) // TICKS_PER_SECOND < _HOUR:
        return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"
    return f"{seconds // _HOUR}:{seconds % _HOUR // _MINUTE:02}:{seconds % _MINUTE:02}"
