"""Files of massive boards in the window: in bands, with progress, completely or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, load_pattern
from window.stage import Stage

from gpulife.engines.base import Engine
from gpulife.games.core.game import ActionKind
from gpulife.input.commands import Save
from gpulife.input.events import FilesDropped
from gpulife.patterns.formats import npz
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Cells, parse_rule
from gpulife.session.replay import write_replay
from gpulife.window import blocking_progress as long_work
from gpulife.window.play import board_files as files
from gpulife.window.play import file_commands

SIZE = (640, 400)
SHAPE = (60, 80)


@pytest.fixture(autouse=True)
def massive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small board is a massive one here: 15 bands of 4 rows; no more than 9 bands are ever in one piece."""
    monkeypatch.setattr(files, "STREAMED_CELLS", 1000)
    monkeypatch.setattr(file_commands, "STREAMED_CELLS", 1000)
    monkeypatch.setattr(npz, "BAND_BYTES", 80)
    monkeypatch.setattr(long_work, "_FIRST_SECONDS", 0.0)
    monkeypatch.setattr(long_work, "_SECONDS", 0.0)
    monkeypatch.setattr(long_work, "_MAX_DRAWING_SHARE", 1e9)


@pytest.fixture
def cells() -> Cells:
    return np.random.default_rng(1).integers(0, 3, SHAPE, np.uint8)


def file_of(cells: Cells, path: Path) -> Path:
    path.write_bytes(npz_bytes(Pattern(cells, parse_rule("Immigration").on_board(SHAPE), 41)))
    return path


def test_massive_file_opens_and_replays(stage: Stage, cells: Cells, tmp_path: Path) -> None:
    stage.begin()
    stage.frames(2, FilesDropped((file_of(cells, tmp_path / "big.npz"),)))
    assert_boards_equal(stage.cells, cells)
    engine = stage.play.engine
    assert (str(engine.rule), engine.generation) == ("Immigration:T80,60", 41)
    assert stage.messages[0].startswith("reading big.npz: 6 %")
    assert "opening big.npz: 100 %; Escape stops it" in stage.messages
    assert stage.messages[-1] == "opened big.npz. Rule: Immigration, generation 41"

    stage.act(ActionKind.HALT).frames(30)
    later, generation = stage.cells, stage.play.engine.generation
    assert generation > 41
    write_replay(tmp_path / "played.gpureplay", stage.play.session.recording())
    ticks = stage.play.session.ticks
    stage.begin()
    stage.frames(2, FilesDropped((tmp_path / "played.gpureplay",)))
    stage.play.session.seek(ticks)
    assert_boards_equal(stage.cells, later)
    assert stage.play.engine.generation == generation


def test_massive_macrocell_opens(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "far.mc"
    path.write_text("[M2]\n#R QuadLife\n#G 7\n1 0 1 2 0\n2 0 1 0 0\n3 0 0 1 0\n4 0 2 0 0\n5 1 0 0 0\n".replace(
        "3 0 0 1 0\n4 0 2 0 0\n5 1 0 0 0\n", "3 2 0 0 0\n4 3 0 0 3\n5 4 0 0 4\n6 5 0 0 5\n7 6 0 0 6\n"))  # fmt: skip
    stage.begin()
    stage.frames(2, FilesDropped((path,)))
    assert stage.messages[-1] == "opened far.mc. Rule: QuadLife, generation 7"
    cells = load_pattern(str(path)).cells
    row, column = ((board - own) // 2 for board, own in zip(stage.cells.shape, cells.shape, strict=True))
    assert_boards_equal(stage.cells[row:-row, column:-column], cells)
    assert stage.cells.sum() == 3 * 16
    assert stage.play.engine.generation == 7


def test_damaged_file_keeps_present_universe(stage: Stage, cells: Cells, tmp_path: Path) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.4")
    before, playing = stage.cells, stage.play
    path = file_of(cells, tmp_path / "big.npz")
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) * 2 // 3] ^= 0xFF
    path.write_bytes(damaged)
    stage.frames(2, FilesDropped((path,)))
    assert "big.npz: rows " in stage.messages[-1]
    assert " damaged (" in stage.messages[-1]
    assert stage.play is playing
    assert_boards_equal(stage.cells, before)


def test_file_damaged_while_opening_keeps_universe(
    stage: Stage, cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(cells, tmp_path / "big.npz")

    def verify_then_damage(*_: object) -> None:
        data = bytearray(path.read_bytes())
        data[len(data) * 2 // 3] ^= 0xFF
        path.write_bytes(data)

    monkeypatch.setattr(npz.BandedPattern, "verify", verify_then_damage)
    stage.begin()
    stage.frames(2, FilesDropped((path,)))
    assert " damaged (" in stage.messages[-1]
    assert not stage.cells.any()


@pytest.mark.parametrize("after", [1, 20], ids=["while it is read", "while it is opened"])
def test_opening_massive_file_can_be_stopped(
    after: int, stage: Stage, cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(cells, tmp_path / "big.npz")
    stage.begin().act(ActionKind.SOUP, data="0.4")
    before, playing = stage.cells, stage.play
    asked = []

    def pressed() -> bool:
        asked.append(1)
        return len(asked) > after

    monkeypatch.setattr(stage.window, "escape_pressed", pressed)
    stage.messages.clear()
    stage.frames(2, FilesDropped((path,)))
    assert stage.messages[-1] == f"{'reading' if after == 1 else 'opening'} big.npz: stopped"
    if after == 1:
        assert stage.play is playing
        assert_boards_equal(stage.cells, before)
    else:
        assert not stage.cells.any(), "not half of it"


def test_massive_board_is_saved_in_bands(
    stage: Stage, cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.begin()
    stage.frames(2, FilesDropped((file_of(cells, tmp_path / "big.npz"),)))
    read = Engine.read
    heights = []

    def noted(engine: Engine, row: int, column: int, height: int, width: int) -> Cells:
        heights.append(height)
        return read(engine, row, column, height, width)

    monkeypatch.setattr(Engine, "read", noted)
    stage.messages.clear()
    saved = tmp_path / "saved.npz"
    stage.do(Save(str(saved)))
    assert max(heights) == 4
    assert "saving saved.npz: 53 %; Escape stops it" in stage.messages
    assert stage.messages[-1] == f"saved {saved}"
    assert saved.read_bytes() == (tmp_path / "big.npz").read_bytes()
    saved.unlink()
    stage.do(Save())
    assert saved.exists(), "the second time under the same name"
