"""Scenes of kinetic art as subjects to render: "programme/scene", or a programme for its first scene.

The film shows what the display would show on a machine that is never too slow.
"""

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.art.playlist import load_programme, programme_paths
from gpulife.art.scene import Scene
from gpulife.cli.render.subjects import DEFAULT_SEED, RenderContext, RenderError, RenderRequest, Subject
from gpulife.errors import OutputError

if TYPE_CHECKING:
    from gpulife.view.gl_offscreen import Animation

_MOMENT = datetime(2000, 1, 1, 12, 0)  # noqa: DTZ001 - a time of day on a wall, nowhere in particular
"""The time that texts of a scene show: fixed, so that the same command makes the same film."""
_ENDING = ".toml"
_SCENE_LOOK = ("scheme", "plain", "bloom", "shapes", "grid", "wrap", "zoom", "at")
"""Options about the look that a scene says itself."""


def is_scene(request: RenderRequest) -> bool:
    """Tell whether a request names a programme, or a scene of one."""
    if request.name is None:
        return False
    programme, _ = _parts(request.name)
    if programme.lower().endswith(_ENDING):
        return True
    if Path(request.name).is_file():
        return False
    with suppress(OutputError):  # without a data folder there are no programmes in it
        return programme in programme_paths()
    return False


def scene_subject(request: RenderRequest) -> Subject:
    """Return the scene of a request as a subject.

    Raises:
        GpulifeError: there is no such scene, or its programme cannot be read.
    """
    assert request.name is not None  # noqa: S101 - it fits
    name, title = _parts(request.name)
    scenes = {scene.name: scene for scene in load_programme(name).scenes}
    scene = next(iter(scenes.values())) if not title else _find_scene(scenes, name, title)
    look = [name for name in _SCENE_LOOK if not any(getattr(request.look, name) is unset for unset in (None, False))]
    own = request.pattern_options + look
    if own:
        raise RenderError(f"a scene has its own {own[0]}: copy its programme and change it there")
    seed = DEFAULT_SEED if request.seed is None else request.seed

    def open_(context: RenderContext) -> "Animation":
        from gpulife.window.art.scene_loader import OfflineScene

        return OfflineScene(context.device, scene, seed, _MOMENT, reduced_flashing=request.look.reduced_flashing)

    return Subject(open_)


def _parts(name: str) -> tuple[str, str]:
    """Split "programme/scene" or "folder/file.toml/scene" into programme and scene."""
    if found := re.match(rf".*?{re.escape(_ENDING)}(?=/|$)", name, re.IGNORECASE | re.DOTALL):
        return found[0], name[found.end() + 1 :]
    programme, _, title = name.partition("/")
    return programme, title


def _find_scene(scenes: dict[str, Scene], programme: str, title: str) -> Scene:
    lowered = {name.lower(): scene for name, scene in scenes.items()}
    if title.lower() not in lowered:
        raise RenderError(f"programme {programme} has no scene {title[:40]!r}: use one of {', '.join(scenes)}")
    return lowered[title.lower()]
