"""A monkey at the window: press every widget of every screen, then do anything for as many steps as wanted.

    PYTHONPATH=. .venv/bin/python tests/soak/monkey.py                          # the long form, on two cores
    PYTHONPATH=. .venv/bin/python tests/soak/monkey.py --widgets --size 800x600 [--only "docked "]
    PYTHONPATH=. .venv/bin/python tests/soak/monkey.py --seed 3 --steps 10000 --size 1280x800

The long form presses every widget of every screen (``SCREENS`` of ``screens.py``, and ``MORE`` below) at three sizes,
and then does 100,000 steps with ten seeds, a tenth of them at 3840x2160: keys, clicks, drags, turns of the wheel, pads,
texts and files. It fails if a frame fails, if errors.log is not empty, if a key gets no answer (defined in
``monkey_answers.py``), if anything reaches beyond the monkey's cage, or if the program uses 20 MB more at the end of a
seed than after its first 2,000 steps. A failure is printed with its seed, its step and the command that repeats it.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import os
import random
import shlex
import subprocess
import sys
import threading
import time
import traceback
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("LP_NUM_THREADS", "0")  # each process draws by itself: there are as many as processors
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import psutil
import pytest
from imgui_bundle import imgui
from soak.monkey_answers import Answers
from soak.monkey_cage import Cage, caged, lobby_in
from soak.monkey_hands import Hands
from soak.monkey_widgets import Key, Widget, Widgets, caps, has_popup, popup_places
from soak.screens import SCREENS, SOUP
from window import stage as stages
from window.galleries import Art, programme
from window.online_match_stage import begun
from window.stage import Stage

from gpulife.input.bindings import build_bindings
from gpulife.input.events import AXES
from gpulife.input.names import KEYS, MODIFIER_KEYS, PAD_INPUTS
from gpulife.log import attached
from gpulife.settings import Settings
from gpulife.window.art.show_options import ShowOptions
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.panels.dock_layout import DOCKED
from gpulife.window.panels.panel_state import PanelState

SIZES = ((800, 600), (1280, 800), (3840, 2160))
SEEDS = 10
STEPS = 10_000
"""Steps per seed."""
SETTLED = 2_000
"""Steps after which memory is first measured."""
MAX_GROWTH = 20.0
"""MB by which memory may grow from then on."""
EPISODE = 50
"""Steps on one screen."""
HANGS = 180
"""Seconds after which a step counts as hung."""
MAX_PRESSES = 1000
"""Maximum number of widgets on one screen; if there are more, something makes new ones endlessly."""
_SETTINGS = Settings(
    reduced_flashing=False, wait_for_players=False, guided_round_offered=True, phones_port=0, bloom=0.0, rewind_mib=8
)
_TEXTS = (
    "",
    "7",
    "48",
    "120",
    "0",
    "-1",
    "1e9",
    "B3/S23",
    "QuadLife",
    "glider",
    "Ada",
    "ä\u0301 \u202e☃",
    "%s%n{}##a",
    "x" * 300,
)
_WHEELS = (-8.0, -1.0, 1.0, 8.0)


def _art(stage: Stage) -> None:
    Art(stage, ShowOptions(programme=programme(seconds=5.0), seed=1, idle=5.0, reduced_flashing=False)).seconds(1)


def _massive(stage: Stage) -> None:
    stage.begin("Immigration", (2048, 2048), SOUP)


def _online(game: str) -> Callable[[Stage], object]:
    return lambda stage: begun(stage, 1, game)


MORE: dict[str, Callable[[Stage], object]] = {
    "art show": _art,
    "massive": _massive,
    **{f"online match {game}": _online(game) for game in ("seed-list", "p2life", "life-2", "biowar", "realtime")},
}
"""Screens that ``SCREENS`` does not have."""
ALL = SCREENS | MORE


@dataclass
class Part:
    """The results of one part.

    Attributes:
        name: what was done.
        done: number of presses or steps.
        frames: number of frames shown.
        failures: the failures, some lines each.
        grown: MB by which memory grew after it had settled; None if unknown.
        seconds: duration.
    """

    name: str
    done: int = 0
    frames: int = 0
    failures: list[str] = field(default_factory=list)
    grown: float | None = None
    seconds: float = 0.0

    def __str__(self) -> str:
        memory = "" if self.grown is None else f", memory {self.grown:+.1f} MB"
        wrong = f"{len(self.failures)} failures" if self.failures else "no failure"
        return f"{self.name}: {self.done:,} steps, {self.frames:,} frames in {self.seconds:.0f} s{memory}: {wrong}"


class Monkey:
    """A user who clicks everything in one program.

    Args:
        cage: the cage.
        repeat: command that repeats this run, for reports.
    """

    def __init__(self, cage: Cage, repeat: str) -> None:
        self.cage, self.repeat = cage, repeat
        self.widgets = Widgets()
        self.last: deque[str] = deque(maxlen=12)
        self.failures: list[str] = []
        self.frames = 0
        self.slowest = (0.0, "")
        self._known: set[str] = set()
        self._of_threads: list[str] = []
        threading.excepthook = lambda args: self._of_threads.append(
            "".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
        )

    @contextmanager
    def stage(self) -> Iterator[Stage]:
        """Return a newly started program."""
        with ImguiBackend(self.cage.window, 1.0) as backend:
            stage = Stage(self.cage.window, backend, self.cage.folder / "data", _SETTINGS)
            stage.screens.lobby = lobby_in(self.cage.folder)
            with attached(stage.shell.warnings), self.widgets.watched(), pytest.MonkeyPatch.context() as patch:
                patch.setattr(
                    stages, "_not_drawn", lambda: np.zeros((*stage.window.framebuffer_size[::-1], 3), np.uint8)
                )
                self.hands, self.answers = Hands(stage), Answers(stage)
                with self.answers.watched():
                    try:
                        yield stage
                    finally:
                        self.frames += stage._frames
                        self.checked("the end", stage.screens.close)

    def go_home(self, stage: Stage) -> None:
        """End whatever is open: go back to the start screen and unplug everything."""
        shell, screens = stage.shell, stage.screens
        self.hands.let_go()
        shell.recorder.close()
        shell.mapping_wizard = shell.binding_capture = None
        shell.quitting = False
        screens.phones.stop()
        screens.attract.end()
        screens.pop_to(screens.play_screen)
        screens.art_screen.close()
        screens.lobby.close()
        screens.lobby = lobby_in(self.cage.folder)
        shell.play_online = lambda _: None
        shell.window.set_fullscreen(None)
        shell.settings = _SETTINGS
        shell.imgui_backend.set_ui_scale(1.0)
        shell.panel_state = PanelState(clears_backgrounds=shell.panel_state.clears_backgrounds)
        shell.poller.bindings = build_bindings()
        shell.sound.muted = False
        shell.is_confirmed = True  # whatever would be lost
        stage.begin()
        shell.is_confirmed = False
        shell.window.poll(stage.now)

    def failed(self, where: str, what: str) -> None:
        """Record a failure, once for each kind."""
        lines = what.strip().splitlines()
        kind = lines[-1] if lines else ""
        if kind in self._known:
            return
        self._known.add(kind)
        doings = "\n".join(f"    {doing}" for doing in self.last)
        log = self.cage.errors
        self.cage.forget_errors()
        text = f"{where}\n  {self.repeat}\n  last:\n{doings}\n{what}\n{log}"
        self.failures.append(text)
        print(f"FAILED {text}", flush=True)

    def checked(self, where: str, do: Callable[[], str | None]) -> bool:
        """Do something, and record a failure; return True if the program can continue."""
        faulthandler.dump_traceback_later(HANGS, exit=True)
        began = time.perf_counter()
        try:
            complaint = do()
        except Exception:  # noqa: BLE001 - that is what is looked for
            self.failed(where, traceback.format_exc())
            return False
        finally:
            faulthandler.cancel_dump_traceback_later()
            seconds = time.perf_counter() - began
            if seconds > self.slowest[0]:
                self.slowest = seconds, f"{where}: {self.last[-1] if self.last else ''}"
        if complaint:
            self.failed(where, complaint)
        while self._of_threads:
            self.failed(f"{where}, in a thread", self._of_threads.pop())
        if errors := self.cage.errors:
            self.failed(where, errors)
            return False
        return True

    # Every widget of a screen.

    def press_all(self, name: str) -> int:
        """Press every widget of a screen; return their number."""
        pressed: set[Key] = set()
        known: dict[Key, tuple[Widget, Widget | None]] = {}
        tries: dict[Key, int] = {}
        while True:
            before = len(pressed)
            with self.stage() as stage:
                self.last.clear()
                if not self.checked(f"screen {name!r}", lambda stage=stage: ALL[name](stage) and ""):  # type: ignore[misc]
                    return len(pressed)
                self._press_on(stage, name, pressed, known, tries)
            if len(pressed) >= MAX_PRESSES:
                self.failed(f"screen {name!r}", f"there is no end of widgets: {MAX_PRESSES} were pressed")
                return len(pressed)
            left = [key for key in known if key not in pressed and tries.get(key, 0) < 3]
            if not left or len(pressed) == before:
                return len(pressed)

    def _press_on(
        self,
        stage: Stage,
        name: str,
        pressed: set[Key],
        known: dict[Key, tuple[Widget, Widget | None]],
        tries: dict[Key, int],
    ) -> None:
        """Press the widgets not pressed yet, until another screen appears."""
        stage.live(3)
        home = signature(stage)
        others = set(DOCKED) - {stage.shell.panel_state.docked}  # they are screens of their own
        opener: Widget | None = None
        while len(pressed) < MAX_PRESSES:
            now = {widget.key: widget for widget in self.widgets.now() if widget.window not in others}
            for key, widget in now.items():
                known.setdefault(key, (widget, opener if widget.in_popup else None))
            if signature(stage) != home:
                return
            target = next((widget for key, widget in now.items() if key not in pressed and tries.get(key, 0) < 3), None)
            if target is None and has_popup():
                if opener is not None and not now:
                    for place in popup_places():
                        self.hands.click(*place)
                self.hands.key("Escape")
                stage.frames(2)
                opener = None
                if has_popup():
                    return
                continue
            if target is None:  # what lies in a list that is closed again
                hidden = (
                    parent
                    for key, (_, parent) in known.items()
                    if key not in pressed and parent is not None and tries.get(key, 0) < 3
                )
                parent = next((now[each.key] for each in hidden if each.key in now), None)
                if parent is None:
                    return
                for key, (_, its) in known.items():
                    if its is not None and its.key == parent.key and key not in pressed:
                        tries[key] = tries.get(key, 0) + 1
                target = parent
            key = target.key
            tries[key] = tries.get(key, 0) + 1
            self.last.append(f"press {target}")
            if not self.checked(f"screen {name!r}", lambda target=target: self._press(stage, target)):  # type: ignore[misc]
                pressed.add(key)
                return
            if self._was_pressed:
                pressed.add(key)
                opener = target if target.kind in ("begin_combo", "color_edit3") and has_popup() else opener

    def _press(self, stage: Stage, target: Widget) -> str:
        self._was_pressed = False
        if not target.is_seen:
            self.widgets.wanted = target.key
            stage.frames(3)
            self.widgets.wanted = None
            found = next((each for each in self.widgets.now() if each.key == target.key), None)
            if found is None or not found.is_seen:
                return ""
            target = found
        self._was_pressed = True
        for place in target.places():
            self.hands.click(*place)
        if target.kind.startswith("slider"):
            self.hands.drag(*target.places())
        stage.frames(2)
        if target.kind.startswith("input") and imgui.get_io().want_text_input:
            self.hands.write(_TEXTS[zlib.crc32(target.label.encode()) % 5])
        return ""

    # Anything.

    def step(self, stage: Stage, rng: random.Random) -> str:
        """Do anything; return what is wrong with the answer, or ""."""
        kind = rng.choices(list(_STEPS), weights=[weight for weight, _ in _STEPS.values()])[0]
        return _STEPS[kind][1](self, stage, rng) or ""

    def note(self, doing: str) -> None:
        """Remember the current step, for a report."""
        self.last.append(doing)

    def press_widget(self, stage: Stage, rng: random.Random) -> str:
        """Press a widget of the screen, if there is one."""
        found = self.widgets.now()
        if not found:
            return self.click_anywhere(stage, rng)
        target = rng.choice(found)
        self.note(f"press {target}")
        self._press(stage, target)
        return ""

    def press_cap(self, stage: Stage, rng: random.Random) -> str:
        """Click the picture of a key."""
        found = caps()
        if not found:
            return self.press_widget(stage, rng)
        (x, y), what = rng.choice(found)
        self.note(f"click the cap {what}")
        self.hands.click(x, y)
        return ""

    def press_key(self, stage: Stage, rng: random.Random) -> str:
        """Press a bound key, or any key."""
        if rng.random() < 0.75:
            name, mods = rng.choice(BOUND_KEYS)
        else:
            name = rng.choice(("Escape", "Enter", "Space", "Tab", "Up", "Down", "Left", "Right", *KEYS))
            mods = tuple(mod for mod in ("Ctrl", "Shift", "Alt") if rng.random() < 0.15)
        self.note(f"key {'+'.join((*mods, name))}")
        before = self.answers.moment()
        stage.frames(1)
        pressed = self.answers.moment()
        self.answers.begin()
        self.hands.key_down(name, mods)
        self.hands.key_up(name)
        return self.answers.missing("+".join((*mods, name)), before, pressed, self.answers.moment())

    def hold_key(self, stage: Stage, rng: random.Random) -> str:
        """Hold a key for some frames."""
        name, mods = rng.choice(BOUND_KEYS)
        self.note(f"hold {'+'.join((*mods, name))}")
        self.hands.key_down(name, mods)
        stage.frames(rng.randrange(2, 20))
        self.hands.key_up(name)
        return ""

    def click_anywhere(self, stage: Stage, rng: random.Random) -> str:
        """Click somewhere, with any button."""
        x, y, number = *self._place(stage, rng), rng.choice((0, 0, 0, 1, 2))
        self.note(f"click {number} at {x:.0f},{y:.0f}")
        self.hands.click(x, y, number)
        return ""

    def drag_anywhere(self, stage: Stage, rng: random.Random) -> str:
        """Drag from somewhere to somewhere else."""
        path = [self._place(stage, rng) for _ in range(rng.randrange(2, 5))]
        number = rng.choice((0, 0, 1, 2))
        self.note(f"drag {number} {' '.join(f'{x:.0f},{y:.0f}' for x, y in path)}")
        self.hands.drag(*path, number=number)
        return ""

    def turn_wheel(self, stage: Stage, rng: random.Random) -> str:
        """Turn the wheel somewhere."""
        x, y = self._place(stage, rng)
        rows, columns = rng.choice(_WHEELS), rng.choice((0.0, 0.0, 1.0))
        self.note(f"wheel {rows} {columns} at {x:.0f},{y:.0f}")
        self.hands.move(x, y)
        self.hands.wheel(rows, columns)
        return ""

    def press_pad(self, stage: Stage, rng: random.Random) -> str:
        """Press something on one of two pads, or unplug it."""
        socket = rng.randrange(2)
        if rng.random() < 0.05 and socket in stage.pads.states:
            self.note(f"pull out pad {socket}")
            stage.pads.pull(socket)
            stage.frames(2)
            return ""
        buttons = [name for name in rng.sample(PAD_INPUTS, rng.choice((1, 1, 2))) if "s_" not in name]
        axes = {rng.choice(AXES[:4]): rng.choice((-1.0, 1.0))} if rng.random() < 0.4 else {}
        self.note(f"pad {socket} {' '.join(buttons)} {axes or ''}")
        self.hands.pad(socket, [name for name in buttons if name not in ("lt", "rt")], **axes)
        return ""

    def write(self, stage: Stage, rng: random.Random) -> str:
        """Type a text, if a field takes it."""
        if not imgui.get_io().want_text_input:
            return self.press_widget(stage, rng)
        text = rng.choice(_TEXTS)
        self.note(f"type {text[:20]!r}")
        self.hands.write(text)
        return ""

    def drop(self, stage: Stage, rng: random.Random) -> str:
        """Drop a file."""
        del stage
        files = sorted(path for path in self.cage.folder.glob("data/*.*") if path.is_file()) or [self.cage.folder]
        file = rng.choice(files)
        self.note(f"drop {file.name}")
        self.hands.drop(file)
        return ""

    def look(self, stage: Stage) -> str:
        """Draw a full frame, as people see it, which takes longer than any other step."""
        self.note("look")
        stage.drawn_frames(1)
        return ""

    def wait(self, stage: Stage, rng: random.Random) -> str:
        """Run frames for a random time, and give no input."""
        seconds = rng.choice((0.2, 1.0, 4.0, 90.0))
        self.note(f"wait {seconds} s")
        stage.now += seconds if seconds > 4 else 0.0
        stage.live(4, ticks=max(1, round(min(seconds, 4.0) * 15)))
        return ""

    def _place(self, stage: Stage, rng: random.Random) -> tuple[float, float]:
        width, height = stage.window.view_size
        return rng.uniform(-4, width + 4), rng.uniform(-4, height + 4)


_STEPS: dict[str, tuple[int, Callable[[Monkey, Stage, random.Random], str]]] = {
    "widget": (30, Monkey.press_widget),
    "key": (32, Monkey.press_key),
    "held key": (3, Monkey.hold_key),
    "cap": (4, Monkey.press_cap),
    "click": (7, Monkey.click_anywhere),
    "drag": (6, Monkey.drag_anywhere),
    "wheel": (5, Monkey.turn_wheel),
    "pad": (7, Monkey.press_pad),
    "text": (3, Monkey.write),
    "drop": (1, Monkey.drop),
    "wait": (2, Monkey.wait),
}
"""The kinds of steps, and how often each is chosen."""

BOUND_KEYS: list[tuple[str, tuple[str, ...]]] = sorted(
    {
        (input_.name, tuple(sorted(input_.modifiers)))
        for inputs in build_bindings().table.values()
        for input_ in inputs
        if input_.device == "key" and input_.name not in MODIFIER_KEYS
    }
)


def signature(stage: Stage) -> tuple[object, ...]:
    """Return what identifies the screen shown."""
    return (*(type(screen).__name__ for screen in stage.screens._screens), stage.shell.quitting)


def memory() -> float:
    """Return the process's memory in MB."""
    gc.collect()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    return psutil.Process().memory_info().rss / 1e6


