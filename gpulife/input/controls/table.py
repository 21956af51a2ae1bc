"""The table of all controls."""

from gpulife.input.controls.console import CONSOLE_CONTROLS
from gpulife.input.controls.control import Control
from gpulife.input.controls.players import pad_controls, player_controls
from gpulife.input.controls.program import PROGRAM_CONTROLS
from gpulife.input.controls.time import TIME_CONTROLS
from gpulife.input.controls.view import VIEW_CONTROLS
from gpulife.input.controls.workbench import workbench_controls

CONTROLS: tuple[Control, ...] = (
    *CONSOLE_CONTROLS,
    *TIME_CONTROLS,
    *VIEW_CONTROLS,
    *PROGRAM_CONTROLS,
    *workbench_controls(),
    *player_controls(0, ("W", "S", "A", "D", "LeftShift", "Q", "E", "R", "T")),
    *player_controls(1, ("Up", "Down", "Left", "Right", "RightCtrl", "Slash", "L", "K", "Semicolon")),
    *pad_controls(),
)
"""All controls, in the order of the help."""
