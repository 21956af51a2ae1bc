"""The section Census: populations with their curves, generations and cells per second, and the time for a frame."""

from imgui_bundle import imgui, implot

from gpulife.input.commands import CommandOrAction
from gpulife.printing import printable
from gpulife.window.design import CAPTION, rgba_of, vec4
from gpulife.window.panels.board_title import board_title
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import sentence, with_si_prefix, wrapped_text


def panel(snapshot: Snapshot) -> list[CommandOrAction]:
    """Draw the section Census; return no requests."""
    rates = snapshot.rates
    if snapshot.name:
        wrapped_text(printable(snapshot.name))
    imgui.text(f"Generation {snapshot.generation:,}")
    for name, count, rgb in zip(
        snapshot.rule.census_names, snapshot.population, snapshot.look.colours[1:], strict=False
    ):
        if count or len(snapshot.population) <= 6:
            imgui.text_colored(rgba_of(rgb), f"{sentence(name)}  {count:,}")
    _curves(snapshot)
    imgui.text_colored(CAPTION, f"{with_si_prefix(rates.generations)} generations a second")
    imgui.text_colored(CAPTION, f"{with_si_prefix(rates.cells)}{'' if rates.cells >= 1000 else ' '}cells a second")
    imgui.text_colored(CAPTION, f"{rates.frame_seconds * 1000:.1f} ms a frame")
    wrapped_text(board_title(snapshot.rule))
    wrapped_text(snapshot.renderer)
    return []


def _curves(snapshot: Snapshot) -> None:
    history = snapshot.history
    if history.generations.size < 2:
        return
    scale = imgui.get_style().font_scale_dpi
    flags = implot.Flags_.no_legend | implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select
    if not implot.begin_plot("##populations", imgui.ImVec2(-1, 150 * scale), flags):
        return
    implot.setup_axes("", "", implot.AxisFlags_.no_label, implot.AxisFlags_.no_label)
    # Axes are not fitted to the lines: an empty universe draws no lines, and would keep the last universe's axes.
    highest = 1.05 * max(1.0, float(history.populations.max(initial=0.0)))
    generations = float(history.generations[0]), float(history.generations[-1])
    implot.setup_axes_limits(*generations, 0.0, highest, implot.Cond_.always)
    for species, counts in enumerate(history.populations, 1):
        if counts.any():
            spec = implot.Spec(line_color=vec4(rgba_of(snapshot.look.colours[species])), line_weight=1.6 * scale)
            implot.plot_line(f"##{species}", history.generations, counts, spec=spec)
    implot.end_plot()
