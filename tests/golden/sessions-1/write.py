"""Writes the files beside it, with a checkout of commit 7b91270: see README.md."""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from games.computers import biowar_player, computer_player, realtime_player
from gpulife.art.playlist_toml import programme_of
from gpulife.art.schedule import ScheduleState
from gpulife.games.realtime.text_orders import parse_orders
from gpulife.games.survivor.progress_files import Progress, save_progress
from gpulife.settings.user_settings import Settings, changed, save_settings

from gpulife.art.checkpoint_files import CheckpointFiles, SavedDisplay
from gpulife.art.scene_runner import SceneRunner
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.engines.bitplanes import gl_autotune as tuning
from gpulife.engines.bitplanes.pass_source import Shape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import NOBODY, Action, ActionKind, GameState, Match
from gpulife.games.core.player import Player
from gpulife.games.life2.state import Life2Phase
from gpulife.games.matches import new_match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import read_level, write_level
from gpulife.games.survivor.rules import level_settings
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import write_replay
from gpulife.session.session import Session

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LATER = 600
"""Ticks after an autosave to which it has to get at least."""
EVERY = 100
"""Ticks between two moments that are hashed."""
DIGITS = 12
"""Of each hash that are kept."""
NOON = 1_000_000_000.0
K = ActionKind
Script = dict[int, Sequence[Action]]
A_RUN = Action(NOBODY, K.HALT)


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
    def who(chance: random.Random) -> int:
        return chance.randrange(players)

    return [
        (30, lambda c: Action(who(c), K.STICK, c.randint(-1, 1), c.randint(-1, 1))),
        (40, lambda c: Action(who(c), K.TRIGGER, c.randrange(2))),
        (10, lambda c: Action(who(c), K.POINT, c.randrange(rows), c.randrange(columns))),
    ]


CONSOLE = [
    (1, lambda _: Action(NOBODY, K.SELECT)),
    (1, lambda _: Action(NOBODY, K.OPTION)),
    (1, lambda _: Action(NOBODY, K.WILD)),
]


def press(player: int, *places: tuple[int, int]) -> list[Action]:
    """Point there, press the trigger and let go of it."""
    return [
        action
        for row, column in places
        for action in (Action(player, K.POINT, row, column), Action(player, K.TRIGGER, 1), Action(player, K.TRIGGER, 0))
    ]


def pentomino(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down, right in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))]


