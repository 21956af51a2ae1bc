"""The bar of a replay along the lower edge: title, players, position in time, and controls.

It knows neither screens nor sessions: it gets facts, and returns commands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.shared_texts import play_time
from gpulife.input.commands import CommandOrAction, Faster, Jump, Seek, Slower
from gpulife.input.glyphs import Glyph, Piece, brand_of, pad_glyphs
from gpulife.input.names import Input
from gpulife.window.design import ACCENT, BODY, CAPTION, CHOSEN, LEAD, NOTICE, ROUNDING, SMALL, TEXT, packed, styled
from gpulife.window.panels.keycaps import CAPS_HEIGHT, caps_width, text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.widgets import button_colour, elided, width_of
from gpulife.window.play.canvas import scaled

JUMP_SECONDS = 5.0
_OPAQUE = 0.97
_STEPS = 1 << 20
"""Maximum number of slider positions. A replay of at most this many ticks (five hours) has a position for each tick."""
_MIN_TRACK = 240.0
"""Minimum width of a slider beside the buttons, in units of 1/96 inch. If there is less room, it gets its own line."""
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_scroll_with_mouse
HALT, LEAVE = Action(NOBODY, ActionKind.HALT), Action(NOBODY, ActionKind.AGAIN)


@dataclass(frozen=True, slots=True)
class ReplayFacts:
    """The facts that the bar of a replay shows.

    Attributes:
        title: "Replay", or a message while the replay is over or is going to another tick.
        players: names of the players.
        about: the game that was played.
        at: the tick on screen, counted from the first tick of the shown part.
        length: number of ticks in the shown part.
        first: tick of the recording at which the shown part begins.
        speed: playback speed as a factor; None if the bar does not control the speed, because the game uses its keys.
        halted: True if time is halted in the replay.
        over: True if the replay is at its end.
        leave: label of the button that leaves the replay; "" for no button.
    """

    title: str
    players: str
    about: str
    at: int
    length: int
    first: int = 0
    speed: float | None = None
    halted: bool = False
    over: bool = False
    leave: str = ""


@dataclass(frozen=True, slots=True)
class _Button:
    label: str
    request: CommandOrAction
    key: str = ""
    pad: str = ""
    is_main: bool = False


def position_text(facts: ReplayFacts) -> str:
    """Return the current time in a replay and its length, such as "1:23 of 4:56"."""
    return f"{play_time(facts.at, facts.length)} of {play_time(facts.length)}"


class ReplayBar:
    """The bar of a replay.

    Attributes:
        height: height of the bar in points when it was last drawn.
        is_held: True while the user drags the slider; time is halted meanwhile.
    """

    def __init__(self) -> None:
        self.height = 0.0
        self.is_held = False
        self._place = 0

    def draw(self, facts: ReplayFacts, pad: str = "") -> list[CommandOrAction]:
        """Draw the bar into Dear ImGui's current frame; return the requests of mouse clicks.

        Args:
            facts: the facts to show.
            pad: name of the gamepad whose buttons are shown; "" for keys.
        """
        view = imgui.get_main_viewport().size
        imgui.set_next_window_pos((0.0, view.y), imgui.Cond_.always, (0.0, 1.0))
        imgui.set_next_window_size_constraints((view.x, 0), (view.x, view.y))
        imgui.set_next_window_bg_alpha(_OPAQUE)
        with imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding, 0.0), imgui_ctx.begin("replay", None, _FLAGS):
            _title_line(facts)
            buttons = list(_buttons(facts))
            room = imgui.get_content_region_avail().x
            shown = next((each for each in (pad, None) if _row_width(buttons, facts, each) <= room), None)
            free = room - _row_width(buttons, facts, shown) - imgui.get_style().item_spacing.x
            requests: list[CommandOrAction] = []
            top = imgui.get_cursor_pos_y()
            if free < scaled(_MIN_TRACK):
                requests += self._track(facts, room)
                requests += _row(buttons, facts, shown)
            else:
                requests += _row(buttons, facts, shown)
                imgui.same_line()
                imgui.set_cursor_pos_y(top)
                requests += self._track(facts, imgui.get_content_region_avail().x)
            self.height = imgui.get_window_height()
        return requests

    def _track(self, facts: ReplayFacts, width: float) -> Iterator[CommandOrAction]:
        """Draw the slider, ``width`` points wide, with the past part highlighted; yield the user's requests."""
        length = max(facts.length, 1)
        places = min(length, _STEPS)
        imgui.set_next_item_width(width)
        now = self._place if self.is_held else round(facts.at / length * places)
        flags = imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_input
        changed, place = imgui.slider_int("##place", now, 0, places, "", flags)
        self._place, self.is_held = place, imgui.is_item_active()
        (left, top), (right, low) = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        done = imgui.ImVec2(left + (right - left) * place / places, low)
        imgui.get_window_draw_list().add_rect_filled((left, top), done, packed(ACCENT, 0.35), scaled(ROUNDING))
        if changed:
            yield Seek(facts.first + round(place / places * length))


