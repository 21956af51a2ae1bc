"""Every reader of data from outside, with good inputs to start from, for the fuzzer."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from autosaves import load_autosave
from soak.fuzz_inputs import (
    Mutation,
    json_text,
    parts_of_save_file,
    text_of,
)
from soak.fuzz_pattern_readers import CELLS, Reader, pattern_readers, text_reader, texts, zip_of

from gpulife.art._playlist_toml import read_programme
from gpulife.art.checkpoint_files import CheckpointFiles, SavedDisplay
from gpulife.art.playlist import ScheduleState
from gpulife.art.scene_runner import Checkpoint, RunnerState
from gpulife.cli.play_by_mail.mail_game import MailGame, load_game
from gpulife.engines.bitplanes import gl_autotune as tuning
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.matches import default_rule, new_match
from gpulife.games.realtime.correspondence.messages import read_lines, read_message
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import parse_orders
from gpulife.games.registry import GAMES
from gpulife.games.survivor.level_files import load_progress, read_level
from gpulife.input.pad_mappings import read_mappings
from gpulife.patterns.board_sizes import parse_size
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import parse_soup
from gpulife.printing import printable
from gpulife.resources import resource_folder
from gpulife.rules import parse_rule
from gpulife.seats import parse_colour, parse_levels, require_name
from gpulife.session.autosave import Autosave, read_save
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session
from gpulife.settings import Settings, load_settings, save_settings
from gpulife.storage.folders import CACHE_VARIABLE
from gpulife.window.panels.pattern_list import PatternList
from gpulife.window.user_folders import with_recent_file

_PLAYED_CELLS = 1 << 16
_PLAYED_TICKS = 5
_TUNED = "device | 1 | Life torus"


@cache
def _sessions() -> list[Session]:
    """Return a session of each game, some ticks old."""
    sessions = []
    for name in GAMES:
        match = new_match(name, default_rule(name), GAMES[name].shape, 3)
        rule = parse_rule(match.rule)
        session = Session(match, NumpyEngine(rule, rule.size or GAMES[name].shape))
        for _ in range(20):
            session.tick()
        sessions.append(session)
    return sessions


def _written(write: Callable[[Path, Session], object]) -> Callable[[Path], list[bytes]]:
    def make(folder: Path) -> list[bytes]:
        files = []
        for session in _sessions():
            write(folder / "sample", session)
            files.append((folder / "sample").read_bytes())
        return files

    return make


def _autosaves(folder: Path) -> list[bytes]:
    files = []
    for session in _sessions():
        autosave = Autosave(folder, 0)
        path = autosave.save(session, 0, {"names": ["Ada", "Bob"]})
        assert path is not None
        files.append(path.read_bytes())
        autosave.release()
        path.unlink()
    return files


def _read_autosave(path: Path) -> object:
    with suppress(GpulifeError):
        read_save(path)
    return load_autosave(path.parent)


def _resume(path: Path) -> object:
    """Continue a saved session for some ticks, if its board is small."""
    saved = load_autosave(path.parent)
    assert saved is not None
    rule = parse_rule(saved.recording.match.rule)
    rows, columns = rule.size or (1, 1)
    if rows * columns <= _PLAYED_CELLS:
        session = Session(
            saved.recording.match,
            NumpyEngine(rule, (rows, columns)),
            recording=saved.recording,
            keyframe=saved.keyframe,
        )
        session.tick(session.release_inputs())
        for _ in range(_PLAYED_TICKS):
            session.tick()
    return saved


def _read_mail(text: str) -> None:
    read_lines(read_message(text.encode("utf-8", "surrogatepass")).text)


def _mail(folder: Path) -> list[bytes]:
    MailGame(new_realtime(7), 1e9).save(folder / "mail")
    return [(folder / "mail").read_bytes()]


def _art(folder: Path) -> list[bytes]:
    law = parse_rule("Immigration:T33,20")
    board = npz_bytes(Pattern(CELLS, law, 5))
    now = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    checkpoint = Checkpoint("s", 3, now, 64, RunnerState(generation=5), (), board, board)
    files = CheckpointFiles(folder)
    path = files.save(SavedDisplay("carnival", ScheduleState(3), checkpoint, {"a": 1}))
    data = path.read_bytes()
    files.files.remove()
    return [data]


def _files(folder: str, ending: str) -> Callable[[Path], list[bytes]]:
    return lambda _: [path.read_bytes() for path in sorted((resource_folder("presets") / folder).glob(f"*{ending}"))]


def _settings(folder: Path) -> list[bytes]:
    path = folder / "settings.toml"
    save_settings(Settings(), path, Settings())
    written = path.read_bytes() if path.exists() else b""
    return [written, b'[view]\npalette = "x"\nglow = 0.5\n[sound]\nvolume = 3\n', *_files("art", ".toml")(folder)[:1]]


def _files_settings(folder: Path) -> list[bytes]:
    collection = folder.parent / "collection"
    collection.mkdir(exist_ok=True)
    (collection / "a.rle").write_text("x = 1, y = 1\no!\n")
    (collection / "all.zip").write_bytes(zip_of({"b.rle": b"x = 1, y = 1\no!\n"}))
    places = [str(place) for place in (collection, collection / "all.zip", collection / "nowhere")]
    tables = (f"[files]\nrecent_files = {json.dumps(places)}\npattern_folders = {json.dumps(places)}\n", "[files]\n")
    return [table.encode() for table in tables]


def _read_files_settings(path: Path) -> object:
    """Read the settings, and use their files and folders as the panel Files and the pattern browser do."""
    settings = load_settings(path)
    recent = with_recent_file(settings.recent_files, path)
    labels = [printable(Path(each).name) for each in recent]
    patterns = PatternList()
    patterns.update(settings.pattern_folders)
    titles = patterns.kinds()
    for entry in patterns.entries(titles[-1], "")[:5]:
        patterns.sketch(entry)
    assert "\n" not in patterns.problem
    return labels, titles


def _read_tuning(path: Path) -> object:
    os.environ[CACHE_VARIABLE] = str(path.parent)
    return tuning.load_shape(_TUNED)


def _tuning(_: Path) -> list[bytes]:
    shape = {"words": 2, "rows": 64, "generations": 4, "across": 2, "unroll": 2}
    return [json.dumps({"format": 1, "shapes": {_TUNED: shape}}).encode()]


_TOML = text_of("[[scene]]", "[a.b]", "true", "1979-05-27", "'''", '"""', "a.b.c = 1", "inf", "{}", "=", "\r")
_PLACES = text_of("/", "~", "..", "\\u0000", "/usr/bin", "/dev/null", "/proc", "a.zip", "\\n", "x" * 5000, "[]", '""')
_RULE = text_of(
    ":",
    ":T",
    ":P9,9",
    "B",
    "S",
    "/",
    ",",
    "Life",
    "M/8",
    "/C9",
    "R9,",
    "..",
    "NN",
    "2-a",
    "H",
    "V",
    "MAP",
    "K9*",
    "+3",
    "N@",
    "#",
)
_RULES = (
    *("Life", "B3/S23:3", "Immigration:T160,96", "QuadLife:P9,9", "RealTime:26", "BioWar:6", "B/S012345678", "23/3"),
    *("B2/S345/C4", "345/2/4:T30,20", "R5,C0,M1,S34..58,B34..45,NM", "R2,C3,M0,S2..4,B3,NN:P20,20", "WireWorld"),
    *("Life:T9+3,7", "HighLife:K9,8*+1", "WireWorld:C7,5", "Life:S9", "LifeSuper", "B36/S23Investigator:S5"),
    *("B2-a/S12History", "R3,C0,S2,4-6,B5,9,NH", "R2,C4,S3-6,8,B7,N@891891H:K9*,8"),
    *("B2-a3i8/S2i3-a4e8:3", "23-a4/3", "B2/S35H", "B2/S013V:2", "MAPARYXfg==", "W30:T9,9"),
)


