"""The bar along the bottom: scores and generation, and a slider through the session's past."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.games.core.consent import asks_people
from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.input.commands import Asked, Jump, Seek
from gpulife.view.look import RGB
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import AMBER, GREY, colour, int_slider

_JUMP = 5.0  # seconds


def panel(snapshot: Snapshot) -> Iterator[Asked]:
    """Draw the bar; yield what is asked for in it."""
    _figures(snapshot)
    line = snapshot.timeline
    if line.refused:
        imgui.text_colored(GREY, line.refused)
        return
    for label, seconds in (("<<", -_JUMP), (">>", _JUMP)):
        if imgui.button(label):
            yield Jump(seconds)
        imgui.same_line()
    # Dear ImGui holds whole numbers of 32 bits: two years of ticks.
    tick = int_slider("timeline", line.now, line.first, max(line.last, line.first + 1), _label(line.now))
    if tick is not None:
        yield Seek(tick)


def _figures(snapshot: Snapshot) -> None:
    """Draw figures that are not shown under the board already, and whether this is the past."""
    for number, (text, rgb) in enumerate(_game_and_time(snapshot) if snapshot.contest else _scores(snapshot)):
        if number:
            imgui.same_line(spacing=24 * imgui.get_style().font_scale_dpi)
        if rgb is None:
            imgui.text(text)
        else:
            imgui.text_colored(colour(rgb), text)
    if snapshot.timeline.now < snapshot.timeline.last:
        imgui.same_line(spacing=24 * imgui.get_style().font_scale_dpi)
        stays = asks_people(snapshot.match)
        words = (
            "in the past, which stays as it was" if stays else "in the past: whatever you do here begins another future"
        )
        imgui.text_colored(AMBER, words)


def _game_and_time(snapshot: Snapshot) -> list[tuple[str, RGB | None]]:
    """Return game, option and time played, for games that show their figures under the board."""
    return [(snapshot.title, None), (snapshot.match.option, None), (f"{_label(snapshot.timeline.now)} played", None)]


def _scores(snapshot: Snapshot) -> list[tuple[str, RGB | None]]:
    """Return left score and seeds, generation, right seeds and score, as in 1982; without seeds all populations."""
    colours = snapshot.look.colours
    population, seeds = snapshot.population, snapshot.seeds
    if len(population) == len(seeds) == 2:
        return [
            (f"{population[0]:04}", colours[1]),
            (seeds[0], colours[1]),
            (f"{snapshot.generation:04}", None),
            (seeds[1], colours[2]),
            (f"{population[1]:04}", colours[2]),
        ]
    counts = [(f"{count:,}", rgb) for count, rgb in zip(population, colours[1:], strict=False) if count]
    return [*counts[:10], (f"generation {snapshot.generation:,}", None)]


def _label(tick: int) -> str:
    seconds = tick // TICKS_PER_SECOND
    return f"{seconds // 60}:{seconds % 60:02}"
