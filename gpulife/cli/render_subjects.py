"""The subjects of ``gpulife render`` and their looks: patterns, soups and texts, replays, and scenes of kinetic art."""

import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from gpulife.art.playlist import load_programme, programme_paths
from gpulife.art.scene import Scene
from gpulife.cli.starting_board import BoardRequest, fill, read_content, starting_board
from gpulife.engines.stepping import step_in_portions
from gpulife.errors import GpulifeError, OutputError
from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.games.core.pace import PaceKind
from gpulife.games.survival1982.observation import overlay
from gpulife.rules import Rule, parse_rule
from gpulife.session.replay import read_replay
from gpulife.session.session import Session
from gpulife.view.camera import Camera, at_rest, fit_camera
from gpulife.view.look import Look, default_look, plain, with_colours
from gpulife.view.pictures import CELLS, find_picture
from gpulife.view.schemes import SCHEMES, scheme

if TYPE_CHECKING:
    from gpulife.engines import Engine
    from gpulife.engines.gl.gl_device import GLDevice
    from gpulife.view.gl_board import CursorMark
    from gpulife.view.gl_offscreen import Animation, FrameState


# The look of a rendered board, and which part of it is shown.


@dataclass(frozen=True, slots=True, kw_only=True)
class LookOptions:
    """The options of ``gpulife render`` about the look. Options that were not given are None or False.

    Attributes:
        look: name of the look in which the board is drawn, such as "liquid" (see ``view.pictures``).
        scheme: name of the colour scheme.
        plain: True for no effects.
        bloom: strength of the light around cells, 0 to 1.
        shapes: True to draw each species in its own shape.
        grid: True for grid lines.
        wrap: True to repeat a torus beyond its edges.
        reduced_flashing: see ``view.look.Look``.
        zoom: pixels per cell.
        at: (column, row) of the cell in the middle of the picture.
    """

    look: str | None = None
    scheme: str | None = None
    plain: bool = False
    bloom: float | None = None
    shapes: bool = False
    grid: bool = False
    wrap: bool = False
    reduced_flashing: bool = False
    zoom: float | None = None
    at: tuple[float, float] | None = None


_OF_CELLS = ("plain", "bloom", "shapes")
"""Names of the options that only change how cells are drawn."""


def look_of(options: LookOptions, rule: Rule, seed: int) -> Look:
    """Return the look that the options describe for a board of ``rule``.

    Args:
        options: the user's options.
        rule: rule of the board.
        seed: seed for random colour schemes.

    Raises:
        GpulifeError: the colour scheme or the look does not exist, or the look does not use one of the options.
    """
    look = default_look(rule)
    if options.scheme is not None:
        name = next((known for known in SCHEMES if known.lower() == options.scheme.lower()), None)
        if name is None:
            raise GpulifeError(f"unknown colour scheme {options.scheme[:40]!r}: use one of {', '.join(SCHEMES)}")
        look = with_colours(look, scheme(name, rule, seed), name)
    if options.look is not None and options.look != CELLS:
        title = find_picture(options.look).title
        if unused := _given(options, _OF_CELLS):
            raise GpulifeError(
                f"--{unused[0]} is about cells, but the look {title} draws no cells: leave one of them out"
            )
        look = replace(look, picture=options.look)
    if options.plain:
        look = plain(look)
    if options.bloom is not None:
        look = replace(look, bloom=options.bloom)
    return replace(
        look,
        shapes=options.shapes,
        grid=options.grid,
        wrap=options.wrap,
        reduced_flashing=options.reduced_flashing,
    )


def _given(options: LookOptions, names: Sequence[str]) -> list[str]:
    """Return the names of those options in ``names`` that were given. An option with the value 0 counts as given."""
    return [name for name in names if not any(getattr(options, name) is unset for unset in (None, False))]


def camera_of(options: LookOptions, shape: tuple[int, int], size: tuple[int, int]) -> Camera:
    """Return the camera for a board of ``shape`` in a picture of ``size`` (width, height).

    By default it shows the whole board.
    """
    whole = fit_camera(shape, size)
    column, row = options.at or (whole.column, whole.row)
    if options.at is None and options.zoom is None:
        return whole
    return at_rest(Camera(row, column, options.zoom or whole.zoom), size)


# Subjects are rendered frame by frame. A request names one.

DEFAULT_SEED, DEFAULT_SPEED = 1, Fraction(30)


