"""A contest's clock begins when its people are ready: until then the session's time stands still in the window.

Nothing of this is in the session: no tick passes, so that recordings hold nothing of the wait and older ones need none.
A game's controller says in ``ready_for`` whether there is something to be ready for, such as the set-up of a round;
whoever has a seat then presses the trigger. Computers are always ready, and matches between computers alone begin by
themselves, as do those that are played back or resumed.
"""

from collections.abc import Hashable, Iterable, Sequence

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import next_game, next_option
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.session import New
from gpulife.input.controls.control import KEYBOARD
from gpulife.input.events import Event
from gpulife.seats import YOU
from gpulife.window.play.game_controller import AnyController, is_left_press

_SAY_READY = (ActionKind.HALT, ActionKind.STEP, ActionKind.START)
"""Keys and buttons of the console by which people go on elsewhere: Space, Return and START."""
_OF_SEATS = (ActionKind.TRIGGER, ActionKind.DONE, ActionKind.AGREE)
"""Actions by which the player of a seat says the same."""


class ReadyCheck:
    """Who is ready for what comes next in a session.

    Args:
        controller: controller of the session.
        begun: whether the session goes on from elsewhere, as one that is resumed or played back.
    """

    def __init__(self, controller: AnyController, *, begun: bool) -> None:
        self._controller = controller
        self._ready: set[int] = set()
        self._answered: set[Hashable] = {controller.ready_for} if begun else set()
        controller.play.holds = lambda: self.waiting or controller.holds_time

    @property
    def waiting(self) -> bool:
        """Whether time stands still until more people are ready."""
        controller = self._controller
        wanted = controller.ready_for
        if wanted is None or wanted in self._answered or not controller.shell.settings.wait_for_players:
            return False
        if controller.play.demo or controller.play.session.in_the_past or not controller.people:
            return False
        if set(controller.people) <= self._ready:
            self._answered.add(wanted)
            self._ready.clear()
            controller.on_ready()
            return False
        return True

    def is_ready(self, player: int) -> bool:
        """Return whether this player has said so."""
        return player in self._ready

    def take(self, requests: Iterable[CommandOrAction], events: Sequence[Event]) -> list[CommandOrAction]:
        """Return what people ask for but for what says that they are ready.

        Args:
            requests: what keys, pads and the mouse ask for.
            events: the events of the frame; a click on the board is the answer of whoever plays by mouse.
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
        """Note who is ready by a request; return what is to be done of it now."""
        if not isinstance(request, Action):
            return [request]
        controller, kind = self._controller, request.kind
        match = controller.play.session.match
        if kind is ActionKind.SELECT:
            return [New(next_game(match))]  # nobody has to agree, as nothing has begun
        if kind is ActionKind.OPTION and controller.play.session.game.options:
            return [New(next_option(match))]
        if kind is ActionKind.AGREE and request.a and controller.ready_offer:
            return controller.take_offer()
        if kind in _SAY_READY or kind in _OF_SEATS:
            if request.a or kind not in (ActionKind.TRIGGER, ActionKind.AGREE):
                self._say_ready(self._who(request))
            return [request] if kind is ActionKind.TRIGGER and not request.a else []
        # A click that would draw says that somebody is ready; cursors wait, too.
        return [] if kind in (ActionKind.PAINT, ActionKind.ERASE, ActionKind.POINT) else [request]

    def _say_ready(self, players: set[int]) -> None:
        """Note who is ready; where that is nobody new, say for whom the others wait."""
        controller = self._controller
        if players <= self._ready:
            names = ["you" if name == YOU else name for name in controller.player_names]
            awaited = [names[player] for player in controller.people if player not in self._ready]
            controller.shell.show_message(f"Waiting for {' and '.join(awaited)}")
        self._ready |= players

    def _who(self, request: Action) -> set[int]:
        """Return who says by a request to be ready: the player, or all at the keyboard for a key of the console."""
        people = set(self._controller.people)
        if request.player in (NOBODY, KEYBOARD):
            return set(self._controller.at_keyboard(frozenset(people)))
        return {request.player} & people
