"""Files of every kind written by commit 0c9d5ec can be read and continued. See tests/golden/house/README.md."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from autosaves import load_autosave

from gpulife.art._playlist_toml import programme_of, read_programme
from gpulife.art.checkpoint_files import CheckpointFiles
from gpulife.art.scene import CameraMode, Hours, Mirror
from gpulife.art.scene_runner import SceneRunner
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.engines.bitplanes import gl_autotune as tuning
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import ActionKind
from gpulife.games.survival1982.state import ContestState
from gpulife.games.survivor.ai import WAIT, Move
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import load_progress, read_level
from gpulife.input.bindings import build_bindings
from gpulife.patterns.loading import open_pattern
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.session.autosave import Autosave, resumable_sessions, take
from gpulife.session.replay import read_replay
from gpulife.session.session import Session
from gpulife.settings import Settings, load_settings
from gpulife.storage.folders import CACHE_VARIABLE
from gpulife.window.play.session_saver import read_seats

FOLDER = Path(__file__).parent / "golden" / "house"
MOMENTS = json.loads((FOLDER / "moments.json").read_text())
MATCHES = sorted(name for name, known in MOMENTS.items() if "moments" in known)
EVERY = 50


def engine_for(rule_name: str) -> NumpyEngine:
    rule = parse_rule(rule_name)
    assert rule.size is not None
    return NumpyEngine(rule, rule.size)


def copied(names: str, folder: Path) -> None:
    paths = sorted(FOLDER.glob(names))
    assert paths
    for path in paths:
        shutil.copy(path, folder)


def follow(session: Session, name: str) -> int:
    """Play to the end; return the number of known moments that matched, which must be all."""
    known, met = MOMENTS[name]["moments"].split(), 0
    while session.ticks < MOMENTS[name]["ticks"]:
        session.tick()
        if session.ticks % EVERY == 0:
            found = moment_hash(session.state, session.board)
            assert found.startswith(known[session.ticks // EVERY - 1]), f"{name} differs before tick {session.ticks}"
            met += 1
    return met


def test_all_games_have_files() -> None:
    games = {read_replay(FOLDER / f"{name}.gpureplay").match.game for name in MATCHES}
    assert games == {"study", "seed-list", "one-seed", "biowar", "life-2", "survivor", "realtime", "fanfare"}


@pytest.mark.parametrize("name", MATCHES)
def test_replays_are_unchanged(name: str) -> None:
    recording = read_replay(FOLDER / f"{name}.gpureplay")
    session = Session(recording.match, engine_for(recording.match.rule), recording=recording, verify=True)
    assert follow(session, name) == MOMENTS[name]["ticks"] // EVERY
    assert session.board_hashes.first_mismatch is None
    assert moment_hash(session.state, session.board) == recording.end_hash


@pytest.mark.parametrize("name", MATCHES)
def test_autosaves_continue(name: str, tmp_path: Path) -> None:
    copied(f"session-{name}-?.gpusave", tmp_path)
    (kept,), lines = resumable_sessions(tmp_path)
    assert lines == ()
    whole = read_replay(FOLDER / f"{name}.gpureplay")
    assert (kept.save.game, kept.save.rule, kept.save.ended) == (whole.match.game, whole.match.rule, False)
    taken = take(kept)
    saved = taken.saved
    assert saved.warning is None
    assert saved.keyframe.tick == MOMENTS[name]["saved"]
    assert (saved.recording.match, saved.recording.log) == (whole.match, whole.log[: len(saved.recording.log)])
    seats = read_seats(Seats(), saved.seats)
    assert (seats[2].seats[0].name, seats[2].levels[1], seats[6].seats[0].name) == ("Ada", 2, "Ada")
    # What was done after it is in the replay alone.
    session = Session(whole.match, engine_for(whole.match.rule), recording=whole, keyframe=saved.keyframe)
    assert follow(session, name) >= 4
    autosave = Autosave(tmp_path, 0)
    autosave.adopt(taken)
    autosave.save(session, 0)
    autosave.release()
    again = load_autosave(tmp_path)
    assert again is not None
    assert (again.warning, again.keyframe.tick) == (None, MOMENTS[name]["ticks"])


def test_open_requests_still_wait(tmp_path: Path) -> None:
    copied("session-seed-list-?.gpusave", tmp_path)
    saved = load_autosave(tmp_path)
    assert saved is not None
    state = saved.keyframe.state
    assert isinstance(state, ContestState)
    assert state.phase == "play"
    assert state.series is not None
    assert (state.series.text, state.series.results) == ("best-of-3", (1,))
    assert state.consent is not None
    assert state.consent.question is not None
    assert state.consent.question.kind is ActionKind.WILD


def test_mail_games_continue(tmp_path: Path) -> None:
    copied("mail.gpumail", tmp_path)
    clerk = MailGame.load(tmp_path / "mail.gpumail")
    assert [seat.name for seat in clerk.state.seats[:2]] == ["Ada", "Bob"]
    clerk.pass_turn_ticks(30)
    assert clerk.state.hours == MOMENTS["mail"]["hours"]
    clerk.save(tmp_path / "mail.gpumail")
    assert MailGame.load(tmp_path / "mail.gpumail").state == clerk.state


def test_art_displays_continue(tmp_path: Path) -> None:
    copied("art-?.gpuart", tmp_path)
    files = CheckpointFiles(tmp_path)
    resumed, lines = files.load()
    assert lines == ()
    assert resumed is not None
    assert (resumed.programme, resumed.extra, resumed.schedule.seed) == ("./mine.toml", {"seconds": 12.5}, 3)
    programme = FOLDER / "show.toml"
    scene = programme_of(tomllib.loads(programme.read_text()), programme).scenes[0]
    with SceneRunner(scene, resumed.checkpoint.seed, NumpyEngine, resumed.checkpoint.now) as act:
        act.restore(resumed.checkpoint)
        assert act.generation == 500
        for _ in range(100):
            act.advance(1)
        known = MOMENTS["art"]
        assert (act.generation, act.engine.read_all().tobytes().hex()[::37]) == (known["generation"], known["board"])
    assert files.save(resumed).name == "art-a.gpuart", "the older one"


def test_programmes_are_read() -> None:
    letters, guns, match = read_programme(FOLDER / "programme.toml").scenes
    assert (letters.name, letters.duration, letters.weight, letters.hours) == ("Letters", 600, 2, Hours(480, 1350))
    assert (str(letters.rule), letters.shape, letters.speed, letters.hold) == ("Immigration:P80,48", (48, 80), 12, 2)
    start = letters.start
    assert (start.density, start.shares, start.clumps, start.area) == (0.35, (2, 1), 4, 0.8)
    assert (start.texts, start.letters, start.letter_species) == (("{time}", "LIFE"), 9, (2, 1))
    assert (start.mirror, start.swap, start.figures[0].count, start.figures[0].turn) == (Mirror.QUARTERS, True, 3, 1)
    assert (letters.palette.schemes, letters.palette.drift) == (("Ink on paper",), 300)
    effects = letters.effects
    assert (effects.age, effects.trails, effects.bloom, effects.brightness) == (0.5, 0.25, 0, 0.9)
    assert (effects.shapes, effects.grid, effects.wave) == (True, True, False)
    assert [(point.zoom, point.seconds) for point in letters.camera.waypoints] == [(2, 30), (1, 60)]
    assert letters.camera.mode is CameraMode.WAYPOINTS
    interventions = letters.interventions
    assert (interventions.kinds, interventions.cooldown, interventions.threshold) == (("flip", "swap"), 20, 0.01)
    assert (interventions.patience, interventions.living, interventions.least_share) == (90, 2, 0.05)
    assert (guns.start.figures[0].pattern, guns.interventions.kinds) == ("gosper-gun", ("flip", "turn", "law"))
    assert match.game == "seed-list"


def test_settings_and_bindings_are_read(logged: Callable[[], list[str]]) -> None:
    settings = load_settings(FOLDER / "settings.toml")
    assert logged() == []
    assert settings == Settings(
        width=1000, fullscreen=True, monitor="DP-1", frame_limit=144, ui_scale=1.25, reduced_flashing=False,
        scheme="Ink on paper", age=0.5, bloom=0.25, last_mode="Immigration",
        autosave_seconds=60, film_format="gif", left_seat="computer:3", left_name="Ada", right_colour="#ff8000",
        party_names=("Ada", "Bob", "", "", "", ""), muted=True, art_brightness="08:00=1, 23:00=0.2", art_pixel_shift=8,
        party_seats=("person", "computer:4", "nobody", "person", "person", "person"), dead_zone=0.3,
        bindings={"halt": ("key:B",), "wild": ("key:J", "key:K")},
    )  # fmt: skip
    bindings = build_bindings(settings.bindings)
    assert [str(each) for each in bindings.table["wild"]] == ["key:J", "key:K"]


def test_progress_levels_and_shapes_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: Callable[[], list[str]]
) -> None:
    for name in ("survivor.toml", "tuning.json"):
        copied(name, tmp_path)
    assert dict(load_progress(tmp_path).won) == {"1-well": 4, "2-wall": 9}
    assert logged() == []
    level = read_level(FOLDER / "level.toml")
    assert level.level == Level(
        "My own", ("..PP....", "..S...T.", "........"), "midday", 9, "Once.\nUpon a time.", "The end."
    )
    assert level.solution == (Move(1, 2, 6), WAIT, Move(2, 0, 7))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    key = tuning.cache_key("R", "V 4.6", parse_rule("Immigration"))
    assert tuning.load_shape(key) == PassShape(words=3, rows=64, generations=8)


@pytest.mark.parametrize("ending", ["rle", "npz"])
def test_boards_are_read(ending: str) -> None:
    pattern = open_pattern(str(FOLDER / f"board.{ending}")).whole()
    assert (str(pattern.rule), pattern.generation) == ("QuadLife:T48,30", MOMENTS["board"]["generation"])
    assert pattern.cells.tobytes().hex()[::37] == MOMENTS["board"]["cells"]
