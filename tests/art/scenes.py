"""Scenes and programmes for tests, out of the text that a file would have."""

from __future__ import annotations

import tomllib
from pathlib import Path

from gpulife.art._playlist_toml import programme_of
from gpulife.art.playlist import Programme
from gpulife.art.scene import Scene

FILE = Path("show.toml")


def programme(text: str, path: Path = FILE) -> Programme:
    """The programme of a file's text, without its title and description."""
    return programme_of(tomllib.loads(f'title = "T"\ndescription = "D"\n{text}'), path)


def scene(start: str = "soup = 0.35", more: str = "", **keys: object) -> Scene:
    """One scene: its table ``start``, tables after it, and other values of its own keys."""
    values = {"name": "S", "duration": 600, "rule": "Immigration", "size": "48x32", "speed": 12} | keys
    lines = [f"{key} = {value if isinstance(value, int | float) else repr(value)}" for key, value in values.items()]
    return programme("\n".join(["[[scene]]", *lines, "[scene.start]", start, more])).scenes[0]
