"""The edits of a session: changes that people made to a universe. The module ``undo`` can undo and redo them.

A session passes the actions of every tick to its :class:`Edits`.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.order import Erase, Order, Paint, Recode, Sow, Step
from gpulife.games.core.score_history import Entry
from gpulife.session.history import BoardHash, Keyframe, PublicMoment

EDIT_TITLES: Mapping[ActionKind, str] = {
    ActionKind.PAINT: "stamp",
    ActionKind.ERASE: "erased cells",
    ActionKind.SOUP: "soup",
    ActionKind.CLEAR: "clear",
    ActionKind.WILD: "WILD",
    ActionKind.START: "restart",
    ActionKind.TRIGGER: "planting",
    ActionKind.MERGE: "paste",
    ActionKind.AREA: "change of the selection",
}
"""Title of an edit for each kind of action.

All actions between two EDIT actions are one edit. The first EDIT gives the title of this edit.
"""
AREA_TITLES = {
    "fill": "fill",
    "random": "random fill",
    "disc": "comet or wipe",
    "invert": "inversion",
    "outside": "crop",
    "left": "rotation",
    "right": "rotation",
    "flip-x": "flip",
    "flip-y": "flip",
    "transpose": "flip",
    "move": "move",
    "copy": "copy",
}
"""Titles of edits that change a selected rectangle, keyed by the second word in the ``data`` of AREA actions."""
CONTEST_TITLES: Mapping[ActionKind, str] = {ActionKind.START: "restart", ActionKind.AGAIN: "next round"}
"""Titles of edits that begin another round after one has ended. In competitive games, only these can be undone."""
NEW_BRANCH = "new branch"
"""Title of an edit that only cuts off a recorded future."""
RUN = "run"
"""Title of an edit that computes generations. All STEP actions after an EDIT action with this title are one run."""
_LONGEST_TITLE = 40
_MAX_FUTURES = 32
"""Maximum number of cut-off futures to keep, so that undo can restore them."""


@dataclass(frozen=True, slots=True)
class Future:
    """Everything recorded after a tick of a session.

    Attributes:
        tick: the future's first tick.
        ticks: the tick after the future's last one.
        end_hash: hash of state and board after the last tick; "" if not known.
        public_end: the last moment that everybody may see, if a player's choice is still secret at the future's end;
            else None.
        log: the recorded actions as pairs (tick, action), in order.
        keyframes: keyframes in the future; empty if they were dropped to save memory.
        hashes: hashes of the board in the future.
        scores: entries of the score history in the future.
        edits: edits made in the future.
    """

    tick: int
    ticks: int
    end_hash: str
    public_end: PublicMoment | None
    log: tuple[tuple[int, Action], ...]
    keyframes: tuple[Keyframe, ...]
    hashes: tuple[BoardHash, ...]
    scores: tuple[Entry, ...]
    edits: tuple["Edit", ...]

    @property
    def size(self) -> int:
        """The approximate size, in bytes, of the future's keyframes."""
        return sum(frame.size for frame in self.keyframes)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change that a person made to a universe.

    Attributes:
        tick: number of ticks played before the edit.
        title: name of the edit as displayed, such as "stroke".
        replaced: the recorded future that the edit cut off; None if there was none.
    """

    tick: int
    title: str
    replaced: Future | None = None


@dataclass(frozen=True, slots=True)
class UndoneEdit:
    """An edit that was undone.

    Attributes:
        edit: the edit.
        tick: the tick at which the edit was undone. Redo returns to it.
        future: everything recorded from the edit on.
    """

    edit: Edit
    tick: int
    future: Future


def titles_of(game: GameSpec[Any]) -> Mapping[ActionKind, str]:
    """Return the titles of a game's edits, keyed by the kind of action. Actions of other kinds are not edits."""
    return CONTEST_TITLES if game.competitive else EDIT_TITLES


def runs_on(action: Action, *, running: bool) -> bool:
    """Return True if the universe runs after ``action``. ``running`` is True if the universe ran before the action."""
    match action.kind:
        case ActionKind.HALT:
            return not running
        case ActionKind.STEP | ActionKind.START:
            return False
        case _:
            return running


