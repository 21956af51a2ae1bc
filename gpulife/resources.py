"""Finds the files that are not Python: shaders and presets, and pages of help.

Shaders and presets stand at the top of the checkout, and in ``gpulife/_data`` of an installed wheel. A page of help
stands beside the modules that it is about.
"""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


@cache
def resource_folder(name: str) -> Path:
    """Return the folder of shipped files called ``name`` (``"shaders"`` or ``"presets"``).

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"gpulife's own folder {name!r} is missing: install the package again")


@cache
def help_page(name: str) -> tuple[str, tuple[str, ...]]:
    """Read a page of help, a Markdown file of ``gpulife/games``: its title, and its paragraphs in a line each."""
    title, *paragraphs = (_PACKAGE / "games" / name).read_text(encoding="utf-8").strip().split("\n\n")
    return title.removeprefix("# "), tuple(" ".join(paragraph.split("\n")) for paragraph in paragraphs)


def user_path(text: str) -> Path:
    """Return the path that somebody has written; ``~`` begins with the user's folder, or stays where there is none."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path's own raises RuntimeError
