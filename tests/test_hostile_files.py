"""Untrusted files given to commands: limited memory and time, a one-line error, and no other program started."""

from __future__ import annotations

import io
import json
import os
import signal
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.lib import format as npy
from PIL import Image

TESTS = Path(__file__).parent
MAX_MEMORY = 500 << 20
MAX_READING_MEMORY = 100 << 20
"""Limits on memory in bytes, beyond an idle program's, to refuse a file and to read one."""
MAX_SECONDS = 2

READER = """
import json, os, resource, sys
from gpulife.errors import GpulifeError
from gpulife.patterns.loading import open_pattern

def peak():
    for line in open("/proc/self/status"):
        if line.startswith("VmHWM"):
            return int(line.split()[1]) << 10

def seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

def read(path):
    memory, time = peak(), seconds()
    try:
        told = f"read {sum(patch.cells.size for patch in open_pattern(path).patches())}"
    except GpulifeError as error:
        told = str(error)
    print(json.dumps({"told": told, "memory": peak() - memory, "seconds": seconds() - time}), flush=True)

open_pattern("glider")
for line in sys.stdin:
    child = os.fork()  # whose peak of memory begins with what it has then
    if child == 0:
        read(line.removesuffix("\\n"))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.fixture(scope="module")
def reader() -> Iterator[subprocess.Popen[str]]:
    """A program that reads files, each in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 0


def read(reader: subprocess.Popen[str], path: Path) -> dict[str, object]:
    """Read a file; return the result, and the bytes and processor seconds that it took."""
    assert reader.stdin is not None
    assert reader.stdout is not None
    reader.stdin.write(f"{path}\n")
    reader.stdin.flush()
    values: dict[str, object] = json.loads(reader.stdout.readline())
    return values


def gpulife(*arguments: str, stdin: int | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gpulife", *arguments]
    return subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=False, timeout=300)


def packed(begin: bytes, middle: bytes, times: int, end: bytes = b"") -> bytes:
    """Return very much text, packed by gzip; equal blocks are compressed once."""
    block = middle * (1 + (1 << 20) // len(middle))
    count = times * len(middle) // len(block)
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    first, again = (packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH) for text in (begin, block))
    body = b"".join([first, again * count, packer.compress(end), packer.flush()])
    checksum = zlib.crc32(begin)
    for text in (*[block] * count, end):
        checksum = zlib.crc32(text, checksum)
    size = len(begin) + len(block) * count + len(end)
    return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + body + struct.pack("<II", checksum, size)


def npy_of(value: object) -> bytes:
    file = io.BytesIO()
    npy.write_array(file, np.asarray(value))
    return file.getvalue()


def npz_of_zeros(name: str, size: tuple[int, ...], **facts: object) -> bytes:
    head, file = io.BytesIO(), io.BytesIO()
    npy.write_array_header_1_0(head, {"descr": "|u1", "fortran_order": False, "shape": size})
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for fact, value in {"rule": "", "generation": 0, **facts}.items():
            archive.writestr(f"{fact}.npy", npy_of(value))
        with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
            entry.write(head.getvalue())
            for _ in range(int(np.prod(size)) >> 20):
                entry.write(bytes(1 << 20))
    return file.getvalue()


def empty_webp() -> bytes:
    """Return a tiny WebP file that claims to have 16383x16383 pixels."""
    file = io.BytesIO()
    Image.new("RGB", (1, 1)).save(file, "WEBP", lossless=True)
    data = bytearray(file.getvalue())
    data[21:25] = (16382 | 16382 << 14).to_bytes(4, "little")
    return bytes(data)


def many_entries() -> bytes:
    entry = b"PK\1\2" + bytes(24) + b"\1\0" + bytes(16) + b"a"
    count = 200_000
    end = b"PK\5\6" + bytes(4) + b"\xff\xff\xff\xff" + (len(entry) * count).to_bytes(4, "little") + bytes(6)
    return b"PK\3\4" + entry * count + end


