"""The tests that the long proofs name by path exist. The long proofs themselves run too seldom to notice."""

import re
from pathlib import Path

import pytest

from gpulife.engines.gl.gl_device import GLDevice

_TOP = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("proof", ["tests/soak/attack.py", ".ci/matrix", ".ci/bare", ".ci/run"])
def test_tests_named_by_long_proofs_exist(proof: str) -> None:
    named = re.findall(r"[\w/]*test_\w+\.py", (_TOP / proof).read_text(encoding="utf-8"))
    missing = [name for name in named if not any((root / name).is_file() for root in (_TOP, _TOP / "tests"))]
    assert not missing


def test_long_attack_names_tests() -> None:
    assert len(re.findall(r"test_\w+\.py", (_TOP / "tests/soak/attack.py").read_text(encoding="utf-8"))) > 5


def test_matrix_uses_existing_device_attributes(device: GLDevice) -> None:
    asked = set(re.findall(r"\bdevice\.(\w+)", (_TOP / ".ci/matrix").read_text(encoding="utf-8")))
    assert {"renderer", "has_compute"} <= asked
    assert not [name for name in asked if not hasattr(device, name)]
