"""The job of ``gpulife run``, without the command line."""

import csv
import io
import json
import threading
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board, load_pattern
from conftest import engines_of
from rich.console import Console

from gpulife.cli.main import main
from gpulife.cli.run_checkpoints import Job
from gpulife.cli.run_job import run
from gpulife.cli.starting_board import starting_board
from gpulife.engines import Engine, reference
from gpulife.errors import BoardSizeError, GpulifeError, OutputError, PatternError
from gpulife.patterns.formats import npz
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.soup import SoupSpec, soup
from gpulife.rules import EDGES, Edges, parse_rule

GLIDER = board("""
    .A.
    ..A
    AAA
""")

pytestmark = pytest.mark.usefixtures("nothing_logged")


def do(**job):
    return run(Job(**{"engine": "numpy", **job}), Console(quiet=True))


def place(**job):
    start = job.pop("start")
    return starting_board(Job(generations=0, **job), start)


@pytest.mark.parametrize(
    ("rule", "engine"),
    [
        (rule, engine)
        for rule in ("Immigration", "QuadLife", "BioWar:3", "Survivor", "2/13/21")
        for engine in engines_of(rule)
    ],
)
def test_run_equals_the_reference(tmp_path, engine, rule):
    law = parse_rule(rule)
    cells = soup((30, 41), 0.4, law.species, np.random.default_rng(5))
    out, census = tmp_path / "out.npz", tmp_path / "out.csv"
    spec = SoupSpec((30, 41), 0.4)
    summary, status = do(generations=20, soup=spec, seed=5, rule=rule, engine=engine, outputs=(out,), census=census)
    counts = [reference.census(cells, law).tolist()]
    for generation in range(20):
        cells = reference.next_generation(cells, law, generation)
        counts.append(reference.census(cells, law).tolist())

    assert status == 0
    assert_boards_equal(load_pattern(str(out)).cells, cells)
    header, *rows = csv.reader(census.read_text().splitlines())
    assert header == ["generation", *law.census_names]
    assert [list(map(int, row)) for row in rows] == [[g, *counts[g]] for g in range(21)]
    assert list(summary.population.values()) == counts[-1]
    assert (summary.generations, summary.generation, summary.seed, summary.interrupted) == (20, 20, 5, False)


@pytest.mark.parametrize("ending", [".rle", ".mc", ".npz"])
@pytest.mark.parametrize("rule", ["Immigration:P40,30", "B36/S23:5:T33,20", "345/24/25:P33,20"])
def test_two_half_runs_equal_one_run(tmp_path, ending, rule):
    half, two_halves, whole = (tmp_path / f"{name}{ending}" for name in ("half", "two", "whole"))
    size = parse_rule(rule).size
    spec = SoupSpec(size, 0.4)
    do(generations=30, soup=spec, seed=1, rule=rule, outputs=(whole,))
    do(generations=13, soup=spec, seed=1, rule=rule, outputs=(half,))
    summary, _ = do(generations=17, name=str(half), outputs=(two_halves,))
    assert two_halves.read_bytes() == whole.read_bytes()
    assert (summary.rule, summary.generation, summary.generations) == (rule, 30, 17)
    assert summary.seed is None


def test_zero_generations_convert_a_file(tmp_path):
    rle, png = tmp_path / "g.rle", tmp_path / "g.png"
    summary, _ = do(generations=0, name="glider", outputs=(rle, png), zoom=2)
    assert summary.cells_per_second is None
    assert load_pattern(str(rle)).cells.sum() == 5
    again, _ = do(generations=0, name=str(rle), size=None)
    assert again.population == {"live": 5}


def test_board_on_standard_output_is_an_rle_alone(tmp_path, capsys):
    command = ["run", "glider", "-g", "4", "--size", "20x20", "--engine", "numpy", "-o"]
    assert main([*command, "-", "-o", str(tmp_path / "a.rle")]) == 0
    printed = capsys.readouterr()
    assert printed.out == (tmp_path / "a.rle").read_text()
    assert "population  live 5" in printed.err
    assert main([*command, "-", "--json"]) == 2
    assert "--json and -o - both write to standard output" in capsys.readouterr().err


