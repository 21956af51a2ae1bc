"""Readers of patterns and rules, with good inputs to start from, for the fuzzer; see ``fuzz_readers``."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import numpy as np
from engines.table_texts import COPIES, CYCLIC, LIFE_TREE, MAJORITY_TREE
from PIL import Image
from soak.fuzz_inputs import Mutation, any_bytes, chunks_of_png, files_of_zip, json_text, packed, text_of, zip_entries
from strips import StripsEngine

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import save_checkpoint
from gpulife.games.core.area_edit import MAX_HELD_CELLS, MERGES
from gpulife.games.matches import new_match
from gpulife.patterns.formats.checkpoint import MANIFEST, RunRecord
from gpulife.patterns.formats.npz import npz_bytes, npz_text, open_npz_text
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.formats.text import TEXT_ENDINGS, text_board
from gpulife.patterns.image import image_to_cells
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Notes, Pattern, fitted_to, require_some_cells
from gpulife.patterns.pattern_folders import find_patterns, sketch_file
from gpulife.patterns.rectangles import TURNS
from gpulife.resources import resource_folder
from gpulife.rules import parse_rule
from gpulife.rules.known_tables import read_rule_file
from gpulife.session.session import Session
from gpulife.window.play.board_files import paste_actions, pasted_pattern
from gpulife.window.play.workbench import Ghost

_RANDOM = np.random.default_rng(1)
CELLS = (_RANDOM.random((20, 33)) * 3).astype(np.uint8)
_GHOST_CELLS = 1 << 18
_LONG_RULE = 1 << 16
"""Rule files of this size in bytes or more take long to read again and again."""
_SKETCHED = 6


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of files.

    Attributes:
        name: name of what it reads.
        file_name: name of the file, in its own folder.
        read: reads the file; may only raise GpulifeError.
        samples: makes good files.
        change: changes a good file.
    """

    name: str
    file_name: str
    read: Callable[[Path], object]
    samples: Callable[[Path], list[bytes]]
    change: Mutation


def read_pattern(path: Path) -> object:
    """Read a pattern, and the cells of its first strips."""
    pattern = open_pattern(str(path))
    pattern.highest_state()
    for number, _ in enumerate(pattern.patches()):
        if number == 2:
            break
    return pattern


def text_reader(read: Callable[[str], object]) -> Callable[[Path], object]:
    return lambda path: read(path.read_bytes().decode("utf-8", "surrogateescape"))


def texts(*texts: str) -> Callable[[Path], list[bytes]]:
    return lambda _: [text.encode() for text in texts]


_RLES = (
    "#N Glider\n#r B3/S23\nx = 3, y = 3\nbo$2bo$3o!\n",
    rle_text(Pattern(CELLS, parse_rule("Immigration:T40,30"), 7, (3, -2))),
    rle_text(Pattern(CELLS, parse_rule("LifeSuper:K40*+1,30"))),
)


def _rles(_: Path) -> list[bytes]:
    texts = [
        "Hello all!\nrule = 23/3\nbo$2bo$3o!\n",
        "[code]x = 1, y = -1, rule = B3/S23\n> bo$2bo$\n3\no[/code]\nx = 3, y = 3\n3o!",
        *_RLES,
        rle_text(Pattern(CELLS.clip(0, 1))),
        rle_text(Pattern(CELLS * 70)),
        rle_text(Pattern(CELLS * 3)).replace("\n", ", rule = LifeHistory:T90,90\n", 1),
        "x = 30000, y = 20000, rule = Life\n300$700b9o$\n#C remark\n19698$29999bo!",
    ]
    return [text.encode() for text in texts]


def _rule_files(_: Path) -> list[bytes]:
    paths = sorted((resource_folder("presets") / "rules").glob("*.rule"))
    own = [path.read_bytes() for path in paths if path.stat().st_size < _LONG_RULE]
    return [*own, *(text.encode() for text in (COPIES, MAJORITY_TREE, LIFE_TREE, CYCLIC))]


_RULE_FILE = text_of(
    *("@RULE", "@TABLE", "@TREE", "@COLORS", "@NAMES", "n_states:", "neighborhood:Moore", "symmetries:permute"),
    *("rotate8reflect", "var a={0,1,2}\n", "num_states=", "num_neighbors=8", "hexagonal", ",", "{", "a", "#", "="),
)


def _mcells(_: Path) -> list[bytes]:
    texts = [
        "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#BOARD 80x60\n#SPEED 50\n#WRAP 1\n#D t\n#L .A$..A$\n#L 3A\n",
        "#MCell 2.20\n#GAME Generations\n#RULE 2/3/200\n#L X2aA.bC$9$.A\n",
        "#MCell 4.20\n#GAME Rules table\n#GOLLY WireWorld\n#RULE 1,0,0\n#L ABC\n",
    ]
    return [text.encode() for text in texts]


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
    cells, life = CELLS.clip(0, 1), parse_rule("B36/S23")
    notes = Notes("A name", "An author", ("and a remark",))
    return [text_board(Path(f"a{ending}"), cells, life, notes).encode() for ending in TEXT_ENDINGS]


