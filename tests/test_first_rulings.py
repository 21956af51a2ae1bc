"""Files written before rulings had versions still play and verify.

Matches without a version are played under rulings 1. If a test here fails, a change of the rules did not check
``match.rulings``. See tests/golden/sessions-1/README.md.
"""

from __future__ import annotations

import io
import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from autosaves import load_autosave
from conftest import ENGINE_KINDS, OpenEngine, kinds_of
from games.computers import computer_player
from rich.console import Console

from gpulife.art._playlist_toml import programme_of
from gpulife.art.checkpoint_files import CheckpointFiles
from gpulife.art.scene_runner import SceneRunner
from gpulife.cli.headless_replay import run_replay
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.engines.base import Engine
from gpulife.engines.bitplanes import gl_autotune as tuning
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import load_progress, read_level
from gpulife.rules import Rule, parse_rule
from gpulife.session.autosave import SavedSession
from gpulife.session.history import Recording
from gpulife.session.replay import read_replay
from gpulife.session.session import Session
from gpulife.settings import load_settings
from gpulife.storage.folders import CACHE_VARIABLE

pytestmark = pytest.mark.usefixtures("nothing_logged")

FOLDER = Path(__file__).parent / "golden" / "sessions-1"
MOMENTS = json.loads((FOLDER / "moments.json").read_text())
MATCHES = sorted(name for name, moments in MOMENTS.items() if "moments" in moments)
ON_ENGINES = (
    *("title", "biowar-torus", "life-2-printed", "one-seed-wild", "realtime-people", "seed-list-wild", "study-wild"),
    *("survivor-won", "study-wall", "biowar-six", "seed-list-wall", "life-2-coded"),
)
"""Of each game one, and of some a second one with other edges, people or laws."""
EVERY = 100
ADDED_LATER = 300


def load(name: str, folder: Path) -> SavedSession:
    """Load the autosave ``name``, like a program that starts with it in its ``folder``."""
    shutil.copy(FOLDER / f"{name}.gpusave", folder / "autosave-a.gpusave")
    saved = load_autosave(folder)
    assert saved is not None
    assert saved.warning is None
    return saved


def recording_of(name: str) -> Recording:
    return read_replay(FOLDER / f"{name}.gpureplay")


def rule_of(recording: Recording) -> Rule:
    return parse_rule(recording.match.rule)


def engine_for(recording: Recording) -> Engine:
    rule = rule_of(recording)
    assert rule.size is not None
    return NumpyEngine(rule, rule.size)


def follow(session: Session, name: str, last: int) -> int:
    """Play on to ``last``; return the number of known moments that matched, which must be all."""
    known = MOMENTS[name]["moments"].split()
    ticks = MOMENTS[name]["ticks"]
    met = 0
    while session.ticks < last:
        session.tick()
        if session.ticks % EVERY == 0 or session.ticks == ticks:
            number = len(known) - 1 if session.ticks == ticks else session.ticks // EVERY - 1
            found = moment_hash(session.state, session.board)
            assert found.startswith(known[number]), f"{name} differs within the {EVERY} ticks before {session.ticks}"
            met += 1
    return met


def pairs() -> list[tuple[str, str]]:
    """Matches with one kind of engine beside numpy, in turns: that engines are alike is the engines' suite's."""
    matches = [
        (name, [kind for kind in kinds_of(recording_of(name).match.rule) if kind != "numpy"]) for name in ON_ENGINES
    ]
    return [(name, kinds[number % len(kinds)]) for number, (name, kinds) in enumerate(matches)]


def test_all_games_and_options_have_files() -> None:
    played = {(recording_of(name).match.game, recording_of(name).match.option) for name in MATCHES}
    options = {game: {"NORM", "HCAP", "WALL", "FAST", "WILD", "SLOW"} for game in ("study", "one-seed", "seed-list")}
    options["life-2"] = {"PRINTED", "CODED", "FAST"}
    for game, wanted in options.items():
        assert wanted <= {option for each, option in played if each == game}
    assert {"study", "one-seed", "biowar", "survivor", "realtime", "fanfare"} <= {game for game, _ in played}
    assert all(recording_of(name).match.rulings == 1 for name in MATCHES)
    assert {recording_of(name).match.game for name in ON_ENGINES} == {game for game, _ in played}


@pytest.mark.parametrize("name", MATCHES)
def test_replay_moments_are_unchanged(name: str) -> None:
    recording = recording_of(name)
    session = Session(recording.match, engine_for(recording), recording=recording, verify=True)
    assert follow(session, name, recording.ticks) == len(MOMENTS[name]["moments"].split())
    assert session.board_hashes.first_mismatch is None
    assert session.board_hashes.verified == len(recording.hashes)
    assert moment_hash(session.state, session.board) == recording.end_hash


