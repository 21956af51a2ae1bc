"""Pages that anybody may read: finished matches, their replays, and the ratings of players."""

import asyncio
import http
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec

from gpulife.online._http_pages import FaultError, HttpRequest, Page, Route
from gpulife.online.seat_rules import hosted_games
from gpulife.online.shown_text import placed_line, result_sentences
from gpulife.online.storage import Database, MatchResult, Standing, UnavailableError
from gpulife.session.replay import REPLAY_ENDING

REPLAYS = "/replays/"
_LISTED = 100
_MAX_FIELDS = 4
_Answer = TypeVar("_Answer")


def replay_path(replay_id: str) -> str:
    """Return the path of a replay on a server."""
    return f"{REPLAYS}{replay_id}{REPLAY_ENDING}"


def record_routes(database: Database) -> dict[str, Route]:
    """Return the routes ``/results.json`` and ``/players.json``. With ``?game=NAME``, they list only that game."""

    async def results(request: HttpRequest) -> Page:
        latest = await _asked(database.results.latest, game=_game(request), limit=_LISTED)
        return _json([_result(result) for result in latest])

    async def players(request: HttpRequest) -> Page:
        games = [game] if (game := _game(request)) else hosted_games()
        tables = {game: await _asked(database.ratings.table, game, _LISTED, provisional=True) for game in games}
        return _json({game: [_standing(standing) for standing in table] for game, table in tables.items() if table})

    return {"/results.json": results, "/players.json": players}


def replay_routes(database: Database) -> dict[str, Route]:
    """Return the route for replays of finished matches, keyed by its path prefix."""

    async def replay(request: HttpRequest) -> Page | None:
        replay_id = request.path.removeprefix(REPLAYS).removesuffix(REPLAY_ENDING)
        content = await _asked(database.results.replay, replay_id)
        return None if content is None else Page(content, "application/octet-stream", is_cacheable=True)

    return {REPLAYS: replay}


def player_names(result: MatchResult) -> list[str]:
    """Return the name of the player on each seat in a finished game; "" for a seat without a named person."""
    names = {player.seat: player.name for player in result.players}
    return [names.get(seat, "") for seat in range(max(names, default=-1) + 1)]


def result_line(result: MatchResult, *, tells_ratings: bool = True) -> str:
    """Return a line with the result of a finished game in words; three spaces part its sentences.

    Without ``tells_ratings`` the line says nothing of ratings.
    """
    why = [] if result.rated or not tells_ratings else [f"Not rated: {result.why_not}."]
    return "   ".join([*result_sentences(result.players, tells_ratings=tells_ratings), *why])


def _game(request: HttpRequest) -> str:
    """Return the game named in a request; "" if it names no game, or one that servers do not host.

    Raises:
        FaultError: the request has too many fields.
    """
    try:
        asked = parse_qs(request.query[:200], max_num_fields=_MAX_FIELDS).get("game", [""])[0]
    except ValueError:
        raise FaultError(http.HTTPStatus.BAD_REQUEST, "Too many query fields: use only game=NAME.") from None
    return asked if asked in hosted_games() else ""


async def _asked(question: Callable[..., _Answer], *arguments: Any, **named: Any) -> _Answer:
    """Run ``question``, a function that queries the database, in a thread; return its result.

    Raises:
        FaultError: the database is unavailable.
    """
    try:
        return await asyncio.to_thread(question, *arguments, **named)
    except UnavailableError as error:
        line = f"{error.told[:1].upper()}{error.told[1:]}."
        raise FaultError(http.HTTPStatus.SERVICE_UNAVAILABLE, line) from error


def _result(result: MatchResult) -> dict[str, Any]:
    players = [
        {"seat": player.seat, "name": player.name, "place": player.place, "quit": player.quit}
        | ({} if player.rating is None else {"rating": [round(rating) for rating in player.rating]})
        for player in result.players
    ]
    return {
        "name": result.name,
        "game": result.game,
        "ended": round(result.ended),
        "ticks": result.length,
        "began": result.began,
        "rated": result.rated,
        "why_not": result.why_not,
        "replay": replay_path(result.replay_id) if result.replay_id else "",
        "line": placed_line(result.players),
        "players": players,
    }


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "rating": round(standing.rating.rating),
        "deviation": round(standing.rating.deviation),
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "provisional": standing.provisional,
    }


def _json(value: Any) -> Page:
    return Page(msgspec.json.encode(value), "application/json")
