"""The section Census: the universe's name and rule, the number of cells of each kind, and graphs of these numbers."""

from math import ceil, floor

from imgui_bundle import imgui, implot

from gpulife.input.commands import CommandOrAction
from gpulife.printing import printable
from gpulife.window.design import rgba_of, vec4
from gpulife.window.panels.board_title import law_title
from gpulife.window.panels.marks import fact
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import WHOLE_WIDTH, sentence, wrapped_text

_FEW = 6
"""If a board has at most this many kinds of cells, all kinds are listed, even those without cells."""


def panel(snapshot: Snapshot) -> list[CommandOrAction]:
    """Draw the section Census. It makes no requests, so the returned list is empty."""
    if snapshot.name:
        wrapped_text(printable(snapshot.name))
    rule = snapshot.rule
    fact("Rule", law_title(rule))
    if rule.size is not None:
        fact("Size", f"{rule.size[1]:,} x {rule.size[0]:,}")
    fact("Edges", rule.edges_title.removesuffix(" edges"))
    fact("Generation", f"{snapshot.generation:,}")
    for name, count, rgb in zip(snapshot.kinds, snapshot.population, snapshot.look.shown_colours[1:], strict=False):
        if count or len(snapshot.population) <= _FEW:
            fact(sentence(name), f"{count:,}", rgba_of(rgb))
    _curves(snapshot)
    return []


def _curves(snapshot: Snapshot) -> None:
    history = snapshot.history
    if history.generations.size < 2:
        return
    scale = imgui.get_style().font_scale_dpi
    flags = implot.Flags_.no_legend | implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select
    if not implot.begin_plot("##populations", imgui.ImVec2(WHOLE_WIDTH, 150 * scale), flags):
        return
    implot.setup_axes("", "", implot.AxisFlags_.no_label, implot.AxisFlags_.no_label)
    # Axes are not fitted to the lines: an empty universe draws no lines, and would keep the last universe's axes.
    highest = 1.05 * max(1.0, float(history.populations.max(initial=0.0)))
    generations = float(history.generations[0]), float(history.generations[-1])
    implot.setup_axes_limits(*generations, 0.0, highest, implot.Cond_.always)
    for axis, (first, last) in ((implot.ImAxis_.x1, generations), (implot.ImAxis_.y1, (0.0, highest))):
        if ticks := _whole_ticks(first, last):
            implot.setup_axis_ticks(axis, ticks)
    for species, counts in enumerate(history.populations, 1):
        if counts.any():
            spec = implot.Spec(line_color=vec4(rgba_of(snapshot.look.colours[species])), line_weight=1.6 * scale)
            implot.plot_line(f"##{species}", history.generations, counts, spec=spec)
    implot.end_plot()


_FEW_TICKS = 6


def _whole_ticks(first: float, last: float) -> list[float]:
    """Return the whole numbers from ``first`` to ``last``, at which to label an axis; [] for a longer axis.

    On such a short axis, ImPlot itself would also choose fractions.
    """
    return [float(tick) for tick in range(ceil(first), floor(last) + 1)] if last - first < _FEW_TICKS else []
