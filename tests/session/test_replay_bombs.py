"""Small replays that ask for huge resources: each gives a one-line error, quickly and with little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpulife.cli.main import main
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.rules import parse_rule
from gpulife.session import replay as replays
from gpulife.session.history import Recording
from gpulife.session.replay import recording_parts, write_replay
from gpulife.storage.save_file import write_parts

MATCH = new_match("study", parse_rule("Immigration"), (96, 160), 1)
MIB = 1 << 20


def packed(beginning: bytes, item: bytes, count: int, end: bytes) -> bytes:
    """JSON of very many items, of which equal pieces are compressed once."""
    pieces, rest = divmod(count, 100_000)
    piece, last = item * 100_000, item * rest + end
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    first, again = (packer.compress(each) + packer.flush(zlib.Z_FULL_FLUSH) for each in (beginning, piece))
    body = b"".join([first, again * pieces, packer.compress(last), packer.flush()])
    checksum = zlib.adler32(beginning)
    for _ in range(pieces):
        checksum = zlib.adler32(piece, checksum)
    return b"\x78\xda" + body + zlib.adler32(last, checksum).to_bytes(4, "big")


# Each replay is read by a process of its own, forked once all is imported. It measures its own peak: the value
# reported to its parent would include the parent's memory.
MEASURED = """
import json, os, resource, sys
from gpulife.cli.main import main

def read(path):
    os.dup2(os.open(path + ".errors", os.O_WRONLY | os.O_CREAT), 2)
    status = main(["replay", "--headless", path])
    (peak,) = (line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps([status, int(peak) << 10, used.ru_utime + used.ru_stime]), flush=True)

main(["replay", "--headless", "none.gpureplay"])
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        read(line.removesuffix("\\n"))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.fixture(scope="module")
def reader() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", MEASURED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    ) as process:  # fmt: skip
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


BOMBS = {
    "empty lists": ("actions", (b"[", b"[],", 100_000_000, b"[]]"), "it unpacks to more than"),
    "lists in lists": ("actions", (b"", b"[", 100_000_000, b""), "it unpacks to more than"),
    "lists that fit": ("actions", (b"[", b"[],", 20_000_000, b"[]]"), "there are more than 1,0"),
    "actions": ("actions", (b"[", b"[1,0,0],", 8_000_000, b"[1,0,0]]"), "there are more than 1,0"),
    "a text": ("actions", (b'[[0,-1,13,0,0,"', b"o", 60_000_000, b'"]]'), "a text of 60,000,000 characters"),
    "a deep match": ("match", (b'{"match":{"settings":', b'{"a":', 200_000, b""), "'match'"),
    "hashes": ("hashes", (b'{"board":[', b'[0,0,0,""],', 9_000_000, b'[0,0,0,""]],"end":""}'), "it unpacks to"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_fail_quickly_with_little_memory(tmp_path: Path, name: str, reader: subprocess.Popen[str]) -> None:
    part, items, message = BOMBS[name]
    path = tmp_path / "bomb.gpureplay"
    write_parts(path, replays._KIND, recording_parts(Recording(MATCH, 1000)) | {part: packed(*items)})
    assert path.stat().st_size < MIB
    assert reader.stdin is not None
    assert reader.stdout is not None
    reader.stdin.write(f"{path}\n")
    reader.stdin.flush()
    status, memory, seconds = json.loads(reader.stdout.readline())
    told = Path(f"{path}.errors").read_text()
    assert status == 2
    assert message in told
    assert len(told.splitlines()) == 1
    assert memory < 500 * MIB
    assert seconds < 2  # of processor time


@pytest.mark.parametrize("command", ["replay", "render"])
def test_pipes_do_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.gpureplay")
    Path("folder.gpureplay").mkdir()
    Path("zero.gpureplay").symlink_to("/dev/zero")
    options = {"replay": ["--headless"], "render": ["-o", "a.gif", "--size", "64x40"]}[command]
    for name, what in (("pipe", "a pipe"), ("folder", "a folder"), ("zero", "a device")):
        assert main([command, f"{name}.gpureplay", *options]) == 2
        assert f"cannot read {name}.gpureplay: it is {what}, not a file" in capsys.readouterr().err
    if command == "replay":
        assert main([command, "-", *options]) == 2
        assert "cannot read -: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["numpy", "gl"])
def test_ctrl_c_ends_a_long_tick(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "long.gpureplay"
    actions = (
        (0, Action(NOBODY, ActionKind.SOUP, data="0.35")),
        (0, Action(NOBODY, ActionKind.PACE, 0, 100_000)),
        (0, Action(NOBODY, ActionKind.HALT)),
    )
    write_replay(path, Recording(new_match("study", parse_rule("Immigration"), (512, 512), 1), 5000, actions))
    command = [sys.executable, "-c", INTERRUPTED, str(path), engine]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 130, done.stderr
    assert done.stdout.startswith("interrupted: 0 ticks, generation ")


INTERRUPTED = """
import os, signal, sys

from gpulife.session import session
from gpulife.cli.main import main

carried_out = session.carry_out

def carry_out(engine, order):
    for number, generations in enumerate(carried_out(engine, order)):
        if number == 3 and type(order).__name__ == "Step":
            os.kill(os.getpid(), signal.SIGINT)  # in the middle of the first tick
        yield generations

session.carry_out = carry_out
sys.exit(main(["replay", sys.argv[1], "--headless", "--engine", sys.argv[2]]))
"""
