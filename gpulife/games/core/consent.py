"""Consent (ruling R22 in docs/rulings.md): in a running match some actions take effect only if every other seat agrees.

These actions are halting, stepping, changing the pace, wild interventions (random changes of the board, ruling R7),
restarting, and changing to another game. Consent is required if a computer has a seat, or if the match has the setting
``CONSENT``. A computer answers at once, following the game's ``ConsentNeeds``; people have ten seconds to answer with
AGREE. Questions and answers are part of the game's state, so that a replay shows them again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta

from gpulife.games.core.bounds import MAX_PLAYERS, Number, Player, PlayerOrNobody
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import GameState, Setting

CONSENT = "consent"
"""Name of a match's setting: true if people need each other's consent, as in a set of rounds. If a computer has a seat,
consent is always required."""
CONSENT_SETTING = Setting(
    bool, "whether people need each other's consent to halt or restart", "true or false", default=False
)
CONSENT_RULINGS = 2
"""First version of the rulings that has consent."""
ANSWER_SECONDS = 10
"""Seconds that people have to answer a question."""
ANSWER_SHOWN_TICKS = 4 * TICKS_PER_SECOND
"""Number of ticks for which the answer to a question is shown."""
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
"""Actions that need consent even between two rounds, because they affect the next round."""
ENDS_MATCH = frozenset({ActionKind.START, ActionKind.SELECT, ActionKind.OPTION})
"""The kinds of actions that end the match, even in the middle of a set of rounds."""
_MAX_LEVEL = 4


class Verdict(StrEnum):
    """How a request for consent ended: granted, refused by a person or a computer, or unanswered."""

    GRANTED = "granted"
    REFUSED = "refused"
    """A person refused."""
    UNANSWERED = "unanswered"
    """Somebody did not answer in time, which counts as a refusal."""
    COMPUTER = "computer"
    """A computer refused."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a question. People see it, and the session's owner acts on it.

    Attributes:
        kind: kind of the action in question.
        verdict: outcome of the question.
        player: player who did not agree; NOBODY if all agreed.
        left: ticks for which the answer is still shown.
    """

    kind: ActionKind
    verdict: Verdict
    player: PlayerOrNobody = NOBODY
    left: Annotated[int, Meta(ge=1, le=ANSWER_SHOWN_TICKS)] = ANSWER_SHOWN_TICKS


@dataclass(frozen=True)
class Question:
    """A request for an action to which all other seats have to agree.

    Attributes:
        player: player who asks; NOBODY if unknown (the console), so that all seats have to agree.
        kind: kind of the action.
        a: first number of the action.
        b: second number of the action.
        left: ticks left to answer. Not answering in time counts as a refusal.
        agreed: players who have agreed.
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
        """The action in question, to be carried out when all have agreed."""
        return Action(self.player, self.kind, self.a, self.b)


@dataclass(frozen=True, slots=True)
class ConsentNeeds:
    """Which actions in a game need consent at one moment.

    Attributes:
        seats: players who are in the game.
        needs_consent: kinds of actions that need consent now.
        computer_agrees: kinds of actions to which a computer agrees when it is asked.
        edits: True if the board may be edited.
        unlimited: True if the pace is unlimited. The program may then change the number of generations per tick without
            consent.
    """

    seats: tuple[int, ...]
    needs_consent: frozenset[ActionKind]
    computer_agrees: frozenset[ActionKind]
    edits: bool = True
    unlimited: bool = False


@dataclass(frozen=True)
class Consent:
    """The state of consent: which seats have to agree, the open question, and the last answer.

    Attributes:
        people: True if people need each other's consent; False if consent is needed only while a computer has a seat.
        levels: computer level in each seat, 0 for a person. Seats after the end of the tuple have people.
        strict: True if a computer has had a seat in this round. Consent is then required until the round's end. A
            person who takes the computer's seat is asked, too.
        question: the open question; None if there is none.
        answer: answer to the last question; None once it is no longer shown.
    """

    people: bool = False
    levels: Annotated[tuple[Annotated[int, Meta(ge=0, le=_MAX_LEVEL)], ...], Meta(max_length=MAX_PLAYERS)] = ()
    strict: bool = False
    question: Question | None = None
    answer: Answer | None = None

    @property
    def requires_consent(self) -> bool:
        """True if consent is required in this round."""
        return self.people or self.strict

    def level(self, player: int) -> int:
        """Return the computer level in the seat of ``player``, 0 for a person."""
        return self.levels[player] if 0 <= player < len(self.levels) else 0

    def with_seat(self, player: int, level: int) -> Self:
        """Return the state after a SEAT action, which gives a seat to a computer of ``level``, or to a person (0)."""
        if not 0 <= player < MAX_PLAYERS:
            return self
        levels = [*self.levels, *[0] * (player + 1 - len(self.levels))]
        levels[player] = min(max(level, 0), _MAX_LEVEL)
        return replace(self, levels=tuple(levels), strict=self.strict or level > 0)

    def for_new_round(self) -> Self:
        """Return the state for the start of a round: no question or answer, and strict if a computer has a seat."""
        return replace(self, strict=any(self.levels), question=None, answer=None)

    def after(self, quiet_ticks: int) -> Self:
        """Return the state of consent after ``quiet_ticks`` ticks without a question, and without an expired answer."""
        if self.answer is None:
            return self
        left = self.answer.left - quiet_ticks
        return replace(self, answer=replace(self.answer, left=left) if left > 0 else None)

    def unanswered_by(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of ``seats`` whose people still have to agree to the open question.

        While a computer has a seat, people are asked only if ``people`` is True: the match then requires their consent
        even without a computer.
        """
        question = self.question
        if question is None or (any(self.levels) and not self.people):
            return ()
        done = (question.player, *question.agreed)
        return tuple(player for player in seats if not self.level(player) and player not in done)


@dataclass(frozen=True, kw_only=True)
class ConsentState(GameState):
    """The part of a game's state that has to do with consent.

    Attributes:
        consent: state of consent; None if the match's version of the rulings has no consent.
    """

    consent: Consent | None = field(default=None, metadata=ADDED_LATER)

    @property
    def consent_needs(self) -> ConsentNeeds:
        """Which actions need consent at present, and from whom; each game overrides this."""
        return ConsentNeeds((), frozenset(), frozenset())

    @property
    def requires_consent(self) -> bool:
        """True if consent is required in this round."""
        return self.consent is not None and self.consent.requires_consent

    @property
    def is_asking(self) -> bool:
        """True while a question is open."""
        return self.consent is not None and self.consent.question is not None


def people_need_consent(match: Match) -> bool:
    """Return True if people need each other's consent in ``match``. Nobody may then play on from an earlier tick."""
    return match.rulings >= CONSENT_RULINGS and match.settings.get(CONSENT) is True


def consent_of(match: Match) -> Consent | None:
    """Return the state of consent at the start of ``match``; None if its version of the rulings has no consent."""
    if match.rulings < CONSENT_RULINGS:
        return None
    return Consent(people=people_need_consent(match))


def seat_actions(state: object, levels: Iterable[int]) -> tuple[Action, ...]:
    """Return a SEAT action for each seat whose level in ``levels`` (0 for a person) differs from that in ``state``."""
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None:
        return ()
    return tuple(
        Action(seat, ActionKind.SEAT, level) for seat, level in enumerate(levels) if level != consent.level(seat)
    )
