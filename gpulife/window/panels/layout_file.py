"""The file with the layout of the panels: where windows lie, as Dear ImGui writes it."""

from __future__ import annotations

import re
from pathlib import Path

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import ReadError, read_if_there

_MAX_BYTES = 1 << 18
_LINE = re.compile(
    r"\[Window\]\[[^\]\x00-\x1f]{1,100}\]|(Pos|Size)=-?[0-9]{1,5},-?[0-9]{1,5}|Collapsed=[01]|LastUsed=[0-9]{1,8}"
)


def read_layout(path: Path) -> str:
    """What Dear ImGui may be given of a layout's file: lines about windows, and none if the file cannot be read.

    Dear ImGui believes what it is told: a node of its docking, which we do not use, that is its own parent keeps it
    busy for ever. The file is written anew at the end, so that nothing needs to be said.
    """
    try:
        data = read_if_there(path, _MAX_BYTES, "a layout of panels") or b""
    except ReadError:
        return ""
    lines = (line for line in data.decode("utf-8", "replace").split("\n") if not line or _LINE.fullmatch(line))
    return "\n".join(lines)


def write_layout(path: Path, text: str) -> None:
    """Write what :func:`read_layout` reads.

    Raises:
        OutputError: the system refused, or there is a folder, a pipe or a device of that name.
    """
    make_folder(path.parent)
    if path.exists() and not path.is_file():
        raise OutputError(f"cannot write {path}: it is no file")
    with atomic_write(path, "w") as file:
        file.write(text)
