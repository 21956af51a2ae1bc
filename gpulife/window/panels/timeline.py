"""The bar along the bottom: scores and generation, and a slider through the session's past."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.input.commands import CommandOrAction, Jump, Seek
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import AMBER, GREY, int_slider, request_change, vec4_of

_JUMP = 5.0  # seconds


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the bar; yield the user's requests."""
    _numbers(snapshot)
    line = snapshot.timeline
    if line.rewind_refusal:
        imgui.text_colored(GREY, line.rewind_refusal)
        return
    for label, seconds in (("<<", -_JUMP), (">>", _JUMP)):
        if imgui.button(label):
            yield Jump(seconds)
        imgui.same_line()
    # Dear ImGui holds whole numbers of 32 bits: two years of ticks.
    tick = int_slider("timeline", line.now, 0, max(line.last, 1), _label(line.now))
    yield from request_change(Seek, tick)


def _numbers(snapshot: Snapshot) -> None:
    """Draw the numbers that are not shown under the board already, and whether this is the past."""
    plain = imgui.get_style_color_vec4(imgui.Col_.text)
    if snapshot.shows_scores:
        words = (snapshot.title, snapshot.match.option, f"{_label(snapshot.timeline.now)} played")
        numbers = [(text, plain) for text in words]
    else:
        numbers = _scores(snapshot, plain)
    if snapshot.timeline.now < snapshot.timeline.last:
        stays = people_need_consent(snapshot.match)
        future = ", which stays as it was" if stays else ": whatever you do here begins another future"
        numbers.append((f"in the past{future}", AMBER))
    for number, (text, colour) in enumerate(numbers):
        if number:
            imgui.same_line(spacing=24 * imgui.get_style().font_scale_dpi)
        imgui.text_colored(colour, text)


def _scores(snapshot: Snapshot, plain: imgui.ImVec4) -> list[tuple[str, imgui.ImVec4]]:
    """Return left score and seeds, generation, right seeds and score, as in 1982; without seeds all populations."""
    state_colours = [vec4_of(rgb) for rgb in snapshot.look.colours]
    population, seeds = snapshot.population, snapshot.seeds
    if len(population) == len(seeds) == 2:
        return [
            (f"{population[0]:04}", state_colours[1]),
            (seeds[0], state_colours[1]),
            (f"{snapshot.generation:04}", plain),
            (seeds[1], state_colours[2]),
            (f"{population[1]:04}", state_colours[2]),
        ]
    counts = [(f"{count:,}", colour) for count, colour in zip(population, state_colours[1:], strict=False) if count]
    return [*counts[:10], (f"generation {snapshot.generation:,}", plain)]


def _label(tick: int) -> str:
    minutes, seconds = divmod(tick // TICKS_PER_SECOND, 60)
    return f"{minutes}:{seconds:02}"
