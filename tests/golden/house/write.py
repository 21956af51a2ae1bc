"""Writes the files beside it, with a checkout of commit 0c9d5ec: see README.md."""

from __future__ import annotations

import json
import os
import random
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from games.computers import biowar_player, computer_player, realtime_player
from gpulife.art.playlist_toml import programme_of
from gpulife.art.schedule import ScheduleState
from gpulife.games.realtime.text_orders import parse_orders
from gpulife.games.survivor.ai.beam_search import WAIT, Move
from gpulife.games.survivor.progress_files import Progress, save_progress
from gpulife.players.base import Player
from gpulife.settings.user_settings import Settings, changed, save_settings

from gpulife.art.checkpoint_files import CheckpointFiles, SavedDisplay
from gpulife.art.scene_runner import SceneRunner
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.engines.bitplanes import gl_autotune as tuning
from gpulife.engines.bitplanes.pass_source import Shape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.matches import new_match, with_series
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import read_level, write_level
from gpulife.games.survivor.rules import level_settings
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import write_replay
from gpulife.session.session import Session
from gpulife.view.board_export import save_board
from gpulife.view.palettes import state_colours

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
EVERY = 50
"""Ticks between two moments that are hashed."""
DIGITS = 12
"""Of each hash that are kept."""
NOON = 1_000_000_000.0
K = ActionKind
Script = dict[int, Sequence[Action]]
SEATS: dict[str, Any] = {
    "seats": ["person", "computer:2"], "names": ["Ada", ""], "party": ["person", "nobody"], "party_names": ["Ada", ""],
    "helped": True,
}  # fmt: skip
MOMENTS: dict[str, dict[str, object]] = {}


class Monkey:
    """Somebody who does this and that: ``wishes`` are (weight, what makes an action of a generator)."""

    is_live = True

    def __init__(self, seed: int, every: int, wishes: Sequence[tuple[int, Callable[[random.Random], Action]]]) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._every = every
        self._weights = [weight for weight, _ in wishes]
        self._wishes = [wish for _, wish in wishes]

    def actions(self, *_: object) -> list[Action]:
        if self._chance.randrange(self._every):
            return []
        return [self._chance.choices(self._wishes, self._weights)[0](self._chance)]


def steering(players: int, rows: int, columns: int) -> list[tuple[int, Callable[[random.Random], Action]]]:
    return [
        (30, lambda c: Action(c.randrange(players), K.STICK, c.randint(-1, 1), c.randint(-1, 1))),
        (40, lambda c: Action(c.randrange(players), K.TRIGGER, c.randrange(2))),
        (10, lambda c: Action(c.randrange(players), K.POINT, c.randrange(rows), c.randrange(columns))),
    ]


def by(*actions: Action) -> list[Action]:
    return list(actions)


def all_by(kind: ActionKind, **more: Any) -> list[Action]:
    return [Action(NOBODY, kind, **more)]


def write(name: str, match: Match, players: Sequence[Player], script: Script, ticks: int, save_at: int) -> Session:
    """Play a session, and keep its replay, both autosaves of its middle, and where that gets to."""
    rule = parse_rule(match.rule)
    assert rule.size is not None
    session = Session(match, NumpyEngine(rule, rule.size), players)
    phases: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        autosave = Autosave(Path(folder), 0)
        moments: list[str] = []
        for tick in range(ticks):
            phase = str(getattr(session.state, "phase", ""))
            if phase not in phases[-2:]:
                phases.append(phase)
            if tick == save_at - 1 and name == "seed-list":
                autosave.save(session, 0, SEATS)
            if tick == save_at:
                written = autosave.save(session, 0, SEATS)
                assert written is not None
                (HERE / f"session-{name}-{written.name[-9]}.gpusave").write_bytes(written.read_bytes())
                if name == "seed-list":
                    other = next(path for path in Path(folder).glob("*.gpusave") if path != written)
                    (HERE / f"session-{name}-{other.name[-9]}.gpusave").write_bytes(other.read_bytes())
                phases.append("SAVED")
            session.tick(script.get(tick, ()))
            if session.ticks % EVERY == 0 or session.ticks == ticks:
                moments.append(moment_hash(session.state, session.board)[:DIGITS])
        autosave.let_go()
    write_replay(HERE / f"{name}.gpureplay", session.recording())
    MOMENTS[name] = {"saved": save_at, "ticks": ticks, "moments": " ".join(moments)}
    print(f"{name}: {session.ticks} ticks, {session.computed} generations, {len(session.hashes)} hashes", *phases)
    return session