def all_readers() -> tuple[Reader, ...]:
    """Return all readers."""
    places = " ".join(f"{column}5" for column in "abcdefghij")
    orders = f"JOIN Ada {places}\nAda: SHOW\nAda: QUIT\n"
    mail = f"From: Ada <a@b>\nTo: c@d\nMessage-ID: <1@b>\nContent-Type: text/html\n\n<p>Hi<br>{orders}"
    by_text: list[tuple[str, Callable[[str], object], Mutation, tuple[str, ...]]] = [
        ("orders", parse_orders, text_of("JOIN", "ADD", "QUIT", "é", "Ada", "zz"), (orders,)),
        ("mail", _read_mail, text_of("<p>", "> ", "token ", "\n-- \n", "=?", "boundary=", "é", "Ada:"), (orders, mail)),
        ("rule", parse_rule, _RULE, _RULES),
        ("size", parse_size, text_of("x", "X", " ", "-"), ("160x96", " 1 X 1 ")),
        ("soup", parse_soup, text_of(":", ",", "x", "0.5"), ("160x96:0.35", "9x9:0.5:3,1")),
        ("seats", parse_levels, text_of("person", "computer:", ","), ("person,computer:3",)),
        ("name", require_name, text_of("\x1b[2J", "é"), ("Ada", "生命")),
        ("colour", parse_colour, text_of("#", "ff"), ("#ff8000", "#000000")),
    ]
    return (
        *pattern_readers(),
        Reader("replay", "a.gpureplay", read_replay, _written(_replay), parts_of_save_file),
        Reader("autosave", "autosave-a.gpusave", _read_autosave, _autosaves, parts_of_save_file),
        Reader("session", "autosave-a.gpusave", _resume, _autosaves, parts_of_save_file),
        Reader("mail game", "a.gpumail", load_game, _mail, parts_of_save_file),
        Reader(
            "art resume", "art-a.gpuart", lambda path: CheckpointFiles(path.parent).load(), _art, parts_of_save_file
        ),
        Reader("level", "a.toml", read_level, _files("survivor", ".toml"), _TOML),
        Reader("programme", "a.toml", read_programme, _files("art", ".toml"), _TOML),
        Reader("settings", "settings.toml", load_settings, _settings, _TOML),
        Reader("files in settings", "settings.toml", _read_files_settings, _files_settings, _PLACES),
        Reader(
            *("progress", "survivor.toml", lambda path: load_progress(path.parent)),
            *(texts('[won]\n"1-well" = 12\n2-wall = 3\n'), _TOML),
        ),
        Reader("tuning", "tuning.json", _read_tuning, _tuning, json_text),
        Reader(
            *("pads", "pads.txt", read_mappings, texts("03000000,Pad,a:b0,b:b1,platform:Linux,\n")),
            text_of(",", "platform:", "a:b0"),
        ),
        *(Reader(name, "a", text_reader(read), texts(*good), change) for name, read, change, good in by_text),
    )


def _replay(path: Path, session: Session) -> None:
    write_replay(path, session.recording())
