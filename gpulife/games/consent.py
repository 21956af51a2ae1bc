"""Consent (ruling R22): what one seat may do to a running match only when every other seat agrees."""

from __future__ import annotations

from gpulife.games.base import Match

CONSENT = "consent"
"""The setting of a match, true or false, by which its people ask each other, too: series and tournaments have it. With
a computer at one of the seats everybody is asked anyway."""
CONSENT_RULINGS = 2
"""The version of the rulings from which anybody is asked."""


def asks_people(match: Match) -> bool:
    """Whether people at one machine ask each other in that match before they halt, step or restart it."""
    return match.rulings >= CONSENT_RULINGS and match.settings.get(CONSENT) is True
