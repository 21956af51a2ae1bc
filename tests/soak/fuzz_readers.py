"""Every reader of what comes from outside, with good inputs to begin with: what the fuzzer attacks."""

from __future__ import annotations

import gzip
import io
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
from autosaves import load_autosave
from engines.table_texts import COPIES, CYCLIC, LIFE_TREE, MAJORITY_TREE
from PIL import Image
from soak.fuzz_inputs import (
    Mutation,
    any_bytes,
    chunks_of_png,
    json_text,
    packed,
    parts_of_save_file,
    text_of,
    zip_entries,
)

from gpulife.art.checkpoint_files import CheckpointFiles, SavedDisplay
from gpulife.art.playlist_toml import read_programme
from gpulife.art.scene_runner import Checkpoint, RunnerState
from gpulife.art.schedule import ScheduleState
from gpulife.cli.play_by_mail.game_files import load_game
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.engines.bitplanes import tuning_cache as tuning
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.matches import default_rule, new_match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.text_orders import parse_orders
from gpulife.games.registry import GAMES
from gpulife.games.survivor.level_files import read_level
from gpulife.games.survivor.progress_files import load_progress
from gpulife.input.pad_mapping_files import read_mappings
from gpulife.patterns.board_sizes import parse_size
from gpulife.patterns.formats.npz import npz_bytes, npz_text, open_npz_text
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.formats.text.writing import TEXT_ENDINGS, text_board
from gpulife.patterns.image import image_to_cells
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.notes import Notes
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import parse_soup
from gpulife.resources import resource_folder
from gpulife.rules import parse_rule
from gpulife.rules.tables.known_rules import read_rule_file
from gpulife.seats import parse_colour, parse_levels, require_name
from gpulife.session.autosave import Autosave, read_save
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session
from gpulife.settings.user_settings import Settings, load_settings, save_settings
from gpulife.window.play.board_files import paste_actions

_RANDOM = np.random.default_rng(1)
_CELLS = (_RANDOM.random((20, 33)) * 3).astype(np.uint8)
_PLAYED_CELLS = 1 << 16
_PLAYED_TICKS = 5
_TUNED = "device | 1 | Life torus"


@dataclass(frozen=True, slots=True)
class Reader:
    """One that reads files.

    Attributes:
        name: of what it reads.
        file_name: that the file has in a folder of its own.
        read: reads it; raises nothing but GpulifeError.
        samples: makes good files.
        change: makes others of them.
    """

    name: str
    file_name: str
    read: Callable[[Path], object]
    samples: Callable[[Path], list[bytes]]
    change: Mutation


def read_pattern(path: Path) -> object:
    """A pattern, and its cells as far as a few strips go."""
    pattern = open_pattern(str(path))
    pattern.highest_state()
    for number, _ in enumerate(pattern.patches()):
        if number == 2:
            break
    return pattern


def _text(read: Callable[[str], object]) -> Callable[[Path], object]:
    return lambda path: read(path.read_bytes().decode("utf-8", "surrogateescape"))


def _texts(*texts: str) -> Callable[[Path], list[bytes]]:
    return lambda _: [text.encode() for text in texts]


_RLES = (
    "#N Glider\n#r B3/S23\nx = 3, y = 3\nbo$2bo$3o!\n",
    rle_text(Pattern(_CELLS, parse_rule("Immigration:T40,30"), 7, (3, -2))),
)


def _rles(_: Path) -> list[bytes]:
    texts = [
        *_RLES,
        rle_text(Pattern(_CELLS.clip(0, 1))),
        rle_text(Pattern(_CELLS * 70)),
        rle_text(Pattern(_CELLS * 3)).replace("\n", ", rule = LifeHistory:T90,90\n", 1),
        "x = 30000, y = 20000, rule = Life\n300$700b9o$\n#C remark\n19698$29999bo!",
    ]
    return [text.encode() for text in texts]


def _rule_files(_: Path) -> list[bytes]:
    own = [path.read_bytes() for path in sorted((resource_folder("presets") / "rules").glob("*.rule"))]
    return [*own, *(text.encode() for text in (COPIES, MAJORITY_TREE, LIFE_TREE, CYCLIC))]


_RULE_FILE = text_of(
    *("@RULE", "@TABLE", "@TREE", "@COLORS", "@NAMES", "n_states:", "neighborhood:Moore", "symmetries:permute"),
    *("rotate8reflect", "var a={0,1,2}\n", "num_states=", "num_neighbors=8", "hexagonal", ",", "{", "a", "#", "="),
)