def _npz_bands(_: Path) -> list[bytes]:
    law = parse_rule("Immigration:T33,20")
    table = parse_rule("WireWorld:T33,20")
    return [npz_bytes(Pattern(CELLS, law, 5)), npz_bytes(Pattern(CELLS * 100)), npz_bytes(Pattern(CELLS, table))]


_beside_manifests: dict[str, bytes] = {}
"""The other files of the checkpoints whose manifests are changed."""


def _manifests(folder: Path) -> list[bytes]:
    """Make manifests of one strip and of three, with all possible entries; the checkpoints' other files are stored."""
    texts = []
    for rule, cuts in (("Life", ()), ("Immigration:P33,20", (3, 11))):
        engine = StripsEngine(parse_rule(rule).on_board(CELLS.shape), CELLS.shape, cuts)
        engine.paint(0, 0, CELLS.clip(0, engine.rule.live_states))
        run = RunRecord("--soup 33x20:0.5", 0, 9, "7", has_census=True)
        census = (lambda write: f"{write(b'generation'):032x}") if cuts else None
        save_checkpoint(engine, folder, notes=Notes("A name", "An author", ("remark",)), run=run, census=census)
        texts.append((folder / MANIFEST).read_bytes())
        _beside_manifests.update({path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] == "c"})
    for path in folder.iterdir():
        path.unlink()
    return texts


def _read_checkpoint(path: Path) -> object:
    """Read a changed manifest beside the files of good ones; the folder is the pattern."""
    for name, data in _beside_manifests.items():
        (path.parent / name).write_bytes(data)
    return read_pattern(path.parent)


def _pictures(kind: str, *options: dict[str, object]) -> Callable[[Path], list[bytes]]:
    def make(_: Path) -> list[bytes]:
        colours = Image.fromarray(np.array([[0, 0, 0], [255, 60, 40], [40, 120, 255]], np.uint8)[CELLS])
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


def _life_histories(_: Path) -> list[bytes]:
    cells = (_RANDOM.random((12, 20)) * 7).astype(np.uint8)
    rle = rle_text(Pattern(cells)).replace("\n", ", rule = LifeHistory\n", 1)
    few = rle_text(Pattern(cells.clip(0, 2))).replace("\n", ", rule = LifeHistory:P40,30\n", 1)
    texts = [rle, few, "[M2]\n#R LifeHistory\n1 0 1 2 0\n1 3 4 5 6\n2 1 0 0 2\n"]
    return [text.encode() for text in texts]


def _old_texts(_: Path) -> list[bytes]:
    texts = [
        "#Life 1.05\n#D A remark\n#R 23/36\n#P -2 3\n.*.\n\n***\n#P 10 -4\n*.*\n",
        "#Life 1.05\r\n#N\r\n#P 0 0\r\n*\r\n",
        "#Life 1.06\n-1 0\n0 1\n1 -1\n2000 3\n",
        "!Name: A name\n!Author: Somebody\n!\n.O\n..O\n\nOOO\n",
        "!\n*..*\n.*\n",
    ]
    return [text.encode() for text in texts]


def _play_rule(path: Path) -> object:
    """Read a rule file, and compute some generations under it."""
    rule = parse_rule(read_rule_file(path).file.content_name)
    shape = (6, 9)
    board = rule.on_board(shape)
    cells = (_RANDOM.random(shape) * (rule.live_states + 1)).astype(np.uint8)
    for generation in range(2):
        cells = board.family.step(cells, board, generation, (0, 0))
    assert int(cells.max(initial=0)) <= rule.live_states
    return rule.title, rule.family.states


def _hold_pasted(text: str) -> object:
    """Hold a pasted pattern, turn it and place it, as the workbench does."""
    pattern = pasted_pattern(text)
    require_some_cells(pattern)
    pattern.highest_state()
    rule = replace(pattern.rule or parse_rule("QuadLife"), size=None)
    pattern = fitted_to(pattern, rule)
    if prod(pattern.shape) > min(_GHOST_CELLS, MAX_HELD_CELLS):
        return pattern
    match = new_match("study", rule.on_board((40, 60)), (40, 60), 1)
    session = Session(match, NumpyEngine(parse_rule(match.rule), (40, 60)))
    ghost = Ghost(pattern.whole().cells, 0, 0).centred_on(20, 30)
    for turn, mode in zip(TURNS, (*MERGES, *MERGES), strict=False):
        ghost = ghost.turned(turn)
        session.tick((ghost.action(mode),))
    return session.board.census()


