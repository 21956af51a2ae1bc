"""Settings: read from TOML and written back with everything else unchanged, never losing a file."""

import os
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from gpulife import settings as module
from gpulife.errors import GpulifeError, OutputError
from gpulife.settings import (
    Settings,
    SettingsError,
    changed,
    load_settings,
    mappings_path,
    save_settings,
    settings_path,
)
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.folders import data_folder

WRITTEN = """\
# my wall
[window]
width = 1920  # two thirds of it
later = "a key of a newer version"

[other]
a = 1
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "settings.toml"


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_defaults_without_file(path, logged):
    assert load_settings(path) == Settings()
    assert logged() == []
    save_settings(Settings(), path, Settings())
    assert not path.parent.exists()


def test_settings_round_trip(path, logged):
    settings = Settings(
        width=1024,
        fullscreen=True,
        monitor='Wall "A"',
        reduced_flashing=False,
        age=0.25,
        bloom=0.0,
        recent_files=("a",),
        last_mode="study",
        bindings={"halt": ("key:H", "pad:rt"), "player1-up": ("key:I",)},
    )
    save_settings(settings, path, Settings())
    assert load_settings(path) == settings
    assert logged() == []


SEATS = {f"{side}_{what}": value for side in ("left", "right") for what, value in (
    ("seat", "computer:2"), ("name", "Ada"), ("colour", "#102030"))}  # fmt: skip
SEATS |= {"art_brightness": "08:00=1, 23:00=0.2", "art_pixel_shift": 8}
SEATS |= {"party_seats": ("computer:4", *["nobody"] * 5), "party_names": ("Ada", *[""] * 5)}


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("left_seat", "robot", "person, or computer:1 to computer:4"),
        ("right_seat", 3, "person, or computer:1 to computer:4"),
        ("left_name", "x" * 17, "a name of at most 16 characters"),
        ("right_name", None.__class__, "a name of at most 16 characters"),
        ("right_colour", "red", '"#rrggbb", or "" for the colour of the scheme'),
        ("party_seats", ["robot"], 'up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"'),
        ("party_seats", "person", 'up to six of "person", "unseen", "nobody" and "computer:1" to "computer:4"'),
        ("party_names", ["x" * 17], "up to six names of at most 16 characters"),
        ("art_brightness", "8 o'clock", 'numbers from 0 to 1 by time of day, such as "08:00=1, 23:00=0.2"'),
        ("art_brightness", 0.5, 'numbers from 0 to 1 by time of day, such as "08:00=1, 23:00=0.2"'),
        ("art_pixel_shift", 65, "a whole number from 0 to 64, 0 for none"),
        ("art_idle_minutes", -1, "a number from 0 to 1440, 0 for never"),
        ("art_resume", "yes", "true or false"),
        ("art_keep_awake", 1, "true or false"),
        ("attract_seconds", -1, "a whole number from 0 to 86400, 0 for never"),
    ],
)
def test_wrong_seats_error_is_one_line(name, value, right):
    with pytest.raises(SettingsError) as error:
        changed(Settings(), name, value)
    assert str(error.value).endswith(f"should be {right}")
    assert "\n" not in str(error.value)


def test_each_setting_survives_being_saved(path, logged):
    values = {bool: True, int: 640, float: 0.5, str: "x"}
    settings = Settings()
    for item in fields(Settings):
        before = getattr(settings, item.name)
        other = not before if isinstance(before, bool) else values.get(type(before))
        special = {"reduced_flashing": True, "grid": True, "bloom": 0.5, "bindings": {"x": ("y",)}}
        special |= SEATS | {"film_format": "gif", "film_rate": 24, "recent_files": ("a", "b")}
        special |= {"at_rest": "renew", "column_width": 300.0, "docked_width": 500.0, "pattern_folders": ("c",)}
        special |= {
            "chosen_options": ("biowar=SLOW",),
            "tried": ("gun",),
            "fewest_turns": ("life-2.2=4",),
            "entry_pictures": ("two=aurora",),
        }
        other = special.get(item.name, other)
        settings = changed(settings, item.name, other)
        assert getattr(settings, item.name) != getattr(Settings(), item.name), item.name
    save_settings(settings, path, Settings())
    assert load_settings(path) == settings
    assert logged() == []


def test_art_settings_have_short_names(path, logged):
    write(path, '[art]\nbrightness = "22:00=0.1"  # bedroom\npixel_shift = 8\nresume = false\nidle_minutes = "x"\n')
    settings, warnings = load_settings(path), logged()
    assert (settings.art_brightness, settings.art_pixel_shift, settings.art_resume) == ("22:00=0.1", 8, False)
    assert settings.brightness == 1.0
    assert warnings == [
        f"{path}: art.idle_minutes = 'x' should be a number from 0 to 1440, 0 for never; using the default"
    ]
    save_settings(changed(settings, "art_keep_awake", value=False), path, Settings())
    assert 'brightness = "22:00=0.1"  # bedroom\n' in path.read_text()
    assert "keep_awake = false\n" in path.read_text()
    assert "art_" not in path.read_text()


def test_comments_and_unknown_keys_stay(path, logged):
    write(path, WRITTEN)
    settings, warnings = load_settings(path), logged()
    assert (settings.width, warnings) == (1920, [])
    save_settings(changed(settings, "height", 1080), path, Settings())
    assert path.read_text() == WRITTEN.replace('version"\n', 'version"\nheight = 1080\n')


def test_unchanged_settings_leave_file_untouched(path):
    write(path, WRITTEN)
    before = path.stat()
    save_settings(load_settings(path), path, Settings())
    save_settings(load_settings(path), path, load_settings(path))
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_default_value_is_written_explicitly(path):
    write(path, WRITTEN)
    before = load_settings(path)
    save_settings(changed(before, "width", None), path, before)
    assert "width = 1280  # two thirds of it" in path.read_text()


def test_unanswered_question_is_not_written(path):
    save_settings(Settings(reduced_flashing=True), path, Settings())
    save_settings(Settings(), path, Settings(reduced_flashing=True))
    assert "reduced_flashing" not in path.read_text()


def test_removed_bindings_leave_other_comments(path, logged):
    write(path, '[input.bindings]\nhalt = "key:H"  # mine\nwild = "key:X"\n')
    settings, warnings = load_settings(path), logged()
    assert (settings.bindings, warnings) == ({"halt": ("key:H",), "wild": ("key:X",)}, [])
    save_settings(changed(settings, "bindings", {"halt": ("key:H",), "step": ("key:N",)}), path, settings)
    assert path.read_text() == '[input.bindings]\nhalt = "key:H"  # mine\nstep = ["key:N"]\n'


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("[window]\nwidth = 'wide'", "window.width = 'wide' should be a whole number from 320 to 16384"),
        ("[window]\nframe_limit = true", "window.frame_limit = true should be a whole number from 0 to 1000"),
        ("[window]\nwidth = 12", "window.width = 12 should be a whole number from 320 to 16384"),
        ("[window]\nvsync = 1", "window.vsync = 1 should be true or false"),
        (
            "[window]\nframe_limit = -1",
            "window.frame_limit = -1 should be a whole number from 0 to 1000, 0 for no limit",
        ),
        ('[window]\nmonitor = "a\\nb"', r"window.monitor = 'a\nb' should be the name of a monitor"),
        ("[input]\ndead_zone = nan", "input.dead_zone = nan should be a number from 0.02 to 0.9"),
        ("[input]\nbindings = 3", "input.bindings = 3 should be inputs for each control"),
        ("[input.bindings]\nhalt = [3]", "input.bindings = {'halt': [3]} should be inputs for each control"),
        ("[files]\nrecent_files = 'a'", "files.recent_files = 'a' should be a list of texts"),
        ("window = 3", "window = 3 should be a table, as in [window]"),
    ],
)
def test_wrong_value_is_named_and_kept(path, text, warning, logged):
    write(path, text)
    settings, warnings = load_settings(path), logged()
    assert settings == Settings()
    assert len(warnings) == 1
    assert warnings[0].startswith(f"{path}: {warning}")
    assert "\n" not in warnings[0]
    save_settings(settings, path, Settings())
    assert path.read_text() == text


def test_changed_setting_replaces_wrong_value(path, logged):
    write(path, "window = 3\n[input]\nbindings = 3\n")
    save_settings(Settings(width=640, bindings={"halt": ("key:H",)}), path, Settings())
    assert load_settings(path) == Settings(width=640, bindings={"halt": ("key:H",)})
    assert logged() == []


DAMAGE = [
    b"[window\nwidth = 3",
    b"\xff\xfe\x00",
    b"a = 1\na = 2",
    b"a = " + b"9" * 5000,
    b"a = " + b"[" * 50_000,
    b".".join([b"a"] * 100_000) + b" = 1",
    b"#" * (1 << 20),
]


@pytest.mark.parametrize("damage", DAMAGE, ids=range(len(DAMAGE)))
def test_damaged_file_stays_until_next_save(path, damage, logged):
    write(path, damage)
    settings, (warning,) = load_settings(path), logged()
    assert settings == Settings()
    assert str(path) in warning
    assert warning.endswith("; using the defaults")
    assert "\n" not in warning
    assert save_settings(settings, path, settings) == settings
    assert path.read_bytes() == damage
    if len(damage) < 1 << 18:
        save_settings(Settings(width=640), path, Settings())
        assert path.with_name("settings.toml.bad").read_bytes() == damage
        assert load_settings(path) == Settings(width=640)
        assert logged() == []
    else:
        with pytest.raises(ReadError, match="too large for settings"):
            save_settings(Settings(width=640), path, Settings())
        assert path.read_bytes() == damage


def test_damaged_files_are_kept_separately(path):
    for damage in ("one = ", "two = "):
        save_settings(Settings(width=640), write(path, damage), Settings())
    assert [file.read_text() for file in sorted(path.parent.glob("*.bad*"))] == ["one = ", "two = "]


def test_unrenamable_damaged_file_is_not_overwritten(path, monkeypatch):
    write(path, "half = ")

    def refuse(self, target):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OutputError, match="it could not be set aside: Permission denied"):
        save_settings(Settings(width=640), path, Settings())
    assert path.read_text() == "half = "


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo] if sys.platform != "win32" else [os.mkdir])
def test_unreadable_file_does_not_prevent_start(path, make, logged):
    path.parent.mkdir()
    make(path)
    settings, (warning,) = load_settings(path), logged()
    assert settings == Settings()
    assert re.fullmatch(r"cannot read .*settings\.toml: it is a (folder|pipe), not a file; using the defaults", warning)
    with pytest.raises(ReadError, match="cannot read"):
        save_settings(Settings(width=640), path, Settings())


@pytest.mark.parametrize(
    "text",
    [
        "input = {bindings = {halt = ['key:H']}}\nsound = {volume = 0.5}\n",
        "input = {bindings = 3}\n",
        "sound.volume = 0.5\ninput.bindings.halt = 'key:H'\n",
        "[[sound]]\n[[input]]\nbindings = 3\n",
        "[input]\n[sound]\n[input.bindings]\n[sound.volume]\n",
        "sound = 1979-05-27T07:32:00Z\n",
    ],
)
def test_changes_fit_any_toml_style(path, text):
    before = load_settings(write(path, text))
    settings = replace(before, volume=0.125, width=640, bindings={**before.bindings, "wild": ("key:X",)})
    assert save_settings(settings, path, before) == settings
    assert load_settings(path) == settings
    assert not list(path.parent.glob("*.bad*"))


def test_two_programs_keep_both_changes(path, logged):
    write(path, WRITTEN)
    one, two = load_settings(path), load_settings(path)
    saved = save_settings(replace(one, volume=0.2, bindings={"halt": ("key:H",), "step": ("key:N",)}), path, one)
    both = save_settings(replace(two, muted=True, bindings={"wild": ("key:X",), "step": ("key:M",)}), path, two)
    assert saved == Settings(width=1920, volume=0.2, bindings={"halt": ("key:H",), "step": ("key:N",)})
    assert both == replace(saved, muted=True, bindings={"halt": ("key:H",), "wild": ("key:X",), "step": ("key:M",)})
    assert load_settings(path) == both
    assert logged() == []
    # What the first one takes back is its own; what the other has set since stays.
    save_settings(replace(saved, volume=0.7, bindings={"step": ("key:N",)}), path, saved)
    after = replace(both, volume=0.7, bindings={"wild": ("key:X",), "step": ("key:M",)})
    assert load_settings(path) == after
    assert logged() == []
    assert path.read_text().startswith("# my wall\n[window]\nwidth = 1920  # two thirds of it\n")


HAMMER = """
import sys
from dataclasses import replace
from pathlib import Path
from gpulife.settings import load_settings, save_settings

