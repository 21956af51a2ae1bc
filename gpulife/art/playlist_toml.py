"""Reads a programme from a TOML file, strictly: every mistake is one line that names the file and the key.

Rules, patterns, pictures and texts of all scenes are tried on boards of the scenes' sizes while the file is read, so
that nothing can fail later during the show.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpulife.art.playlist import Programme, ProgrammeError
from gpulife.art.playlist_schema import (
    EDGES,
    CameraForm,
    GameForm,
    InterventionForm,
    ProgrammeForm,
    SceneForm,
    ShownForm,
)
from gpulife.art.scene import (
    KINDS,
    MINUTES_PER_DAY,
    CameraMode,
    CameraPlan,
    Hours,
    InterventionPlan,
    Scene,
    Start,
)
from gpulife.art.start_schema import read_start
from gpulife.games.core.wild import possible_interventions
from gpulife.rules import Edges, Rule, parse_rule
from gpulife.storage.bounded_reading import TOML_BYTES, convert, parse_toml, read_file
from gpulife.storage.schema_errors import should_be, shown

_MIN_SIDE = 16
_MAX_SCENES = 200
_GAME_SHAPE = (88, 160)
"""(rows, columns) of the board of scenes with a game."""
_FEW_SPECIES = 4
"""Greatest number of species of which all must survive where the file does not say otherwise."""


def read_programme(path: Path) -> Programme:
    """Read the programme in a file.

    Raises:
        ProgrammeError: the file cannot be read, is no TOML, or has a mistake.
    """
    data = read_file(path, TOML_BYTES, "a programme", ProgrammeError)
    return programme_of(parse_toml(data, str(path), ProgrammeError), path)


def programme_of(values: Mapping[str, Any], path: Path) -> Programme:
    """Return the programme that the values of a file describe.

    Args:
        values: values as ``tomllib`` reads them.
        path: path of the file, for its name, for messages and to find the files that it names.

    Raises:
        ProgrammeError: a value is wrong.
    """
    form = convert(values, ProgrammeForm, str(path), ProgrammeError)
    if not 1 <= len(form.scene) <= _MAX_SCENES:
        raise ProgrammeError(
            f"{path}: scene: there are {len(form.scene)}, there should be 1 to {_MAX_SCENES} [[scene]]"
        )
    made: list[Scene] = []
    for number, values_of_scene in enumerate(form.scene, 1):
        scene = _scene(values_of_scene, path, number)
        if any(other.name == scene.name for other in made):
            raise ProgrammeError(f"{path}: scene {number}: name = {shown(scene.name)} is that of another scene")
        made.append(scene)
    programme = Programme(path.stem, form.title, form.description, tuple(made))
    if gap := programme.without_scene():
        raise ProgrammeError(
            f"{path}: from, to: no scene may begin between {_clock(gap[0])} and {_clock(gap[1])}: "
            "let one do so, or leave both keys out of one scene"
        )
    return programme


def _scene(values: dict[str, Any], path: Path, number: int) -> Scene:
    place = f"{path}: scene {number}"
    if isinstance(name := values.get("name"), str) and name.strip():
        place += f" {shown(name)}"
    if "game" in values:
        return _game_scene(convert(values, GameForm, place, ProgrammeError), place, values)
    form = convert(values, SceneForm, place, ProgrammeError)
    if min(form.size) < _MIN_SIDE:
        raise ProgrammeError(should_be(f"{place}: size", values["size"], f"at least {_MIN_SIDE}x{_MIN_SIDE}"))
    if form.hold >= form.duration:
        right = f"less than the scene's duration of {form.duration:g} s"
        raise ProgrammeError(should_be(f"{place}: hold", values["hold"], right))
    rule = _rule(form, place)
    return Scene(
        name=form.name,
        duration=form.duration,
        weight=form.weight,
        hours=_hours(form, place, values),
        rule=rule,
        shape=form.size,
        start=read_start(form.start, place, rule, form.size, path.parent),
        hold=form.hold,
        speed=form.speed,
        palette=form.palette,
        effects=form.effects,
        camera=_camera(form.camera, place),
        interventions=_interventions(form.interventions, place, rule),
    )


def _game_scene(form: GameForm, place: str, values: dict[str, Any]) -> Scene:
    """Return a scene in which computers play a game."""
    return Scene(
        name=form.name,
        duration=form.duration,
        weight=form.weight,
        hours=_hours(form, place, values),
        rule=parse_rule("Immigration").on_board(_GAME_SHAPE, Edges.TORUS),
        shape=_GAME_SHAPE,
        start=Start(),
        palette=form.palette,
        effects=form.effects,
        interventions=InterventionPlan(kinds=()),
        game=form.game,
    )


def _rule(form: SceneForm, place: str) -> Rule:
    rule: Rule = form.rule
    if rule.size is not None:
        right = "a rule without a board: size and edges are keys of their own"
        raise ProgrammeError(should_be(f"{place}: rule", str(rule), right))
    own = "torus" if rule.edges is Edges.TORUS else "plane"
    return rule.on_board(form.size, EDGES[form.edges or own])


def _hours(form: ShownForm, place: str, values: dict[str, Any]) -> Hours:
    begin, end = form.from_, form.to
    if begin is None and end is None:
        return Hours()
    if begin is None or end is None:
        raise ProgrammeError(f"{place}: {'to' if end is None else 'from'} is missing")
    if begin in (end, MINUTES_PER_DAY):
        right = 'before "24:00" and another time than "to"; leave both out for the whole day'
        raise ProgrammeError(should_be(f"{place}: from", values["from"], right))
    return Hours(begin, end)


def _camera(form: CameraForm, place: str) -> CameraPlan:
    points = form.waypoints
    mode = CameraMode(form.mode or (CameraMode.WAYPOINTS if points else CameraMode.WHOLE))
    if (mode is CameraMode.WAYPOINTS) != bool(points):
        right = "'waypoints', since there are some" if points else "another mode, or have waypoints"
        raise ProgrammeError(should_be(f"{place}: camera.mode", str(mode), right))
    return CameraPlan(mode, points)


def _interventions(form: InterventionForm, place: str, rule: Rule) -> InterventionPlan:
    impossible = set(KINDS) - set(possible_interventions(rule))
    kinds = tuple(kind for kind in KINDS if kind not in impossible) if form.kinds is None else form.kinds
    if wrong := next((kind for kind in kinds if kind in impossible), None):
        right = f"without {wrong!r}, which rule {rule.law} has no use for"
        raise ProgrammeError(should_be(f"{place}: interventions.kinds", list(kinds), right))
    own = rule.players
    all_live = 1 < own <= _FEW_SPECIES and not rule.family.states
    living = form.living if form.living is not None else own if all_live else 0
    if not 0 <= living <= own:
        raise ProgrammeError(should_be(f"{place}: interventions.living", living, f"a whole number from 0 to {own}"))
    return InterventionPlan(kinds, form.cooldown, form.threshold, form.patience, living, form.least_share)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