MANY = 80_000_000
REFUSED: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "dead nodes, packed": ("a.mc.gz", lambda: packed(b"[M2]\n", b"$\n", MANY, b"*$\n"), "duplicate nodes"),
    "live nodes, packed": ("a.mc.gz", lambda: packed(b"[M2]\n", b"*\n", MANY), "duplicate nodes"),
    "dead nodes": ("a.mc", lambda: b"[M2]\n" + b"$\n" * 5_000_000, "duplicate nodes"),
    "nodes by turns": ("a.mc", lambda: b"[M2]\n" + b"*$\n1 0 0 0 1\n" * 700_000, "duplicate nodes"),
    "empty lines": ("a.mc", lambda: b"[M2]\n" + b"\n" * 10_000_000, "empty lines take more than 1 MiB"),
    "remarks": ("a.mc", lambda: b"[M2]\n" + b"#G 1\n" * 2_000_000, "more than 1000 remarks"),
    "blanks": ("a.mc", lambda: b"[M2]\n" + b" " * 10_000_000, "a line has more than 64 KiB"),
    "dead cells beyond": ("a.rle", lambda: b"x=9,y=9\n" + b"b" * 10_000_000, "far more text than 9x9 cells need"),
    "rows beyond": ("a.rle.gz", lambda: packed(b"x=9999,y=9999\n", b"$", MANY, b"!"), "far more text than"),
    "RLE remarks": ("a.rle", lambda: b"#\n" * 5_000_000 + b"x=3,y=3\no!", "no header in the first 1 MiB"),
    "remarks within": (
        "a.rle",
        lambda: b"x=99999,y=99999\n99999$\n" + b"#\n" * 5_000_000,
        "far more text than",
    ),
    "digits": ("a.rle", lambda: b"x=9999,y=9999\n" + b"1" * 10_000_000 + b"o!", "counts have at most 9 digits"),
    "blank header": ("a.rle", lambda: b"x = " + b" " * 8000 + b"y", "without cells"),
    "long header": ("a.rle", lambda: b"x = " + b" " * 10_000_000 + b"y", "not an RLE: "),
    "zeros": ("a.rle.gz", lambda: packed(b"", b"\0", MANY), "not an RLE"),
    "plaintext": ("a.cells", lambda: b"!\n" + b"O" * 10_000_000, "more than 4 MiB of text"),
    "plaintext, packed": ("a.cells.gz", lambda: packed(b"!\n", b".\n", MANY), "more than 4 MiB of text"),
    "plaintext of lines": ("a.cells", lambda: b".\n" * 2_000_000 + b"x", "line 2000001: 'x' is not part"),
    "plaintext remarks": ("a.cells", lambda: b"!\n" * 2_000_000, "more than 20000 remarks"),
    "Life 1.05": ("a.lif", lambda: b"#Life 1.05\n" + b"#P 1 1\n" * 500_000, "more than 20000 remarks"),
    "Life 1.05 of lines": ("a.lif", lambda: b"#Life 1.05\n" + b"*\n" * 2_000_000 + b"x", "'x' is not part"),
    "Life 1.06": ("a.life", lambda: b"#Life 1.06\n" + b"1 1\n" * 1_000_000 + b"x", "line 1000002: 'x' is not"),
    "Life 1.06 apart": (
        *("a.life", lambda: b"#Life 1.06\n" + b"-999999999 0\n999999999 0\n", "sides of a board are at most"),
    ),
    "one band": (
        *("a.npz", lambda: npz_of_zeros("band_000000", (1, 8192, 8192), shape=[8192, 65536], layout=[1, 8192])),
        "the limit is 32 MiB",
    ),
    "many entries": ("a.npz", many_entries, "not a board saved as .npz"),
    "WebP": ("a.webp", empty_webp, "the picture has more than 8388608 pixels"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bombs_are_refused_at_once(what: str, tmp_path: Path, reader: subprocess.Popen[str]) -> None:
    name, make, message = REFUSED[what]
    path = tmp_path / name
    path.write_bytes(make())
    assert path.stat().st_size <= 11_000_000
    result = read(reader, path)
    assert message in str(result["told"])
    assert "\n" not in str(result["told"])
    assert float(str(result["seconds"])) < MAX_SECONDS
    assert int(str(result["memory"])) < MAX_MEMORY


MASSIVE: dict[str, tuple[str, Callable[[], bytes], int]] = {
    "RLE": ("a.rle", lambda: b"x=60000,y=60000\n" + b"20000b10000o$" * 3000 + b"!", 180_000_000),
    "plaintext": ("a.cells", lambda: b"O" * 900_000 + b"\n" + b".\n" * 9_999 + b"O", 900_001),
    "Life 1.05": ("a.lif", lambda: b"#Life 1.05\n" + b"#P -900000 800000\n*\n#P 900000 -800000\n*\n" * 900, 2),
    "Life 1.06": ("a.life", lambda: b"#Life 1.06\n" + b"-900000 800000\n9 -8\n" * 90_000, 2),
    "one row": ("a.rle", lambda: b"x=100000000,y=1\n100000000o!", 100_000_000),
    "macrocell": (
        "a.mc",
        lambda: "\n".join(
            ["[M2]", "$...*$....*$..***$", *(f"{level} " + f"{level - 3} " * 4 for level in range(4, 15))]
        ).encode(),
        0,
    ),
}


@pytest.mark.parametrize("what", MASSIVE)
def test_massive_boards_are_read_in_strips(what: str, tmp_path: Path, reader: subprocess.Popen[str]) -> None:
    name, make, cells = MASSIVE[what]
    path = tmp_path / name
    path.write_bytes(make())
    result = read(reader, path)
    assert str(result["told"]).startswith("read ")
    assert int(str(result["told"]).split()[1]) >= cells
    assert int(str(result["memory"])) < MAX_READING_MEMORY


def test_special_files_are_refused(tmp_path: Path, reader: subprocess.Popen[str]) -> None:
    os.mkfifo(tmp_path / "pipe.rle")
    for name, kind in (("/dev/zero", "a device"), (tmp_path / "pipe.rle", "a pipe"), (tmp_path, "a folder")):
        assert read(reader, Path(name))["told"] == f"cannot read {name}: it is {kind}, not a file"
    result = gpulife("run", "/dev/zero", "-g", "0", "--engine", "numpy")
    assert result.returncode == 2
    assert result.stderr == "gpulife: error: cannot read /dev/zero: it is a device, not a file\n"


@pytest.mark.parametrize(
    ("begin", "middle", "message"),
    [
        ("", "#C remark\n", "no header in the first 1 MiB"),
        ("x = 9, y = 9\n", "bo", "more than 4 MiB of runs without a header"),
        ("x = 9, y = 9\n", "b" * 50 + "\n", "far more text than 9x9 cells need"),
        ("[M2]\n", "*$\n", "duplicate nodes"),
        ("[M2]\n", "x", "a line has more than 64 KiB"),
    ],
)
def test_endless_standard_input_is_refused(begin: str, middle: str, message: str) -> None:
    endless = (
        "import sys; begin, middle = sys.argv[1:]; write = sys.stdout.write; write(begin)\n"
        "try:\n    while True: write(middle * 1000)\nexcept BrokenPipeError: sys.stderr.close()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", endless, begin, middle], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as writer:
        assert writer.stdout is not None
        result = gpulife("run", "-", "-g", "0", "--engine", "numpy", stdin=writer.stdout.fileno())
        writer.stdout.close()
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_closed_standard_input_is_reported() -> None:
    command = f"{sys.executable} -m gpulife run - -g 0 --engine numpy <&-"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=300)
    assert (result.returncode, result.stderr) == (2, "gpulife: error: standard input is closed\n")


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_signals_end_reading_at_once(name: str, status: int) -> None:
    # A suite in the background may have Ctrl-C ignored, which its children would inherit.
    start = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start += "; from gpulife.cli.main import entry_point; entry_point()"
    arguments = ["run", "-", "-g", "0", "--engine", "numpy"]
    with subprocess.Popen(
        [sys.executable, "-c", start, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"x = 100000, y = 100000\n" + b"b" * (1 << 20))  # more than a pipe holds: it is being read
        process.stdin.flush()
        process.send_signal(getattr(signal, name))
        out, errors = process.communicate(timeout=300)
    assert (process.returncode, out, errors) == (status, b"", b"")


AUDIT = """
import json, sys, tempfile
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from soak.fuzz_pattern_readers import read_pattern
from soak.fuzz_readers import all_readers
from gpulife.errors import GpulifeError
heard = []
STARTS = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.", "socket.")
contents = [Path(name).read_bytes() for name in sys.argv[3:]]
ENDINGS = ("png", "gif", "bmp", "jpg", "jpeg", "webp", "rle", "mc", "npz", "eps", "ps", "pdf", "gz", "svg", "")
attacks = [(reader.read, reader.file_name) for reader in all_readers()]
attacks += [(read_pattern, f"a.{ending}") for ending in ENDINGS]
sys.addaudithook(lambda event, arguments: heard.append(f"{event} {arguments!r}") if event.startswith(STARTS) else None)
read = 0
for read_file, name in attacks:
    for content in contents:
        folder = Path(tempfile.mkdtemp(dir=sys.argv[2]))
        (folder / name).write_bytes(content)
        try:
            read_file(folder / name)
        except GpulifeError:
            pass
        read += 1
print(json.dumps({"heard": heard, "read": read}))
"""


def test_readers_start_no_programs(tmp_path: Path) -> None:
    """Pillow starts Ghostscript for EPS files of any name, and Ghostscript writes files."""
    evil = tmp_path / "evil"
    post_script = f"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n({evil}) (w) file closefile\nshowpage\n%%EOF\n"
    contents = [post_script.encode(), b"%!PS\n" + post_script.encode(), b"\xc5\xd0\xd3\xc6" + bytes(26)]
    for kind in ("EPS", "PDF", "TIFF", "ICNS", "PPM"):
        file = io.BytesIO()
        Image.new("RGB", (32, 32), (255, 0, 0)).save(file, kind)
        contents.append(file.getvalue())
    names = []
    for number, content in enumerate(contents):
        names.append(str(tmp_path / f"content-{number}"))
        Path(names[-1]).write_bytes(content)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = [sys.executable, "-c", AUDIT, str(TESTS), str(scratch), *names]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["heard"] == []
    assert told["read"] > 300
    assert not evil.exists()
