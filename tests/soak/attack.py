"""Run all long attacks one after the other, and print counts and verdicts.

    .venv/bin/python tests/soak/attack.py

These are hostile inputs for all readers, hostile values in saved sessions, programs killed at random moments, hostile
files and names on the command line, hostile clients of a server, and known ways of cheating. Exit status 1 if anything
broke. This takes some hours on two CPU cores; ``--inputs``, ``--values``, ``--messages`` and ``--kills`` make it
shorter. CI runs short forms.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

_SOAK = Path(__file__).resolve().parent
_TESTS = _SOAK.parent
_HOSTILE = ("test_hostile_files.py", "test_hostile_values.py", "test_hostile_names.py", "cli/test_arg_types.py")
_EXPLOITS = ("games/test_exploits.py", "games/test_secrets.py", "games/realtime/test_rejoining.py")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1_000_000, help="over all readers (default: %(default)s)")
    parser.add_argument("--values", type=int, default=200, help="in each of 10 states of a game (default: %(default)s)")
    parser.add_argument("--messages", type=int, default=1_000_000, help="to a server (default: %(default)s)")
    parser.add_argument("--kills", type=int, default=300, help="of programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of everything random (default: %(default)s)")
    given = parser.parse_args()
    seed = ("--seed", str(given.seed))
    attacks = {
        "readers": (_SOAK / "fuzz.py", "--inputs", str(given.inputs), *seed),
        "saved values": (_SOAK / "fuzz_values.py", "--states", "10", "--values", str(given.values), *seed),
        "hostile clients": (_SOAK / "hostile_clients.py", "--messages", str(given.messages), *seed),
        "kills": (_SOAK / "kills.py", "--kills", str(given.kills), *seed),
        "hostile files, names and options": ("-m", "pytest", "-q", *(_TESTS / name for name in _HOSTILE)),
        "exploits and secrets": ("-m", "pytest", "-q", *(_TESTS / name for name in _EXPLOITS)),
    }
    verdicts = [_verdict(name, tuple(map(str, command))) for name, command in attacks.items()]
    print("\n" + "\n".join(line for line, _ in verdicts))
    failed = sum(not good for _, good in verdicts)
    print(f"{'FAILED' if failed else 'passed'}: {len(verdicts) - failed} of {len(verdicts)} attacks held")
    return 1 if failed else 0


def _verdict(name: str, command: tuple[str, ...]) -> tuple[str, bool]:
    """Run an attack and print its output; return a line with its last output, and True if all was well."""
    print(f"== {name}", flush=True)
    began, last = time.monotonic(), ""
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    minutes = (time.monotonic() - began) / 60
    return (
        f"{name}: {'held' if process.returncode == 0 else 'FAILED'} ({minutes:.1f} minutes): {last}",
        not process.returncode,
    )


if __name__ == "__main__":
    sys.exit(main())
