"""The shipped programmes and the user's own, by name and on the command line."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from art.make_stills import IN_STRIP, MAX_BYTES, SIZE, STRIP_SIZE, make
from PIL import Image

from gpulife.art.playlist import EVERYTHING, list_programmes, load_programme, programme_paths, still_paths
from gpulife.art.scene import Hours, ProgrammeError
from gpulife.art.soak_report import play
from gpulife.cli.main import main
from gpulife.engines.factory import shared_device_engines
from gpulife.resources import resource_folder
from gpulife.storage.folders import DATA_VARIABLE
from gpulife.window.art.headless_match import HeadlessMatch

SHIPPED = sorted(path.stem for path in (resource_folder("presets") / "art").glob("*.toml"))
OWN = """title = "Mine"
description = "of my own"
[[scene]]
name = "Soup"
duration = 20
rule = "Immigration"
size = "32x24"
speed = 6
start = {soup = 0.4}
[[scene]]
name = "Letters"
duration = 20
rule = "Immigration"
size = "40x24"
speed = 6
hold = 2
start = {text = "{time}"}
"""
STILL = OWN.replace(
    "start = {soup = 0.4}", 'start = {pattern = "blinker"}\ninterventions = {cooldown = "1 h"}'
).replace('start = {text = "{time}"}', 'start = {pattern = "blinker"}\ninterventions = {cooldown = "1 h"}')


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    (tmp_path / "art").mkdir()
    return tmp_path / "art"


@pytest.mark.installed
def test_every_programme_has_a_still() -> None:
    stills = still_paths()
    assert {*SHIPPED, EVERYTHING} == set(stills)
    for name, path in stills.items():
        assert path.stat().st_size <= MAX_BYTES
        with Image.open(path) as picture:
            assert picture.size == (STRIP_SIZE if name == EVERYTHING else SIZE)


def test_stills_are_made_from_pictures_of_the_documentation(tmp_path: Path) -> None:
    source = tmp_path / "large.png"
    noise = np.random.default_rng(1).integers(0, 256, (600, 960, 3), np.uint8)
    Image.fromarray(noise).save(source)
    make(dict.fromkeys(IN_STRIP, source), tmp_path)
    for name, size in ((IN_STRIP[0], SIZE), (EVERYTHING, STRIP_SIZE)):
        path = tmp_path / f"{name}.jpg"
        assert path.stat().st_size <= MAX_BYTES
        with Image.open(path) as picture:
            assert picture.size == size
    assert set(IN_STRIP) <= set(SHIPPED)


@pytest.mark.installed
def test_number_of_shipped_programmes() -> None:
    assert len(SHIPPED) >= 16
    assert list(programme_paths()) == SHIPPED
    titles = set()
    for name in SHIPPED:
        programme = load_programme(name)
        assert programme.name == name
        assert len(programme.scenes) >= 3
        titles.add(programme.title)
    assert len(titles) == len(SHIPPED)


def test_user_programme_replaces_shipped_one(data: Path) -> None:
    (data / "quiet.toml").write_text(OWN)
    (data / "mine.toml").write_text(OWN)
    assert load_programme("quiet").title == load_programme("mine").title == "Mine"
    assert list(programme_paths()) == sorted([*SHIPPED, "mine"])


def test_programme_by_file_name(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.write_text(OWN)
    assert load_programme(str(path)).name == "elsewhere"


@pytest.mark.parametrize(
    ("name", "hint"),
    [("quite", "did you mean quiet?"), ("zzz", "use one of carnival, city, "), ("no.toml", "No such file")],
)
def test_unknown_name(name: str, hint: str) -> None:
    with pytest.raises(ProgrammeError, match=hint):
        load_programme(name)


@pytest.mark.installed
def test_list_programmes(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "bad.toml").write_text("title = 3")
    assert main(["list", "programmes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted([*SHIPPED, "bad"])
    assert lines[0].startswith(f"bad          cannot be shown: {data / 'bad.toml'}: title = 3 should be")
    assert list_programmes()["vintage"].startswith("1982: two species")


def test_report_of_short_programme(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "mine.toml").write_text(OWN)
    arguments = ["art", "mine", "--report", "--hours", "0.05", "--engine", "numpy"]
    assert main(arguments) == 0
    output = capsys.readouterr().out
    assert "something changed in every minute (3 played)\n" in output
    assert output.endswith("no scene was shown for more than ten minutes, so there are no later minutes to compare\n")
    assert "Letters" in output
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["seconds"], report["minutes"], report["still_minutes"]) == (180, 3, [])
    assert [scene["scene"] for scene in report["scenes"]] == ["Soup", "Letters"]
    assert sum(scene["seconds"] for scene in report["scenes"]) == 180
    assert sum(scene["generations"] for scene in report["scenes"]) == 6 * 180
    assert not report["interrupted"]


def test_report_of_one_scene_and_everything(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["art", "--report", "--hours", "0.02", "--engine", "numpy", "--json"]
    assert main([*arguments, "--scene", "duel"]) == 2
    assert "did you mean 'Duel' or " in capsys.readouterr().err
    assert main([*arguments, "vintage", "--scene", "Duel"]) == 0
    assert [scene["scene"] for scene in json.loads(capsys.readouterr().out)["scenes"]] == ["Duel"]
    assert main([*arguments, "everything"]) == 0
    assert json.loads(capsys.readouterr().out)["programme"] == "everything"


def test_brackets_in_names_are_printed(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = OWN.replace('title = "Mine"', 'title = "Mine [/x]"')
    (data / "mine.toml").write_text(text.replace('name = "Letters"', 'name = "Act [1/2] [/x]"'))
    assert main(["art", "mine", "--report", "--hours", "0.05", "--engine", "numpy"]) == 0
    assert "Act [1/2] [/x]" in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["list", "programmes"]) == 0
    assert "Mine [/x]" in capsys.readouterr().out


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_programmes_play(name: str) -> None:
    programme = load_programme(name)
    # Scenes begin as they do in the programme, but each ends after twenty seconds; massive ones are for real reports.
    scenes = tuple(
        replace(scene, duration=20.0, weight=1, hours=Hours())
        for scene in programme.scenes
        if scene.shape[0] * scene.shape[1] < 1 << 18 or name == "far"
    )
    if name == "far":
        scenes = tuple(replace(scene, rule=scene.rule.on_board((160, 256)), shape=(160, 256)) for scene in scenes)
    with shared_device_engines("numpy") as open_engine:
        report = play(replace(programme, scenes=scenes), 20.0 * len(scenes), 1, open_engine, HeadlessMatch)
    assert report.still == ()
    assert {scene.showings for scene in report.scenes} == {1}
    assert min(scene.least for scene in report.scenes if scene.least is not None) > 0.001


def test_report_names_still_minutes(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "mine.toml").write_text(STILL)
    assert main(["art", "mine", "--report", "--hours", "0.05", "--engine", "numpy"]) == 1
    assert "3 of 3 minutes without change: 0:00 (Soup, Letters), 0:01 (" in capsys.readouterr().out.replace(
        "Letters, Soup", "Soup, Letters"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["quite", "--report"], "no programme 'quite': did you mean quiet or "),
        (["quiet", "--report", "--hours", "0"], "'0' is not a number of hours"),
        (["quiet", "--report", "--seed", "-1"], "'-1' is not a whole number"),
        (["quiet", "--report", "--engine", "steam"], "unknown engine 'steam'"),
    ],
)
def test_command_line_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["art", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gpulife: error: ")
    assert message in error
    assert error.count("\n") == 1


END_SIGNALS = [number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]


@pytest.mark.parametrize("number", END_SIGNALS)
def test_interrupted_report(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    from gpulife.art.scene_runner import SceneRunner

    (data / "mine.toml").write_text(OWN)
    advance, calls = SceneRunner.advance, []

    def interrupted(self: SceneRunner, generations: int = 1) -> object:
        calls.append(generations)
        if len(calls) == 12:
            signal.raise_signal(number)
        return advance(self, generations)

    monkeypatch.setattr(SceneRunner, "advance", interrupted)
    assert main(["art", "mine", "--report", "--hours", "1", "--engine", "numpy"]) == 128 + number
    output = capsys.readouterr().out
    assert "interrupted after 0.0" in output
    assert len(calls) == 12
