"""Mappings, which give a gamepad's buttons and axes their meaning: the user's mapping file and the mapping wizard."""

import sys
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from gpulife.errors import OutputError
from gpulife.input.events import RawPad
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_if_there
from gpulife.storage.locks import locked

# The file of pad mappings, in SDL's format: one line per model, ``GUID,name,a:b0,...,platform:Linux,``.

_MAX_BYTES = 4 << 20
"""Maximum size, in bytes, of the mapping file."""


def platform_name(platform: str = sys.platform) -> str:
    """Return SDL's name of the operating system."""
    return {"win32": "Windows", "darwin": "Mac OS X"}.get(platform, "Linux")


def read_mappings(path: Path) -> str:
    """Return the text of the mapping file; "" if there is no such file.

    Raises:
        OutputError: the file cannot be read.
    """
    data = read_if_there(path, _MAX_BYTES, "pad mappings", OutputError) or b""
    return data.decode("utf-8-sig", "replace")


def save_mapping(path: Path, line: str) -> None:
    """Add a mapping to the mapping file. The mapping replaces older ones for the same gamepad and operating system.

    Raises:
        OutputError: the file cannot be read or written.
    """
    make_folder(path.parent)
    with locked(path):
        lines = read_mappings(path).splitlines()
        first = next((place for place, old in enumerate(lines) if _key(old) == _key(line)), len(lines))
        after = [old for old in lines[first:] if _key(old) != _key(line)]
        with atomic_write(path, "w") as file:
            file.writelines(text + "\n" for text in (*lines[:first], line, *after))


def _key(line: str) -> tuple[str, str] | None:
    """Return a mapping's gamepad (guid) and operating system; None if the line is not a mapping."""
    guid, *fields = line.strip().split(",")
    if guid.startswith("#") or len(fields) < 2:
        return None
    platforms = [field.partition(":")[2] for field in fields if field.startswith("platform:")]
    return guid.lower(), platforms[0] if platforms else ""


# The mapping wizard: it asks for one button or axis after another and makes SDL's mapping line from the answers. It is
# for pads that neither glfw nor the user's file knows. It gets the raw joystick once per frame, and a panel shows its
# prompt. Format: https://github.com/mdqinc/SDL_GameControllerDB

PUSHED = 0.6
"""How far the user must move an axis from rest to answer a question; 1 is the way from the middle to the end."""
_REST_DISTANCE = 0.3  # distance from rest below which an axis counts as released


@dataclass(frozen=True, slots=True)
class Step:
    """A question that the wizard asks the user.

    Attributes:
        target: SDL's name of the button or axis.
        prompt: the text that tells the user what to do.
        axis: True if the answer must be a whole axis, such as that of a stick.
    """

    target: str
    prompt: str
    axis: bool = False


STEPS = (
    Step("a", "Move both sticks and squeeze both triggers once, let go, then press A, the lower button"),
    Step("b", "Press B, the right button"),
    Step("x", "Press X, the left button"),
    Step("y", "Press Y, the upper button"),
    Step("back", "Press Back or Select"),
    Step("start", "Press Start"),
    Step("guide", "Press Guide, the button with the maker's logo"),
    Step("leftshoulder", "Press the left shoulder button"),
    Step("rightshoulder", "Press the right shoulder button"),
    Step("lefttrigger", "Squeeze the left trigger"),
    Step("righttrigger", "Squeeze the right trigger"),
    Step("dpup", "Press the d-pad up"),
    Step("dpdown", "Press the d-pad down"),
    Step("dpleft", "Press the d-pad left"),
    Step("dpright", "Press the d-pad right"),
    Step("leftx", "Push the left stick to the right", axis=True),
    Step("lefty", "Push the left stick down", axis=True),
    Step("rightx", "Push the right stick to the right", axis=True),
    Step("righty", "Push the right stick down", axis=True),
    Step("leftstick", "Press the left stick in"),
    Step("rightstick", "Press the right stick in"),
)


