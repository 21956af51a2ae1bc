"""Identification of patterns on an endless plane."""

import json
import signal
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from boards import assert_boards_equal, board
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from patterns.evolving import evolve

from gpulife.cli.main import main
from gpulife.errors import PatternError
from gpulife.patterns._plane import Plane, clusters
from gpulife.patterns.identify import Limits, Search, identify, periodic_growth, settling, shape_key, symmetry
from gpulife.patterns.identity import Identity, Kind, displacement_text, speed_text
from gpulife.patterns.library import built_in
from gpulife.rules import Cells, parse_rule

LIFE = parse_rule("Life")


def pattern(name: str) -> Cells:
    found = built_in(name)
    assert found is not None
    return found.cells


@cache
def of(name: str) -> Identity:
    return identify(pattern(name), LIFE)


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.integers(0, 50))
def test_plane_equals_reference(seed: int, rows: int, columns: int, generations: int) -> None:
    cells = (np.random.default_rng(seed).random((rows, columns)) < 0.4).astype(np.uint8)
    plane = Plane(cells, LIFE)
    for _ in range(generations):
        plane.step()
    (row, column), expected = evolve(cells, generations)
    live = plane.live()
    assert len(live.rows) == np.count_nonzero(expected)
    if expected.any():
        assert live.box() == (row, column, *expected.shape)
        assert_boards_equal(live.cells(), expected)


@pytest.mark.parametrize("law", ["Immigration", "QuadLife", "B3/S23:3", "B36/S125:2"])
def test_plane_equals_laws_of_other_rules(law: str) -> None:
    rule = parse_rule(law)
    cells = (np.random.default_rng(4).random((30, 30)) * (rule.live_states + 2)).astype(np.uint8)
    cells[cells > rule.live_states] = 0
    plane, whole, on_board = Plane(cells, rule), np.pad(cells, 60), rule.on_board((150, 150))
    for generation in range(50):
        plane.step()
        whole = on_board.family.step(whole, on_board, generation, (0, 0))
    live = plane.live()
    expected = np.zeros_like(whole)
    expected[live.rows + 60, live.columns + 60] = live.states
    assert_boards_equal(whole, expected)


def test_headline_of_each_kind() -> None:
    assert of("block").headline() == "still life"
    assert of("pulsar").headline() == "oscillator, period 3"
    assert of("glider").headline() == "spaceship, c/4 diagonal, period 4"
    assert of("copperhead").headline() == "spaceship, c/10 orthogonal, period 10"
    assert of("gosper-gun").headline() == "gun, 1 glider every 30 generations"
    assert of("space-rake").headline() == "rake, c/2 orthogonal, 1 glider every 20 generations"
    assert of("puffer-1").headline().startswith("puffer, c/2 orthogonal, 26 cells every 128 generations, from")
    assert Identity(Kind.GROWS, period=1, growth=8).headline() == "grows steadily, 8 cells every generation"
    assert of("r-pentomino").headline() == "methuselah: settles at generation 1103"
    assert of("diehard").headline() == "dies at generation 130"
    assert of("pre-block").headline() == "settles at generation 1"
    assert identify(np.zeros((4, 4), np.uint8), LIFE).headline() == "no live cells"
    assert (
        identify(pattern("r-pentomino"), LIFE, Limits(500)).headline()
        == "unknown: still changing after 500 generations"
    )


def test_quadratic_growth() -> None:
    square = identify(np.ones((3, 3), np.uint8), parse_rule("B23/S012345678"), Limits(600))
    assert square.kind is Kind.QUADRATIC
    assert square.headline() == "grows quadratically: the number of cells added per generation rises by 4 each time"


