"""The sounds: the effects that games play by name, and the fanfare of the title."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpulife.audio._tones import RATE, Stereo, Wave, faded, frames, glide, joined, mixed, noise, note, plucked, pulse

# The effects: their waves, their positions between left and right, and their gains. Each effect is a small function of
# a value (0 to 1) given by the game. The gains are low, since many effects may sound at once.

SIDES = (-0.55, 0.55)
"""Stereo position of each player's sounds, from left (-1) to right (1)."""
_BASE_PITCHES = (note("G3"), note("G4"))
"""For each player, the pitch in hertz of the sound for planting the cheapest shape. Player 2's is an octave higher."""
_VALUE_STEPS = 24
"""An effect's value, 0 to 1, is rounded to a multiple of 1 / ``_VALUE_STEPS``.

Waves are made and cached for these values only.
"""


@dataclass(frozen=True, slots=True)
class Effect:
    """A sound effect.

    Attributes:
        make: makes the wave for a value (0 to 1) and a player (-1 for nobody).
        gain: loudness, 0 to 1.
        min_interval: seconds that must pass before the effect can be played again; earlier requests are dropped.
    """

    make: Callable[[float, int], Wave]
    gain: float
    min_interval: float = 0.03


def effect(name: str) -> Effect:
    """Return the effect called ``name``; a quiet blip if there is none, since a sound must never cause an error."""
    return EFFECTS.get(name, _UNKNOWN)


def wave(name: str, value: float, player: int) -> Wave:
    """Return the wave of the effect ``name`` for a value (0 to 1) and a player (-1 for nobody)."""
    return _made(name, rounded(value), player if player in (0, 1) else -1)


@cache
def _made(name: str, value: float, player: int) -> Wave:
    return effect(name).make(value, player)


def rounded(value: float) -> float:
    """Round ``value`` to the nearest value for which effects are made; infinity and NaN become 0."""
    return round(min(max(value, 0.0), 1.0) * _VALUE_STEPS) / _VALUE_STEPS if np.isfinite(value) else 0.0


def pan(player: int) -> tuple[float, float]:
    """Return the left and right gain of a player's sounds, with the same total power for all players."""
    place = SIDES[player] if 0 <= player < len(SIDES) else 0.0
    angle = (place + 1) * np.pi / 4
    return float(np.cos(angle)), float(np.sin(angle))


def _tones(*names: str, seconds: float = 0.07, duty: float = 0.5, brightness: float = 0.4) -> Wave:
    """Return the sound of the notes called ``names``, such as "C5", one after another, each ``seconds`` long."""
    return joined(
        *(
            plucked(pulse(note(name), frames(seconds), duty=duty, brightness=brightness), decay=seconds, release=0.015)
            for name in names
        )
    )


def _chord(*names: str, seconds: float, decay: float, duty: float = 0.5) -> Wave:
    """Return the sound of the notes called ``names``, such as "C5", all played together."""
    return mixed(
        *(plucked(pulse(note(name), frames(seconds), duty=duty, brightness=0.25), decay=decay) for name in names)
    )


def _fixed(*names: str, seconds: float = 0.07, duty: float = 0.5) -> Callable[[float, int], Wave]:
    return lambda _value, _player: _tones(*names, seconds=seconds, duty=duty)


def _base_pitch(player: int) -> float:
    return _BASE_PITCHES[player] if 0 <= player < len(_BASE_PITCHES) else note("D4")


def _plant(value: float, player: int) -> Wave:
    """Return the plucked note of a planted shape. More expensive shapes (higher ``value``) sound higher and longer."""
    count = frames(0.11 + 0.12 * value)
    first = _base_pitch(player) * 2**value
    bent = glide(first * 0.94, first, first, first, first, count=count)  # slides up to the pitch, as if put down
    return plucked(pulse(bent, count, duty=0.3, brightness=0.45), decay=0.05 + 0.06 * value, release=0.03)


def _erase(_value: float, player: int) -> Wave:
    count, home = frames(0.12), _base_pitch(player)
    return plucked(pulse(glide(home * 1.2, home * 0.6, count=count), count, brightness=0.25), decay=0.06, release=0.03)


def _refused(_value: float, _player: int) -> Wave:
    buzz = faded(pulse(note("F#2"), frames(0.06), duty=0.2, brightness=0.35), 0.004, 0.012)
    return joined(buzz, buzz, gap=0.02)


def _choose(value: float, player: int) -> Wave:
    return plucked(
        pulse(_base_pitch(player) * 2 ** (1 + value / 2), frames(0.05), brightness=0.2), decay=0.02, release=0.01
    )


