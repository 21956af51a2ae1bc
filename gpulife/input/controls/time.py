"""Controls of the session's time."""

from gpulife.input.commands.session import Authentic, Faster, GoToGeneration, Jump, Slower, StepSize, Unlimited
from gpulife.input.controls.control import Control, Hold

TIME_CONTROLS: tuple[Control, ...] = (
    Control(
        "faster",
        "Faster",
        "Time",
        Faster(),
        ("Plus", "Equal", "Shift+Equal", "KPAdd"),
        ("rb",),
        hold=Hold.REPEAT,
    ),
    Control("slower", "Slower", "Time", Slower(), ("Minus", "KPSubtract"), ("lb",), hold=Hold.REPEAT),
    Control("authentic", "Speed of 1982", "Time", Authentic(), ("Shift+U",)),
    Control("unlimited", "As fast as possible", "Time", Unlimited(), ("U",), ("lt+x",)),
    Control(
        "back",
        "Rewind",
        "Time",
        Jump(-1.0),
        ("Backspace", "LeftBracket"),
        ("lt+lb",),
        hold=Hold.REPEAT,
    ),
    Control(
        "forward",
        "Forward",
        "Time",
        Jump(1.0),
        ("Shift+Backspace", "RightBracket"),
        ("lt+rb",),
        hold=Hold.REPEAT,
    ),
    Control(
        "step-larger",
        "Larger steps",
        "Time",
        StepSize(1),
        ("Ctrl+Equal", "Ctrl+KPAdd"),
        ("back+rs_right",),
    ),
    Control(
        "step-smaller",
        "Smaller steps",
        "Time",
        StepSize(-1),
        ("Ctrl+Minus", "Ctrl+KPSubtract"),
        ("back+rs_left",),
    ),
    Control("go-to", "Go to a generation", "Time", GoToGeneration(), ("Ctrl+G",)),
)
"""Pace, rewinding and the size of steps."""