def test_piped_rle_larger_than_its_header_is_read_whole(tmp_path, monkeypatch):
    text = "x = 3, y = 3, rule = Life\n" + "o" * 10 + "$\n" * 600_000 + "o!\n"  # longer than a piece
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    summary, _ = do(generations=0, name="-", size=(600_010, 12), outputs=(tmp_path / "a.rle",))
    assert summary.population == {"live": 11}


def test_pictures_can_be_read_back(tmp_path):
    png, rle = tmp_path / "s.png", tmp_path / "s.rle"
    do(generations=3, soup=SoupSpec((20, 30), 0.4), seed=2, rule="QuadLife", outputs=(png, rle))
    do(generations=0, name=str(png), rule="QuadLife:T30,20", outputs=(tmp_path / "again.rle",))
    assert_boards_equal(load_pattern(str(tmp_path / "again.rle")).cells, load_pattern(str(rle)).cells)


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        ({}, "Life:T160,96"),
        ({"rule": "BioWar:2"}, "BioWar:2:P160,96"),
        ({"edges": Edges.DEAD}, "Life:P160,96"),
        ({"size": (20, 30)}, "Life:T30,20"),
        ({"size": (20, 30), "edges": EDGES["klein"]}, "Life:K30,20*"),
        ({"edges": EDGES["sphere"]}, "Life:S160"),
        ({"rule": "Life:S9", "edges": EDGES["sphere"]}, "Life:S9"),
        ({"rule": "Life:P7,5"}, "Life:P7,5"),
        ({"rule": "Life:P7,5", "size": (5, 7), "edges": Edges.DEAD}, "Life:P7,5"),
    ],
)
def test_board_of_a_pattern_without_rule(job, expected):
    rule, shape = place(start=Pattern(GLIDER), **job)
    assert (str(rule), shape) == (expected, rule.size)


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        ({}, "HighLife board"),
        ({"rule": "Immigration"}, "Immigration:P40,30"),
        ({"rule": "Immigration", "size": (50, 60)}, "Immigration:T60,50"),
        ({"rule": "Immigration:T9,9"}, "Immigration:T9,9"),
    ],
)
def test_rule_option_keeps_the_files_board(job, expected):
    start = Pattern(GLIDER, parse_rule("B36/S23:P40,30"))
    assert str(place(start=start, **job)[0]) == expected.replace("HighLife board", "B36/S23:P40,30")


def test_room_around_patterns_but_not_soups():
    assert place(start=Pattern(np.zeros((200, 300), np.uint8)))[1] == (500, 600)
    assert place(start=SoupSpec((10, 20), 0.5))[1] == (10, 20)


@pytest.mark.parametrize(
    ("job", "message"),
    [
        ({"rule": "Life:T160,96", "size": (5, 5)}, "fixes the size"),
        ({"rule": "Life:T160,96", "edges": Edges.DEAD}, "fixes the edges"),
        ({"rule": "Life:S160", "edges": EDGES["cross"]}, "fixes the edges of the board as sphere"),
        ({"rule": "Life:T2,2"}, "glider: 3x3 cells do not fit on a board of 2x2"),
        ({"size": (2, 9)}, "do not fit"),
    ],
)
def test_contradicting_board_sizes(job, message):
    with pytest.raises(BoardSizeError, match=message):
        place(start=Pattern(GLIDER, source="glider"), **job)


@pytest.mark.parametrize(("state", "suggestion"), [(2, "Immigration"), (4, "QuadLife"), (9, "B3/S23:9")])
def test_pattern_of_species_without_rule_suggests_one(state, suggestion):
    with pytest.raises(PatternError, match=f"--rule {suggestion}"):
        place(start=Pattern(GLIDER * np.uint8(state)))


def test_a_pattern_lies_in_the_middle(tmp_path):
    out = tmp_path / "o.npz"
    do(generations=0, name="glider", size=(9, 11), outputs=(out,))
    rows, columns = np.nonzero(load_pattern(str(out)).cells)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (3, 5, 4, 6)


def test_rule_option_replaces_an_unknown_rule(tmp_path):
    path = tmp_path / "odd.rle"
    path.write_text("x = 3, y = 1, rule = NoSuchRule\n3o!\n")
    summary, _ = do(generations=2, name=str(path), rule="Life")
    assert summary.population == {"live": 3}
    with pytest.raises(GpulifeError, match="NoSuchRule"):
        do(generations=2, name=str(path))


