"""The title screen: the name is shown, evolves, and is written again after two minutes; it is not a listed game."""

from __future__ import annotations

import numpy as np
import pytest
from games.playing import K

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, GameError, Match
from gpulife.games.matches import new_match, next_game
from gpulife.games.registry import GAMES, find_game
from gpulife.games.title_screen import FANFARE, READ_TICKS, SPELT_TICKS, title_cells
from gpulife.patterns.image import text_to_cells
from gpulife.rules import parse_rule
from gpulife.session.session import Session

SHAPE = (40, 100)


def title(shape: tuple[int, int] = SHAPE, seed: int = 3) -> Session:
    match = new_match(FANFARE, parse_rule("Immigration"), shape, seed)
    return Session(match, NumpyEngine(parse_rule(match.rule), shape))


def test_name_and_motto_in_both_species() -> None:
    cells = title_cells((96, 160))
    rows = np.flatnonzero(cells.any(axis=1))
    gap = rows[:-1][np.diff(rows) > 3][0]
    name, motto = cells[: gap + 1], cells[gap + 1 :]
    for part, left in ((name, 1), (motto, 2)):
        columns = np.flatnonzero(part.any(axis=0))
        assert abs((columns[0] + columns[-1]) / 2 - 79.5) <= 1, "centred"
        assert part[:, columns[0]].max() == left
        assert part[:, columns[-1]].max() == 3 - left
    assert np.ptp(np.flatnonzero(name.any(axis=0))) > 110, "large"
    height = next(height for height in range(5, 60) if text_to_cells("gpulife", 1, height).shape[1] > 110)
    assert set(np.unique(cells)) == {0, 1, 2}
    assert height > 20


@pytest.mark.parametrize("shape", [(1, 1), (5, 9), (20, 40), (96, 160), (2000, 300)])
def test_title_fits_on_any_board(shape: tuple[int, int]) -> None:
    assert title_cells(shape).shape == shape
    session = title(shape)
    for _ in range(READ_TICKS + 400):
        session.tick()


def test_title_is_shown_evolves_and_is_written_again() -> None:
    session = title()
    first = session.tick()
    assert [sound.name for sound in first.sounds] == [FANFARE]
    spelt = session.engine.read_all()
    np.testing.assert_array_equal(spelt, title_cells(SHAPE))
    for _ in range(READ_TICKS - 2):
        session.tick()
    assert session.computed == 0
    np.testing.assert_array_equal(session.engine.read_all(), spelt)
    sounds = [sound for _ in range(SPELT_TICKS - READ_TICKS + 1) for sound in session.tick().sounds]
    assert session.computed > 100
    assert sounds == []
    again = session.tick()
    assert [sound.name for sound in again.sounds] == [FANFARE]
    np.testing.assert_array_equal(session.engine.read_all(), spelt)
    assert session.engine.generation == 0
    assert not session.state.running


def test_spaceships_of_both_species_arrive() -> None:
    session = title()
    session.engine.paint(0, 0, np.zeros(SHAPE, np.uint8))
    session.tick()
    session.engine.paint(0, 0, np.zeros(SHAPE, np.uint8))
    before = session.board.census().tolist()
    assert before == [0, 0]
    for _ in range(READ_TICKS + 5 * 60 + 30):
        session.board.changed()
        session.tick()
    cells = session.engine.read_all()
    assert (cells == 1).any()
    assert (cells == 2).any()
    assert not (cells[:, :40] == 2).any()
    assert not (cells[:, 60:] == 1).any()


@pytest.mark.parametrize("kind", [K.START, K.RESET])
def test_consoles_start_writes_the_title_again(kind) -> None:
    session = title()
    for _ in range(READ_TICKS + 200):
        session.tick()
    assert [sound.name for sound in session.tick((Action(NOBODY, kind),)).sounds] == [FANFARE]
    np.testing.assert_array_equal(session.engine.read_all(), title_cells(SHAPE))


def test_the_same_seed_is_the_same_title() -> None:
    boards = []
    for seed in (1, 1, 2):
        session = title(seed=seed)
        for _ in range(READ_TICKS + 1000):
            session.tick()
        boards.append(session.engine.read_all())
    np.testing.assert_array_equal(boards[0], boards[1])
    assert (boards[0] != boards[2]).any()


def test_title_is_not_listed() -> None:
    assert FANFARE not in GAMES
    assert find_game(FANFARE).name == FANFARE
    match = new_match(FANFARE, parse_rule("Immigration"), (96, 160), 1)
    assert next_game(match).game == next(iter(GAMES))


def test_invalid_title_matches_are_refused() -> None:
    with pytest.raises(GameError, match="at least 2 species"):
        new_match(FANFARE, parse_rule("Life"), SHAPE, 1)
    with pytest.raises(GameError, match="at least 2 species"):
        find_game(FANFARE).start(Match(FANFARE, "Life:T9,9", 1), (9, 9))
    with pytest.raises(GameError, match="no option"):
        find_game(FANFARE).start(Match(FANFARE, "Immigration:T9,9", 1, "NORM"), (9, 9))
