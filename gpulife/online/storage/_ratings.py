"""Who plays how well: Glicko-2 by game, and a table of players.

A match is rated between people only, each with a token of their own. Whoever quit has lost to all who did not. Between
more than two, each pair counts as a game. Against farms the same two count a few times a day only, and matches that
were over at once not at all. Deviations grow while somebody does not play.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.online.storage._tables import PEOPLE, PLACEMENTS, RATINGS, RESULTS
from gpulife.online.storage._writer import Transactions

# Glicko-2, by Mark Glickman's "Example of the Glicko-2 system" (22 March 2022), whose steps the comments name.
#
# Own code, since no library does: ``glicko2`` 2.1.0 has the rating where step 5 has the deviation, ``elote`` rates
# pairs one after the other only, ``glicko2-py`` and ``pyglicko2`` are first attempts, ``skelo`` brings scikit-learn.

TAU = 0.5
"""How fast a volatility changes: the paper says 0.3 to 1.2."""
MAX_DEVIATION = 350.0
"""That of a player of whom nothing is known; no idleness makes it larger."""
MIN_DEVIATION = 45.0
"""A rating always goes on moving."""
MAX_VOLATILITY = 0.1
"""Nobody farms volatility by losing on purpose in between."""
_SCALE = 173.7178
_PRECISION = 1e-6
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays, on the scale of Elo.

    Attributes:
        rating: the best guess.
        deviation: its standard deviation.
        volatility: how much the playing changes.
    """

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


def rate(player: Rating, games: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return the rating of a player after some games, which count as played at once.

    Args:
        player: the rating before.
        games: the rating that each opponent had before, and what the player scored: 1, 0.5 or 0.
        periods: rating periods since the player's last games, of which a part may be over.
    """
    mu, phi = (player.rating - 1500.0) / _SCALE, player.deviation / _SCALE  # step 2
    variance_inverse = surprise = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / _SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mu - (opponent.rating - 1500.0) / _SCALE)))
        variance_inverse += weight**2 * expected * (1.0 - expected)
        surprise += weight * (score - expected)
    sigma = player.volatility
    if games:
        variance = 1.0 / variance_inverse  # step 3
        sigma = min(_volatility(sigma, phi, variance, variance * surprise), MAX_VOLATILITY)  # steps 4 and 5
    phi = min(math.sqrt(phi**2 + periods * sigma**2), MAX_DEVIATION / _SCALE)  # step 6
    phi = 1.0 / math.sqrt(1.0 / phi**2 + variance_inverse)  # step 7
    mu += phi**2 * surprise
    return Rating(1500.0 + _SCALE * mu, max(_SCALE * phi, MIN_DEVIATION), sigma)  # step 8


def _weight(phi: float) -> float:
    """The paper's g: how much a result against somebody of that deviation says."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: find the zero of f by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2.0 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = next(k for k in range(1, _MAX_STEPS) if f(a - k * TAU) >= 0.0)
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_MAX_STEPS):
        if abs(high - low) <= _PRECISION:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


# Ratings in the database.

MIN_RATED_TICKS = 30 * TICKS_PER_SECOND
"""A match that was over earlier is not rated."""
MAX_PAIR_MATCHES = 5
"""Rated matches of the same two people in ``PAIR_SECONDS``."""
PAIR_SECONDS = 24 * 3600.0
PROVISIONAL_GAMES = 10
"""Until somebody has so many rated matches of a game, the rating is provisional, and not in the table."""
PERIOD_SECONDS = 7 * 24 * 3600.0
"""Glicko-2's rating period, in which a deviation grows by one volatility."""
MAX_TABLE = 1000


@dataclass(frozen=True, slots=True)
class Placement:
    """Where somebody came in a match.

    Attributes:
        seat: number of the seat, from 0.
        place: 1 for the first; several may share one.
        quit: whether the player left before the end, which counts as coming after all who did not.
        computer: whether a computer played there, but for a while.
    """

    seat: int
    place: int
    quit: bool = False
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the table of a game.

    Attributes:
        person_id: number of the person.
        name: the person's name.
        rating: the rating now.
        games: rated matches.
        wins: of these, won alone.
        draws: of these, shared the first place.
        losses: of these, neither.
        provisional: whether there are too few to say.
    """

    person_id: int
    name: str
    rating: Rating
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def provisional(self) -> bool:
        """Whether there are too few rated matches to say."""
        return self.games < PROVISIONAL_GAMES


class Ratings:
    """The ratings of all people."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def table(self, game: str, limit: int = 100, *, provisional: bool = False) -> tuple[Standing, ...]:
        """Return the best players of a game in order.

        Args:
            game: the game.
            limit: how many, at most ``MAX_TABLE``.
            provisional: whether those with few rated matches are there, too.

        Raises:
            StorageError: the database refused.
        """
        query = _standings().where(RATINGS.c.game == game).order_by(RATINGS.c.rating.desc(), RATINGS.c.person_id)
        if not provisional:
            query = query.where(RATINGS.c.games >= PROVISIONAL_GAMES)
        query = query.limit(min(limit, MAX_TABLE))
        return self._transactions.read(lambda connection: tuple(map(_standing, connection.execute(query))))


