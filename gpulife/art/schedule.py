"""The endless order of a programme's scenes: shuffled by weight, none twice in a row, each at its time of day.

A round contains each scene as often as its weight, in an order that depends on the seed and the round's number. So the
state is a few numbers, whatever has been shown; the same seed, clock and state give the same scenes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import numpy as np
from msgspec import Meta

from gpulife.art.playlist import Programme, ProgrammeError

_SEED_BITS = (1 << 64) - 1
_Number = Annotated[int, Meta(ge=0, le=1 << 62)]
_Place = Annotated[int, Meta(ge=-1, le=1 << 62)]


@dataclass(frozen=True, slots=True)
class ScheduleState:
    """A display's place in the schedule.

    Attributes:
        seed: seed of the order and of all scenes.
        round: number of the round, counted from 0.
        place: number of the round's scenes that are over or were left out.
        last: index of the scene shown last, -1 for none.
        before: index of the scene shown before the round, -1 for none: the round does not begin with it.
        shown: number of scenes so far.
    """

    seed: Annotated[int, Meta(ge=0)]
    round: _Number = 0
    place: _Number = 0
    last: _Place = -1
    before: _Place = -1
    shown: _Number = 0


@dataclass(frozen=True, slots=True)
class Cue:
    """A scene's turn in the schedule.

    Attributes:
        scene: index of the scene in the programme.
        number: number of the turn, counted from 0.
        seed: seed of all random choices in the scene.
    """

    scene: int
    number: int
    seed: int


def next_cue(programme: Programme, state: ScheduleState, minute: int) -> tuple[Cue, ScheduleState]:
    """Return the scene to show now, and the state after it.

    Args:
        programme: programme to show.
        state: state before the scene.
        minute: minute of the day, 0 to 1439.

    Raises:
        ProgrammeError: no scene may begin at that minute.
    """
    allowed = [scene.hours.has(minute) for scene in programme.scenes]
    if not any(allowed):
        raise ProgrammeError(f"programme {programme.name}: no scene may begin at {minute // 60:02}:{minute % 60:02}")
    another = any(is_allowed for index, is_allowed in enumerate(allowed) if index != state.last)
    number, place, before = state.round, state.place, state.before
    while True:
        order = round_order([scene.weight for scene in programme.scenes], state.seed, number, before)
        for at in range(place, len(order)):
            index = order[at]
            if allowed[index] and not (index == state.last and another):
                after = ScheduleState(state.seed, number, at + 1, index, before, state.shown + 1)
                rng = np.random.default_rng((state.seed & _SEED_BITS, 2, state.shown))
                return Cue(index, state.shown, int(rng.integers(1 << 63))), after
        number, place, before = number + 1, 0, state.last


def round_order(weights: Sequence[int], seed: int, number: int, before: int = -1) -> tuple[int, ...]:
    """Shuffle the scenes of a round: each as often as its weight, none twice in a row if that can be helped.

    Args:
        weights: weights of the scenes.
        seed: seed of the schedule.
        number: number of the round.
        before: index of the scene shown before the round, -1 for none.
    """
    rng = np.random.default_rng((seed & _SEED_BITS, 1, number))
    left = np.array(weights, np.int64)
    order: list[int] = []
    while total := int(left.sum()):
        chances = left.astype(float)
        last = order[-1] if order else before
        if 0 <= last < len(left):  # the programme may have had more scenes before
            chances[last] = 0
        commonest = int(left.argmax())
        if not chances.any() or (left[commonest] * 2 > total and commonest != last):
            index = commonest  # if it came later, it would have to follow itself
        else:
            index = int(rng.choice(len(left), p=chances / chances.sum()))
        left[index] -= 1
        order.append(index)
    return tuple(order)


def local_time() -> datetime:
    """Return the present local time without a zone."""
    return datetime.now().astimezone().replace(tzinfo=None)
