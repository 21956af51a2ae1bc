"""Finds the size of a graphics card's subgroups, and tests whether their invocations can exchange values."""

import logging
from collections.abc import Callable

import moderngl
import numpy as np

_LOG = logging.getLogger(__name__)

EXTENSION = "GL_KHR_shader_subgroup"
_SIZES = (32, 64)
"""Subgroup sizes to try: 32 on NVIDIA's and AMD's newer cards, 64 on AMD's older cards."""
_PROBE = """#version 430 core
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = %d) in;
layout(std430, binding = 0) writeonly buffer Found { uint found[]; };
void main() {
    uint lane = gl_LocalInvocationID.x, at = 3u * (gl_WorkGroupID.x * %du + lane), word = lane * 2654435761u;
    found[at] = gl_SubgroupSize;
    found[at + 1u] = subgroupShuffleDown(word, 1u);
    found[at + 2u] = subgroupShuffleUp(word, 1u);
}
"""
_GROUPS = 64


def probe_text(lanes: int) -> str:
    """Return a test shader in which the ``lanes`` invocations of each workgroup exchange values."""
    return _PROBE % (lanes, lanes)


def lanes_of(context: moderngl.Context, compile_text: Callable[[str], moderngl.ComputeShader]) -> int:
    """Return the number of invocations in a subgroup if tests show that they can exchange values; otherwise 0.

    Args:
        context: the current context.
        compile_text: compiles a compute shader.
    """
    if EXTENSION not in context.extensions:
        return 0
    for lanes in _SIZES:
        buffer = context.buffer(reserve=4 * 3 * lanes * _GROUPS)
        try:
            program = compile_text(probe_text(lanes))
            buffer.bind_to_storage_buffer(0)
            program.run(_GROUPS)
            context.memory_barrier()
            if is_right(np.frombuffer(buffer.read(), np.uint32).reshape(_GROUPS, lanes, 3)):
                return lanes
        except moderngl.Error as error:
            text = str(error).replace("\n", " ")[:200]
            _LOG.info("the test shader for subgroups of %d does not compile: %s", lanes, text)
        finally:
            buffer.release()
    return 0


def is_right(found: np.ndarray) -> bool:
    """Return True if the test shader's results are right. ``found``: shape (workgroups, lanes, 3), uint32."""
    lanes = found.shape[1]
    words = np.arange(lanes, dtype=np.uint32) * np.uint32(2654435761)
    size, down, up = (found[:, :, part] for part in range(3))
    return bool((size == lanes).all() and (down[:, :-1] == words[1:]).all() and (up[:, 1:] == words[:-1]).all())
