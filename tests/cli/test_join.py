"""``gpulife join`` without a code: it takes the only match, or lists the matches with the people in each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpulife.cli.join import _only_match
from gpulife.errors import GpulifeError
from gpulife.online.protocol import ListedMatch, MatchList

ADAS = ListedMatch("1", "Friday", "biowar", "", "", ("Ada", "computer:2", "", "nobody"), watching=2)
BOBS = ListedMatch("2", "", "life-2", "", "", ("Bob", ""))


def server(*matches: ListedMatch) -> Any:
    """A connection to a server with these matches."""
    return SimpleNamespace(
        send=lambda _: None, wait_for=lambda _: MatchList(matches), address=SimpleNamespace(text="life.example.org")
    )


def test_only_match_is_taken() -> None:
    assert _only_match(server(BOBS), watches=False) == "2"


def test_several_matches_are_listed_with_their_people() -> None:
    with pytest.raises(GpulifeError) as error:
        _only_match(server(ADAS, BOBS), watches=False)
    assert "1 (Friday: Ada, Gardener, 1 free, 2 watching); 2 (life-2: Bob, 1 free)" in str(error.value)
