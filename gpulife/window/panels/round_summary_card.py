"""The card with a round's statistics, left of the board: score curves, seeds, and turning points to watch again.

The card appears when a round with turning points is over, and whenever the user asks. The board moves aside for it.
People operate the card with the mouse, with pads, or with the keyboard after they have pressed the card's key.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from imgui_bundle import imgui, imgui_ctx, implot
from numpy.typing import NDArray

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.score_history import AVERAGED
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import next_round_text, result_text, terms_text
from gpulife.games.core.turning_points import RoundMoment, Summary
from gpulife.input.commands import CommandOrAction, Seek
from gpulife.rules import RGB
from gpulife.seats import with_verb
from gpulife.window.design import CAPTION, GROUND, LINE, RGBA, TEXT, faded, packed, rgba_of, vec4
from gpulife.window.panels.pages import back_pressed, place_next_window, view_and_scale
from gpulife.window.panels.panel_state import RoundSummaryState
from gpulife.window.panels.screen_regions import LINE_WIDTH
from gpulife.window.panels.widgets import (
    WHOLE_WIDTH,
    caption,
    elided,
    request_buttons,
    table_row,
    tooltip,
    wrapped_text,
)

_WIDTH, _CURVES = 380.0, 180.0  # points on a 96 dpi screen
_MAX_OF_WINDOW = 0.42
_MARKER = implot.Spec(
    marker=implot.Marker_.circle, marker_size=4.5, marker_fill_color=vec4(TEXT), marker_line_color=vec4(TEXT)
)
_MAX_HALTS = 5
_NOTHING = ("", "0")
"""Table cells without information. A line with only such cells is not shown."""
_FLAGS = (
    imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_collapse
)


def covered_by_card(state: RoundSummaryState) -> float:
    """Return the width in points that the card with the statistics covers at the window's left edge; 0 if hidden."""
    return _width() + LINE_WIDTH if state.drawn else 0.0


def draw_card(
    state: RoundSummaryState,
    summary: Summary,
    colours: Sequence[RGB],
    key: str,
    series: Series | None = None,
    reason: str = "",
    following: Mapping[str, CommandOrAction] = MappingProxyType({}),
    *,
    below: float = 0.0,
    shows_lead: bool = False,
    can_watch: bool = True,
) -> list[CommandOrAction]:
    """Draw the card with a round's statistics; return the user's requests.

    Args:
        state: which statistics are open.
        summary: summary of the round.
        colours: colours of the states.
        key: name of the key that lets the keyboard operate the card and, pressed again, closes it; "" for none.
        series: the set, such as best of 5, to which the round belongs; None for a single round.
        reason: why the round is over, as a sentence; "" during the round.
        following: requests of the buttons shown after a single round, such as for another round; keyed by label.
        below: height in points that panels and bars cover at the window's lower edge.
        shows_lead: True to draw one curve of the lead; False to draw the score of each player.
        can_watch: True if the user can watch the round again from a turning point on.
    """
    width, height = _width(), view_and_scale()[0].y - below
    place_next_window((0.0, 0.0), (width, height), imgui.Cond_.always, opacity=1.0)
    imgui.get_background_draw_list().add_rect_filled((width, 0.0), (width + LINE_WIDTH, height), packed(LINE))
    if state.wants_focus:
        imgui.set_next_window_focus()
    if state.steered:
        imgui.set_nav_cursor_visible(True)  # otherwise keys do not press the focused widget
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding, 0.0),
        imgui_ctx.begin("Statistics of the round", p_open=True, flags=_FLAGS) as window,
    ):
        content = _content(
            state, summary, colours, key, series, reason, following, shows_lead=shows_lead, can_watch=can_watch
        )
        commands = list(content) if window.expanded else []
        if not window.opened or (state.steered and back_pressed()):
            state.close(summary.last.round)
    return commands


