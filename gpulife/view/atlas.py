"""Names the countries, capitals and seas of a board that is drawn as a map, and places the letters of each name.

A country is a connected region in which one species is the most frequent. It keeps its name for as long as it exists.
The letters follow its shape, and stay where they are until one would lie outside the country. The name then disappears,
and is set again in another position.
"""

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

COAST = 0.06
"""Share of live cells above which a square is land, as in look_topo.frag. Other squares are sea."""
STRIDE = 4
"""Side, in texels, of a square. The board is divided into squares, and countries consist of whole squares."""
_LEAST_COUNTRY, _LEAST_SEA = 40, 110  # squares
_LONGEST = 40.0  # squares from the first letter of a name to the last
_HIGHEST, _LOWEST = 2.5, 0.85  # squares that a letter is high
_SLANTS = (0.0, -0.25, 0.25, -0.5, 0.5, -0.8, 0.8)
_BENDS = (0.0, -0.012, 0.012)
_ANCHORS = 10
_WIDTHS = {"I": 0.55, "J": 0.7, "M": 1.2, "W": 1.3, " ": 0.6, "'": 0.4}  # of letters that are not as wide as others
_REST_IN = 0.5  # share of its letters that must still lie in a country to which the name comes back


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


COUNTRIES = _words(
    "Gosperia Acornia Pulsaria Beaconia Loafland Toadmark Hivenia Boatovia Pentomin Tubaria Eatery Lumps"
    " Switzengun Conwaria Bargundy Pondovia Snakia Ulamia Methusela Agaria Dieharde Blinkaria Glidonia"
    " Herschelia Twinbee Rakovia Fusenia Pufferin Sparkland Orthogonia Replicata Tagalonia Vonneumark"
    " Kokia Wickstrop Guyland Breederia Spacefell Oscilla Phoenicia"
)
"""Names of countries."""
CAPITALS = _words(
    "Blockhaven Tub Beehive Eaterford Gliderport Toadstone Fumarole Lightbridge Queenbee Rabbits Pondbury"
    " Longbarge Shiptie Mangohill Clockton Pinwheel Carrier Hatbridge Integral Snakewell Loafing Canoe"
    " Dovetail Hookford Elevener Cisford Transmere Paperclip Scorpion Trafficlight Honeyfarm Bakery"
    " Fleetham Jamford Mazing Mold Tumbler Unixby Octagon Figure-Eight"
)
"""Names of capitals."""
SEAS = (
    *("Sea of Gliders", "Still Waters", "Blinker Sound", "Gulf of Ash", "The Empty Quarter", "Vacuum Sea"),
    *("Bay of Births", "Strait of Three", "Lake Loneliness", "Quiescent Ocean", "Sea of Sparks", "Eden's Garden"),
)
"""Names of seas."""

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Name:
    """A name on the map.

    Attributes:
        text: the name.
        species: 1 to 4 for a country, 0 for a sea.
        spine: for each letter: column and row of its middle in texels, and its slant in radians; shape (n, 3).
        height: height of a capital letter in texels.
        capital: name of the capital; "" if there is no room for one.
        town: column and row of the capital in texels.
    """

    text: str
    species: int
    spine: Points
    height: float
    capital: str = ""
    town: tuple[float, float] = (0.0, 0.0)


