"""What the program remembers between runs: a frozen dataclass, and the TOML file that people may edit by hand.

``app`` loads it once and saves it when it changes; panels show it and ask for changes by name. Only what differs from
the defaults is written; comments, the order of things and keys of other versions stay as they are. A file that is no
TOML is kept as ``settings.toml.bad``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import platformdirs
import tomlkit
from tomlkit.exceptions import TOMLKitError

from gpulife import setting_kinds as kinds
from gpulife.environment import named_path
from gpulife.errors import GpulifeError, OutputError
from gpulife.files import atomic_write
from gpulife.lineup import PERSON
from gpulife.party import DEFAULT, SEATS

SETTINGS_VARIABLE = "GPULIFE_SETTINGS"
"""Names another settings file, or the folder of one: for tests, and for a machine on a wall."""
DATA_VARIABLE = "GPULIFE_DATA"
"""Names another folder for what the program saves on its own."""


class SettingsError(GpulifeError):
    """There is no such setting, or it cannot have that value."""


def _kept(section: str, kind: kinds.Kind, *, default: Any, key: str | None = None) -> Any:
    """A setting; ``key`` is its name in the file where that is not the field's."""
    # A factory, since a mapping may not be a default itself; sharing one is harmless, as it cannot be changed.
    return field(default_factory=lambda: default, metadata={"section": section, "kind": kind, "key": key})