@dataclass(frozen=True, slots=True)
class Wizard:
    """The state of the mapping wizard. Methods do not change the state, but return the next one.

    Attributes:
        pad: the joystick's most recent state.
        answers: for each answered question, SDL's name of the input; "" if the question was skipped.
        rest: positions of the axes when nobody touches them.
        armed: True if the user has let go of all buttons and axes since the previous answer, so that the next press
            counts.
        note: why the most recent press was not accepted as an answer; "" if it was.
        socket: the joystick's socket number.
    """

    pad: RawPad
    answers: tuple[str, ...] = ()
    rest: tuple[float, ...] = ()
    armed: bool = False
    note: str = ""
    socket: int = 0

    @property
    def step(self) -> Step | None:
        """The question asked now; None if all questions have been answered."""
        return STEPS[len(self.answers)] if len(self.answers) < len(STEPS) else None

    @property
    def usable(self) -> bool:
        """True if enough questions have been answered to save a mapping."""
        return any(self.answers)

    def read(self, pad: RawPad) -> "Wizard":
        """Return the state after reading the joystick ``pad``. Call this once per frame."""
        step = self.step
        # Triggers may report 0 until they are first moved. So the axes' rest positions are known only after the first
        # question, which only a button can answer.
        rest = self.rest if self.answers else pad.axes
        now = replace(self, pad=pad, rest=rest)
        if step is None:
            return now
        if not self.armed:
            return replace(now, armed=_is_at_rest(pad, rest))
        answer = (not step.axis and _pressed(pad)) or _axis(pad, rest, whole=step.axis)
        if not answer:
            return now
        if other := self._target_of(answer):
            return replace(now, armed=False, note=f"That is already {other!r}")
        return replace(now, answers=(*self.answers, answer), armed=False, note="")

    def skip(self) -> "Wizard":
        """Return the state at the next question. The user skips a question if the pad has no such button."""
        return self if self.step is None else replace(self, answers=(*self.answers, ""), armed=False, note="")

    def back(self) -> "Wizard":
        """Return the state at the previous question, so that it can be answered again."""
        return replace(self, answers=self.answers[:-1], armed=False, note="")

    def mapping_line(self, platform: str | None = None) -> str:
        """Return the mapping as a line of text, in the format that :func:`save_mapping` and glfw expect."""
        name = " ".join(self.pad.name.replace(",", " ").split()) or "Gamepad"
        pairs = [f"{step.target}:{answer}" for step, answer in zip(STEPS, self.answers, strict=False) if answer]
        return ",".join([self.pad.guid, name, *pairs, f"platform:{platform or platform_name()}", ""])

    def _target_of(self, answer: str) -> str:
        """Return the button or axis that already has this answer or an overlapping one; "" if there is none."""
        same = (
            step.target
            for step, old in zip(STEPS, self.answers, strict=False)
            if old.strip("+-~") == answer.strip("+-~") and old[:1] + answer[:1] not in ("+-", "-+")  # the other half
        )
        return next(same, "")


def _is_at_rest(pad: RawPad, rest: tuple[float, ...]) -> bool:
    at_rest = all(abs(value - still) < _REST_DISTANCE for value, still in zip(pad.axes, rest, strict=False))
    return at_rest and not any(pad.buttons) and not any(pad.hats)


def _pressed(pad: RawPad) -> str:
    buttons = (f"b{number}" for number, pressed in enumerate(pad.buttons) if pressed)
    hats = (f"h{number}.{hat}" for number, hat in enumerate(pad.hats) if hat in (1, 2, 4, 8))  # no diagonals
    return next(chain(buttons, hats), "")


def _axis(pad: RawPad, rest: tuple[float, ...], *, whole: bool) -> str:
    """Return SDL's name of the axis that has moved; "" if none has.

    The name is of half an axis, such as "+a2", if the axis rests in its middle and ``whole`` is False.
    """
    moves = [(number, value - still, still) for number, (value, still) in enumerate(zip(pad.axes, rest, strict=False))]
    number, way, still = max(moves, key=lambda move: abs(move[1]), default=(0, 0.0, 0.0))  # the furthest from its rest
    if not abs(way) >= PUSHED:  # NaN is no move
        return ""
    if whole or abs(still) > PUSHED:
        return f"a{number}" + ("" if way > 0 else "~")
    return ("+" if way > 0 else "-") + f"a{number}"
