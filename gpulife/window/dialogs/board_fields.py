"""Fields for the size of a board, shared by the dialogs that ask for a size."""

from collections.abc import Callable

from imgui_bundle import imgui, imgui_ctx

from gpulife.errors import GpulifeError
from gpulife.rules import Edges, Rule, Twist, parse_rule
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.panels.new_universe import SIZES
from gpulife.window.panels.widgets import caption, drop_down, number_field, wrapped_text

Shape = tuple[int, int]
Memory = Callable[[Rule, Shape], tuple[str, bool]]
"""Takes a rule and (rows, columns); returns a line about the board's memory, and True if there is enough."""


def side_fields(shape: Shape, *, focus: bool = False) -> tuple[Shape, bool]:
    """Draw fields for the numbers of columns and rows, and a list of common sizes.

    Args:
        shape: (rows, columns) to show in the fields.
        focus: True to move the keyboard focus to the first field.

    Returns:
        The chosen (rows, columns), each at least 1, and True if the Return key was pressed in a field.
    """
    rows, columns = shape
    with imgui_ctx.begin_table("sides", 2, imgui.TableFlags_.sizing_stretch_same):
        for title in ("Columns", "Rows"):
            imgui.table_next_column()
            caption(title)
        imgui.table_next_column()
        if focus:
            imgui.set_keyboard_focus_here()
        columns, first = number_field("columns", columns)
        imgui.table_next_column()
        rows, second = number_field("rows", rows)
    names = {f"{wide} x {high}": (high, wide) for wide, high in SIZES}
    if chosen := drop_down("sizes", "Choose a size", names):
        rows, columns = names[chosen]
    return (max(1, rows), max(1, columns)), first or second


def board_line(name: str, shape: Shape, memory: Memory, edges: Edges | Twist | None = None) -> bool:
    """Draw a line that says how much memory a board needs, or why it is impossible; return True if it is possible.

    Args:
        name: the rule's name, as typed.
        shape: (rows, columns) of the board.
        memory: function that describes how much memory a board takes; see :data:`Memory`.
        edges: the edges that the board is to have; None for the rule's own.
    """
    problem = ""
    try:
        rule = parse_rule(name)
        if rule.size is None and edges is not None:
            rule.on_board(shape, edges)
    except GpulifeError as error:
        problem = str(error)
    else:
        if rule.size is not None:
            problem = "Leave out the rule's size: the size has its own fields"
    if problem:
        wrapped_text(problem, NOTICE)
        return False
    words, fits = memory(rule, shape)
    wrapped_text(words, CAPTION if fits else NOTICE)
    return fits
