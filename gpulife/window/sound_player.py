"""What of a session is heard: carries the sounds that games order, and ticks, to the loudspeaker, frame by frame.

Only time that passes is heard. Going through time computes ticks, too, but nobody hears those.
"""

from __future__ import annotations

from gpulife.audio.speaker import Audio
from gpulife.settings.user_settings import Settings
from gpulife.window.play.play_view import PlayView

_TICK = "generation"
_TICKED_HERE = frozenset({"study"})
"""Games that order no ticks, since they do not count their boards."""
_ENDS_MUSIC = frozenset({"start", "play"})
"""Sounds with which something else than the title begins."""
_MAX_COUNTED = 1 << 24
"""Cells of a board that is counted for a tick; for larger ones the last point of the curves must do."""


class Sounding:
    """The program's sound.

    Args:
        audio: what plays; None for nothing.
        muted: whether to begin silently.

    Attributes:
        audio: what plays.
        muted: whether nothing is heard now.
    """

    def __init__(self, audio: Audio | None = None, *, muted: bool = False) -> None:
        self.audio = audio or Audio()
        self.muted = muted
        self._playing: PlayView | None = None

    def follow(self, playing: PlayView, settings: Settings, *, asleep: bool) -> None:
        """Play what the last frame's ticks ordered, unless the program is ``asleep``; once a frame."""
        self.audio.set_volume(settings.volume)
        self.audio.set_muted(muted=self.muted or asleep)
        if playing is not self._playing:
            self._playing = playing
            if self.audio.music:
                self.audio.stop_music()
        generations = 0
        for result in playing.take_results():
            generations += result.generations
            for sound in result.sounds:
                if sound.name in _ENDS_MUSIC and self.audio.music:
                    self.audio.stop_music()
                if sound.name != _TICK or settings.generation_ticks:
                    self.audio.play(sound.name, sound.value, sound.player)
        if generations and settings.generation_ticks and playing.session.match.game in _TICKED_HERE:
            self.audio.play(_TICK, _fullness(playing))

    @property
    def title(self) -> str:
        """What to say when it is on, truthfully."""
        output = self.audio.output
        return f"sound on, but there is {output}" if output.startswith("none") else "sound on"


def _fullness(playing: PlayView) -> float:
    """Which part of the board lives."""
    rows, columns = playing.engine.shape
    if rows * columns <= _MAX_COUNTED:
        alive = sum(playing.population)
    else:
        points = playing.history.curves().populations
        alive = int(points[:, -1].sum()) if points.size else 0
    return alive / (rows * columns)
