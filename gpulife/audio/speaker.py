"""The sound of the program: plays effects and music by name.

    with Audio.opened() as audio:
        audio.play("plant", 0.25, player=0)

Sound problems raise no errors: without a sound device, everything is silent.
"""

from collections.abc import Callable, Iterator
from threading import Lock, Thread

from gpulife.audio._mixer import Mixer, Stream
from gpulife.audio._sounds import EFFECTS, effect, fanfare_parts, pan, wave
from gpulife.audio._tones import Stereo
from gpulife.audio.device import Device, NoSoundError, Render
from gpulife.closing import Closing

MUSIC: dict[str, Callable[[], Iterator[Stereo]]] = {"fanfare": fanfare_parts}
"""The pieces of music, keyed by name. Each value is a function that yields the sound of the piece in parts."""

_MAX_CLOSE_SECONDS = 1.0  # longest wait for a hanging sound system on closing


OpenDevice = Callable[[Render], Device]


class Audio(Closing):
    """A mixer and the device that plays it. A new Audio has no device and is silent.

    Attributes:
        mixer: the mixer of all sounds.
        music: the name of the music that was started last; empty after it was stopped.
    """

    def __init__(self) -> None:
        self.mixer = Mixer()
        self._volume, self._muted = 1.0, False
        self._stream: Stream | None = None
        self.music = ""
        self._open_output: OpenDevice = Device
        self._opening: Thread | None = None
        self._device: Device | None = None
        self._problem = "no sound device was opened"
        self._closed = False
        self._lock = Lock()

    @classmethod
    def opened(cls, open_output: OpenDevice = Device) -> "Audio":
        """Return an Audio that opens its device in the background, since some sound systems are slow."""
        audio = cls()
        audio.open(open_output)
        return audio

    def open(self, open_output: OpenDevice = Device) -> None:
        """Start opening a device in the background. It replaces a device that failed."""
        self._problem = "the sound device is being opened"
        self._open_output = open_output
        self._opening = Thread(target=self._open, name="sound device", daemon=True)
        self._opening.start()

    @property
    def output(self) -> str:
        """The text to display about the output: the device's name, such as "PulseAudio", or why there is no sound."""
        device = self._device
        if device is None:
            return f"none: {self._problem}"
        if device.problem:
            return f"none: {device.problem}"
        return device.name if device.audible else "none: no sound device was found"

    def play(self, name: str, value: float = 0.0, player: int = -1) -> None:
        """Play a sound if there is a device. An effect that follows the same effect too soon is not played.

        Args:
            name: the name of an effect or of music.
            value: 0 to 1; its meaning depends on the effect.
            player: the player on whose side the sound is heard, 0 or 1; -1 for the middle.
        """
        if name in MUSIC:
            self.start_music(name)
            return
        sound, device = effect(name), self._device
        works = device is not None and not device.problem
        if works and not self._muted and self.mixer.may_play(name, sound.min_interval):
            left, right = pan(player)
            self.mixer.play(wave(name, value, player), sound.gain * left, sound.gain * right)

    def start_music(self, name: str) -> None:
        """Play music from its beginning, replacing other music.

        Raises:
            KeyError: there is no music of that name.
        """
        self._drop_stream()
        self.music = name
        if self._opening is not None:  # music may be started before the device is open
            self._stream = Stream(MUSIC[name]())
            self.mixer.start_music(self._stream)

    def stop_music(self) -> None:
        """Fade the music out."""
        self.music = ""
        self.mixer.stop_music()
        self._drop_stream()

    def set_volume(self, volume: float) -> None:
        """Set the volume of all sound, 0 to 1."""
        self._volume = volume
        self._set_gain()

    def set_muted(self, *, muted: bool) -> None:
        """Mute or unmute all sound. Unmuting reopens a device that failed."""
        if self._muted and not muted and self._device is not None and self._device.problem:
            failed, self._device = self._device, None
            failed.close()
            self.open(self._open_output)
        self._muted = muted
        self._set_gain()

    def close(self) -> None:
        """Stop all sound immediately; this object cannot play any more."""
        with self._lock:
            self._closed = True
            device, self._device = self._device, None
        self._problem = "it was closed"
        if self._opening is not None:
            self._opening.join(_MAX_CLOSE_SECONDS)  # if it takes longer, _open closes the device
        if device is not None:
            device.close()
        self._drop_stream()

    def _set_gain(self) -> None:
        # Square the volume, since loudness is perceived in ratios: the slider's middle sounds about half as loud.
        self.mixer.set_gain(0.0 if self._muted else self._volume**2)

    def _drop_stream(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _open(self) -> None:
        """Make the effects and open the device. This runs in a thread."""
        for name in EFFECTS:  # in advance, so that no frame of the window waits for one
            wave(name, 0.0, -1)
        try:
            device = self._open_output(self.mixer.render)
        except NoSoundError as error:
            self._problem = str(error)
            return
        with self._lock:
            if not self._closed:
                self._device = device
                return
        device.close()
