"""``gpulife render``: make a film or a picture of a pattern, a replay or a scene."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from gpulife.cli.options import (
    PATTERN_EDGES,
    PATTERN_RULE,
    SOUP,
    TEXT,
    CommandLine,
    choice,
    flag,
    invalid,
    number,
    option,
    seed,
    size,
)
from gpulife.errors import UsageError


def _fraction(what: str, minimum: Fraction, maximum: int) -> Callable[[str], Fraction]:
    """Return a parser for an option's number, from ``minimum`` to ``maximum``; ``what`` is the unit, for messages."""
    # Fractions, since rounding errors of floats would add up in a long film.

    def convert(text: str) -> Fraction:
        try:
            value = Fraction(text) if len(text) < 30 and "e" not in text.lower() else minimum - 1
        except (ValueError, ZeroDivisionError):
            value = minimum - 1
        if not minimum <= value <= maximum:
            raise invalid(text, f"a number of {what} from {float(minimum):g} to {maximum}")
        return value

    return convert


def _pixels(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not cross:
        raise invalid(text, "WIDTHxHEIGHT, such as 1920x1080")
    side = number(int, 16, 65535, "a whole number from 16 to 65535, for the size in pixels")
    return side(width), side(height)


def _place(text: str) -> tuple[float, float]:
    try:
        column, row = map(float, text.split(","))
    except ValueError:
        column = row = float("inf")
    if not (abs(column) < 2**31 and abs(row) < 2**31):
        raise invalid(text, "COLUMN,ROW, such as 80,48")
    return column, row


COMMAND_LINE = CommandLine(
    usage="gpulife render (PATTERN | REPLAY | SCENE | --soup SOUP | --text TEXT) -o FILE [options]",
    description=(
        "Make a film or a picture of a pattern, a recorded session or a scene of kinetic art, without a\n"
        "window and in any size. The same command always gives the same frames. A replay is shown with\n"
        "its cursors and flashes."
    ),
    epilog=(
        "examples:\n"
        "  gpulife render gosper-gun -o gun.mp4 --board 120x80 --seconds 10\n"
        "  gpulife render --soup 480x270:0.35 --rule Immigration -o wall.mp4 --size 3840x2160 --quality best\n"
        "  gpulife render match.gpureplay -o match.gif --size 640x384 --fps 25\n"
        '  gpulife render "mirrors/Rose window" -o wall.mp4 --seconds 60\n'
        '  gpulife render --text "HELLO" -o hello.png --seconds 5\n\n'
        "Ctrl-C ends a film early: the part written so far can be played.\n"
        "An MP4 needs ffmpeg: pip install 'gpulife[video]'."
    ),
    options={
        "show one of": [
            option(
                "subject",
                "PATTERN|REPLAY|SCENE",
                "a file (.rle, .mc, .npz, a picture, .gpureplay), a name from gpulife list patterns, or a\n"
                "scene: PROGRAMME/SCENE, FILE.toml/SCENE, or PROGRAMME for its first scene (see gpulife\n"
                "list programmes)",
                nargs="?",
            ),
            SOUP,
            TEXT,
        ],
        "the film": [
            option(
                "-o --output",
                "FILE",
                ".mp4, .gif, .png (one picture), or name%%05d.png (numbered pictures)",
                type=Path,
                required=True,
            ),
            option("--size", "WxH", "size in pixels (default: 1920x1080)", type=_pixels, default=(1920, 1080)),
            option(
                "--fps",
                "N",
                "frames a second (default: 60, GIF: 25)",
                type=number(int, 1, 1000, "a whole number from 1 to 1000"),
            ),
            option(
                "--seconds",
                "S",
                "length of the film; for a single picture, the time that it shows (default: 20, or the whole replay)",
                type=_fraction("seconds", Fraction(1, 1000), 864000),
            ),
            option(
                "--skip",
                "S",
                "leave out the first S seconds",
                type=_fraction("seconds", Fraction(0), 864000),
                default=Fraction(0),
            ),
            choice("--quality", ["draft", "good", "best"], "quality of .mp4 and .gif (default: good)"),
        ],
        "the universe (not for replays)": [
            PATTERN_RULE,
            option("--board", "WxH", "size of the board in cells; the pattern is centred", type=size),
            PATTERN_EDGES,
            option(
                "--speed",
                "N",
                "generations a second (default: 30, or a speed that suits the look)",
                type=_fraction("generations a second", Fraction(1, 1000), 10**6),
            ),
            option("--seed", "N", "seed of a soup or a scene (default: 1)", type=seed),
        ],
        "the look": [
            option("--look", "NAME", "look in which to draw the board, such as marquetry (see gpulife list looks)"),
            option("--scheme", "NAME", "colour scheme, such as Ember and ice, Viridis or Ink on paper"),
            flag("--plain", "draw no effects (glow, trails, light around cells)"),
            option(
                "--bloom",
                "S",
                "strength of the light around cells (default: 0.5)",
                type=number(float, 0, 1, "a number from 0 to 1"),
            ),
            flag("--shapes", "draw each species in its own shape"),
            flag("--grid", "draw grid lines"),
            flag("--wrap", "repeat the board past its edges"),
            flag("--reduced-flashing", "let the picture change slowly and softly"),
            option(
                "--zoom",
                "N",
                "pixels per cell (default: fit the whole board)",
                type=number(float, 0.001, 200, "a number of pixels per cell from 0.001 to 200"),
            ),
            option("--at", "COLUMN,ROW", "the cell in the middle of the picture", type=_place),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Render and return the exit status."""
    if sum(value is not None for value in (arguments.subject, arguments.soup, arguments.text)) != 1:
        raise UsageError("give exactly one of PATTERN, REPLAY, SCENE, --soup and --text (see gpulife render --help)")
    ending = arguments.output.suffix.lower()
    if arguments.quality is not None and ending == ".png":
        raise UsageError("--quality is for .mp4 and .gif: a .png is always exact")
    from gpulife.capture.encoder import Quality
    from gpulife.cli.render_job import RenderJob, render
    from gpulife.cli.render_subjects import LookOptions, RenderRequest
    from gpulife.rich_console import PlainConsole
    from gpulife.rules import EDGES

    job = RenderJob(
        request=RenderRequest(
            name=arguments.subject,
            soup=arguments.soup,
            text=arguments.text,
            rule=arguments.rule,
            size=arguments.board,
            edges=EDGES[arguments.edges] if arguments.edges else None,
            speed=arguments.speed,
            seed=arguments.seed,
            look=LookOptions(
                look=arguments.look,
                scheme=arguments.scheme,
                plain=arguments.plain,
                bloom=arguments.bloom,
                shapes=arguments.shapes,
                grid=arguments.grid,
                wrap=arguments.wrap,
                reduced_flashing=arguments.reduced_flashing,
                zoom=arguments.zoom,
                at=arguments.at,
            ),
        ),
        output=arguments.output,
        size=arguments.size,
        rate=arguments.fps or (25 if ending == ".gif" else 60),
        seconds=arguments.seconds,
        skip=arguments.skip,
        quality=Quality(arguments.quality or "good"),
    )
    line, status = render(job, PlainConsole(stderr=True))
    PlainConsole().print(line, soft_wrap=True)
    return status