def _generation(value: float, _player: int) -> Wave:
    """Return the click of a generation. The fuller the board (``value``, 0 to 1), the higher the click."""
    fullness = float(np.sqrt(value))  # most values are low
    pitch = 110.0 * 2 ** (2.8 * fullness)
    click = plucked(
        pulse(pitch, frames(0.05), brightness=0.05 + 0.6 * fullness), attack=0.002, decay=0.014, release=0.015
    )
    return click * np.float32(1.0 - 0.45 * fullness)  # ears are more sensitive to high tones


def _clock(value: float, _player: int) -> Wave:
    """Return a beep of the shot clock. Near the end (``value`` near 1) it is higher and louder, and sounds twice."""
    pip = plucked(
        pulse(620.0 * 2 ** (0.9 * value), frames(0.055), brightness=0.3 + 0.4 * value), decay=0.03, release=0.015
    )
    pip *= np.float32(0.45 + 0.55 * value)
    return joined(pip, pip, gap=0.02) if value > 0.5 else pip


def _wild(_value: float, _player: int) -> Wave:
    count = frames(0.75)
    bent = glide(140.0, 1300.0, 420.0, 210.0, count=count)
    vibrato = bent * (1 + 0.02 * np.sin(2 * np.pi * 9 * np.arange(count) / 48_000))
    swoop = pulse(vibrato, count, duty=0.35, brightness=0.35)
    gust = noise(count, seed=7, softness=12) * np.hanning(count).astype(np.float32)
    return faded(mixed(swoop, gust), 0.02, 0.25)


def _win(_value: float, player: int) -> Wave:
    """Return the notes of a chord, one after the other and then together. For player 2 they are a fourth higher."""
    rising = ("C5", "E5", "G5", "C6") if player != 1 else ("F5", "A5", "C6", "F6")
    chord = _chord(*rising[1:], seconds=0.7, decay=0.25, duty=0.4)
    return joined(_tones(*rising, seconds=0.1), faded(chord, 0.003, 0.1))


def _set(_value: float, player: int) -> Wave:
    """Return the sound for winning a series of rounds: two rising figures and a chord, a fourth higher for player 2."""
    flourish = ("C5", "G4", "C5", "E5", "G5", "E5", "G5", "C6") if player != 1 else (
        "F5", "C5", "F5", "A5", "C6", "A5", "C6", "F6"
    )  # fmt: skip
    chord = _chord(*flourish[-4:], seconds=0.85, decay=0.4, duty=0.4)
    return joined(_tones(*flourish, seconds=0.065), faded(chord, 0.003, 0.15))


def _tie(_value: float, _player: int) -> Wave:
    first, last = _chord("G4", "D5", seconds=0.25, decay=0.125), _chord("D4", "A4", seconds=0.5, decay=0.25)
    return joined(first, faded(last, 0.003, 0.1))


def _digit(value: float, _player: int) -> Wave:
    return plucked(pulse(note("C5") * 2 ** (9 * value / 12), frames(0.07), brightness=0.3), decay=0.03, release=0.015)


def _lost(_value: float, _player: int) -> Wave:
    return faded(_tones("G4", "E4", "C4", "G3", seconds=0.13, brightness=0.25), 0.003, 0.05)


EFFECTS: dict[str, Effect] = {
    "start": Effect(_fixed("C4", "G4", "C5", "E5", seconds=0.065), 0.4),
    "digit": Effect(_digit, 0.35),
    "play": Effect(_fixed("G4", "C5", "G5", seconds=0.08), 0.4),
    "run": Effect(_fixed("E4", "A4", seconds=0.06), 0.3),
    "halt": Effect(_fixed("A4", "E4", seconds=0.06), 0.3),
    "step": Effect(_fixed("A4", seconds=0.045), 0.25),
    "menu": Effect(_fixed("D5", "G5", seconds=0.035, duty=0.3), 0.22),
    "choose": Effect(_choose, 0.25),
    "turn": Effect(_fixed("B4", "E5", "B4", seconds=0.03, duty=0.3), 0.22),
    "plant": Effect(_plant, 0.42, min_interval=0.05),
    "erase": Effect(_erase, 0.35, min_interval=0.05),
    "refused": Effect(_refused, 0.4, min_interval=0.2),
    "generation": Effect(_generation, 0.3, min_interval=1 / 12),
    "clock": Effect(_clock, 0.4, min_interval=0.16),
    "wild": Effect(_wild, 0.5, min_interval=0.4),
    "win": Effect(_win, 0.5, min_interval=0.5),
    "set": Effect(_set, 0.5, min_interval=0.5),
    "tie": Effect(_tie, 0.5, min_interval=0.5),
    "lost": Effect(_lost, 0.45, min_interval=0.5),
}
"""The effects by name. Games use these names. The name "fanfare" stands for music, see :func:`fanfare_parts`."""