path, who = Path(sys.argv[1]), sys.argv[2]
before = load_settings(path)
for number in range(25):
    bindings = {**before.bindings, f"{who}{number}": (f"key:{number}",)}
    before = save_settings(replace(before, bindings=bindings), path, before)
"""


def test_concurrent_processes_lose_nothing(path, logged):
    path.parent.mkdir()
    each = [subprocess.Popen([sys.executable, "-c", HAMMER, path, who]) for who in "ab"]
    assert [process.wait(timeout=60) for process in each] == [0, 0]
    settings, warnings = load_settings(path), logged()
    assert warnings == []
    assert settings.bindings == {f"{who}{number}": (f"key:{number}",) for who in "ab" for number in range(25)}
    assert not list(path.parent.glob("*.bad*"))


def test_byte_order_mark_is_accepted(path, logged):
    assert load_settings(write(path, b"\xef\xbb\xbf[window]\nwidth = 640\n")) == Settings(width=640)
    assert logged() == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("widht", 3, "there is no setting 'widht': use one of width, height"),
        ("volume", 2, "setting volume = 2 should be a number from 0 to 1"),
    ],
)
def test_wrong_change_error_is_one_line(name, value, message):
    with pytest.raises(GpulifeError) as refused:
        changed(Settings(), name, value)
    assert str(refused.value).startswith(message)


def test_environment_names_file_or_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GPULIFE_SETTINGS", str(tmp_path / "wall.toml"))
    assert settings_path() == tmp_path / "wall.toml"
    assert mappings_path() == tmp_path / "gamecontrollerdb.txt"
    monkeypatch.setenv("GPULIFE_SETTINGS", str(tmp_path))
    assert settings_path() == tmp_path / "settings.toml"


def test_default_folders_are_the_systems(tmp_path, monkeypatch):
    monkeypatch.delenv("GPULIFE_SETTINGS", raising=False)
    monkeypatch.setattr(module.platformdirs, "user_config_path", lambda name, **_: tmp_path / name)
    assert settings_path() == tmp_path / "gpulife" / "settings.toml"


def test_data_folder_is_created(tmp_path, monkeypatch):
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "a" / "b"))
    assert data_folder() == tmp_path / "a" / "b"
    assert data_folder().is_dir()
    (tmp_path / "file").touch()
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "file" / "b"))
    with pytest.raises(OutputError, match="cannot make the folder"):
        data_folder()
