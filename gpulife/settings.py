"""What the program remembers between runs: a frozen dataclass, and the TOML file that people may edit by hand.

The window loads it once and saves it when it changes; panels show it and ask for changes by name. Only what differs
from the defaults is written; comments, the order of things and keys of other versions stay as they are. Programs that
run at the same time each write what they have changed, and nothing else. A file that is no TOML is somebody's typing
mistake: it is set aside only when something has to be written in its place.
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
from gpulife.storage.atomic_io import make_folder
from gpulife.storage.bounded_reading import ReadError, convert
from gpulife.storage.schema import KEY, boolean, choice, described, integer, line, number, quoted_value
from gpulife.storage.toml_files import changed_file, read_table, table_of

# Numbers by the time of day, as people write them in settings: ``08:00=1, 20:00=0.5, 23:00=0.15``.

DailySchedule = tuple[tuple[int, float], ...]
"""(minute since midnight, number), the earliest first."""

_POINT = re.compile(r"\s*(\d{1,2}):(\d{2})\s*=\s*(\d+(?:\.\d*)?|\.\d+)\s*", re.ASCII)
_MAX_POINTS = 48


class DailyScheduleError(GpulifeError):
    """A daily schedule is written wrongly; the message says where, and what would be right."""


def parse_daily_schedule(text: str, minimum: float, maximum: float) -> DailySchedule:
    """Parse the points of a daily schedule; one number is for the whole day, an empty text for no schedule.

    Args:
        text: the points, separated by commas.
        minimum: smallest number that is allowed.
        maximum: largest number that is allowed.

    Raises:
        DailyScheduleError: the text is no daily schedule.
    """
    if not text.strip():
        return ()
    parts = text.split(",") if "=" in text else [f"00:00={text}"]
    if len(parts) > _MAX_POINTS:
        raise DailyScheduleError(f"there are {len(parts)} times, at most {_MAX_POINTS} are possible")
    points: dict[int, float] = {}
    for part in parts:
        minute, value = _point(part, minimum, maximum)
        if minute in points:
            raise DailyScheduleError(f"{part.strip()!r}: there is another number for that time")
        points[minute] = value
    return tuple(sorted(points.items()))


def _point(text: str, minimum: float, maximum: float) -> tuple[int, float]:
    match = _POINT.fullmatch(text)
    if match and int(match[1]) <= 23 and int(match[2]) <= 59 and minimum <= float(match[3]) <= maximum:
        return int(match[1]) * 60 + int(match[2]), float(match[3])
    right = f"a time of day and a number from {minimum:g} to {maximum:g}, as in 20:00={(minimum + maximum) / 2:g}"
    raise DailyScheduleError(f"{text.strip()[:40]!r} should be {right}")


# The settings, and their file.

_Value = TypeVar("_Value")

TEXTS = described('a list of texts, as in ["rule", "history"]')


def accepted_by(expected: str, read: Callable[[_Value], _Value]) -> Meta:
    """Accept what ``read`` accepts; messages say ``expected``, not what its error says."""

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
NAME = accepted_by(f"a name of at most {MAX_LETTERS} letters", require_name)
COLOUR = accepted_by('"#rrggbb", or "" for the colour of the scheme', _colour)
PARTY = accepted_by(
    'up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"', lambda texts: parse_seats(texts).texts
)
PARTY_NAMES = accepted_by(
    f"up to six names of at most {MAX_LETTERS} letters",
    lambda texts: tuple(seat.name for seat in parse_seats(DEFAULT_SEATS, texts).seats),
)
BINDINGS = described(
    'inputs by control, as in halt = ["key:Space", "pad:rt"]', _bindings, of=dict[str, str | tuple[str, ...]]
)
BRIGHTNESS = accepted_by('numbers from 0 to 1 by the time of day, as in "08:00=1, 23:00=0.2"', _brightness)


_LOG = logging.getLogger(__name__)

SETTINGS_VARIABLE = "GPULIFE_SETTINGS"
"""Environment variable with another settings file, or its folder: for tests, and for a machine on a wall."""
DATA_VARIABLE = "GPULIFE_DATA"
"""Environment variable with another folder for what the program saves on its own."""


class SettingsError(GpulifeError):
    """There is no such setting, or it cannot have that value."""


def _setting(section: str, *, default: Any, key: str = "") -> Any:
    """Declare a setting; its type with the words for it stands at the field.

    Args:
        section: name of the file's section.
        default: default of the setting.
        key: the name in the file, where that is not the field's.
    """
    # A factory, since a mapping may not be a default itself; sharing one is harmless, as it cannot be changed.
    return field(default_factory=lambda: default, metadata={"section": section, KEY: key})


@dataclass(frozen=True)
class Settings:
    """The user's settings. What a value may be stands with each, and in the message if it is not.

    Attributes:
        width: width of the window, in points of a 96 dpi screen.
        height: its height.
        fullscreen: whether the window fills a monitor.
        monitor: the name of that monitor; "" for the one that the window is on.
        vsync: whether frames wait for the monitor.
        frame_limit: limit on frames a second, 0 for no limit.
        run_minimised: whether a minimised window goes on computing.
        ui_scale: size of panels and text beside what the monitor asks for.
        column_width: width of the column of panels, in points of a 96 dpi screen.
        docked_width: width of the docked window, likewise.
        reduced_flashing: whether nothing may change fast; None as long as nobody has been asked.
        scheme: name of the colour scheme; "" for the rule's own.
        age: strength of the effect age, the glow of newborn cells (see ``view.look.Look``).
        trails: strength of the traces of dead cells.
        bloom: strength of the light around cells; None for what the machine can do.
        wave: whether a wave shows how far a generation has come.
        shapes: whether each species has a shape of its own.
        grid: whether there are lines between large cells; None for universes only.
        wrap: whether a torus is shown to go on beyond its edges.
        brightness: brightness of the picture.
        contrast: strength of the contrast of densities on boards seen from far away.
        panels_hidden: whether only the board is shown.
        minimap: whether there is a minimap while the window shows only a part of the board.
        last_mode: name of the mode that was played last; "" for none yet.
        chosen_options: the options that were chosen last, as "game=OPTION".
        guided_round_offered: whether the guided round has been offered, which is done once.
        wait_for_players: whether the clock of a round waits until its people say that they are ready.
        at_rest: what a universe does that has come to rest: "offer" what can be done, "renew" itself, or "ignore" it.
        attract_seconds: seconds without input until two computers play, 0 for never.
        save_folder: folder of saved boards and replays; "" for one among the user's documents.
        picture_folder: folder of pictures; "" for one among the user's pictures.
        film_folder: folder of films; "" for one among the user's videos.
        recent_files: files that were opened or saved last, the newest first.
        pattern_folders: folders that the pattern browser lists.
        film_format: format of films of the window, "mp4" or "gif".
        film_rate: frames a second of films.
        left_seat: who sits on the left (see ``seats``).
        left_name: name on the left; "" for none.
        left_colour: colour on the left; "" for that of the colour scheme.
        right_seat: who sits on the right.
        right_name: name on the right; "" for none.
        right_colour: colour on the right; "" for that of the colour scheme.
        party_seats: who sits where in games for up to six (see ``seats``).
        party_names: their names; "" for none.
        online_name: name in on-line play; "" as long as nobody has been asked.
        dead_zone: dead zone of gamepads' sticks, as a share of their range.
        phones_port: port at which phones that are gamepads reach the window; another one if it is taken.
        bindings: the user's own key bindings, for ``input.bindings.build_bindings``.
        autosave_seconds: seconds between two autosaves, 0 for none.
        rewind_mib: memory for going back in time, in MiB.
        volume: volume of the sound.
        muted: whether the sound is off.
        generation_ticks: whether a click is heard for each generation (the sound "generation").
        art_brightness: brightness of the art display by the time of day (see ``art.display``); "" for always full.
        art_pixel_shift: pixels by which its picture wanders to each side, 0 for none.
        art_idle_minutes: minutes without input until it goes on after somebody opened the game chooser, 0 for never.
        art_resume: whether it goes on with the scene that it was stopped in.
        art_keep_awake: whether it keeps the screen on.
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
    last_mode: Annotated[str, line("the name of a mode")] = _setting("session", default="")
    autosave_seconds: Annotated[int, integer(0, 3600, ", 0 for never")] = _setting("session", default=30)
    rewind_mib: Annotated[int, integer(0, 1_048_576)] = _setting("session", default=256)
    chosen_options: Annotated[tuple[str, ...], TEXTS] = _setting("session", default=())
    guided_round_offered: Annotated[bool, boolean()] = _setting("session", default=False)
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
"""The annotated type of each setting, with its limits."""


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """Return the settings with one of them set; None gives it its default.

    Raises:
        SettingsError: there is none of that name, or it cannot have that value.
    """
    if name not in _FIELDS:
        raise SettingsError(f"there is no setting {name!r}; there are {', '.join(_FIELDS)}")
    new: Any = (
        getattr(Settings(), name) if value is None else convert(value, _TYPES[name], f"setting {name}", SettingsError)
    )
    return replace(settings, **{name: new})


