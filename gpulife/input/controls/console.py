"""Controls of the console, of the rule and of edits: what changes what is played."""

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands.command import Command
from gpulife.input.commands.play import LevelRequest, ShowPreview
from gpulife.input.commands.session import ChangeRule, OtherGame, Redo, Reseed, Undo
from gpulife.input.controls.control import HALVES, Control, Hold


def _console_control(
    name: str, title: str, kind: ActionKind, keys: tuple[str, ...], pads: tuple[str, ...] = (), digit: int = 0
) -> Control:
    return Control(name, title, "Console", Action(NOBODY, kind, digit), keys, pads)


def _undo_control(name: str, title: str, command: Command, keys: tuple[str, ...], pads: tuple[str, ...]) -> Control:
    return Control(name, title, "Console", command, keys, pads, hold=Hold.REPEAT)


CONSOLE_CONTROLS: tuple[Control, ...] = (
    _console_control("option", "Next option (clears the board)", ActionKind.OPTION, ("F2",), ("lt+back",)),
    _console_control("select", "Next game of 1982 (clears the board)", ActionKind.SELECT, ("F3",), ("back",)),
    Control("other-game", "Next of the other games (clears the board)", "Console", OtherGame(), ("Shift+F3",)),
    _console_control("start", "Start or restart (clears the board)", ActionKind.START, ("F4",), ("start",)),
    _console_control("reset", "Show the title (system reset)", ActionKind.RESET, ("F5",), ("lt+start",)),
    _console_control("halt", "Halt or run", ActionKind.HALT, ("Space", "Pause"), ("rt",)),
    _console_control("step", "Halt, then one generation a press", ActionKind.STEP, ("Enter", "KPEnter"), ("lt+rt",)),
    _console_control("again", "Play another round on this board", ActionKind.AGAIN, ("Escape",), ("b",)),
    # W is also player 1's "up" and wins while that half of the keyboard plays; F8 always works.
    Control("wild", "WILD!", "Console", Action(NOBODY, ActionKind.WILD), ("F8",), ("x",)),
    Control("reseed", "Another soup", "Console", Reseed(), ("Shift+F8",)),
    *(
        _console_control(f"digit-{digit}", f"Digit {digit}", ActionKind.DIGIT, (str(digit), f"KP{digit}"), digit=digit)
        for digit in range(10)
    ),
    # In Survivor a pad has shorter ways, too: the buttons of wild and speed, rt and b.
    _console_control("piece", "Survivor: other piece", ActionKind.PIECE, ("P",), ("back+lb",)),
    _console_control("ok", "Survivor: end the turn", ActionKind.OK, ("O",), ("back+rt",)),
    _console_control("take-back", "Survivor: take back a piece", ActionKind.TAKE_BACK, ("Z",)),
    Control(
        "hint",
        "Survivor: show a move",
        "Console",
        LevelRequest("hint"),
        ("N",),
        ("back+dpad_right",),
    ),
    Control(
        "preview",
        "Survivor, Real-Time Life: hold to preview what comes next",
        "Console",
        ShowPreview(),
        ("V",),
        ("back+rs_up",),
        hold=Hold.STEADY,
    ),
    *(
        Control(
            f"resign-{player + 1}",
            f"Player {player + 1} resigns",
            "Console",
            Action(player, ActionKind.RESIGN),
            (f"Ctrl+Shift+{player + 1}",),
        )
        for player in range(HALVES)
    ),
    Control("rule", "Change the rule", "Console", ChangeRule(), ("Ctrl+R",)),
    _undo_control("undo", "Undo; in Survivor's turns: take back", Undo(), ("Ctrl+Z",), ("back+dpad_left",)),
    _undo_control("redo", "Redo", Redo(), ("Ctrl+Shift+Z", "Ctrl+Y"), ("back+left_thumb",)),
)
"""Games' own buttons, the rule, undo and redo."""
