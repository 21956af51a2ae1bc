"""The table of controls: everything that a key or pad button can request, with its default keys and buttons.

Key handling, the help, clickable pictures of keys and the rebinding page are all made from ``CONTROLS``. The code that
carries out a command or action is marked with ``@handles`` (see ``window.scopes``).

The keys for the console buttons of an Atari are those of the emulator atari800: F2 OPTION, F3 SELECT, F4 START, F5
RESET. On a pad, holding LT or Back gives the other buttons a second meaning; Back+Start makes the pad steer the panels.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import (
    Authentic,
    BoardPicture,
    BrowsePatterns,
    ChangeRule,
    ChoosePicture,
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
    Fly,
    FocusPanels,
    Fullscreen,
    GoToGeneration,
    Grid,
    Help,
    Identify,
    Jump,
    LevelRequest,
    MarkCorner,
    MergeMode,
    MoveGhost,
    Mute,
    NewBoard,
    OfPlayer,
    Online,
    Open,
    OtherGame,
    Pan,
    Panels,
    Paste,
    PauseMenu,
    Phones,
    PlaceGhost,
    PressEndButton,
    Quit,
    Record,
    Redo,
    Reseed,
    ResizeBoard,
    RoundSummary,
    Save,
    SaveAs,
    SaveSelection,
    Scheme,
    Screenshot,
    Select,
    SelectAll,
    ShowPreview,
    ShowSettings,
    ShrinkSelection,
    Slower,
    StartScreen,
    StepSize,
    Talk,
    TextSize,
    Tool,
    Turn,
    Undo,
    Unlimited,
    UsePatternsRule,
    Volume,
    WorldRequest,
    Zoom,
)

PAD_PLAYER = -2
"""Stands for the number of the player who holds the pad, in the controls of pads."""
KEYBOARD = -3
"""In the action of a shared key, this player number stands for the player who pressed the key.

The game's controller replaces it by that player's number. See ``HeldInputs.personal_kinds``.
"""
HALVES = 2
"""Number of players who can share the keyboard, one on each half."""


class SteerPanels(Command):
    """Switch a pad between playing the game and operating the panels. The poller carries out this command."""


class When(Enum):
    """When a control works. Controls for special situations take precedence over those that always work."""

    ALWAYS = auto()
    GHOST = auto()
    """Only while a pattern is held over the board."""
    SELECTION = auto()
    """Only while a part of the board is selected."""
    DRAWING = auto()
    """Only on boards on which people may draw at any time."""
    DONE = auto()
    """Only in a set-up or turn that players end with the control "done"."""
    MASSIVE = auto()
    """Only in Massive."""
    ENDED = auto()
    """Only while the buttons after the end of a round or game are shown."""


class Hold(Enum):
    """What happens while a key or button is held."""

    ONCE = auto()
    """Nothing. Each press makes one request."""
    REPEAT = auto()
    """After a delay, the request is made again and again."""
    STEADY = auto()
    """The request is repeated in every frame. Its amounts are per second, so each frame applies its share of them."""


@dataclass(frozen=True, slots=True)
class Control:
    """A function of the program to which keys and buttons can be bound.

    Attributes:
        name: the control's name in the settings and in commands.
        title: the control's name as displayed.
        group: the heading in the help under which the control is listed.
        request: the action or command that a press requests. Actions of the kinds STICK and TRIGGER last while the key
            is held.
        keys: names of the default keys, without "key:".
        pads: names of the default pad buttons, without "pad:".
        player: None for a control of the program, 0 or 1 for a half of the keyboard, PAD_PLAYER for a pad.
        hold: what happens while the key or button is held.
        in_menu: True if the control also works while panels or menus get the keys.
        when: the situation in which the control works.
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
        """True if this control moves a stick or presses a trigger for as long as its key is held."""
        return isinstance(self.request, Action) and self.request.kind in (ActionKind.STICK, ActionKind.TRIGGER)


DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The step (rows down, columns to the right) in each direction, keyed by name."""
_WAYS = [(way, to, way.capitalize()) for way, to in DIRECTIONS.items()]  # name, step, and the arrow key's name
_GHOST, _SELECTION, _DRAWING = (When.GHOST,), (When.SELECTION,), (When.DRAWING,)


def _control(name: str, title: str, request: CommandOrAction, keys: str = "", pads: str = "", **more: Any) -> Control:
    """Return a row of the table. In ``keys`` and ``pads``, names are separated by blanks."""
    return Control(name, title, "", request, tuple(keys.split()), tuple(pads.split()), **more)


def _group(heading: str, *controls: Control, **same: Any) -> tuple[Control, ...]:
    """Return rows under one heading of the help. ``same`` sets fields of all rows to one value."""
    return tuple(replace(control, group=heading, **same) for control in controls)


def _asks(kind: ActionKind, a: int = 0) -> Action:
    """Return an action of no player, for a console key such as START. ``a`` is the action's number, see ``Action``."""
    return Action(NOBODY, kind, a)


def _half_of_keyboard(player: int, *keys: str) -> tuple[Control, ...]:
    """Return the controls of a player's half of the keyboard. ``keys`` has one key for each control."""
    pushes = [(way, way.capitalize(), Action(player, ActionKind.STICK, *to)) for way, to in DIRECTIONS.items()]
    presses = [
        ("trigger", "Place / choose", Action(player, ActionKind.TRIGGER, 1)),
        ("done", "Join, or finish the turn", Action(player, ActionKind.DONE)),
        ("agree", "Agree", Action(player, ActionKind.AGREE, 1)),
        ("refuse", "Refuse", Action(player, ActionKind.AGREE, 0)),
        ("who", "Show who plays (BioWar)", Action(player, ActionKind.WHO)),
    ]
    rows = zip([*pushes, *presses], keys, strict=True)
    controls = (_control(f"player{player + 1}-{name}", title, action, key) for (name, title, action), key in rows)
    return _group(f"Player {player + 1}", *controls, player=player)


def _of_pad(kind: ActionKind, a: int = 0, b: int = 0) -> Action:
    """Return an action for the player who holds the pad. ``a`` and ``b`` are the action's numbers, see ``Action``."""
    return Action(PAD_PLAYER, kind, a, b)