def _content(
    state: RoundSummaryState,
    summary: Summary,
    colours: Sequence[RGB],
    key: str,
    series: Series | None,
    reason: str,
    following: Mapping[str, CommandOrAction],
    *,
    shows_lead: bool,
    can_watch: bool,
) -> Iterator[CommandOrAction]:
    player_colours = [rgba_of(colours[player + 1]) for player in range(len(summary.names))]
    _headline(summary, player_colours)
    if reason:
        wrapped_text(reason, TEXT)
    if series is not None:
        yield from _set_standing(series, summary.names, player_colours, over=summary.last.over)
    elif following:
        yield from request_buttons(following)
    _curves(summary, player_colours, shows_lead=shows_lead)
    _statistics(summary, player_colours)
    turn = _turning_points(state, summary, player_colours, can_watch=can_watch)
    chosen = turn or _halts(summary, can_watch=can_watch)
    if imgui.button("Close"):
        state.close(summary.last.round)
    if key:
        imgui.same_line()
        wrapped_text(f"{key} closes this" if state.steered else f"Press {key} to use these buttons by keyboard")
    if chosen is not None:
        state.close(None)
        yield Seek(chosen.watch_from, chosen.generation)


def _headline(summary: Summary, player_colours: Sequence[RGBA]) -> None:
    last = summary.last
    words = f"Generations {last.began} to {last.generation}"
    if not last.over:
        imgui.text_colored(CAPTION, f"{words} so far")
    else:
        imgui.text_colored(
            TEXT if last.winner is None else player_colours[last.winner],
            "A tie" if last.winner is None else with_verb(summary.names[last.winner], "win"),
        )
        imgui.same_line()
        imgui.text_colored(CAPTION, words)
    if not summary.is_complete:
        first = summary.entries[0].stats.generation
        wrapped_text(f"The curves begin at generation {first}, where this session was continued")


def _set_standing(
    series: Series, names: Sequence[str], player_colours: Sequence[RGBA], *, over: bool
) -> Iterator[CommandOrAction]:
    """Draw how many rounds each player has won in a set, and the buttons for the next round.

    Args:
        series: the set of rounds.
        names: names of the players.
        player_colours: colours of the players.
        over: True if the round is over, so that the next one can begin.

    Yields: actions that begin the next round or give up the set.
    """
    imgui.text_colored(CAPTION, f"{terms_text(series)}:")
    imgui.same_line()
    wrapped_text(result_text(series, names), TEXT if series.leader is None else player_colours[series.leader])
    if not over:
        return
    wrapped_text(f"Next: {next_round_text(series, names)}")
    if imgui.button("Another set" if series.over else "Next round"):
        yield Action(NOBODY, ActionKind.AGAIN)
    tooltip("Return does this, too")
    behind = next((player for player in range(len(names)) if series.may_give_up(player)), None)
    if behind is not None:
        imgui.same_line()
        if imgui.button("Give up the set"):
            yield Action(behind, ActionKind.RESIGN)
        tooltip(f"No more rounds are played: {with_verb(names[1 - behind], 'win')} the set")
    imgui.separator()


