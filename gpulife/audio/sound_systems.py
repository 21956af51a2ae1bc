"""Which sound systems run on this machine, seen without loading their libraries.

Many machines have the library of a system that does not run. What runs is tried first, so that no other is asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path


def in_order(backends: Iterable[str], root: Path = Path("/")) -> list[str]:
    """Sort back ends of miniaudio, such as "PULSEAUDIO", in the order in which to try them.

    What can be seen to run comes first, best first; "NULL", which plays to nobody, comes last. Only Linux has several
    systems that may or may not run: elsewhere miniaudio's own order stays.

    Args:
        backends: their names, in miniaudio's order.
        root: where the file system begins; tests have others.
    """
    running = list(_running(root)) if sys.platform.startswith("linux") else []
    return sorted(backends, key=lambda name: (name == "NULL", [*running, name].index(name)))


def _running(root: Path) -> Iterator[str]:
    """Yield the systems that run, best first: desktops share PulseAudio, and ALSA is below all others."""
    user = os.getuid()
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    sockets = [os.environ.get("PULSE_RUNTIME_PATH", f"{runtime}/pulse"), "/run/pulse"]
    if "PULSE_SERVER" in os.environ or any((_below(root, folder) / "native").exists() for folder in sockets):
        yield "PULSEAUDIO"  # or PipeWire in its place
    if any(True for _ in _below(root, "/dev/shm").glob(f"jack_*_{user}_*")):  # noqa: S108 - where JACK's sockets are
        yield "JACK"
    if any(True for _ in _below(root, "/dev/snd").glob("pcm*p")):
        yield "ALSA"


def _below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")
