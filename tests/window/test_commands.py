"""Every command does something that can be seen: given to the program in a window, each has its effect."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, gt, ne
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image
from window.stage import Stage

from gpulife.commands import CommandKind
from gpulife.games import new_match
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.input.pads import RawPad
from gpulife.patterns.loading import load_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle import rle_text
from gpulife.replays import read_replay
from gpulife.rules import parse_rule
from gpulife.settings import Settings
from gpulife.view.camera import MOST_ZOOM, Camera
from gpulife.view.look import Look

SIZE = (860, 500)
LIVED = 40
"""Ticks that the universe has lived before the command is given; it stands still then."""


class Case(NamedTuple):
    """A command, and what it changes.

    Attributes:
        value: that it is given with.
        fact: what is looked at before and after.
        then: what that is afterwards, or a function of what it was and what it is that says whether this is right.
        first: commands before it.
    """

    value: object
    fact: Callable[[Stage], object]
    then: object
    first: tuple[tuple[CommandKind, object], ...] = ()


def act(kind: ActionKind, data: str = "", a: int = 0) -> Action:
    return Action(NOBODY, kind, a, 0, data)


def settings(stage: Stage) -> Settings:
    return stage.program.shell.settings


def look(stage: Stage) -> Look:
    return stage.program.play.look


def target(stage: Stage) -> Camera:
    return stage.program.play.target


def pace(stage: Stage) -> int:
    return stage.program.pace


def message(stage: Stage) -> str:
    return stage.messages[-1] if stage.messages else ""


def board(stage: Stage) -> bytes:
    return stage.cells.tobytes()


def corner(stage: Stage) -> list[int]:
    """The first row's first four cells."""
    return stage.cells[0, :4].tolist()


def tick(stage: Stage) -> int:
    return stage.program.play.session.ticks


def generation(stage: Stage) -> int:
    return stage.program.play.engine.generation


def rule(stage: Stage) -> str:
    return stage.program.play.engine.rule.law


def computers(stage: Stage) -> frozenset[int]:
    return stage.program.play.lineup.computers


def bindings(stage: Stage) -> object:
    """What differs from the defaults, as the program uses it and as it is kept."""
    return stage.program.shell.poller.bindings.overrides(), dict(settings(stage).bindings)


def wizard(stage: Stage) -> int | None:
    """The number of the mapping wizard's question."""
    return stage.program.mapping and stage.program.mapping.step().number


def one_file(ending: str, is_right: Callable[[Stage, Path], object]) -> tuple[Callable[[Stage], object], object]:
    """Fact and outcome of what writes one file, which holds what it should."""

    def fact(stage: Stage) -> object:
        found = list(stage.data.glob("*"))
        return [(path.suffix, bool(is_right(stage, path))) for path in found]

    return fact, [(ending, True)]


def is_board(stage: Stage, path: Path) -> bool:
    return bool((load_pattern(str(path)).whole().cells == stage.cells).all())


def is_replay(stage: Stage, path: Path) -> bool:
    written, now = read_replay(path), stage.program.play.session.recording()
    return (written.match, written.log) == (now.match, now.log)


def is_window(stage: Stage, path: Path) -> bool:
    with Image.open(path) as picture:
        return picture.size == SIZE


def is_picture_of_the_board(stage: Stage, path: Path) -> bool:
    with Image.open(path) as picture:
        lit = (np.asarray(picture.convert("RGB")) != look(stage).colours[0]).any(2)
    return bool((lit == (stage.cells > 0)).all())