def screens(only: str) -> list[str]:
    """Return the names of the screens that start with ``only``."""
    return [name for name in ALL if name.startswith(only)]


def press_widgets(size: tuple[int, int], only: str = "") -> Part:
    """Press every widget of the screens whose names start with ``only``."""
    part = Part(f"every widget at {size[0]}x{size[1]}")
    began = time.perf_counter()
    with caged(size) as cage:
        monkey = Monkey(cage, "")
        for name in screens(only):
            monkey.repeat = _command("--widgets", f"--size={size[0]}x{size[1]}", "--only", name)
            presses = monkey.press_all(name)
            part.done += presses
            print(f"  {name}: {presses} widgets", flush=True)
        part.failures, part.frames = monkey.failures, monkey.frames
        print(f"  slowest: {monkey.slowest[0]:.1f} s, {monkey.slowest[1]}", flush=True)
    part.seconds = time.perf_counter() - began
    return part


def play(seed: int, steps: int, size: tuple[int, int], only: str = "", episode: int = 0) -> Part:
    """Do anything, going from screen to screen among those whose names start with ``only``.

    If there are many steps, the first round visits all screens quickly, so that memory settles.
    """
    part = Part(f"seed {seed} at {size[0]}x{size[1]}")
    began = time.perf_counter()
    order = screens(only)
    random.Random(seed).shuffle(order)  # noqa: S311 - a monkey, no secret
    quick = min(SETTLED // len(order), EPISODE) if steps > SETTLED else EPISODE
    settled = None
    with caged(size) as cage:
        monkey = Monkey(cage, "")
        while part.done < steps:
            with monkey.stage() as stage:
                goes_on = True
                while goes_on and part.done < steps:
                    rng = random.Random(f"{seed} {episode}")  # noqa: S311
                    length = min(quick if episode < len(order) else EPISODE, steps - part.done)
                    again = f"--seed={seed}", f"--episode={episode}", f"--steps={length}"
                    limits = [f"--only={only}"] if only else []
                    monkey.repeat = _command(*again, f"--size={size[0]}x{size[1]}", *limits)
                    goes_on = _episode(monkey, stage, seed, order[episode % len(order)], rng, part, length)
                    episode += 1
                    if part.done >= SETTLED and settled is None and goes_on:
                        _begin(monkey, stage, "universe")
                        settled = memory()
                if goes_on:
                    _begin(monkey, stage, "universe")
                    if settled is not None:
                        part.grown = memory() - settled
        part.failures, part.frames = monkey.failures, monkey.frames
        print(f"  slowest: {monkey.slowest[0]:.1f} s, {monkey.slowest[1]}", flush=True)
    if part.grown is not None and part.grown > MAX_GROWTH:
        repeat = _command(f"--seed={seed}", f"--steps={steps}", f"--size={size[0]}x{size[1]}")
        part.failures.append(f"seed {seed}: memory grew by {part.grown:.1f} MB after step {SETTLED}\n  {repeat}")
        print(f"FAILED {part.failures[-1]}")
    part.seconds = time.perf_counter() - began
    return part


def _episode(monkey: Monkey, stage: Stage, seed: int, name: str, rng: random.Random, part: Part, length: int) -> bool:
    """Do a number of steps starting from a screen; return True if the program can continue."""
    monkey.last.clear()
    first = part.done
    if not monkey.checked(f"seed {seed}, step {first}, from screen {name!r}", lambda: _begin(monkey, stage, name)):
        part.done += length
        return False
    for step in range(first, first + length):
        part.done += 1
        if not monkey.checked(f"seed {seed}, step {step}, from screen {name!r}", lambda: monkey.step(stage, rng)):
            return False
        if stage.shell.quitting:
            break
    return monkey.checked(f"seed {seed}, step {part.done}, from screen {name!r}", lambda: monkey.look(stage))


def _begin(monkey: Monkey, stage: Stage, name: str) -> str:
    monkey.go_home(stage)
    monkey.note(f"screen {name!r}")
    ALL[name](stage)
    stage.live(2)
    return ""


def _command(*options: str) -> str:
    return "PYTHONPATH=. .venv/bin/python tests/soak/monkey.py " + shlex.join(options)


def _long_form(workers: int) -> int:
    """Do all parts, each in its own process, the longest first."""
    parts = [["--widgets", f"--size={width}x{height}"] for width, height in reversed(SIZES)]
    for seed in range(SEEDS, 0, -1):
        width, height = SIZES[2] if seed == SEEDS else SIZES[seed % 2]
        parts.append([f"--seed={seed}", f"--steps={STEPS}", f"--size={width}x{height}"])
    began = time.perf_counter()

    def run(part: list[str]) -> int:
        result = subprocess.run(
            [sys.executable, __file__, *part], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        said = result.stdout.strip().splitlines()
        print("\n".join(said if result.returncode else said[-1:]), flush=True)
        return result.returncode

    with ThreadPoolExecutor(workers) as pool:
        results = list(pool.map(run, parts))
    wrong = sum(result != 0 for result in results)
    minutes = (time.perf_counter() - began) / 60
    verdict = f"failed: {wrong} of {len(parts)} parts" if wrong else "passed"
    print(f"{verdict}: {SEEDS * STEPS:,} steps and every widget at {len(SIZES)} sizes in {minutes:.0f} minutes")
    return int(wrong > 0)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--widgets", action="store_true", help="only press every widget")
    parser.add_argument("--seed", type=int, help="only do steps with this seed")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many")
    parser.add_argument("--episode", type=int, default=0, help="begin with the seed's episode of this number")
    parser.add_argument("--size", default="1280x800", help="size of the window for --widgets and --seed")
    parser.add_argument("--only", default="", help="screens whose names begin like this")
    parser.add_argument("--workers", type=int, default=2, help="processes of the long form")
    given = parser.parse_args()
    width, height = map(int, given.size.split("x"))
    if given.widgets:
        part = press_widgets((width, height), given.only)
    elif given.seed is not None:
        part = play(given.seed, given.steps, (width, height), given.only, given.episode)
    else:
        return _long_form(given.workers)
    print(part)
    return int(bool(part.failures))


if __name__ == "__main__":
    sys.exit(main())
