"""Players in a session."""

from __future__ import annotations

from games.playing import K, Table
from session.replaying import ReplayPlayer

from gpulife.games.core.game import Action
from gpulife.session.session import Session


def test_replayed_players() -> None:
    log = [(0, Action(0, K.TRIGGER, 1)), (2, Action(1, K.TRIGGER, 1)), (2, Action(0, K.STICK, 1, 0))]
    for player, expected in ((None, "A.B."), (1, "..B."), (0, "A...")):
        table = Table("....\n....", at=((0, 0), (0, 2)))
        start = table.session.recording()
        shifted = [(tick + start.ticks, action) for tick, action in log]
        session = Session(start.match, table.engine, [ReplayPlayer([*start.log, *shifted], player)])
        table.engine.paint(0, 0, table.engine.read_all() * 0)
        if player is not None:
            session.tick([action for _, action in start.log])
        for _ in range(8):
            session.tick()
        assert table.picture.split("\n")[0] == expected
