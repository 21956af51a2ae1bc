"""Reads a programme out of a TOML file, strictly: every mistake is one line that names the file and the key.

What a scene needs is tried while the file is read: rules, patterns, pictures and texts are looked up, parsed and laid
on a board of the scene's size, so that nothing can go wrong at four in the morning.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpulife.art.game_scene import game_scene
from gpulife.art.programme import Programme, ProgrammeError
from gpulife.art.scene import (
    KINDS,
    MINUTES_A_DAY,
    CameraMode,
    CameraPlan,
    Effects,
    Hours,
    PalettePlan,
    Remedies,
    Scene,
    Waypoint,
)
from gpulife.art.start_table import read_start
from gpulife.art.table import Table
from gpulife.patterns.sizes import brief, parse_size
from gpulife.rules import Edges, Policy, Rule, parse_rule
from gpulife.view.schemes import SCHEMES

_SMALLEST_SIDE = 16
_MOST_SCENES = 200
_MOST_BYTES = 1 << 20
_DAY = 86400.0
_EDGES = {"torus": Edges.TORUS, "plane": Edges.DEAD}
_FEW_SPECIES = 4
"""Of so many or fewer species all are to live, where the file does not say."""


def read_programme(path: Path) -> Programme:
    """The programme in a file.

    Raises:
        ProgrammeError: the file cannot be read, is no TOML, or says something that is wrong.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise ProgrammeError(f"{path}: has more than {_MOST_BYTES >> 20} MiB; that is the most for a programme")
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, OSError):
            raise ProgrammeError(f"{path}: cannot be read: {error.strerror or error}") from error
        raise ProgrammeError(f"{path}: is no TOML: {' '.join(str(error).split())}") from error
    return programme_of(values, path)


def programme_of(values: Mapping[str, Any], path: Path) -> Programme:
    """The programme that a file's values are.

    Args:
        values: as ``tomllib`` reads them.
        path: of the file: for messages, its name, and files that it names.

    Raises:
        ProgrammeError: something is wrong.
    """
    table = Table(values, str(path))
    title = table.text("title", longest=60)
    description = table.text("description")
    scenes = table.tables("scene", "[[scene]]")
    table.finish()
    if not 1 <= len(scenes) <= _MOST_SCENES:
        raise ProgrammeError(f"{path}: scene: there are {len(scenes)}, there should be 1 to {_MOST_SCENES} [[scene]]")
    made: list[Scene] = []
    for number, each in enumerate(scenes, 1):
        scene = _scene(each, path, number)
        if any(other.name == scene.name for other in made):
            raise ProgrammeError(f"{path}: scene {number}: name = {brief(scene.name)} is that of another scene")
        made.append(scene)
    programme = Programme(path.stem, title, description, tuple(made))
    if gap := programme.without_scene():
        raise ProgrammeError(
            f"{path}: from, to: no scene may begin between {_clock(gap[0])} and {_clock(gap[1])}: "
            "let one do so, or leave both keys out of one scene"
        )
    return programme


def _scene(raw: Table, path: Path, number: int) -> Scene:
    table = raw.located(f"{path}: scene {number}", "")
    name = table.text("name", longest=60)
    table = raw.located(f"{path}: scene {number} {brief(name)}", "")
    table.text("name", longest=60)
    if table.has("game"):
        return game_scene(table, name, _hours, _palette, _effects)
    table.know("game")
    shape = table.read("size", parse_size, 'a size, as in "160x96"')
    if min(shape) < _SMALLEST_SIDE:
        raise table.wrong("size", f"at least {_SMALLEST_SIDE}x{_SMALLEST_SIDE}")
    rule = _rule(table, shape)
    speed = table.number("speed", 0.5, 240, 15)
    scene = Scene(
        name=name,
        duration=table.seconds("duration", 5, _DAY),
        weight=table.whole("weight", 1, 100, 1),
        hours=_hours(table),
        rule=rule,
        shape=shape,
        start=read_start(table.table("start"), rule, shape, path.parent),
        hold=table.seconds("hold", 0, 20, 0),
        speed=speed,
        palette=_palette(table.table("palette")),
        effects=_effects(table.table("effects")),
        camera=_camera(table.table("camera")),
        remedies=_remedies(table.table("interventions"), rule),
    )
    table.finish()
    if scene.hold >= scene.duration:
        raise table.wrong("hold", f"less than the scene's duration of {scene.duration:g} s")
    return scene