def test_generation_continues_from_the_file(tmp_path):
    path, census = tmp_path / "g.npz", tmp_path / "c.csv"
    path.write_bytes(npz_bytes(Pattern(GLIDER, parse_rule("Life:T3,3"), generation=41)))
    summary, _ = do(generations=2, name=str(path), census=census)
    assert summary.generation == 43
    assert [line.split(",")[0] for line in census.read_text().split()] == ["generation", "41", "42", "43"]


def test_reported_random_seed_repeats_the_soup(tmp_path):
    first, second = tmp_path / "1.rle", tmp_path / "2.rle"
    spec = SoupSpec((40, 40), 0.5)
    summary, _ = do(generations=0, soup=spec, outputs=(first,))
    do(generations=0, soup=spec, seed=summary.seed, outputs=(second,))
    assert first.read_bytes() == second.read_bytes()


def test_outputs_are_checked_first(tmp_path, monkeypatch):
    monkeypatch.setattr("gpulife.cli.run_job.open_engine", lambda *_, **__: pytest.fail("opened"))
    same = tmp_path / "x.png"
    for outputs, census in [
        ((tmp_path / "x.gif",), None),
        ((tmp_path / "nowhere" / "x.rle",), None),
        ((same, tmp_path / "." / "x.png"), None),
        ((), tmp_path / "x.txt"),
    ]:
        with pytest.raises(OutputError):
            do(generations=1, name="glider", outputs=outputs, census=census)
    assert list(tmp_path.iterdir()) == []


def test_memory_for_pictures_is_checked_before_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr("gpulife.cli.run_job.free_memory", lambda: 1000)
    with pytest.raises(BoardSizeError, match=r"out\.png.* needs"):
        do(generations=1, name="glider", outputs=(Path(tmp_path / "out.png"),), zoom=4)
    assert list(tmp_path.iterdir()) == []
    outputs = tmp_path / "out.npz", tmp_path / "out.rle"
    do(generations=1, soup=SoupSpec((100, 100), 0.5), outputs=outputs)  # which are made in strips


def test_a_summary_is_json():
    summary, _ = do(generations=1, name="glider")
    assert (
        json.loads(json.dumps({name: getattr(summary, name) for name in summary.__slots__}))["rule"] == "Life:T160,96"
    )


class Terminal(Console):
    """A terminal that records its progress bars."""

    def __init__(self) -> None:
        self.written = io.StringIO()
        super().__init__(file=self.written, force_terminal=True, width=100)


@pytest.fixture
def bands_of_a_row(monkeypatch):
    """Make bands and strips so small that small boards have many of them."""
    monkeypatch.setattr(npz, "BAND_BYTES", 1)
    monkeypatch.setattr("gpulife.patterns.rectangles.STRIP_CELLS", 33)


@pytest.mark.usefixtures("bands_of_a_row")
@pytest.mark.parametrize("engine", engines_of("Immigration"))
@pytest.mark.parametrize("ending", [".npz", ".rle"])
def test_board_is_never_whole_in_memory(tmp_path, monkeypatch, engine, ending):
    first, second, third = (tmp_path / f"{name}{ending}" for name in ("first", "second", "third"))
    spec = SoupSpec((40, 33), 0.4)
    whole = [do(generations=3, soup=spec, seed=1, rule="Immigration", engine=engine, outputs=(first,))]
    read, paint = Engine.read, Engine.paint

    def read_(self, row, column, height, width):
        assert height <= 1
        return read(self, row, column, height, width)

    def paint_(self, row, column, cells, mask=None):
        assert len(cells) <= 1
        paint(self, row, column, cells, mask)

    monkeypatch.setattr(Engine, "read", read_)
    monkeypatch.setattr(Engine, "paint", paint_)
    whole.append(do(generations=3, soup=spec, seed=1, rule="Immigration", engine=engine, outputs=(second,)))
    assert first.read_bytes() == second.read_bytes()
    assert whole[0][0].population == whole[1][0].population
    if ending == ".npz":
        do(generations=0, name=str(first), engine=engine, outputs=(third,))
        assert third.read_bytes() == first.read_bytes()


