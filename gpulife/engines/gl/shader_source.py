"""Composes the texts of shaders from files: inserts included files and parameters, and names files in error messages.

Nothing here needs OpenGL. A shader, or a file that it includes, declares each of its parameters in a line ``#param
NAME``. A parameter is a number or, for generated code, a line of text. A missing, unknown or unused parameter is an
error. So a shader's name and parameters are enough as its key in a cache of programs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gpulife.resources import resource_folder

_INCLUDE = re.compile(r'\s*#include\s+"(?P<name>[^"]+)"\s*')
_PARAM = re.compile(r"\s*#param\s+(?P<name>[A-Z][A-Z0-9_]*)\s*")
_PLACE_IN_LOG = re.compile(r"\b(?P<file>\d+)(?P<open>[:(])(?P<line>\d+)")


Parameters = Mapping[str, int | str]
"""The parameters of a shader, keyed by name."""


class ShaderSourceError(Exception):
    """A shader file and the code that uses it do not fit together: a bug in gpulife, not a mistake of its user."""


@dataclass(frozen=True, slots=True)
class ShaderSource:
    """A composed shader.

    Attributes:
        text: the text for the compiler.
        files: names of the files in the text; their indices are the file numbers in ``#line``.
    """

    text: str
    files: tuple[str, ...]

    def explain(self, log: str) -> str:
        """Return a compiler's log with names of files in place of numbers: ``lib/cells.glsl:15`` for ``2:15``."""

        def place(match: re.Match[str]) -> str:
            number = int(match["file"])
            return f"{self.files[number]}:{match['line']}" if number < len(self.files) else match[0]

        return _PLACE_IN_LOG.sub(place, log)


def compose(name: str, parameters: Parameters, folder: Path | None = None) -> ShaderSource:
    """Read the shader ``name``, insert the files that it includes, and define its parameters.

    Args:
        name: path below ``folder``, such as ``"cells_life.frag"``.
        parameters: a value for each ``#param``.
        folder: folder of the shaders; by default gpulife's own.

    Raises:
        ShaderSourceError: a file is missing, a parameter is missing, unknown or unused, or its value has several lines.
    """
    folder = folder or resource_folder("shaders")
    files: list[str] = []
    declared: dict[str, str] = {}
    lines = _lines(name, folder, files, declared, parameters)
    if unknown := sorted(set(parameters) - set(declared)):
        raise ShaderSourceError(
            f"{name}: unknown parameter {unknown[0]}; it has {', '.join(sorted(declared)) or 'none'}"
        )
    body = "\n".join(line for line in lines if not line.startswith("#define"))
    for parameter, file in declared.items():
        if not re.search(rf"\b{parameter}\b", body):
            raise ShaderSourceError(f"{file}: the parameter {parameter} is never used")
    return ShaderSource("\n".join(lines) + "\n", tuple(files))


def _lines(name: str, folder: Path, files: list[str], declared: dict[str, str], parameters: Parameters) -> list[str]:
    """Return the lines of the file ``name``, with included files inserted, each only once.

    The names of this file and of included files are added to ``files``. Each parameter that they declare gets its value
    from ``parameters``; it is added to ``declared``, with the name of the file.
    """
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except OSError as error:
        raise ShaderSourceError(f"no shader file {name}") from error
    number = len(files)
    files.append(name)
    # #version must be the very first line, so the first file gets no #line.
    lines = [f"#line 1 {number}"] if number else []
    for row, line in enumerate(text.splitlines(), 1):
        if include := _INCLUDE.fullmatch(line):
            if include["name"] not in files:
                lines += _lines(include["name"], folder, files, declared, parameters)
            lines.append(f"#line {row + 1} {number}")
        elif param := _PARAM.fullmatch(line):
            parameter = param["name"]
            value = parameters.get(parameter)
            if value is None or "\n" in str(value):
                raise ShaderSourceError(
                    f"{name}:{row}: the parameter {parameter} needs a whole number or a line of text"
                )
            declared[parameter] = name
            lines.append(f"#define {parameter} {int(value) if isinstance(value, int) else value}")
        else:
            lines.append(line)
    return lines