def settings_path() -> Path:
    """Return the settings file; pad mappings lie beside it.

    Raises:
        OutputError: the environment names a home that there is not.
    """
    if path := named_path(SETTINGS_VARIABLE):
        return path / "settings.toml" if os.path.isdir(path) or not path.suffix else path  # noqa: PTH112 - is_dir raises
    return platformdirs.user_config_path("gpulife", appauthor=False) / "settings.toml"


def mappings_path() -> Path:
    """Return the user's own ``gamecontrollerdb.txt``."""
    return settings_path().with_name("gamecontrollerdb.txt")


def data_folder() -> Path:
    """Return the folder of autosaves, recordings and screenshots, and make it if it is not there.

    Raises:
        OutputError: it cannot be made.
    """
    folder = named_path(DATA_VARIABLE) or platformdirs.user_data_path("gpulife", appauthor=False)
    make_folder(folder)
    return folder


def load_settings(path: Path) -> Settings:
    """Read the settings in a file; log a warning for each that is not as it should be, whose default holds then.

    The file stays as it is, so that somebody can mend it.
    """
    try:
        settings, warnings = _settings_from(read_table(path, "settings"), path)
    except ReadError as error:
        settings, warnings = Settings(), [f"{error}; the defaults hold"]
    for warning in warnings:
        _LOG.warning(warning)
    return settings


def save_settings(settings: Settings, path: Path, before: Settings) -> Settings:
    """Write what has changed since ``before``; the rest stays, also if another program wrote it meanwhile.

    Returns:
        What the file says now. Pass ``settings`` as ``before`` to the next call, or changes by others would be undone.

    Raises:
        OutputError: the file cannot be written, or a damaged one not be set aside; another program holds it for long.
        ReadError: the file is there and cannot be read.
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
    """Return ``on_disk`` with what ``value`` has changed since ``before``."""
    changes = {name: item for name, item in value.items() if before.get(name) != item}
    kept = {name: item for name, item in on_disk.items() if name in value or name not in before}
    return MappingProxyType(kept | changes)


def _settings_from(content: dict[str, Any], path: Path) -> tuple[Settings, list[str]]:
    """Return the right values of a file, and a line for each wrong one."""
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
                warnings.append(f"{error}; the default holds")
    return Settings(**found), list(dict.fromkeys(warnings))


def _key(name: str) -> str:
    """Return what a setting is called in its section of the file."""
    return str(_FIELDS[name].metadata[KEY] or name)


def _set(document: TOMLDocument, section: str, name: str, value: Any, before: Any) -> None:
    """Put a value into the document, but of bindings only those that differ from ``before``."""
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
