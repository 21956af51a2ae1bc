"""Resuming a stored match, also with damaged keyframes."""

from functools import partial

import numpy as np
import pytest
from sqlalchemy import text

from gpulife.games.core.game import Action, ActionKind
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.match_codec import keyframe_of
from gpulife.online.protocol import Host, Ping, encode
from gpulife.online.server._lifecycle import resumed_match, set_up
from gpulife.online.storage import Database

SECRET = b"secret" * 6
MOMENTS = (60, 120)
TICKS = 150


def stored_match(database: Database) -> tuple[int, HostedMatch]:
    """Store a match of 150 ticks with two keyframes; return it as it was played."""
    match = set_up(Host("seed-list")).match
    info = database.create_match(match, 2, "Old")
    hosted = HostedMatch.open(match, SECRET)
    written = []
    hosted.on_tick = lambda tick, actions: written.append(
        database.append(info.id, [(tick, action) for action in actions], urgent=False)
    )
    for seat in (0, 1):
        hosted.act(Action(seat, ActionKind.START))
    for tick in range(TICKS):
        if tick % 10 == 5:
            hosted.act(Action(tick // 10 % 2, ActionKind.STICK, 1, tick % 3 - 1))
            hosted.act(Action(tick // 10 % 2, ActionKind.TRIGGER, tick // 20 % 2))
        hosted.pass_ticks(1)
        session = hosted.session
        if session.ticks in MOMENTS:
            content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
            database.save_keyframe(info.id, session.ticks, content).result()
    written[-1].result()
    return info.id, hosted


@pytest.mark.parametrize("damaged", [(), (120,), (60, 120)])
@pytest.mark.parametrize("content", [b"\x00damaged", encode(Ping(1))])
def test_resumes_from_last_readable_keyframe(tmp_path, caplog, damaged, content):
    with Database.open(tmp_path) as database:
        match_id, played = stored_match(database)
        with database._transactions._engine.begin() as connection:
            connection.execute(text("UPDATE matches SET secret = :secret"), {"secret": SECRET})
            for tick in damaged:
                query = text("UPDATE keyframes SET content = :content WHERE tick = :tick")
                connection.execute(query, {"content": content, "tick": tick})
        stored = database.load_match(match_id, since_keyframe=True)
        assert all(tick >= MOMENTS[-1] for tick, _ in stored.log)
        hosted = resumed_match(stored, partial(database.load_match, match_id))
    session = hosted.session
    hosted.pass_ticks(TICKS - session.ticks)
    assert session.state == played.session.state
    assert np.array_equal(session.engine.read_all(), played.session.engine.read_all())
    assert [f"tick {tick} is damaged" in caplog.text for tick in MOMENTS] == [tick in damaged for tick in MOMENTS]
