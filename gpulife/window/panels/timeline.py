"""The bar along the bottom (panel Time): scores, generation, and a slider to go back in time."""

from collections.abc import Iterator
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.shared_texts import option_title, play_time
from gpulife.input.commands import CommandOrAction, Jump, Seek
from gpulife.printing import printable
from gpulife.window.design import CAPTION, NOTICE, RGBA, TEXT, WIDE_GAP, rgba_of
from gpulife.window.panels.board_title import board_title
from gpulife.window.panels.marks import swatch, swatch_width
from gpulife.window.panels.rest_offer import draw_offer, offer_width
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import WHOLE_WIDTH, sentence, tooltip, width_of, wrapped_text

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
    for icon, name, seconds, where in (
        (icons.ICON_FA_BACKWARD, "<<", -_JUMP, "back"),
        (icons.ICON_FA_FORWARD, ">>", _JUMP, "forward"),
    ):
        if imgui.button(f"{icon}###{name}"):
            yield Jump(seconds)
        tooltip(f"{_JUMP:.0f} seconds {where}")
        imgui.same_line()
    # Dear ImGui's whole numbers have 32 bits: two years of ticks. With fewer steps it draws a wider handle.
    steps = max(1, _MIN_STEPS // max(line.last, 1))
    imgui.set_next_item_width(WHOLE_WIDTH)
    last = max(line.last, 1) * steps
    has_moved, place = imgui.slider_int("##timeline", line.now * steps, 0, last, play_time(line.now), _CLAMPED)
    if has_moved:
        yield Seek(round(place / steps))


class _Number(NamedTuple):
    """A text on the bar, its colour and, if it counts cells, the colour of these cells."""

    text: str
    colour: RGBA = TEXT
    cells: RGBA | None = None

    @property
    def width(self) -> float:
        """Width in points, including the swatch with the colour of the cells."""
        return width_of(self.text) + (0.0 if self.cells is None else swatch_width())


def _upper_line(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the line above the slider: numbers at the left, and the board's title at the right.

    If the universe is at rest, offer to renew it instead of showing the title.
    """
    numbers, gap = _numbers(snapshot), WIDE_GAP * imgui.get_style().font_scale_dpi
    left, room = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
    used = sum(number.width + gap for number in numbers)
    offer = offer_width(snapshot.at_rest) if snapshot.at_rest else 0.0
    if used + offer > room and offer:
        numbers, used = [], 0.0  # the section Census repeats them
    for place, number in enumerate(numbers):
        if place:
            imgui.same_line(spacing=gap)
        if number.cells is not None:
            swatch(number.cells)
        imgui.text_colored(number.colour, number.text)
    if snapshot.at_rest:
        if numbers:
            imgui.same_line(max(left + room - offer, left + used))
        yield from draw_offer(snapshot.at_rest, snapshot.bindings)
        return
    titles = [board_title(snapshot.rule), *([printable(snapshot.name)] if snapshot.name else [])]
    title = next((words for words in (", ".join(titles[::-1]), titles[0]) if width_of(words) <= room - used), "")
    if title:
        imgui.same_line(left + room - width_of(title))
        imgui.text_colored(CAPTION, title)


def _numbers(snapshot: Snapshot) -> list[_Number]:
    """Return the bar's texts: scores, if the game does not show them itself, and a note while a past tick is shown."""
    if snapshot.shows_scores:
        words = (snapshot.title, option_title(snapshot.match.option), f"{play_time(snapshot.timeline.now)} played")
        numbers = [_Number(text) for text in words]
    else:
        numbers = _scores(snapshot)
    if snapshot.timeline.now < snapshot.timeline.last:
        stays = people_need_consent(snapshot.match)
        future = "The recording stays." if stays else "Any change now erases everything after this moment."
        numbers.append(_Number(f"{'Replay' if snapshot.timeline.is_replay else 'Rewound'}. {future}", NOTICE))
    return numbers


def _scores(snapshot: Snapshot) -> list[_Number]:
    """Return the texts that show the generation and the number of cells in each state.

    In games for two with a store of seeds, return three texts: the left player's cells and seeds, the generation, and
    the right player's cells and seeds.
    """
    colours = [rgba_of(rgb) for rgb in snapshot.look.shown_colours[1:]]
    names = snapshot.kinds
    generation = _Number(f"Generation {snapshot.generation:,}")
    if len(snapshot.population) == len(snapshot.seeds) == 2:
        sides = zip(names, snapshot.population, snapshot.seeds, colours, strict=False)
        left, right = (
            _Number(f"{name}: {cells:,} cells, {seeds} seeds", TEXT, rgba) for name, cells, seeds, rgba in sides
        )
        return [left, generation, right]
    states = zip(names, snapshot.population, colours, strict=False)
    shown = [_Number(f"{sentence(name)} {cells:,}", TEXT, rgba) for name, cells, rgba in states if cells]
    return [generation, *shown[:_MAX_SHOWN]]
