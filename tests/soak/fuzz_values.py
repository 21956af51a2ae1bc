"""States and recordings with one invalid value: each must be refused in one line, or play and draw without an error.

    python tests/soak/fuzz_values.py [--states 20] [--values 2000] [--ticks 600] [--seed 1] [--game NAME]

For each game, random play gives states, in which one value at a time is replaced by a hostile one. Prints the failures
and a verdict; exit status 1 if anything failed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.biowar.observation import biowar_overlay
from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.consent import CONSENT
from gpulife.games.core.dataclass_json import read_json, to_json
from gpulife.games.core.game import NOBODY, RULINGS, Action, ActionKind, Match
from gpulife.games.core.series import SERIES
from gpulife.games.core.turning_points import summarise
from gpulife.games.life2.observation import life2_overlay
from gpulife.games.life2.state import Life2State
from gpulife.games.matches import default_rule, new_match, next_game, next_option, with_series
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import board_lines, score_lines
from gpulife.games.realtime.observation import realtime_overlay
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.registry import GAMES, find_game
from gpulife.games.survival1982.observation import overlay, report_data, report_lines
from gpulife.games.survivor.rules import SurvivorState
from gpulife.games.title_screen import FANFARE
from gpulife.rules import Rule, parse_rule
from gpulife.session.history import Keyframe, Recording
from gpulife.session.replay import parse_recording, recording_parts
from gpulife.session.session import Session
from gpulife.storage.save_file import pack_json

NAMES = (*GAMES, FANFARE)
HOSTILE: tuple[Any, ...] = (
    -1, 0, 1, 2, 7, 99, 100, 1000, 1 << 31, 1 << 53, 1 << 62, -(1 << 62), 1 << 64, 0.5, True, False, None, "", "x",
    "\0\x1b[2J", "y" * 5000, [], [0], [0, 0], [-1, -1], [1 << 40, 0], [[0, 0]], [[0, 0]] * 30, {}, {"a": 1}, "over",
    "play", "growth", "in", "out", "annihilation", "clock",
)  # fmt: skip
RULES = (
    *(
        "B2/S/C3",
        "345/2/4",
        "B2/S345/C25",
        "R5,C0,M1,S34..58,B34..45,NM",
        "R2,C3,M0,S2..4,B3,NN",
        "R3,C255,M1,S4..9,B5..8,NM",
    ),
    *("WireWorld", "LangtonsAnt", "Parity", "Greenberg-Hastings", "Hex-B2S35", "QuadLife", "B36/S23:9", "P2Life"),
    *("B2-a/S12:3", "B2/S35H:2", "B2/S013V", "MAPARYXfg:4", "W30", "LifeSuper", "R2,C3,S2,4-7,B3,6,NH"),
)
"""Rules of all families, for games that take them."""
_ASKED: tuple[dict[str, Any], ...] = ({}, {CONSENT: True})
_MAX_CELLS = 1 << 16
_KINDS = tuple(kind for kind in ActionKind if kind not in (ActionKind.PAINT, ActionKind.RESET))
_AREA_TEXTS = ("2x3 invert", "1x2 right", "3x1 move 2,-1 xor", "2x2 random 0.5", "xor x = 2, y = 1\n2o!", "9x9 fill 1")
_TEXTS = (
    "",
    "0.4",
    "2x3",
    "Ada a1 b1 c1 d1 e1 f1 g1 h1 i1 j1",
    "Bob a3 b3 c3 d3 e3 f3 g3 h3 i3 j3",
    "a1 b2",
    "Hi",
    *_AREA_TEXTS,
)
_CONTENDERS = (ActionKind.START, ActionKind.HALT, ActionKind.TRIGGER, ActionKind.STICK, ActionKind.JOIN)


@dataclass
class Tally:
    """The counts and failures of one run."""

    tried: int = 0
    refused: int = 0
    played: int = 0
    wrong: list[str] = field(default_factory=list)


def match_of(game: str, chance: random.Random) -> Match:
    """Return a match with any option, on a board small enough to play fast."""
    options = list(find_game(game).options)
    if game == "realtime":
        shape = chance.choice([None, (20, 30)])
        match = new_realtime(3, letters=chance.choice([2, 4]), players=2, tick_seconds=1, limit=3, shape=shape)
        return replace(match, rulings=chance.randint(1, RULINGS), settings=match.settings | chance.choice(_ASKED))
    shape = {"biowar": (11, 24), "life-2": (5, 5), "survivor": (8, 12)}.get(game, (24, 40))
    option = chance.choice(options) if options else ""
    match = new_match(game, rule_of(game, chance), shape, chance.randrange(1 << 32), option)
    if SERIES in find_game(game).settings and chance.random() < 0.3:
        match = with_series(match, chance.choice(["best-of-3", "rounds-2", "double-or-nothing-2"]))
    if match.option == "HCAP" and chance.random() < 0.3:
        match = replace(match, settings=match.settings | {"handicap": [20, 40]})
    rulings, asked = chance.randint(1, RULINGS), chance.choice(_ASKED if CONSENT in find_game(game).settings else ({},))
    return replace(match, rulings=rulings, settings=match.settings | asked)


def rule_of(game: str, chance: random.Random) -> Rule:
    """Return a rule for a game: its own, or one of any family that it takes."""
    rule = parse_rule(chance.choice(RULES))
    try:
        find_game(game).require_rule(rule)
    except GpulifeError:
        return default_rule(game)
    return rule if chance.random() < 0.6 else default_rule(game)


def some_action(chance: random.Random) -> Action:
    """Return a random action."""
    kind = chance.choice(_CONTENDERS if chance.random() < 0.5 else _KINDS)
    a, b = (chance.choice([-1, 0, 0, 1, 1, 2, 5, 9, 30]) for _ in range(2))
    if kind is ActionKind.PACE:
        a, b = chance.choice([(60_000, 0), (5000, 0), (-1, 0), (0, 3)])
    return Action(chance.choice([NOBODY, 0, 0, 1, 1, 2]), kind, a, b, chance.choice(_TEXTS))


def session_of(match: Match, frame: Keyframe | None = None) -> Session:
    """Return a session of ``match``, starting from a keyframe if given."""
    rule = parse_rule(match.rule)
    engine = NumpyEngine(rule, rule.size or (1, 1))
    recording = Recording(match, frame.tick if frame else 0)
    return Session(match, engine, recording=recording, keyframe=frame)


def frames(game: str, chance: random.Random) -> tuple[Match, Keyframe]:
    """Return a keyframe that random play leads to."""
    match = match_of(game, chance)
    session = session_of(match)
    for _ in range(chance.randrange(400)):
        session.tick([some_action(chance)] if chance.random() < 0.3 else ())
    return match, session.keyframe()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values inside JSON values, including containers."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def replaced(value: Any, path: Sequence[Any], new: Any) -> Any:
    """Return a copy with another value at a path."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def at(value: Any, path: Sequence[Any]) -> Any:
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


