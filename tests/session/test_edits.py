"""Edits undone and done again: every board, state and recording comes back exactly, one edit after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from boards import assert_boards_equal
from conftest import ENGINE_KINDS, OpenEngine
from fuzzing import examples
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.matches import new_match
from gpulife.rules import Cells, parse_rule
from gpulife.session.edits import RUN, Edit
from gpulife.session.history import Recording, RewindError
from gpulife.session.order_executor import ReplacedCells
from gpulife.session.session import Session
from gpulife.session.undo import MISTAKE_TICKS, UndoWork, redo, undo

SHAPE = (21, 37)
GLIDER = "x = 3, y = 3\n.A$2.A$3A!"
SPACE = Action(NOBODY, K.HALT)


def console(kind: K, a: int = 0, b: int = 0, data: str = "") -> Action:
    return Action(NOBODY, kind, a, b, data)


def paint(row: int, column: int) -> Action:
    return console(K.PAINT, row, column, GLIDER)


def session_of(rule: str = "Immigration", game: str = "study", **given: Any) -> Session[Any]:
    match = new_match(game, parse_rule(rule), SHAPE, 1982)
    session: Session[Any] = Session(match, NumpyEngine(parse_rule(match.rule), SHAPE), **given)
    session.tick()
    return session


def finish(work: UndoWork) -> Edit | None:
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Edit | None = end.value
            return found


def ticks(session: Session[Any], count: int) -> None:
    for _ in range(count):
        session.tick()


@dataclass
class Moment:
    """The whole content of a session at a moment, except the hash of its end."""

    cells: Cells
    generation: int
    state: Any
    tick: int
    recording: tuple[object, ...]

    @classmethod
    def of(cls, session: Session[Any]) -> Moment:
        recording: Recording = session.recording()
        known = recording.ticks, recording.log, recording.hashes
        return cls(session.engine.read_all(), session.engine.generation, session.state, session.ticks, known)


def assert_same(session: Session[Any], expected: Moment, *, board_only: bool = False) -> None:
    found = Moment.of(session)
    assert_boards_equal(found.cells, expected.cells)
    assert found.generation == expected.generation
    if not board_only:
        assert (found.state, found.tick, found.recording) == (expected.state, expected.tick, expected.recording)


EDITS = st.sampled_from(
    [
        (paint(3, 4),),
        (paint(18, 35), console(K.ERASE, 0, 0, "9x9")),
        (console(K.EDIT, 1, data="stroke"), paint(-1, 7), paint(9, 9), console(K.EDIT)),
        (console(K.SOUP, data="0.3"),),
        (console(K.CLEAR),),
        (console(K.AREA, 2, 3, "9x8 random 0.5"),),
        (console(K.AREA, 2, 3, "9x8 move 5,9 xor"),),
        (console(K.AREA, 19, 3, "9x8 outside"),),
        (console(K.MERGE, 4, 4, "over " + GLIDER),),
        (console(K.WILD),),
        (console(K.START),),
        (Action(0, K.TRIGGER, 1),),
    ]
)
STEPS = st.one_of(
    st.tuples(st.just("edit"), EDITS),
    st.tuples(st.just("wait"), st.integers(1, 40)),
    st.tuples(
        st.just("act"),
        st.sampled_from(
            [SPACE, console(K.STEP), console(K.PACE, 0, 3), Action(1, K.STICK, 1, 1), Action(0, K.TRIGGER)]
        ),
    ),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
    st.tuples(st.just("seek"), st.integers(0, 300)),
)


def follow(session: Session[Any], steps: list[tuple[str, Any]]) -> None:
    """Do the steps, and compare with the remembered moment after each undo and redo."""
    before: dict[Edit, Moment] = {}
    undone: list[Moment] = []

    def play(*actions: Action) -> None:
        known, moment = (session.edits.made, session.edits.runs), Moment.of(session)
        session.tick(actions)
        if (session.edits.made, session.edits.runs) != known:
            edit = session.edits.before(session.ticks)
            assert edit is not None
            before[edit] = moment
            undone.clear()

    for what, value in steps:
        if what == "edit":
            play(*value)
        elif what == "wait":
            for _ in range(value):
                play()
        elif what == "act":
            play(value)
        elif what == "seek":
            session.seek(value)
        elif what == "undo":
            expected, moment = session.edits.before(session.ticks), Moment.of(session)
            computed = session.computed
            edit = finish(undo(session))
            assert edit == expected or (expected is not None and expected.title == RUN and edit is not None)
            if edit is not None:
                assert edit.title != RUN or session.computed < computed or edit.replaced or edit == expected
                assert_same(session, before[edit], board_only=before[edit].state.running)
                undone.append(moment)
        else:
            edit = finish(redo(session))
            assert (edit is not None) == bool(undone)
            if undone:
                assert_same(session, undone[-1], board_only=undone.pop().state.running)


@settings(max_examples=examples(80), deadline=None)
@given(steps=st.lists(STEPS, max_size=25))
def test_undo_and_redo_of_any_edits(steps: list[tuple[str, Any]]) -> None:
    follow(session_of(), steps)


LONG = [
    ("edit", (console(K.SOUP, data="0.4"),)),
    ("edit", (paint(3, 4),)),
    ("act", SPACE),
    ("wait", 90),
    ("edit", (console(K.WILD),)),
    ("wait", 50),
    ("edit", (console(K.EDIT, 1, data="stroke"), paint(2, 2))),
    ("edit", (paint(9, 9),)),
    ("edit", (console(K.EDIT), console(K.CLEAR))),
    ("undo", None),
    ("undo", None),
    ("redo", None),
    ("undo", None),
    ("wait", 40),
    ("undo", None),
    ("redo", None),
    ("redo", None),
    ("redo", None),
    ("seek", 100),
    ("edit", (paint(5, 5),)),
    ("wait", 30),
    ("undo", None),
    ("undo", None),
    ("redo", None),
    ("redo", None),
    ("undo", None),
    ("wait", 100),
    ("undo", None),
]


@pytest.mark.parametrize("kind", ENGINE_KINDS)
def test_undo_on_every_engine(open_kind: OpenEngine, kind: str) -> None:
    match = new_match("study", parse_rule("Immigration"), SHAPE, 1982)
    session: Session[Any] = Session(match, open_kind(kind, parse_rule(match.rule), SHAPE))
    session.tick()
    follow(session, LONG)


@pytest.mark.parametrize(
    ("action", "title"),
    [
        (console(K.AREA, 2, 3, "9x8 random 0.5"), "random fill"),
        (console(K.AREA, 2, 3, "9x8 invert"), "inversion"),
        (console(K.AREA, 2, 3, "8x8 left"), "rotation"),
        (console(K.MERGE, 4, 4, "xor " + GLIDER), "paste"),
        (console(K.SOUP, data="0.5"), "soup"),
        (console(K.WILD), "WILD"),
    ],
)
def test_edits_have_titles(action: Action, title: str) -> None:
    session = session_of()
    session.tick([paint(4, 4)])
    session.tick([action])
    edit = session.edits.before(session.ticks)
    assert edit is not None
    assert edit.title == title


def test_stroke_is_one_edit() -> None:
    session = session_of()
    session.tick([console(K.SOUP, data="0.3"), SPACE])
    ticks(session, 20)
    board = session.engine.read_all()
    for actions in ([console(K.EDIT, 1, data="stroke"), paint(1, 1)], [paint(2, 2)], [paint(3, 3), console(K.EDIT)]):
        session.tick(actions)
    ticks(session, 30)
    assert finish(undo(session)) == Edit(22, "stroke")
    assert_boards_equal(session.engine.read_all(), board)
    ticks(session, 200)
    assert not session.state.running
    assert_boards_equal(session.engine.read_all(), board)
    assert [edit.title for edit in undone_of(session, 2)] == ["run", "soup"]
    assert finish(undo(session)) is None


def test_undo_during_a_pending_halt() -> None:
    session = session_of()
    session.tick([console(K.SOUP, data="0.3"), console(K.PACE, 2000), SPACE])
    ticks(session, 5)
    session.tick([SPACE])
    session.tick([paint(2, 2)])
    finish(undo(session))
    ticks(session, 100)
    assert not session.state.running


@pytest.mark.parametrize("action", [SPACE, console(K.STEP), console(K.STEP, 8), paint(9, 9)])
def test_any_board_change_ends_redo(action: Action) -> None:
    session = session_of()
    session.tick([paint(3, 3)])
    after = Moment.of(session)
    finish(undo(session))
    session.tick([console(K.PACE, 5000)])
    ticks(session, 5)
    finish(redo(session))
    assert_same(session, after)
    finish(undo(session))
    session.tick([action])
    ticks(session, 5)
    assert finish(redo(session)) is None


def undone_of(session: Session[Any], count: int) -> list[Edit]:
    """Undo ``count`` edits."""
    edits = [finish(undo(session)) for _ in range(count)]
    assert None not in edits
    return [edit for edit in edits if edit is not None]


def drawn_and_run(session: Session[Any]) -> list[Moment]:
    """Two strokes, a run, a stroke, another run, two steps, and a run to a generation; the moments between them."""
    moments = []
    for actions, count in (
        ([console(K.EDIT, 1, data="stroke"), paint(2, 2), console(K.EDIT)], 1),
        ([console(K.EDIT, 1, data="stroke"), paint(9, 9), console(K.EDIT)], 1),
        ([SPACE], 90),
        ([console(K.EDIT, 1, data="stroke"), paint(14, 14), console(K.EDIT)], 1),
        ([SPACE], 50),
        ([console(K.STEP)], 60),
        ([console(K.STEP)], 60),
        ([console(K.EDIT, 1, data=RUN), console(K.STEP, 50)], 1),
    ):
        moments.append(Moment.of(session))
        session.tick(actions)
        ticks(session, count)
        if session.state.beat.left:
            session.tick([SPACE])
            ticks(session, 60)
    for _ in range(3):
        session.tick([console(K.STEP, 50)])
    return [*moments, Moment.of(session)]


def test_runs_and_strokes_are_separate_edits() -> None:
    session = session_of()
    moments = drawn_and_run(session)
    titles = ["run", "run", "run", "run", "stroke", "run", "stroke", "stroke"]
    for title, moment in zip(titles, moments[-2::-1], strict=True):
        assert [edit.title for edit in undone_of(session, 1)] == [title]
        assert_same(session, moment)
    assert finish(undo(session)) is None
    for moment in moments[1:]:
        assert finish(redo(session)) is not None
        assert_same(session, moment)
    assert finish(redo(session)) is None


def test_resumed_session_keeps_runs() -> None:
    session = session_of()
    moments = drawn_and_run(session)
    resumed: Session[Any] = Session(
        session.match,
        NumpyEngine(session.engine.rule, SHAPE),
        recording=session.recording(),
        keyframe=session.keyframe(),
    )
    for moment in moments[-2::-1]:
        assert finish(undo(resumed)) is not None
        assert_same(resumed, moment)


def test_edit_while_running_splits_the_run() -> None:
    session = session_of()
    session.tick([console(K.SOUP, data="0.3")])
    before = Moment.of(session)
    session.tick([SPACE])
    ticks(session, 20)
    session.tick([paint(3, 3)])
    after = session.board.generation
    ticks(session, MISTAKE_TICKS + 10)
    resumed: Session[Any] = Session(
        session.match,
        NumpyEngine(session.engine.rule, SHAPE),
        recording=session.recording(),
        keyframe=session.keyframe(),
    )
    for one in (session, resumed):
        titles = []
        for _ in range(3):
            titles += [edit.title for edit in undone_of(one, 1)]
            assert one.board.generation <= after
        assert titles == ["run", "stamp", "run"]
        assert_same(one, before)


def test_recent_edit_while_running_is_undone_with_its_run() -> None:
    session = session_of()
    session.tick([console(K.SOUP, data="0.3"), SPACE])
    ticks(session, 20)
    for wait, titles in ((MISTAKE_TICKS - 10, ["stamp"]), (MISTAKE_TICKS + 10, ["run", "stamp"])):
        session.tick([paint(3, 3)])
        ticks(session, wait)
        assert [edit.title for edit in undone_of(session, len(titles))] == titles
        session.tick([SPACE])
        ticks(session, 20)
    session.tick([paint(3, 3)])
    ticks(session, 20)
    session.tick([SPACE])
    ticks(session, 10)
    assert not session.state.running
    assert [edit.title for edit in undone_of(session, 2)] == ["run", "stamp"]


def test_empty_run_is_not_an_undo_step() -> None:
    session = session_of()
    session.tick([paint(3, 3), console(K.PACE, 2000), SPACE])
    ticks(session, 4)
    session.tick([paint(9, 9)])
    generation = session.board.generation
    ticks(session, 2)
    session.tick([SPACE])
    session.tick([SPACE])
    assert session.board.generation == generation
    assert [edit.title for edit in undone_of(session, 1)] == ["stamp"]


def test_undo_after_redo() -> None:
    session = session_of()
    for place in (3, 9, 15):
        session.tick([paint(place, place)])
    boards = []
    for _ in range(3):
        finish(undo(session))
        boards.append(session.engine.read_all())
    for _ in range(3):
        finish(redo(session))
    for board in boards:
        assert finish(undo(session)) is not None
        assert_boards_equal(session.engine.read_all(), board)


def test_undo_restores_generation() -> None:
    session = session_of()
    session.tick([console(K.SOUP, data="0.3"), SPACE])
    ticks(session, 40)
    session.tick([SPACE])
    ticks(session, 60)
    before = Moment.of(session)
    assert before.generation > 10
    session.tick([console(K.CLEAR)])
    assert session.engine.generation == 0
    finish(undo(session))
    assert_same(session, before)


def test_undo_restores_cut_off_future() -> None:
    session = session_of()
    session.tick([paint(3, 3)])
    session.tick([SPACE])
    ticks(session, 120)
    end = Moment.of(session)
    session.seek(40)
    session.tick([SPACE])
    assert session.recorded_ticks == 41
    edit = finish(undo(session))
    assert edit is not None
    assert (edit.title, session.ticks) == ("new branch", 40)
    session.seek(session.recorded_ticks)
    assert_same(session, end)


def test_paused_tick_is_finished_before_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.session.order_executor.PORTION_CELLS", 21 * 37)
    session = session_of()
    session.tick([paint(3, 3)])
    before = Moment.of(session)
    session.tick([console(K.WILD)])
    session.should_pause = lambda: True
    session.tick([console(K.PACE, 0, 50), SPACE])
    assert session.is_unfinished
    travel, pauses = undo(session), 0
    for _ in travel:
        pauses += 1
    assert pauses
    session.should_pause = lambda: False
    assert not session.is_unfinished
    session.seek(before.tick)
    assert_boards_equal(session.engine.read_all(), before.cells)


def test_beginning_and_replayed_actions_are_not_edits() -> None:
    match = new_match("study", parse_rule("Immigration"), SHAPE, 1)
    session: Session[Any] = Session(match, NumpyEngine(parse_rule(match.rule), SHAPE))
    session.tick([console(K.SOUP, data="0.3")])
    assert finish(undo(session)) is None
    session.tick([paint(1, 1)])
    shown: Session[Any] = Session(match, NumpyEngine(parse_rule(match.rule), SHAPE), recording=session.recording())
    shown.edits.first = 2
    ticks(shown, 2)
    assert finish(undo(shown)) is None
    shown.seek(1)
    shown.tick([paint(9, 9)])
    edit = finish(undo(shown))
    assert edit is not None
    assert edit.title == "stamp"
    shown.seek(2)
    assert_boards_equal(shown.engine.read_all(), session.engine.read_all())


def test_resumed_session_keeps_edits() -> None:
    session = session_of()
    session.tick([paint(1, 1)])
    session.tick([console(K.WILD)])
    resumed: Session[Any] = Session(
        session.match,
        NumpyEngine(session.engine.rule, SHAPE),
        recording=session.recording(),
        keyframe=session.keyframe(),
    )
    for title in ("WILD", "stamp"):
        edit = finish(undo(resumed))
        assert edit is not None
        assert edit.title == title
    assert not resumed.engine.read_all().any()


def test_small_edits_are_undone_without_keyframes() -> None:
    session = session_of(budget=1000)
    assert session.keyframes.off_reason
    session.tick([console(K.SOUP, data="0.3")])
    board = session.engine.read_all()
    session.tick([paint(1, 1)])
    session.tick([console(K.ERASE, 5, 5, "4x4"), console(K.ERASE, 9, 9, "1x1"), paint(8, 8)])
    after = session.engine.read_all()
    for title in ("erased cells", "stamp"):
        edit = finish(undo(session))
        assert edit is not None
        assert edit.title == title
    assert_boards_equal(session.engine.read_all(), board)
    finish(redo(session))
    finish(redo(session))
    assert_boards_equal(session.engine.read_all(), after)
    session.tick([console(K.STEP)])
    ticks(session, 100)
    with pytest.raises(RewindError):
        finish(undo(session))


def test_large_edits_are_not_remembered_cell_by_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.session.order_executor.MAX_CELLS", 100)
    session = session_of(budget=1000)
    session.tick([paint(1, 1)])
    session.tick([console(K.CLEAR)])
    with pytest.raises(RewindError):
        finish(undo(session))


def test_contests_undo_only_leaving_a_round() -> None:
    session = session_of(game="seed-list")
    session.tick([console(K.START)])
    session.tick([Action(0, K.POINT, 5, 5), Action(0, K.TRIGGER, 1)])
    session.tick([Action(0, K.TRIGGER, 0)])
    before = Moment.of(session)
    assert before.cells.any()
    session.tick([console(K.START)])
    assert not session.engine.read_all().any()
    edit = finish(undo(session))
    assert edit is not None
    assert edit.title == "restart"
    assert_same(session, before)


def test_moving_cursor_is_not_still() -> None:
    session = session_of()
    assert session.is_still
    session.tick([Action(0, K.STICK, 0, 1)])
    assert not session.is_still
    session.tick([Action(0, K.STICK)])
    session.tick([SPACE])
    assert not session.is_still
    session.tick([SPACE])
    ticks(session, 60)
    assert session.is_still
    session.seek(1)
    assert not session.is_still


def test_set_up_clock_is_not_still() -> None:
    session = session_of(game="seed-list")
    session.tick([console(K.START)])
    assert not session.is_still


def test_budget_of_futures() -> None:
    session = session_of(budget=1 << 20)
    session.keyframes.interval = 1
    session.tick([paint(3, 3), SPACE])
    ticks(session, 100)
    for tick in (90, 80, 70):
        session.seek(tick)
        session.tick([paint(9, 9)])
        ticks(session, 30)
    assert 0 < session.edits.size <= (1 << 20) // 4
    for _ in range(3):
        finish(undo(session))


def test_limit_on_replaced_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.session.order_executor._MAX_TICKS", 10)
    session = session_of()
    ticks(session, 30)
    replaced: ReplacedCells = session._replaced
    assert not replaced.reaches(20, session.ticks)
    assert replaced.reaches(21, session.ticks)
