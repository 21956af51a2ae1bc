"""The uniforms of one user of a program that several share.

A device compiles each shader once, so that two boards, or two views, run the same program with values of their own. A
program remembers only what was written last, whoever wrote it; so every user keeps its own values here and has them
written when it runs the program after somebody else.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import moderngl

_Program = TypeVar("_Program", moderngl.Program, moderngl.ComputeShader)
UniformValue = int | float | tuple[int, ...] | tuple[float, ...]


class Uniforms(Generic[_Program]):
    """The values that one user of a program gives to its uniforms.

    Args:
        program: a program of a device, which others may use too.
    """

    def __init__(self, program: _Program) -> None:
        self._program: _Program = program
        # A uniform that the compiler found no use for is not in the program: setting it is nobody's mistake.
        self._members = {name: member for name in program if isinstance(member := program[name], moderngl.Uniform)}
        self._values: dict[str, UniformValue] = {}
        self._changed: set[str] = set()
        self._token = object()  # who wrote last is noted in the program itself

    def set(self, **values: UniformValue) -> None:
        """Give uniforms their values, which they keep for this user until it sets them again."""
        for name, value in values.items():
            if name in self._members and self._values.get(name) != value:
                self._values[name] = value
                self._changed.add(name)

    def apply(self) -> None:
        """Write into the program what it does not hold yet; call it right before the program is run."""
        names = self._changed if self._program.extra is self._token else self._values
        for name in names:
            self._members[name].value = self._values[name]
        self._changed.clear()
        self._program.extra = self._token


class ComputePass(Uniforms[moderngl.ComputeShader]):
    """A compute shader and the uniforms that one user of it has."""

    def run(self, across: int, down: int = 1) -> None:
        """Run so many workgroups side by side and one below the other."""
        self.apply()
        self._program.run(across, down)

    def run_indirect(self, groups: moderngl.Buffer) -> None:
        """Run as many workgroups as the first three numbers (uint32) of a buffer say."""
        self.apply()
        self._program.run_indirect(groups)
