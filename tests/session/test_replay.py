"""Replay files: their size, equality on every engine, and errors."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import OpenEngine, engines_of, kinds_of
from games.playing import K
from rich.console import Console
from session.test_session import SCRIPT, match_of, play, session_of

from gpulife.cli.headless_replay import ReplayDiffersError, run_replay
from gpulife.engines import open_engine
from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action
from gpulife.session.history import BoardHash, Recording
from gpulife.session.replay import (
    REPLAY_ENDING,
    parse_replay,
    read_replay,
    recording_parts,
    replay_content,
    write_replay,
)
from gpulife.storage.save_file import SavedFileError, pack_json

pytestmark = pytest.mark.usefixtures("nothing_logged")


@pytest.fixture(scope="module")
def recorded() -> Recording:
    return play(session_of(), SCRIPT, 300).recording()


@pytest.fixture
def file(recorded: Recording, tmp_path: Path) -> Path:
    path = tmp_path / f"game{REPLAY_ENDING}"
    write_replay(path, recorded)
    return path


def replayed(path: Path, engine: str = "numpy", *, verify: bool = True):
    return run_replay(path, Console(file=io.StringIO()), engine=engine, verify=verify)


def test_write_then_read(recorded: Recording, file: Path) -> None:
    assert len(recorded.hashes) >= 1
    assert recorded.end_hash
    assert read_replay(file) == recorded


def test_content_in_memory(recorded: Recording, file: Path) -> None:
    content = replay_content(recorded)
    assert content == file.read_bytes()
    assert parse_replay(content, Path("that match")) == recorded
    with pytest.raises(SavedFileError, match="that match is damaged in its part 'hashes': it is cut off"):
        parse_replay(content[:-1], Path("that match"))


@pytest.mark.parametrize("kind", kinds_of("Immigration"))
def test_hashes_agree_on_every_engine(
    recorded: Recording, file: Path, kind: str, open_kind: OpenEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpulife.cli.headless_replay.open_engine", lambda _, rule, shape: open_kind(kind, rule, shape))
    result, status = replayed(file)
    assert status == 0
    assert result.verified == len(recorded.hashes) + 1
    assert result.line == f"verified: {result.verified} hashes, generation {result.generation}"
    assert not result.interrupted


@pytest.mark.parametrize("engine", engines_of("Immigration"))
def test_replay_uses_requested_engine(
    file: Path, recorded: Recording, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    def open_(*arguments):
        opened.append(open_engine(*arguments))
        return opened[-1]

    monkeypatch.setattr("gpulife.cli.headless_replay.open_engine", open_)
    assert replayed(file, engine)[0].verified == len(recorded.hashes) + 1
    assert [each.name for each in opened] == [engine]


def test_replay_without_verify(file: Path) -> None:
    assert replayed(file, verify=False)[0].line.startswith("played: 300 ticks, generation ")


def test_size_of_an_hour_of_play(tmp_path: Path) -> None:
    chance = random.Random(1)  # noqa: S311 - a test's player
    log, tick = [], 0
    while tick < 3600 * 60:
        log.append((tick, Action(chance.randrange(2), K.STICK, chance.randint(-1, 1), chance.randint(-1, 1))))
        log.append((tick, Action(chance.randrange(2), K.TRIGGER, chance.randrange(2))))
        tick += chance.randint(1, 14)  # 8 times a second, two actions each
    hashes = tuple(BoardHash(512 * n, 256 * n, 256 * n, f"{chance.getrandbits(128):032x}") for n in range(3600))
    path = tmp_path / "long.gpureplay"
    recording = Recording(match_of(), tick, tuple(log), hashes, "0" * 32)
    write_replay(path, recording)
    assert path.stat().st_size < 400_000
    assert read_replay(path) == recording


def test_changed_action_is_found_by_hash(recorded: Recording, tmp_path: Path) -> None:
    path = tmp_path / "a.gpureplay"
    log = list(recorded.log)
    log[0] = (0, Action(NOBODY, K.SOUP, data="0.36"))
    write_replay(path, replace(recorded, log=tuple(log)))
    with pytest.raises(ReplayDiffersError, match=r"a\.gpureplay differs at generation 256 \(tick \d+\)"):
        replayed(path)
    log = [*recorded.log, (299, Action(NOBODY, K.CLEAR))]
    write_replay(path, replace(recorded, log=tuple(log)))
    with pytest.raises(ReplayDiffersError, match=r"differs at its end \(generation 1\)"):
        replayed(path)
    write_replay(path, replace(recorded, hashes=(*recorded.hashes, BoardHash(290, 512, 512, "0" * 32)), end_hash=""))
    with pytest.raises(ReplayDiffersError, match=rf"{len(recorded.hashes)} of the {len(recorded.hashes) + 1} recorded"):
        replayed(path)


def parts_of(path: Path) -> dict[str, tuple[int, int]]:
    """The (start, end) of each part's data in the file."""
    data, found, at = path.read_bytes(), {}, 10
    while at < len(data):
        name = data[at + 1 : at + 1 + data[at]].decode()
        at += 1 + data[at]
        length = int.from_bytes(data[at : at + 8], "little")
        found[name] = (at + 24, at + 24 + length)
        at += 24 + length
    return found


