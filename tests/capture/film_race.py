"""Compare the time of ``gpulife render`` for a film with that of numpy piped into ffmpeg.

Run it from the top of the repository:

    .venv/bin/python tests/capture/film_race.py

A film of 1920x1080 pixels and 60 frames a second shows a soup of Immigration on 480x270 cells, 30 generations a second.
The peer is a simple program: generations and colours by numpy, each frame piped to ffmpeg. Both use the same ffmpeg
with the same settings, and they alternate, so that other work on the machine affects both. The limits: the plain look
takes at most 1.2 times as long as the peer, the default look 2.5 times.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.capture.mp4 import require_ffmpeg

ROWS, COLUMNS, ZOOM = 270, 480, 4
RATE, SPEED = 60, 30
DENSITY, SEED = 0.35, 1
COLOURS = np.array([(12, 14, 20), (230, 159, 0), (86, 180, 233)], np.uint8)
LIMITS = {"plain": 1.2, "default": 2.5}

Board = NDArray[np.uint8]
"""Shape (ROWS, COLUMNS): 0 dead, 1 and 2 the species."""


def soup() -> Board:
    """The initial cells."""
    random = np.random.default_rng(SEED)
    species = random.integers(1, 3, (ROWS, COLUMNS), np.uint8)
    return np.where(random.random((ROWS, COLUMNS)) < DENSITY, species, 0).astype(np.uint8)


def around(cells: Board) -> Board:
    """The number of set cells among each cell's eight neighbours, on a torus."""
    across = cells + np.roll(cells, 1, axis=1) + np.roll(cells, -1, axis=1)
    total: Board = across + np.roll(across, 1, axis=0) + np.roll(across, -1, axis=0) - cells
    return total


def after(cells: Board) -> Board:
    """The next generation: a newborn cell belongs to the species of most of its three parents."""
    neighbours, seconds = around((cells > 0).astype(np.uint8)), around((cells == 2).astype(np.uint8))
    stays = (cells > 0) & ((neighbours == 2) | (neighbours == 3))
    newborn = (cells == 0) & (neighbours == 3)
    return np.where(stays, cells, np.where(newborn, 1 + (seconds >= 2), 0)).astype(np.uint8)


def by_numpy(seconds: int, path: Path) -> None:
    """Make the film without gpulife."""
    colours = "scale=out_color_matrix=bt709:out_range=tv,setparams=color_primaries=bt709:color_trc=bt709"
    command = [
        *(require_ffmpeg("the race"), "-y", "-nostdin", "-loglevel", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{COLUMNS * ZOOM}x{ROWS * ZOOM}", "-r", str(RATE), "-i", "-"),
        *("-vf", f"{colours},format=yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709"),
        *("-color_trc", "bt709", "-color_range", "tv", "-c:v", "libx264", "-preset", "medium", "-crf", "18"),
        *("-g", str(RATE), "-force_key_frames", "expr:gte(t,n_forced)", "-f", "mp4", str(path)),
    ]
    cells = soup()
    with subprocess.Popen(command, stdin=subprocess.PIPE) as ffmpeg:
        assert ffmpeg.stdin is not None
        for _ in range(seconds * SPEED):
            frame = COLOURS[cells].repeat(ZOOM, axis=0).repeat(ZOOM, axis=1).tobytes()
            for _ in range(RATE // SPEED):
                ffmpeg.stdin.write(frame)
            cells = after(cells)
        ffmpeg.stdin.close()
        assert ffmpeg.wait() == 0


def by_gpulife(seconds: int, path: Path, *look: str) -> None:
    """Make the film with ``gpulife render``."""
    soup_ = f"{COLUMNS}x{ROWS}:{DENSITY}"
    subprocess.run(
        [
            *(sys.executable, "-m", "gpulife", "render", "--soup", soup_, "--rule", "Immigration", "--seed", str(SEED)),
            *("--size", f"{COLUMNS * ZOOM}x{ROWS * ZOOM}", "--fps", str(RATE), "--speed", str(SPEED)),
            *("--quality", "good", "--seconds", str(seconds), "-o", str(path), *look),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def main() -> int:
    """Print the times, absolute and relative to the peer's; return 1 if one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=10, help="length of the film (default: 10)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (default: 3)")
    given = parser.parse_args()
    ways: dict[str, Callable[[Path], None]] = {
        "numpy": lambda path: by_numpy(given.seconds, path),
        "plain": lambda path: by_gpulife(given.seconds, path, "--plain"),
        "default": lambda path: by_gpulife(given.seconds, path),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory(prefix="gpulife-") as folder:
        for number in range(given.rounds):
            for name, make in ways.items():
                path = Path(folder) / f"{name}{number}.mp4"
                began = time.perf_counter()
                make(path)
                times[name].append(time.perf_counter() - began)
                print(f"{name}: {times[name][-1]:.1f} s, {path.stat().st_size / 2**20:.1f} MiB", flush=True)
                path.unlink()
    is_over = False
    for name, limit in LIMITS.items():
        shares = [mine / peer for mine, peer in zip(times[name], times["numpy"], strict=True)]
        share = statistics.median(shares)
        is_over |= share > limit
        turns = ", ".join(f"{each:.2f}" for each in shares)
        print(f"{name}: {share:.2f} times as long as numpy piped into ffmpeg, at most {limit} (by turns {turns})")
    return int(is_over)


if __name__ == "__main__":
    sys.exit(main())
