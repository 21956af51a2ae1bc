"""Summarise a round: its totals, and the turning points that decided it.

Turning points are:

* each lasting change of the lead, with the planting or wild generation that caused it, if any;
* each player's most effective planting;
* the most effective wild generation, in which the game itself changed the board at random.

The effect of a planting or wild generation is the change of the score difference over the next twenty generations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND
from gpulife.games.core.score_history import Entry, RoundStats
from gpulife.seats import SIDES, with_verb

MIN_LEAD_GENERATIONS = 10
"""A lead counts if it lasts this many generations, or to the end of the round."""
SWING_GENERATIONS = 20
"""The effect of a planting is measured this many generations later."""
MAX_TURNING_POINTS = 6
"""Maximum number of turning points in the summary of a round."""
_MAX_CAUSE_GENERATIONS = 10
"""A planting counts as the cause of a change of the lead up to this many generations later."""
_MIN_SWING, _SWING_SHARE = 10, 5
"""A planting is a turning point only if its effect is at least 10 cells, and at least 1/5 of the highest score of
either player.
"""
_WATCH_TICKS = 4 * TICKS_PER_SECOND
"""The replay of a turning point begins this many ticks before it."""


@dataclass(frozen=True, slots=True)
class RoundMoment:
    """A moment of a round that is worth showing again, such as a halt (ruling R22 in docs/rulings.md).

    Attributes:
        tick: tick at which the moment ended; for a halt that still lasts, the current tick.
        watch_from: tick at which a replay of the moment begins.
        generation: generation of the board at ``tick``.
        text: description in one line, such as what was planted during a halt.
    """

    tick: int
    watch_from: int
    generation: int
    text: str


@dataclass(frozen=True, slots=True)
class TurningPoint(RoundMoment):
    """A moment that changed who was winning, or by how much.

    Attributes:
        player: player who gained.
        scores: score of each player at the moment.
    """

    player: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A round in numbers. Tuples of numbers have one item for each player.

    Attributes:
        entries: entries of the round, in order.
        highest: (score, generation) of each player's highest score.
        plantings: number of shapes planted.
        longest_lead: (player, generations) of the longest lead; None if nobody ever led.
        longest_leads: number of generations of each player's longest lead; 0 for a player who never led.
        turning_points: turning points in order.
        is_complete: True if the entries include the beginning of the round.
        names: names of the players.
        halts: halts of the round, in order.
    """

    entries: tuple[Entry, ...]
    highest: tuple[tuple[int, int], ...]
    plantings: tuple[int, ...]
    longest_lead: tuple[int, int] | None
    longest_leads: tuple[int, ...]
    turning_points: tuple[TurningPoint, ...]
    is_complete: bool
    names: tuple[str, ...]
    halts: tuple[RoundMoment, ...] = ()

    @property
    def planted_title(self) -> str:
        """What to call the plantings: shapes, or single cells if nothing else was planted."""
        has_shapes = any(sum(kinds[1:]) for kinds in self.last.planted)
        return "Shapes planted" if has_shapes else "Single cells planted"

    @property
    def last(self) -> RoundStats:
        """The statistics at the end of the round: those of its final entry."""
        return self.entries[-1].stats


@dataclass(frozen=True, slots=True)
class _Cause:
    """Why the scores changed: a player planted, or the game itself changed the board at random.

    Attributes:
        player: the player who planted; NOBODY for a random change (a wild generation).
        text: the cause in words, such as "Left plants a glider".
    """

    player: int
    text: str

    def brings(self, player: int, name: str, verb: str) -> str:
        """Return cause and effect as text: "Left plants a glider and leads" or "Left plants a glider; Right leads".

        The effect is what ``player``, who is called ``name``, does: ``verb``, such as "lead".
        """
        effect = with_verb(name, verb)
        return (
            f"{self.text} and {effect.removeprefix(f'{name} ')}" if player == self.player else f"{self.text}; {effect}"
        )


def summarise(entries: Sequence[Entry], names: tuple[str, ...] = SIDES) -> Summary:
    """Return the summary of a round between two players called ``names`` from its ``entries``, at least one."""
    last = entries[-1].stats
    runs = _leads(entries)
    lengths = [(_length(entries, start, end), -place, player) for place, (player, start, end) in enumerate(runs)]
    longest = max(lengths, default=None)
    bests = [
        max(entries, key=lambda entry, p=player: (entry.stats.scores[p], -entry.tick))  # type: ignore[misc]
        for player in range(len(last.scores))
    ]
    return Summary(
        entries=tuple(entries),
        highest=tuple((best.stats.scores[player], best.stats.generation) for player, best in enumerate(bests)),
        plantings=tuple(sum(counts) for counts in last.planted),
        longest_lead=None if longest is None else (longest[2], longest[0]),
        longest_leads=tuple(
            max((long for long, _, leader in lengths if leader == player), default=0) for player in range(len(names))
        ),
        turning_points=_turning_points(entries, runs, names),
        is_complete=entries[0].stats.generation == last.began,
        names=names,
        halts=_halts(entries, names),
    )