def _macrocells(_: Path) -> list[bytes]:
    far = "".join(f"{level} {number} 0 0 {number}\n" for number, level in enumerate(range(4, 20), start=1))
    texts = [
        "[M2] (golly 4.2)\n#R B3/S23\n#G 12\n$$..*$...*$.***$$$$\n4 0 1 1 0\n5 0 0 2 2\n",
        "[M2]\n#R Immigration\n1 0 1 2 0\n2 1 0 0 1\n3 2 2 0 2\n",
        "[M2]\n#R LifeHistory\n1 0 1 2 0\n1 3 4 5 6\n2 1 0 0 2\n",
        f"[M2]\n#R Life\n$...*$....*$..***$\n{far}",
    ]
    return [text.encode() for text in texts]


def _text_formats(_: Path) -> list[bytes]:
    cells, life = _CELLS.clip(0, 1), parse_rule("B36/S23")
    notes = Notes("A name", "An author", ("and a remark",))
    return [text_board(Path(f"a{ending}"), cells, life, notes).encode() for ending in TEXT_ENDINGS]


def _npz_bands(_: Path) -> list[bytes]:
    law = parse_rule("Immigration:T33,20")
    table = parse_rule("WireWorld:T33,20")
    return [npz_bytes(Pattern(_CELLS, law, 5)), npz_bytes(Pattern(_CELLS * 100)), npz_bytes(Pattern(_CELLS, table))]


def _pictures(kind: str, *options: dict[str, object]) -> Callable[[Path], list[bytes]]:
    def make(_: Path) -> list[bytes]:
        colours = Image.fromarray(np.array([[0, 0, 0], [255, 60, 40], [40, 120, 255]], np.uint8)[_CELLS])
        exif = Image.Exif()
        exif[0x0112] = 6
        pictures = [colours, colours.convert("L"), colours.convert("P"), colours.convert("1").convert("RGBA")]
        files = []
        for picture in pictures:
            for each in options:
                file = io.BytesIO()
                usable = picture.convert("RGB") if kind == "JPEG" and picture.mode in ("P", "RGBA") else picture
                extra = {"exif": exif} if kind in ("JPEG", "PNG", "WEBP") else {}
                usable.save(file, kind, **each, **extra)
                files.append(file.getvalue())
        if kind in ("GIF", "PNG", "WEBP"):
            file = io.BytesIO()
            colours.save(file, kind, save_all=True, append_images=[colours.rotate(90), colours.rotate(180)])
            files.append(file.getvalue())
        return files

    return make


def _read_shrunk(path: Path) -> object:
    return image_to_cells(path, shape=(7, 9))


@cache
def _sessions() -> list[Session]:
    """A session of each game, some ticks old."""
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
    """A session that goes on for some ticks, if it is small."""
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


def _mail(folder: Path) -> list[bytes]:
    MailGame(new_realtime(7), 1e9).save(folder / "mail")
    return [(folder / "mail").read_bytes()]


def _art(folder: Path) -> list[bytes]:
    law = parse_rule("Immigration:T33,20")
    board = npz_bytes(Pattern(_CELLS, law, 5))
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


def _read_tuning(path: Path) -> object:
    os.environ[tuning.CACHE_VARIABLE] = str(path.parent)
    return tuning.load_shape(_TUNED)


def _tuning(_: Path) -> list[bytes]:
    shape = {"words": 2, "rows": 64, "generations": 4, "across": 2, "unroll": 2}
    return [json.dumps({"format": 1, "shapes": {_TUNED: shape}}).encode()]


_RLE = text_of(
    "x", "y", "rule", "#CXRLE Pos=1,2 Gen=3", "#r Life", "#", "!", "$", "999999999$", "999999999o", "pX", "yO"
)
_MACROCELL = text_of("#R Life", "#G 5", "$$$$$$$$", "........", "*", "4 1 1 1 1", "1 0 1 2 3", "4096 1 1 1 1", "[M2]")
_TEXT_FORMAT = text_of("#P -1 -1", "#P 999999999 0", "#R 23/3", "#N", "!", "!Rule: B3/S23", "0 0", "-999999999 5", "O")
_TOML = text_of("[[scene]]", "[a.b]", "true", "1979-05-27", "'''", '"""', "a.b.c = 1", "inf", "{}", "=", "\r")
_RULE = text_of(":", ":T", ":P9,9", "B", "S", "/", ",", "Life", "M/8", "/C9", "R9,", "..", "NN")
_RULES = (
    *("Life", "B3/S23:3", "Immigration:T160,96", "QuadLife:P9,9", "RealTime:26", "BioWar:6", "B/S012345678", "23/3"),
    *("B2/S345/C4", "345/2/4:T30,20", "R5,C0,M1,S34..58,B34..45,NM", "R2,C3,M0,S2..4,B3,NN:P20,20", "WireWorld"),
)