THREE = "x = 3, y = 1\n3A!"
NOTHING = (CommandKind.ACT, act(ActionKind.CLEAR))
PAINTED = (CommandKind.ACT, act(ActionKind.PAINT, THREE))
WIZARD = (CommandKind.WIZARD, 3)
CASES = {
    CommandKind.ACT: [
        Case(act(ActionKind.HALT), lambda stage: stage.state.running, ne),
        Case(act(ActionKind.STEP), generation, lambda was, now: now == was + 1),
        Case(act(ActionKind.START), lambda stage: (generation(stage), stage.cells.sum()), (0, 0)),
        Case(act(ActionKind.OPTION), lambda stage: stage.program.play.session.match.option, ne),
        Case(act(ActionKind.SELECT), lambda stage: stage.program.play.session.match.game, ne),
        Case(act(ActionKind.WILD), board, ne),
        Case(act(ActionKind.SOUP, "0.4:1,2"), board, ne),
        Case(act(ActionKind.CLEAR), lambda stage: stage.cells.sum(), 0),
        Case(PAINTED[1], corner, [1, 1, 1, 0], (NOTHING,)),
        Case(act(ActionKind.ERASE, "1x2"), corner, [0, 0, 1, 0], (NOTHING, PAINTED)),
        Case(act(ActionKind.PACE, a=12_000), pace, 12_000),
        *(Case(act(kind), board, eq) for kind in (ActionKind.DIGIT, ActionKind.AGAIN, ActionKind.RESIGN)),
        Case(act(ActionKind.RESET), lambda stage: stage.program.on_title, ne),
    ],
    CommandKind.NEW: [
        Case(new_match("study", parse_rule(law), (30, 50), 0), rule, law) for law in ("QuadLife", "BioWar:4", "Life")
    ],
    CommandKind.OPEN: [
        Case(None, message, "drop a file on the window to open it"),
        Case("/nowhere/at all.rle", message, ne),
        Case("board.rle", lambda stage: (rule(stage), stage.cells.sum()), ("QuadLife", 7)),
    ],
    CommandKind.PASTE: [
        Case(THREE, lambda stage: stage.cells.sum(), 3, (NOTHING,)),
        Case("nonsense", message, ne),
        Case(None, lambda stage: stage.cells.sum(), 3, (NOTHING,)),
    ],
    CommandKind.SAVE: [Case(None, *one_file(".rle", is_board))],
    CommandKind.RECORD: [Case(None, *one_file(".gpureplay", is_replay))],
    CommandKind.SCREENSHOT: [Case(None, *one_file(".png", is_window))],
    CommandKind.BOARD_PICTURE: [Case(None, *one_file(".png", is_picture_of_the_board))],
    CommandKind.FILM: [
        Case(None, lambda stage: stage.program.filming.on, ne),
        Case(None, lambda stage: stage.program.filming.on, ne, ((CommandKind.FILM, None),)),
    ],
    CommandKind.FASTER: [Case(None, pace, 45_000)],
    CommandKind.SLOWER: [Case(None, pace, 20_000)],
    CommandKind.UNLIMITED: [
        Case(None, pace, 0),
        Case(None, pace, 30_000, ((CommandKind.UNLIMITED, None),)),
    ],
    CommandKind.SEEK: [Case(5, tick, lambda _, now: 5 <= now < 12)],
    CommandKind.BACK: [Case(0.5, tick, lambda was, now: now <= was - 20)],
    CommandKind.FORWARD: [Case(0.5, tick, lambda was, now: was + 30 <= now, ((CommandKind.SEEK, 5),))],
    CommandKind.ZOOM: [
        Case(2.0, lambda stage: target(stage).zoom, lambda was, now: now == 2 * was),
        Case(0.25, lambda stage: target(stage).zoom, gt, ((CommandKind.ZOOM, 4.0),)),
        Case(1e9, lambda stage: target(stage).zoom, MOST_ZOOM),
    ],
    CommandKind.PAN: [Case((0.3, -0.2), lambda stage: (target(stage).row, target(stage).column), ne)],
    CommandKind.FIT: [
        Case(None, lambda stage: target(stage) == stage.program.fitting(), ne, ((CommandKind.ZOOM, 3.0),))
    ],
    CommandKind.SCHEME: [
        Case(None, lambda stage: look(stage).scheme, ne),
        Case("Okabe-Ito", lambda stage: (look(stage).scheme, settings(stage).scheme), ("Okabe-Ito",) * 2),
    ],
    CommandKind.LOOK: [
        *(
            Case((name, value), lambda stage, name=name: getattr(look(stage), name), value)
            for name, value in {
                "wave": False, "shapes": True, "grid": True, "wrap": True, "reduced_flashing": True, "sizes": True,
                "age": 0.5, "trails": 0.5, "bloom": 0.5, "brightness": 0.5,
            }.items()
        ),
    ],
    CommandKind.MUTE: [
        Case(None, lambda stage: (stage.program.shell.sound.muted, settings(stage).muted), (True, True)),
        Case(None, lambda stage: stage.program.shell.sound.muted, ne, ((CommandKind.MUTE, None),)),
    ],
    CommandKind.VOLUME: [
        Case(-0.25, lambda stage: settings(stage).volume, gt),
        Case(-2.0, lambda stage: settings(stage).volume, 0.0),
    ],
    CommandKind.PANELS: [Case(None, lambda stage: stage.program.panels_shown, ne)],
    CommandKind.HELP: [Case(None, lambda stage: "help" in stage.program.shell.fields.shown, ne)],
    CommandKind.RESULT: [
        Case(None, message, "statistics are kept of One Seed and Seed List, from the set-up on"),
        Case(
            None,
            lambda stage: stage.program.shell.fields.result.drawn,
            ne,
            (
                (CommandKind.NEW, new_match("seed-list", parse_rule("Immigration"), (24, 40), 1)),
                (CommandKind.ACT, act(ActionKind.START)),
            ),
        ),
    ],
    CommandKind.FULLSCREEN: [
        Case(None, lambda stage: stage.window.fullscreen_on is not None, ne),
        Case("1", lambda stage: stage.window.fullscreen_on is not None, ne),
        Case("", lambda stage: stage.window.fullscreen_on is not None, ne, ((CommandKind.FULLSCREEN, None),)),
    ],
    CommandKind.SEAT: [
        Case((0, "name", "Ada"), lambda stage: stage.program.play.lineup.names[0], "Ada"),
        Case((1, "level", 2), computers, frozenset({1})),
        Case((1, "level", 0), computers, frozenset(), ((CommandKind.SEAT, (1, "level", 2)),)),
        Case((0, "colour", "#102030"), lambda stage: look(stage).colours[1], (0x10, 0x20, 0x30)),
        Case((0, "swap", 0), computers, frozenset({0}), ((CommandKind.SEAT, (1, "level", 2)),)),
    ],
    CommandKind.SETTING: [
        Case(("frame_limit", 90), lambda stage: settings(stage).frame_limit, 90),
        Case(("vsync", False), lambda stage: settings(stage).vsync, ne),
        Case(("dead_zone", 0.5), lambda stage: stage.program.shell.poller.dead_zone, 0.5),
    ],
    CommandKind.BIND: [
        Case(("halt", "key:H"), bindings, ({"halt": ("key:H", "pad:rt")},) * 2),
        Case(("halt", ""), bindings, ({}, {}), ((CommandKind.BIND, ("halt", "key:H")),)),
        Case(("halt", "key:F1"), message, ne),
    ],
    CommandKind.LEVEL: [
        Case(("levels",), lambda stage: stage.program.screens.survivor.page, "levels"),
        Case(("close",), lambda stage: stage.program.screens.survivor.page, "", ((CommandKind.LEVEL, ("levels",)),)),
    ],
    CommandKind.WIZARD: [
        Case(3, wizard, 1),
        Case("skip", wizard, 2, (WIZARD,)),
        Case("back", wizard, 1, (WIZARD, (CommandKind.WIZARD, "skip"))),
        Case("cancel", wizard, None, (WIZARD,)),
        Case(9, wizard, eq),
        Case("save", message, "the gamepad is known now: press A on it to play", (WIZARD,)),
    ],
    CommandKind.START_SCREEN: [Case(None, lambda stage: stage.program.lobby.shown, ne)],
    CommandKind.QUIT: [Case(None, lambda stage: stage.program.shell.quitting, ne)],
}  # fmt: skip


