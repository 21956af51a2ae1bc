"""Draw who is asked to be ready before a clock begins: a card beside each seat, with the keys that play."""

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.glyphs import Legend
from gpulife.window.panels.draw_primitives import DIM
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width, text_with_caps
from gpulife.window.panels.widgets import AMBER, CARD_FLAGS, GREY, vec4_of
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_page import GamePage
from gpulife.window.play.prompt_line import WAYS_OUT
from gpulife.window.play.ready_check import ReadyCheck

_WIDTH, _EDGE, _HINT = 380.0, 8.0, 20.0  # points on a 96 dpi screen
_LARGE = 22.0
_OPAQUE = 0.92
_READY = imgui.ImVec4(0.45, 0.9, 0.5, 1.0)
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_bring_to_front_on_focus


def draw_ready_cards(controller: AnyController, check: ReadyCheck, page: GamePage) -> list[CommandOrAction]:
    """Draw a card for each person and each computer that plays, what is offered instead, and how to get help.

    Returns:
        What was asked for by a click on what is offered.
    """
    people = controller.people
    for player in (*people, *sorted(controller.computers)):
        _draw_card(controller, player, page, ready=check.is_ready(player), is_person=player in people)
    legend = controller.legend(people[0]) if people else controller.legend(0)
    if not controller.shows_help_hint:
        draw_help_hint(legend, WAYS_OUT[0])
    return _draw_offer(controller, legend) if controller.ready_offer else []


def _draw_offer(controller: AnyController, legend: Legend) -> list[CommandOrAction]:
    view = imgui.get_main_viewport().size
    pieces = legend.pieces(controller.ready_offer)
    width = min(caps_width(pieces, 0.0) + scaled(4 * _EDGE), view.x - 2 * scaled(_EDGE))
    bottom = controller.canvas.area[3] - controller.hud_margins.below - scaled(2 * _EDGE)
    imgui.set_next_window_pos((view.x / 2, bottom), imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(1.0)
    with imgui_ctx.begin("offer", None, _FLAGS & ~imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_nav):
        text_with_caps(pieces, AMBER)
        return controller.take_offer() if imgui.button("Guided round") else []


def draw_help_hint(legend: Legend, wording: str = "{help} Help") -> None:
    """Draw which key or button shows the game's page, in the lower right corner of the window, over everything."""
    view = imgui.get_main_viewport().size
    pieces = legend.pieces(wording)
    caps_on_canvas(pieces, view.x - scaled(_EDGE), view.y - scaled(_HINT), DIM, align=1.0, size=16.0, above=True)


def _draw_card(controller: AnyController, player: int, page: GamePage, *, ready: bool, is_person: bool) -> None:
    view = imgui.get_main_viewport().size
    seats = max(len(controller.people) + len(controller.computers), 1)
    width = min(scaled(_WIDTH), (view.x - 2 * scaled(_EDGE)) / min(seats, 2) - scaled(_EDGE))
    x, y = controller.ready_place(player)
    half = width / 2 + scaled(_EDGE)
    imgui.set_next_window_pos((min(max(x, half), view.x - half), y), imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin(f"ready {player}", None, _FLAGS):
        colours = controller.play.look.colours
        colour = vec4_of(colours[min(player + 1, len(colours) - 1)])
        with imgui_ctx.push_font(None, _LARGE):
            imgui.text_colored(colour, controller.player_names[player])
        if not is_person:
            imgui.text_colored(_READY, "Ready")
            return
        legend = controller.legend(player)
        if ready:
            imgui.text_colored(_READY, "Ready")
        else:
            with imgui_ctx.push_font(None, _LARGE):
                by_mouse = " or {click}" if player == controller.mouse_player else ""
                text_with_caps(legend.pieces(f"Press {{trigger}}{by_mouse} to begin"))
        for line in [line for line in page.controls if line.own][: page.ready_lines]:
            text_with_caps(legend.pieces(f"{line.by} {line.does}"), GREY)
