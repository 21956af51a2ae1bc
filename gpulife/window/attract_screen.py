"""Attract mode: after a while without input, two computer players play matches as a demonstration.

Attract mode is a screen with its own session. The screens below stay unchanged and return at the first key press or
click.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from gpulife.closing import closed_on_error
from gpulife.games.matches import find_demo, new_match
from gpulife.games.registry import DEFAULT_GAME, find_game
from gpulife.input.commands import CommandOrAction
from gpulife.input.events import Event, FilesDropped
from gpulife.rules import parse_rule
from gpulife.seats import Seats
from gpulife.view.gl_board import BoardFrame
from gpulife.window.art.headless_match import START
from gpulife.window.design import CAPTION
from gpulife.window.input_activity import InputActivity
from gpulife.window.play.canvas import PROMPT_HEIGHT, draw_prompt, scaled
from gpulife.window.play.frame_render import board_picture
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_window import open_controller
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.seating import seat_computers
from gpulife.window.play.time_step import pass_time
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_ENDING_SECONDS = 12.0
"""Seconds for which the end of a match is shown before the next match begins."""
_RESULT_SECONDS = 180.0
"""Minimum seconds without input before attract mode covers the result of a match that people have played."""


class AttractScreen(Screen):
    """Shows matches between computer players, one after another.

    Args:
        shell: services shared by all screens.
        numbers: yields a number for each match, which decides its seed and the levels of the computer players; see
            :func:`begin_match`.

    Attributes:
        controller: object that plays and draws the current match.

    Raises:
        GpulifeError: the first match cannot begin.
    """

    hides_picture = hides_panels = stops_time = True

    def __init__(self, shell: Shell, numbers: Iterator[int]) -> None:
        self.shell = shell
        self.controller = begin_match(shell, next(numbers))
        self._numbers = numbers
        self._seconds_over = 0.0
        self._picture: BoardFrame

    @property
    def covered_above(self) -> float:
        """Height in points of the strip above the board in which the game shows scores and the like."""
        return self.controller.layout.covered_above

    def pass_time(self, seconds: float) -> None:
        """Advance the match by ``seconds``. Some seconds after its end, begin the next match."""
        play = self.controller.play
        self._seconds_over = self._seconds_over + seconds if play.session.is_over else 0.0
        if self._seconds_over >= _ENDING_SECONDS:
            self._seconds_over = 0.0  # otherwise, if the next match cannot begin, every frame would try again
            with self.shell.guard.catch("attract mode"):
                controller = begin_match(self.shell, next(self._numbers))
                self.leave()
                self.controller = controller
        pass_time(self.shell, self.controller.play, seconds)
        self.controller.update_seats()

    def aim(self, seconds: float) -> bool:
        """Prepare the next picture of the board; return True if it differs from the last drawn picture."""
        self._picture = board_picture(self.controller, seconds, dragging=False)
        return not self.controller.play.display.view.shows(self._picture)

    def draw(self, seconds: float) -> None:
        """Draw the board."""
        self.controller.play.display.view.draw(self.shell.window.device.context.screen, self._picture, seconds)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the game's scores and texts, and a line that says how to start playing."""
        self.controller.draw_all(seconds)
        middle, y = self.shell.window.view_size[0] / 2, self.covered_above + scaled(6 + PROMPT_HEIGHT / 2)
        draw_prompt(
            self.controller.legend(0), ("Press any key or button to play",), (middle, y), 2 * middle, rgba=CAPTION
        )
        return ()

    def leave(self) -> None:
        """Release the resources of the match."""
        self.controller.play.close()


class AttractMode:
    """Begins attract mode after a while without input, and ends it at the first key press or click.

    Args:
        screens: the stack of screens.
        before_begin: called before attract mode begins, to save the session, because attract mode may last for hours.
        is_on_line: returns True if the window is used for on-line play; then attract mode does not begin.

    Attributes:
        idle: seconds since the last input.
    """

    def __init__(
        self, screens: ScreenStack, before_begin: Callable[[], None], is_on_line: Callable[[], bool] = lambda: False
    ) -> None:
        self.idle = 0.0
        self._numbers = count()
        self._screens, self._before_begin, self._is_on_line = screens, before_begin, is_on_line
        self._activity = InputActivity()

    @property
    def on(self) -> bool:
        """True while attract mode is shown."""
        return isinstance(self._screens.top, AttractScreen)

    def watch(self, events: Sequence[Event], seconds: float) -> None:
        """Begin attract mode after a while without input; end it when a key or button is pressed.

        Call this once per frame, before any screen gets the events.
        """
        shell = self._screens.shell
        pressed, moved = self._activity.poll(events, shell.pads, shell.settings.dead_zone)
        if self.on:
            if pressed or any(isinstance(event, FilesDropped) for event in events):
                self.end()
                shell.show_start_menu()
            return
        busy = shell.window.minimised or shell.mapping_wizard is not None or shell.panel_state.binding
        is_free = not (busy or self._is_on_line()) and self._screens.top.is_idle
        may_begin = bool(shell.settings.attract_seconds) and is_free
        self.idle = 0.0 if pressed or moved or not may_begin else self.idle + seconds
        due = max(shell.settings.attract_seconds, _RESULT_SECONDS if self._screens.top.shows_result else 0.0)
        if may_begin and self.idle >= due:
            self.idle = 0.0  # otherwise, if the match cannot begin, every frame would try again
            self._before_begin()
            self._screens.push(AttractScreen(shell, self._numbers))
            shell.sound.audio.stop_music()

    def end(self) -> None:
        """End attract mode if it is on, and return to the screens below."""
        if self.on:
            self._screens.pop(self._screens.top)
        self.idle = 0.0


def begin_match(shell: Shell, number: int) -> AnyController:
    """Begin a match of the default game between computer players.

    Args:
        shell: services shared by all screens.
        number: any number; it decides the match's seed and the level of the computer player on each side.

    Raises:
        GpulifeError: the match cannot begin.
    """
    spec, demo = find_game(DEFAULT_GAME), find_demo(DEFAULT_GAME)
    seats = Seats().with_levels(*demo.levels_of(number))
    match = new_match(spec.name, parse_rule(spec.rule), spec.shape, shell.scheme_seed + number, demo.option)
    play = OpenSession(shell.window.device, match, (START,), budget=0, seats=seats)
    play.demo = True
    with closed_on_error(play):
        seat_computers(play, seats.levels, shell.window.device)
        controller = open_controller(shell, play)
        controller.apply_first_look()
        play.display.camera = play.display.target = controller.layout.whole_board_camera()
    return controller