def _curves(summary: Summary, player_colours: Sequence[RGBA], *, shows_lead: bool) -> None:
    """Draw the course of the scores, with a number at each turning point and a line at each halt.

    If ``shows_lead``, it is one curve of the lead: above the middle in the left player's colour, below it in the
    other's. Otherwise each player's score is a curve of averages on a pale band (see :func:`averaged`).
    """
    if len(summary.entries) < 2:
        return
    flags = implot.Flags_.no_legend | implot.Flags_.no_mouse_text | implot.Flags_.no_menus | implot.Flags_.no_box_select
    scale = imgui.get_style().font_scale_dpi
    size = imgui.ImVec2(WHOLE_WIDTH, _CURVES * scale)
    if not implot.begin_plot("##scores", size, flags | implot.Flags_.no_inputs):
        return
    fit = implot.AxisFlags_.auto_fit
    implot.setup_axes("Generation", "", fit, implot.AxisFlags_.none)
    entries = summary.entries
    generations = np.array([entry.stats.generation for entry in entries], np.float64)
    leads = averaged(np.array([entry.stats.lead for entry in entries], np.float64))[1]
    if shows_lead:
        _lead_curve(generations, leads, summary, player_colours)
    else:
        implot.setup_axis_limits(
            implot.ImAxis_.y1, 0, 1.15 * max(1, *(top for top, _ in summary.highest)), imgui.Cond_.always
        )
    for player, colour in enumerate(() if shows_lead else player_colours):
        scores = np.array([entry.stats.scores[player] for entry in entries], np.float64)
        fewest, mean, most = averaged(scores)
        band = implot.Spec(fill_color=vec4(faded(colour, 0.3)), fill_alpha=1.0)
        implot.plot_shaded(f"##band{player}", generations, fewest, most, spec=band)
        spec = implot.Spec(line_color=vec4(colour), line_weight=2.0 * scale)
        implot.plot_line(f"##score{player}", generations, mean, spec=spec)
    for number, point in enumerate(summary.turning_points, 1):
        x, y = float(point.generation), float(point.scores[point.player])
        y = float(np.interp(x, generations, leads)) if shows_lead else y
        implot.plot_scatter(f"##turn{number}", np.array([x]), np.array([y]), spec=_MARKER)
        implot.annotation(x, y, vec4(faded(GROUND, 0.75)), imgui.ImVec2(9, -9), True, str(number))  # noqa: FBT003
    if summary.halts:
        halts = np.array([halt.generation for halt in summary.halts], np.float64)
        implot.plot_inf_lines("##halts", halts, spec=implot.Spec(line_color=vec4(faded(CAPTION, 0.5))))
    implot.end_plot()


def _lead_curve(
    generations: NDArray[np.float64], leads: NDArray[np.float64], summary: Summary, player_colours: Sequence[RGBA]
) -> None:
    """Draw the left player's lead, and the name of each player on the side of the curve on which that player leads."""
    most = lead_scale(leads)
    ticks, end = [-most, 0.0, most], 1.45 * max(most, float(np.abs(leads).max()))  # with room for the names
    implot.setup_axis_limits(implot.ImAxis_.y1, -end, end, imgui.Cond_.always)
    implot.setup_axis_ticks(implot.ImAxis_.y1, ticks, [f"{abs(tick):.0f}" for tick in ticks], keep_default=False)
    scale, nothing = imgui.get_style().font_scale_dpi, np.zeros(len(leads))
    for player, colour in enumerate(player_colours):
        side = np.maximum(leads, 0.0) if player == 0 else np.minimum(leads, 0.0)
        band = implot.Spec(fill_color=vec4(faded(colour, 0.45)), fill_alpha=1.0)
        implot.plot_shaded(f"##lead{player}", generations, nothing, side, spec=band)
        line = implot.Spec(line_color=vec4(colour), line_weight=2.0 * scale)
        implot.plot_line(f"##edge{player}", generations, np.where(side == leads, side, np.nan), spec=line)
        at = imgui.ImVec2(8, 8 if player == 0 else -8)
        corner = float(generations[0]), end - 2 * end * player
        words = elided(f"{with_verb(summary.names[player], 'lead')} by", imgui.get_content_region_avail().x / 2)
        implot.annotation(*corner, vec4(faded(colour, 0.0)), at, True, words)  # noqa: FBT003


def lead_scale(leads: NDArray[np.float64]) -> float:
    """Return a round number of cells, at least 5, that a chart of these ``leads`` marks on both sides of its middle."""
    most = max(float(np.abs(leads).max()), 5.0)
    unit = 10.0 ** np.floor(np.log10(most))
    return float(unit * max(step for step in (1, 2, 5) if step * unit <= most))


