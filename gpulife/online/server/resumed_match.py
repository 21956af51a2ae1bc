"""A stored match in play again: at its last moment that can be read, and from there to the end of its log."""

import logging
from collections.abc import Callable

from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError
from gpulife.games.registry import find_game
from gpulife.online.games_played import GamesPlayed
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.keyframe_codec import read_cells, read_state
from gpulife.online.match_board import new_board
from gpulife.online.protocol import Keyframe, read_server_message
from gpulife.online.storage import StorageError, StoredKeyframe, StoredMatch
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording

_LOG = logging.getLogger(__name__)


def resumed_match(stored: StoredMatch, load_all: Callable[[], StoredMatch]) -> HostedMatch:
    """Return a match at the end of its log.

    If its last moment is damaged, it goes on from the one before it; if that is damaged too, from the beginning.

    Args:
        stored: the match, with the log since its last moment.
        load_all: returns it with its whole log.

    Raises:
        GpulifeError: the match itself is damaged, or the database refused.
    """
    try:
        return _opened(stored, stored.keyframe)
    except GpulifeError as error:
        if stored.keyframe is None:
            raise
        _warn(stored.keyframe, stored, error)
    whole = load_all()
    if whole.spare_keyframe is not None:
        try:
            return _opened(whole, whole.spare_keyframe)
        except GpulifeError as error:
            _warn(whole.spare_keyframe, whole, error)
    return _opened(whole, None)


def _opened(stored: StoredMatch, keyframe: StoredKeyframe | None) -> HostedMatch:
    """Return a match that has been played from a stored moment, or from its beginning, to the end of its log."""
    frame = None if keyframe is None else _moment(stored, keyframe)
    last = max((tick + 1 for tick, _ in stored.log), default=0)
    recording = Recording(stored.match, max(last, frame.tick if frame else 0), stored.log)
    games = None if keyframe is None else GamesPlayed.of_text(keyframe.games)
    return HostedMatch.open(stored.match, stored.secret, recording=recording, keyframe=frame, games=games)


def _moment(stored: StoredMatch, keyframe: StoredKeyframe) -> SessionKeyframe:
    message = read_server_message(keyframe.content)
    if not isinstance(message, Keyframe):
        raise StorageError("it is no keyframe")
    engine = new_board(stored.match)
    state = read_state(find_game(stored.match.game), stored.match, engine.shape, message.state)
    engine.paint(0, 0, read_cells(engine, message.cells))
    engine.generation = message.generation
    return SessionKeyframe(message.tick, message.computed, state, take_snapshot(engine))


def _warn(keyframe: StoredKeyframe, stored: StoredMatch, error: GpulifeError) -> None:
    _LOG.warning("match %s: its moment at tick %d is damaged: %s", stored.info.id, keyframe.tick, error)
