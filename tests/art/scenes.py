"""Scenes and programmes for tests, parsed from TOML text."""

from __future__ import annotations

import tomllib
from pathlib import Path

from gpulife.art._playlist_toml import programme_of
from gpulife.art.scene import Programme, Scene

FILE = Path("show.toml")


def programme(text: str, path: Path = FILE) -> Programme:
    """Return the programme in a TOML text, with a title and description added."""
    return programme_of(tomllib.loads(f'title = "T"\ndescription = "D"\n{text}'), path)


def scene(start: str = "soup = 0.35", more: str = "", **keys: object) -> Scene:
    """Return one scene: its table ``start``, further tables, and other keys of the scene."""
    values = {"name": "S", "duration": 600, "rule": "Immigration", "size": "48x32", "speed": 12} | keys
    lines = [f"{key} = {value if isinstance(value, int | float) else repr(value)}" for key, value in values.items()]
    return programme("\n".join(["[[scene]]", *lines, "[scene.start]", start, more])).scenes[0]