def effects(game: GameSpec[Any], before: Any, after: Any, orders: Sequence[Order]) -> tuple[bool, bool | None]:
    """Return what a tick changes, given the game's states before and after it, and its orders.

    Returns:
        (changes, was_running). ``changes`` is True if the tick changes cells other than by the board's own rule; in
        competitive games, only if it erases cells or begins the next round. ``was_running`` is True if the universe ran
        before the tick; None if the tick computes no generation by the board's own rule.
    """
    computes = any(isinstance(order, Step) and order.rule is None for order in orders)
    was_running = bool(before.running) if computes else None
    if not game.competitive:
        return any(isinstance(order, Paint | Erase | Recode | Sow) or _is_wild(order) for order in orders), was_running
    leaves = game.outcome(before) is not None and game.outcome(after) is None
    return leaves or any(isinstance(order, Erase) for order in orders), was_running


class Edits:
    """The edits of a session in order. A tick has at most one edit.

    Args:
        titles: the title of an edit for each kind of action.
        log: the actions of a recording, as pairs (tick, action).
        first: the first tick whose edits can be undone. Earlier edits belong to the session's start.
        budget: maximum size, in bytes, of the keyframes in all futures that edits have cut off.
        has_runs: True to count each run of generations as an edit. A run ends at the next halt or edit.

    Attributes:
        first: the first tick whose edits can be undone.
        undone: edits that were undone, the latest last. The next edit empties this list.
        made: number of edits made so far, without runs. Undo does not reduce this number.
        runs: number of runs of generations so far. Undo does not reduce this number.
    """

    def __init__(
        self,
        titles: Mapping[ActionKind, str],
        log: Iterable[tuple[int, Action]] = (),
        *,
        first: int = 1,
        budget: int = 0,
        has_runs: bool = False,
    ) -> None:
        self.first = first
        self.undone: list[UndoneEdit] = []
        self.made = self.runs = 0
        self._titles = titles
        self._budget = budget
        self._edits: list[Edit] = []
        self._title, self._begun = "", False  # of the open edit, which may have several actions
        self._has_runs = has_runs
        self._in_run = False  # True if the next generations belong to the present run
        self._read(log)

    def begin_at(self, tick: int) -> None:
        """From now on, treat everything before ``tick`` as the session's start, which cannot be undone."""
        self.first, self.made, self.runs, self._in_run = max(self.first, tick), 0, 0, False

    def before(self, tick: int) -> Edit | None:
        """Return the last edit before ``tick`` that can be undone; None if there is none."""
        place = bisect_left(self._edits, tick, key=lambda edit: edit.tick)
        edit = self._edits[place - 1] if place else None
        return edit if edit is not None and edit.tick >= self.first else None

    def add(
        self,
        tick: int,
        actions: Sequence[Action],
        replaced: Future | None,
        effective: bool,
        running: bool | None,
    ) -> None:
        """Add the edit that people made in ``tick``, if they made one.

        Args:
            tick: the last tick of the log.
            actions: the tick's actions.
            replaced: the recorded future that these actions cut off; None if there was none.
            effective: True if these actions changed the board.
            running: True if the universe ran before the tick; None if the tick computes no generation.
        """
        before = len(self._edits)
        for action in actions:
            self._note(tick, action, effective=effective)
        if running is not None:
            self._note_run(tick, running=running)
        if replaced is not None:
            self.first = min(self.first, tick)
            if len(self._edits) == before:
                self._edits.append(Edit(tick, NEW_BRANCH))
            self._edits[-1] = replace(self._edits[-1], replaced=replaced)
        if len(self._edits) > before:
            if self._edits[-1].title == RUN:
                self.runs += tick >= self.first
            else:
                self.made += tick >= self.first
            self.undone.clear()
            self.limit()

    def cut(self, tick: int) -> tuple[Edit, ...]:
        """Remove the edits made in ``tick`` and later, and return them."""
        place = bisect_left(self._edits, tick, key=lambda edit: edit.tick)
        forgotten = tuple(self._edits[place:])
        del self._edits[place:]
        self._title, self._in_run = "", False
        return forgotten

    def extend(self, edits: Iterable[Edit]) -> None:
        """Append edits that :meth:`cut` has returned."""
        self._edits.extend(edits)

    def limit(self) -> None:
        """Drop the oldest recorded futures that edits cut off, if there are too many.

        If the keyframes of these futures are too large in all, drop the keyframes of the oldest futures.
        """
        budget, futures = self._budget, _MAX_FUTURES
        for place in reversed(range(len(self.undone))):
            entry = self.undone[place]
            budget -= entry.future.size
            if budget < 0:
                self.undone[place] = replace(entry, future=replace(entry.future, keyframes=()))
        for place in reversed(range(len(self._edits))):
            edit = self._edits[place]
            if edit.replaced is None:
                continue
            futures -= 1
            budget -= edit.replaced.size
            if futures < 0:
                self._edits[place] = replace(edit, replaced=None)
            elif budget < 0:
                self._edits[place] = replace(edit, replaced=replace(edit.replaced, keyframes=()))

    @property
    def changes(self) -> int:
        """The number of edits and runs made so far. Undo does not reduce this number."""
        return self.made + self.runs

    @property
    def size(self) -> int:
        """The approximate size in bytes of all keyframes in the recorded futures that edits have cut off."""
        futures = [edit.replaced for edit in self._edits if edit.replaced] + [entry.future for entry in self.undone]
        return sum(future.size for future in futures)

    def _note(self, tick: int, action: Action, *, effective: bool = True) -> None:
        if action.kind is ActionKind.EDIT:
            self._title, self._begun = action.data[:_LONGEST_TITLE] if action.a else "", False
            return
        if self._title == RUN and (action.kind is ActionKind.HALT or (action.kind is ActionKind.STEP and not action.a)):
            self._title = ""
        title = self._titles.get(action.kind)
        if title is None or (action.kind is ActionKind.TRIGGER and not action.a):
            return
        if not effective and action.kind is not ActionKind.TRIGGER:  # a trigger may plant later
            return
        if action.kind is ActionKind.AREA:
            title = AREA_TITLES.get((action.data.split(maxsplit=2)[1:2] or [""])[0], title)
        self._in_run = False
        if self._title == RUN:
            self._title = ""
        elif self._title:
            if self._begun:
                return
            title, self._begun = self._title, True
        self._append(tick, title)

    def _note_run(self, tick: int, *, running: bool) -> None:
        """Add the run of generations that begins in ``tick``, if ``tick`` does not belong to a run or another edit.

        ``running`` is True if the universe ran before the tick.
        """
        if not self._has_runs or (running and self._in_run and not self._title):
            return
        if not self._title:
            self._in_run = self._append(tick, RUN)  # generations in an edit's own tick belong to that edit
        elif self._title == RUN and not self._begun:
            self._append(tick, RUN)
            self._begun = True

    def _append(self, tick: int, title: str) -> bool:
        """Add an edit, unless ``tick`` already has one. Return True if it was added."""
        is_first = not self._edits or self._edits[-1].tick != tick
        if is_first:
            self._edits.append(Edit(tick, title))
        return is_first

    def _read(self, log: Iterable[tuple[int, Action]]) -> None:
        """Find the edits in a log.

        A log does not say in which ticks generations were computed. So if the universe is running after an edit, a run
        of generations is assumed to begin in the next tick.
        """
        running, last = False, -1
        for tick, action in log:
            if tick > last + 1 and running:
                self._note_run(last + 1, running=True)
            was_running, running, last = running, runs_on(action, running=running), tick
            self._note(tick, action)
            if action.kind is ActionKind.STEP or (running and not was_running):
                self._note_run(tick, running=was_running)
        if running:
            self._note_run(last + 1, running=True)


def _is_wild(order: Order) -> bool:
    return isinstance(order, Step) and order.rule is not None