_UNKNOWN = Effect(_choose, 0.2, min_interval=0.1)


# The fanfare of the title: an original piece of sixteen bars, in four arrangements, two minutes in all. It has a lead,
# a second voice, broken chords, a bass and, from the second time on, some percussion. Four bars are made at a time, so
# that the title need not wait for two minutes of sound.

EIGHTH = 60 / 132 / 2
"""Duration of an eighth note in seconds."""
_BAR_EIGHTHS = 8
_SECTION_BARS = 4
_TAIL = 2.0
"""Maximum number of seconds for which a note may sound after the end of its section."""

_LEAD = """
A4/2 E5/2 E5/1 D5/1 E5/2 | F5/3 E5/1 D5/2 C5/2      | G5/3 E5/1 C5/2 D5/1 E5/1 | D5/4 B4/2 G4/2
A4/1 C5/1 E5/2 D5/1 C5/1 E5/2 | B4/1 D5/1 G5/2 E5/2 B4/2 | A4/1 C5/1 F5/2 E5/1 D5/1 C5/2 | B4/2 D5/2 G5/4
F5/2 E5/1 D5/1 A4/2 D5/2 | D5/2 B4/1 D5/1 G5/4      | E5/2 D5/1 C5/1 G4/2 C5/2 | B4/2 G#4/2 E5/4
C5/1 F5/1 A5/2 G5/1 F5/1 C5/2 | D5/1 G5/1 B5/2 A5/1 G5/1 D5/2 | C6/3 B5/1 A5/2 E5/2 | A5/4 E5/2 A4/2
"""
_SECOND = """
C4/8 | A3/8 | E4/8 | B3/8
C4/4 E4/4 | G4/4 E4/4 | F4/4 C4/4 | D4/4 B3/4
A4/8 | B4/8 | G4/8 | E4/4 B4/4
A4/4 F4/4 | B4/4 G4/4 | E5/4 C5/4 | C5/4 A4/4
"""
_CHORDS = """
Am F C G
Am Em F G
Dm G C E
F G Am Am
"""
_CHORD_NOTES = {
    "Am": ("A", "C", "E"),
    "C": ("C", "E", "G"),
    "Dm": ("D", "F", "A"),
    "E": ("E", "G#", "B"),
    "Em": ("E", "G", "B"),
    "F": ("F", "A", "C"),
    "G": ("G", "B", "D"),
}
_BASS_OCTAVES = (0, 0, 1, 0, 0, 1, 0, 1)
"""For each eighth note of a bar: how many octaves above the chord's root the bass plays."""


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """An arrangement of the fanfare's sixteen bars. The fanfare plays them four times, each time differently.

    Attributes:
        lead: octaves by which the lead voice is moved up; below 0 if it is moved down.
        duty: duty cycle of the lead's wave.
        second: loudness of the second voice.
        chords: loudness of the broken chords.
        drums: loudness of the percussion.
        echo: loudness of the lead's echo.
    """

    lead: int
    duty: float
    second: float
    chords: float
    drums: float
    echo: float


_ARRANGEMENTS = (
    _Arrangement(lead=0, duty=0.5, second=0.0, chords=0.0, drums=0.0, echo=0.25),
    _Arrangement(lead=0, duty=0.25, second=0.5, chords=0.0, drums=0.5, echo=0.2),
    _Arrangement(lead=-1, duty=0.35, second=0.4, chords=0.6, drums=0.5, echo=0.45),
    _Arrangement(lead=0, duty=0.3, second=0.6, chords=0.5, drums=0.8, echo=0.3),
)
_LAST_CHORD = ("A2", "A3", "E4", "A4", "C#5", "E5", "A5")
_LAST_EIGHTHS = 12
_Bar = list[tuple[int, str, int]]
"""The notes of a bar. Each note is (first eighth, counted from 0 in the bar; name; length in eighths)."""


def fanfare_parts() -> Iterator[Stereo]:
    """Yield the sound of the fanfare from its beginning, four bars at a time."""
    lead, second, chords = _bars(_LEAD), _bars(_SECOND), _CHORDS.split()
    tail = np.zeros((0, 2), np.float32)
    for number, arrangement in enumerate(_ARRANGEMENTS):
        for first in range(0, len(chords), _SECTION_BARS):
            bars = slice(first, first + _SECTION_BARS)
            section = _Section(_SECTION_BARS * _BAR_EIGHTHS)
            section.add_bars(arrangement, lead[bars], second[bars], chords[bars], is_opening=number == first == 0)
            part, tail = section.split_tail(tail)
            yield part
    section = _Section(_LAST_EIGHTHS)
    for place, name in enumerate(_LAST_CHORD):  # from the lowest note up, like a harp
        where = (place / (len(_LAST_CHORD) - 1) - 0.5) * 0.8
        section.add_note(_tone(name, _LAST_EIGHTHS * 0.9, decay=1.0), place * 0.12, 0.17, where)
    part, _ = section.split_tail(tail)
    yield part