class Atlas:
    """Gives names to the countries, seas and capitals of a board, and remembers them.

    Args:
        seed: seed of the random order in which names are given.
    """

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        self._unused = [deque(random.permutation(names)) for names in (COUNTRIES, SEAS, CAPITALS)]
        self.names: tuple[Name, ...] = ()
        self.lands: dict[str, NDArray[np.bool_]] = {}  # the squares of each named country or sea
        self._resting: list[Name] = []  # have disappeared, and will come back in another position

    def follow(self, shares: NDArray[np.float32], free: NDArray[np.bool_], letter: float) -> tuple[Name, ...]:
        """Name the countries, capitals and seas of a board; return the names, oldest first.

        If no name has changed, the result is the same tuple object as before.

        Args:
            shares: shape (rows, columns, 4): around each square, the share of cells that each species fills.
            free: shape (rows, columns): True for squares that letters may cover.
            letter: width in texels of a letter in the name of a capital.
        """
        total = shares.sum(axis=2)
        holders = np.where(total > COAST, shares.argmax(axis=2) + 1, 0)
        regions = [region for region in _regions(holders, free) if region.sum() >= _least(holders, region)]
        kept: list[tuple[Name, NDArray[np.bool_]]] = []
        back, self._resting = self._resting, []
        for name in self.names:
            region = next((each for each in regions if _inside(name, holders, each).mean() >= _REST_IN), None)
            if region is None:
                self._forget(name)
                continue
            regions = [each for each in regions if each is not region]
            if (~_inside(name, holders, region)).sum() <= 1:
                kept.append((name, region))
            else:
                self._resting.append(name)
        for region in regions:
            old = next((each for each in back if _inside(each, holders, region).mean() >= _REST_IN), None)
            if old is not None:
                back.remove(old)
            named = old or self._new_name(int(holders[region][0]), len(kept))
            place = named and _along(named.text, region)
            if named and place:
                kept.append((replace(named, spine=place[0], height=place[1]), region))
            elif named:
                self._forget(named)
        for name in back:
            self._forget(name)
        letters = np.concatenate(
            [np.column_stack([name.spine[:, :2], np.full(len(name.spine), name.height)]) for name, _ in kept]
            or [np.zeros((0, 3))]
        )
        self.lands = {name.text: region for name, region in kept}
        names = tuple(self._with_town(name, region, total, free, letters, letter) for name, region in kept)
        if [*map(id, names)] != [*map(id, self.names)]:
            self.names = names
        return self.names

    def _new_name(self, species: int, named: int) -> Name | None:
        """Return an unused name for a country or sea; None if too many, ``named``, are in use."""
        unused = self._unused[species == 0]
        if named >= len(COUNTRIES) // 2 or not unused:
            return None
        return Name(str(unused.popleft()), species, np.zeros((0, 3)), 0.0)

    def _forget(self, name: Name) -> None:
        self._unused[name.species == 0].append(name.text)
        if name.capital:
            self._unused[2].append(name.capital)

    def _with_town(
        self,
        name: Name,
        region: NDArray[np.bool_],
        total: NDArray[np.float32],
        free: NDArray[np.bool_],
        letters: Points,
        letter: float,
    ) -> Name:
        """Return a country's name with a capital. The capital lies where life is densest, away from other letters.

        ``letters`` has (column, row, height) of each letter of all names, in texels: shape (n, 3).
        """
        if name.species == 0:
            return name
        text = name.capital or str(self._unused[2][0])
        clear = free & (region | (total <= COAST))  # its name may stand in the sea, but not in another country

        def fits(places: Points) -> NDArray[np.bool_]:
            found = _has(region, places)
            for part in range(len(text) + 3):
                beside = places + np.array([part * letter, 0.0])
                away = np.linalg.norm(beside[:, None] - letters[None, :, :2], axis=2) - 0.7 * letters[:, 2]
                found &= (away.min(axis=1) > 1.5 * letter) & _has(clear, beside)
            return found

        if name.capital and fits(np.array([name.town])).all():
            return name
        rows, columns = np.nonzero(_depth(region) >= 2)
        places = np.stack([columns + 0.5, rows + 0.5], axis=1) * STRIDE
        suited = fits(places)
        if not suited.any():
            if name.capital:
                self._unused[2].append(name.capital)
            return replace(name, capital="") if name.capital else name
        best = int(np.argmax(np.where(suited, total[rows, columns], -1)))
        if not name.capital:
            self._unused[2].popleft()
        return replace(name, capital=text, town=(float(places[best, 0]), float(places[best, 1])))


def _least(holders: NDArray[np.int64], region: NDArray[np.bool_]) -> int:
    return _LEAST_COUNTRY if holders[region][0] else _LEAST_SEA


