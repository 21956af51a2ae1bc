"""``gpulife run``: generations of a pattern, a soup or a text without a view, and the files with the result."""

import argparse
from pathlib import Path

from gpulife.cli.arg_types import add_massive_board_options, generations, number, seed, size, soup
from gpulife.errors import UsageError
from gpulife.log import NoticeHandler, attached
from gpulife.printing import write_out


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.usage = "gpulife run (PATTERN | --soup SOUP | --text TEXT) -g N [options]"
    parser.description = (
        "Compute generations without a view and save the result. The board is as large as the rule's\n"
        "suffix says (Life:T160,96), or --size; else as the soup; else 160x96 or as large as the pattern."
    )
    parser.epilog = (
        "examples:\n"
        "  gpulife run glider.rle -g 1000 -o out.rle\n"
        "  gpulife run --soup 4096x4096:0.35 --seed 7 --rule Immigration -g 200 --census pops.csv -o last.png\n"
        '  gpulife run --text "HELLO" -g 50 -o hello.png --zoom 8\n\n'
        "Ctrl-C ends a run early: what was asked for is written as far as it got."
    )
    start = parser.add_argument_group("start with one of").add_argument
    start("pattern", nargs="?", metavar="PATTERN",
          help="a file (.rle, .mc, .npz, a picture), - or a name of gpulife list")  # fmt: skip
    start("--soup", type=soup, metavar="WxH:D", help="random cells of density D; WxH:D:3,1 has three A to one B")
    start("--text", metavar="TEXT", help="letters")
    law = parser.add_argument_group("the universe").add_argument
    law("-g", "--generations", type=generations, required=True, metavar="N", help="how many; 0 only converts")
    law("--rule", metavar="NAME", help="instead of the pattern's own rule (see gpulife list rules)")
    law("--size", type=size, metavar="WxH", help="a board of that size, the pattern in its middle")
    law("--edges", choices=["torus", "dead"], help="what lies beyond the board, where the rule does not say")
    law("--seed", type=seed, metavar="N", help="the same number gives the same soup (default: another each time)")
    law("--engine", default="auto", metavar="NAME", help="auto, planes, gl or numpy (default: auto)")
    add_massive_board_options(law)
    out = parser.add_argument_group("what to save and show").add_argument
    out("-o", "--output", dest="outputs", action="append", default=[], type=Path, metavar="FILE",
        help="the last board, as .rle, .npz or .png; may be repeated")  # fmt: skip
    out("--census", type=Path, metavar="FILE.csv", help="the population of every generation")
    out(
        "--zoom",
        type=number(int, 1, 64, "a whole number from 1 to 64"),
        metavar="N",
        help="pixels a cell in .png files (default: 1)",
    )
    shown = parser.add_mutually_exclusive_group().add_argument
    shown("--json", action="store_true", help="the summary as JSON")
    shown("--quiet", action="store_true", help="no summary")


def run(arguments: argparse.Namespace) -> int:
    """Do the job, print what became of it and return the exit status."""
    starts = [value for value in (arguments.pattern, arguments.soup, arguments.text) if value is not None]
    if len(starts) != 1:
        raise UsageError("give exactly one of PATTERN, --soup and --text (see gpulife run --help)")
    if arguments.seed is not None and arguments.soup is None:
        raise UsageError("--seed is for --soup; a pattern or text has nothing random")
    if arguments.zoom is not None and not any(path.suffix.lower() == ".png" for path in arguments.outputs):
        raise UsageError("--zoom is for pictures: give one with -o FILE.png")

    import json
    from dataclasses import asdict

    from gpulife.cli import run_job
    from gpulife.rich_console import PlainConsole
    from gpulife.rules import Edges
    from gpulife.run_summary import summary_lines

    job = run_job.Job(
        tune=not arguments.no_tune,
        memory=arguments.memory,
        generations=arguments.generations,
        pattern=arguments.pattern,
        soup=arguments.soup,
        text=arguments.text,
        rule=arguments.rule,
        engine=arguments.engine,
        edges=None if arguments.edges is None else Edges(arguments.edges),
        size=arguments.size,
        outputs=tuple(arguments.outputs),
        census=arguments.census,
        zoom=arguments.zoom or 1,
        seed=arguments.seed,
    )
    with attached(NoticeHandler()):
        summary, status = run_job.run(job, PlainConsole(stderr=True))
    if arguments.json:
        write_out(json.dumps(asdict(summary), indent=2) + "\n")
    elif not arguments.quiet:
        console = PlainConsole()
        for line in summary_lines(summary):
            console.print(line, soft_wrap=True)
    return status
