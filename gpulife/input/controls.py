"""The table of controls: everything that a key or pad button can do, with its default keys and buttons.

``bindings`` binds them, ``poller`` turns key presses into what they ask for, and the help is made from them. The
console's keys are those of the atari800 emulator: F2 OPTION, F3 SELECT, F4 START, F5 RESET.

On a pad, LT and Back are held to give the other buttons a second meaning. A pad without triggers and sticks reaches
everything through the panels, in menu mode (Back+Start).
"""

from dataclasses import dataclass
from enum import Enum, auto

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import (
    BoardPicture,
    BrowsePatterns,
    ChangeRule,
    ChooseTool,
    Command,
    CommandOrAction,
    CopySelection,
    Crop,
    DropGhost,
    EditSelection,
    ExtendSelection,
    Faster,
    Film,
    Fit,
    FocusPanels,
    Fullscreen,
    GoToGeneration,
    Help,
    Identify,
    Jump,
    LevelRequest,
    MarkCorner,
    MergeMode,
    MoveGhost,
    Mute,
    Open,
    Pan,
    Panels,
    Paste,
    PlaceGhost,
    Quit,
    Record,
    Redo,
    Reseed,
    RoundSummary,
    Save,
    SaveAs,
    SaveSelection,
    Scheme,
    Screenshot,
    Select,
    SelectAll,
    ShrinkSelection,
    Slower,
    StartScreen,
    StepSize,
    TextSize,
    Tool,
    Turn,
    Undo,
    Unlimited,
    UsePatternsRule,
    Volume,
    Zoom,
)

PAD_PLAYER = -2
"""The player of a control that belongs to whoever holds the pad."""
KEYBOARD = -3
"""The player of a console's action of ``HeldInputs.personal_kinds``, for which the game wants to know who asks, when
somebody at the keyboard pressed a key; the game's controller finds out who it was."""
HALVES = 2
"""Number of halves of the keyboard: the seats of players 1 and 2."""


class SteerPanels(Command):
    """Let the pad steer the panels, or play again; the poller itself does that."""


class When(Enum):
    """When a control works that has its keys only at times, and then before all others."""

    ALWAYS = auto()
    GHOST = auto()
    """While a pattern hangs over the board."""
    SELECTION = auto()
    """While a part of the board is selected."""
    DRAWING = auto()
    """On boards that people may draw on at any time."""


class Hold(Enum):
    """The effect of holding a key down."""

    ONCE = auto()
    """No effect: a press asks once."""
    REPEAT = auto()
    """The request repeats, after a while and then quickly."""
    STEADY = auto()
    """The effect goes on smoothly: the command's values are for one second."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that a key or button can be bound to.

    Attributes:
        name: name in the settings and in commands.
        title: what people read.
        group: heading in the help.
        request: action or command that pressing it asks for; STICK and TRIGGER last as long as the key is held.
        keys: default keys, without "key:".
        pads: default pad buttons, without "pad:".
        player: None for a control of the program, 0 or 1 for one of that half of the keyboard, or PAD_PLAYER.
        hold: effect of holding it down.
        in_menu: whether it works while the panels have the keyboard.
        when: when it works.
    """

    name: str
    title: str
    group: str
    request: CommandOrAction
    keys: tuple[str, ...] = ()
    pads: tuple[str, ...] = ()
    player: int | None = None
    hold: Hold = Hold.ONCE
    in_menu: bool = False
    when: tuple[When, ...] = (When.ALWAYS,)

    @property
    def is_push(self) -> bool:
        """Whether it moves a stick or presses a trigger, which lasts until it is released."""
        return isinstance(self.request, Action) and self.request.kind in (ActionKind.STICK, ActionKind.TRIGGER)


def _console_control(
    name: str, title: str, kind: ActionKind, keys: tuple[str, ...], pads: tuple[str, ...] = (), digit: int = 0
) -> Control:
    return Control(name, title, "Console", Action(NOBODY, kind, digit), keys, pads)


_DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _player_controls(player: int, keys: tuple[str, ...]) -> tuple[Control, ...]:
    """Return up, down, left, right, the trigger, DONE, yes, no and WHO of one half of the keyboard."""
    name, group = f"player{player + 1}", f"Player {player + 1}"
    sticks = (
        Control(f"{name}-{way}", way, group, Action(player, ActionKind.STICK, *to), (key,), player=player)
        for (way, to), key in zip(_DIRECTIONS.items(), keys, strict=False)
    )
    others = (
        ("trigger", "trigger", ActionKind.TRIGGER, 1),
        ("done", "Join, or done with the turn", ActionKind.DONE, 0),
        ("agree", "Agree", ActionKind.AGREE, 1),
        ("refuse", "Refuse", ActionKind.AGREE, 0),
        ("who", "Show who plays (BioWar)", ActionKind.WHO, 0),
    )
    return (
        *sticks,
        *(
            Control(f"{name}-{what}", title, group, Action(player, kind, value), (key,), player=player)
            for (what, title, kind, value), key in zip(others, keys[4:], strict=True)
        ),
    )


def _pad_controls() -> tuple[Control, ...]:
    """Return the controls that only pads have, for whoever holds the pad."""

    def control(name: str, title: str, kind: ActionKind, a: int, b: int, *pads: str) -> Control:
        action = Action(PAD_PLAYER, kind, a, b)
        return Control(f"pad-{name}", title, "Gamepad", action, pads=pads, player=PAD_PLAYER)

    return (
        *(control(way, way, ActionKind.STICK, *to, f"ls_{way}", f"dpad_{way}") for way, to in _DIRECTIONS.items()),
        control("trigger", "trigger", ActionKind.TRIGGER, 1, 0, "a"),
        control("resign", "resign", ActionKind.RESIGN, 0, 0, "lt+b"),
        control("agree", "Agree", ActionKind.AGREE, 1, 0, "back+y"),
        control("refuse", "Refuse", ActionKind.AGREE, 0, 0, "back+right_thumb"),
        Control("menu", "Steer the panels, or play again", "Gamepad", SteerPanels(), (), ("left_thumb", "back+start")),
    )


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


def _undo_control(name: str, title: str, command: Command, keys: tuple[str, ...], pads: tuple[str, ...]) -> Control:
    return Control(name, title, "Console", command, keys, pads, hold=Hold.REPEAT)