class RenderError(GpulifeError):
    """A subject cannot be rendered as requested, or was rendered only in part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest(BoardRequest):
    """What to render (a board, or the name of a replay or a scene), and the options for it.

    Attributes:
        speed: generations a second. None for the replay's or scene's own speed; for a board, the look's usual speed.
        look: options about the look.
    """

    speed: Fraction | None = None
    look: LookOptions = field(default_factory=LookOptions)

    @property
    def pattern_options(self) -> list[str]:
        """Names of the given options that apply only to patterns, soups and texts."""
        options = {"rule": self.rule, "board": self.size, "edges": self.edges, "speed": self.speed}
        return [name for name, value in options.items() if value is not None]


@dataclass(frozen=True, slots=True)
class RenderContext:
    """What a subject uses to draw itself.

    Attributes:
        device: the OpenGL device.
        size: (width, height) of the picture in pixels.
        progress: the console for progress bars.
        interrupted: returns True to stop early; called now and then while the next frame is computed.
    """

    device: "GLDevice"
    size: tuple[int, int]
    progress: Console
    interrupted: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be rendered.

    Attributes:
        open: opens the subject in a context; raises GpulifeError if it cannot be drawn.
        seconds: length of the subject; None if it is endless.
    """

    open: "Callable[[RenderContext], Animation]"
    seconds: Fraction | None = None


# Subjects made from a pattern, a soup or a text, with the options of ``gpulife run``.


@dataclass
class _PatternAnimation:
    """A board that computes a fixed number of generations a second while it is drawn."""

    engine: "Engine"
    speed: Fraction
    frame_state: "FrameState"
    interrupted: Callable[[], bool]
    done: int = 0

    def go_to(self, time: Fraction) -> "FrameState":
        wanted = floor(time * self.speed)
        for count, _ in step_in_portions(self.engine, max(0, wanted - self.done), stopped=self.interrupted):
            self.done += count
        return self.frame_state


def pattern_subject(request: RenderRequest) -> Subject:
    """Return a pattern (a file or a built-in name), a soup or a text as a subject.

    Raises:
        GpulifeError: the pattern or rule does not exist, or the pattern does not fit on the board.
    """
    if request.seed is not None and request.soup is None and request.look.scheme is None:
        raise RenderError("--seed is for --soup, scenes and random colours; leave it out")
    seed = DEFAULT_SEED if request.seed is None else request.seed
    content = read_content(request)
    rule, shape = starting_board(request, content)
    look = look_of(request.look, rule, seed)
    pace = DEFAULT_SPEED if look.picture == CELLS else Fraction(find_picture(look.picture).pace)
    speed = pace if request.speed is None else request.speed

    def open_(context: RenderContext) -> "Animation":
        from gpulife.view.gl_offscreen import BoardAnimation, FrameState

        def begin(engine: "Engine") -> _PatternAnimation:
            fill(engine, replace(request, seed=seed), content, context.progress)
            return _PatternAnimation(engine, speed, FrameState(), context.interrupted)

        return BoardAnimation(context.device, rule, begin, look, camera_of(request.look, shape, context.size))

    return Subject(open_)


# Replays as subjects: the board of a recorded session with its cursors and flashes, tick by tick.

_BLINKS_PER_SECOND, _SWELLS_PER_SECOND = 2.5, 1.2
"""Two frequencies, per second: how often cursors blink, and how often the winners' cells grow and shrink."""
_FADE_TICKS = 10
"""Number of ticks in which a flash over the whole picture fades out."""


