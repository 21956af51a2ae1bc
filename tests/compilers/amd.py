"""Compiles for AMD's graphics cards without having one: Mesa's RADV reports statistics for chips that are not here."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from compilers.vulkan_device import VulkanDevice, library_file, open_vulkan, to_spirv

from gpulife.tools.nvidia_compiler import Compiled

CHIPS = ("polaris10", "navi21")
"""Chips of both kinds in use: workgroups of 64 invocations (GCN, 2016), and of 32 (RDNA, 2020)."""
PAIR_CHIPS = ("navi21", "vangogh")
"""RDNA 2, as a card and as integrated graphics: chips whose groups are as large as the shaders' subgroups."""
DRIVER = "radeon"


def compiler_file() -> Path:
    """Return the file of the driver, which contains the compiler."""
    return library_file(DRIVER)


def compile_for(chip: str, texts: Mapping[str, str], folder: Path) -> dict[str, Compiled]:
    """Compile compute shaders for a chip in CHIPS; ``folder`` is for temporary files."""
    codes = {name: to_spirv(text, folder) for name, text in texts.items()}
    # With its cache a second run would report zero compile time.
    with open_vulkan(DRIVER, statistics=True, RADV_FORCE_FAMILY=chip, MESA_SHADER_CACHE_DISABLE="1") as device:
        return {name: _compiled(device, code) for name, code in codes.items()}


def _compiled(device: VulkanDevice, code: bytes) -> Compiled:
    vk = device.vk
    began = time.process_time()
    pipeline = device.compile(code, vk.VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR)
    seconds = time.process_time() - began
    ask = vk.vkGetDeviceProcAddr(device.device, "vkGetPipelineExecutableStatisticsKHR")
    found = ask(device.device, vk.VkPipelineExecutableInfoKHR(pipeline=pipeline, executableIndex=0))
    numbers = {each.name: int(each.value.u64) for each in found}
    return Compiled(numbers["VGPRs"], numbers["Spilled VGPRs"] + numbers["Spilled SGPRs"], seconds)
