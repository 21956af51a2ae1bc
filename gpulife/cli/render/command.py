"""``gpulife render``: a film or a picture of a pattern, a replay or a scene."""

import argparse
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from gpulife.cli.arg_types import invalid, number, seed, size, soup
from gpulife.errors import UsageError

_MIN_SIDE, _MAX_SIDE = 16, 65535  # pixels of a side
_DEFAULT_RATE, _GIF_RATE = 60, 25  # frames a second


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.usage = "gpulife render (PATTERN | REPLAY | SCENE | --soup SOUP | --text TEXT) -o FILE [options]"
    parser.description = (
        "Make a film or a picture of a pattern, a recorded session or a scene of kinetic art, without a\n"
        "window and as large as you like. The same command gives the same frames. Of a replay: the board, its\n"
        "cursors and flashes."
    )
    parser.epilog = (
        "examples:\n"
        "  gpulife render gosper-gun -o gun.mp4 --board 120x80 --seconds 10\n"
        "  gpulife render --soup 480x270:0.35 --rule Immigration -o wall.mp4 --size 3840x2160 --quality best\n"
        "  gpulife render match.gpureplay -o match.gif --size 640x384 --fps 25\n"
        '  gpulife render "mirrors/Rose window" -o wall.mp4 --seconds 60\n'
        '  gpulife render --text "HELLO" -o hello.png --seconds 5\n\n'
        "Ctrl-C ends a film early: what there is of it can be shown.\n"
        "An MP4 needs ffmpeg: pip install 'gpulife[video]'."
    )
    subject = parser.add_argument_group("show one of").add_argument
    subject("subject", nargs="?", metavar="PATTERN|REPLAY|SCENE",
            help="a file (.rle, .mc, .npz, a picture, .gpureplay), a name of gpulife list patterns, or of gpulife\n"
                 "list programmes: PROGRAMME for its first scene, PROGRAMME/SCENE, FILE.toml/SCENE")  # fmt: skip
    subject("--soup", type=soup, metavar="WxH:D", help="random cells of density D; WxH:D:3,1 has three A to one B")
    subject("--text", metavar="TEXT", help="letters")
    film = parser.add_argument_group("the film").add_argument
    film("-o", "--output", type=Path, required=True, metavar="FILE",
         help=".mp4, .gif, .png for one picture, or name%%05d.png for numbered ones")  # fmt: skip
    film("--size", type=_pixels, default=(1920, 1080), metavar="WxH", help="pixels (default: 1920x1080)")
    film(
        "--fps",
        type=number(int, 1, 1000, "a whole number from 1 to 1000"),
        metavar="N",
        help="frames a second (default: 60, GIF: 25)",
    )
    film("--seconds", type=_fraction("seconds", Fraction(1, 1000), 864000), metavar="S",
         help="how long it is, or when the picture is taken (default: 20, a replay: all of it)")  # fmt: skip
    film("--skip", type=_fraction("seconds", Fraction(0), 864000), default=Fraction(0), metavar="S",
         help="leave out so much at the beginning")  # fmt: skip
    film("--quality", choices=["draft", "good", "best"], help="of .mp4 and .gif (default: good)")
    law = parser.add_argument_group("the universe (a replay has its own)").add_argument
    law("--rule", metavar="NAME", help="instead of the pattern's own rule (see gpulife list rules)")
    law("--board", type=size, metavar="WxH", help="cells of the board, the pattern in its middle")
    law("--edges", choices=["torus", "dead"], help="what lies beyond the board, where the rule does not say")
    law("--speed", type=_fraction("generations a second", Fraction(1, 1000), 10**6), metavar="N",
        help="generations a second (default: 30)")  # fmt: skip
    law("--seed", type=seed, metavar="N", help="of a soup or a scene (default: 1)")
    look = parser.add_argument_group("the look").add_argument
    look("--scheme", metavar="NAME", help="colours, such as Ember and ice, Viridis or Ink on paper")
    look("--plain", action="store_true", help="no glow, traces or light around cells")
    look(
        "--bloom",
        type=number(float, 0, 1, "a number from 0 to 1"),
        metavar="S",
        help="light around cells (default: 0.5)",
    )
    look("--shapes", action="store_true", help="a shape for each species")
    look("--grid", action="store_true", help="grid lines")
    look("--wrap", action="store_true", help="show a torus going on beyond its edges")
    look("--reduced-flashing", action="store_true", help="nothing changes fast or shines brightly")
    look("--zoom", type=number(float, 0.001, 200, "pixels a cell from 0.001 to 200"), metavar="N",
         help="pixels a cell (default: the whole board)")  # fmt: skip
    look("--at", type=_place, metavar="COLUMN,ROW", help="the cell in the middle of the picture")


def run(arguments: argparse.Namespace) -> int:
    """Render and return the exit status."""
    if sum(value is not None for value in (arguments.subject, arguments.soup, arguments.text)) != 1:
        raise UsageError("give exactly one of PATTERN, REPLAY, SCENE, --soup and --text (see gpulife render --help)")
    ending = arguments.output.suffix.lower()
    if arguments.quality is not None and ending == ".png":
        raise UsageError("--quality is for .mp4 and .gif: a PNG is exact")
    from gpulife.capture.encoder import Quality
    from gpulife.cli.render.job import RenderJob, render
    from gpulife.cli.render.look import LookOptions
    from gpulife.cli.render.subjects import RenderRequest
    from gpulife.rich_console import PlainConsole
    from gpulife.rules import Edges

    look = LookOptions(
        scheme=arguments.scheme,
        plain=arguments.plain,
        bloom=arguments.bloom,
        shapes=arguments.shapes,
        grid=arguments.grid,
        wrap=arguments.wrap,
        reduced_flashing=arguments.reduced_flashing,
        zoom=arguments.zoom,
        at=arguments.at,
    )
    request = RenderRequest(
        name=arguments.subject,
        soup=arguments.soup,
        text=arguments.text,
        rule=arguments.rule,
        board=arguments.board,
        edges=Edges(arguments.edges) if arguments.edges else None,
        speed=arguments.speed,
        seed=arguments.seed,
        look=look,
    )
    job = RenderJob(
        request=request,
        output=arguments.output,
        size=arguments.size,
        rate=arguments.fps or (_GIF_RATE if ending == ".gif" else _DEFAULT_RATE),
        seconds=arguments.seconds,
        skip=arguments.skip,
        quality=Quality(arguments.quality or "good"),
    )
    line, status = render(job, PlainConsole(stderr=True))
    PlainConsole().print(line, soft_wrap=True)
    return status


def _fraction(what: str, minimum: Fraction, maximum: int) -> Callable[[str], Fraction]:
    """Return a converter for exact numbers: a third of a second a frame must not drift away in an hour's film."""

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
        raise invalid(text, "WIDTHxHEIGHT, as in 1920x1080")
    side = number(int, _MIN_SIDE, _MAX_SIDE, f"a whole number from {_MIN_SIDE} to {_MAX_SIDE}, for the size in pixels")
    return side(width), side(height)


def _place(text: str) -> tuple[float, float]:
    try:
        column, row = map(float, text.split(","))
    except ValueError:
        column = row = float("inf")
    if not (abs(column) < 2**31 and abs(row) < 2**31):
        raise invalid(text, "COLUMN,ROW, as in 80,48")
    return column, row
