"""Asks people whether they are ready before a clock starts. A card beside each seat shows the keys for playing."""

from collections.abc import Hashable, Iterable, Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import next_game, next_option
from gpulife.input.commands import CommandOrAction, New
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event
from gpulife.input.glyphs import Legend
from gpulife.seats import YOU
from gpulife.window.design import (
    BODY,
    CAPTION,
    GOOD,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    ROUNDING,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width, text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.play.canvas import WAYS_OUT, scaled
from gpulife.window.play.game_controller import AnyController, is_left_press
from gpulife.window.play.game_window import GamePage

_SAY_READY = (ActionKind.HALT, ActionKind.STEP, ActionKind.START)
"""Kinds of actions of shared keys and buttons (Space, Return, START) that mean "ready" while people are asked."""
_OF_SEATS = (ActionKind.TRIGGER, ActionKind.DONE, ActionKind.AGREE)
"""Kinds of actions of a seat's own controls that mean "ready" while people are asked."""


class ReadyCheck:
    """Keeps track of the players who have said that they are ready for the next part of a session.

    Args:
        controller: controller of the session.
        begun: True if the session is resumed or played back. Then nobody is asked at its beginning.
    """

    def __init__(self, controller: AnyController, *, begun: bool) -> None:
        self._controller = controller
        self._ready: set[int] = set()
        self._answered: set[Hashable] = {controller.ready_for} if begun else set()
        self._goes_on = False
        controller.play.runner.holds = lambda: self.waiting or controller.holds_time

    def wait_for_go(self) -> None:
        """If a competitive match is running, ask again whether people are ready. Called when they come back to it."""
        controller, session = self._controller, self._controller.play.session
        runs = session.state.running or controller.is_setting_up
        if session.game.competitive and runs and controller.result is None and not self.waiting:
            self._goes_on = True
            self._ready.clear()

    @property
    def goes_on(self) -> bool:
        """True if people are asked whether they are ready in the middle of a match, not before its beginning."""
        return self._goes_on

    @property
    def waiting(self) -> bool:
        """True if time is stopped because people have not yet said that they are ready."""
        controller = self._controller
        wanted = controller.ready_for
        is_answered = wanted is None or wanted in self._answered
        if (is_answered and not self._goes_on) or not controller.shell.settings.wait_for_players:
            return False
        if controller.play.demo or controller.play.session.in_the_past or not controller.people:
            return False
        if set(controller.people) <= self._ready:
            self._answered.add(wanted)
            self._goes_on = False
            self._ready.clear()
            controller.on_ready()
            return False
        return True

    def is_ready(self, player: int) -> bool:
        """Return whether this player has said that they are ready."""
        return player in self._ready

    def take(self, requests: Iterable[CommandOrAction], events: Sequence[Event]) -> list[CommandOrAction]:
        """Record which players say "ready" by these requests, and return the requests that mean something else.

        Args:
            requests: requests of keys, pads and mouse.
            events: the frame's events. A click on the board means that the mouse player is ready.
        """
        if not self.waiting:
            return list(requests)
        left: list[CommandOrAction] = []
        for request in requests:
            left += self._take_one(request)
        backend = self._controller.shell.imgui_backend
        if any(is_left_press(event) for event in events) and not backend.panel_under(events):
            player = self._controller.mouse_player
            self._say_ready(set(self._controller.people[:1] if player is None else (player,)))
        return left

    def _take_one(self, request: CommandOrAction) -> list[CommandOrAction]:
        """Record which players say "ready" by a request; return the requests that are still to be carried out."""
        if not isinstance(request, Action):
            return [request]
        controller, kind = self._controller, request.kind
        match = controller.play.session.match
        if kind is ActionKind.SELECT:
            return [New(next_game(match))]  # no consent needed, since nothing has begun
        if kind is ActionKind.OPTION and controller.play.session.game.options:
            return [New(next_option(match))]
        if kind is ActionKind.AGREE and request.a and controller.ready_offer:
            return controller.take_offer()
        if kind is ActionKind.AGREE and not request.a:
            self._ready -= self._who(request)
            self._say_who_is_awaited()
            return []
        if kind in _SAY_READY or kind in _OF_SEATS:
            if request.a or kind is not ActionKind.TRIGGER:
                self._say_ready(self._who(request))
            return [request] if kind is ActionKind.TRIGGER and not request.a else []
        # A click on the board means "ready" and must not draw. Cursors do not move yet, either.
        return [] if kind in (ActionKind.PAINT, ActionKind.ERASE, ActionKind.POINT) else [request]

    def _say_ready(self, players: set[int]) -> None:
        """Record that ``players`` are ready. If they all had said so before, show for whom the match still waits."""
        if players <= self._ready:
            self._say_who_is_awaited()
        self._ready |= players

    def _say_who_is_awaited(self) -> None:
        controller = self._controller
        names = ["you" if name == YOU else name for name in controller.player_names]
        awaited = [names[player] for player in controller.people if player not in self._ready]
        if awaited:
            controller.shell.show_message(f"Waiting for {' and '.join(awaited)}")

    def _who(self, request: Action) -> set[int]:
        """Return the players who say "ready" with a request. A shared key counts for all players at the keyboard."""
        people = set(self._controller.people)
        if request.player in (NOBODY, KEYBOARD):
            return set(self._controller.at_keyboard(frozenset(people)))
        return {request.player} & people


_WIDTH, _EDGE, _HINT = 380.0, NEAR, 20.0  # points on a 96 dpi screen
_CARD_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_bring_to_front_on_focus


def draw_ready_cards(controller: AnyController, check: ReadyCheck, page: GamePage) -> list[CommandOrAction]:
    """Draw a card for each person and each computer player, and the hint for help.

    If the game offers something else to play first, draw this offer, too. Return the requests of a click on it.
    """
    people = controller.people
    for player in (*people, *sorted(controller.computers)):
        end = "to go on" if check.goes_on else "to begin"
        _draw_card(controller, player, page, end, ready=check.is_ready(player), is_person=player in people)
    legend = controller.legend(people[0]) if people else controller.legend(0)
    if not controller.shows_help_hint:
        draw_help_hint(legend, WAYS_OUT[0])
    return _draw_offer(controller, legend) if controller.ready_offer else []


def _draw_offer(controller: AnyController, legend: Legend) -> list[CommandOrAction]:
    view = imgui.get_main_viewport().size
    pieces = legend.pieces(controller.ready_offer)
    width = min(caps_width(pieces) + scaled(4 * _EDGE), view.x - 2 * scaled(_EDGE))
    bottom = controller.layout.canvas.area[3] - controller.hud_margins.below - scaled(2 * _EDGE)
    imgui.set_next_window_pos((view.x / 2, bottom), imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(1.0)
    with imgui_ctx.begin("offer", None, _CARD_FLAGS & ~imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_nav):
        text_with_caps(pieces, PROMPT)
        return controller.take_offer() if imgui.button("Guided round") else []


def draw_help_hint(legend: Legend, wording: str = "{help} Help") -> None:
    """Draw a hint that names the key or button for help, in the window's lower right corner, over everything else.

    ``wording`` is the hint, with placeholders such as "{help}" for keys.
    """
    view = imgui.get_main_viewport().size
    pieces = legend.pieces(wording)
    x, y, wide = view.x - scaled(_EDGE), view.y - scaled(_HINT), caps_width(pieces)
    corner = x - wide - scaled(NEAR), y - scaled(BODY.size / 2 + NEAR)
    imgui.get_foreground_draw_list().add_rect_filled(corner, (view.x, view.y), packed(GROUND), scaled(ROUNDING))
    caps_on_canvas(pieces, x, y, CAPTION, align=1.0, size=BODY.size, above=True)


def _draw_card(
    controller: AnyController, player: int, page: GamePage, end: str, *, ready: bool, is_person: bool
) -> None:
    view = imgui.get_main_viewport().size
    seats = max(len(controller.people) + len(controller.computers), 1)
    width = min(scaled(_WIDTH), (view.x - 2 * scaled(_EDGE)) / min(seats, 2) - scaled(_EDGE))
    x, y = controller.ready_place(player)
    half = width / 2 + scaled(_EDGE)
    imgui.set_next_window_pos((min(max(x, half), view.x - half), y), imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(1.0)  # the cursors are behind the cards
    with imgui_ctx.begin(f"ready {player}", None, _CARD_FLAGS):
        colours = controller.play.display.look.colours
        colour = rgba_of(colours[min(player + 1, len(colours) - 1)])
        with styled(HEADING):
            imgui.text_colored(colour, controller.player_names[player])
        if not is_person:
            imgui.text_colored(GOOD, "Ready")
            return
        legend = controller.legend(player)
        if ready:
            imgui.text_colored(GOOD, "Ready")
        else:
            with styled(LEAD):
                by_mouse = " or {click}" if player == controller.mouse_player else ""
                text_with_caps(legend.pieces(f"Press {{trigger}}{by_mouse} {end}"))
        for line in [line for line in page.controls if line.own][: page.ready_lines]:
            text_with_caps(legend.pieces(f"{line.by} {line.does}"), CAPTION)
