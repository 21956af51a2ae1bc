"""The bar along the bottom (panel Time): scores, generation, and a slider through the session's past."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.shared_texts import option_title, play_time
from gpulife.input.commands import CommandOrAction, Jump, Seek
from gpulife.printing import printable
from gpulife.window.design import CAPTION, NOTICE, RGBA, TEXT, WIDE_GAP, rgba_of
from gpulife.window.panels.rest_offer import draw_offer, offer_width
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import elided, sentence, wrapped_text

_JUMP = 5.0  # seconds
_MIN_STEPS = 1000  # of the slider
_MAX_SHOWN = 10
_CLAMPED = imgui.SliderFlags_.always_clamp


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the bar; yield the user's requests."""
    yield from _upper_line(snapshot)
    line = snapshot.timeline
    if line.rewind_refusal:
        wrapped_text(sentence(line.rewind_refusal))
        return
    for label, seconds in (("<<", -_JUMP), (">>", _JUMP)):
        if imgui.button(label):
            yield Jump(seconds)
        imgui.same_line()
    # Dear ImGui's whole numbers have 32 bits: two years of ticks. With fewer steps it draws a wider handle.
    steps = max(1, _MIN_STEPS // max(line.last, 1))
    imgui.set_next_item_width(-1)
    last = max(line.last, 1) * steps
    has_moved, place = imgui.slider_int("##timeline", line.now * steps, 0, last, play_time(line.now), _CLAMPED)
    if has_moved:
        yield Seek(round(place / steps))


def _upper_line(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the line above the slider: numbers, then the universe's name or the offer to renew a universe at rest."""
    numbers, gap = _numbers(snapshot), WIDE_GAP * imgui.get_style().font_scale_dpi
    left, room = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
    used = sum(imgui.calc_text_size(text).x + gap for text, _ in numbers)
    offer = offer_width(snapshot.at_rest) if snapshot.at_rest else 0.0
    if used + offer > room and offer:
        numbers, used = [], 0.0  # the section Census repeats them
    for number, (text, colour) in enumerate(numbers):
        if number:
            imgui.same_line(spacing=gap)
        imgui.text_colored(colour, text)
    if snapshot.at_rest:
        if numbers:
            imgui.same_line(max(left + room - offer, left + used))
        yield from draw_offer(snapshot.at_rest, snapshot.bindings)
    elif name := elided(printable(snapshot.name), room - used):
        imgui.same_line(spacing=gap)
        imgui.text_colored(CAPTION, name)


def _numbers(snapshot: Snapshot) -> list[tuple[str, RGBA]]:
    """Return the bar's texts and their colours: numbers that the game does not show, and a note at past moments."""
    plain = TEXT
    if snapshot.shows_scores:
        words = (snapshot.title, option_title(snapshot.match.option), f"{play_time(snapshot.timeline.now)} played")
        numbers = [(text, plain) for text in words]
    else:
        numbers = _scores(snapshot, plain)
    if snapshot.timeline.now < snapshot.timeline.last:
        stays = people_need_consent(snapshot.match)
        future = "The recording stays." if stays else "A change here drops what was played after this moment."
        numbers.append((f"{'Replay' if snapshot.timeline.is_replay else 'Rewound'}. {future}", NOTICE))
    return numbers


def _scores(snapshot: Snapshot, plain: RGBA) -> list[tuple[str, RGBA]]:
    """Return the texts that show the generation and the number of cells in each state, with their colours.

    In games for two with a store of seeds, return each player's cells and seeds, and the generation between them.
    """
    state_colours = [rgba_of(rgb) for rgb in snapshot.look.colours]
    names = snapshot.rule.state_names
    generation = f"Generation {snapshot.generation:,}", plain
    if len(snapshot.population) == len(snapshot.seeds) == 2:
        sides = zip(names, snapshot.population, snapshot.seeds, state_colours[1:], strict=False)
        left, right = ((f"{name}: {cells:,} cells, {seeds} seeds", colour) for name, cells, seeds, colour in sides)
        return [left, generation, right]
    states = zip(names, snapshot.population, state_colours[1:], strict=False)
    shown = [(f"{sentence(name)}: {cells:,}", colour) for name, cells, colour in states if cells]
    return [generation, *shown[:_MAX_SHOWN]]