def both(rows: int, columns: int) -> list[Action]:
    """Two R-pentominoes for each side."""
    places = [*pentomino(rows // 4, columns // 4), *pentomino(3 * rows // 4, columns // 3)]
    return [*press(0, *places), *press(1, *((row, columns - 1 - column) for row, column in places))]


STOPS: Script = {
    320: [Action(NOBODY, K.PACE, 60_000)],
    700: [A_RUN],
    760: [A_RUN],
    900: [Action(NOBODY, K.STEP)],
    910: [Action(NOBODY, K.STEP)],
    930: [A_RUN],
    1000: [Action(NOBODY, K.PACE, -1)],
    1100: [Action(NOBODY, K.PACE, 60_000)],
}
"""Halts, single steps, and changes of pace."""
MOMENTS: dict[str, dict[str, object]] = {}


def write(
    name: str, match: Match, players: Sequence[Player], script: Script, ticks: int,
    save_at: int | Callable[[GameState], bool], seats: dict[str, object] | None = None,
) -> None:  # fmt: skip
    """Play a session, and keep its replay, an autosave of its middle, and where that gets to."""
    rule = parse_rule(match.rule)
    assert rule.size is not None
    session = Session(match, NumpyEngine(rule, rule.size), players)
    saved = None
    moments: list[str] = []
    phases: list[str] = []
    for tick in range(ticks):
        phase = str(getattr(session.state, "phase", ""))
        if phase not in phases[-2:]:
            phases.append(phase)
        is_due = tick == save_at if isinstance(save_at, int) else tick > 200 and save_at(session.state)
        if saved is None and is_due:
            saved = session.ticks
            with tempfile.TemporaryDirectory() as folder:
                written = Autosave(Path(folder), 0).save(session, 0, seats)
                (HERE / f"{name}.gpusave").write_bytes(written.read_bytes())
        session.tick(script.get(tick, ()))
        if session.ticks % EVERY == 0 or session.ticks == ticks:
            moments.append(moment_hash(session.state, session.board)[:DIGITS])
    assert saved is not None, name
    assert saved + LATER <= ticks, name
    write_replay(HERE / f"{name}.gpureplay", session.recording())
    MOMENTS[name] = {"saved": saved, "ticks": ticks, "moments": " ".join(moments)}
    hashes = len(session.hashes)
    print(f"{name}: {session.ticks} ticks, {session.computed} generations, {hashes} hashes, saved at {saved}", *phases)


def study() -> None:
    chosen = {
        0: [Action(NOBODY, K.SOUP, data="0.3"), A_RUN, Action(NOBODY, K.PACE, 60_000)],
        300: [Action(NOBODY, K.PAINT, 3, 30, "x = 3, y = 3\n.A$2.A$3A!"), Action(NOBODY, K.ERASE, 20, 5, "5x7")],
        700: [Action(NOBODY, K.START)],
        701: [Action(NOBODY, K.SOUP, data="0.4:2,1"), Action(NOBODY, K.PACE, 0, 3), A_RUN],
        760: [Action(NOBODY, K.STEP)],
        770: [Action(NOBODY, K.STEP)],
        780: [A_RUN],
        900: [Action(NOBODY, K.PACE, -1), Action(NOBODY, K.CLEAR), Action(NOBODY, K.SOUP, data="0.3")],
        1200: [Action(NOBODY, K.PACE, 60_000)],
    }
    for rule, option, seed in (
        ("Immigration", "WILD", 1), ("QuadLife", "SLOW", 2), ("Immigration", "WALL", 3), ("Immigration", "HCAP", 4),
        ("Immigration", "NORM", 5), ("Immigration", "FAST", 6),
    ):  # fmt: skip
        match = new_match("study", parse_rule(rule), (30, 48), 1982 + seed, option)
        digits = [(5, lambda c: Action(NOBODY, K.DIGIT, c.randrange(10)))] if option == "HCAP" else []
        monkey = Monkey(seed, 4, [*steering(2, 30, 48), *CONSOLE, *digits])
        write(f"study-{option.lower()}", match, [monkey], chosen, 1500, 600)


def contests() -> None:
    start = {0: [Action(NOBODY, K.START)]}
    for seed, (game, option) in enumerate(
        [("one-seed", "NORM"), ("one-seed", "WALL")]
        + [("seed-list", option) for option in ("HCAP", "WALL", "FAST", "WILD", "SLOW")]
        + [("one-seed", option) for option in ("HCAP", "FAST", "WILD", "SLOW")]
        + [("seed-list", "NORM")]
    ):
        match = new_match(game, parse_rule("Immigration"), (40, 64), 82 + seed, option)
        digits = {tick: [Action(NOBODY, K.DIGIT, tick % 10)] for tick in (7, 12, 18, 25)} if option == "HCAP" else {}
        wishes = [*steering(2, 40, 64), *CONSOLE, (12, lambda c: Action(c.randrange(2), K.STICK, 1, 0))]
        script = start | digits | STOPS | {30: both(40, 64), 300: [A_RUN], 1500: [Action(0, K.RESIGN)]}
        script |= {1560: [Action(NOBODY, K.AGAIN)], 1600: both(40, 64), 1800: [A_RUN]}
        script |= {2200: [A_RUN], 2300: both(40, 64), 2350: [A_RUN], 2700: [Action(NOBODY, K.START)]}
        write(f"{game}-{option.lower()}", match, [Monkey(seed, 5, wishes)], script, 2900, 1300)
    for game, levels in (("seed-list", (2, 1)), ("one-seed", (1, 4))):
        match = new_match(game, parse_rule("Immigration"), (40, 80), 1982, "FAST" if game == "one-seed" else "NORM")
        players = [computer_player(seat, level, match.seed, None, game) for seat, level in enumerate(levels)]
        script = start | {900: [A_RUN], 1200: [A_RUN], 1260: [A_RUN], 2400: [Action(1, K.RESIGN)]}
        script |= {2460: [Action(NOBODY, K.AGAIN)], 3000: [A_RUN], 3300: [Action(NOBODY, K.WILD)]}
        write(f"{game}-computers", match, players, script, 4000, 1500)


def biowar() -> None:
    words = ("hello", "good game", "\x1b[31mred", "who is winning? " * 9, "")
    keys = [
        (6, lambda c: Action(c.randrange(-1, 4), c.choice([K.OPTION, K.SELECT]))),
        (12, lambda c: Action(c.randrange(4), c.choice([K.START, K.DONE]))),
        (1, lambda c: Action(c.randrange(4), K.RESIGN)),
        (3, lambda c: Action(c.randrange(-1, 4), K.SAY, data=c.choice(words))),
    ]
    match = new_match("biowar", parse_rule("BioWar:6"), (11, 24), 1986, "FAST")
    players = [Monkey(1, 5, [*steering(4, 11, 24), *keys])]
    players += [biowar_player(seat, level, match.seed, frozenset(range(4))) for seat, level in ((4, 1), (5, 3))]
    begin = {0: [Action(0, K.START), Action(1, K.START)], 1200: [Action(NOBODY, K.WILD)], 1700: [A_RUN]}
    begin |= {1760: [Action(NOBODY, K.STEP)], 1900: [A_RUN]}
    write("biowar-six", match, players, begin, 6000, 1500)
    match = new_match("biowar", parse_rule("BioWar:3:T20,14"), (14, 20), 1987, "NORM")
    players = [Monkey(7, 9, [*steering(2, 14, 20), *keys[1:2]]), biowar_player(2, 2, match.seed, frozenset({0, 1}))]
    begin = {
        0: [Action(0, K.START), Action(NOBODY, K.PACE, 30_000)],
        900: [Action(NOBODY, K.PACE, 2_000)],
        1400: [Action(NOBODY, K.START)],
        1401: [Action(1, K.START), Action(2, K.START)],
    }
    write("biowar-torus", match, players, begin, 3000, 800)
    match = new_match("biowar", parse_rule("BioWar:2"), (11, 24), 1988, "NORM")
    players = [biowar_player(seat, level, match.seed) for seat, level in ((0, 4), (1, 1))]
    write("biowar-computers", match, players, {}, 9000, 1500)


def life_2() -> None:
    def hides(state: GameState) -> bool:
        hands = state.hands  # type: ignore[attr-defined]
        return state.phase is Life2Phase.TURN and bool(hands[0].chosen) != bool(hands[1].chosen)  # type: ignore[attr-defined]

    for option, seed, save in (("PRINTED", 1, hides), ("CODED", 2, 700), ("FAST", 3, 900)):
        match = new_match("life-2", parse_rule("Immigration:P5,5"), (5, 5), 1978 + seed, option)
        wishes = [
            *steering(2, 5, 5),
            (25, lambda c: Action(c.randrange(2), K.PLACE, c.randrange(6), c.randrange(5))),
            (3, lambda c: Action(c.randrange(2), K.WITHDRAW, c.randrange(5), c.randrange(5))),
            (9, lambda c: Action(c.randrange(-1, 2), K.DIGIT, c.randrange(7))),
            (1, lambda _: Action(NOBODY, K.AGAIN)),
        ]
        script = {0: [Action(NOBODY, K.START)], 1400: [Action(1, K.RESIGN)], 1450: [Action(NOBODY, K.AGAIN)]}
        write(f"life-2-{option.lower()}", match, [Monkey(seed, 12, wishes)], script, 2000, save)
    match = new_match("life-2", parse_rule("Immigration:P5,5"), (5, 5), 1978, "PRINTED")
    players = [computer_player(seat, level, match.seed, None, "life-2") for seat, level in ((0, 4), (1, 3))]
    write("life-2-computers", match, players, {0: [Action(NOBODY, K.START)], 700: [Action(NOBODY, K.AGAIN)]}, 1500, 400)


def survivor() -> None:
    well = read_level(ROOT / "presets/survivor/1-well.toml")
    rows, columns = well.level.shape
    match = replace(
        new_match("survivor", parse_rule("Survivor"), (rows, columns), 7), settings=level_settings(well.level)
    )
    script: Script = {}
    tick = 100
    for move in well.solution:
        if move.piece:
            script[tick] = [Action(0, K.PIECE, move.piece), Action(0, K.POINT, move.row, move.column)]
            script[tick + 5] = [Action(0, K.TRIGGER, 1)]
            script[tick + 9] = [Action(0, K.TRIGGER, 0)]
        script[tick + 20] = [Action(0, K.OK)]
        tick += 60
    script[500] = [Action(0, K.STICK, 1, 1)]
    script[700] = [Action(NOBODY, K.AGAIN)]
    write("survivor-won", match, (), script, 900, 190)
    lost = Level("Alone", ("........", "..PP..T.", "...S....", "........"), "midday")
    match = replace(new_match("survivor", parse_rule("Survivor"), lost.shape, 8), settings=level_settings(lost))
    turns: Script = {tick: [Action(0, K.OK)] for tick in range(60, 1400, 10)}
    wishes = [*steering(1, *lost.shape), (5, lambda c: Action(0, c.choice([K.PIECE, K.TAKE_BACK])))]
    write("survivor-lost", match, [Monkey(3, 9, wishes)], turns, 1400, 350)


def realtime() -> None:
    def row(number: int, first: str) -> str:
        return " ".join(f"{chr(ord(first) + place)}{number}" for place in range(10))

    match = new_realtime(2000, letters=5, players=3, tick_seconds=1, limit=5)
    wishes = [
        *steering(3, 30, 40),
        (20, lambda c: Action(c.randrange(4), K.MOVE, data=f"{_place(c)} {_place(c)}")),
        (3, lambda c: Action(c.randrange(-1, 4), K.JOIN, data=f"Eve {row(c.randrange(2, 30), c.choice('abkm'))}")),
    ]
    script: Script = {
        0: [Action(NOBODY, K.JOIN, data=f"Ada {row(5, 'c')}")],
        20: [Action(NOBODY, K.JOIN, data=f"Bob {row(20, 'm')}")],
        30: [Action(2, K.JOIN, data=f"Cyd {row(14, 'f')}"), Action(2, K.MOVE, data="f14 f15")],
        200: [Action(0, K.MOVE, data="c5 c6")],
        400: [Action(1, K.RESIGN)],
        410: [Action(NOBODY, K.JOIN, data=f"Bob {row(27, 'm')}")],
        500: [A_RUN],
        520: [Action(NOBODY, K.STEP)],
        540: [A_RUN],
        700: [Action(NOBODY, K.WILD)],
        900: [Action(0, K.RESIGN)],
        1000: [Action(0, K.JOIN, data=f"Ada {row(9, 'k')}")],
    }
    players = [Monkey(5, 9, wishes), *(realtime_player(seat, level, match.seed) for seat, level in ((3, 1), (4, 3)))]
    write("realtime-people", match, players, script, 4600, 1100)
    match = new_realtime(
        2001, letters=5, players=4, tick_seconds=1, seats=(0, 1, 2, 4), names=("Ada", "", "Cy"), shape=(40, 60)
    )
    players = [realtime_player(seat, level, match.seed) for seat, level in ((1, 1), (2, 2), (3, 4))]
    script = {
        300: [Action(NOBODY, K.JOIN, data=f"Ada {row(5, 'c')}")],
        1700: [Action(0, K.MOVE, data="c5 c6"), Action(0, K.SAY, data="hi")],
        2500: [Action(0, K.RESIGN)],
        2510: [Action(0, K.JOIN, data=f"Ada {row(38, 'c')}")],
    }
    write("realtime-computers", match, players, script, 5000, 1800, seats={"0": "person"})


def _place(chance: random.Random) -> str:
    return f"{chance.choice('abcdefghijklmnopqrstuvwxyz')}{chance.randrange(1, 32)}"


def title() -> None:
    match = new_match("fanfare", parse_rule("Immigration"), (96, 160), 9)
    write("title", match, (), {800: [Action(NOBODY, K.RESET)]}, 1400, 500)


def others() -> None:
    """Every other kind of file."""
    clerk = MailGame(new_realtime(7, seats=(0, 0, 1)), NOON)
    orders = "JOIN Ada c5 d5 e5 f5 g5 h5 i5 j5 k5 l5\nJOIN Bob m20 n20 o20 p20 q20 r20 s20 t20 u20 v20"
    for order in parse_orders(orders):
        clerk.carry_out(order)
    clerk.begin()
    clerk.pass_hours(30)
    clerk.save(HERE / "mail.gpumail")
    clerk.pass_hours(30)
    MOMENTS["mail"] = {"later": moment_hash(clerk.state, clerk.session.board), "hours": clerk.state.hours}
    scene = """
title = "T"
description = "D"
[[scene]]
name = "S"
duration = 600
rule = "Immigration"
size = "40x24"
speed = 12
[scene.start]
soup = 0.35
"""
    import tomllib

    (HERE / "programme.toml").write_text(scene.lstrip())
    shown = programme_of(tomllib.loads(scene), Path("show.toml")).scenes[0]
    with tempfile.TemporaryDirectory() as folder, SceneRunner(shown, 1, NumpyEngine, datetime(2026, 11, 22, 3)) as act:  # noqa: DTZ001
        for _ in range(500):
            act.advance(1)
        resumed = SavedDisplay("./mine.toml", ScheduleState(3, 1, 2, 0, 1, 9), act.checkpoint(), {"seconds": 12.5})
        written = CheckpointFiles(Path(folder)).save(resumed)
        (HERE / "art-a.gpuart").write_bytes(written.read_bytes())
        for _ in range(100):
            act.advance(1)
        MOMENTS["art"] = {"generation": act.generation, "board": act.engine.read_all().tobytes().hex()[::37]}
    settings = Settings()
    for key, value in (
        ("width", 1000), ("scheme", "Ink on paper"), ("bloom", 0.25), ("party_names", ("Ada", "Bob", "", "", "", "")),
        ("party_seats", ("person", "computer:4", "nobody", "person", "person", "person")), ("muted", True),
        ("bindings", {"halt": ("space",)}), ("art_brightness", "08:00=1, 23:00=0.2"),
    ):  # fmt: skip
        settings = changed(settings, key, value)
    save_settings(settings, HERE / "settings.toml")
    save_progress(Progress({"1-well": 4, "2-wall": 9}), HERE)
    write_level(
        HERE / "level.toml", Level("My own", ("..PP....", "..S...T.", "........"), "midday", par=9, story="Once.")
    )
    os.environ["GPULIFE_CACHE"] = str(HERE)
    tuning.save_shape(tuning.cache_key("R", "V 4.6", parse_rule("Immigration")), Shape(words=3, rows=64, generations=8))


for make in (study, contests, biowar, life_2, survivor, realtime, title, others):
    make()
(HERE / "moments.json").write_text(json.dumps(MOMENTS, indent=1, sort_keys=True) + "\n")