@dataclass
class _ReplayAnimation:
    """A recorded session. For each frame, it is played up to the frame's time."""

    session: Session[Any]
    look: "Look"
    frame_state: "FrameState"
    flash_ticks: int = 0
    flash_species: tuple[int, ...] = ()

    def go_to(self, time: Fraction) -> "FrameState":
        session = self.session
        wanted = min(math.floor(time * TICKS_PER_SECOND), session.recorded_ticks)
        while session.ticks < wanted and not session.should_pause():
            self._tick(wanted - session.ticks)
        state = session.state
        flash, species = min(1.0, self.flash_ticks / _FADE_TICKS), self.flash_species
        scores = (*session.board.census().tolist(), 0, 0)
        observation = overlay(state, session.board.shape, (scores[0], scores[1]), session.board.generation)
        cursors = self.frame_state.cursors
        if observation is not None:
            if observation.flashing:
                flash, species = (
                    0.5 - 0.5 * math.cos(2 * math.pi * _SWELLS_PER_SECOND * float(time)),
                    observation.flashing,
                )
            if observation.border is not None:
                cursors = self._cursors(observation.cursors, float(time) * _BLINKS_PER_SECOND % 1)
        waves = self.look.wave and state.running and state.pace.kind is PaceKind.AUTHENTIC
        return replace(
            self.frame_state,
            progress=state.progress if waves else 1.0,
            cursors=cursors,
            flash=flash,
            flash_species=species,
        )

    def _tick(self, max_ticks: int) -> None:
        if idle := self.session.skip_idle(max_ticks):
            self.flash_ticks = max(0, self.flash_ticks - idle)
            return
        result = self.session.tick()
        if result.flashes:
            self.flash_ticks = max(flash.ticks for flash in result.flashes)
            species = {flash.species for flash in result.flashes}
            self.flash_species = () if 0 in species else tuple(sorted(species))
        self.flash_ticks = max(0, self.flash_ticks - 1)

    def _cursors(self, cells: tuple[tuple[tuple[int, int], ...], ...], phase: float) -> "tuple[CursorMark, ...]":
        from gpulife.view.gl_board import CursorMark  # imported here, so that this module works without OpenGL

        colours = self.look.colours
        return tuple(
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, marked in enumerate(cells)
            for row, column in marked
        )


def replay_subject(request: RenderRequest) -> Subject:
    """Return a recorded session as a subject.

    Raises:
        GpulifeError: the file cannot be read, or an option is given that only applies to patterns.
    """
    if given := [*request.pattern_options, *(["seed"] if request.seed is not None else [])]:
        raise RenderError(f"--{given[0]} is for patterns: leave it out for a replay")
    recording = read_replay(Path(request.name or ""))
    if not recording.ticks:
        raise RenderError(f"{request.name}: this replay is empty")
    rule = parse_rule(recording.match.rule)
    look = look_of(request.look, rule, recording.match.seed)

    def open_(context: RenderContext) -> "Animation":
        from gpulife.view.gl_offscreen import BoardAnimation, FrameState

        def begin(engine: "Engine") -> _ReplayAnimation:
            # No keyframes: nobody rewinds here.
            session: Session[Any] = Session(recording.match, engine, recording=recording, budget=0)
            session.should_pause = context.interrupted
            return _ReplayAnimation(session, look, FrameState())

        return BoardAnimation(
            context.device, rule, begin, look, camera_of(request.look, rule.size or (1, 1), context.size)
        )

    return Subject(open_, Fraction(recording.ticks, TICKS_PER_SECOND))


# Scenes of kinetic art as subjects: "programme/scene", or a programme for its first scene.
#
# The film shows the scene as ``gpulife art`` would on a machine that is always fast enough.

_MOMENT = datetime(2000, 1, 1, 12, 0)  # noqa: DTZ001 - the local time of no particular place
"""The time of day that scenes with a clock get. It is fixed, so that a command always makes the same film."""
_ENDING = ".toml"
_SCENE_LOOK = ("look", "scheme", "plain", "bloom", "shapes", "grid", "wrap", "zoom", "at")
"""Names of the options about the look that cannot be given for a scene, because the scene has its own look."""


def is_scene(request: RenderRequest) -> bool:
    """Return True if a request names a programme of kinetic art, or one of its scenes."""
    if request.name is None:
        return False
    programme, _ = _parts(request.name)
    if programme.lower().endswith(_ENDING):
        return True
    if Path(request.name).is_file():
        return False
    with suppress(OutputError):  # raised if there is no data folder for own programmes
        return programme in programme_paths()
    return False


def scene_subject(request: RenderRequest) -> Subject:
    """Return, as a subject, the scene that a request names.

    Raises:
        GpulifeError: the scene does not exist, or its programme cannot be read.
    """
    assert request.name is not None  # noqa: S101 - is_scene() was True
    name, title = _parts(request.name)
    scenes = {scene.name: scene for scene in load_programme(name).scenes}
    scene = next(iter(scenes.values())) if not title else _find_scene(scenes, name, title)
    own = request.pattern_options + _given(request.look, _SCENE_LOOK)
    if own:
        raise RenderError(f"--{own[0]} cannot change a scene: copy its programme and edit the copy")
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