def study() -> None:
    match = new_match("study", parse_rule("QuadLife"), (30, 48), 14, "HCAP")
    script = {
        0: all_by(K.SOUP, data="0.3"),
        9: all_by(K.DIGIT, a=4),
        12: all_by(K.DIGIT, a=2),
        40: all_by(K.HALT),
        50: [Action(NOBODY, K.PACE, 30_000), Action(NOBODY, K.PAINT, 3, 30, "x = 3, y = 3\n.A$2.A$3A!")],
        300: all_by(K.WILD),
        420: all_by(K.ERASE, a=20, b=5, data="5x7"),
    }
    engine = write("study", match, [Monkey(1, 6, steering(2, 30, 48))], script, 600, 250).engine
    for ending in ("rle", "npz"):
        save_board(HERE / f"board.{ending}", engine, state_colours(engine.rule))
    MOMENTS["board"] = {"generation": engine.generation, "cells": engine.read_all().tobytes().hex()[::37]}


def both() -> list[Action]:
    """An R-pentomino for each side."""
    places = [(row + 10, column + 12) for row, column in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))]
    return [
        action
        for player in (0, 1)
        for row, column in places
        for action in (
            Action(player, K.POINT, row + 16 * player, 63 - column if player else column),
            Action(player, K.TRIGGER, 1),
            Action(player, K.TRIGGER, 0),
        )
    ]


def agreed(tick: int, kind: ActionKind, **more: Any) -> Script:
    """What the left player asks for, and the right one says yes to."""
    return {tick: by(Action(0, kind, **more)), tick + 30: by(Action(1, K.AGREE, 1))}


def contests() -> None:
    """A set between two people, and one with a computer, which are saved while a round is played; and a question."""
    match = with_series(new_match("seed-list", parse_rule("Immigration"), (40, 64), 82, "FAST"), "best-of-3")
    script = {0: all_by(K.START), 60: both(), 400: by(Action(0, K.RESIGN)), 460: all_by(K.AGAIN), 520: both()}
    script |= agreed(600, K.HALT) | agreed(640, K.PACE, a=5_000) | agreed(1000, K.WILD)
    write("seed-list", match, [Monkey(2, 9, steering(2, 40, 64))], script, 1300, 1010)
    match = with_series(new_match("one-seed", parse_rule("Immigration"), (40, 64), 83, "WILD"), "double-or-nothing")
    script = {0: all_by(K.START), 5: by(Action(1, K.SEAT, 2)), 60: both(), 300: all_by(K.HALT)}
    players: list[Player] = [Monkey(3, 9, steering(1, 40, 64)), computer_player(1, 2, match.seed, None, "one-seed")]
    write("one-seed", match, players, script | {600: by(Action(0, K.RESIGN)), 660: all_by(K.AGAIN)}, 900, 560)


def biowar() -> None:
    match = new_match("biowar", parse_rule("BioWar:4"), (11, 24), 1986, "FAST")
    keys = [
        (6, lambda c: Action(c.randrange(-1, 3), c.choice([K.OPTION, K.SELECT]))),
        (12, lambda c: Action(c.randrange(3), c.choice([K.START, K.DONE]))),
        (3, lambda c: Action(c.randrange(-1, 3), K.SAY, data=c.choice(("hello", "who is winning?")))),
    ]
    players = [Monkey(4, 5, [*steering(3, 11, 24), *keys]), biowar_player(3, 2, match.seed, frozenset(range(3)))]
    write("biowar", match, players, {0: by(Action(0, K.START), Action(1, K.START))}, 1500, 900)


