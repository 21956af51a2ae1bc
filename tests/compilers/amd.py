"""AMD's graphics cards without one: Mesa's driver RADV compiles for chips that aren't there, and says what it made."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from compilers.vulkan_device import VulkanDevice, library_file, open_vulkan, to_spirv

from gpulife.tools.nvidia_compiler import Compiled

CHIPS = ("polaris10", "navi21")
"""One of each kind that is sold used or new: groups of 64 invocations (GCN, 2016), and of 32 (RDNA, 2020)."""
PAIR_CHIPS = ("navi21", "vangogh")
"""Of RDNA 2, as a card and beside a processor: chips whose groups are as large as the subgroups of the texts."""
DRIVER = "radeon"


def compiler_file() -> Path:
    """The driver, which is the compiler."""
    return library_file(DRIVER)


def compile_for(chip: str, texts: Mapping[str, str], folder: Path) -> dict[str, Compiled]:
    """Compile compute shaders for a chip, one of CHIPS; ``folder`` is for files in between."""
    codes = {name: to_spirv(text, folder) for name, text in texts.items()}
    # Its cache would make the second run say that nothing takes any time.
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