def _workbench_controls() -> tuple[Control, ...]:
    """Return the controls of tools, of the selection, and of the pattern that hangs over the board."""
    always, ghost, selection = (When.ALWAYS,), (When.GHOST,), (When.SELECTION,)
    both = ghost + selection

    def control(
        name: str, title: str, command: Command, keys: tuple[str, ...], when: tuple[When, ...], *pads: str
    ) -> Control:
        group = (
            "Edit"
            if when in (always, (When.DRAWING,))
            else "Selection"
            if When.SELECTION in when
            else "Pattern in hand"
        )
        hold = Hold.REPEAT if isinstance(command, MoveGhost | ExtendSelection) else Hold.ONCE
        return Control(name, title, group, command, keys, pads, hold=hold, when=when)

    tools = zip(Tool, ("Draw", "Erase", "Select", "Move view", "Measure", "Pick state"), strict=True)
    moves = [(way, to, way.capitalize()) for way, to in _DIRECTIONS.items()]
    return (
        *(
            control(f"tool-{number}", f"Tool: {title}", ChooseTool(tool), (f"Ctrl+{number}",), always)
            for number, (tool, title) in enumerate(tools, start=1)
        ),
        control("select-all", "Select all", SelectAll(), ("Ctrl+A",), always),
        control("mark", "Mark a corner at the cursor", MarkCorner(), (), (When.DRAWING,), "back+rt"),
        *(
            control(
                f"extend-{way}",
                f"Select cells, {way}",
                ExtendSelection(*to),
                (f"Shift+{key}",),
                always,
            )
            for way, to, key in moves
        ),
        *(
            control(
                f"extend-{way}-far",
                f"Select ten cells, {way}",
                ExtendSelection(10 * to[0], 10 * to[1]),
                (f"Ctrl+Shift+{key}",),
                always,
            )
            for way, to, key in moves
        ),
        control("shrink", "Shrink to fit", ShrinkSelection(), ("Ctrl+K",), always),
        control("merge", "Next paste mode", MergeMode(), ("Ctrl+Shift+V",), always),
        control("copy", "Copy", CopySelection(), ("Ctrl+C", "Ctrl+Insert"), selection, "back+rs_up"),
        control("cut", "Cut", CopySelection(cut=True), ("Ctrl+X",), selection, "back+lb"),
        control("erase", "Erase inside", EditSelection("erase"), ("Delete",), selection),
        control("outside", "Erase outside", EditSelection("outside"), ("Shift+Delete",), selection),
        control("invert", "Invert", EditSelection("invert"), ("I",), selection),
        control("fill", "Fill", EditSelection("fill"), ("Ctrl+F",), selection),
        control("random", "Fill at random", EditSelection("random"), ("Ctrl+Shift+F",), selection),
        control("crop", "Crop to a new universe", Crop(), ("Ctrl+Shift+X",), selection),
        control("save-selection", "Save the selection", SaveSelection(), ("Ctrl+E",), selection),
        control("deselect", "Select nothing", Select(), ("Escape",), selection),
        control("turn-right", "Turn right", Turn("right"), ("R",), both),
        control("turn-left", "Turn left", Turn("left"), ("Shift+R",), both),
        control("flip-x", "Flip left to right", Turn("flip-x"), ("F",), both),
        control("flip-y", "Flip upside down", Turn("flip-y"), ("Shift+F",), both),
        control("transpose", "Exchange rows and columns", Turn("transpose"), ("T",), both),
        control("pad-turn", "Turn right", Turn("right"), (), ghost, "x"),
        control("pad-flip", "Flip left to right", Turn("flip-x"), (), ghost, "y"),
        control("pad-merge", "Next paste mode", MergeMode(), (), ghost, "rb"),
        control("place", "Place", PlaceGhost(), ("Enter", "KPEnter"), ghost, "a"),
        control("let-go", "Let go", DropGhost(), ("Escape",), ghost, "b"),
        *(
            control(f"ghost-{way}", f"Move {way}", MoveGhost(*to), (key, f"Ctrl+{key}"), ghost)
            for way, to, key in moves
        ),
        *(
            control(
                f"ghost-{way}-far",
                f"Move {way} by ten cells",
                MoveGhost(10 * to[0], 10 * to[1]),
                (f"Shift+{key}",),
                ghost,
            )
            for way, to, key in moves
        ),
    )