def _title_line(facts: ReplayFacts) -> None:
    gap, position = scaled(BODY.size), position_text(facts)
    end = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - width_of(position, LEAD.size)
    with styled(LEAD):
        imgui.text_colored(NOTICE, facts.title)
        imgui.same_line(end)
        imgui.text_unformatted(position)
    x, lower = (
        imgui.get_style().window_padding.x + width_of(facts.title, LEAD.size),
        scaled(LEAD.size - BODY.size) * 0.7,
    )
    for words, colour in ((facts.players, TEXT), (facts.about, CAPTION)):
        if not words:
            continue
        x += gap
        imgui.same_line(x)
        words = elided(words, end - gap - x, BODY.size)
        with styled(BODY):
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + lower)
            imgui.text_colored(colour, words)
        x += width_of(words, BODY.size)


def _buttons(facts: ReplayFacts) -> Iterator[_Button]:
    jump = f"{JUMP_SECONDS:.0f} s"
    if facts.speed is not None:
        label = "Watch again" if facts.over else "Resume" if facts.halted else "Halt"
        yield _Button(label, HALT, "Space", "a", is_main=facts.over or facts.halted)
    left, right = (("left", "dpad_left"), ("right", "dpad_right")) if facts.speed is not None else (("", ""), ("", ""))
    yield _Button(f"\u00ab {jump}", Jump(-JUMP_SECONDS), *left)
    yield _Button(f"{jump} \u00bb", Jump(JUMP_SECONDS), *right)
    if facts.speed is not None:
        yield _Button("Slower", Slower(), "down", "dpad_down")
        yield _Button("Faster", Faster(), "up", "dpad_up")
    if facts.leave:
        yield _Button(facts.leave, LEAVE, "Esc", "b")


def _caps(button: _Button, pad: str | None) -> Sequence[Piece]:
    """Return pictures of the key that does the same as a button on screen.

    ``pad`` is the name of a gamepad, to show its button instead; "" to show the key; None to show nothing.
    """
    if pad is None or not button.key:
        return ()
    if pad:
        return pad_glyphs(Input("pad", button.pad), brand_of(pad))
    return (Glyph("", symbol=button.key) if button.key.islower() else Glyph(button.key),)


def _speed_text(facts: ReplayFacts) -> str:
    return "" if facts.speed is None else f"\u00d7{facts.speed:g}"


def _row_width(buttons: Sequence[_Button], facts: ReplayFacts, pad: str | None) -> float:
    style = imgui.get_style()
    widths = [width_of(button.label) + 2 * style.frame_padding.x + style.item_spacing.x for button in buttons]
    caps = [caps_width(_caps(button, pad), SMALL.size) for button in buttons]
    gaps = style.item_spacing.x / 2 * sum(map(bool, caps))
    speed = width_of("\u00d70.5") + style.item_spacing.x if facts.speed is not None else 0.0
    return sum(widths) + sum(caps) + gaps + speed


def _row(buttons: Sequence[_Button], facts: ReplayFacts, pad: str | None) -> Iterator[CommandOrAction]:
    style = imgui.get_style()
    top, high = imgui.get_cursor_pos_y(), imgui.get_frame_height()
    for number, button in enumerate(buttons):
        if number:
            imgui.same_line()
            imgui.set_cursor_pos_y(top)
        if isinstance(button.request, Faster):  # the speed is shown between the buttons Slower and Faster
            left = imgui.get_cursor_pos_x()
            imgui.align_text_to_frame_padding()
            imgui.text_colored(NOTICE if facts.speed != 1 else CAPTION, _speed_text(facts))
            imgui.same_line(left + width_of("\u00d70.5") + style.item_spacing.x)
            imgui.set_cursor_pos_y(top)
        with button_colour(CHOSEN, on=button.is_main):
            if imgui.button(f"{button.label}###{number}"):
                yield button.request
        if caps := _caps(button, pad):
            imgui.same_line(0.0, style.item_spacing.x / 2)
            with styled(SMALL):
                imgui.set_cursor_pos_y(top + (high - CAPS_HEIGHT * imgui.get_font_size()) / 2)
                text_with_caps(caps)
