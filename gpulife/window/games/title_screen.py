"""The title screen as a session: START begins a chosen match or an empty universe."""

from collections.abc import Sequence
from dataclasses import replace

from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.start_presets import START_PRESETS
from gpulife.games.title_screen import FanfareState
from gpulife.input.commands import CommandOrAction
from gpulife.input.events import Event, MouseButton
from gpulife.window.panels.draw_primitives import prompt
from gpulife.window.play.game_controller import GameController, MouseResult
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.scopes import handles
from gpulife.window.shell import Shell

_START = Action(NOBODY, ActionKind.START)


class TitleController(GameController[FanfareState]):
    """Runs the title screen in the window, where START, a click or a new gamepad begins a session.

    Args:
        shell: services shared by all screens.
        play: the session of the title screen.
        chosen: match that START begins; None for an empty universe.

    Attributes:
        chosen: match that START begins; None for an empty universe.
    """

    def __init__(self, shell: Shell, play: OpenSession, chosen: Match | None = None) -> None:
        super().__init__(shell, play)
        self.chosen = chosen

    has_panels = False
    is_idle = True

    def on_join(self) -> list[CommandOrAction]:
        """Return the request START when somebody presses a button of a new gamepad."""
        return [_START]

    @handles(ActionKind.START)
    def _begin(self, _: Action) -> None:
        seed = self.shell.scheme_seed
        match = self.chosen or START_PRESETS["study"].match(seed)
        self.shell.begin(replace(match, seed=(match.seed + seed) % 2**32), (_START,))

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return START if the mouse was clicked. All mouse events are used up: nothing else here needs them."""
        del dragging
        pressed = any(isinstance(event, MouseButton) and event.pressed for event in events)
        return (), [_START] if pressed and not on_panel else []

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the line that says how to begin; return no requests."""
        prompt(f"Press {self.legend(0).spoken('{start}')} or click", 0.0)
        return []


WINDOW = GameWindow(controller=TitleController)
