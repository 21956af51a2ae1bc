"""``gpulife doctor``: what this machine can do, for people and for programs."""

import argparse

from gpulife.cli.options import CommandLine, flag

COMMAND_LINE = CommandLine(
    description=(
        "Find out what this machine can do: OpenGL, engines and how fast they are, memory, the terminal;\n"
        "and what would help. Exit status 0 if gpulife can run here."
    ),
    options={
        "": [
            flag("--json", "the diagnosis as JSON"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Print the diagnosis and return the exit status: 0 if gpulife can run here, else 2."""
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
