"""Free graphics memory, as reported by NVIDIA's and AMD's drivers."""

from __future__ import annotations

import pytest

from gpulife.engines.gl import gl_memory
from gpulife.engines.gl.gl_memory import graphics_memory, is_integrated

APUS = (
    "AMD Radeon Graphics (radeonsi, renoir, LLVM 15.0.6, DRM 3.49, 6.1.0-13-amd64)",
    "AMD Custom GPU 0405 (radeonsi, vangogh, LLVM 17.0.6, DRM 3.54, 6.1.52)",
    "AMD Radeon 780M (radeonsi, phoenix, LLVM 17.0.6, DRM 3.57, 6.8.0)",
    "AMD Radeon 890M Graphics (radeonsi, gfx1150, LLVM 19.1.0, DRM 3.59, 6.11)",
    "AMD RAVEN (DRM 3.49.0, 6.1.0, LLVM 15.0.6)",
    "AMD Radeon(TM) Graphics",
    "AMD Radeon(TM) Vega 8 Graphics",
    "AMD Radeon(TM) 8060S Graphics",
)
CARDS = (
    "AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 17.0.6, DRM 3.57, 6.8.0)",
    "AMD Radeon RX 580 Series (polaris10, LLVM 15.0.6, DRM 3.49, 6.1.0)",
    "AMD Radeon Pro W6800 (radeonsi, navi21, LLVM 15.0.6, DRM 3.49, 6.1.0)",
    "Radeon RX 570 Series",
    "NVIDIA H200/PCIe/SSE2",
)


@pytest.mark.parametrize("renderer", APUS)
def test_integrated_graphics_use_main_memory(monkeypatch: pytest.MonkeyPatch, renderer: str) -> None:
    assert is_integrated(renderer)
    monkeypatch.setattr(gl_memory, "_get_integers", lambda _name: (400, 300, 7000, 6000))
    assert graphics_memory({"GL_ATI_meminfo"}, renderer) == 7400 * 1024


@pytest.mark.parametrize("renderer", CARDS)
def test_graphics_cards_use_own_memory(monkeypatch: pytest.MonkeyPatch, renderer: str) -> None:
    assert not is_integrated(renderer)
    monkeypatch.setattr(gl_memory, "_get_integers", lambda _name: (400, 300, 7000, 6000))
    for extension in ("GL_ATI_meminfo", "GL_NVX_gpu_memory_info"):
        assert graphics_memory({extension}, renderer) == 400 * 1024


def test_unknown_memory_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert graphics_memory({"GL_KHR_debug"}, "Mesa Intel(R) UHD Graphics 620") is None
    monkeypatch.setattr(gl_memory, "_get_integers", lambda _name: (0, 0, 0, 0))
    assert graphics_memory({"GL_ATI_meminfo"}, "AMD Radeon RX 6600") is None
