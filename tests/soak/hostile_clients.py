"""Attack a real server over real sockets while two people play there, and look what they and it notice.

    .venv/bin/python tests/soak/hostile_clients.py --messages 1000000 --seed 1

Raw bytes, half requests, slow and damaged ones, floods of pings, deep and long messages, and well-formed lies: wrong
kinds and numbers, others' seats, matches that there are not. Exit status 1 if the server broke or complained, if it
answered a wrong request with anything but a line and a 4xx, if anything was done on a seat by somebody else, if an
action was lost, or if memory grew. ``tests/online/test_hostile_clients.py`` is the short form.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from gpulife.tools.bench.online.attack_figures import Siege, besiege  # noqa: E402
from gpulife.tools.bench.online.server_process import serving  # noqa: E402

COMPLAINTS = ("Traceback", "could not be handled", "cannot go on", "could not be made", "never awaited")
"""What a server must not write, whatever is sent to it."""
MAX_GROWTH = 48 << 20
"""Bytes by which memory may grow in the second half of an attack: matches that attackers begin stay for a while."""


def besieged(folder: Path, messages: int, seed: int, at_once: int = 8) -> tuple[Siege, list[str]]:
    """Attack a server, and return how it went, and a line for each thing that is wrong."""
    log = folder / "server.log"
    with serving(folder / "data", log=log) as server:
        siege = asyncio.run(besiege(server, messages, seed, at_once))
        status = server.stop()
    return siege, list(_faults(siege, log.read_text(errors="replace"), status))


def _faults(siege: Siege, log: str, status: int):
    if not siege.is_alive:
        yield "the server has ended"
    if siege.strange:
        yield f"{siege.strange} things were done at the match that its players did not do"
    if siege.lost > 0:
        yield f"{siege.lost} of the players' actions were lost"
    if siege.growth > MAX_GROWTH:
        yield f"memory grew by {siege.growth >> 20} MiB in the second half"
    if siege.attack.unanswered > siege.attack.sockets // 100:
        yield f"{siege.attack.unanswered} of {siege.attack.sockets} sockets were not answered in time"
    yield from siege.attack.faulty[:10]
    if status not in (143, -15):
        yield f"the server ended with {status} when it was asked to"
    for line in log.splitlines():
        if any(words in line for words in COMPLAINTS):
            yield f"the server wrote: {line[:300]}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=1_000_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=16, help="attackers at the same time (default: %(default)s)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gpulife-attack-") as folder:
        siege, faults = besieged(Path(folder), given.messages, given.seed, given.at_once)
    for kind, count in siege.attack.kinds.most_common():
        print(f"{count:10} {kind}")
    for line in faults:
        print(line)
    print(
        f"{siege.attack.sent:,} hostile messages by {siege.attack.sockets:,} sockets in {siege.seconds / 60:.1f} min"
        f" ({siege.attack.sent / siege.seconds:,.0f} a second), longest wait of a player {siege.waited:.2f} s:"
        f" {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