def test_every_kind_has_its_cases() -> None:
    assert [kind for kind in CommandKind if not CASES.get(kind)] == []


@pytest.mark.parametrize(
    ("kind", "case"),
    [
        pytest.param(kind, case, id=f"{kind}-{number}")
        for kind, cases in CASES.items()
        for number, case in enumerate(cases)
    ],
)
def test_a_command_does_what_it_says(
    stage: Stage, kind: CommandKind, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.rle").write_text(rle_text(Pattern(np.full((1, 7), 1, np.uint8), parse_rule("QuadLife"))))
    monkeypatch.setattr(stage.window, "clipboard", lambda: THREE)
    stage.pads.raw[3] = RawPad("Odd", "0300", (0.0, 0.0), (False,) * 8)
    stage.begin().act(ActionKind.SOUP, data="0.3").act(ActionKind.HALT).live(LIVED).act(ActionKind.HALT)
    for before in case.first:
        stage.do(*before)
    was = case.fact(stage)
    try:
        stage.do(kind, case.value).frames(3)
        now = case.fact(stage)
    finally:
        stage.window.set_fullscreen(None)
    assert case.then(was, now) if callable(case.then) else now == case.then
    assert callable(case.then) or now != was
    assert stage.program.shell.quitting is (kind is CommandKind.QUIT)
