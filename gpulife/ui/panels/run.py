"""Halt and go, speed, and the wild button."""

from __future__ import annotations

from math import exp, log

from imgui_bundle import imgui

from gpulife.commands import Asked, BoardPicture, Film, Help, Quit, Record, Save, Screenshot, StartScreen
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.realtime import PACE_IN_SECONDS
from gpulife.ui.realtime_setup import TICKS, length_text
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import buttons, caption, choice, tip

STEADY, AUTHENTIC, UNLIMITED = "a steady pace", "the pace of 1982", "as fast as possible"
_PACES = {STEADY: (30_000, 0), AUTHENTIC: (-1, 0), UNLIMITED: (0, 1)}
_SLOWEST, _FASTEST = 1.0, 1000.0


def panel(snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    commands: list[Asked] = []
    halt, step, restart = "Halt" if snapshot.running else "Run", "Step", "Restart"
    pressed = buttons([halt, step, restart])
    if pressed is not None:
        kind = {halt: ActionKind.HALT, step: ActionKind.STEP, restart: ActionKind.START}[pressed]
        commands.append(act(kind))

    if snapshot.typing is not None and snapshot.seats is not None:
        caption(f"{snapshot.seats.names[snapshot.typing]}: how many seeds? two digits")
        if (digit := buttons([str(digit) for digit in range(10)], columns=5)) is not None:
            commands.append(act(ActionKind.DIGIT, int(digit)))
    if snapshot.tick_seconds:
        commands += _tick(snapshot)
    else:
        commands += _pace(snapshot)
    imgui.push_style_color(imgui.Col_.button, imgui.ImVec4(0.55, 0.2, 0.5, 1))
    imgui.push_style_color(imgui.Col_.button_hovered, imgui.ImVec4(0.75, 0.28, 0.66, 1))
    if imgui.button("WILD!", imgui.ImVec2(-1, 0)):
        commands.append(act(ActionKind.WILD))
    imgui.pop_style_color(2)
    tip("one wild generation: another rule, species swapped, cells flipped, or a patch turned")
    match buttons(["Replay", "Picture", "Save"]):
        case "Replay":
            commands.append(Record())
        case "Picture":
            commands.append(Screenshot())
        case "Save":
            commands.append(Save())
    tip("keep the replay, a picture of the window, or the board as RLE")
    match buttons(["End the film" if snapshot.filming else "Film", "Board picture"]):
        case "Board picture":
            commands.append(BoardPicture())
        case "Film" | "End the film":
            commands.append(Film())
    tip("a film of the window, or a picture of the whole board, a pixel a cell")
    match buttons(["Modes", "Help", "Quit"]):
        case "Modes":
            commands.append(StartScreen())
        case "Help":
            commands.append(Help())
        case "Quit":
            commands.append(Quit())
    return commands


def _tick(snapshot: Snapshot) -> list[Asked]:
    """Real-Time Life goes by ticks."""
    caption("a tick lasts; twelve are a generation")
    labels = [length_text(seconds) for seconds in TICKS]
    if (chosen := choice("tick", length_text(snapshot.tick_seconds), labels)) is None:
        return []
    return [act(ActionKind.PACE, PACE_IN_SECONDS, TICKS[labels.index(chosen)])]


def _pace(snapshot: Snapshot) -> list[Asked]:
    commands: list[Asked] = []
    steady = snapshot.pace > 0
    if chosen := choice("pace", STEADY if steady else AUTHENTIC if snapshot.pace < 0 else UNLIMITED, _PACES):
        commands.append(act(ActionKind.PACE, *_PACES[chosen]))
    tip("in 1982 a generation came as a wave from top to bottom, and the slower the more cells there were")
    imgui.begin_disabled(not steady)
    imgui.set_next_item_width(-1)
    rate = snapshot.pace / 1000 if steady else 30.0
    changed, position = imgui.slider_float("##speed", log(rate), log(_SLOWEST), log(_FASTEST), f"{rate:.0f} a second")
    imgui.end_disabled()
    if changed:
        commands.append(act(ActionKind.PACE, round(exp(position) * 1000)))
    return commands


def act(kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> Action:
    """An action of nobody in particular."""
    return Action(NOBODY, kind, a, b, data)
