"""``gpulife doctor``: examine what this machine can do, and print it as text or as JSON."""

import argparse
from pathlib import Path

from gpulife.cli.options import CommandLine, flag, option

COMMAND_LINE = CommandLine(
    description=(
        "Find out what this machine can do (OpenGL, speed of each engine, memory, terminal) and what\n"
        "would improve it. Exit status 0 if gpulife can run here."
    ),
    epilog="examples:\n  gpulife doctor\n  gpulife doctor --report report.txt",
    options={
        "": [
            (
                flag("--json", "print the diagnosis as JSON"),
                option(
                    "--report",
                    "FILE",
                    "test the cells of all rules against numpy, measure speeds (at most five minutes) and write a text "
                    "without personal data, to attach to an issue; exit status 1 if something is wrong",
                    type=Path,
                ),
            ),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Print the diagnosis, or write the report, and return the exit status."""
    if arguments.report is not None:
        from gpulife.cli.machine_report import write_report

        return write_report(arguments.report)
    from dataclasses import asdict

    from gpulife.cli.diagnosis import diagnose, diagnosis_lines
    from gpulife.printing import write_json
    from gpulife.rich_console import PlainConsole

    console = PlainConsole()
    diagnosis = diagnose(console)
    if arguments.json:
        write_json(asdict(diagnosis))
    else:
        console.print(*diagnosis_lines(diagnosis), sep="\n", soft_wrap=True)
    return 0 if any(report.problem is None for report in diagnosis.engines) else 2