def _halts(entries: Sequence[Entry], names: tuple[str, ...]) -> tuple[RoundMoment, ...]:
    """Return the halts of a round. If entries were removed to save memory, several halts may appear as one."""
    found = []
    count, planted, edits = 0, (0,) * len(names), 0
    for entry in entries:
        now = entry.stats
        if now.halts > count:
            more = [cells - known for cells, known in zip(now.halted, planted, strict=True)]
            events = [
                f"{with_verb(name, 'plant')} {_cells_text(cells)}"
                for name, cells in zip(names, more, strict=True)
                if cells
            ]
            events += ["the board is edited"] if now.halted_edits > edits else []
            text = "halted" if now.halts == count + 1 else f"halted {now.halts - count} times"
            text += f"; meanwhile {' and '.join(events)}" if events else ""
            found.append(RoundMoment(entry.tick, _watch(entries, entry), now.generation, text))
            count, planted, edits = now.halts, now.halted, now.halted_edits
    return tuple(found)


def _cells_text(count: int) -> str:
    return "a cell" if count == 1 else f"{count} cells"


def _leads(entries: Sequence[Entry]) -> list[tuple[int, int, int]]:
    """Return (player, index of the first entry, index of the last entry) for each lead. A tie does not end a lead."""
    runs: list[tuple[int, int, int]] = []
    for place, entry in enumerate(entries):
        lead, leader = entry.stats.lead, runs[-1][0] if runs else None
        player = int(lead < 0) if lead else leader
        if player is not None and player == leader:
            runs[-1] = (*runs[-1][:2], place)
        elif player is not None:
            runs.append((player, place, place))
    return runs


def _length(entries: Sequence[Entry], start: int, end: int) -> int:
    """Return the number of generations from entry ``start`` to the entry after ``end``: the length of a lead."""
    beyond = min(end + 1, len(entries) - 1)
    return max(entries[beyond].stats.generation - entries[start].stats.generation, 0)


def _turning_points(
    entries: Sequence[Entry], runs: Sequence[tuple[int, int, int]], names: tuple[str, ...]
) -> tuple[TurningPoint, ...]:
    found: dict[int, TurningPoint] = {}
    leads = _changes_of_lead(entries, runs, names)
    for place, player, text in leads[-MAX_TURNING_POINTS:]:
        found.setdefault(place, _turning_point(entries, place, player, text))
    swings = sorted(_swings(entries, names), key=lambda swing: -swing[2])
    for place, player, gained, cause in swings:
        if len(found) >= MAX_TURNING_POINTS:
            break
        near = any(
            abs(_generation(entries, place) - _generation(entries, other)) <= _MAX_CAUSE_GENERATIONS for other in found
        )
        if not near:
            text = f"{cause.brings(player, names[player], 'gain')} {gained} in {SWING_GENERATIONS} generations"
            found[place] = _turning_point(entries, place, player, text)
    return tuple(found[place] for place in sorted(found))


def _changes_of_lead(
    entries: Sequence[Entry], runs: Sequence[tuple[int, int, int]], names: tuple[str, ...]
) -> list[tuple[int, int, str]]:
    """Return (index of the entry, new leader, text) for each lasting change of the lead; ``runs`` are all leads."""
    lasting: list[tuple[int, int, int]] = []
    for player, start, end in runs:
        if lasting and end < len(entries) - 1 and _length(entries, start, end) < MIN_LEAD_GENERATIONS:
            continue
        if lasting and lasting[-1][0] == player:  # the other's lead in between was too short to count
            lasting[-1] = (player, lasting[-1][1], end)
        else:
            lasting.append((player, start, end))
    return [_describe_lead(entries, run, _others(entries, runs, run), names) for run in lasting[1:]]


def _others(entries: Sequence[Entry], runs: Sequence[tuple[int, int, int]], lead: tuple[int, int, int]) -> int:
    """Return for how many generations of ``lead`` the other player was briefly ahead; ``runs`` are all leads."""
    player, start, end = lead
    return sum(
        _length(entries, first, last)
        for other, first, last in runs
        if other != player and start <= first and last <= end
    )