def why_not_rated(placements: Sequence[Placement], people: Mapping[int, int], ticks: int) -> str:
    """Return in words why a match is not rated; "" if it is.

    Args:
        placements: who came where.
        people: numbers of people by seat.
        ticks: how long it was.
    """
    if any(placement.computer for placement in placements):
        return "a computer played"
    rated = [people[placement.seat] for placement in placements if placement.seat in people]
    if len(rated) < 2:
        return "fewer than two players have a name of their own"
    if len(set(rated)) < len(rated):
        return "one player had several seats"
    if ticks < MIN_RATED_TICKS:
        return "it was over at once"
    return ""


def rate_match(
    connection: Connection, game: str, placements: Sequence[Placement], people: Mapping[int, int], now: float
) -> dict[int, tuple[Rating, Rating]]:
    """Rate a match; return the ratings of its people before and after by seat, nothing if no pair counts.

    Args:
        connection: in whose transaction.
        game: what was played.
        placements: who came where.
        people: numbers of people by seat, each once.
        now: seconds since 1970.
    """
    keys = sorted(people.values())
    # Two servers may finish matches of the same person at once: one waits for the other.
    connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id.in_(keys)).order_by(PEOPLE.c.id).with_for_update())
    query = select(RATINGS).where(RATINGS.c.person_id.in_(keys), RATINGS.c.game == game)
    rows = {row.person_id: row for row in connection.execute(query)}
    places = {
        people[placement.seat]: (placement.quit, 0 if placement.quit else placement.place)
        for placement in placements
        if placement.seat in people
    }
    pairs = [
        pair for pair in combinations(sorted(places), 2) if _matches_lately(connection, *pair, now) < MAX_PAIR_MATCHES
    ]
    rivals: dict[int, list[int]] = {}
    for one, other in pairs:
        rivals.setdefault(one, []).append(other)
        rivals.setdefault(other, []).append(one)
    before = {
        key: Rating(rows[key].rating, rows[key].deviation, rows[key].volatility) if key in rows else Rating()
        for key in rivals
    }
    after = {}
    for key, others in rivals.items():
        games = [(before[other], _score(places[key], places[other])) for other in others]
        periods = max(0.0, now - rows[key].changed) / PERIOD_SECONDS if key in rows else 0.0
        after[key] = rate(before[key], games, periods)
        best = min(places[other] for other in others)
        _store(connection, key, game, after[key], _score(places[key], best), now, is_new=key not in rows)
    return {seat: (before[key], after[key]) for seat, key in people.items() if key in after}


def _score(own: tuple[bool, int], other: tuple[bool, int]) -> float:
    return 1.0 if own < other else 0.5 if own == other else 0.0


def _store(
    connection: Connection, person: int, game: str, rating: Rating, score: float, now: float, *, is_new: bool
) -> None:
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "changed": now,
    }
    if is_new:
        none = {"games": 0, "wins": 0, "draws": 0, "losses": 0}
        connection.execute(insert(RATINGS).values(person_id=person, game=game, **values, **none))
    kept = {1.0: RATINGS.c.wins, 0.5: RATINGS.c.draws, 0.0: RATINGS.c.losses}[score]
    connection.execute(
        update(RATINGS)
        .where(RATINGS.c.person_id == person, RATINGS.c.game == game)
        .values({**values, "games": RATINGS.c.games + 1, kept.name: kept + 1})
    )


def _matches_lately(connection: Connection, one: int, other: int, now: float) -> int:
    """Return how many rated matches two people had in the last day."""
    mine, theirs = PLACEMENTS.alias(), PLACEMENTS.alias()
    query = (
        select(func.count())
        .select_from(mine)
        .join(theirs, (theirs.c.match_id == mine.c.match_id) & (theirs.c.number == mine.c.number))
        .join(RESULTS, (RESULTS.c.match_id == mine.c.match_id) & (RESULTS.c.number == mine.c.number))
        .where(mine.c.person_id == one, theirs.c.person_id == other)
        .where(RESULTS.c.rated, RESULTS.c.ended > now - PAIR_SECONDS)
    )
    return connection.execute(query).scalar_one()


def _standings() -> Select[Any]:
    return select(
        PEOPLE.c.name,
        RATINGS.c.person_id,
        RATINGS.c.rating,
        RATINGS.c.deviation,
        RATINGS.c.volatility,
        RATINGS.c.games,
        RATINGS.c.wins,
        RATINGS.c.draws,
        RATINGS.c.losses,
    ).join(PEOPLE, PEOPLE.c.id == RATINGS.c.person_id)


def _standing(row: Row[Any]) -> Standing:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return Standing(row.person_id, row.name, rating, row.games, row.wins, row.draws, row.losses)
