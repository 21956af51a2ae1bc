"""Questions of consent to people who cannot answer: who is away is not waited for, and agrees."""

import math

from gpulife.games.core.consent import ConsentState
from gpulife.games.core.game import Action, ActionKind
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.server.people import Member, Members

AWAY_SECONDS = 4.0
"""Time that somebody is away before nobody waits for an answer: less than a question stands, and longer than a gap."""


def answer_for_absent(hosted: HostedMatch, members: Members, now: float) -> None:
    """Let the seats agree to the open question, if there is one, whose owners are away, have left, or never came.

    So does a seat that the computer holds meanwhile. It is an action like that of a person, and in the recording.

    Args:
        hosted: the match.
        members: its people.
        now: seconds on the server's clock.
    """
    state = hosted.session.state
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None or consent.question is None:
        return
    for seat in consent.unanswered_by(state.consent_needs.seats):
        if _is_absent(members.on_seat(seat), now):
            hosted.act(Action(seat, ActionKind.AGREE, 1))


def _is_absent(member: Member | None, now: float) -> bool:
    if member is None or member.away_since == math.inf:  # who has left for good
        return True
    return member.away_since is not None and now - member.away_since >= AWAY_SECONDS
