"""Kill programs at random moments, start them again, and check that nothing acknowledged is lost.

    .venv/bin/python tests/soak/kills.py --kills 300 --seed 1

These are real programs, also two at once: windows on their own screen (with Xvfb and xdotool), ``gpulife run -o`` and
its checkpoints, games by mail, kinetic art, wins in Survivor, settings, and on-line servers with their databases.
Prints the number of kills and the verdict. Exit status 1 if anything was lost, damaged or left behind.
``--only run,mail`` tries some of them. ``tests/soak/test_kills.py`` is the short form.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from needs import missing  # noqa: E402
from soak.victims import LossError, Victim  # noqa: E402
from soak.victims_by_mail import Replies  # noqa: E402
from soak.victims_checkpoints import Checkpoints  # noqa: E402
from soak.victims_in_windows import Displays, Windows  # noqa: E402
from soak.victims_online import OnlineLogs, OnlineLogsInPostgres  # noqa: E402
from soak.victims_servers import OnlineServers  # noqa: E402
from soak.victims_without import Mail, Runs, SettingsFile, Wins  # noqa: E402

WITHOUT_WINDOW: dict[str, type[Victim]] = {
    "run": Runs,
    "checkpoints": Checkpoints,
    "mail": Mail,
    "replies": Replies,
    "wins": Wins,
    "settings": SettingsFile,
    "online": OnlineLogs,
    "servers": OnlineServers,
}
IN_POSTGRES: dict[str, type[Victim]] = {"postgres": OnlineLogsInPostgres}
IN_WINDOWS: dict[str, type[Victim]] = {"windows": Windows, "art": Displays}
WEIGHTS = {
    "run": 4,
    "checkpoints": 4,
    "mail": 4,
    "replies": 3,
    "wins": 2,
    "settings": 2,
    "online": 3,
    "servers": 2,
    "postgres": 3,
    "windows": 5,
    "art": 1,
}
"""How often each victim has its turn."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill gpulife again and again, and look what is lost.")
    parser.add_argument("--kills", type=int, default=300, help="how many (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (default 1)")
    parser.add_argument("--only", default="", help=f"some of {','.join(WEIGHTS)}")
    arguments = parser.parse_args()
    kinds = WITHOUT_WINDOW | IN_POSTGRES | IN_WINDOWS
    names = arguments.only.split(",") if arguments.only else list(WEIGHTS)
    if not arguments.only and (why := missing("Xvfb") or missing("xdotool")):
        print(f"without windows: {why}")
        names = [name for name in names if name not in IN_WINDOWS]
    if not arguments.only and (why := missing("PostgreSQL")):
        print(f"without PostgreSQL: {why}")
        names = [name for name in names if name not in IN_POSTGRES]
    if unknown := [name for name in names if name not in kinds]:
        parser.error(f"no victim {unknown[0]!r}: use {','.join(WEIGHTS)}")
    return _verdict(arguments.kills, arguments.seed, {name: kinds[name] for name in names})


def _verdict(kills: int, seed: int, kinds: dict[str, type[Victim]]) -> int:
    chance, done, losses = random.Random(seed), Counter[str](), list[str]()  # noqa: S311 - moments, not keys
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gpulife-kills-")))
        victims = {name: stack.enter_context(kind(folder / name, chance)) for name, kind in kinds.items()}
        while done.total() < kills:
            (name,) = chance.choices(list(victims), [WEIGHTS[name] for name in victims])
            try:
                done[name] += victims[name].round()
            except LossError as error:
                done[name] += 1
                losses.append(f"{name}: {error}")
                print(f"LOST after {done.total()} kills: {losses[-1]}", flush=True)
                victims[name].begin_anew()
            if sys.stdout.isatty():
                print(f"{done.total()} of {kills}: {_counts(done)}", end="\r", flush=True)
        for name, victim in victims.items():
            try:
                victim.finish()
            except LossError as error:
                losses.append(f"{name}: {error}")
    minutes = (time.monotonic() - began) / 60
    print(f"\n{done.total()} kills in {minutes:.1f} minutes ({_counts(done)}), {len(losses)} losses")
    for line in losses:
        print(f"  {line}")
    return 1 if losses else 0


def _counts(done: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(done.items()))


if __name__ == "__main__":
    sys.exit(main())