def test_facts() -> None:
    facts = dict(of("r-pentomino").facts())
    assert facts["Name"] == "R-pentomino"
    assert facts["Cells at the start"] == "5"
    assert facts["Cells at the end"] == "116"
    assert facts["Made of"] == "8 blocks, 6 gliders, 4 beehives, 4 blinkers, 1 boat, 1 loaf, 1 ship"
    facts = dict(of("lwss").facts())
    assert facts["Moves"] == "2 to the right in 4 generations"
    assert facts["Cells"] == "9 to 12"
    assert dict(of("pulsar").facts())["Symmetry"] == "quarter turns and mirrors"
    assert identify(np.zeros((4, 4), np.uint8), LIFE).facts() == []


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(1, 2**16 - 1))
def test_any_small_pattern_is_described_correctly(code: int) -> None:
    cells = (code >> np.arange(16) & 1).astype(np.uint8).reshape(4, 4)
    found = identify(cells, LIFE, Limits(2500))
    if found.kind is Kind.UNKNOWN:
        return
    early, late = (evolve(cells, found.settled + more)[1] for more in (0, found.period))
    assert np.count_nonzero(late) == np.count_nonzero(early)
    if found.kind is Kind.DIES:
        assert not late.any()
        assert evolve(cells, found.settled - 1)[1].any()
    else:
        assert found.population[0] <= np.count_nonzero(late) <= found.population[1]
    if found.settled and found.kind is not Kind.DIES:
        before = [np.count_nonzero(evolve(cells, found.settled - 1 + more)[1]) for more in (0, found.period)]
        shapes = [evolve(cells, found.settled - 1 + more)[1] for more in (0, found.period)]
        assert before[0] != before[1] or shapes[0].shape != shapes[1].shape or (shapes[0] != shapes[1]).any()


def test_glider_heading_for_a_block_is_not_settled() -> None:
    cells = np.zeros((140, 140), np.uint8)
    cells[:3, :3] = pattern("glider")
    cells[120:122, 120:122] = 1
    found = identify(cells, LIFE)
    assert found.kind in (Kind.SETTLES, Kind.METHUSELAH, Kind.DIES)
    assert found.settled > 400


def test_two_parting_gliders() -> None:
    cells = np.zeros((20, 40), np.uint8)
    cells[:3, 30:33] = pattern("glider")
    cells[:3, :3] = pattern("glider")[:, ::-1]
    found = identify(cells, LIFE)
    assert (found.kind, found.settled, found.parts) == (Kind.SETTLES, 0, (("glider", 2),))


def test_coloured_patterns_are_identified() -> None:
    found = identify(pattern("glider") * np.uint8(2), parse_rule("Immigration"))
    assert (found.kind, found.name, found.period) == (Kind.SPACESHIP, "Glider", 4)
    found = identify(pattern("block") * np.uint8(3), parse_rule("B3/S23:3"))
    assert (found.kind, found.period) == (Kind.STILL_LIFE, 1)


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ("B0/S23", "empty plane"),
        ("P2Life", "depends on chance"),
        ("R33,C0,M1,S9..9,B9..9,NM", "has neighbours 33 cells away; to identify patterns, the limit is 32"),
    ],
)
def test_rules_that_cannot_be_identified_are_refused(law: str, message: str) -> None:
    with pytest.raises(PatternError, match=message):
        identify(pattern("glider"), parse_rule(law))


def test_too_large_or_wrong_states_are_refused() -> None:
    far = np.zeros((2000, 2000), np.uint8)
    far[0, 0] = far[-1, -1] = 1
    with pytest.raises(PatternError, match="2000x2000 cells is too large"):
        identify(far, LIFE)
    with pytest.raises(PatternError, match="state 2 does not exist in rule Life"):
        identify(pattern("glider") * np.uint8(2), LIFE)


def test_partial_answer_at_any_time() -> None:
    search = Search(pattern("acorn"), LIFE)
    assert search.so_far().generations == 0
    assert list(dict.fromkeys(next(search) for _ in range(30)))[:4] == [0, 1, 2, 3]
    known = search.so_far("stopped")
    assert (known.kind, known.start, known.box, known.name) == (Kind.UNKNOWN, 7, (3, 7), "Acorn")
    assert known.headline() == f"unknown: still changing after {search.generation} generations (stopped)"
    assert (f"Cells at generation {search.generation}", str(search.population)) in known.facts()


@pytest.mark.parametrize("law", ["R2,C5,M1,S6..11,B7..9,NM", "B3/S23/C7", "Life", "LifeHistory"])
def test_time_limit(law: str) -> None:
    search = Search(np.ones((5, 9), np.uint8), parse_rule(law), Limits(seconds=0))
    assert list(search) == []
    assert search.found is not None
    assert search.found.headline() == "unknown: still changing after 0 generations (stopped after 0 seconds)"
    assert ("Cells at generation 0", "45") in search.found.facts()


def test_ctrl_c_prints_partial_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    go_on = Search.__next__

    def interrupted(search: Search) -> int:
        if search.generation == 5:
            signal.raise_signal(signal.SIGINT)
        return go_on(search)

    monkeypatch.setattr(Search, "__next__", interrupted)
    assert main(["identify", "acorn", "--json"]) == 128 + signal.SIGINT
    told = json.loads(capsys.readouterr().out)
    assert told["summary"] == "unknown: still changing after 5 generations (stopped before the answer was known)"
    assert told["start"] == 7


