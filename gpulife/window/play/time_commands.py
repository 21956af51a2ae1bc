"""Carries out commands on the session's time, and handles keys while people watch a part of the recording."""

from gpulife.errors import GpulifeError
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.survival1982.state import TITLES
from gpulife.input.commands import (
    Authentic,
    CommandOrAction,
    Faster,
    GoToGeneration,
    Jump,
    Paste,
    Redo,
    Reseed,
    RunUntil,
    Seek,
    Slower,
    StepSize,
    Undo,
    Unlimited,
)
from gpulife.window.play.consent import may_rewind, needs_consent
from gpulife.window.play.fast_run import FastRun, GenerationSearch, Goal, ReachGeneration, ReachPopulation, Repeat
from gpulife.window.play.game_controller import SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

# While people watch a part of the recording again, keys change nothing, and Escape goes to its end. At other past
# moments an action starts a new branch, but watching how a round was won must not lose its result.
_LEAVES = (ActionKind.SELECT, ActionKind.OPTION, ActionKind.RESET)
_UNSAID = (ActionKind.POINT, ActionKind.STICK)
"""Kinds of actions that are refused without a message, because there are so many of them."""


def begin_watching(shell: Shell, play: OpenSession, generation: int) -> None:
    """Let people watch the recording once the session is rewound to shortly before ``generation``; show a message."""
    play.runner.watched, play.runner.paused = generation, False
    shell.show_message(watching_text(shell, play))


def watching_text(shell: Shell, play: OpenSession) -> str:
    """Return the message that says which part of the recording is watched, and which key goes back to its end."""
    escape = shell.poller.keys_text("again")
    return f"Watching the recording from shortly before generation {play.runner.watched}. Back to the end: {escape}"


def watching_hint(play: OpenSession) -> str:
    """Return the line below the board while people watch the recording, with placeholders such as "{halt}" for keys."""
    pause = "Resume" if play.runner.paused else "Halt"
    return f"Watching from shortly before generation {play.runner.watched}  {{halt}} {pause}  {{again}} Back to the end"


class WatchScope(SessionScope):
    """Handles keys while people watch a part of the recording: Escape goes to its end, most other keys do nothing."""

    @property
    def is_open(self) -> bool:
        """True if people are watching the recording."""
        return self.play.runner.watching

    @handles(ActionKind.AGAIN)
    def _go_to_end(self, _: Action) -> None:
        self.play.runner.seeking, self.play.runner.paused = self.play.session.recorded_ticks, False

    @handles(ActionKind.HALT)
    def _pause(self, _: Action) -> None:
        self.play.runner.paused = not self.play.runner.paused

    @handles(Action, Faster, Slower, Unlimited, Authentic, Undo, Redo, Reseed, Paste)
    def _refuse(self, request: CommandOrAction) -> Handled:
        """Refuse a request, and say which part of the recording is watched. Requests to leave the session are allowed.

        Movements of a stick or the pointer, and released triggers, are refused without a message.
        """
        if isinstance(request, Action):
            if request.kind in _LEAVES:
                return PASS_ON
            if request.kind in _UNSAID or (request.kind is ActionKind.TRIGGER and not request.a):
                return None
        self.shell.show_message(watching_text(self.shell, self.play))
        return None


MAX_EXPONENTS = {2: 40, 10: 12}
"""Largest step sizes, as exponents keyed by base: 2^40 and 10^12 generations."""
MAX_GENERATION = 10**15
_STOPPING = (ActionKind.HALT, ActionKind.AGAIN, ActionKind.STEP)
"""Kinds of actions that stop a run at full speed. Space, Escape and Return request them."""


_FASTEST, _SLOWEST = 1_000_000, 1_000  # generations per 1000 seconds, as in paces
_DEFAULT_PACE = 30_000
_PACE_STEP = 1.5
"""Factor by which the commands "faster" and "slower" change the speed."""