class _Section:
    """Some bars of music, into which notes are mixed one by one.

    Args:
        eighths: length of the section in eighth notes. Notes may sound on after the section's end; this sound is its
            tail.
    """

    def __init__(self, eighths: int) -> None:
        self._end = frames(eighths * EIGHTH)
        self._sound = np.zeros((self._end + frames(_TAIL), 2), np.float32)

    def add_note(self, wave: Wave, eighth: float, gain: float, place: float = 0.0) -> None:
        """Add a note at the eighth note ``eighth``; ``place`` is its stereo position, from left (-1) to right (1)."""
        first = round(eighth * EIGHTH * RATE)
        wave = wave[: len(self._sound) - first]
        angle = (place + 1) * np.pi / 4
        for side, share in enumerate((np.cos(angle), np.sin(angle))):
            self._sound[first : first + len(wave), side] += wave * np.float32(gain * share)

    def add_bars(
        self,
        arrangement: _Arrangement,
        lead: list[_Bar],
        second: list[_Bar],
        chords: list[str],
        *,
        is_opening: bool,
    ) -> None:
        """Add bars for all voices. If ``is_opening`` is True, only the lead and long bass notes are added."""
        for bar, (melody, under, chord) in enumerate(zip(lead, second, chords, strict=True)):
            at = bar * _BAR_EIGHTHS
            for start, name, eighths in melody:
                wave = _tone(name, eighths, duty=arrangement.duty, octaves=arrangement.lead, decay=0.35)
                self.add_note(wave, at + start, 0.34, -0.1)
                self.add_note(wave, at + start + 1.5, 0.34 * arrangement.echo, 0.6)
            for start, name, eighths in under if arrangement.second else ():
                self.add_note(
                    _tone(name, eighths, brightness=0.12, decay=0.9), at + start, 0.24 * arrangement.second, 0.25
                )
            root, third, fifth = _CHORD_NOTES[chord]
            # The opening has only the lead over long bass notes.
            steps = (0, 4) if is_opening else range(_BAR_EIGHTHS)
            for step in steps:
                wave = _tone(
                    f"{root}2", _BAR_EIGHTHS / len(steps), brightness=0.22, octaves=_BASS_OCTAVES[step], decay=0.3
                )
                self.add_note(wave, at + step, 0.3)
            for step in range(2 * _BAR_EIGHTHS) if arrangement.chords else ():
                name = (f"{root}4", f"{third}4", f"{fifth}4", f"{third}4")[step % 4]
                wave = _tone(name, 0.5, duty=0.2, brightness=0.3, decay=0.06)
                self.add_note(wave, at + step / 2, 0.13 * arrangement.chords, 0.5 if step % 2 else -0.5)
            for step in range(_BAR_EIGHTHS) if arrangement.drums else ():
                strong = step % 4 == 2
                hiss = plucked(noise(frames(0.09), seed=step + 1, softness=2), decay=0.035 if strong else 0.012)
                self.add_note(hiss, at + step, (0.2 if strong else 0.08) * arrangement.drums, 0.15)

    def split_tail(self, before: Stereo) -> tuple[Stereo, Stereo]:
        """Return (sound, tail) of this section. The tail ``before`` of the previous section is mixed into the sound."""
        self._sound[: len(before)] += before
        return self._sound[: self._end], self._sound[self._end :]


def _tone(
    name: str, eighths: float, *, duty: float = 0.5, brightness: float = 0.4, octaves: int = 0, decay: float = 0.4
) -> Wave:
    count = frames(eighths * EIGHTH * 0.96)  # with a short gap before the next note
    wave = pulse(note(name) * 2.0**octaves, count, duty=duty, brightness=brightness)
    return faded(plucked(wave, attack=0.006, decay=decay, release=0.02), 0.0, min(0.06, 0.3 * count / RATE))


def _bars(text: str) -> list[_Bar]:
    """Read bars of notes from a text. Bars end with ``|`` or a new line; ``E5/2`` is an E5 two eighths long."""
    bars = [[item.split("/") for item in bar.split()] for bar in text.strip().replace("\n", "|").split("|")]
    return [
        [
            (sum(int(length) for _, length in bar[:index]), name, int(eighths))
            for index, (name, eighths) in enumerate(bar)
        ]
        for bar in bars
    ]