@pytest.mark.parametrize("part", ["match", "actions", "hashes"])
def test_damage_error_names_file_and_part(file: Path, part: str) -> None:
    start, end = parts_of(file)[part]
    whole = file.read_bytes()
    for place in (start, (start + end) // 2, end - 1):
        broken = bytearray(whole)
        broken[place] ^= 0x10
        file.write_bytes(broken)
        with pytest.raises(SavedFileError, match=rf"game\.gpureplay is damaged in its part '{part}': its checksum"):
            read_replay(file)
    file.write_bytes(whole[: (start + end) // 2])
    with pytest.raises(SavedFileError, match=rf"damaged in its part '{part}': it is cut off"):
        read_replay(file)


def test_any_flipped_or_missing_byte_is_an_error(file: Path, recorded: Recording) -> None:
    whole = file.read_bytes()
    for place in range(0, len(whole), 7):
        broken = bytearray(whole)
        broken[place] ^= 0xFF
        file.write_bytes(broken)
        with pytest.raises(SavedFileError):
            read_replay(file)
        file.write_bytes(whole[:place])
        with pytest.raises(SavedFileError):
            read_replay(file)
    file.write_bytes(whole + b"x")
    with pytest.raises(SavedFileError, match="is damaged: it has 1 bytes too many"):
        read_replay(file)


def test_other_files_missing_files_and_newer_versions(file: Path, tmp_path: Path) -> None:
    with pytest.raises(SavedFileError, match=r"cannot read .*none\.gpureplay: No such file"):
        read_replay(tmp_path / "none.gpureplay")
    with pytest.raises(SavedFileError, match="it is a folder, not a file"):
        read_replay(tmp_path)
    data = file.read_bytes()
    file.write_bytes(b"x = 3, y = 3\nbo!")
    with pytest.raises(SavedFileError, match="is not a replay written by gpulife"):
        read_replay(file)
    file.write_bytes(data[:8] + b"\x02\x00" + data[10:])
    with pytest.raises(SavedFileError, match="written by a newer gpulife, in format 2; this one reads formats up to 1"):
        read_replay(file)


@pytest.mark.parametrize(
    ("part", "content", "message"),
    [
        ("match", {"match": 1, "ticks": 3}, r"Expected `object`, got `int` - at `\$\.match`"),
        ("match", [], "'match'"),
        ("actions", [[0, 0, 99]], "action kind 99 is unknown: a newer gpulife may know it"),
        ("actions", [[0, 0]], "Expected `array` of at least length 3"),
        ("actions", [[0, 0, 0], [0, 0, 0, 1, 2, 3]], "Expected `str`, got `int`"),
        ("actions", [[0, 0, 0, 1 << 70]], "Expected `int` <="),
        ("actions", [[0, 0, 0, 1, 1, "", 1]], "Expected `array` of at most length 6"),
        ("actions", [[5, 0, 0], [-1, 0, 0]], "Expected `int` >= 0"),
        ("actions", [[0, -2, 0]], "Expected `int` >= -1"),
        ("actions", [[0, 26, 0]], "Expected `int` <= 25"),
        ("actions", [[300, 0, 0]], "after the last tick"),
        ("actions", [[1 << 62, 0, 0], [1 << 62, 0, 0]], "after the last tick"),
        ("actions", [[0, 0, 0]] * 10_000, "there are too many actions in tick 0"),
        ("actions", [[3, -1, K.WILD], *[[0, -1, K.WILD]] * 100], "there are too many actions in tick 3"),
        ("actions", [[0, -1, K.PAINT, 0, 0, "o" * 100_000]], "action 0 has a text of 100,000 characters"),
        ("actions", [[0, -1, K.SAY, 0, 0, "o" * 66_000]], "action 0 has a text of 66,000 characters; the limit is "),
        ("actions", [[0, 0, K.MOVE, 0, 0, "a1 " * 100]], "action 0 has more than 64 words"),
        ("actions", {"a": 1}, "Expected `array`"),
        ("actions", 5, "Expected `array`"),
        ("hashes", [], "Expected `object`"),
        ("hashes", {"board": [[1, 2, 3]], "end": ""}, "Expected `array` of length 4"),
        ("hashes", {"board": [[1, -2, 3, ""]], "end": ""}, "Expected `int` >= 0"),
        ("hashes", {"board": [[1, 2, 3, "00"]], "end": ""}, "matching regex"),
        ("hashes", {"board": [[9, 2, 3, ""], [8, 2, 3, ""]], "end": ""}, "not in order"),
        ("hashes", {"board": []}, "missing required field `end`"),
        ("match", {"match": {}, "ticks": 1 << 70}, "Expected `int` <="),
    ],
)
def test_invalid_parts_are_refused(
    file: Path, recorded: Recording, monkeypatch: pytest.MonkeyPatch, part: str, content: object, message: str
) -> None:
    parts = recording_parts(recorded) | {part: pack_json(content)}
    monkeypatch.setattr("gpulife.session.replay.recording_parts", lambda _: parts)
    write_replay(file, recorded)
    with pytest.raises(SavedFileError, match=message) as caught:
        read_replay(file)
    assert "\n" not in str(caught.value)


def test_unplayable_matches_are_refused(file: Path, recorded: Recording) -> None:
    for changes, message in (
        ({"rule": "Immigration"}, "should be a full name with a board size"),
        ({"rule": "Nonsense"}, "unknown rule"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"seed": -1}, "seed -1 is not from 0 to"),
        ({"seed": 1 << 128}, "is not from 0 to"),
        ({"option": "NONE"}, "has no option 'NONE': use one of"),
        (
            {"game": "realtime", "rule": "RealTime:2:P72,32", "option": "", "settings": {"limit": -1}},
            "limit cannot be -1",
        ),
        ({"settings": {"edges": "round"}}, "edges is 'round': use one of"),
        (
            {"game": "realtime", "rule": "RealTime:2:P72,32", "option": "", "settings": {"names": "a1,b1,c1"}},
            "3 seats or names, but RealTime:2:P72,32 has only 2 seats",
        ),
        ({"game": "survivor", "rule": "Survivor:T99999,99999", "option": ""}, "boards of up to 2048"),
    ):
        write_replay(file, replace(recorded, match=replace(recorded.match, **changes)))
        with pytest.raises(SavedFileError, match=message):
            read_replay(file)
    write_replay(file, replace(recorded, ticks=1 << 40))
    with pytest.raises(SavedFileError, match=r"it has 1,099,511,627,776 ticks; this game allows up to 2,147,483,648"):
        read_replay(file)


def test_unknown_engine_is_refused(file: Path) -> None:
    with pytest.raises(GpulifeError, match="unknown engine 'abacus'"):
        replayed(file, "abacus")