def life_2() -> None:
    match = with_series(new_match("life-2", parse_rule("Immigration:P5,5"), (5, 5), 1978, "PRINTED"), "rounds-4")
    wishes = [
        *steering(2, 5, 5),
        (25, lambda c: Action(c.randrange(2), K.PLACE, c.randrange(6), c.randrange(5))),
        (9, lambda c: Action(c.randrange(-1, 2), K.DIGIT, c.randrange(7))),
    ]
    script = {0: all_by(K.START), 700: by(Action(1, K.RESIGN)), 750: all_by(K.AGAIN)}
    write("life-2", match, [Monkey(5, 12, wishes)], script, 1200, 450)


def survivor() -> None:
    well = read_level(ROOT / "presets/survivor/1-well.toml")
    match = replace(
        new_match("survivor", parse_rule("Survivor"), well.level.shape, 7), settings=level_settings(well.level)
    )
    script: Script = {}
    for tick, move in zip(range(100, 1000, 60), well.solution, strict=False):
        if move.piece:
            script[tick] = [Action(0, K.PIECE, move.piece), Action(0, K.POINT, move.row, move.column)]
            script[tick + 5] = [Action(0, K.TRIGGER, 1)]
            script[tick + 9] = [Action(0, K.TRIGGER, 0)]
        script[tick + 20] = [Action(0, K.OK)]
    write("survivor", match, (), script, 500, 190)


def realtime() -> None:
    match = new_realtime(2001, letters=5, players=3, tick_seconds=1, seats=(0, 1, 4), names=("Ada", "", "Cy"))
    row = " ".join(f"{letter}5" for letter in "cdefghijkl")
    script: Script = {
        120: all_by(K.JOIN, data=f"Ada {row}"),
        900: by(Action(0, K.MOVE, data="c5 c6"), Action(0, K.SAY, data="hi")),
    }
    players = [realtime_player(seat, level, match.seed) for seat, level in ((1, 1), (2, 4))]
    write("realtime", match, players, script, 1500, 1000)


def title() -> None:
    match = new_match("fanfare", parse_rule("Immigration"), (96, 160), 9)
    write("title", match, (), {300: all_by(K.RESET)}, 500, 200)


def mail() -> None:
    clerk = MailGame(new_realtime(7, seats=(0, 0, 1)), NOON)
    orders = "JOIN Ada c5 d5 e5 f5 g5 h5 i5 j5 k5 l5\nJOIN Bob m20 n20 o20 p20 q20 r20 s20 t20 u20 v20"
    for order in parse_orders(orders):
        clerk.carry_out(order)
    clerk.begin()
    clerk.pass_hours(30)
    clerk.save(HERE / "mail.gpumail")
    clerk.pass_hours(30)
    MOMENTS["mail"] = {"later": moment_hash(clerk.state, clerk.session.board), "hours": clerk.state.hours}


PROGRAMME = """
title = "House"
description = "Every key that a programme may have."

[[scene]]
name = "Letters"
duration = "10 min"
weight = 2
from = "08:00"
to = "22:30"
rule = "Immigration"
size = "80x48"
edges = "plane"
speed = 12
hold = "2 s"
[scene.start]
soup = 0.35
shares = [2, 1]
clumps = 4
area = 0.8
text = ["{time}", "LIFE"]
letters = 9
letter_species = [2, 1]
mirror = "quarters"
swap = true
[[scene.start.figures]]
pattern = "glider"
species = 2
count = 3
turn = 1
[scene.palette]
scheme = ["Ink on paper"]
drift = "5 min"
[scene.effects]
age = 0.5
trails = 0.25
bloom = 0
brightness = 0.9
shapes = true
grid = true
wave = false
[scene.camera]
waypoints = [{x = 0.5, y = 0.5, zoom = 2, seconds = 30}, {x = 0.2, y = 0.4, zoom = 1, seconds = "1 min"}]
[scene.interventions]
kinds = ["flip", "swap"]
cooldown = 20
threshold = 0.01
patience = "90 s"
living = 2
least_share = 0.05

[[scene]]
name = "Guns"
duration = 90
rule = "Life"
size = "64x40"
start = {pattern = "gosper-gun"}

[[scene]]
name = "A match"
duration = 300
game = "seed-list"
"""


