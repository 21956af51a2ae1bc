"""``gpulife realtime`` with orders from files, pipes and terminals, across restarts, and its error messages."""

from __future__ import annotations

import io
import re
import threading
from argparse import ArgumentTypeError
from pathlib import Path

import pytest
from games.mail import row

from gpulife.cli.main import build_parser, main
from gpulife.cli.play_by_mail.command import tick_seconds
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.cli.play_by_mail.visit import LineReader, realtime, run_repl
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.state import RealTimePhase

ADA, BOB = f"JOIN Ada {row(5, 'c')}", f"JOIN Bob {row(20, 'm')}"
NOON = 1_000_000_000.0


class Post:
    """Runs the command with a simulated clock."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = folder / "game.gpumail"
        self._folder, self._capsys = folder, capsys
        self.now = NOON

    def __call__(self, *options: str, orders: str | None = None) -> tuple[int, list[str]]:
        """Run the command once; return its exit status and output lines."""
        if orders is not None:
            file = self._folder / "orders.txt"
            file.write_text(orders, encoding="utf-8")
            options = (*options, "--orders", str(file))
        status = realtime(build_parser().parse_args(["realtime", str(self.path), *options]), lambda: self.now)
        return status, self._capsys.readouterr().out.splitlines()

    @property
    def clerk(self) -> MailGame:
        return MailGame.load(self.path)


@pytest.fixture
def post(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Post:
    return Post(tmp_path, capsys)


def test_orders_from_files_over_days(post: Post) -> None:
    assert post("--no-tokens", orders=f"{ADA}\n{BOB}\n") == (
        0,
        ["Ada (A) has joined", "Bob (B) has joined", "the clock starts"],
    )
    post.now += 3600 * 30
    status, lines = post(orders="Ada: MOVE c5 c6\nSCORE\n")
    assert status == 0
    assert lines[0].startswith(("c5 to c6", "line 1: refused"))
    assert lines[-1].startswith("generation 2, tick 6 of 12: next tick in ")
    post.now += 3600 * 24 * 3 + 60
    _, lines = post(orders="SCORE")
    assert lines[-1].startswith("generation 8, tick 6 of 12")


def test_refused_orders_are_reported_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    orders = tmp_path / "o"
    orders.write_text(f"# first\n{ADA}\n{ADA}\n\nMOVE c5 c6\n{BOB}\n", encoding="utf-8")
    game = str(tmp_path / "g")
    assert main(["realtime", game, "--no-tokens", "--orders", str(orders)]) == 2
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "Ada (A) has joined",
        "line 3: refused: Ada is in the game already",
        "line 5: refused: c5 to c6 costs 1: you have 0 points until the next tick",
        "Bob (B) has joined",
        "the clock starts",
    ]
    assert said.err == "gpulife: error: 2 orders were refused (reasons above); all others were carried out\n"
    assert MailGame.load(Path(game)).state.playing == (0, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{BOB}\nMOVE a1", "line 2: refused: MOVE takes two places or more: where the cell is, and where it goes"),
        (f"{ADA} k9\n{BOB}", "line 1: refused: 11 places: JOIN takes 10"),
        (f"MOVE a1 a2\n{BOB}", "line 1: refused: whose order is it? Write the player's name and a colon before it"),
        (f"Dear all,\nplease MOEV a1 a2\nMOEV a1 a2\n{BOB}", "line 3: refused: 'MOEV' is not an order: use JOIN"),
    ],
)
def test_invalid_line_is_refused_and_others_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    orders = tmp_path / "o"
    orders.write_text(text, encoding="utf-8")
    assert main(["realtime", str(tmp_path / "g"), "--no-tokens", "--orders", str(orders)]) == 2
    said = capsys.readouterr()
    assert said.err == "gpulife: error: 1 order was refused (reasons above); all others were carried out\n"
    assert [line for line in said.out.splitlines() if line.startswith(why)]
    assert ("skipped (not orders): lines 1 to 2" in said.out) == ("Dear" in text)
    assert MailGame.load(tmp_path / "g").state.seats[0].name == "Bob"


def test_unreadable_order_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary").write_bytes(b"JOIN \xff")
    (tmp_path / "damaged").write_bytes(b"no game")
    for options, why in (
        (["--orders", str(tmp_path / "none")], f"cannot read {tmp_path / 'none'}: No such file or directory"),
        (["--orders", str(tmp_path)], f"cannot read {tmp_path}: Is a directory"),
        (["--orders", str(tmp_path / "binary")], f"{tmp_path / 'binary'} is not text: byte 5 is not UTF-8"),
        (["--replay", str(tmp_path / "no" / "r")], f"there is no folder {tmp_path / 'no'}"),
        (["--tick", "2h"], "argument --tick: '2h' is not a time from 0.25s to 1h in steps of 0.25s"),
        (["--players", "27"], "argument --players: '27' is not a number of players from 1 to 26"),
        (["--seats", "person,robot"], "argument --seats: seat 'robot' should be person, or computer:1 to computer:4"),
        (["--names", "Ada,ada"], "argument --names: 'ada' appears twice: each player needs a different name"),
        (["--size", "9"], "argument --size:"),
        (["--seats", ",".join(["person"] * 27)], "players cannot be 27 in realtime: use a whole number from 1 to 26"),
    ):
        assert main(["realtime", str(tmp_path / "game"), *options]) == 2
        said = capsys.readouterr()
        assert why in said.err
        assert len(said.err.splitlines()) == 1
    assert main(["realtime", str(tmp_path / "damaged")]) == 2
    assert "damaged" in capsys.readouterr().err


def test_new_game_replaces_an_old_one_only_with_new(
    post: Post, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    post("--players", "1", "--tick", "5min", orders=ADA)
    assert (post.clerk.state.hour, post.clerk.state.phase) == (300 * 60, RealTimePhase.PLAY)
    assert main(["realtime", str(post.path), "--tick", "1h"]) == 2
    why = f"--tick is for a new game, but {post.path} contains a game: add --new to replace it"
    assert capsys.readouterr().err == f"gpulife: error: {why}\n"
    post("--new", "--tick", "1h", orders="")
    assert post.clerk.state.phase is RealTimePhase.WAITING


def test_ticks_begin_and_replay(post: Post, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    post("--players", "5", orders=f"{ADA}\n{BOB}")
    assert main(["realtime", str(post.path), "--ticks", "3"]) == 2
    assert "--ticks has no effect: generation 0: the clock starts when 3 more players join" in capsys.readouterr().err
    _, lines = post("--begin", orders="SCORE")
    assert lines[-1].startswith("generation 0, tick 0 of 12: next tick in ")
    replay = tmp_path / "a.gpureplay"
    _, lines = post("--ticks", "25", "--replay", str(replay))
    assert lines[-1].startswith("generation 2, tick 1 of 12: next tick in 1 h 00 min")
    assert main(["replay", str(replay), "--verify"]) == 0
    assert "generation 2" in capsys.readouterr().out


def test_orders_from_a_pipe(post: Post, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{ADA}\n\nHELP\n{BOB}\nAda:\nMOVE c5 c6\nquit\nexit\nSCORE\n"))
    assert main(["realtime", str(post.path)]) == 2, "an order was refused, and nobody was there to see it"
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Real-Time Life by typed orders. HELP lists the orders")
    assert lines[1:3] == [f"This game is in {post.path}.", "generation 0: the clock starts when 2 more players join"]
    assert lines[3] == "Ada (A) has joined"
    assert "  SHOW alone" in lines
    assert lines[-4:] == [
        "the clock starts",
        "refused: c5 to c6 costs 1: you have 0 points until the next tick",
        "Ada (A) has quit",
        "the game is over: Bob (B) wins",
    ]
    assert post.clerk.state.phase is RealTimePhase.OVER


def test_invalid_bytes_are_a_refused_order(
    post: Post, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(f"{ADA}\nM\xfcller: QUIT\nSCORE\n".encode("latin-1")), "utf-8", "strict")
    monkeypatch.setattr("sys.stdin", typed)
    assert main(["realtime", str(post.path)]) == 2
    said = capsys.readouterr()
    assert "refused: " in said.out
    assert "A Ada " in said.out
    assert "Traceback" not in said.err


def test_line_reader_ends_on_any_error() -> None:
    class Broken(io.StringIO):
        def readline(self, _: int | None = -1) -> str:
            raise OSError("gone")

    assert LineReader(Broken("SCORE")).next(60) is None


def test_time_passes_while_nobody_types(capsys: pytest.CaptureFixture[str]) -> None:
    clerk = MailGame(new_realtime(1, tick_seconds=1, players=2, limit=1), NOON)
    clock = {"now": NOON}
    saved: list[int] = []
    told = threading.Event()

    def now() -> float:
        clock["now"] += 1.0
        return clock["now"]

    class Typist:
        """Standard input: two orders, then silence until the game is over."""

        def __init__(self) -> None:
            self.lines = ["Ada: score\n", f"{BOB}\n", f"{ADA}\n"]

        def readline(self, _: int) -> str:
            if len(self.lines) == 1:
                told.wait(10)
            return self.lines.pop() if self.lines else ""

    def ended() -> bool:
        if clerk.state.phase is RealTimePhase.OVER:
            told.set()
        return False

    wrong = run_repl(clerk, LineReader(Typist()), now, lambda: saved.append(clerk.state.hours), ended)  # type: ignore[arg-type]
    said = capsys.readouterr().out.splitlines()
    assert wrong == 0
    assert said[:3] == ["Ada (A) has joined", "Bob (B) has joined", "the clock starts"]
    assert "the game is over: nobody wins" in said
    assert said[-1].startswith("generation 1 of 1: the game is over")
    assert max(saved) == 12


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1", 1), ("0.25", 0.25), ("1.50s", 1.5), ("10s", 10), ("5min", 300), ("2m", 120), ("1h", 3600), ("60 MIN", 3600)],
)
def test_tick_times(text: str, seconds: float) -> None:
    found = tick_seconds(text)
    assert (found, type(found)) == (seconds, type(seconds))


@pytest.mark.parametrize("text", ["0", "0.1s", "0.3s", "1.1s", "61min", "1.001h", "nan", "1e3", ".", "quick"])
def test_invalid_tick_times(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=re.escape(f"{text!r} is not a time from 0.25s to 1h in steps")):
        tick_seconds(text)


def test_default_game_is_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{ADA}\n"))
    assert main(["realtime"]) == 0
    assert (tmp_path / "data" / "realtime.gpumail").exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("SCORE\n"))
    assert main(["realtime"]) == 0
    assert "A Ada " in capsys.readouterr().out


def test_damaged_game_is_renamed_and_a_new_one_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    game = tmp_path / "realtime.gpumail"
    for options, status in (
        ([], 0),
        (["--orders", str(tmp_path / "orders")], 2),
        (["--ticks", "1"], 2),
        ([str(game)], 2),
    ):
        (tmp_path / "orders").write_text("SHOW\n")
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(["realtime"]) == 0
        whole = game.read_bytes()
        damaged = whole[:-1] + bytes([whole[-1] ^ 1])
        game.write_bytes(damaged)
        capsys.readouterr()
        assert main(["realtime", *options]) == status
        said = capsys.readouterr()
        assert "is damaged in its part 'clock': its checksum is wrong; it was set aside as realtime.gpumail.bad" in (
            said.err if status else said.out
        )
        assert game.exists() == (status == 0)
        (kept,) = tmp_path.glob("realtime.gpumail.bad*")
        assert kept.read_bytes() == damaged
        kept.unlink()


def test_foreign_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("dear diary")
    assert main(["realtime", str(tmp_path / "notes.txt")]) == 2
    assert (tmp_path / "notes.txt").read_text() == "dear diary"


def test_seats_and_names(post: Post) -> None:
    post(
        "--seed",
        "1",
        "--seats",
        "person,computer:1,person",
        "--names",
        "Ada",
        orders=f"JOIN Cy {row(1)}\nJOIN ada {row(3)}",
    )
    post.now += 2
    _, lines = post(orders="SCORE")
    assert [line.split()[:2] for line in lines[1:4]] == [["A", "ada"], ["B", "Computer-B"], ["C", "Cy"]]
    assert post.clerk.state.running
