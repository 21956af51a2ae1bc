"""The names on a map: each lies in its country, and stays for as long as the country lasts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpulife.view.atlas import STRIDE, Atlas
from gpulife.view.atlas_sheet import MapSheet, draw_atlas

SHEET = MapSheet((640, 400), (0.0, 0.0), 0.5, (320, 200), "Title", is_framed=False)


def shares(*lands: tuple[int, int, int, int, int]) -> np.ndarray:
    """Shares on the grid of countries, where each land is a species and its first and last column and row."""
    found = np.zeros((50, 80, 4), np.float32)
    for species, left, right, top, bottom in lands:
        found[top:bottom, left:right] = 0
        found[top:bottom, left:right, species - 1] = 0.3
    return found


def test_names_lie_in_their_countries_and_stay() -> None:
    free = np.ones((50, 80), bool)
    atlas = Atlas(1)
    west, east = (1, 2, 38, 4, 46), (2, 42, 78, 4, 46)
    names = {name.species: name for name in atlas.follow(shares(west, east), free, 2.0) if name.species}
    assert len(names) == 2
    for species, (_, left, right, top, bottom) in ((1, west), (2, east)):
        name = names[species]
        for columns, rows in (name.spine[:, :2].T, name.town):
            assert (left * STRIDE < np.asarray(columns)).all()
            assert (np.asarray(columns) < right * STRIDE).all()
            assert (top * STRIDE < np.asarray(rows)).all()
            assert (np.asarray(rows) < bottom * STRIDE).all()
    # The border moves a little: nothing else does. Then the east falls to the west.
    before = atlas.names
    later = {name.species: name for name in atlas.follow(shares((1, 2, 40, 4, 46), east), free, 2.0)}
    assert later[1] is names[1]
    assert later[2] is names[2]
    assert atlas.names is before, "it need not be drawn again"
    texts = [name.text for name in atlas.follow(shares((1, 2, 78, 4, 46)), free, 2.0) if name.species]
    assert texts == [names[1].text]


def test_a_name_leaves_when_a_letter_would_stand_in_the_sea_and_comes_back_on_land() -> None:
    free = np.ones((50, 80), bool)
    atlas = Atlas(1)
    (whole,) = (each for each in atlas.follow(shares((1, 2, 78, 4, 46)), free, 2.0) if each.species)
    shore = int(whole.spine[-1, 0] / STRIDE)  # the last letter stands beyond it
    assert not [each for each in atlas.follow(shares((1, 2, shore, 4, 46)), free, 2.0) if each.species]
    (back,) = (each for each in atlas.follow(shares((1, 2, shore, 4, 46)), free, 2.0) if each.species)
    assert (back.text, back.capital) == (whole.text, whole.capital)
    assert (back.spine[:, 0] < shore * STRIDE).all()


def test_no_letters_where_they_may_not_stand() -> None:
    free = np.ones((50, 80), bool)
    free[:, 30:] = False
    for name in Atlas(1).follow(shares((1, 2, 78, 4, 46)), free, 2.0):
        assert (name.spine[:, 0] < 30 * STRIDE).all()


def test_names_in_a_close_view_stand_in_the_visible_part_of_their_land() -> None:
    atlas = Atlas(1)
    atlas.follow(shares((1, 2, 78, 4, 46)), SHEET.free(), SHEET.letter)
    names = tuple(name for name in atlas.names if name.species)
    for corner, is_seen in (((250.0, 120.0), True), ((316.0, 190.0), False)):
        close = replace(SHEET, corner=corner, pixel=0.1)
        ink = draw_atlas(close, names, atlas.lands)[..., 0]
        assert bool((ink > 128).any()) == is_seen
        assert not (ink[:, :20] > 0).any(), "nothing is cut off"
        assert not (ink[:, -20:] > 0).any()


def test_the_name_of_a_capital_does_not_reach_into_another_country() -> None:
    free, letter = np.ones((50, 80), bool), 4.0
    lands = shares((1, 2, 38, 4, 46), (2, 38, 78, 4, 46))
    lands[4:46, 33:36, 0] = 0.6  # life is densest near the frontier
    names = {name.species: name for name in Atlas(1).follow(lands, free, letter)}
    assert names[1].capital
    assert names[1].town[0] + len(names[1].capital) * letter < 38 * STRIDE


def test_letters_are_drawn_where_the_name_lies() -> None:
    (name,) = (each for each in Atlas(1).follow(shares((1, 2, 38, 4, 46)), SHEET.free(), SHEET.letter) if each.species)
    rows, columns = np.nonzero(draw_atlas(SHEET, (name,))[..., 0] > 128)
    assert len(rows) > 200
    assert columns.max() < 38 * STRIDE / SHEET.pixel