CONTROLS: tuple[Control, ...] = (
    *_half_of_keyboard(0, "W", "S", "A", "D", "LeftShift", "Q", "E", "R", "T"),
    *_half_of_keyboard(1, "Up", "Down", "Left", "Right", "RightCtrl", "Slash", "L", "K", "Semicolon"),
    *_group(
        "Gamepad",
        *(
            _control(f"pad-{way}", way.capitalize(), _of_pad(ActionKind.STICK, *to), "", f"ls_{way} dpad_{way}")
            for way, to in DIRECTIONS.items()
        ),
        _control("pad-trigger", "Place / choose", _of_pad(ActionKind.TRIGGER, 1), "", "a"),
        _control("pad-done", "Finish the set-up or the turn", _of_pad(ActionKind.DONE), "", "b", when=(When.DONE,)),
        _control("pad-resign", "Resign", _of_pad(ActionKind.RESIGN), "", "lt+b"),
        _control("pad-agree", "Agree", _of_pad(ActionKind.AGREE, 1), "", "back+y"),
        _control("pad-refuse", "Refuse", _of_pad(ActionKind.AGREE), "", "back+right_thumb"),
        player=PAD_PLAYER,
    ),
    *_group(
        "All games",
        _control("option", "Next option (clears the board)", _asks(ActionKind.OPTION), "F2", "lt+back"),
        _control("select", "Next game of 1982 (clears the board)", _asks(ActionKind.SELECT), "F3", "back"),
        _control("other-game", "Next game not of 1982 (clears the board)", OtherGame(), "Shift+F3"),
        _control("start", "Start or restart (clears the board)", _asks(ActionKind.START), "F4", "start"),
        _control("reset", "Show the title (clears the board)", _asks(ActionKind.RESET), "F5", "lt+start"),
        _control("halt", "Halt or run", _asks(ActionKind.HALT), "Space Pause", "rt"),
        _control("step", "Halt, then step one generation", _asks(ActionKind.STEP), "Enter KPEnter", "lt+rt"),
        _control("again", "Back, or the pause menu; on a pad: another round", _asks(ActionKind.AGAIN), "Escape", "b"),
        # Not on W, which is player 1's "up" (see ``bindings``).
        _control("wild", "WILD!", _asks(ActionKind.WILD), "F8", "x"),
        _control("reseed", "Another soup", Reseed(), "Shift+F8"),
        *(
            _control(f"digit-{digit}", f"Digit {digit}", _asks(ActionKind.DIGIT, digit), f"{digit} KP{digit}")
            for digit in range(10)
        ),
        *(
            _control(
                f"resign-{player}",
                f"Player {player} resigns",
                Action(player - 1, ActionKind.RESIGN),
                f"Ctrl+Shift+{player}",
            )
            for player in range(1, HALVES + 1)
        ),
        _control("rule", "Change the rule", ChangeRule(), "Ctrl+R"),
        _control("undo", "Undo; in Survivor: take back a piece", Undo(), "Ctrl+Z", "back+dpad_left", hold=Hold.REPEAT),
        _control("redo", "Redo", Redo(), "Ctrl+Shift+Z Ctrl+Y", "back+left_thumb", hold=Hold.REPEAT),
    ),
    *_group(
        "Survivor, Real-Time Life, P2Life",
        _control("hint", "Show good moves", LevelRequest("hint"), "N", "back+dpad_right"),
        _control(
            "preview",
            "Hold to preview what comes next (Survivor, Real-Time Life)",
            ShowPreview(),
            "V",
            "back+rs_up",
            hold=Hold.STEADY,
        ),
    ),
    *_group(
        "Survivor",
        # The pad buttons of wild and speed, RT and B do these things, too.
        _control("piece", "Other piece", _asks(ActionKind.PIECE), "P", "back+lb"),
        _control("ok", "End the turn", _asks(ActionKind.OK), "O", "back+rt"),
        _control("take-back", "Take back a piece", _asks(ActionKind.TAKE_BACK), "Z"),
    ),
    *_group(
        "Massive",
        _control("comet", "Drop a comet", WorldRequest("comet"), "C"),
        _control("wipe", "Wipe a hole", WorldRequest("wipe"), "X"),
        _control("race", "Bet on a species", WorldRequest("race"), "B"),
        when=(When.MASSIVE,),
    ),
    *_group(
        "After the end",
        _control("end-main", "The highlighted button", PressEndButton(), "Enter KPEnter", "a"),
        # Pads keep B for another round, which here is often the same button.
        _control("end-leave", "The start screen", PressEndButton(leaves=True), "Escape"),
        when=(When.ENDED,),
    ),
    *_group(
        "Time",
        _control("faster", "Faster", Faster(), "Plus Equal Shift+Equal KPAdd", "rb", hold=Hold.REPEAT),
        _control("slower", "Slower", Slower(), "Minus KPSubtract", "lb", hold=Hold.REPEAT),
        _control("authentic", "Speed of 1982", Authentic(), "Shift+U"),
        _control("unlimited", "As fast as possible", Unlimited(), "U", "lt+x"),
        _control("back", "Rewind", Jump(-1.0), "Backspace LeftBracket", "lt+lb", hold=Hold.REPEAT),
        _control("forward", "Forward", Jump(1.0), "Shift+Backspace RightBracket", "lt+rb", hold=Hold.REPEAT),
        _control("step-larger", "Larger steps", StepSize(1), "Ctrl+Equal Ctrl+KPAdd", "back+rs_right"),
        _control("step-smaller", "Smaller steps", StepSize(-1), "Ctrl+Minus Ctrl+KPSubtract", "back+rs_left"),
        _control("go-to", "Go to a generation", GoToGeneration(), "Ctrl+G"),
    ),
    *_group(
        "View",
        _control("zoom-in", "Zoom in", Zoom(4.0), "PageUp", "lt+rs_up", hold=Hold.STEADY),
        _control("zoom-out", "Zoom out", Zoom(0.25), "PageDown", "lt+rs_down", hold=Hold.STEADY),
        _control("fit", "Show the whole board", Fit(), "Home", "lt+dpad_right"),
        # On pads, every combination of buttons is taken: the panel Look has a button for this.
        _control("fly", "Fly to a lively place, and back", Fly(), "End"),
        # The arrows without Ctrl are player 2's while somebody plays on that half of the keyboard.
        *(
            _control(
                f"pan-{way}",
                f"Move the view {way}",
                Pan(0.7 * rows, 0.7 * columns),
                f"{key} Ctrl+{key}",
                f"rs_{way}",
                hold=Hold.STEADY,
            )
            for way, (rows, columns), key in _WAYS
        ),
        _control("scheme", "Next colour scheme", Scheme(), "Grave F7", "y"),
        _control("look", "Next look of the universe", ChoosePicture(), "Shift+F7"),
        _control("grid", "Grid lines", Grid(), "G", "back+ls_left"),
    ),
    *_group(
        "Sound",
        _control("mute", "Sound on or off", Mute(), "M", "back+rb"),
        _control("louder", "Louder", Volume(0.05), "Period KPMultiply", "lt+rs_right", hold=Hold.REPEAT),
        _control("softer", "Softer", Volume(-0.05), "Comma KPDivide", "lt+rs_left", hold=Hold.REPEAT),
        in_menu=True,
    ),
    *_group(
        "Program",
        _control("help", "Help", Help(), "F1", "lt+left_thumb", in_menu=True),
        _control("result", "Statistics of the round", RoundSummary(), "F6", "back+a", in_menu=True),
        _control("talk", "Talk in an on-line match", Talk(), "Y"),
        _control("start-screen", "Start screen", StartScreen(), "F9", "guide lt+y", in_menu=True),
        # Escape opens it, too, where it does nothing else.
        _control("pause-menu", "Pause menu", PauseMenu(), "Shift+F9"),
        _control("settings", "Settings", ShowSettings(), "Ctrl+Comma", in_menu=True),
        _control("phones", "Phones as gamepads", Phones(), "Ctrl+J", "back+ls_right", in_menu=True),
        _control("online", "On-line play: matches and people", Online(), "Ctrl+L", "back+lt", in_menu=True),
        _control("fullscreen", "Full screen", Fullscreen(), "F11 Alt+Enter", "lt+right_thumb", in_menu=True),
        _control("screenshot", "Screenshot", Screenshot(), "F12", "lt+a", in_menu=True),
        _control("board-picture", "Picture of the board", BoardPicture(), "Shift+F12", "back+dpad_down", in_menu=True),
        _control("film", "Start or stop filming", Film(), "F10", "back+dpad_up", in_menu=True),
        _control("record", "Save the replay", Record(), "Shift+F10", "lt+dpad_left", in_menu=True),
        _control("panels", "Show or hide the panels", Panels(), "Tab", "right_thumb"),
        _control("focus-panels", "Focus the next panel", FocusPanels(), "Ctrl+Tab", in_menu=True),
        _control("focus-back", "Focus the previous panel", FocusPanels(backwards=True), "Ctrl+Shift+Tab", in_menu=True),
        _control("larger-text", "Larger text", TextSize(0.1), "Alt+Plus Alt+Equal Alt+KPAdd", in_menu=True),
        _control("smaller-text", "Smaller text", TextSize(-0.1), "Alt+Minus Alt+KPSubtract", in_menu=True),
        _control("usual-text", "Usual text size", TextSize(), "Alt+0 Alt+KP0", in_menu=True),
        _control("paste", "Paste a pattern", Paste(), "Ctrl+V Shift+Insert", "back+x"),
        _control("patterns", "Pattern browser", BrowsePatterns(), "Ctrl+P", "lt+ls_up", in_menu=True),
        _control("identify", "Identify the selection or the board", Identify(), "Ctrl+I", "lt+ls_down", in_menu=True),
        _control(
            "use-rule", "Use the held pattern's rule", UsePatternsRule(), "Ctrl+Shift+R", "lt+ls_right", in_menu=True
        ),
        _control("new-board", "New board", NewBoard(), "Ctrl+N", "back+ls_up", in_menu=True),
        _control("resize", "Resize the board", ResizeBoard(), "Ctrl+B", "back+ls_down"),
        _control("save", "Save the board", Save(), "Ctrl+S", "lt+dpad_down", in_menu=True),
        _control("save-as", "Save the board as", SaveAs(), "Ctrl+Shift+S", "back+rs_down", in_menu=True),
        _control("open", "Open a file", Open(), "Ctrl+O", "lt+dpad_up", in_menu=True),
        _control("quit", "Quit", Quit(), "Shift+Escape Ctrl+Q", "lt+guide back+b", in_menu=True),
    ),
    *_group(
        "Edit",
        _control("tool-1", "Tool: Draw", ChooseTool(Tool.DRAW), "Ctrl+1"),
        _control("tool-2", "Tool: Erase", ChooseTool(Tool.ERASE), "Ctrl+2"),
        _control("tool-3", "Tool: Select", ChooseTool(Tool.SELECT), "Ctrl+3"),
        _control("tool-4", "Tool: Move view", ChooseTool(Tool.MOVE), "Ctrl+4"),
        _control("tool-5", "Tool: Measure", ChooseTool(Tool.MEASURE), "Ctrl+5"),
        _control("tool-6", "Tool: Pick state", ChooseTool(Tool.PICK), "Ctrl+6"),
        _control("select-all", "Select all", SelectAll(), "Ctrl+A"),
        _control("mark", "Begin or end a selection at the cursor", MarkCorner(), "", "back+rt", when=_DRAWING),
        *(
            _control(f"extend-{way}", f"Select cells, {way}", ExtendSelection(*to), f"Shift+{key}", hold=Hold.REPEAT)
            for way, to, key in _WAYS
        ),
        *(
            _control(
                f"extend-{way}-far",
                f"Select ten more cells, {way}",
                ExtendSelection(10 * rows, 10 * columns),
                f"Ctrl+Shift+{key}",
                hold=Hold.REPEAT,
            )
            for way, (rows, columns), key in _WAYS
        ),
        _control("shrink", "Shrink to fit", ShrinkSelection(), "Ctrl+K"),
        _control("merge", "Next paste mode", MergeMode(), "Ctrl+Shift+V"),
    ),
    *_group(
        "Selection",
        _control("copy", "Copy", CopySelection(), "Ctrl+C Ctrl+Insert", "back+rs_up"),
        _control("cut", "Cut", CopySelection(cut=True), "Ctrl+X", "back+lb"),
        _control("erase", "Erase inside", EditSelection("erase"), "Delete"),
        _control("outside", "Erase outside", EditSelection("outside"), "Shift+Delete"),
        _control("invert", "Invert", EditSelection("invert"), "I"),
        _control("fill", "Fill", EditSelection("fill"), "Ctrl+F"),
        _control("random", "Fill at random", EditSelection("random"), "Ctrl+Shift+F"),
        _control("crop", "Crop to a new universe", Crop(), "Ctrl+Shift+X"),
        _control("save-selection", "Save the selection", SaveSelection(), "Ctrl+E"),
        _control("deselect", "Select nothing", Select(), "Escape"),
        when=_SELECTION,
    ),
    *_group(
        "Selection",
        _control("turn-right", "Turn right", Turn("right"), "R"),
        _control("turn-left", "Turn left", Turn("left"), "Shift+R"),
        _control("flip-x", "Flip left to right", Turn("flip-x"), "F"),
        _control("flip-y", "Flip upside down", Turn("flip-y"), "Shift+F"),
        _control("transpose", "Exchange rows and columns", Turn("transpose"), "T"),
        when=_GHOST + _SELECTION,
    ),
    *_group(
        "Held pattern",
        _control("pad-turn", "Turn right", Turn("right"), "", "x"),
        _control("pad-flip", "Flip left to right", Turn("flip-x"), "", "y"),
        _control("pad-merge", "Next paste mode", MergeMode(), "", "rb"),
        _control("place", "Place", PlaceGhost(), "Enter KPEnter", "a"),
        _control("let-go", "Let go", DropGhost(), "Escape", "b"),
        *(
            _control(f"ghost-{way}", f"Move {way}", MoveGhost(*to), f"{key} Ctrl+{key}", hold=Hold.REPEAT)
            for way, to, key in _WAYS
        ),
        *(
            _control(
                f"ghost-{way}-far",
                f"Move {way} by ten cells",
                MoveGhost(10 * rows, 10 * columns),
                f"Shift+{key}",
                hold=Hold.REPEAT,
            )
            for way, (rows, columns), key in _WAYS
        ),
        when=_GHOST,
    ),
    *_group("Gamepad", _control("menu", "Switch between panels and game", SteerPanels(), "", "left_thumb back+start")),
)
"""All controls, in the order in which the help lists them."""


def controls_of(request: CommandOrAction) -> list[str]:
    """Return the names of the controls that make ``request``, whatever player it is for.

    Controls for the same player as in ``request`` come first.
    """
    wanted = _of_nobody(request)
    alike = [control for control, of_nobody in zip(CONTROLS, _REQUESTS_OF_NOBODY, strict=True) if of_nobody == wanted]
    return [control.name for control in sorted(alike, key=lambda control: control.request != request)]


def _of_nobody(request: CommandOrAction) -> CommandOrAction:
    return replace(request, player=NOBODY) if isinstance(request, Action | OfPlayer) else request


_REQUESTS_OF_NOBODY = tuple(_of_nobody(control.request) for control in CONTROLS)
