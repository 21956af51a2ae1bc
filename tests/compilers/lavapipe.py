"""Runs passes with subgroups on Mesa's lavapipe, a Vulkan driver for processors.

Its subgroups are as large as the processor's vectors; under OpenGL neither it nor llvmpipe has subgroups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from compilers.vulkan_device import STORAGE_BUFFERS, VulkanDevice, open_vulkan, to_spirv, uniform_names
from numpy.typing import NDArray

DRIVER = "lvp"


@contextmanager
def open_lavapipe(folder: Path) -> Iterator[Lavapipe]:
    """Open the device; ``folder`` is for temporary files."""
    with open_vulkan(DRIVER) as device:
        yield Lavapipe(device, folder)


class Lavapipe:
    """The device, which runs compute shaders for OpenGL."""

    def __init__(self, device: VulkanDevice, folder: Path) -> None:
        self._device, self._folder = device, folder
        self._pipelines: dict[str, Any] = {}

    def run(
        self,
        text: str,
        buffers: Sequence[NDArray[np.uint32]],
        groups: tuple[int, int],
        uniforms: Mapping[str, int],
    ) -> None:
        """Run ``groups`` workgroups, across and down, on storage buffers, which hold the output afterwards."""
        vk, device = self._device.vk, self._device.device
        if text not in self._pipelines:
            self._pipelines[text] = self._device.compile(to_spirv(text, self._folder))
        values = np.array([uniforms[name] for name in uniform_names(text)], np.int64).astype(np.uint32)
        contents = [*buffers, *[np.zeros(1, np.uint32)] * (STORAGE_BUFFERS - len(buffers))]
        contents.append(values if len(values) else np.zeros(1, np.uint32))
        with self._memory(contents) as (handles, memories):
            whole = [
                vk.VkDescriptorBufferInfo(buffer=handle, offset=0, range=array.nbytes)
                for handle, array in zip(handles, contents, strict=True)
            ]
            self._dispatch(self._pipelines[text], whole, groups)
            for array, memory in zip(buffers, memories, strict=False):
                read = vk.vkMapMemory(device, memory, 0, array.nbytes, 0)
                array[...] = np.frombuffer(read[:], array.dtype).reshape(array.shape)
                vk.vkUnmapMemory(device, memory)

    @contextmanager
    def _memory(self, contents: Sequence[NDArray[np.uint32]]) -> Iterator[tuple[list[Any], list[Any]]]:
        """Return buffers with those contents, and their memory; the last buffer is for the uniforms."""
        vk, device = self._device.vk, self._device.device
        handles, memories = [], []
        usage = vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
        for array in contents:
            handle = vk.vkCreateBuffer(device, vk.VkBufferCreateInfo(size=array.nbytes, usage=usage), None)
            size = vk.vkGetBufferMemoryRequirements(device, handle).size
            # A processor's only kind of memory.
            memory = vk.vkAllocateMemory(device, vk.VkMemoryAllocateInfo(allocationSize=size, memoryTypeIndex=0), None)
            vk.vkBindBufferMemory(device, handle, memory, 0)
            mapped = vk.vkMapMemory(device, memory, 0, array.nbytes, 0)
            mapped[:] = array.tobytes()
            vk.vkUnmapMemory(device, memory)
            handles.append(handle)
            memories.append(memory)
        try:
            yield handles, memories
        finally:
            for handle, memory in zip(handles, memories, strict=True):
                vk.vkDestroyBuffer(device, handle, None)
                vk.vkFreeMemory(device, memory, None)

    def _dispatch(self, pipeline: Any, buffers: Sequence[Any], groups: tuple[int, int]) -> None:
        vk, device, layout = self._device.vk, self._device.device, self._device.layout
        queue = vk.vkGetDeviceQueue(device, 0, 0)
        sizes = [vk.VkDescriptorPoolSize(type=kind, descriptorCount=1) for kind in self._device.kinds]
        pool = vk.vkCreateDescriptorPool(device, vk.VkDescriptorPoolCreateInfo(maxSets=1, pPoolSizes=sizes), None)
        asked = vk.VkDescriptorSetAllocateInfo(descriptorPool=pool, pSetLayouts=[self._device.sets])
        bound = vk.vkAllocateDescriptorSets(device, asked)[0]
        writes = [
            vk.VkWriteDescriptorSet(
                dstSet=bound,
                dstBinding=number,
                descriptorCount=1,
                descriptorType=kind,
                pBufferInfo=[buffer],
            )
            for number, (kind, buffer) in enumerate(zip(self._device.kinds, buffers, strict=True))
        ]
        vk.vkUpdateDescriptorSets(device, len(writes), writes, 0, None)
        commands = vk.vkCreateCommandPool(device, vk.VkCommandPoolCreateInfo(queueFamilyIndex=0), None)
        level = vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY
        allocate = vk.VkCommandBufferAllocateInfo(commandPool=commands, level=level, commandBufferCount=1)
        command = vk.vkAllocateCommandBuffers(device, allocate)[0]
        vk.vkBeginCommandBuffer(command, vk.VkCommandBufferBeginInfo())
        vk.vkCmdBindPipeline(command, vk.VK_PIPELINE_BIND_POINT_COMPUTE, pipeline)
        vk.vkCmdBindDescriptorSets(command, vk.VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, [bound], 0, None)
        vk.vkCmdDispatch(command, *groups, 1)
        vk.vkEndCommandBuffer(command)
        vk.vkQueueSubmit(queue, 1, [vk.VkSubmitInfo(pCommandBuffers=[command])], None)
        vk.vkQueueWaitIdle(queue)
        vk.vkDestroyCommandPool(device, commands, None)
        vk.vkDestroyDescriptorPool(device, pool, None)
