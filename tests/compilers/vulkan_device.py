"""Vulkan devices of Mesa's drivers, and the conversion of OpenGL compute shaders for them.

Needs Debian's mesa-vulkan-drivers and glslang-tools, and the PyPI package vulkan.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STORAGE_BUFFERS = 4
"""The most storage buffers of a pass; its uniforms are in a block after them."""
_UNIFORM = re.compile(r"^uniform (\w+ (\w+);)\n", re.MULTILINE)


def driver_file(driver: str) -> Path | None:
    """Return the file with which the Vulkan loader finds a driver such as "radeon"; None if it is missing."""
    folders = Path("/usr/share/vulkan/icd.d"), Path("/etc/vulkan/icd.d")
    return next((path for folder in folders for path in folder.glob(f"{driver}_icd*.json")), None)


def library_file(driver: str) -> Path:
    """Return the driver's library, which contains the compiler."""
    told = driver_file(driver)
    assert told is not None, f"Mesa's driver {driver} is not here"
    library = Path(json.loads(told.read_text(encoding="utf-8"))["ICD"]["library_path"])
    return library if library.is_absolute() else next(Path("/usr/lib").rglob(library.name))


def uniform_names(text: str) -> list[str]:
    """Return the names of a compute shader's uniforms, in their order in the block."""
    return [name for _, name in _UNIFORM.findall(text)]


def to_vulkan(text: str) -> str:
    """Convert an OpenGL compute shader to Vulkan: its uniforms become a block."""
    uniforms = [declared for declared, _ in _UNIFORM.findall(text)]
    if not uniforms:
        return text
    block = f"layout(std140, binding = {STORAGE_BUFFERS}) uniform Values {{ {' '.join(uniforms)} }};\n"
    without = _UNIFORM.sub("", text)
    head = without.index("layout(std430")
    return without[:head] + block + without[head:]


def to_spirv(text: str, folder: Path) -> bytes:
    """Compile an OpenGL compute shader to SPIR-V; ``folder`` is for temporary files."""
    path, made = folder / "pass.comp", folder / "pass.spv"
    path.write_text(to_vulkan(text), encoding="utf-8")
    target = ["--target-env", "vulkan1.1"] if "subgroup" in text else []
    command = ["glslangValidator", "-V", *target, "--quiet", path, "-o", made]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return made.read_bytes()


class VulkanDevice:
    """A device that compiles compute shaders with up to four storage buffers and a block of uniforms.

    Attributes:
        vk: the package vulkan.
        device: the logical device.
        kinds: Vulkan's kinds of the buffers, by their bindings.
        sets: the layout of the buffers.
        layout: the layout of pipelines.
    """

    def __init__(self, vk: Any, device: Any) -> None:
        self.vk, self.device = vk, device
        self.kinds = [vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER] * STORAGE_BUFFERS + [vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER]
        bindings = [
            vk.VkDescriptorSetLayoutBinding(
                binding=number,
                descriptorType=kind,
                descriptorCount=1,
                stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT,
            )
            for number, kind in enumerate(self.kinds)
        ]
        self.sets = vk.vkCreateDescriptorSetLayout(device, vk.VkDescriptorSetLayoutCreateInfo(pBindings=bindings), None)
        self.layout = vk.vkCreatePipelineLayout(device, vk.VkPipelineLayoutCreateInfo(pSetLayouts=[self.sets]), None)

    def compile(self, code: bytes, flags: int = 0) -> Any:
        """Return the pipeline of a SPIR-V shader from ``to_spirv``."""
        vk = self.vk
        module = vk.vkCreateShaderModule(self.device, vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code), None)
        stage = vk.VkPipelineShaderStageCreateInfo(stage=vk.VK_SHADER_STAGE_COMPUTE_BIT, module=module, pName="main")
        wanted = vk.VkComputePipelineCreateInfo(flags=flags, stage=stage, layout=self.layout)
        return vk.vkCreateComputePipelines(self.device, None, 1, [wanted], None)[0]


@contextmanager
def open_vulkan(driver: str, *, statistics: bool = False, **environment: str) -> Iterator[VulkanDevice]:
    """Open the first device of a driver, with Vulkan 1.2.

    Args:
        driver: its name, such as "radeon".
        statistics: True to collect statistics of pipelines.
        environment: environment variables for the driver.
    """
    before = dict(os.environ)
    os.environ |= {"VK_ICD_FILENAMES": str(driver_file(driver)), **environment}
    try:
        import vulkan as vk

        application = vk.VkApplicationInfo(apiVersion=vk.VK_MAKE_VERSION(1, 2, 0))
        instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=application), None)
        card = vk.vkEnumeratePhysicalDevices(instance)[0]
        asked = vk.VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR(pipelineExecutableInfo=vk.VK_TRUE)
        device = vk.vkCreateDevice(
            card,
            vk.VkDeviceCreateInfo(
                pNext=asked if statistics else None,
                pQueueCreateInfos=[vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, pQueuePriorities=[1.0])],
                ppEnabledExtensionNames=["VK_KHR_pipeline_executable_properties"] if statistics else [],
                pEnabledFeatures=vk.VkPhysicalDeviceFeatures(shaderInt64=vk.VK_TRUE),
            ),
            None,
        )
        yield VulkanDevice(vk, device)
        vk.vkDestroyDevice(device, None)
        vk.vkDestroyInstance(instance, None)
    finally:
        os.environ.clear()
        os.environ.update(before)
