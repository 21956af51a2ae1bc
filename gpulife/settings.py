"""The settings that the program remembers: a frozen dataclass, and the TOML file that people may edit by hand.

The window reads the file once, and writes it after each change. Only values that differ from the defaults are written.
Comments, the order of entries and unknown keys stay as they are. If several programs run at the same time, each writes
only its own changes. A file that is not valid TOML is renamed, but only when settings have to be written.
"""

import logging
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeVar, get_type_hints

import platformdirs
from msgspec import Meta
from tomlkit import TOMLDocument

from gpulife.errors import GpulifeError
from gpulife.resources import named_path
from gpulife.seats import (
    DEFAULT_SEATS,
    MAX_LETTERS,
    MAX_LOCAL_SEATS,
    PERSON,
    SEAT_FORM,
    level_text,
    parse_colour,
    parse_level,
    parse_seats,
    require_name,
)
from gpulife.storage.bounded_reading import ReadError, convert
from gpulife.storage.schema import KEY, boolean, choice, described, integer, line, number, quoted_value
from gpulife.storage.toml_files import changed_file, read_table, table_of

# Numbers by time of day, as written in settings: ``08:00=1, 20:00=0.5, 23:00=0.15``.

DailySchedule = tuple[tuple[int, float], ...]
"""Values that change during the day: pairs (minutes since midnight, value at that time), sorted by time."""

_POINT = re.compile(r"\s*(\d{1,2}):(\d{2})\s*=\s*(\d+(?:\.\d*)?|\.\d+)\s*", re.ASCII)
_MAX_POINTS = 48


class DailyScheduleError(GpulifeError):
    """A daily schedule is invalid; the message says where, and what is expected."""


def parse_daily_schedule(text: str, minimum: float, maximum: float) -> DailySchedule:
    """Parse a list of times and values, such as "08:00=1, 23:00=0.15".

    A single number holds for the whole day; an empty text gives no values.

    Args:
        text: the entries, separated by commas.
        minimum: smallest number allowed.
        maximum: largest number allowed.

    Raises:
        DailyScheduleError: the text is not a daily schedule.
    """
    if not text.strip():
        return ()
    parts = text.split(",") if "=" in text else [f"00:00={text}"]
    if len(parts) > _MAX_POINTS:
        raise DailyScheduleError(f"there are {len(parts)} times; the limit is {_MAX_POINTS}")
    points: dict[int, float] = {}
    for part in parts:
        minute, value = _point(part, minimum, maximum)
        if minute in points:
            raise DailyScheduleError(f"{part.strip()!r}: there are two numbers for this time")
        points[minute] = value
    return tuple(sorted(points.items()))


def _point(text: str, minimum: float, maximum: float) -> tuple[int, float]:
    match = _POINT.fullmatch(text)
    if match and int(match[1]) <= 23 and int(match[2]) <= 59 and minimum <= float(match[3]) <= maximum:
        return int(match[1]) * 60 + int(match[2]), float(match[3])
    right = f"a time of day and a number from {minimum:g} to {maximum:g}, such as 20:00={(minimum + maximum) / 2:g}"
    raise DailyScheduleError(f"{text.strip()[:40]!r} should be {right}")


# The settings, and their file.

_Value = TypeVar("_Value")

TEXTS = described('a list of texts, such as ["rule", "history"]')


def accepted_by(expected: str, read: Callable[[_Value], _Value]) -> Meta:
    """Return a validator for a setting. A value is wrong if ``read`` raises a GpulifeError for it.

    The error message then says that the value should be ``expected``.
    """

    def accept(value: _Value) -> _Value:
        try:
            return read(value)
        except GpulifeError as error:
            raise ValueError from error

    return described(expected, accept)


def _colour(text: str) -> str:
    parse_colour(text)
    return text


def _brightness(text: str) -> str:
    parse_daily_schedule(text, 0, 1)
    return text


