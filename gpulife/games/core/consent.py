"""Consent (ruling R22): some things one seat may do to a running match only when every other seat agrees.

These are halting, stepping, another pace, wild interventions, restarting, and leaving for another game. It holds where
a computer has a seat, and between people where the match says so (``CONSENT``). Who has a seat is told by SEAT actions,
so that it is in the recording. A computer answers at once, as the game says; people are asked for ten seconds and
answer by AGREE. Everything is in the game's state, so that a replay asks and answers as it was.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta

from gpulife.games.core.bounds import MAX_PLAYERS, Anybody, Number, Player
from gpulife.games.core.dataclass_json import LATER
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, GameState, Match
from gpulife.games.core.game_spec import Setting

CONSENT = "consent"
"""The setting of a match, true or false, by which its people ask each other, too: series and tournaments have it. With
a computer at one of the seats everybody is asked anyway."""
CONSENT_SETTING = Setting(
    bool, "whether people ask each other before they halt or begin anew", "true or false", default=False
)
CONSENT_RULINGS = 2
"""The version of the rulings from which anybody is asked."""
ASKED_SECONDS = 10
ANSWER_TICKS = 4 * TICKS_PER_SECOND
"""Ticks for which an answer stays to be read."""
NEEDS_CONSENT = frozenset(
    {
        ActionKind.HALT,
        ActionKind.STEP,
        ActionKind.PACE,
        ActionKind.START,
        ActionKind.SELECT,
        ActionKind.OPTION,
        ActionKind.WILD,
    }
)
OUTLASTS_ROUND = frozenset({ActionKind.PACE, ActionKind.WILD})
"""Actions that hold for the next round, too, if they are done between two."""
ENDS_MATCH = frozenset({ActionKind.START, ActionKind.SELECT, ActionKind.OPTION})
"""Actions that leave the rounds behind that have been played."""
EDITS = frozenset({ActionKind.SOUP, ActionKind.CLEAR, ActionKind.PAINT, ActionKind.ERASE})
"""Edits of the board by the console and the mouse, which nobody makes in a match that needs consent."""
_MAX_LEVEL = 4


class Verdict(StrEnum):
    """The outcome of a question."""

    GRANTED = "granted"
    REFUSED = "refused"
    """A person said no."""
    UNANSWERED = "unanswered"
    """Somebody did not answer in time, which is a no."""
    COMPUTER = "computer"
    """A computer does not agree."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a question, for people to read and for whoever owns the session.

    Attributes:
        kind: action that was asked for.
        verdict: outcome of the question.
        player: the one who did not agree; NOBODY where all did.
        left: ticks for which the answer still stays.
    """

    kind: ActionKind
    verdict: Verdict
    player: Anybody = NOBODY
    left: Annotated[int, Meta(ge=1, le=ANSWER_TICKS)] = ANSWER_TICKS


@dataclass(frozen=True, slots=True)
class Question:
    """A question that everybody is asked.

    Attributes:
        player: the one who asks; NOBODY for somebody at the keyboard, whoever it is: then all seats have to agree.
        kind: action that is asked for.
        a: first number of the action.
        b: second number of the action.
        left: ticks after which no answer counts as a no.
        agreed: players who said yes.
    """

    player: Anybody
    kind: ActionKind
    a: Number = 0
    b: Number = 0
    left: Annotated[int, Meta(ge=1, le=ASKED_SECONDS * TICKS_PER_SECOND)] = ASKED_SECONDS * TICKS_PER_SECOND
    agreed: Annotated[tuple[Player, ...], Meta(max_length=MAX_PLAYERS)] = ()

    @property
    def seconds(self) -> int:
        """Seconds left to answer, rounded up."""
        return -(-self.left // TICKS_PER_SECOND)

    @property
    def action(self) -> Action:
        """The action that is done when all have agreed."""
        return Action(self.player, self.kind, self.a, self.b)


@dataclass(frozen=True, slots=True)
class Situation:
    """The actions that need consent at this moment, as the game says.

    Attributes:
        seats: players who are in the game.
        needs_consent: kinds of actions that need consent now.
        agreeable: those of them that a computer agrees to.
        edits: whether the board may be edited.
        unlimited: whether the pace is unlimited: then how much a tick computes is the program's own matter.
    """

    seats: tuple[int, ...]
    needs_consent: frozenset[ActionKind]
    agreeable: frozenset[ActionKind]
    edits: bool = True
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class Consent:
    """The state of consent: who has to be asked, the open question, and the last answer.

    Attributes:
        people: whether people ask each other.
        levels: level of the computer in each seat, 0 for a person; seats beyond are people's.
        strict: whether a computer has had a seat in this round: whoever takes its seat is asked instead of it.
        question: the open one; None where there is none.
        answer: answer to the last question, for a while.
    """

    people: bool = False
    levels: Annotated[tuple[Annotated[int, Meta(ge=0, le=_MAX_LEVEL)], ...], Meta(max_length=MAX_PLAYERS)] = ()
    strict: bool = False
    question: Question | None = None
    answer: Answer | None = None

    @property
    def asks(self) -> bool:
        """Whether anybody has to be asked in this round."""
        return self.people or self.strict

    def level(self, player: int) -> int:
        """Return the computer's level in a seat, 0 for a person."""
        return self.levels[player] if 0 <= player < len(self.levels) else 0

    def seated(self, player: int, level: int) -> Self:
        """Return the consent after SEAT: that level sits there, 0 for a person."""
        if not 0 <= player < MAX_PLAYERS:
            return self
        levels = [*self.levels, *[0] * (player + 1 - len(self.levels))]
        levels[player] = min(max(level, 0), _MAX_LEVEL)
        return replace(self, levels=tuple(levels), strict=self.strict or level > 0)

    def renewed(self) -> Self:
        """Return the consent at the beginning of a round: nothing is asked, and only those count who sit there now."""
        return replace(self, strict=any(self.levels), question=None, answer=None)

    def to_answer(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return the people among the players in the game who have not yet agreed to the open question.

        With computers at the table people are not asked, unless the match says so.
        """
        question = self.question
        if question is None or (any(self.levels) and not self.people):
            return ()
        done = (question.player, *question.agreed)
        return tuple(player for player in seats if not self.level(player) and player not in done)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentState(GameState):
    """The part of a game's state that is about consent.

    Attributes:
        consent: who has to be asked; None under rulings without consent.
    """

    consent: Consent | None = field(default=None, metadata=LATER)

    @property
    def situation(self) -> Situation:
        """The actions that need consent at this moment; each game has its own."""
        return Situation((), frozenset(), frozenset())

    @property
    def asks(self) -> bool:
        """Whether anybody has to be asked in this round."""
        return self.consent is not None and self.consent.asks


def asks_people(match: Match) -> bool:
    """Return whether people ask each other in that match; then nobody may go back and play it differently."""
    return match.rulings >= CONSENT_RULINGS and match.settings.get(CONSENT) is True


def consent_of(match: Match) -> Consent | None:
    """Return what the state of a match begins with; None under rulings without consent."""
    if match.rulings < CONSENT_RULINGS:
        return None
    return Consent(people=asks_people(match))


def seat_actions(state: object, levels: Iterable[int]) -> tuple[Action, ...]:
    """Return the actions that tell a game in ``state`` which computers sit where, as far as it does not know yet."""
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None:
        return ()
    return tuple(
        Action(seat, ActionKind.SEAT, level) for seat, level in enumerate(levels) if level != consent.level(seat)
    )