def art() -> None:
    from gpulife.art.playlist_toml import read_programme

    path = HERE / "programme.toml"
    path.write_text(PROGRAMME.lstrip())
    print(read_programme(path))
    plain = 'title = "T"\ndescription = "D"\n[[scene]]\nname = "S"\nduration = 600\nrule = "Immigration"\n'
    plain += 'size = "40x24"\nspeed = 12\n[scene.start]\nsoup = 0.35\n'
    shown = programme_of(tomllib.loads(plain), Path("show.toml")).scenes[0]
    (HERE / "show.toml").write_text(plain)
    with tempfile.TemporaryDirectory() as folder, SceneRunner(shown, 1, NumpyEngine, datetime(2026, 11, 22, 3)) as act:  # noqa: DTZ001
        files = CheckpointFiles(Path(folder))
        for _ in range(2):
            for _ in range(250):
                act.advance(1)
            files.save(
                SavedDisplay("./mine.toml", ScheduleState(3, 1, 2, 0, 1, 9), act.checkpoint(), {"seconds": 12.5})
            )
        for written in files.paths:
            (HERE / written.name).write_bytes(written.read_bytes())
        for _ in range(100):
            act.advance(1)
        MOMENTS["art"] = {"generation": act.generation, "board": act.engine.read_all().tobytes().hex()[::37]}


def others() -> None:
    """Every other kind of file."""
    settings = Settings()
    for key, value in {
        "width": 1000, "fullscreen": True, "monitor": "DP-1", "frame_limit": 144, "ui_scale": 1.25,
        "reduced_flashing": False, "scheme": "Ink on paper", "age": 0.5, "bloom": 0.25, "last_mode": "Immigration",
        "open_panels": ("rule", "history"), "autosave_seconds": 60, "film_format": "gif", "left_seat": "computer:3",
        "left_name": "Ada", "right_colour": "#ff8000", "party_names": ("Ada", "Bob", "", "", "", ""),
        "party_seats": ("person", "computer:4", "nobody", "person", "person", "person"), "muted": True,
        "bindings": {"halt": ("key:B",), "wild": ("key:J", "key:K")}, "art_brightness": "08:00=1, 23:00=0.2",
        "art_pixel_shift": 8, "dead_zone": 0.3,
    }.items():  # fmt: skip
        settings = changed(settings, key, value)
    save_settings(settings, HERE / "settings.toml", Settings())
    save_progress(Progress({"1-well": 4, "2-wall": 9}), HERE)
    level = Level("My own", ("..PP....", "..S...T.", "........"), "midday", 9, "Once.\nUpon a time.", "The end.")
    write_level(HERE / "level.toml", level, (Move(1, 2, 6), WAIT, Move(2, 0, 7)))
    os.environ["GPULIFE_CACHE"] = str(HERE)
    tuning.save_shape(tuning.cache_key("R", "V 4.6", parse_rule("Immigration")), Shape(words=3, rows=64, generations=8))
    for lock in HERE.glob(".*.lock"):
        lock.unlink()


for make in (study, contests, biowar, life_2, survivor, realtime, title, mail, art, others):
    make()
(HERE / "moments.json").write_text(json.dumps(MOMENTS, indent=1, sort_keys=True) + "\n")
