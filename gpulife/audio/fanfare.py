"""The fanfare of the title: an original piece of sixteen bars, arranged in four ways, two minutes in all.

It has a lead, a second voice, broken chords, a bass, and from the second time on a little percussion. Four bars are
made at a time, so that the title need not wait for two minutes of sound.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpulife.audio.tones import RATE, Stereo, Wave, faded, frames, noise, note, plucked, pulse

EIGHTH = 60 / 132 / 2
"""Duration of an eighth note in seconds."""
_BAR_EIGHTHS = 8
_SECTION_BARS = 4
_TAIL = 2.0
"""Seconds for which notes may go on sounding after their section."""

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
"""The octave of each eighth of the bass, counted from the chord's root."""


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """The arrangement of the piece for one round.

    Attributes:
        lead: transposition of the lead in octaves.
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
"""Notes: the eighth of the bar that each begins at, its name, and its length in eighths."""


def fanfare_parts() -> Iterator[Stereo]:
    """Yield the fanfare from its beginning, four bars at a time."""
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
    for place, name in enumerate(_LAST_CHORD):  # from the lowest note up, like a chord on a harp
        where = (place / (len(_LAST_CHORD) - 1) - 0.5) * 0.8
        section.add_note(_tone(name, _LAST_EIGHTHS * 0.9, decay=1.0), place * 0.12, 0.17, where)
    part, _ = section.split_tail(tail)
    yield part


class _Section:
    """The sound of some bars, to which notes are added.

    Args:
        eighths: its length in eighths; what sounds after that is its tail.
    """

    def __init__(self, eighths: int) -> None:
        self._end = frames(eighths * EIGHTH)
        self._sound = np.zeros((self._end + frames(_TAIL), 2), np.float32)

    def add_note(self, wave: Wave, eighth: float, gain: float, place: float = 0.0) -> None:
        """Add a note at ``eighth``; ``place`` is between left (-1) and right (1)."""
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
        """Add the given bars of all voices."""
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
            # The opening has only the lead over long notes of the bass.
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
        """Return the section's sound, mixed with the tail of the previous section, and its own tail."""
        self._sound[: len(before)] += before
        return self._sound[: self._end], self._sound[self._end :]


def _tone(
    name: str, eighths: float, *, duty: float = 0.5, brightness: float = 0.4, octaves: int = 0, decay: float = 0.4
) -> Wave:
    count = frames(eighths * EIGHTH * 0.96)  # with a short gap before the next note
    wave = pulse(note(name) * 2.0**octaves, count, duty=duty, brightness=brightness)
    return faded(plucked(wave, attack=0.006, decay=decay, release=0.02), 0.0, min(0.06, 0.3 * count / RATE))


def _bars(text: str) -> list[_Bar]:
    """Read lines of four bars with ``|`` between them; ``E5/2`` is a quarter note."""
    bars = [[item.split("/") for item in bar.split()] for bar in text.strip().replace("\n", "|").split("|")]
    return [
        [
            (sum(int(length) for _, length in bar[:index]), name, int(eighths))
            for index, (name, eighths) in enumerate(bar)
        ]
        for bar in bars
    ]
