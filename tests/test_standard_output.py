"""Standard output that is closed, full or unread: commands end like other programs, and lose no data."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from boards import load_pattern
from games.mail import row

import gpulife
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.games.core.game import ActionKind
from gpulife.games.realtime.state import RealTimePhase
from gpulife.session.replay import read_replay

JOINS = f"JOIN Ada {row(5, 'c')}\nJOIN Bob {row(20, 'm')}\n"
MOVES = "1,1\n2,1\n1,2\n5,5\n4,5\n5,4\n3,3\n2,3\n"
FULL = "gpulife: error: cannot write standard output: No space left on device\n"


def board(folder: Path) -> bool:
    return load_pattern(folder / "out.rle").cells.sum() == 5


def both_play(folder: Path) -> bool:
    return MailGame.load(folder / "game").state.phase is RealTimePhase.PLAY


def both_are_recorded(folder: Path) -> bool:
    return both_play(folder) and read_replay(folder / "out.gpureplay").match.game == "realtime"


def two_turns(folder: Path) -> bool:
    return sum(action.kind is ActionKind.PLACE for _, action in read_replay(folder / "out.gpureplay").log) == 8


def there(*names: str) -> Callable[[Path], bool]:
    return lambda folder: all((folder / name).stat().st_size > 20 for name in names)


def nothing(folder: Path) -> bool:
    return folder.is_dir()


COMMANDS: dict[str, Callable[[Path], bool]] = {
    "--version": nothing,
    "run --help": nothing,
    "list programmes": nothing,
    "--view terminal --engine numpy --size 40x20": nothing,
    "run glider -g 4 --engine numpy -o out.rle": board,
    "run glider -g 4 --engine numpy -o out.rle --census census.csv --json": board,
    "realtime game --orders orders --replay out.gpureplay": both_are_recorded,
    "realtime game": nothing,
    "teletype --turns 2 --record out.gpureplay": two_turns,
    "replay lasting.gpureplay --verify --engine numpy": nothing,
    "replay lasting.gpureplay --headless --json --engine numpy": nothing,
    "render glider -o out.gif --size 64x40 --seconds 0.2": there("out.gif"),
    "tournament --games 1 --pair 1:2 --jobs 1 --engine numpy --json out.json --seed 1": there("out.json"),
    "bench --size 256 --engine numpy --seconds 0.1 --json out.json": there("out.json"),
    "art quiet --report --hours 0.02": nothing,
}
"""Commands, each with a check of the files that it leaves."""
ENDINGS = {"closed": (0, ""), "full": (2, FULL), "unread": (141, "")}
CLOSED = (
    *(
        "--version",
        "--view terminal --engine numpy --size 40x20",
        "realtime game --orders orders --replay out.gpureplay",
    ),
    *("realtime game", "tournament --games 1 --pair 1:2 --jobs 1 --engine numpy --json out.json --seed 1"),
)
"""For whom a closed output may be another matter than for the others: it is replaced before a command begins."""


BOTH = ("run glider -g 4 --engine numpy -o out.rle", "realtime game --orders orders --replay out.gpureplay")
"""For whom both outputs that cannot be written to are tested; the others take turns, since all of them say what they
have to say through the same two writers."""


def commands_and_outputs() -> list[tuple[str, str]]:
    pairs = [(command, "closed") for command in CLOSED]
    for number, command in enumerate(COMMANDS):
        outputs = ("full", "unread")
        pairs += [(command, output) for output in (outputs if command in BOTH else outputs[number % 2 :][:1])]
    return pairs


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a replay."""
    folder = tmp_path_factory.mktemp("recorded")
    (folder / "moves").write_text(MOVES)
    with (folder / "moves").open() as moves:
        done = subprocess.run(
            [*PROGRAM, "teletype", "--turns", "1", "--record", "lasting.gpureplay"],
            **surroundings(folder), stdin=moves, capture_output=True, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "lasting.gpureplay"


PROGRAM = (sys.executable, "-m", "gpulife")


def surroundings(folder: Path) -> dict[str, object]:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    own = {"GPULIFE_DATA": str(folder / "data"), "GPULIFE_SETTINGS": str(folder / "settings.toml")}
    return {"cwd": folder, "env": plain | own | {"PYTHONPATH": str(Path(gpulife.__file__).parents[1])}}


@contextmanager
def unread_pipe() -> Iterator[int]:
    """Return the write end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


def run(command: str, folder: Path, output: str, **options: object) -> tuple[int, str]:
    """Run a command with a ``closed``, ``full`` or ``unread`` output; return exit status and standard error."""
    (folder / "orders").write_text(JOINS)
    (folder / "moves").write_text(MOVES)
    closing = {"closed": ">&-", "all closed": "<&- >&- 2>&-", "full": ">/dev/full", "unread": ""}[output]
    whole = ["sh", "-c", f'exec "$@" {closing}', "sh", *PROGRAM, *command.split()]
    with unread_pipe() as pipe, (folder / "moves").open() as moves:
        done = subprocess.run(
            whole, stdout=pipe, stdin=moves, stderr=subprocess.PIPE, text=True, check=False,
            timeout=120, **surroundings(folder) | options,
        )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize(("command", "output"), commands_and_outputs())
def test_closed_output_ends_commands_cleanly(command: str, output: str, tmp_path: Path, recorded: Path) -> None:
    if "lasting" in command:
        (tmp_path / recorded.name).write_bytes(recorded.read_bytes())
    refused = "gpulife: error: 8 orders were refused (reasons above); all others were carried out\n"
    closed_talk = command == "realtime game" and output == "closed"  # where places are no orders
    assert run(command, tmp_path, output) == ((2, refused) if closed_talk else ENDINGS[output])
    assert COMMANDS[command](tmp_path)


def test_closed_output_never_reaches_other_files(
    tmp_path: Path,
) -> None:
    status, _ = run("realtime game --orders orders --replay out.gpureplay", tmp_path, "all closed")
    assert status == 0
    assert both_are_recorded(tmp_path)


def test_joined_line_is_flushed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "orders")
    process = subprocess.Popen(
        [*PROGRAM, "realtime", "game", "--orders", "orders"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, **surroundings(tmp_path),
    )  # fmt: skip
    with process:
        (tmp_path / "orders").write_text(JOINS + "SHOW\n" * 400)
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "Ada (A) has joined\n"
        process.stdout.close()  # as head -1 does
        assert process.wait(60) == 141
        assert process.stderr.read() == ""
    assert both_play(tmp_path)


def test_told_results_are_saved(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "realtime", "game"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, **surroundings(tmp_path),
    )  # fmt: skip
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(JOINS)
        process.stdin.flush()
        assert "Ada (A) has joined\n" in iter(process.stdout.readline, "")
        process.kill()
    assert MailGame.load(tmp_path / "game").state.seats[0].name == "Ada"


@pytest.mark.parametrize(
    ("command", "source", "said"),
    [
        ("realtime game --orders /dev/zero", "/dev/null", "/dev/zero has more than 1 MiB: too large for orders"),
        ("realtime game --orders -", "/dev/zero", "standard input has more than 1 MiB: too large for orders"),
        ("realtime game --orders .", "/dev/null", "cannot read .: Is a directory"),
        ("realtime game", "/dev/zero", "standard input has a line of more than 64 KiB, which is too long"),
        ("teletype --turns 1", "/dev/zero", "standard input has a line of more than 64 KiB, which is too long"),
    ],
)
def test_endless_input_is_not_read_to_end(command: str, source: str, said: str, tmp_path: Path) -> None:
    with Path(source).open("rb") as file:
        done = subprocess.run(
            [*PROGRAM, *command.split()], stdin=file, capture_output=True, text=True, check=False, timeout=60,
            **surroundings(tmp_path),
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, f"gpulife: error: {said}\n")
