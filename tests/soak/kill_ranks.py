"""Kill ranks of a run at random moments, and check that its result is that of an undisturbed run.

    .venv/bin/python tests/soak/kill_ranks.py --kills 200 --seed 1

Each run has three ranks. Any of them is killed (or, one time in five, stopped) up to eight times, also while the others
recover. Prints the counts, the losses and a verdict. Exit status 1 if the bytes of the results differ, if anything is
left behind, if another program's line was printed, or if more than five seconds and one checkpoint interval were lost
(meaningful only on a quiet machine). ``tests/soak/test_kill_ranks.py`` is the short form.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from needs import missing  # noqa: E402
from soak.victims import LossError  # noqa: E402
from soak.victims_on_ranks import HANG_SECONDS, Findings, RankRuns  # noqa: E402

_LIMIT = 5.0


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill ranks of runs again and again, and look what is lost.")
    parser.add_argument("--kills", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (default 1)")
    parser.add_argument("--limit", type=float, default=_LIMIT, help=f"seconds that may be lost (default {_LIMIT:g})")
    arguments = parser.parse_args()
    if why := missing("MPI"):
        parser.error(why)
    began, done, losses = time.monotonic(), 0, list[str]()
    with (
        tempfile.TemporaryDirectory(prefix="gpulife-kills-") as folder,
        RankRuns(Path(folder), random.Random(arguments.seed)) as runs,  # noqa: S311 - moments, not keys
    ):
        while (done := runs.findings.kills.total() + runs.findings.stops.total()) < arguments.kills:
            runs.most_kills = min(runs.most_kills, arguments.kills - done)
            try:
                runs.round()
            except LossError as error:
                losses.append(str(error))
                print(f"LOST: {error}", flush=True)
                runs.begin_anew()
            if sys.stdout.isatty():
                print(f"{done} of {arguments.kills}", end="\r", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{done} kills in {minutes:.1f} minutes, load {os.getloadavg()[2]:.1f}")
    is_slow = report(runs.findings, arguments.limit)
    print(f"{len(losses)} losses")
    return 1 if losses or is_slow else 0


def report(findings: Findings, limit: float) -> bool:
    """Print the findings; return True if anything took longer than ``limit`` seconds and an interval."""
    for what, ranks in (("killed ", findings.kills), ("stopped", findings.stops)):
        print(f"{what}     {', '.join(f'rank {rank} {count} times' for rank, count in sorted(ranks.items()))}")
    print(f"runs        {findings.runs}, all with the same bytes as one process unless said above")
    print(f"recoveries  {findings.survivals} by survivors, {findings.relaunches} by another launch")
    print(f"interval    {findings.interval:.2f} s between checkpoints, if nobody disturbs")
    is_slow = False
    for what, seconds, longest in (
        ("kills", findings.after_kills, limit),
        ("stops", findings.after_stops, limit + HANG_SECONDS),
    ):
        if seconds:
            is_slow = is_slow or max(seconds) > longest
            over = sum(each > longest for each in seconds)
            print(
                f"lost        after {what} at most {max(seconds):.2f} s and an interval, {median(seconds):.2f} s"
                f" in the middle; {over} of {len(seconds)} more than {longest:g} s"
            )
    return is_slow


if __name__ == "__main__":
    sys.exit(main())
