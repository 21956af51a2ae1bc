"""The spec of the title screen, which is a game for a session that nobody plays."""

from __future__ import annotations

from gpulife.games.fanfare import Fanfare, FanfareState
from gpulife.games.spec import GameSpec

_GAME = Fanfare()

TITLE = GameSpec(
    name=_GAME.name,
    title=_GAME.title,
    about="the program's name, spelt in cells",
    players=0,
    competitive=False,
    shape=_GAME.shape,
    min_species=_GAME.least_species,
    state_type=FanfareState,
    start=_GAME.start,
    check=_GAME.check,
    advance=_GAME.advance,
    scores=lambda _state, _census: (),
)
