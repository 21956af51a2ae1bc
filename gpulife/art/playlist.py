"""Finds the programmes (lists of scenes), both shipped ones and the user's, and chooses the scene to show next."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from gpulife.art.scene import Hours, Programme, ProgrammeError
from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import quoted
from gpulife.resources import resource_folder, user_path
from gpulife.storage.folders import data_folder

# Programmes, found by name.

EVERYTHING = "everything"
"""Name of the programme with the scenes of all programmes."""


def programme_paths() -> dict[str, Path]:
    """Return the paths of all programmes' files, keyed by the programme's name, in alphabetical order.

    A file of the user replaces a shipped file of the same name.

    Raises:
        OutputError: the data folder cannot be created.
    """
    folders = resource_folder("presets") / "art", data_folder() / "art"
    found = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return dict(sorted(found.items()))


def still_paths() -> dict[str, Path]:
    """Return the paths of all programmes' still pictures, keyed by the programme's name.

    The picture of the programme with all scenes has the key EVERYTHING.
    """
    strip = resource_folder("presets") / "art" / f"{EVERYTHING}.jpg"
    return {**{name: path.with_suffix(".jpg") for name, path in programme_paths().items()}, EVERYTHING: strip}


@cache
def still_of_look(name: str) -> Path | None:
    """Return the path of a still picture in the look ``name``: that of a shipped programme. None if there is none."""
    for path in sorted((resource_folder("presets") / "art").glob("*.toml")):
        if any(scene.effects.picture == name for scene in load_programme(str(path)).scenes):
            return path.with_suffix(".jpg")
    return None


def readable_programmes() -> tuple[dict[str, Programme], dict[str, GpulifeError]]:
    """Return (programmes, errors): all programmes that can be read, and the errors in other programmes' files.

    Both mappings are keyed by the programme's name.
    """
    found, problems = dict[str, Programme](), dict[str, GpulifeError]()
    for name, path in programme_paths().items():
        try:
            found[name] = load_programme(str(path))
        except GpulifeError as error:  # an unfinished file of the user must not stop the display
            problems[name] = error
    return found, problems


def list_programmes() -> dict[str, str]:
    """Return a line about each programme, keyed by its name: title and description, or the error in its file."""
    found, problems = readable_programmes()
    lines = {name: f"{programme.title}: {programme.description}" for name, programme in found.items()}
    return dict(sorted((lines | {name: f"cannot be shown: {error}" for name, error in problems.items()}).items()))


def load_programme(name: str) -> Programme:
    """Read a programme; ``name`` is a programme's name, or the path of a file that ends in ``.toml``.

    Raises:
        ProgrammeError: the programme does not exist, or its file has an error.
    """
    from gpulife.art._playlist_toml import read_programme

    if name.lower().endswith(".toml"):
        return read_programme(user_path(name))
    paths = programme_paths()
    if name in paths:
        return read_programme(paths[name])
    close = get_close_matches(name.lower(), paths, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else f"use one of {', '.join(paths)}"
    raise ProgrammeError(f"no programme {quoted(name)}: {hint}")


def programme_named(name: str | None, scene: str | None = None) -> Programme:
    """Return a programme; if ``scene`` is given, with only the scene of that name.

    ``name`` is a name or a path as in :func:`load_programme`; None means the programme with all scenes.

    Raises:
        ProgrammeError: the programme or the scene does not exist, or the file has an error.
    """
    programme = everything() if name in (None, EVERYTHING) else load_programme(str(name))
    if scene is None:
        return programme
    names = [known.name for known in programme.scenes]
    if scene not in names:
        close = get_close_matches(scene, names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, close))}?" if close else f"use one of {', '.join(names)}"
        raise ProgrammeError(f"programme {programme.name} has no scene {scene[:60]!r}: {hint}")
    only = replace(programme.scenes[names.index(scene)], hours=Hours())
    return replace(programme, name=f"{programme.name}: {scene}", scenes=(only,))


def programmes_of(name: str | None, scene: str | None) -> list[Programme]:
    """Return all programmes if both arguments are None, else only the one that :func:`programme_named` returns.

    Raises:
        ProgrammeError: the programme or the scene does not exist, or a file has an error.
    """
    if name is None and scene is None:
        return [load_programme(known) for known in programme_paths()]
    return [programme_named(name, scene)]


def everything() -> Programme:
    """Return a programme with the scenes of all readable programmes.

    Raises:
        ProgrammeError: no programme can be read.
    """
    found, problems = readable_programmes()
    if not found:
        raise ProgrammeError(str(next(reversed(problems.values()), "there are no programmes")))
    return merge_programmes(found.values())


def merge_programmes(programmes: Iterable[Programme]) -> Programme:
    """Return a programme with the scenes of all ``programmes``.

    If a scene has the same name as an earlier one, its name is prefixed with the title of its programme.
    """
    scenes, names = [], set[str]()
    for programme in programmes:
        for scene in programme.scenes:
            title = scene.name if scene.name not in names else f"{programme.title}: {scene.name}"
            names.add(title)
            scenes.append(replace(scene, name=title))
    return Programme(EVERYTHING, "Everything", "all scenes of all programmes", tuple(scenes))


# The order: shuffled by weight, no scene twice in a row, each at its time of day. A round contains each scene as often
# as its weight, in an order that depends on the seed and the round's number. So the state is only a few numbers, and
# the same seed, clock and state give the same scenes.

_SEED_BITS = (1 << 64) - 1
_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_Place = Annotated[int, Meta(ge=-1, le=1 << 62)]


@dataclass(frozen=True, slots=True)
class ScheduleState:
    """How far a display has come in its endless sequence of scenes. The sequence is computed one round at a time.

    Attributes:
        seed: seed of the order of scenes, and of the random choices in all scenes.
        round: number of the round, from 0.
        place: number of scenes of this round that have been shown or skipped.
        last: index in the programme of the scene shown most recently, -1 for none.
        before: index in the programme of the scene that ended the previous round, -1 for none. This round must not
            begin with that scene.
    """

    seed: Annotated[int, Meta(ge=0)]
    round: _Number = 0
    place: _Number = 0
    last: _Place = -1
    before: _Place = -1
    shown: _Number = 0


@dataclass(frozen=True, slots=True)
class Cue:
    """A scene to show next.

    Attributes:
        scene: index of the scene in the programme.
        number: how many scenes have been shown before this one.
        seed: seed of all random choices in the scene.
    """

    scene: int
    number: int
    seed: int


def next_cue(
    programme: Programme, state: ScheduleState, minute: int, seen: Collection[int] = ()
) -> tuple[Cue, ScheduleState]:
    """Return the next scene to show, and the state after it.

    Args:
        programme: programme to show.
        state: state before the scene.
        minute: minute of the day, 0 to 1439.
        seen: indices of scenes to leave out as long as there are others.

    Raises:
        ProgrammeError: the programme has no scene that may begin at that minute.
    """
    allowed = [scene.hours.has(minute) for scene in programme.scenes]
    if not any(allowed):
        raise ProgrammeError(f"programme {programme.name} has no scene for the time {minute // 60:02}:{minute % 60:02}")
    if any(unseen := [is_allowed and index not in seen for index, is_allowed in enumerate(allowed)]):
        allowed = unseen
    another = any(is_allowed for index, is_allowed in enumerate(allowed) if index != state.last)
    number, place, before = state.round, state.place, state.before
    while True:
        order = round_order([scene.weight for scene in programme.scenes], state.seed, number, before)
        for at in range(place, len(order)):
            index = order[at]
            if allowed[index] and not (index == state.last and another):
                after = ScheduleState(state.seed, number, at + 1, index, before, state.shown + 1)
                rng = np.random.default_rng((state.seed & _SEED_BITS, 2, state.shown))
                return Cue(index, state.shown, int(rng.integers(1 << 63))), after
        number, place, before = number + 1, 0, state.last


def round_order(weights: Sequence[int], seed: int, number: int, before: int = -1) -> tuple[int, ...]:
    """Return the indices of a round's scenes in random order.

    Each scene appears as often as its weight says. If possible, no scene appears twice in a row.

    Args:
        weights: weights of the scenes.
        seed: seed of the schedule.
        number: number of the round, from 0.
        before: index of the scene shown before the round, -1 for none. The round does not begin with it if possible.
    """
    rng = np.random.default_rng((seed & _SEED_BITS, 1, number))
    left = np.array(weights, np.int64)
    order: list[int] = []
    while total := int(left.sum()):
        chances = left.astype(float)
        last = order[-1] if order else before
        if 0 <= last < len(left):  # false if the scene has been removed from the programme since it was shown
            chances[last] = 0
        commonest = int(left.argmax())
        if not chances.any() or (left[commonest] * 2 > total and commonest != last):
            index = commonest  # shown any later, this scene would have to be shown twice in a row
        else:
            index = int(rng.choice(len(left), p=chances / chances.sum()))
        left[index] -= 1
        order.append(index)
    return tuple(order)


def local_time() -> datetime:
    """Return the current local time without a time zone."""
    return datetime.now().astimezone().replace(tzinfo=None)