class TimeScope(SessionScope):
    """Carries out commands that change the speed, go to another moment or compute many generations."""

    @handles(*_STOPPING)
    def _halt_or_step(self, action: Action) -> Handled:
        """Carry out Space and Return in the cases that the game does not handle.

        They stop a run at full speed, start or halt time while rewound, or take a step of the chosen size.
        """
        if self.play.runner.fast_run is not None:
            self._stop_fast_run()
        elif action.kind is ActionKind.HALT and self._is_in_the_past:
            self.play.runner.stands = (
                not self.play.runner.stands
            )  # only changes of the board cut off the recorded future
            self.play.runner.seeking = None
        elif action.kind is ActionKind.STEP and self._takes_step:
            self._run(ReachGeneration(self.play.session.board.generation + self.shell.panel_state.step_size))
        else:
            return PASS_ON
        return None

    def _stop_fast_run(self) -> None:
        self.play.runner.fast_run, self.play.runner.stands = None, True
        self.shell.show_message(f"Stopped at generation {self.play.session.board.generation:,}")

    @property
    def _is_in_the_past(self) -> bool:
        return self.play.session.match.is_universe and self.play.session.in_the_past

    @property
    def _takes_step(self) -> bool:
        """True if this scope carries out the next step; False if the game does.

        In a universe, this scope carries out steps of more than one generation, and steps taken while rewound.
        """
        session = self.play.session
        return session.match.is_universe and (self.shell.panel_state.step_size > 1 or session.in_the_past)

    def _run(self, goal: Goal) -> None:
        self._require_universe()
        self.play.runner.seeking, self.play.runner.fast_run = None, FastRun(self.play.session, goal)

    @handles(StepSize)
    def _change_step_size(self, command: StepSize) -> None:
        state = self.shell.panel_state
        if command.base:
            state.step_base, state.step_exponent = command.base, 0
        state.step_exponent = min(max(state.step_exponent + command.by, 0), MAX_EXPONENTS[state.step_base])
        size = state.step_size
        self.shell.show_message(f"A step is {size:,} generation{'s' if size > 1 else ''}")

    @handles(GoToGeneration)
    def _go_to_generation(self, command: GoToGeneration) -> None:
        generation = command.generation
        if generation is None:
            return  # a dialog asks for the number
        if not 0 <= generation <= MAX_GENERATION:
            raise GpulifeError(f"generation {generation:,}: generations go from 0 to {MAX_GENERATION:,}")
        session = self.play.session
        if generation > session.board.generation:
            self._run(ReachGeneration(generation))
        else:
            self._require_universe()
            self.play.runner.seeking, self.play.runner.fast_run = None, GenerationSearch(session, generation)

    @handles(RunUntil)
    def _run_until(self, command: RunUntil) -> None:
        if command.what == "repeats":
            self._run(Repeat(self.play.engine.rule))
        else:
            self._run(ReachPopulation(command.number, rises=command.what == "rises"))

    @handles(Unlimited)
    def _unlimited(self, _: Unlimited) -> None:
        self._change_pace((0, 1) if self.play.runner.pace else (_DEFAULT_PACE, 0))

    @handles(Authentic)
    def _authentic(self, _: Authentic) -> None:
        if self.play.session.match.game not in TITLES:
            self.shell.show_message(f"Only these games have the speed of 1982: {', '.join(TITLES.values())}")
            return
        self._change_pace((-1, 0) if self.play.runner.pace >= 0 else (_DEFAULT_PACE, 0))

    @handles(Seek)
    def _seek(self, command: Seek) -> None:
        self._go_to(command.tick)
        if command.watched is not None and self.play.runner.seeking is not None:
            begin_watching(self.shell, self.play, command.watched)

    @handles(Jump)
    def _jump(self, command: Jump) -> None:
        play = self.play
        here = play.session.ticks if play.runner.seeking is None else play.runner.seeking
        if here == (0 if command.seconds < 0 else play.session.recorded_ticks):
            end = "This is the beginning" if command.seconds < 0 else "Nothing was played after this moment"
            self.shell.show_message(end)
            return
        self._go_to(max(0, here + round(command.seconds * TICKS_PER_SECOND)))

    @handles(Faster)
    def _faster(self, _: Faster) -> None:
        self._multiply_pace(_PACE_STEP)

    @handles(Slower)
    def _slower(self, _: Slower) -> None:
        self._multiply_pace(1 / _PACE_STEP)

    def _require_universe(self) -> None:
        if not self.play.session.match.is_universe:
            raise GpulifeError("Only universes allow this: in a game, it would change time for all players")

    def _change_pace(self, pace: tuple[int, int]) -> None:
        """Request the speed ``pace``: (generations per 1000 seconds, generations per tick).

        The first number is 0 for unlimited speed and -1 for the speed of 1982. The second counts only at unlimited
        speed.
        """
        self.play.runner.act(Action(self.controller.keyboard_player, ActionKind.PACE, *pace))
        if not needs_consent(self.play, ActionKind.PACE):
            words = "as fast as possible" if pace[0] == 0 else "speed of 1982: each generation appears row by row"
            self.shell.show_message(f"{pace[0] / 1000:g} generations a second" if pace[0] > 0 else words)

    def _multiply_pace(self, factor: float) -> None:
        now = self.play.runner.pace if self.play.runner.pace > 0 else _DEFAULT_PACE
        self._change_pace((round(min(max(now * factor, _SLOWEST), _FASTEST)), 0))

    def _go_to(self, tick: int) -> None:
        play, session = self.play, self.play.session
        if may_rewind(play):
            if play.runner.seeking is None:
                moves = not play.runner.stands if session.in_the_past else session.state.running
                play.runner.stands = session.match.is_universe and not moves
            play.runner.seeking = tick
        else:
            self.shell.show_message("You can rewind only after this round: rewinding halts the game for everybody")
