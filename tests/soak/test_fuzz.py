"""The short form of ``fuzz.py``: a thousand hostile inputs over every reader."""

from pathlib import Path

from soak.fuzz import fuzz
from soak.fuzz_readers import all_readers

INPUTS = 1000


def test_no_hostile_input_breaks_a_reader(tmp_path: Path) -> None:
    result = fuzz(INPUTS, seed=1, workers=2, keep=tmp_path / "findings")
    assert not result.bad, "\n".join(result.bad)
    assert sum(result.counts.values()) == INPUTS
    assert set(result.counts) == {reader.name for reader in all_readers()}
    assert result.verdict.startswith("passed: 0 crashes")
