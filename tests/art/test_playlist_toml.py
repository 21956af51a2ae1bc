"""Reading programmes: valid files become data, and each error is one line with file and key."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from art.scenes import FILE, programme, scene
from PIL import Image

from gpulife.art._playlist_toml import programme_of, read_programme
from gpulife.art.scene import (
    INTERVENTION_KINDS,
    CameraMode,
    Figure,
    Hours,
    InterventionPlan,
    Mirror,
    ProgrammeError,
    Waypoint,
)
from gpulife.errors import GpulifeError
from gpulife.rules import Edges

GOOD = """
title = "A title"
description = "of two scenes"

[[scene]]
name = "First"
duration = "5 min"
weight = 3
from = "22:30"
to = 06:00:00
rule = "QuadLife"
size = "160x96"
edges = "plane"
speed = 12.5
hold = 4
[scene.start]
soup = 0.25
shares = [1, 2, 0, 1]
clumps = 12
area = 0.5
text = ["{date}", "Ada"]
letters = 12
letter_species = [3, 4]
pattern = "acorn"
species = 2
figures = [{pattern = "glider", species = 4, count = 5}, {pattern = "glider", x = 0.25, y = 0.75, turn = 6}]
mirror = "quarters"
swap = true
[scene.palette]
scheme = ["deep sea", "Neon"]
drift = "90 s"
[scene.effects]
age = 0.1
trails = 0.2
bloom = 0.3
brightness = 0.5
shapes = true
grid = true
wave = true
[scene.camera]
waypoints = [{x = 0.5, y = 0.4, zoom = 2, seconds = "1 min"}]
[scene.interventions]
kinds = ["swap", "FLIP"]
cooldown = 20
threshold = 0.002
patience = "1 min"
living = 3
least_share = 0.01