def test_each_search_part_is_short() -> None:
    """A large plane is computed in parts, too, so that other work gets its turn."""
    cells = np.random.default_rng(1).integers(0, 2, (700, 700), np.uint8)
    search = Search(cells, parse_rule("R2,C5,M1,S6..11,B7..9,NM"), Limits(generations=1))
    assert len(list(search)) > 3 * (700 // 32) ** 2 // 64


def test_size_limit() -> None:
    found = identify(pattern("acorn"), LIFE, Limits(tiles=3))
    assert found.kind is Kind.UNKNOWN
    assert 0 < found.generations < 200
    assert found.headline().endswith("generations (it has become too large)")


def test_lifehistory_pattern_is_recognised() -> None:
    history = parse_rule("LifeHistory")
    glider = np.array([[0, 1, 0, 4], [0, 2, 5, 0], [3, 1, 1, 0]], np.uint8)
    found = identify(glider, history)
    assert (found.kind, found.period, found.speed, found.name) == (Kind.SPACESHIP, 4, "c/4 diagonal", "Glider")
    walled = np.zeros((9, 12), np.uint8)
    walled[:3, :3], walled[6:9, 8:10] = glider[:, :3], 6
    against_a_wall = identify(walled, history)
    assert against_a_wall.kind is Kind.SETTLES
    assert against_a_wall.settled < 40


def test_speeds_in_words() -> None:
    assert speed_text((0, 2), 4) == "c/2 orthogonal"
    assert speed_text((-2, 0), 7) == "2c/7 orthogonal"
    assert speed_text((1, -1), 4) == "c/4 diagonal"
    assert speed_text((2, 4), 12) == "(2,1)c/6"
    assert speed_text((1, 0), 1) == "c orthogonal"
    assert speed_text((0, 0), 3) == ""
    assert displacement_text((-2, 1)) == "2 up, 1 to the right"


def test_populations_that_repeat_or_grow() -> None:
    assert periodic_growth(np.array([9, 5, 1] + [3, 4] * 60)) == (2, 0)
    assert settling(np.array([9, 5, 1] + [3, 4] * 60), 2) == 3
    grows = np.arange(200) // 4
    assert periodic_growth(grows) == (4, 1)
    assert periodic_growth(np.arange(200) ** 2) is None


def test_symmetries_and_keys() -> None:
    assert symmetry(board("AA\nAA")) == "quarter turns and mirrors"
    assert symmetry(board("A.\nAA")) == "diagonal mirror"
    assert symmetry(board("AAA\n.A.")) == "left-right mirror"
    assert symmetry(board(".AA\nAA.")) == "half turn"
    assert symmetry(board("AA.\nA.A\n.AA")) == "both diagonal mirrors"
    assert symmetry(board("AB\n.C")) == "none"
    glider = pattern("glider")
    assert shape_key([glider]) == shape_key([np.rot90(glider, 3)[::-1]]) != shape_key([board("AAA\nA..\nA..")])


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(-6, 6)), min_size=1, max_size=25), st.integers(1, 3))
def test_clusters_are_joined_by_short_steps(places: set[tuple[int, int]], near: int) -> None:
    rows, columns = np.array(sorted(places)).T
    joining = clusters(rows, columns, near)
    try:
        while True:
            next(joining)
    except StopIteration as done:
        labels = done.value
    remaining = sorted(places)
    expected: dict[tuple[int, int], int] = {}
    while remaining:
        waiting, number = [remaining.pop()], len(expected)
        while waiting:
            place = waiting.pop()
            expected[place] = number
            close = [each for each in remaining if max(abs(each[0] - place[0]), abs(each[1] - place[1])) <= near]
            remaining = [each for each in remaining if each not in close]
            waiting += close
    wanted = np.array([expected[place] for place in sorted(places)])
    assert ((labels[:, None] == labels) == (wanted[:, None] == wanted)).all()


@pytest.mark.installed
def test_identify_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "gpulife", "identify", "glider"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[0] == "spaceship, c/4 diagonal, period 4"
    assert "  Name                Glider" in told
    assert main(["identify", "glider", "--json", "--rule", "Immigration"]) == 0
    assert json.loads(capsys.readouterr().out)["speed"] == "c/4 diagonal"
    assert main(["identify", "glider", "--rule", "B0/S"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
