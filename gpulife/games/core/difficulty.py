"""Parameters of the four computer levels: speed of input, pauses, width and depth of the lookahead, use of seeds.

Survival of the Fittest uses all of them, LIFE-2 only ``changes`` and ``pause``.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The parameters of one computer level.

    Attributes:
        number: 1 for the weakest level, up to 4.
        changes: the computer may change the stick and the trigger at most this many times per second.
        pause: number of ticks between two decisions.
        universes: number of universes in a batch of the lookahead.
        sight: number of generations that the lookahead computes.
        generations_per_tick: generations of a batch computed in each tick. The lookahead takes equally many ticks on
            every machine.
        setup_entries: numbers of the seed menu's entries from which the computer chooses in the set-up.
        saved_share: share of the seeds that the computer keeps in the set-up for later play, 0 to 1.
        play_entries: numbers of the seed menu's entries that the computer uses in play.
        waits_for_best_moment: True to choose the best generation for planting, before the shot clock runs out.
    """

    number: int
    changes: int
    pause: int
    universes: int
    sight: int
    generations_per_tick: int
    setup_entries: tuple[int, ...]
    saved_share: float
    play_entries: tuple[int, ...]
    waits_for_best_moment: bool


DIFFICULTIES: dict[int, Difficulty] = {
    level.number: level
    for level in (
        Difficulty(
            number=1,
            changes=3,
            pause=200,
            universes=4,
            sight=16,
            generations_per_tick=2,
            setup_entries=(1, 2, 3, 4, 5),
            saved_share=0.6,
            play_entries=(0, 1, 2, 3, 4, 5),
            waits_for_best_moment=False,
        ),
        Difficulty(
            number=2,
            changes=4,
            pause=100,
            universes=16,
            sight=24,
            generations_per_tick=3,
            setup_entries=(4,),
            saved_share=0.5,
            play_entries=(0, 1, 3, 4),
            waits_for_best_moment=False,
        ),
        Difficulty(
            number=3,
            changes=5,
            pause=70,
            universes=48,
            sight=72,
            generations_per_tick=6,
            setup_entries=(6,),
            saved_share=0.5,
            play_entries=(0, 4, 5, 6, 8),
            waits_for_best_moment=False,
        ),
        Difficulty(
            number=4,
            changes=6,
            pause=40,
            universes=64,
            sight=96,
            generations_per_tick=6,
            setup_entries=(6,),
            saved_share=0.4,
            play_entries=(0, 4, 5, 6, 7, 8, 9),
            waits_for_best_moment=True,
        ),
    )
}
"""The parameters of each computer level, keyed by the level's number."""