def _inside(name: Name, holders: NDArray[np.int64], region: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which halves of letters (n upper, n lower) lie in a region; none if another species holds it."""
    slants = name.spine[:, 2]
    across = 0.25 * name.height * np.column_stack([-np.sin(slants), np.cos(slants)])
    parts = np.concatenate([name.spine[:, :2] - across, name.spine[:, :2] + across])
    return _has(region, parts) & (int(holders[region][0]) == name.species)


def _has(region: NDArray[np.bool_], places: Points) -> NDArray[np.bool_]:
    """Return, for each of ``places``, True if it lies in the region. Places are (column, row) in texels."""
    at = np.floor(places / STRIDE).astype(int)
    inside = (at >= 0).all(axis=1) & (at[:, 1] < region.shape[0]) & (at[:, 0] < region.shape[1])
    at = np.clip(at, 0, np.array(region.shape[::-1]) - 1)
    return np.asarray(inside & region[at[:, 1], at[:, 0]])


def _beside(grid: NDArray[np.generic], outside: int) -> list[NDArray[np.generic]]:
    """Return four grids: for each square, the values of the squares above, below, left and right of it.

    ``outside`` is the value beyond the edge.
    """
    wide = np.pad(grid, 1, constant_values=outside)
    return [wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:]]


def _regions(holders: NDArray[np.int64], free: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return a mask of each country and each sea, the largest first. Regions consist of ``free`` squares only.

    ``holders`` has each square's most frequent species, or 0 for sea.
    """
    around = [np.asarray(each == holders) & free & np.asarray(ok) for each, ok in zip(
        _beside(holders, -1), _beside(free, 0), strict=True)]  # fmt: skip
    number = np.where(free, np.arange(1, holders.size + 1).reshape(holders.shape), 0)
    while True:
        after = number
        for is_same, other in zip(around, _beside(number, 0), strict=True):
            after = np.maximum(after, np.where(is_same, other, 0))
        after = np.where(free, after.reshape(-1)[np.maximum(after - 1, 0)], 0)
        if np.array_equal(after, number):
            break
        number = after
    numbers, sizes = np.unique(number[free], return_counts=True)
    return [number == each for each in numbers[np.argsort(-sizes, kind="stable")]]


def _depth(region: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the distance of each square of a region from the outside, in squares: 1 at the border."""
    depth, left = np.zeros(region.shape, np.int64), region
    while left.any():
        depth += left
        left = left & np.logical_and.reduce(_beside(left, 0))
    return depth


def _along(text: str, region: NDArray[np.bool_]) -> tuple[Points, float] | None:
    """Fit a name along a curve in a region; return its spine and height (see :class:`Name`). None: no room."""
    # Try many curves through the squares farthest from the border, with several slants and bends.
    depth = _depth(region)
    deepest = np.argsort(-depth, axis=None, kind="stable")[: region.sum() // 2 : max(1, region.sum() // (2 * _ANCHORS))]
    rows, columns = np.divmod(deepest, region.shape[1])
    anchors = np.stack([columns + 0.5, rows + 0.5], axis=1)
    wide = np.array([_WIDTHS.get(letter, 1.0) for letter in text.upper()])
    best, found = 0.0, None
    steps = np.arange(-_LONGEST / 2, _LONGEST / 2, 0.5)
    for slant in _SLANTS:
        axis, across = np.array([np.cos(slant), np.sin(slant)]), np.array([-np.sin(slant), np.cos(slant)])
        for bend in _BENDS:
            bow = steps[:, None] * axis + (bend * steps**2)[:, None] * across
            for anchor in anchors:
                at = np.floor(anchor + bow).astype(int)
                inside = ((at >= 0) & (at < region.shape[::-1])).all(axis=1)
                at = np.clip(at, 0, np.array(region.shape[::-1]) - 1)
                along = np.where(inside, depth[at[:, 1], at[:, 0]], 0)
                first, last = _longest(along) or (0, 0)
                length = (last - first) * 0.5 * 0.78
                if not first <= len(steps) // 2 < last:
                    continue
                room = 0.54 * float(np.quantile(along[first:last], 0.2))
                height = min(length / (1.02 * wide.sum()), room, _HIGHEST)
                score = height * length**0.4 * (1 - 0.30 * abs(slant)) * (1 - 8 * abs(bend))
                if height < _LOWEST or score <= best:
                    continue
                # Letters are spread over the room that there is, but not too far apart.
                length = min(length, 2.0 * height * wide.sum())
                centre = 0.5 * (steps[first] + steps[last - 1])
                where = centre + length * ((np.cumsum(wide) - 0.5 * wide) / wide.sum() - 0.5)
                spine = anchor + where[:, None] * axis + (bend * where**2)[:, None] * across
                turned = slant + np.arctan(2 * bend * where)
                best, found = score, (np.column_stack([spine * STRIDE, turned]), height * STRIDE)
    return found


def _longest(depth: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return the longest run of values of at least 2, as (first index, index after the last); None if there is none."""
    deep = np.concatenate([[0], depth >= 2, [0]]).astype(int)
    starts, ends = np.flatnonzero(np.diff(deep) == 1), np.flatnonzero(np.diff(deep) == -1)
    if len(starts) == 0:
        return None
    best = int(np.argmax(ends - starts))
    return int(starts[best]), int(ends[best])