[[scene]]
name = "Second"
duration = 30
rule = "Life"
size = "64x64"
[scene.start]
soup = 0.3
[scene.camera]
mode = "director"
"""


def test_all_keys() -> None:
    first, second = programme_of(tomllib.loads(GOOD), Path("folder/show.toml")).scenes
    assert (first.name, first.duration, first.weight, first.speed, first.hold) == ("First", 300, 3, 12.5, 4)
    assert first.hours == Hours(22 * 60 + 30, 6 * 60)
    assert (str(first.rule), first.rule.edges, first.shape) == ("QuadLife:P160,96", Edges.DEAD, (96, 160))
    start = first.start
    assert (start.density, start.shares, start.clumps, start.area) == (0.25, (1, 2, 0, 1), 12, 0.5)
    assert (start.texts, start.letters, start.letter_species) == (("{date}", "Ada"), 12, (3, 4))
    assert start.figures == (
        Figure("acorn", 2, 1, 0.5, 0.5, 0), Figure("glider", 4, 5), Figure("glider", 1, 1, 0.25, 0.75, 6)
    )  # fmt: skip
    assert (start.mirror, start.swap, first.folder) == (Mirror.QUARTERS, True, Path("folder"))
    assert (first.palette.schemes, first.palette.drift) == (("Deep sea", "Neon"), 90)
    effects = first.effects
    assert (effects.age, effects.trails, effects.bloom, effects.brightness) == (0.1, 0.2, 0.3, 0.5)
    assert (effects.shapes, effects.grid, effects.wave) == (True, True, True)
    assert first.camera.waypoints == (Waypoint(0.5, 0.4, 2, 60),)
    assert first.camera.mode is CameraMode.WAYPOINTS
    assert first.interventions == InterventionPlan(("swap", "flip"), 20, 0.002, 60, 3, 0.01)
    assert (second.camera.mode, second.rule.edges) == (CameraMode.DIRECTOR, Edges.TORUS)
    assert second.hours == Hours()
    assert second.interventions.kinds == ("flip", "turn", "law")  # Life has nothing to swap
    assert second.interventions.living == 0


@pytest.mark.parametrize(
    ("rule", "living"), [("Immigration", 2), ("QuadLife", 4), ("RealTime:3", 3), ("B3/S23:9", 0), ("Survivor", 0)]
)
def test_default_of_living_species(rule: str, living: int) -> None:
    assert scene(rule=rule).interventions.living == living


SCENE = 'name = "N"\nduration = 60\nrule = "Immigration"\nsize = "64x48"\n'
START = "[scene.start]\nsoup = 0.3\n"
WHERE = "show.toml: scene 1 'N': "


def in_scene(line: str) -> str:
    return f"[[scene]]\n{SCENE}{line}\n{START}"


def without(key: str) -> str:
    return "[[scene]]\n" + "\n".join(line for line in SCENE.splitlines() if not line.startswith(key)) + "\n" + START


def instead(key: str, value: str) -> str:
    return without(key).replace("[[scene]]\n", f"[[scene]]\n{key} = {value}\n")


def in_start(lines: str) -> str:
    return f"[[scene]]\n{SCENE}[scene.start]\n{lines}\n"


def in_table(name: str, lines: str) -> str:
    return f"[[scene]]\n{SCENE}{START}[scene.{name}]\n{lines}\n"


MISTAKES = [
    # Of the programme.
    ("", "show.toml: there are 0 [[scene]] tables; there should be 1 to 200"),
    ("scene = 3", "show.toml: scene = 3 should be a list of tables, as in [[scene]]"),
    (f"colour = 3\n[[scene]]\n{SCENE}{START}", "show.toml: unknown key colour: the keys are title, description, scene"),
    (f"scenes = 3\n[[scene]]\n{SCENE}{START}", "show.toml: unknown key scenes: did you mean scene?"),
    (f"[[scene]]\n{SCENE}{START}[[scene]]\n{SCENE}{START}", "show.toml: scene 2: name = 'N' is used by another scene"),
    (in_scene('from = "06:00"\nto = "22:00"'),
     "show.toml: no scene may begin between 00:00 and 06:00: change 'from' and 'to' of a scene"),
    # Of a scene.
    (without("name"), "show.toml: scene 1: name is missing"),
    (instead("name", "3"), "show.toml: scene 1: name = 3 should be one line of text with at most 60 characters"),
    (instead("name", '" "'), "show.toml: scene 1: name = ' ' should be one line of text"),
    (without("duration"), WHERE + "duration is missing"),
    (without("rule"), WHERE + "rule is missing"),
    (without("size"), WHERE + "size is missing"),
    (f"[[scene]]\n{SCENE}", WHERE + "start is empty: it should have soup, text, image, pattern or figures"),
    (in_scene("sped = 3"), WHERE + "unknown key sped: did you mean speed?"),
    (in_scene("speed = 0"), WHERE + "speed = 0 should be a number from 0.5 to 240"),
    (in_scene('speed = "fast"'), WHERE + "speed = 'fast' should be a number from 0.5 to 240"),
    (in_scene("speed = nan"), WHERE + "speed = nan should be a number from 0.5 to 240"),
    (in_scene("speed = true"), WHERE + "speed = true should be a number from 0.5 to 240"),
    (in_scene("weight = 1.5"), WHERE + "weight = 1.5 should be a whole number from 1 to 100"),
    (in_scene("weight = 0"), WHERE + "weight = 0 should be a whole number from 1 to 100"),
    (instead("duration", '"5 weeks"'),
     WHERE + "duration = '5 weeks' should be 5 s to 24 h: a number of seconds, or a text such as \"5 min\""),
    (instead("duration", "1"), WHERE + "duration = 1 should be 5 s to 24 h"),
    (instead("duration", '"25 h"'), WHERE + "duration = '25 h' should be 5 s to 24 h"),
    (instead("duration", "5") .replace("[scene.start]", "hold = 6\n[scene.start]"),
     WHERE + "hold = 6 should be less than the scene's duration of 5 s"),
    (in_scene("hold = 30"), WHERE + "hold = 30 should be 0 s to 20 s"),
    (in_scene('from = "06:00"'), WHERE + "to is missing"),
    (in_scene('to = "06:00"'), WHERE + "from is missing"),
    (in_scene('from = "6 pm"\nto = "22:00"'),
     WHERE + "from = '6 pm' should be a time of day from \"00:00\" to \"24:00\", such as \"22:30\""),
    (in_scene('from = "24:01"\nto = "22:00"'), WHERE + "from = '24:01' should be a time of day"),
    (in_scene('from = "12:60"\nto = "22:00"'), WHERE + "from = '12:60' should be a time of day"),
    (in_scene('from = 12\nto = "22:00"'), WHERE + "from = 12 should be a time of day"),
    (in_scene('from = "07:00"\nto = "07:00"'),
     WHERE + "from = '07:00' should be before \"24:00\" and different from \"to\""),
    (instead("rule", '"Imigration"'), WHERE + "rule: unknown rule 'Imigration': use one of Life, "),
    (instead("rule", '"B9/S"'), WHERE + "rule: rule 'B9/S': births at 9 neighbours; a cell has 0 to 8"),
    (instead("rule", '"Life:T20,20"'), WHERE + "rule = 'Life:T20,20' should be a rule without size and edges"),
    (instead("rule", "7"), WHERE + "rule = 7 should be a rule, such as"),
    (in_scene('edges = "sphere"'), WHERE + "edges = 'sphere' should be one of torus, plane"),
    (instead("size", '"big"'), WHERE + "size: size 'big' is not WIDTHxHEIGHT, as in 160x96"),
    (instead("size", '"8x600"'), WHERE + "size = '8x600' should be at least 16x16"),
    (instead("size", "160"), WHERE + "size = 160 should be a size, such as"),
    # Of what it begins with.
    (instead("name", '"N"\nstart = 3').replace(START, ""), WHERE + "start = 3 should be a table, as in [scene.start]"),
    (in_start("soup = 1.5"), WHERE + "start.soup = 1.5 should be a number from 0 to 1"),
    (in_start("soop = 0.5"), WHERE + "unknown key start.soop: did you mean soup?"),
    (in_start("soup = 0.5\nshares = [1]"), WHERE + "start.shares = [1] should be a list of 2 numbers from 0 to 1e+06"),
    (in_start("soup = 0.5\nshares = [0, 0]"),
     WHERE + "start.shares = [0, 0] should be a list with at least one number above 0"),
    (in_start("soup = 0.5\nshares = [-1, 2]"), WHERE + "start.shares = [-1, 2] should be a list of 2 numbers"),
    (in_start("soup = 0.5\narea = 0"), WHERE + "start.area = 0 should be a number from 0.01 to 1"),
    (in_start('text = "A"\nclumps = 9'),
     WHERE + "start.clumps = 9 should be 0, unless there is a soup of two species or more"),
    (in_start('text = ""'), WHERE + "start.text = '' should be a text or a list of texts" ),
    (in_start("text = [3]"), WHERE + "start.text = [3] should be a text or a list of texts"),
    (in_start('text = "{tim}"'), WHERE + "start.text: text '{tim}': {tim} should be one of {date}, {time}, "),
    (in_start('text = "{date"'), WHERE + "start.text: text '{date': "),
    (in_start('text = "{date:>9}"'), WHERE + "start.text: text '{date:>9}': {date} should be one of"),
    (in_start('text = "An awfully long text"'),
     WHERE + "start.text: text 'An awfully long text' does not fit on a board of 64x48"),
    (in_start('text = "A"\nletters = 4'), WHERE + "start.letters = 4 should be a whole number from 5 to 1000"),
    (in_start('text = "A"\nletter_species = 3'),
     WHERE + "start.letter_species = 3 should be a whole number from 1 to 2, or a list"),
    (in_start('text = "A"\nletter_species = []'),
     WHERE + "start.letter_species = [] should be a whole number from 1 to 2, or a list"),
    (in_start('pattern = "glidr"'),
     WHERE + "start.pattern: 'glidr' is neither a file nor a built-in pattern: did you mean glider"),
    (in_start("pattern = 3"), WHERE + "start.pattern = 3 should be one line of text"),
    (in_start('pattern = "glider"\nspecies = 3'), WHERE + "start.species = 3 should be a whole number from 1 to 2"),
    (in_start('soup = 0.1\nspecies = 1'), WHERE + "start.species needs a pattern, but there is none"),
    (in_start('figures = [{pattern = "glidr"}]'),
     WHERE + "start.figures: 'glidr' is neither a file nor a built-in pattern"),
    (in_start('figures = [{count = 2}]'), WHERE + "start.figures 1.pattern is missing"),
    (in_start('figures = [{pattern = "glider"}, {pattern = "glider", count = 0}]'),
     WHERE + "start.figures 2.count = 0 should be a whole number from 1 to 10000"),
    (in_start('figures = [{pattern = "glider", x = 0.5}]'), WHERE + "start.figures 1.y is missing"),
    (in_start('figures = [{pattern = "glider", x = 2, y = 0}]'),
     WHERE + "start.figures 1.x = 2 should be a number from 0 to 1"),
    (in_start('figures = [{pattern = "glider", turn = 8}]'),
     WHERE + "start.figures 1.turn = 8 should be a whole number from 0 to 7"),
    (in_start('figures = [{pattern = "glider", trun = 1}]'),
     WHERE + "unknown key start.figures 1.trun: did you mean turn?"),
    (in_start("figures = 3"), WHERE + "start.figures = 3 should be a list of tables, as in"),
    (in_start('image = "no.png"'), WHERE + "start.image: cannot read no.png: No such file or directory"),
    (in_start('soup = 0.1\nmirror = "both"'),
     WHERE + "start.mirror = 'both' should be one of none, left-right, top-bottom, quarters, turn"),
    (in_start("soup = 0.1\nswap = true"), WHERE + "start.swap = true should be false, unless the board is mirrored"),
    (in_start('soup = 0.1\nswap = "yes"'), WHERE + "start.swap = 'yes' should be true or false"),
    (instead("size", '"4096x4096"') + 'mirror = "turn"',
     WHERE + "start.mirror = 'turn' should be 'none' on a board of more than 4194304 cells"),
    # Of how it is shown.
    (in_table("palette", 'scheme = "Deep see"'),
     WHERE + "palette.scheme = 'Deep see' should be one of 40 names; did you mean 'Deep sea'"),
    (in_table("palette", "scheme = 3"), WHERE + "palette.scheme = 3 should be a list of names from Okabe-Ito, "),
    (in_table("palette", "scheme = [3]"), WHERE + "palette.scheme has 3, which should be one of Okabe-Ito, "),
    (in_table("palette", "scheme = []"), WHERE + "palette.scheme = [] should be at least one colour scheme"),
    (in_table("palette", "drift = 1"), WHERE + "palette.drift = 1 should be 10 s to 24 h"),
    (in_table("palette", "shceme = 1"), WHERE + "unknown key palette.shceme: did you mean scheme?"),
    (in_table("effects", "age = 2"), WHERE + "effects.age = 2 should be a number from 0 to 1"),
    (in_table("effects", "brightness = 0"), WHERE + "effects.brightness = 0 should be a number from 0.1 to 2"),
    (in_table("effects", "shapes = 1"), WHERE + "effects.shapes = 1 should be true or false"),
    (in_table("effects", "sepia = 1"), WHERE + "unknown key effects.sepia: the keys are age, trails, "),
    (in_table("camera", 'mode = "drone"'), WHERE + "camera.mode = 'drone' should be one of whole, director, waypoints"),
    (in_table("camera", 'mode = "waypoints"'),
     WHERE + "camera.mode = 'waypoints' should be another mode, since there are no waypoints"),
    (in_table("camera", 'mode = "whole"\nwaypoints = [{x=0.5,y=0.5,zoom=1,seconds=9}]'),
     WHERE + "camera.mode = 'whole' should be 'waypoints', since there are waypoints"),
    (in_table("camera", "waypoints = [{x=0.5,y=0.5,zoom=1}]"), WHERE + "camera.waypoints 1.seconds is missing"),
    (in_table("camera", "waypoints = [{x=0.5,y=0.5,zoom=0,seconds=9}]"),
     WHERE + "camera.waypoints 1.zoom = 0 should be a number from 0.25 to 100"),
    (in_table("camera", "waypoints = [{x=0.5,y=0.5,z=1,zoom=1,seconds=9}]"),
     WHERE + "unknown key camera.waypoints 1.z"),
    (in_table("camera", "speed = 1"), WHERE + "unknown key camera.speed"),
    # Of what is done when nothing happens.
    (in_table("interventions", 'kinds = ["bomb"]'),
     WHERE + "interventions.kinds has 'bomb', which should be one of flip, swap, turn, law"),
    (instead("rule", '"Life"') + '[scene.interventions]\nkinds = ["swap"]',
     WHERE + "interventions.kinds = ['swap'] should be without 'swap', which does not work with rule Life"),
    (instead("rule", '"Survivor"') + '[scene.interventions]\nkinds = ["law"]',
     WHERE + "interventions.kinds = ['law'] should be without 'law'"),
    (in_table("interventions", "cooldown = 1"), WHERE + "interventions.cooldown = 1 should be 5 s to 1 h"),
    (in_table("interventions", "threshold = 2"), WHERE + "interventions.threshold = 2 should be a number from 0 to 1"),
    (in_table("interventions", "patience = 1"), WHERE + "interventions.patience = 1 should be 10 s to 1 h"),
    (in_table("interventions", "living = 3"), WHERE + "interventions.living = 3 should be a whole number from 0 to 2"),
    (in_table("interventions", "least_share = 0.6"),
     WHERE + "interventions.least_share = 0.6 should be a number from 0 to 0.5"),
    (in_table("interventions", "chance = 0.6"), WHERE + "unknown key interventions.chance"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[message[-60:] for _, message in MISTAKES])
def test_error_names_file_and_key(text: str, message: str) -> None:
    with pytest.raises(ProgrammeError) as caught:
        programme(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "show.toml: title is missing"),
        ({"title": "T"}, "show.toml: description is missing"),
        ({"title": 3}, "show.toml: title = 3 should be one line of text with at most 60 characters"),
        ({"title": "T", "description": "two\nlines"}, "show.toml: description = 'two\\nlines' should be one line"),
    ],
)
def test_title_and_description(values: dict[str, object], message: str) -> None:
    with pytest.raises(ProgrammeError) as caught:
        programme_of(values, FILE)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"title = \n", "{path} is not TOML: Invalid value (at line 1, column 9)"),
        (b"title = 'T'\ntitle = 'T'\n", "{path} is not TOML: Cannot overwrite a value"),
        (b"\xff\xfe\x00", "{path} is not TOML: 'utf-8' codec"),
        (b"#" * ((1 << 20) + 1), "{path} has more than 1 MiB: too large for a programme"),
        (None, "cannot read {path}: No such file or directory"),
    ],
)
def test_unreadable_files(tmp_path: Path, data: bytes | None, reason: str) -> None:
    path = tmp_path / "bad.toml"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ProgrammeError) as caught:
        read_programme(path)
    assert str(caught.value).startswith(reason.format(path=path))
    assert "\n" not in str(caught.value)


def test_folder_is_not_a_programme(tmp_path: Path) -> None:
    with pytest.raises(ProgrammeError, match="it is a folder, not a file"):
        read_programme(tmp_path)


def test_files_in_the_programmes_folder(tmp_path: Path) -> None:
    (tmp_path / "own.rle").write_text("x = 3, y = 1\n3o!\n")
    Image.fromarray(np.eye(20, dtype=np.uint8) * 255).save(tmp_path / "eye.png")
    text = in_start('image = "eye.png"\npattern = "own.rle"')
    assert programme(text, tmp_path / "show.toml").scenes[0].start.image == "eye.png"
    with pytest.raises(GpulifeError, match=r"start\.image: cannot read eye\.png"):
        programme(text)


def test_figure_too_large(tmp_path: Path) -> None:
    (tmp_path / "long.rle").write_text("x = 65, y = 1\n65o!\n")
    with pytest.raises(GpulifeError, match=r"start\.pattern: long\.rle: 65x1 cells do not fit on a board of 64x48$"):
        programme(in_start('pattern = "long.rle"'), tmp_path / "show.toml")
    (tmp_path / "tall.rle").write_text("x = 49, y = 1\n49o!\n")
    programme(in_start('pattern = "tall.rle"'), tmp_path / "show.toml")
    programme(in_start('figures = [{pattern = "tall.rle", turn = 2}]'), tmp_path / "show.toml")
    for turn, words in ((", turn = 1", ", turned like that$"), ("", ", however they are turned$")):
        with pytest.raises(GpulifeError, match=f"49x1 cells do not fit on a board of 64x48{words}"):
            programme(in_start(f'figures = [{{pattern = "tall.rle"{turn}}}]'), tmp_path / "show.toml")


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, in_start("soup = 0.3\nclumps = 0x" + "F" * 5000)])
def test_file_too_deep_for_python(text: str, tmp_path: Path) -> None:
    (tmp_path / "much.toml").write_text(text)
    with pytest.raises(ProgrammeError, match=r"much\.toml"):
        read_programme(tmp_path / "much.toml")


def test_states_unknown_to_the_rule(tmp_path: Path) -> None:
    (tmp_path / "three.rle").write_text("x = 3, y = 1, rule = QuadLife\nABC!\n")
    with pytest.raises(GpulifeError, match=r"start\.pattern: .*state 3"):
        programme(in_start('pattern = "three.rle"'), tmp_path / "show.toml")


def test_intervention_kinds() -> None:
    from gpulife.games.core.wild import INTERVENTIONS

    assert tuple(INTERVENTIONS) == INTERVENTION_KINDS
