"""``gpulife run``: compute generations of a pattern, soup or text without showing them, and save the result."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.cli.on_ranks import on_ranks
from gpulife.cli.options import (
    ENGINE,
    EVERY_FIVE_MINUTES,
    MASSIVE_BOARD_OPTIONS,
    PATTERN_EDGES,
    PATTERN_RULE,
    RANKS,
    RESTARTS,
    SOUP,
    TEXT,
    CommandLine,
    every,
    flag,
    generations,
    number,
    option,
    seed,
    size,
    step_power,
)
from gpulife.errors import UsageError
from gpulife.log import NoticeHandler, attached
from gpulife.printing import STANDARD_OUTPUT, write_json

if TYPE_CHECKING:
    from gpulife.ranks.world import World

_PLANE_ENGINES = ("plane", "hashlife")
"""The engines that compute planes without end."""
_BOARD_OPTIONS = ("--size", "--edges", "--census", "--zoom", "--checkpoint", "--ranks", "--restarts", "--memory")
"""Options with which a pattern lies on a board."""

COMMAND_LINE = CommandLine(
    usage="gpulife run (PATTERN | --soup SOUP | --text TEXT) -g N [options]",
    description=(
        "Compute generations and save the result. A pattern lies on a plane without end. It lies on a board\n"
        "if --size, --edges or its rule (Life:T9,9) says so, or for pictures, --census, --checkpoint and\n"
        "--ranks, with room on each side of half its longer side, up to 1000 cells, and 160x96 in all."
    ),
    epilog=(
        "examples:\n"
        "  gpulife run glider.rle -g 1000 -o out.rle\n"
        "  gpulife run --soup 4096x4096:0.35 --seed 7 --rule Immigration -g 200 --census pops.csv -o last.png\n"
        "  gpulife run gosper-gun -g 1000000000 -o gun.mc\n"
        "  gpulife run --soup 32768x32768:0.35 -g 100000 -o big.npz --checkpoint night\n\n"
        "Ctrl-C ends a run early and saves what was computed. 'gpulife run night -g N' continues."
    ),
    options={
        "start with one of": [
            option(
                "pattern",
                "PATTERN",
                "a file (.rle, .mc, .cells, .lif, .npz, a picture), a checkpoint, - for standard input, or a "
                "name from gpulife list patterns",
                nargs="?",
            ),
            SOUP,
            TEXT,
        ],
        "the universe": [
            option(
                "-g --generations",
                "N",
                "number of generations; 0 only converts the file",
                type=generations,
                required=True,
            ),
            PATTERN_RULE,
            option("--size", "WxH", "size of the board in cells; the pattern is centred", type=size),
            PATTERN_EDGES,
            option("--seed", "N", "seed of the soup (default: random)", type=seed),
            ENGINE,
            option(
                "--step",
                "N",
                "with --engine hashlife: at most N generations at once, such as 2^10",
                type=step_power,
            ),
            *MASSIVE_BOARD_OPTIONS,
            RANKS,
            RESTARTS,
        ],
        "what to save and show": [
            option(
                "-o --output",
                "FILE",
                "the last board (.rle, .mc, .cells, .lif, .npz, .png; - prints an RLE), or\n"
                "plane (.mc, .mc.gz, .rle, -); may be repeated",
                action="append",
                default=[],
                type=Path,
                dest="outputs",
            ),
            option("--census", "FILE.csv", "save the population of every generation", type=Path),
            option(
                "--zoom",
                "N",
                "pixels per cell in .png files (default: 1)",
                type=number(int, 1, 64, "a whole number from 1 to 64"),
            ),
            option(
                "--checkpoint", "FOLDER", "save the board in FOLDER regularly, to continue from it later", type=Path
            ),
            option(
                "--every",
                "TIME|N",
                "time or generations between checkpoints: 30s, 5m, 2h, or N (default: 5m)",
                type=every,
            ),
        ],
        "": [
            (
                flag("--json", "print the summary as JSON"),
                flag("--quiet", "print no summary"),
            ),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Do the job, print a summary and return the exit status."""
    if sum(value is not None for value in (arguments.pattern, arguments.soup, arguments.text)) != 1:
        raise UsageError("give exactly one of PATTERN, --soup and --text (see gpulife run --help)")
    if arguments.seed is not None and arguments.soup is None:
        raise UsageError("--seed is for --soup: patterns and texts are not random")
    if arguments.restarts and arguments.pattern == "-":
        raise UsageError("--restarts cannot read standard input twice: give the pattern as a file")
    if arguments.zoom is not None and not any(path.suffix.lower() == ".png" for path in arguments.outputs):
        raise UsageError("--zoom is for pictures: add -o FILE.png")
    if arguments.every is not None and arguments.checkpoint is None:
        raise UsageError("--every is for checkpoints: add --checkpoint FOLDER")
    _refuse_board_options(arguments)
    return on_ranks(arguments, _run)


