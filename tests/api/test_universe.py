"""Universes for programs, against the reference."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpulife
from gpulife.engines.reference import next_generation
from gpulife.rules import parse_rule


def universe(rule="Immigration", shape=(20, 30), **options):
    options.setdefault("engine", "numpy")
    return gpulife.Universe(rule, shape, **options)


@pytest.mark.parametrize("engine", ["numpy", "auto"])
def test_soups_are_those_of_the_command_line_and_step_as_the_reference(engine, tmp_path):
    with universe("QuadLife", (64, 65), density=0.4, seed=5, shares=(1, 2, 3, 4), engine=engine) as u:
        start = np.asarray(u)
        assert u.step(7) is u
        after, counts = np.asarray(u), u.census()
        assert u.generation == 7
    expected = start
    for generation in range(7):
        expected = next_generation(expected, parse_rule("QuadLife:T65,64"), generation)
    assert (after == expected).all()
    assert counts == {name: int((expected == state).sum()) for state, name in enumerate("ABCD", 1)}
    again = subprocess.run(
        [sys.executable, "-m", "gpulife", "run", "--soup", "65x64:0.4:1,2,3,4", "--rule", "QuadLife", "--seed", "5",
         "-g", "0", "--engine", "numpy", "--quiet", "-o", str(tmp_path / "soup.rle")], check=True,
    )  # fmt: skip
    assert again.returncode == 0
    found = gpulife.load(tmp_path / "soup.rle")
    frame = np.zeros_like(start)
    row, column = found.at
    frame[row : row + found.shape[0], column : column + found.shape[1]] = found.cells
    assert (frame == start).all()


SIDES = st.integers(-25, 25) | st.slices(20)


@given(rows=SIDES, columns=SIDES)
def test_indices_are_numpys(rows, columns):
    cells = np.arange(20 * 30).reshape(20, 30) % 3
    with universe(cells=cells) as u:
        try:
            expected = cells[rows, columns]
        except IndexError:
            with pytest.raises(IndexError):
                u[rows, columns]
            return
        found = u[rows, columns]
        assert np.array_equal(found, expected)
        cells[rows, columns] = 2
        u[rows, columns] = 2
        assert np.array_equal(np.asarray(u), cells)


def test_rectangles_take_arrays_and_rows():
    with universe() as u:
        u[2:4, 5:8] = [[1, 0, 2], [2, 2, 0]]
        u[-1] = 1
        u[..., 0] = 2
        assert u[2:4, 5:8].tolist() == [[1, 0, 2], [2, 2, 0]]
        assert (u[-1, 1:] == 1).all()
        assert u[19, 0] == 2
        assert u.population == 4 + 29 + 20


@pytest.mark.parametrize(
    ("index", "cells", "words"),
    [
        ((0, 0), 3, "state 3 does not exist: the rule has states 0 to 2"),
        ((0, 0), -1, "state -1 does not exist"),
        ((slice(3), slice(3)), [[1, 2]], "cells of shape (1, 2) do not fit a place of shape (3, 3)"),
        ((0, 0), 0.5, "cells of type float64"),
    ],
)
def test_wrong_cells_are_refused_and_change_nothing(index, cells, words):
    with universe() as u:
        with pytest.raises(gpulife.GpulifeError) as error:
            u[index] = cells
        assert words in str(error.value)
        assert u.population == 0


def test_patterns_are_pasted_by_name_text_array_and_pattern():
    with universe(shape=(40, 60)) as u:
        u.paste("glider", at=(0, 0)).paste("bo$2bo$3o!", at=(10, 10), species=2)
        u.paste([[1, 2]], at=(39, 59)).paste(gpulife.load("gosper-gun"), rotate=2, species=1)
        assert u.census() == {"A": 5 + 1 + 36, "B": 5 + 1}
        assert u[39, 0] == 2, "patterns wrap around the edges of a torus"
    with universe(shape=(40, 60), torus=False) as u:
        u.paste([[1, 2]], at=(39, 59))
        assert u.census() == {"A": 1, "B": 0}


def test_dead_cells_of_a_pattern_leave_the_board_as_it_is():
    with universe() as u:
        u[:, :] = 2
        u.paste("glider", at=(0, 0))
        assert u.census() == {"A": 5, "B": 595}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "give the board's shape"),
        ({"shape": (0, 5)}, "at least one row"),
        ({"shape": 5}, "give (rows, columns)"),
        ({"shape": (9, 9), "rule": "Life:T8,9"}, "fixes the size"),
        ({"shape": (9, 9), "density": 2}, "density 2 is not between 0 and 1"),
        ({"shape": (9, 9), "seed": 2}, "give a density"),
        ({"shape": (9, 9), "cells": [[1]]}, "do not fit a board"),
        ({"shape": (9, 9), "engine": "fast"}, "unknown engine 'fast'"),
        ({"shape": (9, 9), "rule": "Lief"}, "Life"),
    ],
)
def test_impossible_universes_are_refused_in_one_line(arguments, words):
    with pytest.raises(gpulife.GpulifeError) as error:
        gpulife.Universe(**{"engine": "numpy", **arguments})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_copies_go_their_own_way():
    with universe(density=0.3, seed=1) as u, u.step(4).copy() as other:
        assert other.generation == 4
        other.step(3)
        u.step(3)
        assert (np.asarray(u) == np.asarray(other)).all()
        other.clear()
        assert u.population > 0


def test_other_libraries_take_the_cells():
    with universe(density=0.3, seed=1) as u:
        assert (np.from_dlpack(u) == np.asarray(u)).all()


def test_boards_are_saved_drawn_and_filmed(tmp_path):
    with universe(shape=(20, 30)) as u:
        u.paste("glider", at=(3, 4))
        u.save(tmp_path / "board.rle")
        assert gpulife.load(tmp_path / "board.rle").cells.tolist() == [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
        picture = u.picture(zoom=2)
        assert picture.shape == (40, 60, 3)
        assert (picture[6, 10] != picture[0, 0]).any()
        assert u._repr_png_().startswith(b"\x89PNG")
        film = u.animate(6, every=4)
        assert film.data.startswith(b"GIF89a")
        assert "data:image/gif" in film._repr_html_()
        assert u.generation == 6
        assert u.animate(1, tmp_path / "film.gif").path.stat().st_size > 100
        with pytest.raises(gpulife.GpulifeError, match="should end with"):
            film.save(tmp_path / "film.mp4")


def test_numpy_universe_needs_no_opengl_and_no_window():
    code = (
        "import sys, gpulife\n"
        "assert not [name for name in sys.modules if name.startswith('gpulife.')]\n"
        "gpulife.Universe('Life', (64, 64), density=.5, seed=1, engine='numpy').step(3)\n"
        "print(*(name for name in ('moderngl', 'glfw', 'imgui_bundle', 'PIL', 'tomlkit', 'rich', 'numba')"
        " if name in sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == ""
