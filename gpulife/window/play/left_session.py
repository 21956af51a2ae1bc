"""A session that another one has replaced, kept in memory so that undo brings it back as it was."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

from gpulife.games.core.score_history import ScoreHistory
from gpulife.patterns.notes import Notes
from gpulife.session.autosave import SavedSession
from gpulife.session.edits import Edits
from gpulife.session.history import Keyframe, Keyframes
from gpulife.storage.save_rotation import Rotation
from gpulife.view.camera import Camera
from gpulife.view.look import Look
from gpulife.window.panels.board_title import law_title
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.population_history import PopulationHistory
from gpulife.window.play.seat_persistence import seats_to_save
from gpulife.window.shell import Shell

MAX_CELLS = 1 << 20
"""Limit on the cells of a board without keyframes that is kept: of larger ones no copy is made."""
_KEYFRAMES_SHARE = 8  # of the budget of rewinding, that the keyframes of a session that was left may have
_BYTES_PER_ACTION = 64
_LONGEST_NAME = 60

ControllerMaker = Callable[[Shell, PlayView], AnyController]


@dataclass(frozen=True, slots=True)
class LeftSession:
    """A session that another one has replaced.

    Attributes:
        saved: its recording, its last moment and its seats.
        title: what people call it, with its generation.
        make_controller: makes its controller, if that is not its game's own.
        files: files into which it was saved; None if it was not.
        keyframes: moments of its past.
        edits: its edits, also those that were undone.
        scores: its score history.
        name: see ``PlayView``.
        notes: likewise.
        look: how it was drawn.
        camera: the camera, where it glided to.
        fitted: whether the view kept showing the whole board.
        population: points of its population curves.
    """

    saved: SavedSession
    title: str
    make_controller: ControllerMaker | None
    files: Rotation | None
    keyframes: tuple[Keyframe, ...]
    edits: Edits
    scores: ScoreHistory
    name: str
    notes: Notes
    look: Look
    camera: Camera
    fitted: bool
    population: PopulationHistory

    @property
    def size(self) -> int:
        """The size in bytes, about."""
        frames = sum(frame.size for frame in self.keyframes) + self.saved.keyframe.size
        return frames + self.edits.size + _BYTES_PER_ACTION * len(self.saved.recording.log)


def can_be_kept(play: PlayView) -> bool:
    """Return whether a copy of a session's board is cheap enough for :func:`keep`."""
    return not play.session.keyframes.off_reason or prod(play.engine.shape) <= MAX_CELLS


def is_untouched(play: PlayView) -> bool:
    """Return whether nothing was done in a session and nothing lives in it, so that nobody misses it."""
    session = play.session
    no_edits = not session.edits.made and session.edits.before(session.recorded_ticks + 1) is None
    return no_edits and not session.computed and not any(play.population)


def keep(controller: AnyController, make: ControllerMaker | None, files: Rotation | None, budget: int) -> LeftSession:
    """Return all of a session that is about to be replaced.

    Args:
        controller: its controller.
        make: what made that, if it is not the game's own.
        files: files into which it was saved.
        budget: bytes of memory that rewinding may take.

    Raises:
        OutputError: it is in the middle of a tick that takes too long.
    """
    play, session = controller.play, controller.play.session
    title = play.name[:_LONGEST_NAME] or session.game.title + (
        f" ({law_title(play.engine.rule)})" if session.match.is_universe else ""
    )
    saved = SavedSession(session.recording(), session.keyframe(), seats=seats_to_save(controller))
    frames = Keyframes(prod(play.engine.shape), budget // _KEYFRAMES_SHARE)
    if not session.keyframes.off_reason:
        for frame in session.keyframes.all:
            frames.add(frame)
    return LeftSession(
        saved,
        f"{title}, generation {session.board.generation:,}",
        make,
        files,
        frames.all,
        session.edits,
        session.score_history,
        play.name,
        play.notes,
        play.look,
        play.target,
        play.fitted,
        play.history,
    )


def restore(left: LeftSession, play: PlayView) -> None:
    """Give a session that has begun from ``left.saved`` everything else that it had."""
    session = play.session
    for frame in left.keyframes:
        if not session.keyframes.off_reason:
            session.keyframes.add(frame)
    session.edits, session.score_history = left.edits, left.scores
    play.name, play.notes = left.name, left.notes
    play.look, play.history = left.look, left.population
    play.camera = play.target = left.camera
    play.fitted = left.fitted


def discard_oldest(sessions: list[Any], budget: int, depth: int) -> None:
    """Remove the oldest sessions of a list, at its beginning, beyond ``depth``, and beyond ``budget`` bytes."""
    del sessions[:-depth]
    while len(sessions) > 1 and sum(left.size for left in sessions) > budget:
        del sessions[0]
