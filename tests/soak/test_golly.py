"""Some of Golly's own files open, and become what bgolly computes: a short form of ``golly.py``."""

import os

import pytest
from soak.golly import GOLLY, files_of, judge, print_counts

from gpulife.rules.known_tables import RULES_VARIABLE

_FILES = (
    "Patterns/Generations/Banner.mcl",
    "Patterns/Generations/What-a-mess.mcl",
    "Patterns/Larger-than-Life/ModernArt.mcl",
    "Patterns/Life-Like/ice-nine.rle",
    "Patterns/Life/Bounded-Grids/Klein-bottle.rle",
    "Patterns/Life/Bounded-Grids/sphere.rle",
    "Patterns/Life/Bounded-Grids/torus-with-shift.rle",
    "Patterns/Life/Bounded-Grids/torus.rle",
    "Patterns/Loops/Langtons-Loops.rle",
    "Patterns/Margolus/TripATron.rle",
    "Patterns/Other-Rules/NoTimeAtAll-demo.zip",
    "Patterns/Other-Rules/dragon-curve-generator.zip",
    "Patterns/Self-Rep/Flow6/Flow6.zip/Flow6/Demo/unarySub.mc",
    "Patterns/Self-Rep/JvN/counter-demo.rle",
    "Patterns/Turmites/WormTrails.rle",
    "Patterns/WireWorld/clocks.mcl",
    "Rules/Evoloop.rule",
)
_REFUSED = (
    "Patterns/Life/Bounded-Grids/pulsars-in-tube.rle",
    "Patterns/Life-Like/alt-wicks.lua",
    "Patterns/Larger-than-Life/R100-NN-bug.rle",
)
_DOCS = ("docs/guide/files.md", "docs/guide/rules.md")


@pytest.fixture(autouse=True)
def _golly_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, RULES_VARIABLE, str(GOLLY / "Rules"))


@pytest.mark.needs("bgolly", "Golly's patterns", "Golly's rules")
@pytest.mark.parametrize("name", _FILES)
def test_file_opens_and_runs_as_in_bgolly(name: str) -> None:
    verdict = judge(str(GOLLY / name))
    assert verdict.kind in ("opened", "slow"), verdict.detail  # a loaded machine may be slow
    assert verdict.compared in ("equal", "a rule"), verdict.compared


@pytest.mark.needs("Golly's patterns")
@pytest.mark.parametrize("name", _REFUSED)
def test_other_files_are_refused_for_a_known_reason(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = judge(str(GOLLY / name))
    assert verdict.is_good
    print_counts([verdict])
    assert "1 refused: " in capsys.readouterr().out


@pytest.mark.needs("Golly's patterns")
def test_all_files_are_found() -> None:
    assert len(files_of(GOLLY)) > 400
    assert all("zip" in name for name in files_of(GOLLY, ["zip"]))
