"""The board view: golden pictures of each look, and properties of all pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import board
from capabilities import planes_types
from goldens import Goldens, difference
from view.gl_pictures import WINDOW, OpenStudio, Studio, studios

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.rules import Edges, parse_rule
from gpulife.view import gl_age_trails
from gpulife.view.board_export import shrink
from gpulife.view.camera import Camera, at_rest, fit_camera, pixel_of, zoom_limits
from gpulife.view.gl_marks import CursorMark
from gpulife.view.look import default_look, plain, with_colours
from gpulife.view.palettes import to_linear
from gpulife.view.schemes import scheme

ORANGE, BLUE = (230, 159, 0), (86, 180, 233)
IMMIGRATION, QUADLIFE = parse_rule("Immigration"), parse_rule("QuadLife")
LIVELY = replace(default_look(IMMIGRATION), bloom=0.0)
PLAIN = plain(LIVELY)
GUN = board("""
    ........................A...........
    ......................A.A...........
    ............AA......AA............AA
    ...........A...A....AA............AA
    AA........A.....A...AA..............
    AA........A...A.AA....A.A...........
    ..........A.....A.......A...........
    ...........A...A....................
    ............AA......................
""")


@pytest.fixture
def goldens(device: GLDevice, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    if not device.is_software:
        pytest.skip(f"golden pictures are the software renderer's; this is {device.renderer}")
    return Goldens(tmp_path, regenerate=bool(request.config.getoption("--regenerate", default=False)))


@pytest.fixture
def studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


def test_zoomed_in_and_plain(studio: OpenStudio, goldens: Goldens) -> None:
    shot = studio("Immigration", (12, 20)).soup()
    goldens.check(shot.shoot(fit_camera((12, 20), WINDOW), PLAIN), "zoomed_in")


def test_a_shape_for_each_species(studio: OpenStudio, goldens: Goldens) -> None:
    rule = parse_rule("B3/S23:6")
    shot = studio("B3/S23:6", (12, 20)).soup(0.7)
    goldens.check(shot.shoot(fit_camera((12, 20), WINDOW), replace(plain(default_look(rule)), shapes=True)), "shapes")


def test_grid_lines(studio: OpenStudio, goldens: Goldens) -> None:
    shot = studio("Immigration", (25, 40)).soup(0.2)
    goldens.check(shot.shoot(fit_camera((25, 40), WINDOW), replace(PLAIN, grid=True)), "grid")


def test_biowar_sizes_and_wall(studio: OpenStudio, goldens: Goldens) -> None:
    look = plain(default_look(parse_rule("BioWar:2")))
    assert look.sizes
    cells = board("""
        ........................
        ..A...AA...AAA...BBB....
        ......AA...AAA...BB.....
        .............A..........
        ..AB...BBBBB....AAA.....
        ...............AAAAA....
        ..BBB..AAB.....AAAAA....
        ..B.B..ABB......AAA.....
        ..BBB...................
        ...................BAB..
        ....................B...
    """)
    shot = studio("BioWar:2", (11, 24)).paint(0, 0, cells)
    goldens.check(shot.shoot(fit_camera((11, 24), WINDOW, 10), look), "biowar_sizes")


def test_areas(studio: OpenStudio, goldens: Goldens) -> None:
    shot = studio("Immigration", (300, 480)).soup()
    shot.engine.step(30)
    goldens.check(shot.shoot(Camera(150, 240, 1.0), PLAIN), "areas")


def test_from_afar(studio: OpenStudio, goldens: Goldens) -> None:
    shot = studio("Immigration", (4096, 4096)).paint(700, 800, GUN).paint(2500, 1500, GUN * np.uint8(2))
    random = np.random.default_rng(5)
    soup = np.where(random.random((1000, 900)) < 0.35, 1 + (random.random((1000, 900)) < 0.5), 0).astype(np.uint8)
    shot.paint(600, 2500, soup)
    shot.paint(2200, 2600, np.minimum(soup, 1))
    goldens.check(shot.shoot(fit_camera((4096, 4096), WINDOW), PLAIN), "afar")


def test_age_and_trails(studio: OpenStudio, goldens: Goldens) -> None:
    shape = (38, 60)
    camera = fit_camera(shape, WINDOW)
    shot = studio("Immigration", shape).soup().live(50, camera, LIVELY)
    goldens.check(shot.shoot(camera, LIVELY), "age_and_trails")


def test_cells_erased_before_generation_1_leave_no_trail(studio: OpenStudio) -> None:
    shape = (38, 60)
    camera, pictures = fit_camera(shape, WINDOW), []
    for erased in (True, False):
        shot = studio("Immigration", shape)
        if erased:
            shot.soup()
        shot.shoot(camera, LIVELY)
        if erased:
            shot.paint(0, 0, np.zeros(shape, np.uint8)).shoot(camera, LIVELY)
        shot.paint(5, 5, board("AA\nAA")).shoot(camera, LIVELY)
        shot.engine.step(1)
        pictures.append(shot.shoot(camera, LIVELY))
    assert (pictures[0] == pictures[1]).all()


def test_bloom(studio: OpenStudio, goldens: Goldens) -> None:
    shape = (38, 60)
    camera, look = fit_camera(shape, WINDOW), default_look(QUADLIFE)
    shot = studio("QuadLife", shape).soup().live(50, camera, look)
    goldens.check(shot.shoot(camera, look), "bloom")


def test_the_wave(studio: OpenStudio, goldens: Goldens) -> None:
    shape = (30, 48)
    camera = fit_camera(shape, WINDOW)
    shot = studio("Immigration", shape).soup().live(20, camera, LIVELY)
    goldens.check(shot.shoot(camera, LIVELY, progress=0.5), "wave")


def test_wrapping_view_repeats_torus(studio: OpenStudio, goldens: Goldens) -> None:
    look = replace(default_look(IMMIGRATION), wrap=True)
    camera = at_rest(Camera(2, 3, 10.0), WINDOW)
    shot = studio("Immigration", (18, 30)).soup(0.3, 4).live(40, camera, look)
    goldens.check(shot.shoot(camera, look), "wrap")


def test_cursors(studio: OpenStudio, goldens: Goldens) -> None:
    shot = studio("Immigration", (19, 30)).soup(0.15)
    marks = [CursorMark(5, 6, ORANGE), CursorMark(12, 22, BLUE, 0.5), CursorMark(0, 29, BLUE, 0.2)]
    goldens.check(shot.shoot(fit_camera((19, 30), WINDOW), PLAIN, cursors=marks), "cursors")


def test_a_light_scheme(studio: OpenStudio, goldens: Goldens) -> None:
    shape = (30, 48)
    look = with_colours(default_look(IMMIGRATION), scheme("Ink on paper", IMMIGRATION), "Ink on paper")
    camera = fit_camera(shape, WINDOW)
    shot = studio("Immigration", shape).soup().live(30, camera, look)
    goldens.check(shot.shoot(camera, look), "ink_on_paper")


@pytest.mark.parametrize("zoom", [10.0, 1.0, 0.4, 0.2, 0.05])
def test_bands_are_seamless(studio: OpenStudio, zoom: float) -> None:
    shape, camera, look = (101, 150), Camera(50, 75, zoom), default_look(IMMIGRATION)
    pictures = [
        studio("Immigration", shape, max_rows).soup().live(3, camera, look).shoot(camera, look)
        for max_rows in (None, 7)
    ]
    assert difference(*pictures) == ""
    assert pictures[0].std() > 2  # there is something to see


@pytest.mark.parametrize("zoom", [12.0, 2.0, 0.9, 0.5, 0.2, 0.06])
def test_wrapped_boards_are_seamless(studio: OpenStudio, zoom: float) -> None:
    """A camera at the seam shows the same as a camera in the middle of a board whose cells are moved there."""
    rows, columns = 90, 117  # no multiples of any square
    look = replace(PLAIN, wrap=True)
    shot = studio("Immigration", (rows, columns)).soup()
    over_the_seam = shot.shoot(Camera(0, 0, zoom), look)
    cells = shot.engine.read_all()
    shot.paint(0, 0, np.roll(cells, (rows // 2, columns // 2), (0, 1)))
    middle = shot.shoot(Camera(rows // 2, columns // 2, zoom), look)
    size = (min(WINDOW[0], int(zoom * columns)) // 2, min(WINDOW[1], int(zoom * rows)) // 2)
    part = np.s_[150 - size[1] // 2 : 150 + size[1] // 2, 240 - size[0] // 2 : 240 + size[0] // 2]
    if zoom >= 0.9:
        assert difference(over_the_seam[part], middle[part]) == ""
    # Squares of several cells are divided differently across the seam, so the light there may differ.
    assert abs(to_linear(over_the_seam[part]).mean() - to_linear(middle[part]).mean()) < 0.02


@pytest.mark.parametrize("zoom", [2.0, 1.3, 1.0, 0.8])
def test_areas_are_true_averages_of_light(studio: OpenStudio, zoom: float) -> None:
    shape = (80, 100)
    shot = studio("Immigration", shape).soup(0.4)
    width, height = round(100 * zoom), round(80 * zoom)
    got = shot.shoot(Camera(40, 50, zoom), PLAIN, (width, height))
    if zoom <= 1:
        expected = shrink(shot.engine.read_all(), PLAIN.palette, (height, width))
        assert np.abs(got.astype(int) - expected).max() <= 4
    light = to_linear(got).mean(axis=(0, 1))
    exact = to_linear(PLAIN.palette[shot.engine.read_all()]).mean(axis=(0, 1))
    assert np.abs(light - exact).max() < 0.005


def test_lone_gun_is_visible_on_largest_board(studio: OpenStudio) -> None:
    shot = studio("Immigration", (16384, 16384)).paint(8000, 5000, GUN)
    for zoom in (fit_camera((16384, 16384), WINDOW).zoom, zoom_limits((16384, 16384), WINDOW)[0]):
        camera = Camera(8192, 8192, zoom)
        picture = shot.shoot(camera, PLAIN).astype(int)
        x, y = pixel_of(camera, WINDOW, 8004, 5018)
        near = picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
        assert near.max() > max(PLAIN.ground) + 25


def test_soup_from_afar_has_mixed_hue(studio: OpenStudio) -> None:
    shot = studio("Immigration", (2048, 2048)).soup(0.35)
    picture = to_linear(shot.shoot(Camera(1024, 1024, 0.05), PLAIN)[130:170, 220:260]).mean(axis=(0, 1))
    ground, first, second = to_linear(PLAIN.palette)
    mixed = (first + second) / 2
    share = (picture - ground) / (mixed - ground)
    assert np.ptp(share) < 0.03
    assert 0.35 < share.mean() < 0.9


def test_drawing_does_not_change_board(studio: OpenStudio) -> None:
    shot = studio("QuadLife", (64, 100)).soup()
    look = replace(default_look(QUADLIFE), shapes=True, grid=True, sizes=True, wrap=True, reduced_flashing=True)
    before = shot.engine.read_all()
    for zoom in (0.05, 0.3, 0.6, 1.5, 5, 30):
        shot.shoot(Camera(3, 3, zoom), look, progress=0.3, cursors=[CursorMark(1, 2, ORANGE)], flash=1.0)
    assert np.array_equal(shot.engine.read_all(), before)
    assert shot.engine.generation == 0


def test_cursor_is_visible_at_any_zoom(studio: OpenStudio) -> None:
    shot = studio("Immigration", (1000, 1000))
    for zoom in (0.1, 1.0, 7.0, 60.0):
        camera = Camera(500, 500, zoom)
        without = shot.shoot(camera, PLAIN).astype(int)
        marked = shot.shoot(camera, PLAIN, cursors=[CursorMark(499, 499, ORANGE, 0.5)])
        assert (np.abs(marked - without).max(axis=2) > 60).sum() >= 30


def test_cursor_frame_grows_with_scale(studio: OpenStudio) -> None:
    shot = studio("Immigration", (12, 20))
    camera = fit_camera((12, 20), WINDOW)
    without = shot.shoot(camera, PLAIN).astype(int)

    def bright(scale: float) -> int:
        marks = [CursorMark(6, 10, ORANGE, 0.5, hollow=True)]
        marked = shot.shoot(camera, PLAIN, cursors=marks, scale=scale)
        return int((np.abs(marked - without).max(axis=2) > 60).sum())

    assert bright(2.25) > 2 * bright(1.0) > 100


def test_board_out_of_view(studio: OpenStudio) -> None:
    shot = studio("Immigration", (10, 10)).soup()
    picture = shot.shoot(Camera(5000, 5000, 5.0), PLAIN)
    assert np.ptp(picture, axis=(0, 1)).max() == 0


def test_wave_separates_generations(studio: OpenStudio) -> None:
    shot = studio("Immigration", (20, 32)).soup()
    camera = fit_camera((20, 32), WINDOW)
    before = shot.shoot(camera, PLAIN)
    shot.engine.step(1)
    after = shot.shoot(camera, PLAIN)
    wave = shot.shoot(camera, PLAIN, progress=0.5)
    assert np.array_equal(wave[:150], after[:150])
    assert np.array_equal(wave[150:], before[150:])


def test_flash_of_everything_or_one_species(studio: OpenStudio) -> None:
    shot = studio("Immigration", (2, 2)).paint(0, 0, board("AB\n.."))
    camera = fit_camera((2, 2), WINDOW)
    x, y = (round(value) for value in pixel_of(camera, WINDOW, 1, 1))
    middles = [(y - 70, x - 70), (y - 70, x + 70), (y + 70, x - 70)]
    still, everything, one = (
        [shot.shoot(camera, PLAIN, flash=flash, flash_species=species)[at].astype(int).sum() for at in middles]
        for flash, species in ((0.0, ()), (1.0, ()), (1.0, (2,)))
    )
    assert all(bright > dark for bright, dark in zip(everything, still, strict=True))
    assert one[0] == still[0]
    assert one[1] > still[1]
    assert one[2] == still[2]


def test_reduced_flashing_limits_change_and_light(studio: OpenStudio) -> None:
    shot = studio("Immigration", (20, 32))
    camera, look = fit_camera((20, 32), WINDOW), replace(PLAIN, reduced_flashing=True)
    dark = shot.shoot(camera, look).astype(int)
    shot.paint(0, 0, np.ones((20, 32), np.uint8))
    last = dark
    for _ in range(90):
        now = shot.shoot(camera, look, seconds=1 / 60).astype(int)
        assert np.abs(now - last).max() <= 5  # 0.9 / 60 of 255, rounded
        last = now
    assert last.mean() > dark.mean() + 60
    assert (last @ [0.299, 0.587, 0.114]).max() <= 0.73 * 255


def test_reduced_flashing_is_independent_of_frame_rate(studio: OpenStudio) -> None:
    camera, look = fit_camera((20, 32), WINDOW), replace(PLAIN, reduced_flashing=True)
    means = []
    for rate in (20, 60, 300):
        shot = studio("Immigration", (20, 32))
        shot.shoot(camera, look)
        shot.paint(0, 0, np.ones((20, 32), np.uint8))
        for _ in range(rate // 5):
            picture = shot.shoot(camera, look, seconds=1 / rate)
        means.append(picture.mean())
    assert np.ptp(means) < 4


def test_large_boards_have_no_age_or_trails(studio: OpenStudio, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = (30, 48)
    camera = fit_camera(shape, WINDOW)
    monkeypatch.setattr(gl_age_trails, "MAX_EFFECT_CELLS", 30 * 48 - 1)
    shot = studio("Immigration", shape).soup().live(5, camera, LIVELY)
    assert np.array_equal(shot.shoot(camera, LIVELY), shot.shoot(camera, PLAIN))


def test_jump_back_leaves_no_trails(studio: OpenStudio) -> None:
    shape = (30, 48)
    camera = fit_camera(shape, WINDOW)
    shot = studio("Immigration", shape).soup()
    start = take_snapshot(shot.engine)
    shot.live(5, camera, LIVELY)
    assert not np.array_equal(shot.shoot(camera, LIVELY), shot.shoot(camera, PLAIN))
    restore_snapshot(shot.engine, start)
    assert difference(shot.shoot(camera, LIVELY), shot.shoot(camera, PLAIN)) == ""


def test_newborn_cells_glow_and_dead_cells_leave_trails(studio: OpenStudio) -> None:
    shot = studio("Immigration", (9, 9)).paint(3, 4, board("A\nA\nA"))
    camera = fit_camera((9, 9), WINDOW)
    at = [tuple(round(v) for v in pixel_of(camera, WINDOW, row + 0.5, column + 0.5))[::-1]
          for row, column in ((4, 4), (4, 3), (3, 4), (0, 0))]  # fmt: skip
    shot.shoot(camera, LIVELY)
    shot.engine.step(1)
    picture = shot.shoot(camera, LIVELY).astype(int)
    settled, newborn, trace, dead = (picture[place].sum() for place in at)
    assert newborn > settled > trace > dead


@pytest.mark.parametrize("planes_type", planes_types())
@pytest.mark.parametrize("rule", ["Life", "Immigration:P333,222", "QuadLife"])
@pytest.mark.parametrize("max_rows", [None, 41])
def test_bit_planes_look_like_cells(
    device: GLDevice, rule: str, max_rows: int | None, planes_type: type[GLEngine]
) -> None:
    law, shape = parse_rule(rule), (222, 333)
    cameras = [Camera(140.3, 201.7, zoom) for zoom in (12.3, 3.1, 1.0, 0.61, 0.31, 0.07)]
    pictures = []
    for engine_type in (GLCellsEngine, planes_type):
        studio = Studio(device, rule, shape, max_rows, engine_type).soup()
        studio.engine.step(3)
        look = replace(default_look(law), age=0.0, trails=0.0, wrap=law.edges is Edges.TORUS)
        pictures.append([studio.shoot(camera, look).astype(int) for camera in cameras])
        studio.close()
    for camera, cells, planes in zip(cameras, *pictures, strict=True):
        assert cells.std() > 5
        assert np.abs(cells - planes).max() <= 2, f"{camera}; light is summed in another order"


def test_look_lies_in_the_part_of_the_window_that_panels_leave_free(studio: OpenStudio) -> None:
    """The map's frame and title are in this part, and its cells where the camera has them."""
    left, below, right, above = covered = (90, 40, 30, 20)
    window, free = (480, 300), (360, 240)
    pictures = []
    for size, edges in ((window, covered), (free, (0, 0, 0, 0))):
        one = studio("QuadLife", (96, 160)).soup()
        look = replace(default_look(one.rule), picture="topo", reduced_flashing=False)
        middle = 48 + (size == window) * (below - above) / 2 / 3, 80 + (size == window) * (right - left) / 2 / 3
        pictures.append(one.shoot(Camera(*middle, 3.0), look, size, covered=edges))
    whole, part = pictures
    seen = whole[above : window[1] - below, left : window[0] - right].astype(int)
    assert np.abs(seen - part).max() <= 2
