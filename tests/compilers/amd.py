"""AMD's graphics cards without one: Mesa's driver RADV compiles for hardware that isn't there, and says what came out.

Needs Debian's mesa-vulkan-drivers and glslang-tools, and the PyPI package vulkan.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpulife.tools.pass_profile.compiled import Compiled

CHIPS = ("polaris10", "navi21")
"""One of each kind that is sold used or new: groups of 64 invocations (GCN, 2016), and of 32 (RDNA, 2020)."""
PAIR_CHIPS = ("navi21", "vangogh")
"""Of RDNA 2, as a card and beside a processor: chips whose groups are as large as the subgroups of the texts."""
_DRIVER = "radeon_icd"
_BINDINGS = 4
"""Storage buffers that a pass has at most; its uniforms come behind them."""


def driver_file() -> Path | None:
    """The file that makes the Vulkan loader find RADV, None without it."""
    return next(Path("/usr/share/vulkan/icd.d").glob(f"{_DRIVER}*.json"), None)


def compiler_file() -> Path:
    """The driver, which is the compiler."""
    told = driver_file()
    assert told is not None, "Mesa's driver for AMD's cards is not here"
    library = Path(json.loads(told.read_text(encoding="utf-8"))["ICD"]["library_path"])
    return library if library.is_absolute() else next(Path("/usr/lib").rglob(library.name))


def to_vulkan(text: str) -> str:
    """A compute shader for OpenGL as one for Vulkan: its uniforms are in a block."""
    uniforms = re.findall(r"^uniform (\w+ \w+;)$", text, re.MULTILINE)
    block = f"layout(std140, binding = {_BINDINGS}) uniform Values {{ {' '.join(uniforms)} }};\n"
    without = re.sub(r"^uniform \w+ \w+;\n", "", text, flags=re.MULTILINE)
    head = without.index("layout(std430")
    return without[:head] + block + without[head:]


def to_spirv(texts: Mapping[str, str], folder: Path) -> dict[str, bytes]:
    """Texts of compute shaders for OpenGL as drivers for Vulkan take them; ``folder`` is for files in between."""
    codes = {}
    for name, text in texts.items():
        path, made = folder / "pass.comp", folder / "pass.spv"
        path.write_text(to_vulkan(text), encoding="utf-8")
        target = ["--target-env", "vulkan1.1"] if "subgroup" in text else []
        subprocess.run(
            ["glslangValidator", "-V", *target, "--quiet", path, "-o", made], check=True, stdout=subprocess.DEVNULL
        )
        codes[name] = made.read_bytes()
    return codes


def compile_for(chip: str, codes: Mapping[str, bytes]) -> dict[str, Compiled]:
    """Compile what ``to_spirv`` made for a chip, one of CHIPS."""
    with _device(chip) as compiler:
        return {name: compiler.compile(code) for name, code in codes.items()}


class _Compiler:
    """A Vulkan device that only compiles."""

    def __init__(self, vk: Any, device: Any) -> None:
        self._vk, self._device = vk, device
        bindings = [
            vk.VkDescriptorSetLayoutBinding(
                binding=number,
                descriptorType=vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                if number == _BINDINGS
                else vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                descriptorCount=1,
                stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT,
            )
            for number in range(_BINDINGS + 1)
        ]
        sets = vk.vkCreateDescriptorSetLayout(device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=bindings), None)
        self._layout = vk.vkCreatePipelineLayout(device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=[sets]), None)

    def compile(self, code: bytes) -> Compiled:
        vk, device = self._vk, self._device
        module = vk.vkCreateShaderModule(device, vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code), None)
        stage = vk.VkPipelineShaderStageCreateInfo(stage=vk.VK_SHADER_STAGE_COMPUTE_BIT, module=module, pName="main")
        wanted = vk.VkComputePipelineCreateInfo(
            flags=vk.VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR, stage=stage, layout=self._layout
        )
        began = time.process_time()
        pipeline = vk.vkCreateComputePipelines(device, None, 1, [wanted], None)[0]
        seconds = time.process_time() - began
        ask = vk.vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR")
        found = ask(device, vk.VkPipelineExecutableInfoKHR(pipeline=pipeline, executableIndex=0))
        numbers = {each.name: int(each.value.u64) for each in found}
        spilled = numbers["Spilled VGPRs"] + numbers["Spilled SGPRs"]
        return Compiled(numbers["VGPRs"], spilled, seconds)


@contextmanager
def _device(chip: str) -> Iterator[_Compiler]:
    before = dict(os.environ)
    # Its cache would make the second run say that nothing takes any time.
    os.environ |= {"RADV_FORCE_FAMILY": chip, "VK_ICD_FILENAMES": str(driver_file()), "MESA_SHADER_CACHE_DISABLE": "1"}
    try:
        import vulkan as vk

        instance = vk.vkCreateInstance(
            vk.VkInstanceCreateInfo(pApplicationInfo=vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 2, 0))), None
        )
        card = vk.vkEnumeratePhysicalDevices(instance)[0]
        device = vk.vkCreateDevice(
            card,
            vk.VkDeviceCreateInfo(
                pNext=vk.VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR(pipelineExecutableInfo=vk.VK_TRUE),
                pQueueCreateInfos=[vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, pQueuePriorities=[1.0])],
                ppEnabledExtensionNames=["VK_KHR_pipeline_executable_properties"],
                pEnabledFeatures=vk.VkPhysicalDeviceFeatures(shaderInt64=vk.VK_TRUE),
            ),
            None,
        )
        yield _Compiler(vk, device)
        vk.vkDestroyDevice(device, None)
        vk.vkDestroyInstance(instance, None)
    finally:
        os.environ.clear()
        os.environ.update(before)
