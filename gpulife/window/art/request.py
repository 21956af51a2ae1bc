"""The user's wishes about the display: the programme, and how to show it."""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from gpulife.art.brightness import Brightness, parse_brightness
from gpulife.art.playlist import Programme, ProgrammeError, load_programme, programme_paths
from gpulife.errors import GpulifeError

EVERYTHING = "everything"
"""Name of the programme that has all scenes of all programmes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The user's wishes about the display.

    Attributes:
        programme: programme to show.
        seed: seed of the schedule and of all scenes.
        seeded: whether the user chose the seed.
        wakes: whether keys, pads and clicks open the game chooser.
        idle: seconds without input after which the art comes back.
        titles: whether scenes' names are shown.
        reduced_flashing: whether nothing may change fast; None for the settings' choice.
        brightness: brightness of the picture by the time of the day.
        drill: fault to inject after a while, as given to ``--drill``, or None.
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
    """Return the seed of slideshow ``number``: each monitor has an order of its own."""
    return (request.seed + number) % (1 << 64)


def programme_named(name: str | None, scene: str | None = None) -> Programme:
    """Return the programme called ``name``, by default that of all scenes; with ``scene``, only the scene called so.

    Raises:
        ProgrammeError: the programme or the scene does not exist, or the file has a mistake.
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
    """Return the programme as :func:`programme_named` does, but all programmes if neither argument is given.

    Raises:
        ProgrammeError: the programme or the scene does not exist, or a file has a mistake.
    """
    if name is None and scene is None:
        return [load_programme(each) for each in programme_paths()]
    return [programme_named(name, scene)]


def require_showable(arguments: argparse.Namespace) -> None:
    """Refuse options of ``gpulife art`` with which every start of the display would fail.

    Raises:
        GpulifeError: an option is wrong.
    """
    programme_named(arguments.programme, arguments.scene)
    if arguments.brightness is not None:
        parse_brightness(arguments.brightness)
    if arguments.drill is not None:
        raise ProgrammeError(f"--install cannot go with --drill {arguments.drill}: it is to be seen once")


def readable_programmes() -> tuple[list[Programme], list[GpulifeError]]:
    """Return all programmes that can be read, and the errors of the others."""
    found, problems = [], list[GpulifeError]()
    for name in programme_paths():
        try:
            found.append(load_programme(name))
        except GpulifeError as error:  # the user's unfinished file must not stop the display
            problems.append(error)
    return found, problems


def everything() -> Programme:
    """Return a programme of all scenes of all programmes that can be read.

    Raises:
        ProgrammeError: no programme can be read.
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
