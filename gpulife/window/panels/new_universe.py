"""The section New universe: fields for game, rule, size and edges, and the memory that such a universe needs."""

from collections.abc import Iterator
from dataclasses import replace

from gpulife.engines.memory import memory_line
from gpulife.errors import GpulifeError
from gpulife.games.core.game import Match
from gpulife.games.core.shared_texts import option_title
from gpulife.games.matches import default_rule, new_match
from gpulife.games.registry import GAMES
from gpulife.input.commands import CommandOrAction, New, NewBoard, ResizeBoard
from gpulife.rules import EDGES, Edges, Rule, Twist, edges_title, parse_rule
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    caption,
    drop_down,
    greyed,
    request_buttons,
    sentence,
    size_fields,
    text_field,
    tooltip,
    wide_button,
    wrapped_text,
)

RULES = (
    "Life",
    "Immigration",
    "QuadLife",
    "B36/S23:2",
    "B3678/S34678:4",
    "B3/S23:8",
    "B2/S:3",
    "B2-a/S12:2",
    "B2/S35H:2",
    "RealTime:4",
    "BioWar:4",
    "Survivor",
)
"""Rules in the list of suggestions. Users can type any other rule."""
SIZES = ((160, 96), (320, 180), (640, 360), (1280, 800), (1920, 1080), (4096, 4096), (16384, 16384), (65536, 65536))
"""Sizes (columns, rows) in the list of suggestions. Users can type any other size."""


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section New universe, a form; yield the user's requests."""
    _follow(state, snapshot.match)
    game = GAMES[state.game]
    caption("Game and option")
    titles = {spec.title: name for name, spec in GAMES.items()}
    if chosen := drop_down("game", game.title, list(titles)):
        own = (state.rows, state.columns) == game.shape
        if game.has_own_rule or GAMES[titles[chosen]].has_own_rule:  # such a rule belongs to its game
            law = default_rule(titles[chosen])
            state.rule, state.edges = law.law, law.edges
        state.game, state.option = titles[chosen], ""
        game = GAMES[state.game]
        if own:  # a size that the user chose is kept
            state.rows, state.columns = game.shape
    if game.options:
        options = {option_title(name): name for name in game.options}
        if chosen := drop_down("option", option_title(state.option or game.default_option), list(options)):
            state.option = options[chosen]
    caption("Rule")
    state.rule = text_field("rule", state.rule)
    state.rule = drop_down("rules", "Choose a rule", RULES) or state.rule
    caption("Columns and rows")
    state.columns, state.rows = (max(1, side) for side in size_fields("board", state.columns, state.rows, SIZES))
    caption("Edges")
    state.edges = edges_field(state.edges)

    shape = state.rows, state.columns
    try:
        rule = parse_rule(state.rule).on_board(shape, state.edges)
        match: Match | None = new_match(state.game, rule, shape, seed=0, option=state.option)
        problem = ""
    except GpulifeError as error:  # no such rule, or the game cannot use it
        match, problem = None, str(error)
    needed = 0 if match is None else snapshot.memory_needed(parse_rule(match.rule), shape)
    words, fits = memory_line(needed, snapshot.free_memory)
    is_possible = fits and not problem
    wrapped_text(problem or words, CAPTION if is_possible else NOTICE)
    with greyed(on=not is_possible):
        if wide_button("New universe") and match is not None:
            yield New(match)
    if snapshot.match.is_universe:
        yield from request_buttons({"Empty board": NewBoard(), "Resize": ResizeBoard()})
        tooltip("An empty board to draw on; or another size for this board and its cells")


def edges_field(edges: Edges | Twist) -> Edges | Twist:
    """Draw a list of the kinds of edges that shows ``edges``; return these, or those that the user has chosen."""
    titles = {sentence(edges_title(kind)): kind for kind in EDGES.values()}
    return titles.get(drop_down("edges", sentence(edges_title(edges)), titles) or "", edges)


def name_of(rule: Rule) -> str:
    """Return a name that users can type for a rule: its title or, if the title is ambiguous, its full name.

    Size and edges are left out.
    """
    try:
        return rule.title if parse_rule(rule.title).law == rule.law else rule.law
    except GpulifeError:  # the rule's file is not in the folder of rules
        return rule.law


def _follow(state: PanelState, match: Match) -> None:
    """Fill the form with the current universe's values, once for each new universe."""
    shown = replace(match, seed=0)
    if state.followed == shown:
        return
    state.followed = shown
    rule = parse_rule(match.rule)
    assert rule.size is not None  # noqa: S101 - a match's rule has one
    state.game, state.option, state.rule = match.game, match.option, name_of(rule)
    (state.rows, state.columns), state.edges = rule.size, rule.joined