def _rule(table: Table, shape: tuple[int, int]) -> Rule:
    rule = table.read("rule", parse_rule, 'a rule, as in "Immigration" (see gpulife list rules)')
    if rule.size is not None:
        raise table.wrong("rule", "a rule without a board: size and edges are keys of their own")
    own = "torus" if rule.edges is Edges.TORUS else "plane"
    return rule.on_board(shape, _EDGES[table.choice("edges", _EDGES, own)])


def _hours(table: Table) -> Hours:
    if not table.has("from") and not table.has("to"):
        table.know("from", "to")
        return Hours()
    begin, end = table.minute("from"), table.minute("to")
    if begin in (end, MINUTES_A_DAY):
        raise table.wrong("from", 'before "24:00" and another time than "to"; leave both out for the whole day')
    return Hours(begin, end)


def _palette(table: Table) -> PalettePlan:
    schemes = table.choices("scheme", SCHEMES, PalettePlan().schemes)
    if not schemes:
        raise table.wrong("scheme", "at least one colour scheme")
    plan = PalettePlan(schemes, table.seconds("drift", 10, _DAY, PalettePlan().drift))
    table.finish()
    return plan


def _effects(table: Table) -> Effects:
    usual = Effects()
    effects = Effects(
        age=table.number("age", 0, 1, usual.age),
        trails=table.number("trails", 0, 1, usual.trails),
        bloom=table.number("bloom", 0, 1, usual.bloom),
        brightness=table.number("brightness", 0.1, 2, usual.brightness),
        shapes=table.flag("shapes", default=usual.shapes),
        grid=table.flag("grid", default=usual.grid),
        wave=table.flag("wave", default=usual.wave),
    )
    table.finish()
    return effects


def _camera(table: Table) -> CameraPlan:
    points = []
    for each in table.tables("waypoints", "waypoints = [{x = 0.5, y = 0.5, zoom = 2, seconds = 30}]"):
        points.append(
            Waypoint(
                x=each.number("x", 0, 1),
                y=each.number("y", 0, 1),
                zoom=each.number("zoom", 0.25, 100),
                seconds=each.seconds("seconds", 1, _DAY),
            )
        )
        each.finish()
    usual = CameraMode.WAYPOINTS if points else CameraMode.WHOLE
    mode = CameraMode(table.choice("mode", list(CameraMode), str(usual)))
    if (mode is CameraMode.WAYPOINTS) != bool(points):
        right = "'waypoints', since there are some" if points else "another mode, or have waypoints"
        raise table.wrong("mode", right)
    table.finish()
    return CameraPlan(mode, tuple(points))


def _remedies(table: Table, rule: Rule) -> Remedies:
    usual = Remedies()
    impossible = {"swap"} if rule.species == 1 else {"law"} if rule.policy is Policy.SURVIVOR else set[str]()
    kinds = table.choices("kinds", KINDS, tuple(kind for kind in KINDS if kind not in impossible))
    if wrong := next((kind for kind in kinds if kind in impossible), None):
        raise table.wrong("kinds", f"without {wrong!r}, which rule {rule.law} has no use for")
    own = rule.species - 1 if rule.policy is Policy.NEUTRAL else rule.species
    all_live = 1 < own <= _FEW_SPECIES and rule.policy is not Policy.SURVIVOR
    living = table.whole("living", 0, own, own if all_live else 0)
    remedies = Remedies(
        kinds=kinds,
        cooldown=table.seconds("cooldown", 5, 3600, usual.cooldown),
        threshold=table.number("threshold", 0, 1, usual.threshold),
        patience=table.seconds("patience", 10, 3600, usual.patience),
        living=living,
        least_share=table.number("least_share", 0, 0.5, usual.least_share),
    )
    table.finish()
    return remedies


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