def averaged(scores: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the least, the mean and the greatest of the AVERAGED most recent scores at each point of a curve.

    So a curve can be read although oscillators make the scores jump: a line in the middle of a pale band.
    """
    before = np.concatenate([np.full(AVERAGED - 1, scores[0]), scores])
    last = np.lib.stride_tricks.sliding_window_view(before, AVERAGED)
    return last.min(axis=1), last.mean(axis=1), last.max(axis=1)


def _statistics(summary: Summary, player_colours: Sequence[RGBA]) -> None:
    last = summary.last
    rows: list[tuple[str, list[str]]] = [
        ("Score", [f"{score}" for score in last.scores]),
        ("Highest score", [f"{score}" for score, _ in summary.highest]),
        ("  in generation", [f"{generation}" for _, generation in summary.highest]),
        ("Seeds spent", [f"{seeds}" for seeds in last.spent]),
        ("Bonus seeds", [f"{seeds}" for seeds in last.earned]),
        ("Seeds left", [f"{seeds}" for seeds in last.seeds]),
        (summary.planted_title, [f"{count}" for count in summary.plantings]),
    ]
    if summary.longest_lead is not None:
        rows.append(("Longest lead, generations", [f"{generations}" for generations in summary.longest_leads]))
    if last.halts:
        rows += [("Halts", [f"{last.halts}", ""]), ("Planted during halts", [f"{cells}" for cells in last.halted])]
    if last.wild:
        rows.append(("Wild generations", [f"{last.wild}", ""]))
    rows = [row for row in rows if any(figure not in _NOTHING for figure in row[1])]
    if not rows:
        caption("Nothing has happened in this round yet")
        return
    with imgui_ctx.begin_table("figures", 3, imgui.TableFlags_.row_bg) as table:
        if not table:
            return
        imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch)
        room = imgui.get_content_region_avail().x / 3
        for player, name in enumerate(summary.names):
            width = max(imgui.calc_text_size(text).x for text in (name, *(values[player] for _, values in rows)))
            imgui.table_setup_column(f"player{player}", imgui.TableColumnFlags_.width_fixed, min(room, width))
        table_row("")
        for name, colour in zip(summary.names, player_colours, strict=True):
            imgui.table_next_column()
            _right_aligned(elided(name, imgui.get_content_region_avail().x), colour)
        for title, values in rows:
            table_row(title, colour=CAPTION)
            for value in values:
                imgui.table_next_column()
                _right_aligned(value, TEXT)


def _right_aligned(words: str, rgba: RGBA) -> None:
    """Draw words at the right edge of a table's cell, so that the numbers of a column stand below each other."""
    room = imgui.get_content_region_avail().x - imgui.calc_text_size(words).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room, 0.0))
    imgui.text_colored(rgba, words)


def _halts(summary: Summary, *, can_watch: bool) -> RoundMoment | None:
    """Draw the list of moments when the round was halted; return the one that the user wants to watch, or None.

    If ``can_watch``, each moment has a button for watching the round again from there.
    """
    if not summary.halts:
        return None
    chosen = None
    caption("Halts (grey lines)")
    for number, halt in enumerate(summary.halts[:_MAX_HALTS]):
        if can_watch:
            if imgui.small_button(f"Watch##halt{number}"):
                chosen = halt
            imgui.same_line()
        wrapped_text(f"Generation {halt.generation}: {halt.text}")
    if len(summary.halts) > _MAX_HALTS:
        wrapped_text(f"And {len(summary.halts) - _MAX_HALTS} more")
    return chosen


def _turning_points(
    state: RoundSummaryState, summary: Summary, player_colours: Sequence[RGBA], *, can_watch: bool
) -> RoundMoment | None:
    chosen = None
    title = "Turning points: watch from there" if can_watch else "Turning points"
    caption(title if summary.turning_points else "No turning points")
    if state.wants_focus:
        imgui.set_keyboard_focus_here()
    state.wants_focus = False
    for number, point in enumerate(summary.turning_points, 1):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(player_colours[point.player], f"{number}")
        imgui.same_line()
        if can_watch:
            if imgui.button(f"Watch##{number}"):
                chosen = point
            tooltip("Goes to a few seconds before this point and plays the recording from there")
            imgui.same_line()
        wrapped_text(f"Generation {point.generation}: {point.text}", TEXT)
    first = summary.entries[0]
    is_whole = summary.last.over and can_watch and not summary.turning_points
    if is_whole and imgui.button("Watch the round again"):
        return RoundMoment(first.tick, first.tick, first.stats.generation, "the beginning")
    if (summary.turning_points or is_whole) and can_watch:
        wrapped_text("Watch plays the recording; keys cannot change it. Escape goes back to the end.")
    return chosen


def _width() -> float:
    view, scale = view_and_scale()
    return float(round(min(_WIDTH * scale, view.x * _MAX_OF_WINDOW)))
