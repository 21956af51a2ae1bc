"""What ``gpulife bench`` and ``gpulife stress`` write: figures as JSON, pictures, and the line that is shown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpulife.printing import write_out
from gpulife.rich_console import PlainConsole
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.tools.bench.plot import require_plotting

SHOWN = Path("-")
"""Standard output, as the name of a file for JSON."""


def require_files(arguments: argparse.Namespace) -> None:
    """Raise GpulifeError if a file that the arguments name cannot be written, before anything is measured."""
    for path in (arguments.json, arguments.plot):
        if path not in (None, SHOWN):
            require_writable(path)
    if arguments.plot is not None:
        require_plotting(arguments.plot)


def write_result(path: Path | None, data: Mapping[str, Any], line: str) -> None:
    """Write the data as JSON if there is a file for it, and show a line about them if that was not shown instead."""
    write_json(path, data)
    if path != SHOWN:
        PlainConsole().print(line, soft_wrap=True)


def write_json(path: Path | None, data: Mapping[str, Any]) -> None:
    """Write the data as JSON, or show it if the file is SHOWN; nothing without a file."""
    if path is None:
        return
    text = json.dumps(data, indent=2) + "\n"
    if path == SHOWN:
        write_out(text)
        return
    with atomic_write(path, "w") as file:
        file.write(text)
