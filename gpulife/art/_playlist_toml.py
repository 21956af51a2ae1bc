"""Reads a programme (a list of scenes) from a TOML file. Each error message is one line with the file and the key.

Reading also loads all rules, patterns and pictures and draws all texts, so that none of them fails during the show.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from pathlib import Path
from typing import Annotated, Any

from gpulife.art.scene import (
    INTERVENTION_KINDS,
    MINUTES_PER_DAY,
    CameraMode,
    CameraPlan,
    Figure,
    FreshLifePlan,
    FreshPlace,
    Hours,
    InterventionPlan,
    Mirror,
    Programme,
    ProgrammeError,
    Scene,
    SceneBase,
    Start,
    UniverseScene,
    tables,
    text_line,
)
from gpulife.art.scene_setup import (
    MAX_MIRRORED,
    cells_of_figure,
    cells_of_image,
    draw_text,
    fill_placeholders,
    require_placeholders,
)
from gpulife.errors import GpulifeError, PatternError
from gpulife.games.core.wild import possible_interventions
from gpulife.games.registry import DEFAULT_GAME, GAMES
from gpulife.patterns.board_sizes import parse_size
from gpulife.rules import Cells, Edges, Rule, parse_rule
from gpulife.storage.bounded_reading import TOML_BYTES, convert, parse_toml, read_file
from gpulife.storage.schema import KEY, choice, described, quoted_value, should_be

SHOWN_GAMES = sorted((name for name, spec in GAMES.items() if spec.demo), key=lambda name: name != DEFAULT_GAME)
"""Names of the games that have a demo with computer players, the default game first."""
EDGES = {"torus": Edges.TORUS, "plane": Edges.DEAD}
MAX_WEIGHT = 1_000_000
"""Maximum weight of a species in a soup."""
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::00)?", re.ASCII)


def _minute(value: Any) -> int:
    """Convert a time of day (a text such as "22:30", or a TOML time) to minutes since midnight."""
    if isinstance(value, time) and not value.second and not value.microsecond:
        return value.hour * 60 + value.minute
    if isinstance(value, str) and (match := _TIME.fullmatch(value.strip())):
        hours, minutes = int(match[1]), int(match[2])
        if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0):
            return hours * 60 + minutes
    raise ValueError


_MINUTE = described('a time of day from "00:00" to "24:00", such as "22:30"', _minute, of=Any)


@dataclass(frozen=True, kw_only=True)
class HoursForm:
    """The keys ``from`` and ``to`` of a scene in a file: the scene may begin only between these times of day."""

    from_: Annotated[int, _MINUTE] | None = field(default=None, metadata={KEY: "from"})
    to: Annotated[int, _MINUTE] | None = None


@dataclass(frozen=True, kw_only=True)
class GameSceneForm(SceneBase, HoursForm):
    """The keys of a scene in which computer players play a game."""

    game: Annotated[str, choice(SHOWN_GAMES)]


@dataclass(frozen=True, kw_only=True)
class UniverseSceneForm(UniverseScene, HoursForm):
    """The keys of a scene without a game. A scene with the key ``game`` is a :class:`GameSceneForm` instead."""

    rule: Annotated[Rule, described('a rule, such as "Immigration" (see gpulife list rules)', parse_rule, of=str)]
    size: Annotated[tuple[int, int], described('a size, such as "160x96"', parse_size, of=str)]
    edges: Annotated[str, choice(EDGES)] | None = None


@dataclass(frozen=True, kw_only=True)
class ProgrammeForm:
    """The keys of a programme file. The scenes are tables that have not been checked yet."""

    title: Annotated[str, text_line(60)]
    description: Annotated[str, text_line(200)]
    scene: Annotated[tuple[dict[str, Any], ...], tables("[[scene]]")] = ()


_MIN_SIDE = 16
_MAX_SCENES = 200
_GAME_SHAPE = (88, 160)
"""(rows, columns) of the board of a scene with a game."""
_FEW_SPECIES = 4
"""By default, all species of a scene must survive if there are 2 to this many of them."""
_EXAMPLE_TIME = datetime(2028, 9, 27, 20, 48)  # noqa: DTZ001 - a date with many wide letters


def read_programme(path: Path) -> Programme:
    """Read a programme from a file.

    Raises:
        ProgrammeError: the file cannot be read, is not TOML, or has an error.
    """
    data = read_file(path, TOML_BYTES, "a programme", ProgrammeError)
    return programme_of(parse_toml(data, str(path), ProgrammeError), path)


def programme_of(values: Mapping[str, Any], path: Path) -> Programme:
    """Build a programme from the values in its file.

    Args:
        values: values as ``tomllib`` reads them.
        path: path of the file. It gives the programme's name, and the folder for patterns and pictures.

    Raises:
        ProgrammeError: a value is wrong.
    """
    form = convert(values, ProgrammeForm, str(path), ProgrammeError)
    if not 1 <= len(form.scene) <= _MAX_SCENES:
        raise ProgrammeError(
            f"{path}: there are {len(form.scene)} [[scene]] tables; there should be 1 to {_MAX_SCENES}"
        )
    scenes: list[Scene] = []
    for number, values_of_scene in enumerate(form.scene, 1):
        scene = _scene(values_of_scene, path, number)
        if any(other.name == scene.name for other in scenes):
            raise ProgrammeError(f"{path}: scene {number}: name = {quoted_value(scene.name)} is used by another scene")
        scenes.append(scene)
    programme = Programme(path.stem, form.title, form.description, tuple(scenes))
    if gap := programme.first_gap():
        raise ProgrammeError(
            f"{path}: no scene may begin between {_format_minute(gap[0])} and {_format_minute(gap[1])}: "
            "change 'from' and 'to' of a scene, or leave both out"
        )
    return programme


def _scene(values: dict[str, Any], path: Path, number: int) -> Scene:
    place = f"{path}: scene {number}"
    if isinstance(name := values.get("name"), str) and name.strip():
        place += f" {quoted_value(name)}"
    if "game" in values:
        return _game_scene(convert(values, GameSceneForm, place, ProgrammeError), place, values)
    form = convert(values, UniverseSceneForm, place, ProgrammeError)
    _require(min(form.size) >= _MIN_SIDE, f"{place}: size", values["size"], f"at least {_MIN_SIDE}x{_MIN_SIDE}")
    _require(
        form.hold < form.duration,
        f"{place}: hold",
        values.get("hold"),
        f"less than the scene's duration of {form.duration:g} s",
    )
    rule = _rule(form, place)
    _require_start(form.start, place, rule, form.size, path.parent)
    _require_fresh(form.fresh, form.start, place, rule, form.size, path.parent)
    return Scene(
        name=form.name,
        duration=form.duration,
        weight=form.weight,
        hours=_hours(form, place, values),
        rule=rule,
        shape=form.size,
        start=form.start,
        hold=form.hold,
        speed=form.speed,
        opening=form.opening,
        touch=form.touch,
        palette=form.palette,
        effects=form.effects,
        camera=_camera(form.camera, place, values.get("camera", {})),
        interventions=_interventions(form, place, rule, values.get("interventions", {})),
        fresh=form.fresh,
        folder=path.parent,
    )


def _game_scene(form: GameSceneForm, place: str, values: dict[str, Any]) -> Scene:
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


def _rule(form: UniverseSceneForm, place: str) -> Rule:
    rule: Rule = form.rule
    _require(
        rule.size is None, f"{place}: rule", str(rule), "a rule without size and edges; use the keys size and edges"
    )
    return rule.on_board(form.size, EDGES[form.edges] if form.edges else rule.edges)


def _hours(form: HoursForm, place: str, values: dict[str, Any]) -> Hours:
    begin, end = form.from_, form.to
    if begin is None and end is None:
        return Hours()
    if begin is None or end is None:
        raise ProgrammeError(f"{place}: {'to' if end is None else 'from'} is missing")
    _require(
        begin not in (end, MINUTES_PER_DAY),
        f"{place}: from",
        values["from"],
        'before "24:00" and different from "to"; leave both out for the whole day',
    )
    return Hours(begin, end)


def _camera(plan: CameraPlan, place: str, given: Mapping[str, Any]) -> CameraPlan:
    """Check a camera plan and return it. If ``given`` has waypoints but no mode, the mode is "waypoints".

    Args:
        plan: the plan, with defaults for the keys that are not in the file.
        place: the scene, for the beginning of error messages.
        given: the keys and values in the file.
    """
    points = plan.waypoints
    mode = plan.mode if "mode" in given or not points else CameraMode.WAYPOINTS
    _require(
        (mode is CameraMode.WAYPOINTS) == bool(points),
        f"{place}: camera.mode",
        str(mode),
        "'waypoints', since there are waypoints" if points else "another mode, since there are no waypoints",
    )
    return replace(plan, mode=mode)


def _interventions(form: UniverseSceneForm, place: str, rule: Rule, given: Mapping[str, Any]) -> InterventionPlan:
    """Check a scene's intervention plan, and return it with defaults for the keys that are not in the file.

    Args:
        form: the scene.
        place: the scene, for the beginning of error messages.
        rule: the scene's rule.
        given: the keys and values in the file.
    """
    plan = form.interventions
    possible = tuple(kind for kind in INTERVENTION_KINDS if kind in possible_interventions(rule))
    kinds = plan.kinds if "kinds" in given else possible
    wrong = next((kind for kind in kinds if kind not in possible), None)
    _require(
        wrong is None,
        f"{place}: interventions.kinds",
        list(kinds),
        f"without {wrong!r}, which does not work with rule {rule.law}",
    )
    own = rule.players
    # Fresh life brings lost species back, so species may then die out.
    all_live = 1 < own <= _FEW_SPECIES and not rule.family.states and not form.fresh.hold
    living = plan.living if "living" in given else own if all_live else 0
    _require(0 <= living <= own, f"{place}: interventions.living", living, f"a whole number from 0 to {own}")
    return replace(plan, kinds=kinds, living=living)


def _format_minute(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _require_fresh(
    plan: FreshLifePlan, start: Start, place: str, rule: Rule, shape: tuple[int, int], folder: Path
) -> None:
    """Raise ProgrammeError if fresh life does not fit on the board, or needs letters that the scene does not have.

    The message begins with ``place``.
    """
    place = f"{place}: fresh"
    has_letters = bool(start.texts) and 0 < len(set(start.letter_species or ())) < rule.species
    if plan.place is FreshPlace.LETTERS and not has_letters:
        raise ProgrammeError(
            f"{place}.place is 'letters'; this needs start.text, and start.letter_species with at least one species, "
            "but not all"
        )
    _require(plan.size <= min(shape), f"{place}.size", plan.size, f"at most {min(shape)}, the board's shorter side")
    for name in plan.patterns:
        with _prefixed_errors(f"{place}.patterns"):
            _require_fit(Figure(name), cells_of_figure(folder, Figure(name), rule), shape)


def _require_start(start: Start, place: str, rule: Rule, shape: tuple[int, int], folder: Path) -> None:
    """Check that the initial content ``start`` fits the rule and the board. Error messages begin with ``place``."""
    place = f"{place}: start"
    for number, figure in enumerate(start.more_figures, 1):
        _require_species(figure.species, f"{place}.figures {number}.species", rule)
        if (figure.x is None) != (figure.y is None):
            raise ProgrammeError(f"{place}.figures {number}.{'x' if figure.x is None else 'y'} is missing")
    if start.species is not None:
        if start.pattern is None:
            raise ProgrammeError(f"{place}.species needs a pattern, but there is none")
        _require_species(start.species, f"{place}.species", rule)
    _require_shares(list(start.shares), f"{place}.shares", rule)
    _require_consistent(start, place, rule, shape)
    _try_out(start, place, rule, shape, folder)


def _require(holds: bool, where: str, value: object, right: str) -> None:
    """Raise ProgrammeError unless ``holds``; the message names the key (``where``), its value and what is right."""
    if not holds:
        raise ProgrammeError(should_be(where, value, right))


def _require_species(species: int, where: str, rule: Rule) -> None:
    _require(1 <= species <= rule.live_states, where, species, f"a whole number from 1 to {rule.live_states}")


def _require_shares(shares: list[int | float], where: str, rule: Rule) -> None:
    if shares:
        fits = len(shares) == rule.live_states and all(0 <= share <= MAX_WEIGHT for share in shares)
        _require(fits, where, shares, f"a list of {rule.live_states} numbers from 0 to {MAX_WEIGHT:g}")
        _require(any(shares), where, shares, "a list with at least one number above 0")


def _require_consistent(start: Start, place: str, rule: Rule, shape: tuple[int, int]) -> None:
    if not (start.density or start.texts or start.image or start.figures):
        raise ProgrammeError(f"{place} is empty: it should have soup, text, image, pattern or figures")
    letters = [1] if start.letter_species is None else list(start.letter_species)
    fits = bool(letters) and all(1 <= species <= rule.live_states for species in letters)
    _require(
        fits,
        f"{place}.letter_species",
        letters[0] if len(letters) == 1 else letters,
        f"a whole number from 1 to {rule.live_states}, or a list of such numbers",
    )
    mirrored, several = start.mirror is not Mirror.NONE, rule.species > 1
    _require(
        not start.clumps or (start.density > 0 and several),
        f"{place}.clumps",
        start.clumps,
        "0, unless there is a soup of two species or more",
    )
    _require(
        not start.swap or (mirrored and several),
        f"{place}.swap",
        start.swap,
        "false, unless the board is mirrored and has two species or more",
    )
    _require(
        not mirrored or shape[0] * shape[1] <= MAX_MIRRORED,
        f"{place}.mirror",
        str(start.mirror),
        f"'none' on a board of more than {MAX_MIRRORED} cells",
    )


def _try_out(start: Start, place: str, rule: Rule, shape: tuple[int, int], folder: Path) -> None:
    """Raise ProgrammeError if a text, the picture or a pattern of ``start`` cannot be drawn on the board.

    The message begins with ``place``.
    """
    for text in start.texts:
        with _prefixed_errors(f"{place}.text"):
            require_placeholders(text)
            draw_text(fill_placeholders(text, _EXAMPLE_TIME), start.letters, (1,), shape, start.bold)
    if start.image is not None:
        with _prefixed_errors(f"{place}.image"):
            cells_of_image(folder, start.image, rule, shape)
    for number, figure in enumerate(start.figures):
        with _prefixed_errors(f"{place}.{'figures' if number or start.pattern is None else 'pattern'}"):
            _require_fit(figure, cells_of_figure(folder, figure, rule), shape)


@contextmanager
def _prefixed_errors(where: str) -> Iterator[None]:
    try:
        yield
    except GpulifeError as error:
        raise ProgrammeError(f"{where}: {error}") from error


def _require_fit(figure: Figure, cells: Cells, shape: tuple[int, int]) -> None:
    turns = range(2) if figure.turn is None else (figure.turn,)
    for height, width in (cells.shape[:: -1 if turn % 2 else 1] for turn in turns):
        if height > shape[0] or width > shape[1]:
            how = (
                ", however they are turned" if figure.turn is None else ", turned like that" if figure.turn % 2 else ""
            )
            raise PatternError(
                f"{figure.pattern}: {cells.shape[1]}x{cells.shape[0]} cells do not fit on a board of "
                f"{shape[1]}x{shape[0]}{how}"
            )