def all_readers() -> tuple[Reader, ...]:
    """Every one."""
    pictures = [
        Reader(f"picture {kind}", f"a.{kind.lower()}", read_pattern, _pictures(kind, *options), change)
        for kind, options, change in (
            ("PNG", ({}, {"optimize": True}), chunks_of_png),
            ("GIF", ({},), any_bytes),
            ("BMP", ({},), any_bytes),
            ("JPEG", ({}, {"progressive": True}), any_bytes),
            ("WEBP", ({}, {"lossless": True}), any_bytes),
        )
    ]
    places = " ".join(f"{column}5" for column in "abcdefghij")
    orders = f"JOIN Ada {places}\nAda: SHOW\nAda: QUIT\n"
    texts: list[tuple[str, Callable[[str], object], Mutation, tuple[str, ...]]] = [
        ("orders", parse_orders, text_of("JOIN", "ADD", "QUIT", "é", "Ada", "zz"), (orders,)),
        ("rule", parse_rule, _RULE, _RULES),
        ("size", parse_size, text_of("x", "X", " ", "-"), ("160x96", " 1 X 1 ")),
        ("soup", parse_soup, text_of(":", ",", "x", "0.5"), ("160x96:0.35", "9x9:0.5:3,1")),
        ("seats", parse_levels, text_of("person", "computer:", ","), ("person,computer:3",)),
        ("name", require_name, text_of("\x1b[2J", "é"), ("Ada", "生命")),
        ("colour", parse_colour, text_of("#", "ff"), ("#ff8000", "#000000")),
        ("clipboard", lambda text: paste_actions(text, parse_rule("Immigration:T40,30")), _RLE, _RLES),
    ]
    return (
        Reader("RLE", "a.rle", read_pattern, _rles, _RLE),
        Reader("RLE packed", "a.rle.gz", read_pattern, lambda _: _zipped(_rles(_)), packed(_RLE)),
        Reader("macrocell", "a.mc", read_pattern, _macrocells, _MACROCELL),
        Reader("macrocell packed", "a.mc.gz", read_pattern, lambda _: _zipped(_macrocells(_)), packed(_MACROCELL)),
        Reader("text formats", "a.cells", read_pattern, _text_formats, _TEXT_FORMAT),
        Reader(
            "text formats packed", "a.lif.gz", read_pattern, lambda _: _zipped(_text_formats(_)), packed(_TEXT_FORMAT)
        ),
        Reader("npz", "a.npz", read_pattern, _npz_bands, zip_entries),
        Reader("packed cells", "a", _text(_read_packed), _packed_cells, any_bytes),
        *pictures,
        Reader("start.image", "a.jpg", _read_shrunk, _pictures("JPEG", {}), any_bytes),
        Reader("rule file", "a.rule", read_rule_file, _rule_files, _RULE_FILE),
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
        Reader(
            *("progress", "survivor.toml", lambda path: load_progress(path.parent)),
            *(_texts('[won]\n"1-well" = 12\n2-wall = 3\n'), _TOML),
        ),
        Reader("tuning", "tuning.json", _read_tuning, _tuning, json_text),
        Reader(
            *("pads", "pads.txt", read_mappings, _texts("03000000,Pad,a:b0,b:b1,platform:Linux,\n")),
            text_of(",", "platform:", "a:b0"),
        ),
        *(Reader(name, "a", _text(read), _texts(*good), change) for name, read, change, good in texts),
    )


def _zipped(files: list[bytes]) -> list[bytes]:
    return [gzip.compress(data, mtime=0) for data in files]


def _packed_cells(_: Path) -> list[bytes]:
    return [npz_text(Pattern(_CELLS)).encode()]


def _read_packed(text: str) -> object:
    return open_npz_text(text, "cells").whole()


def _replay(path: Path, session: Session) -> None:
    write_replay(path, session.recording())