def _collections(_: Path) -> list[bytes]:
    files = {
        "glider.rle": _RLES[0].encode(),
        "inner/two.rle.gz": gzip.compress(_RLES[1].encode(), mtime=0),
        "inner/more/a.cells": b".O\n..O\nOOO\n",
        "board.npz": npz_bytes(Pattern(CELLS)),
        "__MACOSX/._a.rle": b"",
        "../out.rle": b"",
        "read me.txt": b"nothing " * 999,
    }
    with_rule = {"a.rle": b"x = 2, y = 1, rule = Copies\nAB!", "Copies.rule": COPIES.encode()}
    only = zip_of({"only.mc": _macrocells(Path())[0]})
    return [zip_of(files), zip_of(files, zipfile.ZIP_STORED), only, zip_of(with_rule)]


def zip_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return file.getvalue()


def _browse(path: Path) -> object:
    """Look through a zip file as the pattern browser does; open the files in it, then the zip file."""
    paths = [found for found in find_patterns(path) if found is not None]
    for found in paths:
        assert found.is_relative_to(path)
        assert ".." not in found.parts
    for found in paths[:_SKETCHED]:
        sketch = sketch_file(found)
        assert "\n" not in sketch.problem
        if not sketch.is_damaged:
            read_pattern(found)
    return read_pattern(path) if len(paths) < 2 else None


_RLE = text_of(
    "x", "y", "rule", "#CXRLE Pos=1,2 Gen=3", "#r Life", "#", "!", "$", "999999999$", "999999999o", "pX", "yO", "3 "
)
_MACROCELL = text_of("#R Life", "#G 5", "$$$$$$$$", "........", "*", "4 1 1 1 1", "1 0 1 2 3", "4096 1 1 1 1", "[M2]")
_MCELL = text_of("#GAME Margolus", "#RULE 23/3/4", "#GOLLY Life", "#BOARD 9x9", "#WRAP 1", "#L ", "999999999$", "jO")
_TEXT_FORMAT = text_of("#P -1 -1", "#P 999999999 0", "#R 23/3", "#N", "!", "!Rule: B3/S23", "0 0", "-999999999 5", "O")


def pattern_readers() -> tuple[Reader, ...]:
    """Return all readers of patterns and rules."""
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
    pasted = (*_RLES, "!a\n.O\nOO\n", "#Life 1.06\n0 0\n3 -2\n")
    return (
        Reader("RLE", "a.rle", read_pattern, _rles, _RLE),
        Reader("RLE packed", "a.rle.gz", read_pattern, lambda _: _zipped(_rles(_)), packed(_RLE)),
        Reader("LifeHistory", "a.rle", read_pattern, _life_histories, _RLE),
        Reader("macrocell", "a.mc", read_pattern, _macrocells, _MACROCELL),
        Reader("macrocell packed", "a.mc.gz", read_pattern, lambda _: _zipped(_macrocells(_)), packed(_MACROCELL)),
        Reader("MCell", "a.mcl", read_pattern, _mcells, _MCELL),
        Reader("text formats", "a.cells", read_pattern, _text_formats, _TEXT_FORMAT),
        Reader("old text formats", "a.lif", read_pattern, _old_texts, _TEXT_FORMAT),
        Reader(
            "text formats packed", "a.lif.gz", read_pattern, lambda _: _zipped(_text_formats(_)), packed(_TEXT_FORMAT)
        ),
        Reader("npz", "a.npz", read_pattern, _npz_bands, zip_entries),
        Reader("checkpoint", MANIFEST, _read_checkpoint, _manifests, json_text),
        Reader("packed cells", "a", text_reader(_read_packed), _packed_cells, any_bytes),
        *pictures,
        Reader("start.image", "a.jpg", _read_shrunk, _pictures("JPEG", {}), any_bytes),
        Reader("rule file", "a.rule", read_rule_file, _rule_files, _RULE_FILE),
        Reader("rule file played", "a.rule", _play_rule, _rule_files, _RULE_FILE),
        Reader("zip", "a.zip", _browse, _collections, files_of_zip),
        Reader("clipboard", "a", text_reader(_paste), texts(*_RLES), _RLE),
        Reader("held clipboard", "a", text_reader(_hold_pasted), texts(*pasted), _RLE),
    )


def _paste(text: str) -> object:
    return paste_actions(text, parse_rule("Immigration:T40,30"))


def _read_packed(text: str) -> object:
    return open_npz_text(text, "cells").whole()


def _packed_cells(_: Path) -> list[bytes]:
    return [npz_text(Pattern(CELLS)).encode()]


def _zipped(files: list[bytes]) -> list[bytes]:
    return [gzip.compress(data, mtime=0) for data in files]


def _packed_cells(_: Path) -> list[bytes]:
    return [npz_text(Pattern(CELLS)).encode()]


def _read_packed(text: str) -> object:
    return open_npz_text(text, "cells").whole()
