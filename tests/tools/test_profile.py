"""``gpulife bench --profile``: measured passes, and the compiler's figures beside them."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from capabilities import needs_compute

from gpulife.cli.main import main
from gpulife.engines.bitplanes.pass_shape import shape_for
from gpulife.rules import parse_rule
from gpulife.tools import gl_profile
from gpulife.tools.gl_profile import HEAD, architecture_named, line_of, profile_passes
from gpulife.tools.measure import Plan

QUICK = ["--size", "256", "--generations", "16", "--seconds", "0.1"]


@needs_compute
def test_passes_of_a_software_renderer_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--profile", "Life", "QuadLife", *QUICK]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == HEAD
    assert [line.split()[0] for line in lines] == ["Life", "QuadLife"]
    for line in lines:
        speed, slots_a_second = line.split()[-2:]
        assert float(speed) > 0
        assert slots_a_second == "-"  # nobody knows a processor's
        assert line.index("-") == HEAD.index("card")


@needs_compute
def test_json_has_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--profile", "Life", *QUICK, "--json"]) == 0
    (figures,) = json.loads(capsys.readouterr().out)
    shape = shape_for(parse_rule("Life"), (256, 256), wide=True, software=True)
    assert figures["generations"] == shape.generations
    assert figures["registers"] is None


@needs_compute
@pytest.mark.needs("NVRTC")
def test_compiler_figures_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_profile, "architecture_of", lambda _: "sm_90")
    first = shape_for(parse_rule("Life"), (256, 256), wide=True, software=False)
    monkeypatch.setattr(gl_profile, "shape_for", lambda *_, **__: first)
    (figures,) = profile_passes([parse_rule("Life")], (256, 256), Plan(generations=16, rounds=1))
    assert figures.architecture == "sm_90"
    assert figures.registers is not None
    assert 0 < figures.registers <= 128
    assert figures.spilled == 0
    assert figures.slots is not None
    assert figures.slots_with_halo is not None
    assert 10 < figures.slots < figures.slots_with_halo
    assert figures.slots_a_second == pytest.approx(figures.cells_a_second / 32 * figures.slots_with_halo)
    assert len(line_of(figures)) == len(HEAD)


def test_architecture_only_of_nvidia_cards() -> None:
    assert gl_profile.architecture_of(SimpleNamespace(vendor="Mesa", card=0)) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(("told", "name"), [("9.0\n", "sm_90"), ("12.0", "sm_120"), ("", None), ("No devices", None)])
def test_architecture_names(told: str, name: str | None) -> None:
    assert architecture_named(told) == name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Survivor"], "has no bit planes"),
        (["Life", "--peers"], "--profile measures only shaders"),
    ],
)
def test_rule_or_device_without_passes(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--profile", *arguments]) == 2
    assert said in capsys.readouterr().err
