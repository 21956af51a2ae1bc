"""The endless order of a programme's scenes: shuffled by weight, none twice in a row, each at its time of day.

A round has each scene as often as its weight says, in an order that comes of the seed and the round's number. So the
state is a few numbers, whatever has been shown; the same seed, clock and state give the same scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from gpulife.art.playlist import Programme, ProgrammeError

_SEED_BITS = (1 << 64) - 1
_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_Place = Annotated[int, Meta(ge=-1, le=1 << 62)]


@dataclass(frozen=True, slots=True)
class ScheduleState:
    """Where in the order a display is.

    Attributes:
        seed: of the order and of all scenes.
        round: number of the round, from 0.
        place: scenes of the round that are over or left out.
        last: index of the scene shown last, -1 for none.
        before: the one that was shown last when the round began, likewise: the round does not begin with it.
        shown: scenes so far.
    """

    seed: Annotated[int, Meta(ge=0)]
    round: _Number = 0
    place: _Number = 0
    last: _Place = -1
    before: _Place = -1
    shown: _Number = 0


@dataclass(frozen=True, slots=True)
class Cue:
    """A scene to be shown.

    Attributes:
        scene: its index in the programme.
        number: of the cue, from 0.
        seed: of everything random in it.
    """

    scene: int
    number: int
    seed: int


def next_cue(programme: Programme, state: ScheduleState, minute: int) -> tuple[Cue, ScheduleState]:
    """Return the scene to show now, and the state after it.

    Args:
        programme: of whose scenes one may begin at any minute.
        state: before it.
        minute: of the day, 0 to 1439.

    Raises:
        ProgrammeError: no scene may begin at that minute.
    """
    may = [scene.hours.has(minute) for scene in programme.scenes]
    if not any(may):
        raise ProgrammeError(f"programme {programme.name}: no scene may begin at {minute // 60:02}:{minute % 60:02}")
    another = any(allowed for index, allowed in enumerate(may) if index != state.last)
    number, place, before = state.round, state.place, state.before
    while True:
        order = round_order([scene.weight for scene in programme.scenes], state.seed, number, before)
        for at in range(place, len(order)):
            index = order[at]
            if may[index] and not (index == state.last and another):
                after = ScheduleState(state.seed, number, at + 1, index, before, state.shown + 1)
                rng = np.random.default_rng((state.seed & _SEED_BITS, 2, state.shown))
                return Cue(index, state.shown, int(rng.integers(1 << 63))), after
        number, place, before = number + 1, 0, state.last


def round_order(weights: Sequence[int], seed: int, number: int, before: int = -1) -> tuple[int, ...]:
    """Shuffle the scenes of a round: each as often as its weight, none twice in a row if that can be helped.

    Args:
        weights: of the scenes.
        seed: of the schedule.
        number: of the round.
        before: the scene that was shown before the round, -1 for none.
    """
    rng = np.random.default_rng((seed & _SEED_BITS, 1, number))
    left = np.array(weights, np.int64)
    order: list[int] = []
    while total := int(left.sum()):
        chances = left.astype(float)
        last = order[-1] if order else before
        if 0 <= last < len(left):  # the programme may have had more scenes then
            chances[last] = 0
        most = int(left.argmax())
        if not chances.any() or (left[most] * 2 > total and most != last):
            index = most  # put off any longer, it would have to follow itself
        else:
            index = int(rng.choice(len(left), p=chances / chances.sum()))
        left[index] -= 1
        order.append(index)
    return tuple(order)