CONTROLS: tuple[Control, ...] = (
    _console_control("option", "Next option (clears the board)", ActionKind.OPTION, ("F2",), ("lt+back",)),
    _console_control("select", "Next game (clears the board)", ActionKind.SELECT, ("F3",), ("back",)),
    _console_control("start", "Start or restart (clears the board)", ActionKind.START, ("F4",), ("start",)),
    _console_control("reset", "Show the title (system reset)", ActionKind.RESET, ("F5",), ("lt+start",)),
    _console_control("halt", "Halt or run", ActionKind.HALT, ("Space", "Pause"), ("rt",)),
    _console_control("step", "Halt, then one generation a press", ActionKind.STEP, ("Enter", "KPEnter"), ("lt+rt",)),
    _console_control("again", "Play another round on this board", ActionKind.AGAIN, ("Escape",), ("b",)),
    # W is also player 1's "up" and wins while that half of the keyboard plays; F8 always works.
    Control("wild", "WILD!", "Console", Action(NOBODY, ActionKind.WILD), ("W", "F8"), ("x",)),
    Control("reseed", "sow another soup", "Console", Reseed(), ("Shift+F8",)),
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
        "Survivor: hold to preview the next time of day",
        "Console",
        LevelRequest("preview"),
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
    Control(
        "faster",
        "faster",
        "Time",
        Faster(),
        ("Plus", "Equal", "Shift+Equal", "KPAdd"),
        ("rb",),
        hold=Hold.REPEAT,
    ),
    Control("slower", "slower", "Time", Slower(), ("Minus", "KPSubtract"), ("lb",), hold=Hold.REPEAT),
    Control("unlimited", "As fast as possible", "Time", Unlimited(), ("U",), ("lt+x",)),
    Control(
        "back",
        "rewind",
        "Time",
        Jump(-1.0),
        ("Backspace", "LeftBracket"),
        ("lt+lb",),
        hold=Hold.REPEAT,
    ),
    Control(
        "forward",
        "forward",
        "Time",
        Jump(1.0),
        ("Shift+Backspace", "RightBracket"),
        ("lt+rb",),
        hold=Hold.REPEAT,
    ),
    Control(
        "step-larger",
        "larger steps",
        "Time",
        StepSize(1),
        ("Ctrl+Equal", "Ctrl+KPAdd"),
        ("back+rs_right",),
    ),
    Control(
        "step-smaller",
        "smaller steps",
        "Time",
        StepSize(-1),
        ("Ctrl+Minus", "Ctrl+KPSubtract"),
        ("back+rs_left",),
    ),
    Control("go-to", "go to a generation", "Time", GoToGeneration(), ("Ctrl+G",)),
    Control("rule", "change the rule", "Console", ChangeRule(), ("Ctrl+R",)),
    _undo_control("undo", "undo; in Survivor's turns: take back", Undo(), ("Ctrl+Z",), ("back+dpad_left",)),
    _undo_control("redo", "redo", Redo(), ("Ctrl+Shift+Z", "Ctrl+Y"), ("back+left_thumb",)),
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
        for way, (rows, columns) in _DIRECTIONS.items()
    ),
    Control("scheme", "Next colour scheme", "View", Scheme(), ("Grave", "F7"), ("y",)),
    Control("mute", "Sound on or off", "Sound", Mute(), ("M",), ("back+rb",), in_menu=True),
    Control(
        "louder",
        "louder",
        "Sound",
        Volume(0.05),
        ("Period", "KPMultiply"),
        ("lt+rs_right",),
        hold=Hold.REPEAT,
        in_menu=True,
    ),
    Control(
        "softer",
        "softer",
        "Sound",
        Volume(-0.05),
        ("Comma", "KPDivide"),
        ("lt+rs_left",),
        hold=Hold.REPEAT,
        in_menu=True,
    ),
    _program_control("help", "Help", Help(), ("F1",), ("lt+left_thumb",)),
    _program_control("result", "Statistics of the round", RoundSummary(), ("F6",), ("back+a",)),
    _program_control("start-screen", "Start screen", StartScreen(), ("F9",), ("guide", "lt+y")),
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
    _program_control("paste", "paste a pattern", Paste(), ("Ctrl+V", "Shift+Insert"), ("back+x",), in_menu=False),
    _program_control("patterns", "Pattern browser", BrowsePatterns(), ("Ctrl+P",), ("lt+ls_up",)),
    _program_control("identify", "Identify the selection or the board", Identify(), ("Ctrl+I",), ("lt+ls_down",)),
    _program_control("use-rule", "Use the held pattern's rule", UsePatternsRule(), ("Ctrl+Shift+R",), ("lt+ls_right",)),
    _program_control("save", "save the board", Save(), ("Ctrl+S",), ("lt+dpad_down",)),
    _program_control("save-as", "save the board as", SaveAs(), ("Ctrl+Shift+S",), ("back+rs_down",)),
    _program_control("open", "open a file", Open(), ("Ctrl+O",), ("lt+dpad_up",)),
    _program_control("quit", "Quit", Quit(), ("Shift+Escape", "Ctrl+Q"), ("lt+guide", "back+b")),
    *_workbench_controls(),
    *_player_controls(0, ("W", "S", "A", "D", "LeftShift", "Q", "E", "R", "T")),
    *_player_controls(1, ("Up", "Down", "Left", "Right", "RightCtrl", "Slash", "L", "K", "Semicolon")),
    *_pad_controls(),
)
"""All controls, in the order of the help."""
