"""What ``gpulife replay FILE --headless`` does: play a replay without a window, and verify it."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gpulife.engines import open_engine
from gpulife.errors import GpulifeError
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import result_text, series_data, terms_text
from gpulife.games.core.turning_points import Summary, summarise
from gpulife.games.survival1982.observation import report_data, report_lines
from gpulife.rich_console import ProgressBar
from gpulife.rules import parse_rule
from gpulife.seats import SIDES
from gpulife.session.history import Recording
from gpulife.session.replay import read_replay
from gpulife.session.session import Session
from gpulife.signals import Stop, interrupted_by_signals

_UPDATE_SECONDS = 0.1


class ReplayDiffersError(GpulifeError):
    """While a replay was played, a board differed from the recorded board."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of a replay.

    Attributes:
        verified: number of recorded hashes that match the replayed boards, including the hash of the recording's end.
        generation: generation of the last board.
        ticks: number of ticks played.
        interrupted: True if Ctrl-C or SIGTERM ended the replay early.
        line: the fields above in one human-readable line.
        rounds: statistics of each round of a competitive game.
        series: the set of rounds (with one winner, such as best of 5) to which the rounds belong; None for none.
    """

    verified: int
    generation: int
    ticks: int
    interrupted: bool
    line: str
    rounds: tuple[Summary, ...] = ()
    series: Series | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Return all results as human-readable lines."""
        series_lines = () if self.series is None else (f"{terms_text(self.series)}: {result_text(self.series, SIDES)}",)
        return (self.line, *(line for summary in self.rounds for line in report_lines(summary)), *series_lines)

    def as_json(self) -> dict[str, Any]:
        """Return all results as JSON values for programs."""
        data = {name: getattr(self, name) for name in ("verified", "generation", "ticks", "interrupted")}
        return data | {"rounds": [report_data(summary) for summary in self.rounds], "series": series_data(self.series)}


def run_replay(
    path: Path, progress: Console, recording: Recording | None = None, *, engine: str = "auto", verify: bool = False
) -> tuple[ReplayResult, int]:
    """Play a replay without a window, as fast as possible; return the result and the exit status.

    Args:
        path: path of the replay.
        progress: the console for a progress bar, which is shown only on a terminal.
        recording: the content of the file, if it has been read already.
        engine: one of ENGINES, not necessarily the engine of the recording.
        verify: True to compare every recorded hash of a board with the board computed here.

    Raises:
        ReplayDiffersError: with ``verify``, at the first hash that differs.
        GpulifeError: the file cannot be read or the engine cannot be opened.
    """
    recording = recording or read_replay(path)
    rule = parse_rule(recording.match.rule)
    shape = rule.size
    if shape is None:
        raise AssertionError("read_replay only returns rules with a size")
    stop = Stop()
    with open_engine(engine, rule, shape) as opened:
        # No keyframes: nobody rewinds here.
        session: Session[Any] = Session(recording.match, opened, recording=recording, verify=verify, budget=0)
        with interrupted_by_signals(stop):
            _play(session, progress, path)
        interrupted = session.in_the_past
        verified = session.board_hashes.verified
        if verify and not interrupted:
            verified += _verify_end(session, recording, path)
        word = "interrupted" if interrupted else "verified" if verify else "played"
        count = f"{verified} hashes" if verify else f"{session.ticks} ticks"
        line = f"{word}: {count}, generation {opened.generation}"
        rounds = tuple(summarise(entries) for entries in session.score_history.rounds())
        result = ReplayResult(
            verified,
            opened.generation,
            session.ticks,
            interrupted,
            line,
            rounds,
            getattr(session.state, "series", None),
        )
    return result, stop.exit_status if interrupted else 0


def _play(session: Session[Any], progress: Console, path: Path) -> None:
    with ProgressBar(progress, "replay", session.recorded_ticks) as bar:
        due = 0.0
        session.should_pause = lambda: time.perf_counter() >= due
        while session.in_the_past:
            if session.is_unfinished or not session.skip_idle(session.recorded_ticks - session.ticks):
                session.tick()
            if (wrong := session.board_hashes.first_mismatch) is not None:
                raise ReplayDiffersError(
                    f"{path} differs at generation {wrong.generation} "
                    f"(tick {wrong.tick}): the board is not the recorded one"
                )
            if (now := time.perf_counter()) >= due:
                due = now + _UPDATE_SECONDS
                bar.update(session.ticks)


def _verify_end(session: Session[Any], recording: Recording, path: Path) -> int:
    """Raise ReplayDiffersError unless playback reached all hashes and ended like the recording.

    Return 1 if the recording has a hash of its end, else 0.
    """
    generation, verified = session.engine.generation, session.board_hashes.verified
    if verified != len(recording.hashes):
        raise ReplayDiffersError(
            f"{path} differs: playback ended at generation {generation}, after "
            f"only {verified} of the {len(recording.hashes)} recorded hashes"
        )
    if not recording.end_hash:
        return 0
    if moment_hash(session.state, session.board) != recording.end_hash:
        raise ReplayDiffersError(
            f"{path} differs at its end (generation {generation}): the board or the game is not the recorded one"
        )
    return 1
