"""Consent (ruling R22): some actions take effect in a running match only when every other seat agrees.

These are halting, stepping, changing the pace, wild interventions, restarting, and leaving for another game. Consent is
required where a computer has a seat, and between people where the match says so (``CONSENT``). SEAT actions tell the
game who has a seat, so that it is in the recording. A computer answers at once, as the game says; people have ten
seconds to answer by AGREE. All of this is in the game's state, so that a replay has the same questions and answers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta

from gpulife.games.core.bounds import MAX_PLAYERS, Number, Player, PlayerOrNobody
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, GameState, Match
from gpulife.games.core.game_spec import Setting

CONSENT = "consent"
"""Setting of a match, true or false: whether consent is required between people, too; in sets it is. With a computer in
one of the seats it is required anyway."""
CONSENT_SETTING = Setting(
    bool, "whether people ask each other before they halt or begin anew", "true or false", default=False
)
CONSENT_RULINGS = 2
"""The version of the rulings from which consent is required."""
ANSWER_SECONDS = 10
"""Seconds that people have to answer a question."""
ANSWER_SHOWN_TICKS = 4 * TICKS_PER_SECOND
"""Ticks for which an answer is shown."""
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
"""Actions whose effect lasts into the next round if they are done between two rounds."""
ENDS_MATCH = frozenset({ActionKind.START, ActionKind.SELECT, ActionKind.OPTION})
"""Actions that end the match, and with it the set that its rounds belong to."""
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
    """The answer to a question, for people to read and for the session's owner.

    Attributes:
        kind: kind of the action that was asked for.
        verdict: outcome of the question.
        player: the one who did not agree; NOBODY where all did.
        left: ticks for which the answer is still shown.
    """

    kind: ActionKind
    verdict: Verdict
    player: PlayerOrNobody = NOBODY
    left: Annotated[int, Meta(ge=1, le=ANSWER_SHOWN_TICKS)] = ANSWER_SHOWN_TICKS


@dataclass(frozen=True)
class Question:
    """A question that everybody is asked.

    Attributes:
        player: the one who asks; NOBODY if that is not known, as for the console's keys: then all seats have to agree.
        kind: kind of the action that is asked for.
        a: first number of the action.
        b: second number of the action.
        left: ticks after which no answer counts as a no.
        agreed: players who said yes.
    """

    player: PlayerOrNobody
    kind: ActionKind
    a: Number = 0
    b: Number = 0
    left: Annotated[int, Meta(ge=1, le=ANSWER_SECONDS * TICKS_PER_SECOND)] = ANSWER_SECONDS * TICKS_PER_SECOND
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
class ConsentNeeds:
    """What a game says about consent at one moment.

    Attributes:
        seats: players who are in the game.
        needs_consent: kinds of actions that need consent now.
        computer_agrees: those of them that a computer agrees to.
        edits: whether the board may be edited.
        unlimited: whether the pace is unlimited: then the program may change how much a tick computes without consent.
    """

    seats: tuple[int, ...]
    needs_consent: frozenset[ActionKind]
    computer_agrees: frozenset[ActionKind]
    edits: bool = True
    unlimited: bool = False


@dataclass(frozen=True)
class Consent:
    """The state of consent: who has to be asked, the open question, and the last answer.

    Attributes:
        people: whether consent is required between people, too.
        levels: level of the computer in each seat, 0 for a person; seats beyond are people's.
        strict: whether a computer has had a seat in this round: a person who takes its seat is asked instead.
        question: the open question; None where there is none.
        answer: answer to the last question, as long as it is shown.
    """

    people: bool = False
    levels: Annotated[tuple[Annotated[int, Meta(ge=0, le=_MAX_LEVEL)], ...], Meta(max_length=MAX_PLAYERS)] = ()
    strict: bool = False
    question: Question | None = None
    answer: Answer | None = None

    @property
    def requires_consent(self) -> bool:
        """Whether consent is required in this round."""
        return self.people or self.strict

    def level(self, player: int) -> int:
        """Return the computer's level in a seat, 0 for a person."""
        return self.levels[player] if 0 <= player < len(self.levels) else 0

    def with_seat(self, player: int, level: int) -> Self:
        """Return the consent after a SEAT action: a computer of that level has the seat, or a person if it is 0."""
        if not 0 <= player < MAX_PLAYERS:
            return self
        levels = [*self.levels, *[0] * (player + 1 - len(self.levels))]
        levels[player] = min(max(level, 0), _MAX_LEVEL)
        return replace(self, levels=tuple(levels), strict=self.strict or level > 0)

    def for_new_round(self) -> Self:
        """Return the consent at the beginning of a round: without a question, and strict if a computer has a seat."""
        return replace(self, strict=any(self.levels), question=None, answer=None)

    def after(self, quiet_ticks: int) -> Self:
        """Return the consent after so many ticks without an open question, in which an answer is shown or gone."""
        if self.answer is None:
            return self
        left = self.answer.left - quiet_ticks
        return replace(self, answer=replace(self.answer, left=left) if left > 0 else None)

    def unanswered_by(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return the people in ``seats`` who have not yet agreed to the open question.

        Where a computer has a seat people are not asked, unless the match says so.
        """
        question = self.question
        if question is None or (any(self.levels) and not self.people):
            return ()
        done = (question.player, *question.agreed)
        return tuple(player for player in seats if not self.level(player) and player not in done)


@dataclass(frozen=True, kw_only=True)
class ConsentState(GameState):
    """The part of a game's state that is about consent.

    Attributes:
        consent: state of consent; None under rulings without it.
    """

    consent: Consent | None = field(default=None, metadata=ADDED_LATER)

    @property
    def consent_needs(self) -> ConsentNeeds:
        """The actions that need consent at this moment; each game overrides it."""
        return ConsentNeeds((), frozenset(), frozenset())

    @property
    def requires_consent(self) -> bool:
        """Whether consent is required in this round."""
        return self.consent is not None and self.consent.requires_consent

    @property
    def is_asking(self) -> bool:
        """Whether a question is open, of which each tick may be the last."""
        return self.consent is not None and self.consent.question is not None


def people_need_consent(match: Match) -> bool:
    """Return whether consent is required between people in a match; then nobody may go back and play on from there."""
    return match.rulings >= CONSENT_RULINGS and match.settings.get(CONSENT) is True


def consent_of(match: Match) -> Consent | None:
    """Return the state of consent with which a match begins; None under rulings without it."""
    if match.rulings < CONSENT_RULINGS:
        return None
    return Consent(people=people_need_consent(match))


def seat_actions(state: object, levels: Iterable[int]) -> tuple[Action, ...]:
    """Return the SEAT actions that tell a game in ``state`` about seats whose level is not the one that it knows."""
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None:
        return ()
    return tuple(
        Action(seat, ActionKind.SEAT, level) for seat, level in enumerate(levels) if level != consent.level(seat)
    )
