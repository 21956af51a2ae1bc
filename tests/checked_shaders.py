"""Shaders that watch themselves: whether they read or write outside of their buffers and textures.

OpenGL leaves undefined what happens there, and a renderer that is kind to its programs hides it for ever. So the text
of each shader gets, before it is compiled, a check around each index of a storage buffer and place of a texel fetch.
"""

from __future__ import annotations

import re

import moderngl
import numpy as np
import pytest

from gpulife.engines.gl.gl_device import GLDevice

_BINDING = 7
"""Binding of the buffer of findings: none of our own shaders has so many buffers."""
_CHECKS = f"""
layout(std430, binding = {_BINDING}) buffer Findings {{ ivec4 findings[]; }};
int inside_buffer(int index, int count, int number)
{{
    if (index < 0 || index >= count) findings[number] = ivec4(1, index, count, 0);
    return clamp(index, 0, count - 1);
}}
ivec2 inside_texture(ivec2 place, ivec2 size, int number)
{{
    bool outside = any(lessThan(place, ivec2(0))) || any(greaterThanEqual(place, size));
    if (outside) findings[number] = ivec4(1, place, 0);
    return clamp(place, ivec2(0), size - 1);
}}
"""
_MAX_CHECKS = 1 << 14
_COMMENT = re.compile(r"//[^\n]*")
_BUFFER = re.compile(r"\bbuffer\s+\w+\s*\{\s*\w+\s+(\w+)\[\];")


class CheckedShaders:
    """Out-of-bounds accesses of a device's shaders, of those compiled while :func:`check_shaders` was active."""

    def __init__(self, context: moderngl.Context) -> None:
        self._accesses: list[str] = []
        self._findings = context.buffer(reserve=16 * _MAX_CHECKS)
        self._findings.clear()

    def found(self) -> list[str]:
        """Return one line for each new out-of-bounds access: the kind of access and its position."""
        findings = np.frombuffer(self._findings.read(), np.int32).reshape(-1, 4)
        self._findings.clear()
        return [
            f"{self._accesses[number]}: {findings[number, 1:].tolist()}" for number in np.flatnonzero(findings[:, 0])
        ]

    def bind(self) -> None:
        """Bind the buffer of findings to the current context."""
        self._findings.bind_to_storage_buffer(_BINDING)

    def check(self, text: str) -> str:
        """Return the text of a shader with checks added."""
        lines = _COMMENT.sub("", text).split("\n")
        head = [line for line in lines if line.startswith(("#version", "#extension"))]
        body = "\n".join(line for line in lines if not line.startswith(("#version", "#extension", "#line")))
        version = head[0].replace("330", "430")  # storage buffers
        buffers = _BUFFER.findall(body)
        names = re.compile(rf"\b(?:(?P<fetch>texelFetch)\(|(?P<buffer>{'|'.join(buffers) or '(?!)'})\[(?!\]))")
        assert len(self._accesses) < _MAX_CHECKS
        return "\n".join([version, *head[1:], _CHECKS, self._checked(body, names)])

    def _checked(self, text: str, names: re.Pattern[str]) -> str:
        made, done = "", 0
        while match := names.search(text, done):
            end = _closing(text, match.end() - 1)
            number = len(self._accesses)
            self._accesses.append(text[match.start() : end + 1])
            made += text[done : match.start()]
            if match["fetch"]:
                sampler, place, *level = (self._checked(part, names) for part in _arguments(text[match.end() : end]))
                size = f"textureSize({', '.join([sampler, *level])})"
                check = "inside_texture" if level else "inside_buffer"  # buffer textures have no levels
                made += f"texelFetch({', '.join([sampler, f'{check}({place}, {size}, {number})', *level])})"
            else:
                name, index = match["buffer"], self._checked(text[match.end() : end], names)
                made += f"{name}[inside_buffer(int({index}), {name}.length(), {number})]"
            done = end + 1
        return made + text[done:]


def check_shaders(device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> CheckedShaders:
    """Add checks to all shaders that ``device`` compiles from now on; it must be current and have compiled none."""
    context = device.context
    checked = CheckedShaders(context)
    compile_program, compile_compute_shader = context.program, context.compute_shader

    def program(*, vertex_shader: str, fragment_shader: str) -> moderngl.Program:
        return compile_program(vertex_shader=vertex_shader, fragment_shader=checked.check(fragment_shader))

    def compute_shader(source: str) -> moderngl.ComputeShader:
        return compile_compute_shader(checked.check(source))

    monkeypatch.setattr(context, "program", program)
    monkeypatch.setattr(context, "compute_shader", compute_shader)
    checked.bind()
    return checked


def _closing(text: str, at: int) -> int:
    """Return the position of the bracket that closes the one at ``at``."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if depth == 0:
            return place
    raise ValueError(f"a bracket is never closed: {text[at : at + 40]}")


def _arguments(text: str) -> list[str]:
    """Return the arguments: the texts between top-level commas."""
    cuts, depth = [-1], 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            cuts.append(place)
    return [text[low + 1 : high].strip() for low, high in zip(cuts, [*cuts[1:], len(text)], strict=True)]