@pytest.mark.usefixtures("bands_of_a_row")
def test_rle_written_in_strips_equals_whole_rle(tmp_path):
    rng = np.random.default_rng(2)
    for shape in ((40, 33), (7, 200), (1, 1), (9, 3)):
        cells = soup(shape, 0.3, 2, rng) * (rng.random((shape[0], 1)) < 0.5).astype(np.uint8)
        pattern = Pattern(cells, parse_rule("Immigration").on_board(shape), 5)
        (tmp_path / "in.npz").write_bytes(npz_bytes(pattern))
        do(generations=0, name=str(tmp_path / "in.npz"), outputs=(tmp_path / "out.rle",))
        assert (tmp_path / "out.rle").read_text() == rle_text(pattern)


@pytest.mark.usefixtures("bands_of_a_row")
def test_long_work_shows_progress(tmp_path, monkeypatch):
    monkeypatch.setattr("gpulife.rich_console._AFTER_SECONDS", 0.0)
    console = Terminal()
    out = tmp_path / "out.npz"
    job = Job(generations=0, soup=SoupSpec((40, 33), 0.4), engine="numpy", outputs=(out,))
    run(job, console)
    assert "making the soup" in console.written.getvalue()
    assert "saving" in console.written.getvalue()
    run(Job(generations=0, name=str(out), engine="numpy"), console)
    assert f"loading {out}"[:30] in console.written.getvalue().replace("\n", "")
    quiet = Console(file=io.StringIO(), force_terminal=False)
    run(job, quiet)
    assert quiet.file.getvalue() == ""


@pytest.mark.usefixtures("bands_of_a_row")
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device"), MemoryError])
def test_interrupted_save_keeps_the_old_file(tmp_path, monkeypatch, error):
    out = tmp_path / "out.npz"
    out.write_text("before")
    read, count = Engine.read, iter(range(1000))

    def read_(self, row, column, height, width):
        if next(count) == 20:
            raise error
        return read(self, row, column, height, width)

    monkeypatch.setattr(Engine, "read", read_)
    with pytest.raises(OutputError if isinstance(error, OSError) else error, match=r"No space|^$"):
        do(generations=0, soup=SoupSpec((40, 33), 0.4), outputs=(out,))
    assert out.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["out.npz"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("gpulife-ahead")]


@pytest.mark.usefixtures("bands_of_a_row")
def test_a_damaged_file_writes_nothing(tmp_path):
    start, out = tmp_path / "start.npz", tmp_path / "out.npz"
    data = bytearray(npz_bytes(Pattern(soup((40, 33), 0.4, 1, np.random.default_rng(1)), parse_rule("Life:T33,40"))))
    data[len(data) // 2] ^= 0xFF
    start.write_bytes(data)
    with pytest.raises(PatternError, match=r"start\.npz: rows \d+ to \d+ are damaged"):
        do(generations=1, name=str(start), outputs=(out,))
    assert not out.exists()


def test_file_with_too_many_species_is_refused(tmp_path):
    path = tmp_path / "q.npz"
    path.write_bytes(npz_bytes(Pattern(GLIDER * np.uint8(4), parse_rule("QuadLife:T3,3"))))
    with pytest.raises(PatternError, match=r"q\.npz: state 4 does not exist in rule Immigration"):
        do(generations=1, name=str(path), rule="Immigration")
    summary, _ = do(generations=0, name=str(path), rule="B3/S23:5")
    assert summary.population["D"] == 5


def test_pattern_cut_from_this_board_returns_to_its_place(tmp_path):
    path, out = tmp_path / "p.rle", tmp_path / "o.npz"
    path.write_text("#CXRLE Pos=-5,-4 Gen=9\nx = 2, y = 1, rule = B3/S23:P11,9\n2o!\n")
    do(generations=0, name=str(path), outputs=(out,))
    assert np.argwhere(load_pattern(str(out)).cells).tolist() == [[0, 0], [0, 1]]
    do(generations=0, name=str(path), rule="Life", size=(20, 20), outputs=(out,))
    assert np.argwhere(load_pattern(str(out)).cells).tolist() == [[9, 9], [9, 10]]


def test_a_macrocell_is_run(tmp_path):
    path, out = tmp_path / "g.mc", tmp_path / "out.rle"
    path.write_text("[M2] (golly 3.3)\n#R B3/S23\n#G 40\n$...*$....*$..***$\n")
    summary, _ = do(generations=4, name=str(path), outputs=(out,))
    assert (summary.generation, summary.population, summary.columns) == (44, {"live": 5}, 160)
    assert load_pattern(str(out)).cells.sum() == 5
