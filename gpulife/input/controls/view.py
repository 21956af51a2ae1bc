"""Controls of the view and of the sound."""

from gpulife.input.commands.program import Mute, Volume
from gpulife.input.commands.view import Fit, Grid, Pan, Scheme, Zoom
from gpulife.input.controls.control import DIRECTIONS, Control, Hold

VIEW_CONTROLS: tuple[Control, ...] = (
    Control("zoom-in", "Zoom in", "View", Zoom(4.0), ("PageUp",), ("lt+rs_up",), hold=Hold.STEADY),
    Control(
        "zoom-out",
        "Zoom out",
        "View",
        Zoom(0.25),
        ("PageDown",),
        ("lt+rs_down",),
        hold=Hold.STEADY,
    ),
    Control("fit", "Show the whole board", "View", Fit(), ("Home",), ("lt+dpad_right",)),
    # The bare arrows are player 2's while that half of the keyboard plays.
    *(
        Control(
            f"pan-{way}",
            f"Move the view {way}",
            "View",
            Pan(0.7 * rows, 0.7 * columns),
            (way.capitalize(), f"Ctrl+{way.capitalize()}"),
            (f"rs_{way}",),
            hold=Hold.STEADY,
        )
        for way, (rows, columns) in DIRECTIONS.items()
    ),
    Control("scheme", "Next colour scheme", "View", Scheme(), ("Grave", "F7"), ("y",)),
    Control("grid", "Grid lines", "View", Grid(), ("G",), ("back+ls_left",)),
    Control("mute", "Sound on or off", "Sound", Mute(), ("M",), ("back+rb",), in_menu=True),
    Control(
        "louder",
        "Louder",
        "Sound",
        Volume(0.05),
        ("Period", "KPMultiply"),
        ("lt+rs_right",),
        hold=Hold.REPEAT,
        in_menu=True,
    ),
    Control(
        "softer",
        "Softer",
        "Sound",
        Volume(-0.05),
        ("Comma", "KPDivide"),
        ("lt+rs_left",),
        hold=Hold.REPEAT,
        in_menu=True,
    ),
)
"""Zooming, moving the view, colours and sound."""
