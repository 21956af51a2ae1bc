"""Controls of the program: its panels, its files and its window."""

from gpulife.input.commands.command import Command
from gpulife.input.commands.files import BoardPicture, Film, Open, Record, Save, SaveAs, Screenshot
from gpulife.input.commands.patterns import BrowsePatterns, Identify, UsePatternsRule
from gpulife.input.commands.play import RoundSummary, Talk
from gpulife.input.commands.program import (
    FocusPanels,
    Fullscreen,
    Help,
    Online,
    Panels,
    Phones,
    Quit,
    StartScreen,
    TextSize,
)
from gpulife.input.commands.session import NewBoard, ResizeBoard
from gpulife.input.commands.workbench import Paste
from gpulife.input.controls.control import Control


def _program_control(
    name: str,
    title: str,
    command: Command,
    keys: tuple[str, ...],
    pads: tuple[str, ...],
    *,
    in_menu: bool = True,
) -> Control:
    return Control(name, title, "Program", command, keys, pads, in_menu=in_menu)


PROGRAM_CONTROLS: tuple[Control, ...] = (
    _program_control("help", "Help", Help(), ("F1",), ("lt+left_thumb",)),
    _program_control("result", "Statistics of the round", RoundSummary(), ("F6",), ("back+a",)),
    _program_control("talk", "Talk in an on-line match", Talk(), ("Y",), (), in_menu=False),
    _program_control("start-screen", "Start screen", StartScreen(), ("F9",), ("guide", "lt+y")),
    _program_control("phones", "Phones as gamepads", Phones(), ("Ctrl+J",), ("back+ls_right",)),
    _program_control("online", "On-line play, and who is there", Online(), ("Ctrl+L",), ("back+lt",)),
    _program_control("fullscreen", "Full screen", Fullscreen(), ("F11", "Alt+Enter"), ("lt+right_thumb",)),
    _program_control("screenshot", "Screenshot", Screenshot(), ("F12",), ("lt+a",)),
    _program_control("board-picture", "Picture of the board", BoardPicture(), ("Shift+F12",), ("back+dpad_down",)),
    _program_control("film", "Start or stop filming", Film(), ("F10",), ("back+dpad_up",)),
    _program_control("record", "Save the replay", Record(), ("Shift+F10",), ("lt+dpad_left",)),
    _program_control("panels", "Show or hide the panels", Panels(), ("Tab",), ("right_thumb",), in_menu=False),
    _program_control("focus-panels", "Keyboard to the next panel", FocusPanels(), ("Ctrl+Tab",), ()),
    _program_control(
        "focus-back", "Keyboard to the panel before", FocusPanels(backwards=True), ("Ctrl+Shift+Tab",), ()
    ),
    _program_control("larger-text", "Larger text", TextSize(0.1), ("Alt+Plus", "Alt+Equal", "Alt+KPAdd"), ()),
    _program_control("smaller-text", "Smaller text", TextSize(-0.1), ("Alt+Minus", "Alt+KPSubtract"), ()),
    _program_control("usual-text", "Text of the usual size", TextSize(), ("Alt+0", "Alt+KP0"), ()),
    _program_control("paste", "Paste a pattern", Paste(), ("Ctrl+V", "Shift+Insert"), ("back+x",), in_menu=False),
    _program_control("patterns", "Pattern browser", BrowsePatterns(), ("Ctrl+P",), ("lt+ls_up",)),
    _program_control("identify", "Identify the selection or the board", Identify(), ("Ctrl+I",), ("lt+ls_down",)),
    _program_control("use-rule", "Use the held pattern's rule", UsePatternsRule(), ("Ctrl+Shift+R",), ("lt+ls_right",)),
    _program_control("new-board", "New board", NewBoard(), ("Ctrl+N",), ("back+ls_up",)),
    _program_control("resize", "Resize the board", ResizeBoard(), ("Ctrl+B",), ("back+ls_down",), in_menu=False),
    _program_control("save", "Save the board", Save(), ("Ctrl+S",), ("lt+dpad_down",)),
    _program_control("save-as", "Save the board as", SaveAs(), ("Ctrl+Shift+S",), ("back+rs_down",)),
    _program_control("open", "Open a file", Open(), ("Ctrl+O",), ("lt+dpad_up",)),
    _program_control("quit", "Quit", Quit(), ("Shift+Escape", "Ctrl+Q"), ("lt+guide", "back+b")),
)
"""Help, panels, files and the window."""
