"""Nothing but gpulife's own lines reaches the terminal, whatever libraries of sound systems print from C.

Everything happens in processes of their own, whose whole output is looked at.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.installed

C = """
import ctypes, os, sys
from threading import Event, Thread
from gpulife.audio.device import discarded_stray_output
library = ctypes.CDLL(None)
def print_from_c(text):
    library.puts(text.encode())  # into C's own buffer, where stdout is no terminal
    os.write(2, text.encode() + b"\\n")
"""
NOISY_MINIAUDIO = """
import ctypes, enum, os
print_ = ctypes.CDLL(None).puts
def moan(text):
    print_(text.encode())
    os.write(2, text.encode() + b"\\n")
moan("imported")
class Backend(enum.Enum):
    JACK = 1
    CUSTOM = 2
    NULL = 3
class SampleFormat(enum.Enum):
    FLOAT32 = 1
class PlaybackDevice:
    def __init__(self, *, backends, **others):
        moan(f"no server for {backends[0]}")
        if backends[0] is Backend.JACK:
            raise OSError("no server")
        self.backend = "Null"
    def start(self, generator):
        moan("started")
    def close(self):
        moan("closed")
"""


def output_of(script: str, *arguments: str, folder: Path | None = None, closed: str = "") -> tuple[str, str]:
    """A Python script's output on stdout and stderr; the script must succeed."""
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-P", "-c", script, *arguments]
    environment = {"PYTHONPATH": str(folder)} if folder else {}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return ended.stdout, ended.stderr


def test_only_c_output_is_discarded() -> None:
    script = (
        C
        + """
print_from_c("before")
with discarded_stray_output():
    print_from_c("inside")
    print("gpulife's own")
    print("and its warning", file=sys.stderr)
print_from_c("after")
print("at the end")
"""
    )
    stdout, stderr = output_of(script)
    assert sorted(stdout.split("\n")) == sorted(["before", "after", "gpulife's own", "at the end", ""])
    assert stderr == "before\nand its warning\nafter\n"


def test_concurrent_threads() -> None:
    script = (
        C
        + """
entered, may_leave = Event(), Event()
def stay():
    with discarded_stray_output():
        entered.set()
        may_leave.wait()
thread = Thread(target=stay)
thread.start()
entered.wait()
print("of the main thread", file=sys.stderr)
with discarded_stray_output():
    print_from_c("both inside")
print_from_c("one inside")
print("still", file=sys.stderr)
may_leave.set()
thread.join()
print("nobody inside", file=sys.stderr)
os.write(2, b"the descriptor, too\\n")
"""
    )
    assert output_of(script) == ("", "of the main thread\nstill\nnobody inside\nthe descriptor, too\n")


def test_redirection_can_be_repeated() -> None:
    script = (
        C
        + """
with discarded_stray_output():
    pass
os.dup2(1, 2)  # redirect stderr to another file
with discarded_stray_output():
    print("inside", file=sys.stderr)
print("outside", file=sys.stderr)
print(sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__)
"""
    )
    assert output_of(script) == ("inside\noutside\nTrue True\n", "")


def test_exit_during_hanging_library_loses_nothing() -> None:
    script = (
        C
        + """
entered = Event()
def hang():
    with discarded_stray_output():
        entered.set()
        Event().wait()
Thread(target=hang, daemon=True).start()
entered.wait()
print("the last")
raise SystemExit("and why")
"""
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("the last\n", "and why\n", 1)


@pytest.mark.parametrize(("closed", "stdout"), [("2>&-", "x\n"), (">&- 2>&-", "")])
def test_closed_descriptors(closed: str, stdout: str) -> None:
    script = C + "with discarded_stray_output():\n    print('x')\n"
    assert output_of(script, closed=closed) == (stdout, "")


def test_doctor_prints_only_its_own_lines(tmp_path: Path) -> None:
    (tmp_path / "miniaudio.py").write_text(NOISY_MINIAUDIO)
    quick = "from gpulife.cli import diagnosis\ndiagnosis._TEST_SECONDS, diagnosis._without_planes = 0, dict"
    doctor = f"import sys\n{quick}\nfrom gpulife.cli.main import main\nmain(['doctor'])"
    stdout, stderr = output_of(doctor, folder=tmp_path)
    assert stderr == ""
    assert stdout.startswith("gpulife  ")
    assert "sound           none: no sound device was found\n" in stdout
    assert all(word not in stdout for word in ("imported", "no server", "started", "closed"))


@pytest.mark.needs("libjack")
def test_jack_without_a_server_prints_nothing() -> None:
    script = """
from gpulife.audio.device import Device, NoSoundError
try:
    with Device(bytearray, "JACK") as device:
        print(device.name)
except NoSoundError as error:
    print(error)
"""
    stdout, stderr = output_of(script)
    assert stderr == ""
    assert stdout in ("miniaudio finds no device\n", "JACK\n")
