"""The file with the layout of the panels, as Dear ImGui writes it."""

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
    """Return the lines about windows in a layout's file, which alone are safe for Dear ImGui; "" if it cannot be read.

    Dear ImGui does not check what it reads: a docking node that is its own parent would keep it busy for ever. There is
    no warning, since the file is written again at the end.
    """
    try:
        data = read_if_there(path, _MAX_BYTES, "a layout of panels") or b""
    except ReadError:
        return ""
    lines = (line for line in data.decode("utf-8", "replace").split("\n") if not line or _LINE.fullmatch(line))
    return "\n".join(lines)


def write_layout(path: Path, text: str) -> None:
    """Write a layout for :func:`read_layout`.

    Raises:
        OutputError: the system refused, or the path is a folder, a pipe or a device.
    """
    make_folder(path.parent)
    if path.exists() and not path.is_file():
        raise OutputError(f"cannot write {path}: it is no file")
    with atomic_write(path, "w") as file:
        file.write(text)