def _refuse_board_options(arguments: argparse.Namespace) -> None:
    """Raise UsageError if an option needs a board, or if ``--step`` is given for a board."""
    if arguments.engine not in _PLANE_ENGINES:
        if arguments.step is not None:
            raise UsageError("--step is for a plane without end: add --engine hashlife")
        return
    for name in ("--soup", *_BOARD_OPTIONS):
        if _is_given(arguments, name):
            raise UsageError(
                f"{name} is for boards: --engine {arguments.engine} computes a pattern on a plane without end"
            )


def _is_given(arguments: argparse.Namespace, name: str) -> bool:
    value = getattr(arguments, name.removeprefix("--"))
    return value is not None and (name, value) != ("--memory", "auto")


def _may_be_endless(arguments: argparse.Namespace, world: "World | None") -> bool:
    """Return True if no option needs a board, so that a pattern without a board of its own lies on a plane."""
    from gpulife.cli.run_plane import PLANE_ENDINGS

    if arguments.engine in _PLANE_ENGINES:
        if world is not None and world.size > 1:
            raise UsageError(f"--engine {arguments.engine} computes in one process: ranks share boards only")
        return True
    return (
        arguments.engine == "auto"
        and arguments.pattern is not None
        and Path(arguments.pattern).suffix.lower() != ".npz"
        and (world is None or world.size == 1)
        and not any(_is_given(arguments, name) for name in _BOARD_OPTIONS)
        and all(path == STANDARD_OUTPUT or path.name.lower().endswith(PLANE_ENDINGS) for path in arguments.outputs)
    )


def _run(arguments: argparse.Namespace, world: "World | None") -> int:
    from dataclasses import asdict

    from gpulife.cli import run_job
    from gpulife.cli.run_checkpoints import Job
    from gpulife.cli.run_plane import read_start, run_plane
    from gpulife.rich_console import PlainConsole
    from gpulife.rules import EDGES
    from gpulife.run_summary import summary_lines

    job = Job(
        tune=not arguments.no_tune,
        memory=arguments.memory,
        generations=arguments.generations,
        name=arguments.pattern,
        soup=arguments.soup,
        text=arguments.text,
        rule=arguments.rule,
        engine=arguments.engine,
        edges=None if arguments.edges is None else EDGES[arguments.edges],
        size=arguments.size,
        outputs=tuple(arguments.outputs),
        census=arguments.census,
        zoom=arguments.zoom or 1,
        seed=arguments.seed,
        checkpoint=arguments.checkpoint,
        every=arguments.every or EVERY_FIVE_MINUTES,
        resumes=arguments.resumes,
        ranks=arguments.ranks,
        restarts=arguments.restarts,
        restarts_used=arguments.restarts_used,
    )
    is_board_printed = STANDARD_OUTPUT in job.outputs
    if is_board_printed and arguments.json:
        raise UsageError("--json and -o - both write to standard output: give -o the name of a file")
    with attached(NoticeHandler()):
        progress = PlainConsole(stderr=True)
        start = read_start(job) if _may_be_endless(arguments, world) else None
        if start is not None and (job.engine in _PLANE_ENGINES or start.is_endless):
            summary, status = run_plane(job, start, arguments.step, progress)
        else:
            summary, status = run_job.run(job, progress, world, None if start is None else start.content)
    if arguments.json:
        write_json(asdict(summary))
    elif not arguments.quiet:
        PlainConsole(stderr=is_board_printed).print(*summary_lines(summary), sep="\n", soft_wrap=True)
    return status
