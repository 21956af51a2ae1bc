"""The program in a window of the tests' own process, frame by frame, with made-up pads and a clock of its own."""

from __future__ import annotations

from pathlib import Path

from goldens import Picture
from input.devices import FakePads

from gpulife.app.program import Program
from gpulife.autosave import Autosave
from gpulife.commands import Command, CommandKind
from gpulife.games import new_match
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.study import StudyState
from gpulife.input.bindings import build_bindings
from gpulife.input.events import Event, KeyEvent
from gpulife.input.pads import RawPad
from gpulife.input.poller import Poller
from gpulife.modes import MODES
from gpulife.patterns.pattern import Cells
from gpulife.rules import parse_rule
from gpulife.settings import Settings
from gpulife.ui.host import Host
from gpulife.ui.window import Window

FRAME = 1 / 60
SMALL = (24, 40)


class Pads(FakePads):
    """Also some that no mapping exists for."""

    def __init__(self) -> None:
        super().__init__()
        self.raw: dict[int, RawPad] = {}

    def unmapped(self) -> dict[int, RawPad]:
        return dict(self.raw)


class Stage:
    """A program, its pads, and the frames that it is given. No frame may leave a GL error."""

    def __init__(self, window: Window, host: Host, folder: Path, settings: Settings) -> None:
        self.pads = Pads()
        self.window = window
        self.now = 1000.0
        poller = Poller(build_bindings(), self.pads)
        self.program = Program(window, host, poller, self.pads, settings, Autosave(folder / "autosave", self.now), 5)
        self.program._now = self.now
        self.messages: list[str] = []
        tell = self.program.tell

        def tell_(message: str) -> None:
            self.messages.append(message)
            tell(message)

        self.program.tell = tell_  # type: ignore[method-assign]

    def frames(self, count: int = 1, *events: Event) -> Stage:
        """So many frames; the first has the events."""
        for number in range(count):
            self.now += FRAME
            self.program.frame(events if number == 0 else (), self.now)
            assert self.window.device.context.error == "GL_NO_ERROR"
            self.window.swap()
        return self

    @property
    def picture(self) -> Picture:
        """One more frame, and what it shows."""
        self.now += FRAME
        self.program.frame((), self.now)
        picture = self.window.read()
        assert self.window.device.context.error == "GL_NO_ERROR"
        self.window.swap()
        return picture

    def key(self, name: str, *mods: str) -> Stage:
        for pressed in (True, False):
            self.frames(2, KeyEvent(name, pressed, frozenset(mods)))
        return self

    def pad(self, *buttons: str, socket: int = 0, **axes: float) -> Stage:
        """Hold this on a pad for two frames, and let go for two."""
        if socket not in self.pads.states:  # what is held while it is plugged in does not count
            self.pads.hold(socket)
            self.frames(2)
        self.pads.hold(socket, *buttons, **axes)  # type: ignore[arg-type]
        self.frames(2)
        self.pads.hold(socket)
        return self.frames(2)

    def begin(self, rule: str = "Immigration", shape: tuple[int, int] = SMALL, *actions: Action) -> Stage:
        self.program.begin(new_match("study", parse_rule(rule), shape, 1), actions)
        return self.frames(2)

    def do(self, kind: CommandKind, value: object = None) -> Stage:
        self.program._try(Command(kind, value))
        return self.frames(2)

    def act(self, kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> Stage:
        return self.do(CommandKind.ACT, Action(NOBODY, kind, a, b, data))

    @property
    def state(self) -> StudyState:
        return self.program.playing.session.state

    @property
    def cells(self) -> Cells:
        return self.program.playing.engine.read_all()


def show_start_screen(stage: Stage) -> Stage:
    mode = MODES["two"]
    stage.program.begin(mode.match(1), mode.first_actions(), backdrop=True)
    stage.program.show_start_screen()
    return stage.frames(len(MODES) + 3)
