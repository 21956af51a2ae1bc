"""Well-formed files with wrong values: they give a one-line error, or a session that still plays.

States that play can reach are accepted.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from session.test_session import SCRIPT, play
from session.test_session import session_of as study_session
from soak.fuzz_values import NAMES, fuzz, replaced, session_of

from gpulife.cli.play_by_mail import mail_game as game_file
from gpulife.cli.play_by_mail.mail_game import load_game, save_game
from gpulife.errors import GpulifeError
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.matches import default_rule, new_match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.registry import find_game
from gpulife.seats import Seats
from gpulife.session.autosave import parse_session, session_parts
from gpulife.storage.save_file import SavedFileError, pack_json, read_parts, write_parts
from gpulife.window.play.session_saver import read_seats


@pytest.mark.parametrize("game", NAMES)
def test_invalid_values_are_refused_or_harmless(game: str) -> None:
    tally = fuzz(game, seed=13, states=6, values=25, ticks=40)
    assert not tally.wrong, "\n".join(tally.wrong)
    assert tally.refused > 50
    assert tally.played > 5


IMPOSSIBLE: list[tuple[str, tuple[Any, ...], Any]] = [
    ("study", ("cursors", 0, "row"), 24),
    ("study", ("cursors", 1, "column"), -1),
    ("study", ("cursors", 0, "stick"), [0, 2]),
    ("study", ("cursors",), []),
    ("study", ("seeds",), [99]),
    ("study", ("seeds", 1), 100),
    ("study", ("pending", 0), [0, 40]),
    ("study", ("option",), "FAST"),
    ("study", ("seed",), 5),
    ("study", ("draws",), 1 << 62),
    ("study", ("beat", "phase"), 60_000),
    ("study", ("beat", "speed"), 1 << 53),
    ("study", ("beat", "left"), 1 << 31),
    ("study", ("beat", "pace", "burst"), 100_001),
    ("study", ("beat", "pace", "rate"), 0),
    ("seed-list", ("game",), "one-seed"),
    ("seed-list", ("sides", 0, "entry"), 10),
    ("seed-list", ("sides", 1, "turns", 0), 1),
    ("seed-list", ("sides", 1, "turns"), [0]),
    ("seed-list", ("sides", 0, "ledger", "planted"), []),
    ("seed-list", ("sides", 0, "pending"), {"row": -1, "column": 0, "entry": 0, "turn": 0}),
    ("seed-list", ("clock", "top"), 0),
    ("seed-list", ("clock", "notches"), 25),
    ("seed-list", ("phase",), "over"),
    ("seed-list", ("winner",), 2),
    ("seed-list", ("dial",), 10),
    ("seed-list", ("digits",), [1, 2, 3, 4, 5]),
    ("biowar", ("sides",), []),
    ("biowar", ("sides", 0, "marks"), [[0, 0], [0, 0]]),
    ("biowar", ("sides", 0, "standing"), "in"),
    ("biowar", ("left",), 1),
    ("biowar", ("remarks",), [{"player": 6, "event": "said", "text": "", "turn": 0}]),
    ("biowar", ("remarks",), [{"player": 0, "event": "said", "text": "\x1b[2J", "turn": 0}]),
    ("survivor", ("piece",), 3),
    ("survivor", ("level", "title"), "Another"),
    ("survivor", ("placed",), {"piece": 1, "row": 99, "column": 0}),
    ("survivor", ("cursors",), []),
    ("realtime", ("rows",), 10_000),
    ("realtime", ("hour",), 0),
    ("realtime", ("left",), 1 << 40),
    ("realtime", ("seats", 0, "name"), "two words"),
    ("realtime", ("seats", 0, "path"), [[0, 99]]),
    ("realtime", ("names",), []),
    ("realtime", ("news",), ["\n"]),
    ("life-2", ("hands", 0, "chosen"), [[5, 0]]),
    ("life-2", ("hands", 0, "typed"), [1, 2]),
    ("life-2", ("hands", 1, "refused"), "never"),
    ("life-2", ("placed",), []),
    ("life-2", ("ending",), "clock"),
    ("fanfare", ("spelt",), 1 << 40),
    ("fanfare", ("seeds",), [1]),
]


@pytest.mark.parametrize(("game", "path", "value"), IMPOSSIBLE)
def test_impossible_states_are_refused(game: str, path: tuple[Any, ...], value: Any) -> None:
    shape = {"biowar": (11, 24), "life-2": (5, 5), "survivor": (8, 12)}.get(game, (24, 40))
    match = new_realtime(3, letters=2) if game == "realtime" else new_match(game, default_rule(game), shape, 3)
    session = session_of(match)
    kind, shape = find_game(game), session.board.shape
    good = json.loads(json.dumps(to_json(session.state)))
    kind.check(from_json(kind.state_type, good), match, shape)
    with pytest.raises(GpulifeError) as caught:
        kind.check(from_json(kind.state_type, replaced(good, path, value)), match, shape)
    assert "\n" not in str(caught.value)


FILE = Path("x")
MOMENTS: dict[str, dict[str, Any]] = {
    "a tick after the last": {"tick": 121},
    "a tick before the first": {"tick": -1},
    "a tick that is a text": {"tick": "3"},
    "too many generations": {"computed": 1 << 63},
    "another state": {"state": {}},
    "no state": {"state": None},
    "seats in seats": {"seats": {"names": [["a"]]}},
    "seats as a list": {"seats": []},
    "an unknown value": {"more": 1},
}


@pytest.mark.parametrize("name", MOMENTS)
def test_impossible_keyframe_is_refused(name: str) -> None:
    session = play(study_session(), SCRIPT, 120)
    parts = session_parts(session)
    moment = {"tick": 120, "computed": session.computed, "state": to_json(session.state)}
    assert parse_session(FILE, parts | {"moment": pack_json(moment)}).keyframe.state == session.state
    with pytest.raises(SavedFileError, match="x is damaged in its part 'moment'") as caught:
        parse_session(FILE, parts | {"moment": pack_json(moment | MOMENTS[name])})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["NaN", "Infinity", "[" * 200_000, '{"tick": 1e999}', ""])
def test_keyframe_that_is_not_json(text: str) -> None:
    parts = session_parts(study_session()) | {"moment": zlib.compress(text.encode())}
    with pytest.raises(SavedFileError, match="damaged in its part 'moment'"):
        parse_session(FILE, parts)


@pytest.mark.parametrize("generation", [-1, (1 << 63) - 1])
def test_impossible_generation_is_refused(generation: int) -> None:
    session = study_session()
    session.engine.generation = generation
    with pytest.raises(SavedFileError, match=r"damaged in its part .board.: .*generation"):
        parse_session(FILE, session_parts(session))


SEATS: dict[str, Any] = {
    "seats": ["person", "computer:2"],
    "names": ["Ada", ""],
    "party": ["person", "nobody"],
    "party_names": ["Ada", ""],
    "helped": True,
}


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": ["person"]},
        {"seats": "ab"},
        {"seats": [1, 2]},
        {"seats": ["person", "computer:9"]},
        {"names": ["Ada", "\x1b[2J"]},
        {"names": ["Ada", "y" * 17]},
        {"party": []},
        {"party": ["person"] * 7},
        {"party_names": True},
        {"helped": "yes"},
    ],
)
def test_invalid_saved_seats_are_refused(changes: dict[str, Any]) -> None:
    seats = read_seats(Seats(), SEATS)
    assert (seats[2].levels[1], seats[6].seats[0].name) == (2, "Ada")
    with pytest.raises(GpulifeError):
        read_seats(Seats(), SEATS | changes)


@pytest.mark.parametrize("clock", ["soon", True, None, 1e300, -1e300, []])
def test_invalid_mail_clock_is_refused(tmp_path: Path, clock: object) -> None:
    session = session_of(new_realtime(3, letters=2))
    path = tmp_path / "game.gpumail"
    save_game(path, session, 1e9)
    assert load_game(path)[1] == 1e9
    parts = read_parts(path, game_file._KIND)
    write_parts(path, game_file._KIND, parts | {"clock": pack_json(clock)})
    with pytest.raises(SavedFileError, match="damaged in its part 'clock'"):
        load_game(path)
