"""Controls of tools, of the selection, and of the pattern that hangs over the board."""

from gpulife.input.commands.command import Command
from gpulife.input.commands.workbench import (
    ChooseTool,
    CopySelection,
    Crop,
    DropGhost,
    EditSelection,
    ExtendSelection,
    MarkCorner,
    MergeMode,
    MoveGhost,
    PlaceGhost,
    SaveSelection,
    Select,
    SelectAll,
    ShrinkSelection,
    Tool,
    Turn,
)
from gpulife.input.controls.control import DIRECTIONS, Control, Hold, When


def workbench_controls() -> tuple[Control, ...]:
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
    moves = [(way, to, way.capitalize()) for way, to in DIRECTIONS.items()]
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