def _describe_lead(
    entries: Sequence[Entry], run: tuple[int, int, int], others: int, names: tuple[str, ...]
) -> tuple[int, int, str]:
    player, start, end = run
    to_the_end = end == len(entries) - 1
    span = f"for {_generations(_length(entries, start, end) - others)}"
    besides = f", except for {_generations(others)}" if others else ""
    here = _generation(entries, start)
    found = _cause_of_lead(entries, start, player, names)
    if found is not None and here - _generation(entries, found[0]) <= _MAX_CAUSE_GENERATIONS:
        place, cause = found
        since = "" if place == start else f"from generation {here} "
        when = f"{since or 'from here '}to the end{besides}" if to_the_end else f"{since}{span}"
        return place, player, f"{cause.brings(player, names[player], 'lead')} {when}"
    name = names[player]
    keeps = with_verb(name, "keep").removeprefix(f"{name} ")
    how = f"and {keeps} it{besides}" if to_the_end else span
    return start, player, f"{with_verb(name, 'take')} the lead {how}"


def _cause_of_lead(
    entries: Sequence[Entry], start: int, player: int, names: tuple[str, ...]
) -> tuple[int, _Cause] | None:
    """Return the planting or wild generation that helped ``player`` most to take the lead at entry ``start``.

    Return the index of its entry and the cause; None if there was none recently.
    """
    # Each planting or wild generation is credited with the cells that the player gained before the next one.
    best: tuple[int, int, _Cause] | None = None
    until = start
    for place in range(start, 0, -1):
        if _generation(entries, start) - _generation(entries, place) > SWING_GENERATIONS:
            break
        if cause := _planted(entries, place, player, names) or _wild(entries, place):
            gained = entries[until].stats.lead - entries[place - 1].stats.lead
            gained = -gained if player else gained
            if best is None or gained > best[0]:
                best = gained, place, cause
            until = place - 1
    return None if best is None else best[1:]


def _generations(count: int) -> str:
    return "1 generation" if count == 1 else f"{count} generations"


def _swings(entries: Sequence[Entry], names: tuple[str, ...]) -> list[tuple[int, int, int, _Cause]]:
    """Return each player's most effective planting, and the most effective wild generation, if they gained enough.

    Each is (index of the entry, player who gained, number of cells gained, cause).
    """
    min_swing = max(_MIN_SWING, max(max(entry.stats.scores) for entry in entries) // _SWING_SHARE)
    best: dict[int, tuple[int, int, int, _Cause]] = {}
    ahead = 0
    for place in range(1, len(entries)):
        ahead = max(ahead, place)
        while (
            ahead < len(entries) - 1 and _generation(entries, ahead) < _generation(entries, place) + SWING_GENERATIONS
        ):
            ahead += 1
        moved = entries[ahead].stats.lead - entries[place - 1].stats.lead
        if wild := _wild(entries, place):
            swing = (place, int(moved < 0), abs(moved), wild)
            best[NOBODY] = max(best.get(NOBODY, swing), swing, key=itemgetter(2))
        for player, gained in enumerate((moved, -moved)):
            if gained >= min_swing and (cause := _planted(entries, place, player, names)):
                swing = (place, player, gained, cause)
                best[player] = max(best.get(player, swing), swing, key=itemgetter(2))
    return [swing for swing in best.values() if swing[2] >= min_swing]


def _planted(entries: Sequence[Entry], place: int, player: int, names: tuple[str, ...]) -> _Cause | None:
    """Return what a player planted between entries ``place - 1`` and ``place``; None if nothing."""
    before, after = entries[place - 1].stats, entries[place].stats
    counts = zip(before.planted[player], after.planted[player], after.shapes, strict=True)
    shapes = [(now - then, name) for then, now, name in counts if now > then]
    if not shapes:
        return None
    number, name = shapes[0]
    if len(shapes) > 1 or number > 1:
        return _Cause(player, f"{with_verb(names[player], 'plant')} {sum(count for count, _ in shapes)} shapes")
    return _Cause(player, f"{with_verb(names[player], 'plant')} a {name}")


def _wild(entries: Sequence[Entry], place: int) -> _Cause | None:
    is_wild = entries[place].stats.wild > entries[place - 1].stats.wild
    return _Cause(NOBODY, "a wild generation") if is_wild else None


def _generation(entries: Sequence[Entry], place: int) -> int:
    return entries[place].stats.generation


def _turning_point(entries: Sequence[Entry], place: int, player: int, text: str) -> TurningPoint:
    entry = entries[place]
    return TurningPoint(entry.tick, _watch(entries, entry), entry.stats.generation, text, player, entry.stats.scores)


def _watch(entries: Sequence[Entry], entry: Entry) -> int:
    """Return the tick at which to begin a replay that leads up to ``entry``."""
    return max(entry.tick - _WATCH_TICKS, entries[0].tick, 0)