@dataclass(frozen=True)
class Settings:
    """The user's settings. What a value may be stands with each, and in the message if it is not.

    Attributes:
        width: of the window, in points of a 96 dpi screen.
        height: likewise.
        fullscreen: whether the window fills a monitor.
        monitor: the name of that monitor; "" for the one that the window is on.
        vsync: whether frames wait for the monitor.
        frame_limit: most frames a second, 0 for no limit.
        run_minimised: whether a minimised window goes on computing.
        ui_scale: size of panels and text beside what the monitor asks for.
        reduced_flashing: None as long as nobody has been asked.
        scheme: name of the colour scheme; "" for the rule's own.
        age: see ``view.look.Look``, as all down to ``brightness``.
        trails: strength.
        bloom: strength; None for what the machine can do.
        wave: on or off.
        shapes: on or off.
        grid: on or off.
        wrap: on or off.
        brightness: of the picture.
        panels_hidden: whether only the board is shown.
        open_panels: names of the panels that are open; None for the usual ones.
        last_mode: name of the mode that was played last; "" for none yet.
        attract_seconds: without anybody until two computers play, 0 for never.
        film_format: of films of the window, "mp4" or "gif".
        film_rate: their frames a second.
        left_seat: who sits there (see ``lineup``), as all down to ``right_colour``.
        left_name: "" for none.
        left_colour: "" for the scheme's.
        right_seat: likewise.
        right_name: likewise.
        right_colour: likewise.
        party_seats: who sits where in games for up to six (see ``party``).
        party_names: "" for none.
        dead_zone: of gamepads' sticks.
        bindings: the user's own, for ``input.bindings.build_bindings``.
        autosave_seconds: between two autosaves, 0 for none.
        rewind_mib: memory for going back in time.
        volume: of the sound.
        muted: whether it is off.
        generation_ticks: whether each generation is heard.
        art_brightness: of the art display by the time of day, see ``art.brightness``; "" for always full.
        art_pixel_shift: pixels by which its picture wanders to each side, 0 for none.
        art_idle_minutes: without anybody until it goes on after somebody woke the game chooser, 0 for never.
        art_resume: whether it goes on with the scene that it was stopped in.
        art_keep_awake: whether it keeps the screen on.
    """

    width: int = _kept("window", kinds.whole(320, 16384), default=1280)
    height: int = _kept("window", kinds.whole(240, 16384), default=800)
    fullscreen: bool = _kept("window", kinds.flag(), default=False)
    monitor: str = _kept("window", kinds.text("the name of a monitor"), default="")
    vsync: bool = _kept("window", kinds.flag(), default=True)
    frame_limit: int = _kept("window", kinds.whole(0, 1000, ", 0 for no limit"), default=0)
    run_minimised: bool = _kept("window", kinds.flag(), default=False)
    ui_scale: float = _kept("window", kinds.number(0.5, 4), default=1.0)
    reduced_flashing: bool | None = _kept("look", kinds.flag(), default=None)
    scheme: str = _kept("look", kinds.text("the name of a colour scheme"), default="")
    age: float = _kept("look", kinds.number(0, 1), default=0.8)
    trails: float = _kept("look", kinds.number(0, 1), default=0.6)
    bloom: float | None = _kept("look", kinds.number(0, 1), default=None)
    wave: bool = _kept("look", kinds.flag(), default=True)
    shapes: bool = _kept("look", kinds.flag(), default=False)
    grid: bool = _kept("look", kinds.flag(), default=False)
    wrap: bool = _kept("look", kinds.flag(), default=False)
    brightness: float = _kept("look", kinds.number(0.1, 2), default=1.0)
    panels_hidden: bool = _kept("panels", kinds.flag(), default=False)
    open_panels: tuple[str, ...] | None = _kept("panels", kinds.texts(), default=None)
    last_mode: str = _kept("session", kinds.text("the name of a mode"), default="")
    autosave_seconds: int = _kept("session", kinds.whole(0, 3600, ", 0 for never"), default=30)
    rewind_mib: int = _kept("session", kinds.whole(0, 1_048_576), default=256)
    attract_seconds: int = _kept("session", kinds.whole(0, 86400, ", 0 for never"), default=60)
    film_format: str = _kept("film", kinds.one_of("mp4", "gif"), default="mp4")
    film_rate: int = _kept("film", kinds.whole(1, 60), default=30)
    left_seat: str = _kept("players", kinds.seat(), default=PERSON)
    left_name: str = _kept("players", kinds.name(), default="")
    left_colour: str = _kept("players", kinds.colour(), default="")
    right_seat: str = _kept("players", kinds.seat(), default=PERSON)
    right_name: str = _kept("players", kinds.name(), default="")
    right_colour: str = _kept("players", kinds.colour(), default="")
    party_seats: tuple[str, ...] = _kept("players", kinds.party(), default=DEFAULT)
    party_names: tuple[str, ...] = _kept("players", kinds.party_names(), default=("",) * SEATS)
    volume: float = _kept("sound", kinds.number(0, 1), default=0.7)
    muted: bool = _kept("sound", kinds.flag(), default=False)
    generation_ticks: bool = _kept("sound", kinds.flag(), default=True)
    art_brightness: str = _kept("art", kinds.timetable(0, 1, "08:00=1, 23:00=0.2"), default="", key="brightness")
    art_pixel_shift: int = _kept("art", kinds.whole(0, 64, ", 0 for none"), default=4, key="pixel_shift")
    art_idle_minutes: float = _kept("art", kinds.number(0, 1440, ", 0 for never"), default=3.0, key="idle_minutes")
    art_resume: bool = _kept("art", kinds.flag(), default=True, key="resume")
    art_keep_awake: bool = _kept("art", kinds.flag(), default=True, key="keep_awake")
    dead_zone: float = _kept("input", kinds.number(0.02, 0.9), default=0.25)
    bindings: Mapping[str, tuple[str, ...]] = _kept("input", kinds.bindings(), default=MappingProxyType({}))


_FIELDS: dict[str, Field[Any]] = {item.name: item for item in fields(Settings)}


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """The settings with one of them set; None gives it its default.

    Raises:
        SettingsError: there is none of that name, or it cannot have that value.
    """
    if name not in _FIELDS:
        raise SettingsError(f"there is no setting {name!r}; there are {', '.join(_FIELDS)}")
    new: Any = getattr(Settings(), name) if value is None else _accept(name, value, f"setting {name}")
    return replace(settings, **{name: new})


def settings_path() -> Path:
    """The settings file; pad mappings and the panels' layout lie beside it.

    Raises:
        OutputError: the environment names a home that there is not.
    """
    if path := named_path(SETTINGS_VARIABLE):
        return path / "settings.toml" if path.is_dir() or not path.suffix else path
    return platformdirs.user_config_path("gpulife", appauthor=False) / "settings.toml"


def mappings_path() -> Path:
    """The user's own ``gamecontrollerdb.txt``."""
    return settings_path().with_name("gamecontrollerdb.txt")


