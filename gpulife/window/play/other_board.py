"""Begins a new session with the cells of the current one: on a board of another size, or under another rule."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import numpy as np
from imgui_bundle import imgui, imgui_ctx
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.core.order import strips
from gpulife.games.matches import new_match
from gpulife.games.registry import GAMES, find_game
from gpulife.input.commands import PLACES, ChangeRule, CommandOrAction, KeepRule, ResizeBoard, UsePatternsRule
from gpulife.input.glyphs import Legend
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.rules import MAX_RULE_BYTES, Cells, Rule, parse_rule
from gpulife.rules.known_tables import KnownRule, own_rules_folder, read_rule_file, register
from gpulife.rules.rule_file import RULE_ENDING
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import read_file
from gpulife.window.blocking_progress import BlockingProgress
from gpulife.window.design import GAP, NOTICE
from gpulife.window.dialogs.rule_dialog import Merger
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import button_row, elided
from gpulife.window.play.board_files import STREAMED_CELLS, stream_actions
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.undo_history import can_be_kept, is_untouched
from gpulife.window.play.workbench import Workbench
from gpulife.window.scopes import handles
from gpulife.window.shell import Shell

MAX_CELLS = 1 << 34
"""Largest board, in cells, whose size or rule can change. A change needs memory for a packed copy of the cells."""


def begin_with_cells(
    shell: Shell,
    old: OpenSession,
    match: Match,
    label: str,
    *,
    states: Cells | None = None,
    place: Place | None = None,
) -> OpenSession:
    """Begin a session with the cells, generation and speed of the old session. It runs if the old session was running.

    Args:
        shell: services shared by all screens.
        old: the current session, on a board of at most MAX_CELLS cells.
        match: the match to begin.
        label: what is being done, for the progress message, such as "resizing the board".
        states: the new state for each state of the current board, shape (states,), uint8; None keeps all states.
        place: (row, column) on the new board for the current board's upper left cell; None puts it in the middle. Cells
            that would lie outside the new board are left out.

    Raises:
        GpulifeError: the match cannot begin, or the user must first be asked about leaving the current session.
    """
    shell.ask_before_leaving()
    stream = open_npz_bytes(take_snapshot(old.engine), "board")
    running, pace = old.session.state.running and not old.runner.stands, old.session.state.pace
    shape = parse_rule(match.rule).size or old.engine.shape
    paint = stream_actions(stream, shape, states, place)
    streamed = prod(old.engine.shape) > STREAMED_CELLS
    play = shell.begin(match, () if streamed else tuple(paint))
    if streamed:
        work = BlockingProgress(shell, label, stream.parts)
        for action in paint:
            play.session.tick((action,))
            work.advance()
        play.session.edits.begin_at(play.session.ticks)
    play.name, play.notes = old.name, old.notes
    if play.engine.shape == old.engine.shape:
        now, before = play.display, old.display
        now.camera, now.target, now.fitted = before.camera, before.target, before.fitted
    play.runner.act(Action(NOBODY, ActionKind.PACE, *pace.numbers))
    if running:
        play.runner.act(Action(NOBODY, ActionKind.HALT))
    return play


Shape = tuple[int, int]
MAX_COUNTED_CELLS = 1 << 26
"""If a smaller board cuts off more cells than this, the live ones among them are not counted."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """How many rows, columns and live cells a board loses when it is resized.

    Attributes:
        rows: number of rows.
        columns: number of columns.
        live_cells: number of live cells in these rows and columns; None if there were too many cells to look through.
    """

    rows: int
    columns: int
    live_cells: int | None


def require_resizable(play: OpenSession) -> None:
    """Raise GpulifeError unless this session's board can be resized."""
    match, shape = play.session.match, play.engine.shape
    if not match.is_universe:
        raise GpulifeError(f"{find_game(match.game).title} has a board of fixed size: only universes can be resized")
    if prod(shape) > MAX_CELLS:
        raise GpulifeError(f"a board of {prod(shape):,} cells is too large to resize: save it, then open the file")