def _bindings(value: dict[str, str | tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({name: (item,) if isinstance(item, str) else item for name, item in value.items()})


SEAT = accepted_by(SEAT_FORM, lambda text: level_text(parse_level(text)))
NAME = accepted_by(f"a name of at most {MAX_LETTERS} characters", require_name)
COLOUR = accepted_by('"#rrggbb", or "" for the colour of the scheme', _colour)
PARTY = accepted_by(
    'up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"', lambda texts: parse_seats(texts).texts
)
PARTY_NAMES = accepted_by(
    f"up to six names of at most {MAX_LETTERS} characters",
    lambda texts: tuple(seat.name for seat in parse_seats(DEFAULT_SEATS, texts).seats),
)
BINDINGS = described(
    'inputs for each control, such as halt = ["key:Space", "pad:rt"]', _bindings, of=dict[str, str | tuple[str, ...]]
)
BRIGHTNESS = accepted_by('numbers from 0 to 1 by time of day, such as "08:00=1, 23:00=0.2"', _brightness)


_LOG = logging.getLogger(__name__)

SETTINGS_VARIABLE = "GPULIFE_SETTINGS"
"""Environment variable with the path of the settings file or of its folder. Default: the user's config folder."""


class SettingsError(GpulifeError):
    """A setting does not exist, or cannot have this value."""


def _setting(section: str, *, default: Any, key: str = "") -> Any:
    """Declare a setting in a section of the file, named ``key``, or else like the field.

    Its type and limits are in the field's annotation.
    """
    # A factory, since dataclasses refuse mappings as defaults; sharing one is safe, because it is immutable.
    return field(default_factory=lambda: default, metadata={"section": section, KEY: key})


@dataclass(frozen=True)
class Settings:
    """The user's settings. The values allowed are in each field's annotation, and in the error message.

    Attributes:
        width: width of the window, in 1/96 inch of the screen.
        height: height of the window, in 1/96 inch of the screen.
        fullscreen: True if the window fills a monitor.
        monitor: name of the monitor to fill; "" for the one that the window is on.
        vsync: True if each frame waits for the monitor's next refresh.
        frame_limit: maximum number of frames a second; 0 for no limit.
        run_minimised: True if the window continues to compute while it is minimised.
        ui_scale: factor on the size of panels and text, in addition to the monitor's scale.
        column_width: width of the column of panels, in 1/96 inch of the screen.
        docked_width: width of the docked window, in 1/96 inch of the screen.
        reduced_flashing: True if nothing on screen may flash or change fast; None if the user has not been asked yet.
        scheme: name of the colour scheme; "" for the scheme that belongs to the rule.
        picture: the look of universes: "cells", or a name from ``gpulife list looks``. A universe begun from a tile
            (entry) of the start screen has the look in ``entry_pictures`` instead.
        entry_pictures: the looks that the user chose for entries of the start screen, each as "entry=look".
        age: how strongly newborn cells glow (see ``view.look.Look``).
        trails: how strongly the trails of dead cells are drawn.
        bloom: how strongly light is drawn around cells; None if the program chooses by the machine's speed.
        wave: True to draw each generation as a wave that passes over the board.
        shapes: True to draw each species in its own shape.
        grid: True to draw lines between large cells; None to draw them in universes, but not in games.
        wrap: True to show a torus repeated beyond its edges.
        brightness: brightness of the picture.
        contrast: how strongly dense and sparse regions differ in brightness on boards seen from far away.
        panels_hidden: True if only the board is shown.
        minimap: True to show a minimap while only part of the board is visible.
        technical_figures: True to show measured speeds and the renderer in the section Program.
        last_mode: name of the last mode played; "" for none yet.
        chosen_options: for each game, the option chosen last, as "game=OPTION", and the other choices on its set-up
            page, as "game.choice=value".
        fewest_turns: the fewest turns in which the user has beaten a computer, as "game.level=turns".
        guided_round_offered: True if the user has been offered the guided round (a first round with explanations).
        tried: names of the suggestions of the strip "Try this" over a universe that have been used or closed.
        wait_for_players: True if the clock of a round starts only when all people have said that they are ready.
        at_rest: what happens when a universe has come to rest: "offer" choices to the user, "renew" it, or "ignore" it.
        attract_seconds: seconds without input until the window shows a match of two computers; 0 for never.
        save_folder: folder for saved boards and replays; "" for a folder in the user's documents.
        picture_folder: folder for pictures; "" for a folder in the user's pictures.
        film_folder: folder for films; "" for a folder in the user's videos.
        recent_files: paths of the files opened or saved last, the newest first.
        pattern_folders: paths of folders whose patterns are listed in the pattern browser.
        film_format: format of films of the window, "mp4" or "gif".
        film_rate: rate of films, in frames a second.
        left_seat: the left seat (see ``seats``).
        left_name: name of the left player; "" for none.
        left_colour: colour of the left player; "" for the colour of the scheme.
        right_seat: the right seat.
        right_name: name of the right player; "" for none.
        right_colour: colour of the right player; "" for the colour of the scheme.
        party_seats: the seats of games for up to six (see ``seats``).
        party_names: names of the players on ``party_seats``; "" for none.
        online_name: the user's name in on-line play; "" if the user has not been asked yet.
        dead_zone: how far a gamepad's stick must be moved before it counts, as a share of its range.
        phones_port: network port for phones that are used as gamepads. If it is in use, gpulife takes another port.
        bindings: the user's own key bindings, in the form that ``input.bindings.build_bindings`` reads.
        autosave_seconds: seconds between two autosaves; 0 for no autosaves.
        rewind_mib: memory for keyframes, which are needed to go back in time, in MiB.
        volume: volume of the sound.
        muted: True if the sound is off.
        generation_ticks: True to play a click for each generation.
        art_brightness: brightness of the art display by time of day (see ``art.display``); "" for always full.
        art_pixel_shift: number of pixels by which the art display slowly moves its picture against burn-in; 0 for none.
        art_idle_minutes: minutes without input in a game after which the art display returns; 0 for never.
        art_resume: True if the art display starts with the scene that it showed when it was stopped.
        art_keep_awake: True if the art display keeps the screen switched on.
    """

    width: Annotated[int, integer(320, 16384)] = _setting("window", default=1280)
    height: Annotated[int, integer(240, 16384)] = _setting("window", default=800)
    fullscreen: Annotated[bool, boolean()] = _setting("window", default=False)
    monitor: Annotated[str, line("the name of a monitor")] = _setting("window", default="")
    vsync: Annotated[bool, boolean()] = _setting("window", default=True)
    frame_limit: Annotated[int, integer(0, 1000, ", 0 for no limit")] = _setting("window", default=0)
    run_minimised: Annotated[bool, boolean()] = _setting("window", default=False)
    ui_scale: Annotated[float, number(0.5, 4)] = _setting("window", default=1.0)
    column_width: Annotated[float, number(200, 640)] = _setting("window", default=264.0)
    docked_width: Annotated[float, number(280, 1200)] = _setting("window", default=420.0)
    reduced_flashing: Annotated[bool, boolean()] | None = _setting("look", default=None)
    scheme: Annotated[str, line("the name of a colour scheme")] = _setting("look", default="")
    picture: Annotated[str, line("the name of a look")] = _setting("look", default="cells")
    entry_pictures: Annotated[tuple[str, ...], TEXTS] = _setting("look", default=())
    age: Annotated[float, number(0, 1)] = _setting("look", default=0.8)
    trails: Annotated[float, number(0, 1)] = _setting("look", default=0.6)
    bloom: Annotated[float, number(0, 1)] | None = _setting("look", default=None)
    wave: Annotated[bool, boolean()] = _setting("look", default=True)
    shapes: Annotated[bool, boolean()] = _setting("look", default=False)
    grid: Annotated[bool, boolean()] | None = _setting("look", default=None)
    wrap: Annotated[bool, boolean()] = _setting("look", default=False)
    brightness: Annotated[float, number(0.1, 2)] = _setting("look", default=1.0)
    contrast: Annotated[float, number(0, 1)] = _setting("look", default=0.8)
    panels_hidden: Annotated[bool, boolean()] = _setting("panels", default=False)
    minimap: Annotated[bool, boolean()] = _setting("panels", default=True)
    technical_figures: Annotated[bool, boolean()] = _setting("panels", default=False)
    last_mode: Annotated[str, line("the name of a mode")] = _setting("session", default="")
    autosave_seconds: Annotated[int, integer(0, 3600, ", 0 for never")] = _setting("session", default=30)
    rewind_mib: Annotated[int, integer(0, 1_048_576)] = _setting("session", default=256)
    chosen_options: Annotated[tuple[str, ...], TEXTS] = _setting("session", default=())
    fewest_turns: Annotated[tuple[str, ...], TEXTS] = _setting("session", default=())
    guided_round_offered: Annotated[bool, boolean()] = _setting("session", default=False)
    tried: Annotated[tuple[str, ...], TEXTS] = _setting("session", default=())
    wait_for_players: Annotated[bool, boolean()] = _setting("session", default=True)
    at_rest: Annotated[str, choice(["offer", "renew", "ignore"])] = _setting("session", default="offer")
    attract_seconds: Annotated[int, integer(0, 86400, ", 0 for never")] = _setting("session", default=60)
    save_folder: Annotated[str, line("a folder")] = _setting("files", default="")
    picture_folder: Annotated[str, line("a folder")] = _setting("files", default="")
    film_folder: Annotated[str, line("a folder")] = _setting("files", default="")
    recent_files: Annotated[tuple[str, ...], TEXTS] = _setting("files", default=())
    pattern_folders: Annotated[tuple[str, ...], TEXTS] = _setting("files", default=())
    film_format: Annotated[str, choice(["mp4", "gif"])] = _setting("film", default="mp4")
    film_rate: Annotated[int, integer(1, 60)] = _setting("film", default=30)
    left_seat: Annotated[str, SEAT] = _setting("players", default=PERSON)
    left_name: Annotated[str, NAME] = _setting("players", default="")
    left_colour: Annotated[str, COLOUR] = _setting("players", default="")
    right_seat: Annotated[str, SEAT] = _setting("players", default=PERSON)
    right_name: Annotated[str, NAME] = _setting("players", default="")
    right_colour: Annotated[str, COLOUR] = _setting("players", default="")
    party_seats: Annotated[tuple[str, ...], PARTY] = _setting("players", default=DEFAULT_SEATS)
    party_names: Annotated[tuple[str, ...], PARTY_NAMES] = _setting("players", default=("",) * MAX_LOCAL_SEATS)
    online_name: Annotated[str, NAME] = _setting("players", default="")
    volume: Annotated[float, number(0, 1)] = _setting("sound", default=0.7)
    muted: Annotated[bool, boolean()] = _setting("sound", default=False)
    generation_ticks: Annotated[bool, boolean()] = _setting("sound", default=True)
    art_brightness: Annotated[str, BRIGHTNESS] = _setting("art", default="", key="brightness")
    art_pixel_shift: Annotated[int, integer(0, 64, ", 0 for none")] = _setting("art", default=4, key="pixel_shift")
    art_idle_minutes: Annotated[float, number(0, 1440, ", 0 for never")] = _setting(
        "art", default=3.0, key="idle_minutes"
    )
    art_resume: Annotated[bool, boolean()] = _setting("art", default=True, key="resume")
    art_keep_awake: Annotated[bool, boolean()] = _setting("art", default=True, key="keep_awake")
    dead_zone: Annotated[float, number(0.02, 0.9)] = _setting("input", default=0.25)
    phones_port: Annotated[int, integer(0, 65535, ", 0 for any free port")] = _setting("input", default=19820)
    bindings: Annotated[Mapping[str, tuple[str, ...]], BINDINGS] = _setting("input", default=MappingProxyType({}))


_FIELDS: dict[str, Field[Any]] = {item.name: item for item in fields(Settings)}
_TYPES: dict[str, Any] = get_type_hints(Settings, include_extras=True)
"""For each setting, the type in its annotation, which includes the limits of its value."""


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """Return a copy with one setting changed; None resets it to its default.

    Raises:
        SettingsError: the setting does not exist, or cannot have this value.
    """
    if name not in _FIELDS:
        raise SettingsError(f"there is no setting {name!r}: use one of {', '.join(_FIELDS)}")
    new: Any = (
        getattr(Settings(), name) if value is None else convert(value, _TYPES[name], f"setting {name}", SettingsError)
    )
    return replace(settings, **{name: new})


def settings_path() -> Path:
    """Return the path of the settings file.

    Raises:
        OutputError: the path in the environment variable begins with a home folder that does not exist.
    """
    if path := named_path(SETTINGS_VARIABLE):
        return path / "settings.toml" if os.path.isdir(path) or not path.suffix else path  # noqa: PTH112 - is_dir may raise
    return platformdirs.user_config_path("gpulife", appauthor=False) / "settings.toml"


def mappings_path() -> Path:
    """Return the path of the user's own gamepad mappings, ``gamecontrollerdb.txt``."""
    return settings_path().with_name("gamecontrollerdb.txt")


def load_settings(path: Path) -> Settings:
    """Read the settings in a file. For each invalid value, log a warning and use the default.

    The file is not changed, so that the user can correct it.
    """
    try:
        settings, warnings = _settings_from(read_table(path, "settings"), path)
    except ReadError as error:
        settings, warnings = Settings(), [f"{error}; using the defaults"]
    for warning in warnings:
        _LOG.warning(warning)
    return settings


def save_settings(settings: Settings, path: Path, before: Settings) -> Settings:
    """Write to the file ``path`` all settings that differ from those in ``before``.

    Everything else in the file stays as it is, even what another program has written there meanwhile.

    Args:
        settings: the settings now.
        path: the settings file.
        before: the value passed as ``settings`` in the previous call; in the first call, the settings as read from the
            file. Never pass a value that this function returned: it contains changes by other programs, which would
            then be undone.

    Returns:
        All settings that the file now contains.

    Raises:
        OutputError: the file cannot be written, a damaged file cannot be renamed, or another program keeps the file
            locked.
        ReadError: the file exists but cannot be read.
    """
    names = [name for name in _FIELDS if getattr(settings, name) != getattr(before, name)]
    if not names:
        return settings
    with changed_file(path, "settings") as document:
        present, _ = _settings_from(document.unwrap(), path)
        for name in names:
            value, on_disk = getattr(settings, name), getattr(present, name)
            if isinstance(value, Mapping):
                value = _merged(value, getattr(before, name), on_disk)
            if value != on_disk:
                _set(document, _FIELDS[name].metadata["section"], _key(name), value, on_disk)
            present = replace(present, **{name: value})
    return present


def _merged(value: Mapping[str, Any], before: Mapping[str, Any], on_disk: Mapping[str, Any]) -> Mapping[str, Any]:
    """Apply to ``on_disk`` the changes that turn ``before`` into ``value``, and return the result."""
    changes = {name: item for name, item in value.items() if before.get(name) != item}
    kept = {name: item for name, item in on_disk.items() if name in value or name not in before}
    return MappingProxyType(kept | changes)


def _settings_from(content: dict[str, Any], path: Path) -> tuple[Settings, list[str]]:
    """Return the settings with all valid values of a file, and a warning for each invalid one."""
    found: dict[str, Any] = {}
    warnings: list[str] = []
    for name, item in _FIELDS.items():
        title = item.metadata["section"]
        section = content.get(title, {})
        if not isinstance(section, dict):
            warnings.append(f"{path}: {title} = {quoted_value(section)} should be a table, as in [{title}]")
        elif (key := _key(name)) in section:
            try:
                found[name] = convert(section[key], _TYPES[name], f"{path}: {title}.{key}", SettingsError)
            except SettingsError as error:
                warnings.append(f"{error}; using the default")
    return Settings(**found), list(dict.fromkeys(warnings))


def _key(name: str) -> str:
    return str(_FIELDS[name].metadata[KEY] or name)


def _set(document: TOMLDocument, section: str, name: str, value: Any, before: Any) -> None:
    """Put the value of a setting into the document. None removes the setting.

    In a table, such as the key bindings, only entries that differ from ``before`` are written, and entries that
    ``value`` lacks are removed.
    """
    table = table_of(document, section)
    if value is None:
        table.pop(name, None)
    elif isinstance(value, Mapping):
        bindings = table_of(table, name)
        for control in [control for control in bindings if control not in value]:
            del bindings[control]
        for control, inputs in value.items():
            if before.get(control) != inputs:
                bindings[control] = list(inputs)
    else:
        table[name] = list(value) if isinstance(value, tuple) else value