def test_all_engines_have_matches() -> None:
    assert {kind for _, kind in pairs()} == {*ENGINE_KINDS} - {"numpy"}


@pytest.mark.parametrize(("name", "kind"), pairs())
def test_replays_are_unchanged_on_other_engines(
    name: str, kind: str, open_kind: OpenEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpulife.cli.headless_replay.open_engine", lambda _, rule, shape: open_kind(kind, rule, shape))
    result, status = run_replay(FOLDER / f"{name}.gpureplay", Console(file=io.StringIO()), verify=True)
    assert (status, result.verified) == (0, len(recording_of(name).hashes) + 1)


@pytest.mark.parametrize("name", MATCHES)
def test_autosaves_continue_as_before(name: str, tmp_path: Path) -> None:
    whole, saved = recording_of(name), load(name, tmp_path)
    assert saved.keyframe.tick == MOMENTS[name]["saved"]
    assert saved.recording.match == whole.match
    assert saved.recording.log == tuple(entry for entry in whole.log if entry[0] < saved.keyframe.tick)
    # What was done after it is in the replay alone.
    session = Session(whole.match, engine_for(whole), recording=whole, keyframe=saved.keyframe)
    assert follow(session, name, saved.keyframe.tick + ADDED_LATER) >= ADDED_LATER // EVERY
    session.seek(EVERY)
    assert moment_hash(session.state, session.board).startswith(MOMENTS[name]["moments"].split()[0])


@pytest.mark.parametrize(
    ("name", "seat"),
    [("seed-list-computers", 0), ("one-seed-computers", 1), ("life-2-computers", 0), ("biowar-six", 5),
     ("realtime-computers", 3)],
)  # fmt: skip
def test_autosaves_continue_with_a_computer_player(name: str, seat: int, tmp_path: Path) -> None:
    saved = load(name, tmp_path)
    match = saved.recording.match
    player = computer_player(seat, 2, match.seed, None, match.game)
    session = Session(match, engine_for(saved.recording), [player], recording=saved.recording, keyframe=saved.keyframe)
    session.tick(session.release_inputs())
    for _ in range(ADDED_LATER):
        session.tick()
    assert session.recording().log[: len(saved.recording.log)] == saved.recording.log


def test_life2_autosave_has_hidden_choice(tmp_path: Path) -> None:
    hands = load("life-2-printed", tmp_path).keyframe.state.hands  # type: ignore[attr-defined]
    assert [bool(hand.chosen) for hand in hands].count(True) == 1


def test_mail_games_continue(tmp_path: Path) -> None:
    path = tmp_path / "mail.gpumail"
    shutil.copy(FOLDER / path.name, path)
    clerk = MailGame.load(path)
    assert [seat.name for seat in clerk.state.seats[:2]] == ["Ada", "Bob"]
    clerk.pass_turn_ticks(30)
    assert clerk.state.hours == MOMENTS["mail"]["hours"]


def test_art_displays_continue(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "art-a.gpuart", tmp_path)
    resumed, lines = CheckpointFiles(tmp_path).load()
    assert lines == ()
    assert resumed is not None
    assert (resumed.programme, resumed.extra) == ("./mine.toml", {"seconds": 12.5})
    programme = FOLDER / "programme.toml"
    scene = programme_of(tomllib.loads(programme.read_text()), programme).scenes[0]
    with SceneRunner(scene, resumed.checkpoint.seed, NumpyEngine, resumed.checkpoint.now) as act:
        act.restore(resumed.checkpoint)
        for _ in range(100):
            act.advance(1)
        known = MOMENTS["art"]
        assert (act.generation, act.engine.read_all().tobytes().hex()[::37]) == (known["generation"], known["board"])


def test_settings_progress_levels_and_shapes_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: Callable[[], list[str]]
) -> None:
    for name in ("settings.toml", "survivor.toml", "level.toml", "tuning.json"):
        shutil.copy(FOLDER / name, tmp_path)
    settings = load_settings(tmp_path / "settings.toml")
    assert (settings.width, settings.scheme, settings.bloom, settings.muted) == (1000, "Ink on paper", 0.25, True)
    assert settings.party_seats == ("person", "computer:4", "nobody", "person", "person", "person")
    assert settings.party_names == ("Ada", "Bob", "", "", "", "")
    assert dict(settings.bindings) == {"halt": ("space",)}
    assert settings.art_brightness == "08:00=1, 23:00=0.2"
    progress = load_progress(tmp_path)
    assert logged() == []
    assert dict(progress.won) == {"1-well": 4, "2-wall": 9}
    level = read_level(tmp_path / "level.toml").level
    assert level == Level("My own", ("..PP....", "..S...T.", "........"), "midday", par=9, story="Once.")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    key = tuning.cache_key("R", "V 4.6", parse_rule("Immigration"))
    assert tuning.load_shape(key) == PassShape(words=3, rows=64, generations=8)