def data_folder() -> Path:
    """The folder of autosaves, recordings and screenshots, which exists from then on.

    Raises:
        OutputError: it cannot be made.
    """
    folder = named_path(DATA_VARIABLE) or platformdirs.user_data_path("gpulife", appauthor=False)
    _make_folder(folder)
    return folder


def load_settings(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a file, and a line for everything in it that is not as it should be.

    A wrong value stays in the file, and the default is used, until the setting is changed. A file that is no TOML is
    renamed, so that nothing that somebody wrote is ever lost.

    Raises:
        SettingsError: the file is there and cannot be read.
    """
    try:
        text = _read(path)
        return (Settings(), ()) if text is None else _from(tomlkit.parse(text), path)
    except (TOMLKitError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        try:
            kept = f"it is kept as {_put_aside(path)}"
        except OutputError as refused:
            kept = str(refused)
        return Settings(), (f"{path} is no TOML ({reason}): {kept}, and the defaults hold",)


def save_settings(settings: Settings, path: Path) -> None:
    """Write what differs from the file; the rest of it stays as it is.

    Raises:
        OutputError: the file cannot be written, or a damaged one cannot be put aside.
        SettingsError: the file is there and cannot be read.
    """
    try:
        text = _read(path)
        document = tomlkit.parse(text or "")
    except (TOMLKitError, UnicodeDecodeError):
        _put_aside(path)
        text, document = None, tomlkit.document()
    before, _ = _from(document, path)
    for name, item in _FIELDS.items():
        value = getattr(settings, name)
        if value != getattr(before, name):
            _set(document, item.metadata["section"], _key(name), value, getattr(before, name))
    after = tomlkit.dumps(document)
    if after != (text or ""):
        _make_folder(path.parent)
        with atomic_write(path, "w") as file:
            file.write(after)


def _from(document: tomlkit.TOMLDocument, path: Path) -> tuple[Settings, tuple[str, ...]]:
    """The right values of a document, and a warning for each wrong one."""
    content: dict[str, Any] = document.unwrap()
    found: dict[str, Any] = {}
    warnings: list[str] = []
    for name, item in _FIELDS.items():
        title = item.metadata["section"]
        section = content.get(title, {})
        if not isinstance(section, dict):
            warnings.append(f"{path}: {title} = {_brief(section)} should be a table, as in [{title}]")
        elif (key := _key(name)) in section:
            try:
                found[name] = _accept(name, section[key], f"{path}: {title}.{key}")
            except SettingsError as error:
                warnings.append(f"{error}; the default holds")
    return Settings(**found), tuple(dict.fromkeys(warnings))


def _accept(name: str, value: Any, where: str) -> Any:
    kind: kinds.Kind = _FIELDS[name].metadata["kind"]
    try:
        return kind.accept(value)
    except ValueError:
        raise SettingsError(f"{where} = {_brief(value)} should be {kind.right}") from None


def _key(name: str) -> str:
    """What a setting is called in its section of the file."""
    return str(_FIELDS[name].metadata["key"] or name)


def _set(document: tomlkit.TOMLDocument, section: str, name: str, value: Any, before: Any) -> None:
    """Put a value into the document, and of bindings only those that are others than ``before``."""
    table = _table(document, section)
    if value is None:
        table.pop(name, None)
    elif isinstance(value, Mapping):
        bindings = _table(table, name)
        for control in [control for control in bindings if control not in value]:
            del bindings[control]
        for control, inputs in value.items():
            if before.get(control) != inputs:
                bindings[control] = list(inputs)
    else:
        table[name] = list(value) if isinstance(value, tuple) else value


def _table(parent: Any, name: str) -> Any:
    """The table of that name, made if there is none; something else in its place goes."""
    if not isinstance(parent.get(name), Mapping):
        parent[name] = tomlkit.table()
    return parent[name]


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror or error}") from error


def _put_aside(path: Path) -> Path:
    """Rename a damaged file to a name that is not taken."""
    names = [path.with_name(f"{path.name}.bad"), *(path.with_name(f"{path.name}.bad{n}") for n in range(2, 100))]
    free = next((name for name in names if not name.exists()), names[-1])
    try:
        path.replace(free)
    except OSError as error:
        raise OutputError(f"it cannot be renamed to {free}: {error.strerror or error}") from error
    return free


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {folder}: {error.strerror or error}") from error


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