def hostile(value: Any, chance: random.Random) -> Any:
    """Return a value other than ``value``: of its type, of another type, or close to it."""
    if isinstance(value, int) and chance.random() < 0.3:
        return value + chance.choice([-1, 1, 10, -10, 1 << 30])
    if isinstance(value, str) and value and chance.random() < 0.5:
        at = chance.randrange(len(value))
        return value[:at] + chance.choice(["", "0", "\n", "9", ",", "{a}", value[:at], "\0"]) + value[at + 1 :]
    if isinstance(value, list) and value and chance.random() < 0.5:
        return chance.choice([value[1:], value + value, value[::-1]])
    alike = [each for each in HOSTILE if type(each) is type(value)] if chance.random() < 0.6 else []
    return chance.choice(alike or HOSTILE)


def draw(session: Session) -> None:
    """Compute everything that views and panels draw of a state."""
    state, shape = session.state, session.board.shape
    census = session.board.census().tolist()
    overlay(state, shape, (*census, 0, 0)[:2], session.board.generation)
    _ = (state.progress, state.cursors, state.seeds, state.pace, state.running, session.round_stats)
    match state:
        case BioWarState():
            seats = range(len(state.sides))
            biowar_overlay(state, [f"P{seat}" for seat in seats], census, None, dict.fromkeys(seats, ""))
        case Life2State():
            life2_overlay(state, shape, frozenset({0, 1}))
            life2_overlay(state, shape, frozenset())
        case RealTimeState():
            realtime_overlay(state)
            board_lines(state, session.board)
            score_lines(state)
        case SurvivorState():
            _ = (state.time, state.done, state.is_over)
    for entries in session.score_history.rounds():
        summary = summarise(entries)
        report_lines(summary)
        json.dumps(report_data(summary))


def attempt(match: Match, frame: Keyframe, state: Any, ticks: int, chance: random.Random) -> bool:
    """Load a state as files do and play on from it; return True if it was accepted.

    Raises:
        Exception: a failure.
    """
    game, shape = find_game(match.game), parse_rule(match.rule).size or (1, 1)
    try:
        read = read_json(game.state_type, json.dumps(state).encode(), "state")
        game.check(read, match, shape)
    except GpulifeError as error:
        if "\n" in str(error) or len(str(error)) > 500:
            raise AssertionError(f"not one line: {error}") from error
        return False
    session = session_of(match, replace(frame, state=read))
    draw(session)
    for tick in range(ticks):
        session.tick([some_action(chance)] if chance.random() < 0.1 else ())
        if tick % 100 == 0:
            draw(session)
    draw(session)
    return True


