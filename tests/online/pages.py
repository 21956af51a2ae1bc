"""A model in Python of what the browser page makes of its frames, and matches to test it with."""

from __future__ import annotations

import json
import zlib
from struct import unpack_from
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import CONSENT, seat_actions
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.matches import new_match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.registry import find_game
from gpulife.online.page_view.cell_frames import CHANGES, DEFLATED, WHOLE
from gpulife.rules import parse_rule
from gpulife.session.session import Session

K = ActionKind
GAMES = ("one-seed", "seed-list", "biowar", "realtime", "life-2", "p2life")


class PageModel:
    """A page: it decodes frames, and knows nothing of games."""

    def __init__(self) -> None:
        self.values: NDArray[np.uint8] | None = None
        self.parts: dict[str, Any] = {}
        self.bytes = 0

    @property
    def cells(self) -> NDArray[np.uint8]:
        return self.values & 31

    def take(self, frames: list[bytes | str]) -> PageModel:
        for frame in frames:
            self.bytes += len(frame.encode() if isinstance(frame, str) else frame)
            if isinstance(frame, str):
                parts = json.loads(frame)
                assert parts.pop("t") == "view"
                self.parts |= parts
            else:
                self._take_cells(frame)
        return self

    def _take_cells(self, frame: bytes) -> None:
        kind, body = frame[0], frame[5:]
        if kind & DEFLATED:
            body = zlib.decompress(body, -zlib.MAX_WBITS)
        if kind & ~DEFLATED == WHOLE:
            rows, columns = unpack_from("<II", body)
            self.values = np.frombuffer(body, np.uint8, offset=8).reshape(rows, columns).copy()
            return
        assert kind & ~DEFLATED == CHANGES
        (count,) = unpack_from("<I", body)
        at, place, places = 4, -1, []
        for _ in range(count):
            place += 1
            while body[at] == 255:
                place, at = place + 255, at + 1
            place, at = place + body[at], at + 1
            places.append(place)
        assert len(body) == at + count
        self.values.ravel()[places] = np.frombuffer(body, np.uint8, offset=at)


def match_of(game: str, option: str = "", *, consent: bool = False) -> Match:
    spec = find_game(game)
    if game == "realtime":
        return new_realtime(7, letters=4, players=2, tick_seconds=1)
    rule = parse_rule(spec.rule)
    match = new_match(game, rule, rule.size or spec.shape, 7, option)
    if consent:
        match.settings[CONSENT] = True
    return match


def session_of(game: str, levels: tuple[int, ...] = (), option: str = "") -> Session:
    """A new session, with computers on the first seats."""
    match = match_of(game, option)
    rule = parse_rule(match.rule)
    spec = find_game(game)
    players = [
        spec.computer(ComputerSeat(seat=seat, level=level, seed=7)) for seat, level in enumerate(levels) if level
    ]
    session = Session(match, NumpyEngine(rule, rule.size), players, game=spec, budget=0)
    session.tick((*seat_actions(session.state, levels), *begin(game)))
    return session


def begin(game: str) -> tuple[Action, ...]:
    """Return the actions that begin a game."""
    return (Action(NOBODY, K.START),) if game in ("one-seed", "seed-list", "life-2", "p2life") else ()