def resize(shell: Shell, old: OpenSession, shape: Shape, place: str) -> None:
    """Begin a session with the current cells on a board of ``shape``; ``place`` is one of PLACES.

    Raises:
        GpulifeError: see :func:`require_resizable`; or there is not enough memory for the new board.
    """
    require_resizable(old)
    match, before = old.session.match, old.engine.shape
    if shape == before:
        raise GpulifeError(f"the board is {shape[1]} x {shape[0]} already")
    row, column = offset(before, shape, place)
    anew = time_begins_anew(shell, old)
    new = new_match(match.game, old.engine.rule.on_board(shape), shape, match.seed, match.option)
    play = begin_with_cells(shell, old, new, "resizing the board", place=(row, column))
    display, seen = play.display, old.display
    display.look = seen.look
    if not seen.fitted:
        moved = replace(seen.target, row=seen.target.row + row, column=seen.target.column + column)
        display.camera = display.target = moved
        display.fitted = False
    shell.show_message(f"The board is {shape[1]} x {shape[0]} now{anew}")


def offset(before: Shape, after: Shape, place: str) -> Place:
    """Return (row, column) on the new board for the old board's upper left cell.

    Args:
        before: (rows, columns) of the old board.
        after: (rows, columns) of the new board.
        place: one of PLACES, which says where the old board lies in the new one.

    Raises:
        GpulifeError: there is no such place.
    """
    if place not in PLACES:
        raise GpulifeError(f"unknown place {place[:20]!r} on the new board: use one of {', '.join(PLACES)}")
    down, right = divmod(PLACES.index(place), 3)
    rows, columns = after[0] - before[0], after[1] - before[1]
    return (0, rows // 2, rows)[down], (0, columns // 2, columns)[right]


def cut_off(engine: Engine, after: Shape, place: str) -> CutOff | None:
    """Return what a board loses when it is resized to ``after`` (rows, columns); None if it loses nothing.

    ``place``, one of PLACES, says where the old board lies in the new one.
    """
    rows, columns = engine.shape
    row, column = offset(engine.shape, after, place)
    top, left = max(0, -row), max(0, -column)
    below, right = min(rows, after[0] - row), min(columns, after[1] - column)
    lost_rows, lost_columns = rows - (below - top), columns - (right - left)
    if not (lost_rows or lost_columns):
        return None
    parts = [
        Area(0, 0, top, columns),
        Area(below, 0, rows - below, columns),
        Area(top, 0, below - top, left),
        Area(top, right, below - top, columns - right),
    ]
    parts = [part for part in parts if part.cells]
    if sum(part.cells for part in parts) > MAX_COUNTED_CELLS:
        return CutOff(lost_rows, lost_columns, None)
    return CutOff(lost_rows, lost_columns, sum(_live_cells(engine, part) for part in parts))


def _live_cells(engine: Engine, area: Area) -> int:
    return sum(
        int(np.count_nonzero(engine.read(area.row + row, area.column, height, area.width)))
        for row, height in strips(area.size)
    )


class SizeScope(SessionScope):
    """Carries out the command to resize the board."""

    @handles(ResizeBoard)
    def _resize(self, command: ResizeBoard) -> None:
        resize(self.shell, self.play, (command.rows, command.columns), command.place)


def change_rule(shell: Shell, play: OpenSession, name: str) -> None:
    """Begin a session with the current cells under another rule. The edges stay unless ``name`` includes edges.

    If the new rule has fewer states, cells in a missing state get the highest state that it has. If it has fewer
    species, they are numbered round: with two, species 3 becomes 1, and 4 becomes 2.

    Raises:
        GpulifeError: there is no such rule, or this session cannot change its rule. The message is one line for the
            user.
    """
    match, old = play.session.match, play.engine.rule
    if not match.is_universe:
        raise GpulifeError(f"{find_game(match.game).title} has a fixed rule: only universes can change theirs")
    shape = play.engine.shape
    if prod(shape) > MAX_CELLS:
        raise GpulifeError(f"a board of {prod(shape):,} cells is too large for another rule: save it and open the file")
    law = parse_rule(name)
    rule = law.on_board(shape, law.joined if law.size else old.joined)
    if law.size not in (None, shape):
        raise GpulifeError(f"rule {name[:60]!r} is for another board size: leave the size out of it to keep the cells")
    new = new_match(match.game, rule, shape, match.seed, match.option)
    anew, merged = time_begins_anew(shell, play), _merged_species(play, rule)
    begun = begin_with_cells(shell, play, new, f"changing the rule to {rule.title}", states=_new_states(old, rule))
    if not _has_sprites(rule):
        begun.display.look = replace(begun.display.look, picture=play.display.look.picture)
    shell.panel_state.focus_board()  # so that the next key runs the board
    also = "" if name.strip().lower() == rule.title.lower() else f", {rule.title}"
    shell.show_message(f"Rule: {name.strip()}{also}{merged}{anew}")


def merger_under(play: OpenSession, new: Rule) -> Merger | None:
    """Return what happens if living species share one colour under the rule ``new``; None if none do."""
    old = play.engine.rule
    if old.family.states or new.family.states:
        return None
    living = [number for number, cells in enumerate(play.population, 1) if cells]
    after = {int(_new_states(old, new)[number]) for number in living}
    if len(after) == len(living):
        return None
    return Merger(len(living), len(after), _with_species(new, max(living)))


def _with_species(rule: Rule, species: int) -> str:
    """Return the name of the same law with this number of species; "" if there is none."""
    name = f"{rule.law}:{species}"
    try:
        return name if parse_rule(name).species == species else ""
    except GpulifeError:
        return ""


def _merged_species(play: OpenSession, new: Rule) -> str:
    """Return the end of a message on living species that share one colour under the rule ``new``; "" if none do."""
    merger = merger_under(play, new)
    if merger is None:
        return ""
    all_ = "both" if merger.living == 2 else f"all {merger.living}"
    if merger.left == 1:
        return f". This rule has one species: {all_} colours are one now"
    return f". This rule has fewer species: {merger.living} colours are {merger.left} now"


def time_begins_anew(shell: Shell, old: OpenSession) -> str:
    """Return the end of a message which says that another session replaces this one, and how to return to it.

    Call this before the new session begins. The result is "" if nothing has happened in the old one.
    """
    if is_untouched(old):
        return ""
    back = f": {shell.poller.bindings.first_key_text('undo')} brings the old one back" if can_be_kept(old) else ""
    return f". The timeline begins anew{back}"


def _has_sprites(rule: Rule) -> bool:
    """Return True if the rule belongs to the family of a game that draws its cells as pictures."""
    return any(spec.own_family_only and parse_rule(spec.rule).family is rule.family for spec in GAMES.values())


def _new_states(old: Rule, new: Rule) -> Cells:
    """Return the new rule's state for each state of the old rule: shape (old.live_states + 1,), uint8."""
    states = np.arange(old.live_states + 1)
    if new.family.states:
        states = np.minimum(states, new.live_states)
    else:
        states[1:] = (states[1:] - 1) % new.live_states + 1
    return states.astype(np.uint8)


def is_rule_text(text: str) -> bool:
    """Return whether a text, such as the clipboard's, is the content of a ``.rule`` file and not a pattern."""
    return text.startswith("@RULE")


def open_rule_text(shell: Shell, play: OpenSession, text: str) -> None:
    """Continue with the current cells under the rule in a pasted text, the content of a ``.rule`` file.

    See :func:`open_rule_file`.
    """
    _go_on_under(shell, play, text.encode("utf-8", "replace"), "clipboard")


def open_rule_file(shell: Shell, play: OpenSession, path: Path) -> None:
    """Continue with the current cells under the rule in a ``.rule`` file.

    If the rule lacks some of their states, begin an empty universe instead. The file is copied to the user's folder of
    rules, so that the user can choose the rule by name.

    Raises:
        GpulifeError: the file cannot be read, or holds no rule. The message is one line for the user.
    """
    _go_on_under(shell, play, read_file(path, MAX_RULE_BYTES, "a .rule file"), str(path))


def _go_on_under(shell: Shell, play: OpenSession, content: bytes, source: str) -> None:
    known = register(content, source)
    rule, anew = parse_rule(known.file.content_name), time_begins_anew(shell, play)
    if play.session.match.is_universe and _has_all_states(rule, play.engine.census()):
        change_rule(shell, play, rule.law)
    else:
        match = new_match("study", rule.on_board(play.engine.shape), play.engine.shape, play.session.match.seed)
        shell.begin(match)
    shell.show_message(f"Rule: {known.file.name}, {known.diagram.states} states{_kept(known, content)}{anew}")


def _has_all_states(rule: Rule, census: NDArray[np.int64]) -> bool:
    """Return whether the rule has all states of the board; ``census`` counts the cells in each state except 0."""
    return not census[rule.live_states :].any()


def _kept(known: KnownRule, content: bytes) -> str:
    """Copy a rule's file to the user's folder of rules; return the end of the message to the user.

    It says where the copy is, or why there is none. It is "" if the folder already has this rule.
    """
    try:
        target = own_rules_folder() / f"{known.file.name}{RULE_ENDING}"
        if target.exists():
            if read_rule_file(target) is known:
                return ""
            return f"; not saved, as another {target.name} is in {target.parent}"
        make_folder(target.parent)
        with atomic_write(target, "wb") as file:
            file.write(content)
    except GpulifeError as error:
        return f"; not saved: {error}"
    return f"; saved in {target.parent}"


def offer_rule(controller: AnyController, pattern: Pattern | StreamedPattern) -> bool:
    """Offer to change the board's rule if a pattern was made for another rule; return whether this was offered.

    Raises:
        GpulifeError: the pattern has states that the board's rule lacks. The message says how to change the rule.
    """
    shell, workbench, rule = controller.shell, controller.workbench, pattern.rule
    assert workbench is not None  # noqa: S101 - only boards with a workbench hold patterns
    workbench.offered_rule = ""
    is_marked = rule is not None and bool(rule.family.without_marks)  # without its marks it can be placed on any board
    has_states = is_marked or pattern.highest_state() <= workbench.rule.live_states
    if rule is not None and not has_states:
        workbench.offered_rule = str(replace(rule, size=None))
        raise GpulifeError(
            f"this pattern needs {rule.title} ({pattern.highest_state()} live states): "
            f"press {shell.poller.keys_text('use-rule')} to change the rule, then pick the pattern again"
        )
    if rule is None or _same_law(rule, workbench.rule):
        return False
    workbench.offered_rule = str(replace(rule, size=None))
    key = shell.poller.keys_text("use-rule")
    shell.show_message(f"This pattern is for {rule.title}: press {key} to change the rule and keep the cells")
    return True


def _same_law(one: Rule, other: Rule) -> bool:
    """Return True if cells are born and die in the same cases under two rules, whatever their numbers of species."""
    tables = [rule.family.truth_table(rule) for rule in (one, other)]
    if tables[0] is not None and tables[1] is not None and not (one.family.has_ages or other.family.has_ages):
        return np.array_equal(tables[0].lives, tables[1].lives)
    return one.law == other.law


_WIDTH, _EDGE = 460.0, GAP  # points on a 96 dpi screen
_OPAQUE = 0.9
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav


@contextmanager
def lower_card(name: str, covered: Covered) -> Iterator[float]:
    """Let the ``with`` block draw a card at the lower edge of the window. Yield the card's width in points.

    Args:
        name: identifier of the card in Dear ImGui. It is never shown.
        covered: the parts of the window that panels cover.
    """
    view = imgui.get_main_viewport().size
    room = view.x - covered.left - covered.right
    width = min(scaled(_WIDTH), room - 2 * scaled(_EDGE))
    place = (covered.left + room / 2, view.y - covered.below - scaled(_EDGE))
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin(name, None, _FLAGS):
        yield width


def draw_rule_offer(workbench: Workbench, legend: Legend, covered: Covered) -> list[CommandOrAction]:
    """Draw the card that offers to change the board's rule to a pattern's rule, and return the user's requests.

    Args:
        workbench: the workbench with the offered rule.
        legend: names of keys and buttons.
        covered: the parts of the window that panels cover.
    """
    offered, present = parse_rule(workbench.offered_rule).title, workbench.rule.title
    with lower_card("another rule", covered) as width:
        text = f"This pattern is for {offered}, the board's rule is {present}"
        imgui.text_colored(NOTICE, elided(text, imgui.get_content_region_avail().x))
        text_with_caps(legend.pieces("{use-rule} changes the rule; the cells stay"))
        chosen = button_row([elided(f"Change to {offered}", width * 0.44), elided(f"Keep {present}", width * 0.44)])
    requests = (UsePatternsRule(), KeepRule())
    return [] if chosen is None else [requests[chosen]]


class RuleScope(SessionScope):
    """Carries out commands on the board's rule."""

    @handles(UsePatternsRule)
    def _use_rule(self, _: UsePatternsRule) -> None:
        workbench = self.controller.workbench
        if workbench is None or not workbench.offered_rule:
            raise GpulifeError("there is no pattern that needs another rule")
        name, workbench.offered_rule = workbench.offered_rule, ""
        change_rule(self.shell, self.play, name)

    @handles(KeepRule)
    def _keep_rule(self, _: KeepRule) -> None:
        if self.controller.workbench is not None:
            self.controller.workbench.offered_rule = ""

    @handles(ChangeRule)
    def _change_rule(self, command: ChangeRule) -> None:
        change_rule(self.shell, self.play, command.rule)