def attempt_recording(match: Any, rows: Any, ticks: Any) -> bool:
    """Load a recording as files do, play it to its end and seek in it; return True if it was accepted.

    Raises:
        Exception: a failure.
    """
    good = recording_parts(Recording(new_match("study", parse_rule("Life"), (8, 8), 1)))
    parts = {"match": pack_json({"match": match, "ticks": ticks}), "actions": pack_json(rows), "hashes": good["hashes"]}
    try:
        recording = parse_recording(Path("x"), parts)
        rule = parse_rule(recording.match.rule)
        size = rule.size or (1, 1)
        if size[0] * size[1] > _MAX_CELLS:
            return False  # a right board of another size, which takes long
        engine = NumpyEngine(rule, size)
    except GpulifeError as error:
        if "\n" in str(error) or len(str(error)) > 500:
            raise AssertionError(f"not one line: {error}") from error
        return False
    session = Session(recording.match, engine, recording=recording)
    session.should_pause = itertools.cycle([False] * 200 + [True]).__next__
    for tick in (200, 0, 120, 1 << 62, 3, -5):
        for _ in range(100):  # what takes longer is left
            if session.seek(tick):
                break
        draw(session)
    next_option(recording.match)
    next_game(recording.match)
    return True


def fuzz_recordings(game: str, seed: int, states: int, values: int) -> Tally:
    """Try ``values`` hostile values in the match or actions of each of ``states`` recordings of a game."""
    chance, tally = random.Random(f"{game} {seed}"), Tally()  # noqa: S311 - a fuzzer
    for _ in range(states):
        match = match_of(game, chance)
        length = chance.randrange(1, 200)
        actions = [(tick, some_action(chance)) for tick in range(length) if chance.random() < 0.3]
        rows = [
            [tick if not at else 1, a.player, int(a.kind), a.a, a.b, a.data] for at, (tick, a) in enumerate(actions)
        ]
        good = json.loads(json.dumps({"match": to_json(match), "rows": rows, "ticks": length}))
        everywhere = [path for path in places(good) if path]
        of_match = [path for path in everywhere if path[0] == "match"]
        for _ in range(values):
            path = chance.choice(of_match if chance.random() < 0.3 else everywhere)
            value = hostile(at(good, path), chance)
            if path == ("match", "rule") and chance.random() < 0.5:
                value = str(parse_rule(chance.choice(RULES)).on_board((24, 40)))
            if chance.random() < 0.3 and path[0] == "match":
                name = chance.choice(["edges", "players", "seats", "names", "limit", "tick_seconds", "level"])
                path, value = ("match", "settings"), {name: chance.choice(HOSTILE)}
            tally.tried += 1
            changed = replaced(good, path, value)
            try:
                taken = attempt_recording(changed["match"], changed["rows"], changed["ticks"])
            except Exception:  # noqa: BLE001 - that is what is looked for
                tally.wrong.append(f"{game} {match.option} {path} = {value!r:.60}\n{traceback.format_exc()}")
            else:
                tally.refused += not taken
                tally.played += taken
    return tally


def fuzz(game: str, seed: int, states: int, values: int, ticks: int) -> Tally:
    """Try ``values`` hostile values in each of ``states`` states of a game."""
    chance, tally = random.Random(f"{game} {seed}"), Tally()  # noqa: S311 - a fuzzer
    for _ in range(states):
        match, frame = frames(game, chance)
        good = json.loads(json.dumps(to_json(frame.state)))
        everywhere = list(places(good))
        if not attempt(match, frame, good, ticks, chance):
            tally.wrong.append(f"{game} {match.option}: a state that play led to was refused: {good}")
        for _ in range(values):
            path = chance.choice(everywhere)
            value = hostile(at(good, path), chance)
            tally.tried += 1
            try:
                taken = attempt(match, frame, replaced(good, path, value), ticks, chance)
            except Exception:  # noqa: BLE001 - that is what is looked for
                tally.wrong.append(f"{game} {match.option} {path} = {value!r:.60}\n{traceback.format_exc()}")
            else:
                tally.refused += not taken
                tally.played += taken
    return tally


def main() -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    for name, default in (("states", 20), ("values", 2000), ("ticks", 600), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--game", choices=NAMES)
    arguments = parser.parse_args()
    wrong = tried = 0
    for game in (arguments.game,) if arguments.game else NAMES:
        for what, tally in (
            ("states", fuzz(game, arguments.seed, arguments.states, arguments.values, arguments.ticks)),
            ("recordings", fuzz_recordings(game, arguments.seed, arguments.states, arguments.values)),
        ):
            counts = f"{tally.tried} {what}, {tally.refused} refused, {tally.played} played, {len(tally.wrong)} wrong"
            print(f"{game}: {counts}")
            for text in tally.wrong[:20]:
                print(text)
            wrong, tried = wrong + len(tally.wrong), tried + tally.tried
    print(f"{'FAILED' if wrong else 'ok'}: {tried} values, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
