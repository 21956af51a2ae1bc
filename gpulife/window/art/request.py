"""What is asked of the display: the programme, and how it is to be shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from gpulife.art.brightness import Brightness, parse_brightness
from gpulife.art.playlist import Programme, ProgrammeError, load_programme, programme_paths
from gpulife.errors import GpulifeError

EVERYTHING = "everything"
"""Names the programme that has all scenes of all programmes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of the display.

    Attributes:
        programme: to show.
        seed: of the order and all scenes.
        seeded: whether somebody chose that seed.
        wakes: whether keys, pads and clicks open the game chooser.
        idle: seconds without anybody after which the art comes back.
        titles: whether scenes' names are shown.
        reduced_flashing: whether nothing may change fast; None as the settings say.
        brightness: of the picture, by the time of the day.
        drill: what goes wrong on purpose after a while, one of ``art.options.DRILLS``, or None.
    """

    programme: Programme
    seed: int
    seeded: bool = False
    wakes: bool = True
    idle: float = 180.0
    titles: bool = False
    reduced_flashing: bool | None = None
    brightness: Brightness = field(default_factory=Brightness)
    drill: str | None = None


def show_seed(request: Request, number: int) -> int:
    """Return the seed of the show of that number: each monitor has an order of its own."""
    return (request.seed + number) % (1 << 64)


def programme_named(name: str | None, scene: str | None = None) -> Programme:
    """Return the programme of that name or file, or that of all scenes; with ``scene``, only the scene of that name.

    Raises:
        ProgrammeError: there is none, or its file is wrong.
    """
    programme = everything() if name in (None, EVERYTHING) else load_programme(str(name))
    if scene is None:
        return programme
    names = [each.name for each in programme.scenes]
    if scene not in names:
        close = get_close_matches(scene, names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, close))}?" if close else f"there are {', '.join(names)}"
        raise ProgrammeError(f"programme {programme.name} has no scene {scene[:60]!r}: {hint}")
    chosen = programme.scenes[names.index(scene)]
    only = replace(chosen, hours=type(chosen.hours)())
    return replace(programme, name=f"{programme.name}: {scene}", scenes=(only,))


def programmes_of(name: str | None, scene: str | None) -> list[Programme]:
    """Return the programme as :func:`programme_named` does, but all programmes where neither is given.

    Raises:
        ProgrammeError: there is none, or a file is wrong.
    """
    if name is None and scene is None:
        return [load_programme(each) for each in programme_paths()]
    return [programme_named(name, scene)]


def require_showable(arguments: argparse.Namespace) -> None:
    """Refuse options of ``gpulife art`` with which no display could begin: it would be started again and again.

    Raises:
        GpulifeError: one line that says what is wrong.
    """
    programme_named(arguments.programme, arguments.scene)
    if arguments.brightness is not None:
        parse_brightness(arguments.brightness)
    if arguments.drill is not None:
        raise ProgrammeError(f"--install cannot go with --drill {arguments.drill}: it is to be seen once")


def readable_programmes() -> tuple[list[Programme], list[GpulifeError]]:
    """Return all programmes that can be read, and what is wrong with the others."""
    found, problems = [], list[GpulifeError]()
    for name in programme_paths():
        try:
            found.append(load_programme(name))
        except GpulifeError as error:  # one's own half-finished file must not darken the wall
            problems.append(error)
    return found, problems


def everything() -> Programme:
    """Return a programme of all scenes of all programmes that can be read.

    Raises:
        ProgrammeError: none can.
    """
    found, problems = readable_programmes()
    if not found:
        raise ProgrammeError(str(problems[-1]) if problems else "there is no programme")
    return all_of(found)


def all_of(programmes: Iterable[Programme]) -> Programme:
    """Return a programme of all scenes of these programmes, each under another name."""
    scenes, names = [], set[str]()
    for programme in programmes:
        for scene in programme.scenes:
            title = scene.name if scene.name not in names else f"{programme.title}: {scene.name}"
            names.add(title)
            scenes.append(replace(scene, name=title))
    return Programme(EVERYTHING, "Everything", "all scenes of all programmes", tuple(scenes))
