"""Games by mail: catching up with the time, orders and answers, and computers in seats."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from games.mail import TEN, row

from gpulife.cli.play_by_mail.mail_game import MailGame, load_game, locked, news_since, save_game
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import OutputError
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import ActionKind
from gpulife.games.matches import new_match
from gpulife.games.realtime.correspondence.delivery import Delivery
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import parse_orders
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase
from gpulife.rules import parse_rule
from gpulife.session.session import Session
from gpulife.storage.save_file import SavedFileError

HOUR = 3600
NOON = 1_000_000_000.0
"""Time at which the games of these tests begin, in seconds since 1970."""


def clerk_of(text: str = "", now: float = NOON, **settings: object) -> MailGame:
    clerk = MailGame(new_realtime(7, **settings), now)  # type: ignore[arg-type]
    told(clerk, text)
    return clerk


def told(clerk: MailGame, text: str) -> list[str]:
    """Carry out orders and return the answers."""
    delivery = Delivery(clerk, None, bytes)
    return [line for order in parse_orders(text) for line in delivery.order(order).lines]


BOTH = f"JOIN Ada {row(5, 'c')}\nJOIN Bob {row(20, 'm')}"


def test_game_follows_the_clock() -> None:
    clerk = clerk_of(BOTH)
    assert clerk.state.running
    clerk.catch_up(NOON + HOUR - 1)
    assert clerk.state.hours == 0
    assert clerk.seconds_left(NOON + HOUR - 1) == pytest.approx(1, abs=0.1)
    clerk.catch_up(NOON + HOUR + 1)
    assert (clerk.state.hours, clerk.state.seats[0].points) == (1, 1)
    clerk.catch_up(NOON + 12 * HOUR + 1)
    assert (clerk.state.hours, clerk.state.generation, clerk.state.seats[0].turns) == (12, 1, 1)
    before = clerk.state
    clerk.catch_up(NOON)
    assert clerk.state == before, "a clock that was set back lets no time pass"


@pytest.mark.parametrize("seats", [(), (0, 0, 1, 3)])
def test_catching_up_weeks_equals_playing_each_minute(seats: tuple[int, ...], tmp_path: Path) -> None:
    days = 2
    ends = []
    for visits in (1, 20, 100):
        clerk = clerk_of(BOTH, seats=seats, players=max(2, len(seats)))
        for visit in range(1, visits + 1):
            clerk.catch_up(NOON + 1 + days * 24 * HOUR * visit / visits)
            if visit % 7 == 0:  # a restart
                clerk.save(tmp_path / "a")
                clerk = MailGame.load(tmp_path / "a")
        assert clerk.state.generation == days * 2
        ends.append(moment_hash(clerk.state, clerk.session.board))
        assert clerk.session.ticks == (days * 24 * HOUR + 1) * 60
    assert ends[0] == ends[1] == ends[2]


def test_skipped_ticks_equal_played_ticks() -> None:
    clerk, other = (clerk_of(BOTH, tick_seconds=1, seats=(0, 0, 2), players=3) for _ in range(2))
    clerk.catch_up(NOON + 60)
    while other.session.ticks < clerk.session.ticks:
        other.session.tick()
    assert clerk.state == other.state
    assert np.array_equal(clerk.session.engine.read_all(), other.session.engine.read_all())


def test_waiting_or_finished_game_skips_centuries() -> None:
    clerk = clerk_of(f"JOIN Ada {TEN}")
    clerk.catch_up(NOON + 1e9)
    assert (clerk.state.hours, clerk.seconds_left(NOON)) == (0, float("inf"))
    assert clerk.begin().lines[0].startswith("generation 0, tick 0 of 12: next tick in 1 h 00 min")
    assert clerk.begin().refused
    empty = clerk_of()
    assert empty.begin().lines == ("nobody has joined yet",)
    limited = clerk_of(BOTH, limit=2)
    limited.catch_up(NOON + 1e9)
    assert (limited.state.ending, limited.state.generation) == (RealTimeEnding.LIMIT, 2)


def test_interrupted_catching_up_continues_later() -> None:
    clerk, straight = clerk_of(BOTH), clerk_of(BOTH)
    looks = iter(range(10))
    assert not clerk.catch_up(NOON + 500 * HOUR, lambda: next(looks, None) is None)
    assert 0 < clerk.state.hours < 10
    assert clerk.catch_up(NOON + 500 * HOUR)
    straight.catch_up(NOON + 500 * HOUR)
    assert clerk.state == straight.state


def test_ticks_played_ahead_are_not_repeated() -> None:
    clerk = clerk_of(BOTH)
    clerk.catch_up(NOON + 100)
    clerk.pass_turn_ticks(12)
    assert (clerk.state.hours, clerk.state.seats[0].turns) == (12, 1)
    clerk.catch_up(NOON + 100 + HOUR / 2)
    assert clerk.state.hours == 12
    clerk.catch_up(NOON + 101 + HOUR)
    assert clerk.state.hours == 13
    limited = clerk_of(BOTH, limit=1)
    limited.pass_turn_ticks(1000)
    assert limited.state.hours == 12


def test_answers() -> None:
    clerk = clerk_of()
    assert told(clerk, f"JOIN Ada {TEN}") == ["Ada (A) has joined"]
    assert told(clerk, f"JOIN Bob {TEN}") == ["a1 is taken by a cell of Ada (A)"]
    assert told(clerk, f"JOIN Bob {row(9)}") == ["Bob (B) has joined", "the clock starts"]
    assert told(clerk, "Cy: MOVE a1 a2") == ["nobody called Cy has joined"]
    clerk.catch_up(NOON + HOUR + 1)
    assert told(clerk, "ada: MOVE a1 a2") == ["a1 to a2 for 1: 0 points left"]
    assert told(clerk, "B: MOVE a9 a10 a9") == ["a9 to a9 costs 2: you have 1 point until the next tick"]
    assert told(clerk, "B: QUIT") == ["Bob (B) has quit", "the game is over: Ada (A) wins"]
    assert told(clerk, "Ada: QUIT") == ["the game is over"]
    waiting = clerk_of(f"JOIN Ada {TEN}")
    assert told(waiting, f"Ada: QUIT\nJOIN Eve {row(9)}") == ["Ada (A) has quit", "Eve (A) has joined"]


def test_show_and_score() -> None:
    clerk = clerk_of(BOTH)
    shown = told(clerk, "SHOW")
    assert len(shown) == 2 + 32 + 1
    assert shown[6] == "..AAAAAAAAAA" + "." * 60 + " 5"
    assert shown[-1].startswith("generation 0, tick 0 of 12: next tick in ")
    assert told(clerk, "SCORE")[1] == "A Ada                 0.00     10      0     0"


def test_computers_join_and_take_no_orders() -> None:
    clerk = clerk_of(seats=(2, 0, 1), players=3)
    clerk.catch_up(NOON + 1)
    assert [seat.name for seat in clerk.state.seats[:4]] == ["Computer-A", "", "Computer-C", ""]
    assert told(clerk, f"JOIN Ada {row(40)}") == ["Ada (B) has joined", "the clock starts"]
    assert told(clerk, f"JOIN Ada {row(39)}") == ["Ada is in the game already"]
    assert clerk.state.seats[1].name == "Ada"
    assert told(clerk, "A: QUIT") == ["Computer-A (A) is played by the computer"]
    clerk.catch_up(NOON + HOUR + 1)
    assert {str(action.kind) for _, action in clerk.session.log.entries()} == {str(ActionKind.JOIN)}
    assert [seat.points for seat in clerk.state.seats[:3]] == [1, 1, 1], "nobody spent any"


def test_news_since() -> None:
    assert news_since((), ("a",)) == ("a",)
    assert news_since(("a", "b"), ("a", "b")) == ()
    assert news_since(("a", "b"), ("b", "c", "d")) == ("c", "d")
    assert news_since(("a",), ("x", "y")) == ("x", "y")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.gpumail"
    clerk = clerk_of(BOTH)
    clerk.catch_up(NOON + 30 * HOUR)
    clerk.save(path)
    again = MailGame.load(path)
    assert (again.state, again.session.ticks) == (clerk.state, clerk.session.ticks)
    assert load_game(path)[1] == NOON
    data = path.read_bytes()
    for place in (len(data) // 2, len(data) - 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(SavedFileError, match=r"game\.gpumail"):
            load_game(path)
    path.write_bytes(b"GPULIFE=nonsense")
    with pytest.raises(SavedFileError):
        load_game(path)
    with pytest.raises(SavedFileError):
        load_game(tmp_path / "none")


def test_other_games_and_invalid_clocks_are_refused(tmp_path: Path) -> None:
    study = new_match("study", parse_rule("Immigration"), (8, 8), 1)
    save_game(tmp_path / "a", Session(study, NumpyEngine(parse_rule(study.rule), (8, 8))), NOON)
    with pytest.raises(SavedFileError, match="is a game of study, not of realtime"):
        load_game(tmp_path / "a")
    for clock in (float("nan"), float("inf"), True, "noon"):
        save_game(tmp_path / "b", clerk_of().session, clock)  # type: ignore[arg-type]
        with pytest.raises(SavedFileError, match="clock"):
            load_game(tmp_path / "b")


def test_game_is_locked_against_a_second_program(tmp_path: Path) -> None:
    path = tmp_path / "game.gpumail"
    with locked(path), pytest.raises(OutputError, match="is being played by another gpulife"), locked(path):
        pass
    with locked(path), locked(tmp_path / "other.gpumail"):
        pass


def test_long_game_has_a_small_file(tmp_path: Path) -> None:
    clerk = clerk_of(BOTH, seats=(0, 0, 2), players=3)
    clerk.catch_up(NOON + 5 * 24 * HOUR)
    assert clerk.state.phase in (RealTimePhase.PLAY, RealTimePhase.OVER)
    clerk.save(tmp_path / "a")
    assert (tmp_path / "a").stat().st_size < 100_000
    again = Session(clerk.session.match, NumpyEngine(clerk.session.engine.rule, clerk.session.engine.shape),
                    recording=clerk.session.recording(), verify=True)  # fmt: skip
    assert again.seek(clerk.session.ticks)
    assert again.board_hashes.first_mismatch is None
    assert moment_hash(again.state, again.board) == moment_hash(clerk.state, clerk.session.board)


def test_quit_says_when_and_where_to_rejoin() -> None:
    clerk = clerk_of(f"{BOTH}\nJOIN Cy {row(31, 'a')}", players=3)
    clerk.catch_up(NOON + 3 * HOUR + 1)
    back = f"JOIN Ada {row(3, 'c')}"
    why = "Ada (A) has quit and may join again after the next generation, in 9 h 00 min"
    assert told(clerk, f"Ada: QUIT\n{back}") == ["Ada (A) has quit", why]
    clerk.catch_up(NOON + 12 * HOUR + 1)
    (said,) = told(clerk, f"JOIN Ada {row(23, 'm')}")
    assert said.endswith("from a cell of Bob (B): after quitting, keep 5 steps or more away")
    assert told(clerk, back) == ["Ada (A) has joined"]
