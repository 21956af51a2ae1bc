"""Buttons for halting, single steps and undo in contests, and the section Speed."""

from collections.abc import Iterator
from math import exp, log

from imgui_bundle import imgui

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import CommandOrAction, GoToGeneration, Redo, Undo
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import buttons, caption, drop_down, greyed, request_buttons, slider, tooltip

STEADY, AUTHENTIC, UNLIMITED = "Steady speed", "Speed of 1982", "As fast as possible"
_PACES = {STEADY: (30_000, 0), AUTHENTIC: (-1, 0), UNLIMITED: (0, 1)}
_SLOWEST, _FASTEST = 1.0, 1000.0


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the top of the panel Universe, for boards without a tool bar; yield the user's requests."""
    halt = "Halt" if snapshot.running else "Run"
    yield from request_buttons(
        {
            halt: console_action(ActionKind.HALT),
            "Step": console_action(ActionKind.STEP),
            **_start_over(snapshot),
        }
    )
    yield from _undo(snapshot)


def seeds_panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw buttons with digits while a player chooses the number of their seeds; yield the user's requests."""
    if snapshot.typing is not None and snapshot.seats is not None:
        caption(f"{snapshot.seats.names_for(snapshot.levels)[snapshot.typing]}: how many seeds? Enter two digits")
        if (digit := buttons([str(digit) for digit in range(10)], columns=5)) is not None:
            yield console_action(ActionKind.DIGIT, int(digit))


def speed_panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Speed; yield the user's requests."""
    yield from _pace(snapshot) if snapshot.draw_pace is None else snapshot.draw_pace()


def _start_over(snapshot: Snapshot) -> dict[str, CommandOrAction]:
    """Return the request of the button that goes to generation 0, keyed by its label.

    In a game, the button restarts with an empty board instead.
    """
    if snapshot.match.is_universe:
        return {"To start": GoToGeneration(0)}
    return {"Restart": console_action(ActionKind.START)}


def _undo(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the buttons for undo and redo. Their tooltips name what would be undone or redone."""
    gap, room = imgui.get_style().item_spacing.x, imgui.get_content_region_avail().x
    for label, control, what in (("Undo", "undo", snapshot.undo), ("Redo", "redo", snapshot.redo)):
        if control == "redo":
            imgui.same_line()
        with greyed(on=not what):
            pressed = imgui.button(label, imgui.ImVec2((room - gap) / 2, 0))
        if what:
            tooltip(f"{what} ({snapshot.keys_text(control)})")
        if pressed:
            yield Undo() if control == "undo" else Redo()


def _pace(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    steady = snapshot.pace > 0
    if chosen := drop_down("pace", STEADY if steady else AUTHENTIC if snapshot.pace < 0 else UNLIMITED, _PACES):
        yield console_action(ActionKind.PACE, *_PACES[chosen])
    tooltip("In 1982 each generation was drawn from top to bottom; more cells took longer")
    rate = snapshot.pace / 1000 if steady else 30.0
    with greyed(on=not steady):
        position = slider("speed", "Generations", log(rate), log(_SLOWEST), log(_FASTEST), f"{rate:.0f} a second")
    if position is not None:
        yield console_action(ActionKind.PACE, round(exp(position) * 1000))


def console_action(kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> Action:
    """Return an action that belongs to no particular player. For the arguments see :class:`Action`."""
    return Action(NOBODY, kind, a, b, data)
