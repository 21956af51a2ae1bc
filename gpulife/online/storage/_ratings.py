"""Ratings of players in each game (Glicko-2), and the tables of players.

A game is rated between people with different tokens. Among more than two players, each pair counts as a game. A player
who quits loses to all who do not quit. To prevent arranged games, only a few games a day between the same two people
count, and very short games never do. The deviation (uncertainty) of a rating grows while the player does not play.
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

# Glicko-2, after Mark Glickman's "Example of the Glicko-2 system" (22 March 2022); comments name its steps. No library
# fits: ``glicko2`` 2.1.0 uses the rating instead of the deviation in step 5, ``elote`` rates only one pair after
# another, ``glicko2-py`` and ``pyglicko2`` are first attempts, ``skelo`` brings scikit-learn.

TAU = 0.5
"""Glicko-2's constant tau, which limits changes of volatility. Its inventor recommends 0.3 to 1.2."""
MAX_DEVIATION = 350.0
"""Deviation of a new player's rating, and the largest deviation that a rating can have."""
MIN_DEVIATION = 45.0
"""Smallest deviation that a rating can have, so that each game still changes the rating."""
MAX_VOLATILITY = 0.1
"""Upper limit of a rating's volatility. Without it, players could drive theirs up by losing on purpose."""
_SCALE = 173.7178
_PRECISION = 1e-6
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating on the scale of Elo.

    Attributes:
        rating: best estimate of the player's strength.
        deviation: standard deviation of the estimate.
        volatility: how erratic the player's strength is.
    """

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


def rate(player: Rating, games: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return a player's rating after some games, which count as played at the same time.

    Args:
        player: the player's rating before the games.
        games: for each game, the opponent's rating before the game and the player's score: 1, 0.5 or 0.
        periods: number of rating periods since the player's previous games; it may be a fraction.
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
    """Return Glicko-2's g: the weight of a result against an opponent with deviation ``phi``."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility, found by the Illinois algorithm as in step 5 of the Glicko-2 paper."""
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
"""Minimum length of a rated game in ticks."""
MAX_PAIR_MATCHES = 5
"""Maximum number of rated games between the same two people within ``PAIR_SECONDS``."""
PAIR_SECONDS = 24 * 3600.0
PROVISIONAL_GAMES = 10
"""Number of rated games below which a rating is provisional. The table leaves provisional ratings out by default."""
PERIOD_SECONDS = 7 * 24 * 3600.0
"""Glicko-2's rating period in seconds. The deviation grows with each period in which a player plays no game."""
MAX_TABLE = 1000


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of a seat in the result of a game.

    Attributes:
        seat: number of the seat, from 0.
        place: 1 for the winner; players may share a place.
        quit: True if the player left before the game ended; such players come last.
        computer: True if the seat was a computer player's. False if a person had the seat, even if a computer player
            stood in.
    """

    seat: int
    place: int
    quit: bool = False
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's entry in the table of a game.

    Attributes:
        person_id: number of the person.
        name: name of the person.
        rating: current rating.
        games: number of rated games.
        wins: number of rated games won alone.
        draws: number of rated games with a shared first place.
        losses: number of rated games that were neither won nor drawn.
        provisional: True if there are too few games for a reliable rating.
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
        """True if there are too few rated games for a reliable rating."""
        return self.games < PROVISIONAL_GAMES


class Ratings:
    """Reads the ratings of all people from the database."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def table(self, game: str, limit: int = 100, *, provisional: bool = False) -> tuple[Standing, ...]:
        """Return the best players of a game, the best first.

        Args:
            game: name of the game.
            limit: maximum number of players, at most ``MAX_TABLE``.
            provisional: True to include provisional ratings.

        Raises:
            StorageError: the database failed.
        """
        query = _standings().where(RATINGS.c.game == game).order_by(RATINGS.c.rating.desc(), RATINGS.c.person_id)
        if not provisional:
            query = query.where(RATINGS.c.games >= PROVISIONAL_GAMES)
        query = query.limit(min(limit, MAX_TABLE))
        return self._transactions.read(lambda connection: tuple(map(_standing, connection.execute(query))))


def why_not_rated(placements: Sequence[Placement], people: Mapping[int, int], ticks: int) -> str:
    """Return the reason, in words, why a game must not be rated; "" if it is rated.

    Args:
        placements: places of the players.
        people: numbers of the people, keyed by seat.
        ticks: length of the game, in ticks.
    """
    if any(placement.computer for placement in placements):
        return "a computer played"
    rated = [people[placement.seat] for placement in placements if placement.seat in people]
    if len(rated) < 2:
        return "fewer than two players are known to the server"
    if len(set(rated)) < len(rated):
        return "one player had several seats"
    if ticks < MIN_RATED_TICKS:
        return "the game was too short"
    return ""


def rate_match(
    connection: Connection, game: str, placements: Sequence[Placement], people: Mapping[int, int], now: float
) -> dict[int, tuple[Rating, Rating]]:
    """Rate a game; return (rating before, rating after), keyed by seat, for all people whose ratings it changes.

    Args:
        connection: connection with an open transaction.
        game: name of the game.
        placements: places of the players.
        people: numbers of the people, keyed by seat. Nobody has two seats.
        now: current time in seconds since 1970.
    """
    keys = sorted(people.values())
    # Lock the people: two servers may finish games of the same person at the same time.
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
    """Return the number of rated games that two people played against each other within the latest ``PAIR_SECONDS``."""
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
