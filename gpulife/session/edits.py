"""The edits of a session: its log seen as what people did to a universe, one by one, to be undone and done again.

The module ``undo`` takes them back; a session tells its :class:`Edits` what is done.
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
"""What people call the edits of a universe, by the kind of their actions. Several actions between two of the kind EDIT
are one edit, with the title that the first of these has."""
AREA_TITLES = {
    "fill": "fill",
    "random": "random fill",
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
"""The same for what is done with a rectangle, by the second word of its data."""
CONTEST_TITLES: Mapping[ActionKind, str] = {ActionKind.START: "restart", ActionKind.AGAIN: "next round"}
"""The same in contests, where only what leaves a round can be undone, and no move."""
NEW_BRANCH = "new branch"
"""Title of anything else that cuts off a recorded future."""
RUN = "run"
"""Title of generations that a universe computed, and of an EDIT that makes all STEPs after it one run."""
_LONGEST_TITLE = 40
_MAX_FUTURES = 32
"""Limit on the futures that are kept to come back."""


@dataclass(frozen=True, slots=True)
class Future:
    """Everything that is recorded after a moment of a session.

    Attributes:
        tick: ticks played before it.
        ticks: ticks played at its end.
        end_hash: see ``Recording``.
        public_end: last moment before a choice in secret at its end.
        log: (tick, action) in order.
        keyframes: moments of it to go to; they may be missing.
        hashes: hashes of the board in it.
        scores: entries of the score history.
        edits: edits made in it.
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
        """The size of its keyframes in bytes, about."""
        return sum(frame.size for frame in self.keyframes)


@dataclass(frozen=True, slots=True)
class Edit:
    """Something that a person did to a universe.

    Attributes:
        tick: ticks played before it.
        title: what people call it, such as "stroke".
        replaced: recorded future that it cut off; None if there was none.
    """

    tick: int
    title: str
    replaced: Future | None = None


@dataclass(frozen=True, slots=True)
class UndoneEdit:
    """An edit that was undone.

    Attributes:
        edit: the edit.
        tick: tick from which it was undone, to go back to.
        future: everything recorded from the edit on.
    """

    edit: Edit
    tick: int
    future: Future


def titles_of(game: GameSpec[Any]) -> Mapping[ActionKind, str]:
    """Return the titles of what can be undone in a game."""
    return CONTEST_TITLES if game.competitive else EDIT_TITLES


def runs_on(action: Action, *, running: bool) -> bool:
    """Return whether a universe computes generations until somebody halts it, after an action."""
    match action.kind:
        case ActionKind.HALT:
            return not running
        case ActionKind.STEP | ActionKind.START:
            return False
        case _:
            return running


def effects(game: GameSpec[Any], before: Any, after: Any, orders: Sequence[Order]) -> tuple[bool, bool | None]:
    """Return what a tick does, by its states and orders.

    Returns:
        Whether it changes the board, or in a contest leaves a round; and whether generations went on before it, or None
        if it computes none of the board's own rule.
    """
    computes = any(isinstance(order, Step) and order.rule is None for order in orders)
    went_on = bool(before.running) if computes else None
    if not game.competitive:
        return any(isinstance(order, Paint | Erase | Recode | Sow) or _is_wild(order) for order in orders), went_on
    leaves = game.outcome(before) is not None and game.outcome(after) is None
    return leaves or any(isinstance(order, Erase) for order in orders), went_on


class Edits:
    """The edits of a session, in order; at most one a tick.

    Args:
        titles: titles of edits by kinds of actions.
        log: (tick, action) of a recording.
        first: first tick whose actions are edits of people here: those before belong to the session's beginning.
        budget: limit on the bytes of keyframes in futures.
        has_runs: whether generations are edits, too: those from a halt, or from another edit, to the next of either.

    Attributes:
        first: as above.
        undone: edits that were undone, the last one at the end; the next edit forgets them.
        made: number of edits made but for runs, which never goes back.
        runs: number of runs begun, likewise.
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
        self._title, self._begun = "", False  # of the edit of several actions that is going on
        self._has_runs = has_runs
        self._in_run = False  # whether the generations that are computed next belong to the run that goes on
        self._read(log)

    def begin_at(self, tick: int) -> None:
        """Let everything before ``tick`` belong to the session's beginning, which is not undone."""
        self.first, self.made, self.runs, self._in_run = max(self.first, tick), 0, 0, False

    def before(self, tick: int) -> Edit | None:
        """Return the last edit before ``tick`` ticks were played; None if there is none to undo."""
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
        """Note what people did in ``tick``.

        Args:
            tick: the last tick of the log.
            actions: actions of it.
            replaced: recorded future that they cut off.
            effective: whether they changed the board.
            running: whether the universe ran before it; None if no generation is computed in it.
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
        """Forget the edits in ``tick`` and later, and return them."""
        place = bisect_left(self._edits, tick, key=lambda edit: edit.tick)
        forgotten = tuple(self._edits[place:])
        del self._edits[place:]
        self._title, self._in_run = "", False
        return forgotten

    def extend(self, edits: Iterable[Edit]) -> None:
        """Add edits that were cut off."""
        self._edits.extend(edits)

    def limit(self) -> None:
        """Forget the oldest futures beyond their number, and the keyframes of old ones beyond the budget."""
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
        """The number of edits made and runs begun, which never goes back."""
        return self.made + self.runs

    @property
    def size(self) -> int:
        """The size of all keyframes in futures in bytes, about."""
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
        if not effective and action.kind is not ActionKind.TRIGGER:  # which may plant later
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
        """Note that generations are computed in ``tick``, before which the universe ran or not."""
        if not self._has_runs or (running and self._in_run and not self._title):
            return
        if not self._title:
            self._in_run = self._append(tick, RUN)  # what began with an edit is part of it for this tick alone
        elif self._title == RUN and not self._begun:
            self._append(tick, RUN)
            self._begun = True

    def _append(self, tick: int, title: str) -> bool:
        """Add an edit, unless there is one in this tick; return whether it was added."""
        is_first = not self._edits or self._edits[-1].tick != tick
        if is_first:
            self._edits.append(Edit(tick, title))
        return is_first

    def _read(self, log: Iterable[tuple[int, Action]]) -> None:
        """Note all of a log. When it was computed is not in it: a run after an edit begins with the next tick here."""
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
