"""What people see before they plant: marks of the next generation, and after a rest a film with a few words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from autosaves import load_autosave
from window.stage import Stage, choose_seats

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.reference import next_generation
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.games.registry import find_game
from gpulife.input.commands import ChangeLook
from gpulife.input.events import MouseButton, MouseMove
from gpulife.rules import Cells, parse_rule
from gpulife.seats import Seat, Seats
from gpulife.window.games.p2life import hud
from gpulife.window.games.survival1982 import controller
from gpulife.window.games.survival1982.best_places import BestPlaces, Spot
from gpulife.window.games.survival1982.drawings import DRAWING_IS_WHOLE, DRAWINGS, Trace, drawn_places
from gpulife.window.play import outlook
from gpulife.window.play.outlook import Outlook, fate_of

SIZE = (1280, 800)
START = Action(NOBODY, ActionKind.START)


class Aim:
    """A game of two people in which the left one aims with the mouse, and what the window shows meanwhile."""

    def __init__(self, stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.stage = stage
        self.words: list[str] = []
        self.marks: list[tuple[tuple[int, int], int, int]] = []
        self.film: list[Cells] = []
        monkeypatch.setattr(outlook, "draw_words", lambda words, *_: self.words.append(words))
        monkeypatch.setattr(hud, "_draw_forecast", self._note_forecast)
        monkeypatch.setattr(outlook, "draw_changes", lambda changes, *_, **__: self.marks.extend(changes))
        monkeypatch.setattr(Outlook, "_draw_cells", lambda _self, cells, *_: self.film.append(cells))
        choose_seats(stage, Seats((Seat(), Seat())))
        stage.shell.begin(new_match(name, default_rule(name), find_game(name).shape, 1), (START,))
        stage.controller.layout.show_panels(shown=False)
        stage.frames(4)

    def _note_forecast(self, forecast: hud.Forecast, _sides: object, y: float, *_: object) -> float:
        (title, own, other), count = forecast.rows[-1], forecast.generations
        self.words.append(f"{title} in {count} generations: {own}, {other}")
        return y

    def plant(self, *places: tuple[int, int]) -> Aim:
        for row, column in places:
            self.stage.play.engine.paint(row, column, np.ones((1, 1), np.uint8))
        return self

    def point(self, row: int, column: int) -> Aim:
        x, y = self.stage.controller.layout.point_of(row + 0.5, column + 0.5)
        self.stage.frames(1, MouseMove(x, y))
        for shown in (self.words, self.marks, self.film):
            shown.clear()
        self.stage.live(4)
        return self


@pytest.mark.parametrize("name", ["p2life", "seed-list", "one-seed"])
def test_aiming_marks_the_next_generation_and_resting_shows_the_coming_ones(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    aim = Aim(stage, monkeypatch, name).plant((10, 12), (10, 14)).point(10, 13)
    assert {(9, 13), (11, 13)} == {place for place, before, after in aim.marks if (before, after) == (0, 1)}
    assert (aim.words, aim.film) == ([], [])
    board = stage.cells
    stage.pass_seconds(1.0)
    says = "Then in 12 generations: 3, 0" if name == "p2life" else "With yours near it: 3 cells, for ever"
    assert says in aim.words
    assert len({cells.tobytes() for cells in aim.film if cells.sum() == 3}) == 2, "a blinker blinks"
    assert (stage.cells == board).all(), "nothing is planted"
    aim.point(30, 13)
    assert {place for place, *_ in aim.marks} == {(30, 13)}, "a lone cell dies"
    assert not any(cells.sum() == 3 for cells in aim.film), "the film begins anew after a rest"
    if name != "p2life":
        aim.plant((10, 13)).point(20, 13)
        stage.pass_seconds(1.0)
        assert aim.words[-1] == outlook.DIES_AT_ONCE, "the blinker lives on, but that is no news of this cell"


def test_with_reduced_flashing_no_film_moves(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    aim = Aim(stage, monkeypatch, "p2life")
    stage.do(ChangeLook("reduced_flashing", value=True))
    aim.point(10, 13)
    stage.pass_seconds(1.0)
    assert (aim.film, aim.words[-1]) == ([], "Then in 12 generations: 0, 0")
    assert aim.marks


def _film(*rows: str) -> Iterator[Cells]:
    yield from (np.array([[int(cell) for cell in row]], np.uint8) for row in rows)


@pytest.mark.parametrize(
    ("film", "says"),
    [
        (("010", "000"), "Dies at once: a cell needs 2 or 3 neighbours"),
        (("011", "110", "200"), "Dies out after 2 generations"),
        (("110", "011", "110"), "2 cells, for ever"),
        (("100", "110", "111"), "3 cells after 2 generations"),
        (("110", "111", "110", "111"), "2 to 3 cells, for ever"),
        (("200", "220", "222"), ""),
    ],
)
def test_fate_says_how_the_film_ends(film: tuple[str, ...], says: str) -> None:
    assert fate_of(tuple(_film(*film)), 1) == says


def test_all_drawings_live_together_until_the_bar_is_empty() -> None:
    shape, rule = (96, 160), parse_rule("Immigration")
    boards = []
    for places in (each := drawn_places(0, shape)), *((one,) for one in each):
        board = np.zeros(shape, np.uint8)
        for row, column in frozenset().union(*places):
            board[row, column] = 1
        boards.append(board)
    for generation in range(150):
        together, *alone = boards = [next_generation(board, rule, generation) for board in boards]
        assert np.array_equal(together, sum(alone)), f"they meet in generation {generation}"
    assert [int(np.count_nonzero(board)) for board in (alone[0], alone[1])] == [5, 4]
    assert np.count_nonzero(alone[3]) in {48, 56, 72}, "a pulsar"


def test_drawings_stay_until_the_set_up_ends_and_come_back_in_the_next_round(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, tuple[int, ...]]] = []

    def note(player: int, found: tuple[Trace, ...], *_: object) -> None:
        drawn.append((player, tuple(len(trace.missing) for trace in found)))

    monkeypatch.setattr(controller, "draw_drawings", note)
    Aim(stage, monkeypatch, "one-seed")
    left, right = (drawn_places(player, (96, 160)) for player in (0, 1))
    assert {(row, 159 - column) for row, column in left[1]} == set(right[1]), "the halves are alike"
    assert [len(places) for places in left] == [int(each.cells.sum()) for each in DRAWINGS]
    for place in left[0]:
        for kind, a, b in ((ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
            stage.play.runner.act(Action(0, kind, a, b))
    stage.live(3)
    assert drawn[-2:] == [(0, (0, 4, 5, 7)), (1, (5, 4, 5, 7))]
    for kind, a, b in ((ActionKind.POINT, 48, 60), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
        stage.play.runner.act(Action(0, kind, a, b))
    drawn.clear()
    stage.live(3)
    assert {player for player, _ in drawn[-2:]} == {0, 1}, "a cell elsewhere does not take them away"
    for place in right[0]:
        for kind, a, b in ((ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
            stage.play.runner.act(Action(1, kind, a, b))
    stage.live(3)
    stage.play.runner.act(Action(NOBODY, ActionKind.HALT))
    stage.live(3)
    assert stage.play.session.state.phase == "play"
    drawn.clear()
    stage.live(3)
    assert not drawn, "play has begun"
    stage.play.runner.act(Action(1, ActionKind.RESIGN))
    stage.live(3).do(Action(NOBODY, ActionKind.AGAIN)).live(3)
    assert {player for player, _ in drawn[-2:]} == {0, 1}


def test_a_press_plants_a_whole_drawing(stage: Stage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Aim(stage, monkeypatch, "one-seed")
    left, right = (drawn_places(player, (96, 160)) for player in (0, 1))
    first, other = sorted(left[0]), sorted(right[3])
    x, y = stage.controller.layout.point_of(first[2][0] + 0.5, first[2][1] + 0.5)
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live(2)
    away = stage.controller.layout.point_of(first[2][0] + 6.5, first[2][1] + 0.5)
    stage.frames(1, MouseMove(*away)).frames(1, MouseButton(0, pressed=False, x=away[0], y=away[1])).live(2)
    assert {tuple(place) for place in np.argwhere(stage.cells == 1).tolist()} == set(first), "and nothing more"
    assert (stage.state.sides[0].seeds, stage.state.sides[0].score) == (94, 5)
    stage.screens.play_screen.saver.save(stage.controller)
    saved = load_autosave(tmp_path / "autosave")
    assert saved is not None
    assert saved.keyframe.tick == stage.play.session.ticks, "with all its actions"
    stage.play.runner.act(Action(1, ActionKind.POINT, *other[0]))
    stage.live(2)
    for action in stage.controller.translate([Action(1, ActionKind.TRIGGER, 1)]):
        assert isinstance(action, Action)
        stage.play.runner.act(action)
    stage.live(2)
    assert np.count_nonzero(stage.cells == 2) == len(other), "by key or pad, too"
    cursor = stage.state.sides[1].cursor
    assert (cursor.row, cursor.column) == other[0], "the cursor stays"
    stage.play.runner.act(Action(NOBODY, ActionKind.HALT))
    stage.live(2)
    stage.play.runner.act(Action(1, ActionKind.POINT, *sorted(right[1])[0]))
    stage.live(2)
    assert stage.controller.translate([Action(1, ActionKind.TRIGGER, 1)]) == [Action(1, ActionKind.TRIGGER, 1)], (
        "in play one cell a generation"
    )


def click(stage: Stage, row: int, column: int) -> Stage:
    x, y = stage.controller.layout.point_of(row + 0.5, column + 0.5)
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y)).live(2)
    return stage.frames(1, MouseButton(0, pressed=False, x=x, y=y)).live(2)


def own(stage: Stage) -> set[tuple[int, int]]:
    return {(row, column) for row, column in np.argwhere(stage.cells == 1).tolist()}


def test_the_whole_box_of_a_drawing_is_clickable_and_a_spoiled_one_is_mended(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    Aim(stage, monkeypatch, "one-seed")
    pulsar = drawn_places(0, (96, 160))[3]
    top, left = min(row for row, _ in pulsar), min(column for _, column in pulsar)
    assert (top + 1, left + 2) not in pulsar
    click(stage, top + 1, left + 2)
    assert own(stage) == pulsar, "an empty cell of its box stands for the drawing"
    click(stage, top + 1, left + 2)
    assert own(stage) == pulsar, "and is not planted when the drawing is whole"
    assert stage.messages[-1] == DRAWING_IS_WHOLE
    _press(stage, 0, (top - 1, left), (top, left), (top, left))  # one cell too many, and a cell taken back
    assert own(stage) == pulsar - {(top, left)} | {(top - 1, left)}
    assert [bool(trace.extra) for trace in stage.controller._drawings.shown(0)] == [False, False, False, True]
    click(stage, top + 1, left + 2)
    assert own(stage) == pulsar, "one click mends it"
    assert stage.state.sides[0].seeds == 99 - len(pulsar), "and nothing is lost"


def test_seeds_that_are_left_are_told_to_who_is_done(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    Aim(stage, monkeypatch, "one-seed")
    click(stage, *min(drawn_places(0, (96, 160))[1]))
    for action in stage.controller.translate([Action(0, ActionKind.DONE)]):
        assert action == Action(0, ActionKind.DONE)
    assert stage.messages[-1] == "95 seeds are left: plant them in play, one cell a generation"


BLOCK = (10, 10), (10, 11), (11, 10), (11, 11)


def test_a_stroke_in_play_plants_a_cell_a_generation(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (24, 40), 1), (START,))
    stage.play.runner.act(Action(NOBODY, ActionKind.PACE, 10_000))
    _press(stage, 0, *BLOCK)
    _press(stage, 1, *((row, column + 20) for row, column in BLOCK))
    stage.do(Action(NOBODY, ActionKind.HALT)).live(3)
    before = stage.state.sides[0].ledger.planted[0]
    points = [stage.controller.layout.point_of(12.5, column + 0.5) for column in (9, 12)]
    stage.frames(1, MouseMove(*points[0]), MouseButton(0, pressed=True, x=points[0][0], y=points[0][1]))
    stage.frames(1, MouseMove(*points[1]))
    waiting = list(stage.controller._mouse.stroke)
    assert waiting
    assert waiting == [(12, 10), (12, 11), (12, 12)][-len(waiting) :], "the rest of the stroke"
    stage.frames(1, MouseButton(0, pressed=False, x=points[1][0], y=points[1][1]))
    generation = stage.play.engine.generation
    stage.live_until(lambda: not stage.controller._mouse.stroke, "planted", 3000)
    stage.live(30)
    planted = stage.state.sides[0].ledger.planted[0] - before
    assert 2 <= planted <= stage.play.engine.generation - generation + 1, "at most one cell a generation"
    cursor = stage.state.sides[0].cursor
    assert (cursor.row, cursor.column) == (12, 12), "the cursor stays at the pointer"
    stage.frames(1, MouseMove(*stage.controller.layout.point_of(2.5, 2.5)))
    stage.controller._mouse.stroke.extend([(2, 2), (2, 4)])
    stage.live(10)
    assert stage.state.sides[0].ledger.planted[0] - before == planted, "cells that would die at once are left out"
    assert stage.messages[-1] == "A stroke leaves out cells that would change nothing"


def _press(stage: Stage, player: int, *places: tuple[int, int]) -> None:
    for place in places:
        for kind, a, b in ((ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)):
            stage.play.runner.act(Action(player, kind, a, b))
            stage.live(1)


def test_in_play_words_say_what_a_cell_gains_and_why_the_first_one_was_lost(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(controller, "draw_words", lambda shown, *_: words.append(shown))
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (24, 40), 1), (START,))
    stage.play.runner.act(Action(NOBODY, ActionKind.PACE, 1000))
    _press(stage, 0, *BLOCK)
    _press(stage, 1, *((row, column + 19) for row, column in BLOCK))
    stage.do(Action(NOBODY, ActionKind.HALT)).live(3)
    assert stage.play.session.state.phase == "play"
    monkeypatch.setattr(stage.shell, "show_message", said.append)
    for place, says in (((20, 5), "Dies at once here"), ((10, 8), "+2 cells in 40 generations")):
        stage.play.runner.act(Action(0, ActionKind.POINT, *place))
        stage.live(2).pass_seconds(0.5)
        assert words[-1] == says
    for _ in range(2):
        _press(stage, 0, (20, 5))
        stage.pass_seconds(2.5)
    lost = [words for words in said if "died at once" in words]
    assert len(lost) == 1
    assert "ring" in lost[0]
    said.clear()
    _press(stage, 0, (10, 8))
    stage.live(2)
    words.clear()
    stage.pass_seconds(2.5)
    assert not [words for words in said if "died at once" in words]
    assert words == [], "they would speak of planting there once more"
    stage.play.runner.act(Action(0, ActionKind.POINT, 20, 5))
    stage.live(2).pass_seconds(0.5)
    assert words[-1] == "Dies at once here"


def test_a_ring_that_was_taken_says_what_it_has_brought(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (24, 40), 1), (START,))
    stage.play.runner.act(Action(NOBODY, ActionKind.PACE, 1000))
    _press(stage, 0, *BLOCK)
    _press(stage, 1, *((row, column + 19) for row, column in BLOCK))
    stage.do(Action(NOBODY, ActionKind.HALT)).live(3)
    gains, best = stage.controller._gains[0], stage.controller._best[0]
    best._search, best._called = Searches(), stage.shell.now
    best.spots = (Spot((10, 8), 7.4),)
    _press(stage, 0, (10, 8))
    stage.live_until(lambda: gains.words, "taken", 300)
    assert gains.place == (10, 8)
    for _ in range(3):
        generation, own = stage.play.engine.generation, int((stage.cells == 1).sum())
        assert gains.words == f"+7: so far {own - 4:+d}", "without the cell there would be a block"
        stage.live_until(lambda before=generation: stage.play.engine.generation > before, "a generation")
    _press(stage, 0, (20, 5))
    assert gains.place == (10, 8), "another cell is not in a ring"


class Searches:
    """A search for better rings that never ends."""

    def think(self, _generations: int) -> bool:
        return False


def test_words_know_what_they_would_hide(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (24, 40), 1), (START,))
    _press(stage, 0, *BLOCK)
    canvas = stage.controller.layout.canvas
    (left, top), (right, low) = canvas.point_of(9, 9), canvas.point_of(13, 13)
    hides = controller.AimedWords(stage.play.engine).covers((20, 5), 0, [(left, low + 9, right, low + 19)], canvas)
    assert hides((left, top, right, low)) == len(BLOCK)
    assert hides((left, low + 1, right, low + 5)) == 0
    assert hides((left, low + 1, right, low + 15)) > len(BLOCK), "a drawing"
    assert hides((right, top, canvas.point_of(0, 21)[0], low)) > 100, "the middle line"


def test_rings_mark_the_places_where_a_cell_gains_most() -> None:
    blinker = np.zeros((40, 60), np.uint8)
    blinker[20, 9:12] = 1

    def cells_later(place: tuple[int, int] | None, moment: int) -> int:
        """Cells of the left player after 56 generations if they plant one in the generation ``moment``."""
        engine = NumpyEngine(parse_rule("Immigration"), blinker.shape)
        engine.paint(0, 0, blinker)
        engine.step(moment)
        if place is not None:
            engine.paint(*place, np.ones((1, 1), np.uint8))
        engine.step(56 - moment)
        return int((engine.read_all() == 1).sum())

    def searched(player: int, cells: Cells) -> dict[tuple[int, int], float]:
        engine, seconds = NumpyEngine(parse_rule("Immigration"), blinker.shape), count()
        best = BestPlaces(player, engine, lambda: next(seconds) / 60)
        for each in (blinker, cells):
            for _ in range(40):
                engine.paint(0, 0, each)  # counts as a change, as generations do
                for _ in range(30):
                    best.search((20, 10))
        return dict(best.spots)

    found = searched(0, blinker)
    assert found, "four blinkers grow out of one"
    for place, gain in found.items():
        gains = [cells_later(place, moment) - cells_later(None, 56) for moment in (5, 9, 13, 16)]
        assert gain >= 4
        assert gain == pytest.approx(np.mean(gains))
    assert searched(1, blinker) == {}, "it is not the right player's half"
    assert searched(0, np.zeros_like(blinker)) == {}, "no cells are left"


def test_cells_that_cross_the_joined_edges_are_pointed_out_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    choose_seats(stage, Seats((Seat(), Seat())))
    stage.shell.begin(new_match("one-seed", default_rule("one-seed"), (24, 40), 1), (START,))
    monkeypatch.setattr(stage.shell, "show_message", said.append)
    _press(stage, 0, *BLOCK, (5, 1), (6, 1), (7, 1))
    _press(stage, 1, *((row, column + 19) for row, column in BLOCK))
    stage.do(Action(NOBODY, ActionKind.HALT)).live(10)
    assert not said, "a blinker beside the edge does not cross it"
    stage.play.engine.paint(16, 39, np.ones((3, 1), np.uint8))
    stage.live(30)
    assert len([words for words in said if "edges join" in words]) == 1
