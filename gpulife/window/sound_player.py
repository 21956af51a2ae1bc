"""Plays the sounds of the game, and a click for new generations.

Only ticks of normal play make sounds. Ticks computed while rewinding are silent.
"""

from gpulife.audio.speaker import Audio
from gpulife.settings import Settings
from gpulife.window.play.open_session import OpenSession

_CLICK = "generation"
_ENDS_MUSIC = frozenset({"start", "play"})
"""Names of the sounds at the beginning of a game. They stop the music of the title screen."""
_MAX_COUNTED = 1 << 24
"""Maximum number of cells of a board whose live cells are counted for each click. Larger boards use the last count."""


class SoundPlayer:
    """The program's sound.

    Args:
        audio: plays the sounds; None for silence.
        muted: True to begin with the sound off.

    Attributes:
        audio: plays the sounds; it stays silent if ``audio`` was None.
        muted: True if the sound is off.
    """

    def __init__(self, audio: Audio | None = None, *, muted: bool = False) -> None:
        self.audio = audio or Audio()
        self.muted = muted
        self._play: OpenSession | None = None

    def follow(self, play: OpenSession, settings: Settings, *, asleep: bool) -> None:
        """Play the sounds of the previous frame's ticks, unless ``asleep`` (the window is minimised).

        Call this once per frame.
        """
        self.audio.set_volume(settings.volume)
        self.audio.set_muted(muted=self.muted or asleep)
        if play is not self._play:
            self._play = play
            self.audio.stop_music()
        generations = 0
        for result in play.runner.take_results():
            generations += result.generations
            for sound in result.sounds:
                if sound.name in _ENDS_MUSIC and self.audio.music:
                    self.audio.stop_music()
                if sound.name != _CLICK or settings.generation_ticks:
                    self.audio.play(sound.name, sound.value, sound.player)
        if generations and settings.generation_ticks and play.session.game.window_plays_generations:
            self.audio.play(_CLICK, _density(play))

    @property
    def unmute_message(self) -> str:
        """The message shown when the user turns the sound on. It also says if there is no audio device."""
        output = self.audio.output
        return f"sound on, but there is {output}" if output.startswith("none") else "sound on"


def _density(play: OpenSession) -> float:
    """Return the share of live cells on the board, 0 to 1."""
    rows, columns = play.engine.shape
    if rows * columns <= _MAX_COUNTED:
        alive = sum(play.population)
    else:
        points = play.runner.history.curves().populations
        alive = int(points[:, -1].sum()) if points.size else 0
    return alive / (rows * columns)
