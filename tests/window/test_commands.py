"""Every command has a visible effect in the window."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, gt, lt, ne
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from boards import load_pattern
from PIL import Image
from window.stage import KINDS, Stage

from gpulife.games.core.area import Area
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survivor.level_files import built_in_levels, level_match
from gpulife.games.title_screen import FANFARE
from gpulife.input.commands import (
    AddPatternFolder,
    Authentic,
    Bind,
    BindDefaults,
    BoardPicture,
    BrowsePatterns,
    ChangeLook,
    ChangeRule,
    ChangeSeat,
    ChangeSetting,
    ChoosePicture,
    ChooseTool,
    CommandOrAction,
    CopySelection,
    Crop,
    DefaultLook,
    DropGhost,
    EditSelection,
    ExtendSelection,
    Faster,
    Film,
    Fit,
    Fly,
    FocusPanels,
    Fullscreen,
    GoToGeneration,
    Grid,
    GuidedRound,
    Help,
    HoldNamed,
    Identify,
    Jump,
    KeepRule,
    LevelRequest,
    LookAt,
    MapPad,
    MarkCorner,
    Measure,
    MergeMode,
    MoveGhost,
    Mute,
    New,
    NewBoard,
    Online,
    Open,
    OpenSection,
    OtherGame,
    Pan,
    Panels,
    Paste,
    PauseMenu,
    Phones,
    PickState,
    PlaceGhost,
    PressEndButton,
    Quit,
    Record,
    Redo,
    RemovePatternFolder,
    Reseed,
    ResizeBoard,
    RoundSummary,
    RunUntil,
    Save,
    SaveAs,
    SaveSelection,
    Scheme,
    Screenshot,
    Seek,
    Select,
    SelectAll,
    SetUp,
    ShowFolder,
    ShowPreview,
    ShowSettings,
    ShrinkSelection,
    Slower,
    Stamp,
    StartScreen,
    StepSize,
    Talk,
    TextSize,
    Tool,
    TryThis,
    Turn,
    Undo,
    Unlimited,
    UsePatternsRule,
    Volume,
    WorldRequest,
    Zoom,
)
from gpulife.input.events import RawPad
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay
from gpulife.settings import Settings
from gpulife.view.camera import MAX_ZOOM, Camera
from gpulife.view.look import Look
from gpulife.window.games.survival1982.guided_round import GuidedController
from gpulife.window.help_screen import HelpScreen
from gpulife.window.play.workbench import Workbench
from gpulife.window.start.setup_page import SetupPage

SIZE = (860, 500)
LIVED = 40
"""Ticks that the universe has lived before the command is given; it stands still then."""


class Case(NamedTuple):
    """A command, and what it changes.

    Attributes:
        request: the command.
        fact: what is looked at before and after.
        then: what that is afterwards, or a function of what it was and what it is that says whether this is right.
        first: commands before it.
    """

    request: CommandOrAction
    fact: Callable[[Stage], object]
    then: object
    first: tuple[CommandOrAction, ...] = ()


def act(kind: ActionKind, data: str = "", a: int = 0) -> Action:
    return Action(NOBODY, kind, a, 0, data)


def settings(stage: Stage) -> Settings:
    return stage.shell.settings


def look(stage: Stage) -> Look:
    return stage.play.display.look


def target(stage: Stage) -> Camera:
    return stage.play.display.target


def pace(stage: Stage) -> int:
    return stage.play.runner.pace


def message(stage: Stage) -> str:
    return stage.messages[-1] if stage.messages else ""


def board(stage: Stage) -> bytes:
    return stage.cells.tobytes()


def corner(stage: Stage) -> list[int]:
    """The first row's first four cells."""
    return stage.cells[0, :4].tolist()


def tick(stage: Stage) -> int:
    return stage.play.session.ticks


def generation(stage: Stage) -> int:
    return stage.play.engine.generation


def rule(stage: Stage) -> str:
    return stage.play.engine.rule.law


def computers(stage: Stage) -> frozenset[int]:
    return stage.play.seats.computers


def bindings(stage: Stage) -> object:
    """What differs from the defaults, as the program uses it and as it is kept."""
    return stage.shell.poller.bindings.overrides(), dict(settings(stage).bindings)


def wizard(stage: Stage) -> int | None:
    """The number of the mapping wizard's question."""
    return stage.shell.mapping_wizard and len(stage.shell.mapping_wizard.answers) + 1


def bench(stage: Stage) -> Workbench:
    assert stage.controller.workbench is not None
    return stage.controller.workbench


def ghosts(stage: Stage) -> list[int]:
    """Live cells of each pattern that hangs over the board."""
    return [int(ghost.cells.astype(bool).sum()) for ghost in bench(stage).ghosts.values()]


def one_file(ending: str, is_right: Callable[[Stage, Path], object]) -> tuple[Callable[[Stage], object], object]:
    """Fact and outcome of what writes one file, which holds what it should."""

    def fact(stage: Stage) -> object:
        found = list(stage.data.glob("*"))
        return [(path.suffix, bool(is_right(stage, path))) for path in found]

    return fact, [(ending, True)]


def is_board(stage: Stage, path: Path) -> bool:
    return bool((load_pattern(str(path)).whole().cells == stage.cells).all())


def is_selection(stage: Stage, path: Path) -> bool:
    return bool((load_pattern(str(path)).whole().cells == stage.cells[:2, :7]).all())


def is_replay(stage: Stage, path: Path) -> bool:
    written, now = read_replay(path), stage.play.session.recording()
    return (written.match, written.log) == (now.match, now.log)


def is_window(stage: Stage, path: Path) -> bool:
    with Image.open(path) as picture:
        return picture.size == SIZE


def is_picture_of_the_board(stage: Stage, path: Path) -> bool:
    with Image.open(path) as picture:
        lit = (np.asarray(picture.convert("RGB")) != look(stage).colours[0]).any(2)
    return bool((lit == (stage.cells > 0)).all())


THREE = "x = 3, y = 1\n3A!"
NOTHING = act(ActionKind.CLEAR)
PAINTED = act(ActionKind.PAINT, THREE)
LEVEL = (New(level_match(built_in_levels()[0].level, 1)),)
WIZARD = MapPad(3)
CASES: dict[type[CommandOrAction], list[Case]] = {
    Action: [
        Case(act(ActionKind.HALT), lambda stage: stage.state.running, ne),
        Case(act(ActionKind.STEP), generation, lambda was, now: now == was + 1),
        Case(act(ActionKind.START), lambda stage: (generation(stage), stage.cells.sum()), (0, 0)),
        Case(act(ActionKind.OPTION), lambda stage: stage.play.session.match.option, ne),
        Case(act(ActionKind.SELECT), lambda stage: stage.play.session.match.game, ne),
        Case(act(ActionKind.WILD), board, ne),
        Case(act(ActionKind.SOUP, "0.4:1,2"), board, ne),
        Case(act(ActionKind.CLEAR), lambda stage: stage.cells.sum(), 0),
        Case(PAINTED, corner, [1, 1, 1, 0], (NOTHING,)),
        Case(act(ActionKind.ERASE, "1x2"), corner, [0, 0, 1, 0], (NOTHING, PAINTED)),
        Case(act(ActionKind.PACE, a=12_000), pace, 12_000),
        *(Case(act(kind), board, eq) for kind in (ActionKind.DIGIT, ActionKind.AGAIN, ActionKind.RESIGN)),
        Case(act(ActionKind.RESET), lambda stage: stage.play.session.match.game == FANFARE, ne),
    ],
    New: [
        Case(New(new_match("study", parse_rule(law), (30, 50), 0)), rule, law)
        for law in ("QuadLife", "BioWar:4", "Life")
    ],
    Open: [
        Case(Open(), lambda stage: stage.screens.top is stage.screens.play_screen, ne),
        Case(Open("/nowhere/at all.rle"), message, ne),
        Case(Open("replicator"), rule, "B36/S23"),
        Case(Open("board.rle"), lambda stage: (rule(stage), stage.cells.sum()), ("QuadLife", 7)),
    ],
    Paste: [
        Case(Paste(THREE), ghosts, [3]),
        Case(Paste("nonsense"), message, ne),
        Case(Paste(), ghosts, [3]),
    ],
    Stamp: [Case(Stamp(THREE), ghosts, [3]), Case(Stamp("nonsense"), message, ne)],
    PlaceGhost: [
        Case(PlaceGhost(), lambda stage: stage.cells.sum(), 3, (NOTHING, Paste(THREE))),
        Case(PlaceGhost(), ghosts, [], (Paste(THREE),)),
        Case(PlaceGhost(), ghosts, lambda was, now: was == now == [3], (Stamp(THREE),)),
    ],
    DropGhost: [Case(DropGhost(), ghosts, [], (Paste(THREE),))],
    MoveGhost: [
        Case(
            MoveGhost(2, -1),
            lambda stage: [(ghost.row, ghost.column) for ghost in bench(stage).ghosts.values()],
            lambda was, now: now == [(was[0][0] + 2, was[0][1] - 1)],
            (Paste(THREE),),
        )
    ],
    Turn: [
        Case(Turn("left"), lambda stage: bench(stage).ghosts[-1].cells.shape, (3, 1), (Paste(THREE),)),
        Case(Turn("left"), lambda stage: bench(stage).selection, Area(1, 3, 5, 2), (Select(2, 2, 2, 5),)),
        Case(Turn("left"), message, ne),
    ],
    MergeMode: [
        Case(MergeMode(), lambda stage: bench(stage).mode, "over"),
        Case(MergeMode("and"), lambda stage: bench(stage).mode, "and"),
        Case(MergeMode("under"), message, ne),
    ],
    ChooseTool: [Case(ChooseTool(Tool.SELECT), lambda stage: bench(stage).tool, Tool.SELECT)],
    PickState: [
        Case(PickState(0, 0), lambda stage: bench(stage).tool, Tool.ERASE, (NOTHING,)),
        Case(PickState(0, 0), lambda stage: bench(stage).tool, Tool.DRAW, (PAINTED, ChooseTool(Tool.PICK))),
    ],
    Select: [
        Case(Select(1, 2, 3, 4), lambda stage: bench(stage).selection, Area(1, 2, 3, 4)),
        Case(Select(), lambda stage: bench(stage).selection, None, (SelectAll(),)),
    ],
    SelectAll: [Case(SelectAll(), lambda stage: bench(stage).selection, Area(0, 0, 24, 40))],
    ShrinkSelection: [
        Case(ShrinkSelection(), lambda stage: bench(stage).selection, Area(0, 0, 1, 3), (NOTHING, PAINTED)),
        Case(ShrinkSelection(), message, ne, (NOTHING,)),
    ],
    ExtendSelection: [
        Case(ExtendSelection(2, 3), lambda stage: bench(stage).selection, Area(2, 2, 4, 8), (Select(2, 2, 2, 5),))
    ],
    MarkCorner: [
        Case(MarkCorner(player=0), lambda stage: bench(stage).selection, Area(12, 10, 1, 1)),
        Case(MarkCorner(player=0), lambda stage: dict(bench(stage).marked), {}, (MarkCorner(player=0),)),
    ],
    CopySelection: [
        Case(CopySelection(), message, "Copied 7x2 cells", (Select(0, 0, 2, 7),)),
        Case(CopySelection(cut=True), lambda stage: stage.cells.sum(), 0, (NOTHING, PAINTED, SelectAll())),
        Case(CopySelection(), message, ne),
    ],
    EditSelection: [
        Case(EditSelection("invert"), corner, [2, 2, 2, 0], (NOTHING, PAINTED, SelectAll())),
        Case(EditSelection("erase"), corner, [1, 0, 0, 0], (NOTHING, PAINTED, Select(0, 1, 1, 2))),
        Case(EditSelection("outside"), corner, [0, 1, 1, 0], (NOTHING, PAINTED, Select(0, 1, 1, 2))),
        Case(EditSelection("fill"), corner, [0, 1, 1, 0], (NOTHING, Select(0, 1, 1, 2))),
        Case(EditSelection("random"), board, ne, (SelectAll(),)),
    ],
    Crop: [Case(Crop(), lambda stage: stage.cells.shape, (2, 7), (Select(0, 0, 2, 7),))],
    Measure: [Case(Measure(1, 2, 3, 4), lambda stage: bench(stage).measured, ((1, 2), (3, 4)))],
    SaveSelection: [
        Case(SaveSelection(), *one_file(".rle", is_selection), first=(Select(0, 0, 2, 7),)),
        Case(SaveSelection(), message, ne),
    ],
    Save: [
        Case(Save("board2.rle"), lambda _: Path("board2.rle").exists(), then=True),
        Case(Save(), lambda stage: type(stage.screens.top).__name__, "FileListDialog"),
    ],
    Record: [Case(Record(), *one_file(".gpureplay", is_replay))],
    Screenshot: [Case(Screenshot(), *one_file(".png", is_window))],
    BoardPicture: [Case(BoardPicture(), *one_file(".png", is_picture_of_the_board))],
    Film: [
        Case(Film(), lambda stage: stage.shell.recorder.on, ne),
        Case(Film(), lambda stage: stage.shell.recorder.on, ne, (Film(),)),
    ],
    Faster: [Case(Faster(), pace, 45_000)],
    Slower: [Case(Slower(), pace, 20_000)],
    Authentic: [Case(Authentic(), pace, -1), Case(Authentic(), pace, 30_000, (Authentic(),))],
    Unlimited: [
        Case(Unlimited(), pace, 0),
        Case(Unlimited(), pace, 30_000, (Unlimited(),)),
    ],
    Seek: [Case(Seek(5), tick, lambda _, now: 5 <= now < 12)],
    Jump: [
        Case(Jump(-0.5), tick, lambda was, now: now <= was - 20),
        Case(Jump(0.5), tick, lambda was, now: was + 30 <= now, (Seek(5),)),
    ],
    Zoom: [
        Case(Zoom(2.0), lambda stage: target(stage).zoom, lambda was, now: now == 2 * was),
        Case(Zoom(0.25), lambda stage: target(stage).zoom, gt, (Zoom(4.0),)),
        Case(Zoom(1e9), lambda stage: target(stage).zoom, MAX_ZOOM),
    ],
    LookAt: [Case(LookAt(3.0, 4.0), lambda stage: (target(stage).row, target(stage).column), (3.0, 4.0), (Zoom(3.0),))],
    Pan: [Case(Pan(0.3, -0.2), lambda stage: (target(stage).row, target(stage).column), ne)],
    Fit: [
        Case(Fit(), lambda stage: target(stage) == stage.controller.layout.whole_board_camera(), ne, (Zoom(3.0),))
    ],
    Fly: [
        Case(Fly(), lambda stage: target(stage) == stage.controller.layout.whole_board_camera(), ne, (Zoom(3.0),)),
        Case(Fly(), lambda stage: target(stage).zoom, lt),
    ],
    Scheme: [
        Case(Scheme(), lambda stage: look(stage).scheme, ne),
        Case(Scheme("Okabe-Ito"), lambda stage: (look(stage).scheme, settings(stage).scheme), ("Okabe-Ito",) * 2),
    ],
    ChoosePicture: [
        Case(ChoosePicture(), lambda stage: look(stage).picture, ne),
        Case(ChoosePicture("ink"), lambda stage: (look(stage).picture, settings(stage).picture), ("ink", "ink")),
    ],
    ChangeLook: [
        *(
            Case(ChangeLook(name, value), lambda stage, name=name: getattr(look(stage), name), value)
            for name, value in {
                "wave": False, "shapes": True, "grid": False, "wrap": True, "reduced_flashing": True, "sizes": True,
                "age": 0.5, "trails": 0.5, "bloom": 0.5, "brightness": 0.5, "contrast": 0.5,
            }.items()
        ),
    ],
    Mute: [
        Case(Mute(), lambda stage: (stage.shell.sound.muted, settings(stage).muted), (True, True)),
        Case(Mute(), lambda stage: stage.shell.sound.muted, ne, (Mute(),)),
    ],
    Volume: [
        Case(Volume(-0.25), lambda stage: settings(stage).volume, gt),
        Case(Volume(-2.0), lambda stage: settings(stage).volume, 0.0),
    ],
    Panels: [Case(Panels(), lambda stage: stage.controller.layout.panels_shown, ne)],
    Help: [Case(Help(), lambda stage: isinstance(stage.screens.top, HelpScreen), ne)],
    FocusPanels: [
        Case(FocusPanels(), lambda stage: stage.shell.panel_state.focused, "Tool bar"),
        Case(FocusPanels(backwards=True), lambda stage: stage.shell.panel_state.focused, "Time"),
    ],
    TextSize: [
        Case(TextSize(0.2), lambda stage: settings(stage).ui_scale, 1.2),
        Case(TextSize(9.0), lambda stage: settings(stage).ui_scale, 4.0),
        Case(TextSize(), lambda stage: settings(stage).ui_scale, 1.0, (TextSize(-0.3),)),
    ],
    SetUp: [
        Case(SetUp("seed-list"), lambda stage: isinstance(stage.screens.start_menu.page, SetupPage), ne),
        Case(SetUp("life-2", against=2, begins=True), lambda stage: stage.play.seats.levels, (0, 2)),
    ],
    GuidedRound: [Case(GuidedRound("seed-list"), lambda stage: isinstance(stage.controller, GuidedController), ne)],
    RoundSummary: [
        Case(RoundSummary(), message, "Only One Seed, Seed List and P2Life have statistics, once the set-up has begun"),
        Case(
            RoundSummary(),
            lambda stage: stage.shell.panel_state.round_summary.drawn,
            ne,
            (
                New(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1)),
                act(ActionKind.START),
            ),
        ),
    ],
    Fullscreen: [
        Case(Fullscreen(), lambda stage: stage.window.fullscreen_on is not None, ne),
        Case(Fullscreen("1"), lambda stage: stage.window.fullscreen_on is not None, ne),
        Case(Fullscreen(""), lambda stage: stage.window.fullscreen_on is not None, ne, (Fullscreen(),)),
    ],
    ChangeSeat: [
        Case(ChangeSeat(0, "name", "Ada"), lambda stage: stage.play.seats.names[0], "Ada"),
        Case(ChangeSeat(1, "level", 2), computers, frozenset({1})),
        Case(ChangeSeat(1, "level", 0), computers, frozenset(), (ChangeSeat(1, "level", 2),)),
        Case(ChangeSeat(0, "colour", "#102030"), lambda stage: look(stage).colours[1], (0x10, 0x20, 0x30)),
        Case(ChangeSeat(0, "swap", 0), computers, frozenset({0}), (ChangeSeat(1, "level", 2),)),
    ],
    ChangeSetting: [
        Case(ChangeSetting("frame_limit", 90), lambda stage: settings(stage).frame_limit, 90),
        Case(ChangeSetting("vsync", value=False), lambda stage: settings(stage).vsync, ne),
        Case(ChangeSetting("dead_zone", 0.5), lambda stage: stage.shell.poller.dead_zone, 0.5),
    ],
    Bind: [
        Case(Bind("halt", "key:H"), bindings, ({"halt": ("key:H", "pad:rt")},) * 2),
        Case(Bind("halt", ""), bindings, ({}, {}), (Bind("halt", "key:H"),)),
        Case(Bind("wild", "key:F1", swaps=True), bindings, ne),
    ],
    BindDefaults: [Case(BindDefaults(), bindings, ({}, {}), (Bind("halt", "key:H"),))],
    DefaultLook: [
        Case(DefaultLook(("age",)), lambda stage: look(stage).age, Settings().age, (ChangeLook("age", 0.5),)),
    ],
    PauseMenu: [Case(PauseMenu(), lambda stage: type(stage.screens.top).__name__, "PauseScreen")],
    ShowSettings: [Case(ShowSettings(), lambda stage: type(stage.screens.top).__name__, "SettingsScreen")],
    WorldRequest: [Case(WorldRequest("race"), message, ne)],
    ShowPreview: [Case(ShowPreview(), message, ne)],
    LevelRequest: [
        Case(LevelRequest("levels"), lambda stage: stage.controller.page, "levels", LEVEL),
        Case(LevelRequest("close"), lambda stage: stage.controller.page, "", (*LEVEL, LevelRequest("levels"))),
    ],
    MapPad: [
        Case(MapPad(3), wizard, 1),
        Case(MapPad("skip"), wizard, 2, (WIZARD,)),
        Case(MapPad("back"), wizard, 1, (WIZARD, MapPad("skip"))),
        Case(MapPad("cancel"), wizard, None, (WIZARD,)),
        Case(MapPad(9), wizard, eq),
        Case(MapPad("save"), message, "The gamepad is set up: press A on it to play", (WIZARD,)),
    ],
    Online: [Case(Online(), lambda stage: stage.screens.top is stage.screens.play_screen, ne)],
    Talk: [Case(Talk(), message, "Nobody to talk to: this is not an on-line match")],
    Phones: [Case(Phones(), lambda stage: stage.screens.top is stage.screens.play_screen, ne)],
    SaveAs: [Case(SaveAs(), lambda stage: stage.screens.top is stage.screens.play_screen, ne)],
    BrowsePatterns: [
        Case(BrowsePatterns(), lambda stage: stage.shell.panel_state.docked, "Patterns"),
        Case(BrowsePatterns(), lambda stage: stage.shell.panel_state.docked, "", (BrowsePatterns(),)),
    ],
    HoldNamed: [
        Case(HoldNamed("block"), lambda stage: len(bench(stage).ghosts), 1),
        Case(HoldNamed("nothing"), message, ne),
    ],
    AddPatternFolder: [
        Case(AddPatternFolder("/a"), lambda stage: settings(stage).pattern_folders, ("/a",)),
        Case(AddPatternFolder(""), lambda stage: stage.screens.top is stage.screens.play_screen, ne),
    ],
    RemovePatternFolder: [
        Case(RemovePatternFolder("/a"), lambda stage: settings(stage).pattern_folders, (), (AddPatternFolder("/a"),))
    ],
    TryThis: [
        Case(TryThis("gun"), message, "A glider gun: every 30 generations it shoots a glider. Ctrl+Z takes it away"),
    ],
    OpenSection: [Case(OpenSection("Look"), lambda stage: stage.shell.panel_state.tab, "Settings")],
    Identify: [Case(Identify(), lambda stage: stage.shell.panel_state.docked, "Identify", (PAINTED,))],
    KeepRule: [
        Case(KeepRule(), lambda stage: bench(stage).offered_rule, "", (HoldNamed("highlife-glider"),)),
    ],
    UsePatternsRule: [
        Case(
            UsePatternsRule(), lambda stage: stage.play.engine.rule.law, "B36/S23", (HoldNamed("highlife-glider"),)
        ),
        Case(UsePatternsRule(), message, "there is no pattern that needs another rule"),
    ],
    ShowFolder: [Case(ShowFolder("/"), message, ne)],
    StepSize: [Case(StepSize(3), lambda stage: stage.shell.panel_state.step_size, 8)],
    GoToGeneration: [
        Case(GoToGeneration(10**9), lambda stage: stage.play.runner.fast_run, ne),
        Case(GoToGeneration(), lambda stage: type(stage.screens.top).__name__, "GenerationDialog"),
    ],
    RunUntil: [Case(RunUntil("rises", 10**6), lambda stage: stage.play.runner.fast_run, ne)],
    ChangeRule: [
        Case(ChangeRule("highlife"), lambda stage: stage.play.engine.rule.law, "B36/S23"),
        Case(ChangeRule(), lambda stage: type(stage.screens.top).__name__, "RuleDialog"),
        Case(ChangeRule("nonsense"), message, ne),
    ],
    NewBoard: [
        Case(NewBoard(), lambda stage: type(stage.screens.top).__name__, "NewBoardDialog"),
        Case(NewBoard("nonsense"), message, ne),
    ],
    ResizeBoard: [
        Case(ResizeBoard(30, 50), lambda stage: stage.play.engine.shape, (30, 50)),
        Case(ResizeBoard(), lambda stage: type(stage.screens.top).__name__, "ResizeDialog"),
    ],
    Grid: [Case(Grid(), lambda stage: stage.play.display.look.grid, ne)],
    OtherGame: [Case(OtherGame(), lambda stage: stage.play.session.match.game, "biowar")],
    Reseed: [Case(Reseed(), board, ne)],
    PressEndButton: [
        Case(
            PressEndButton(leaves=True),
            lambda stage: stage.menu_shown,
            ne,
            (
                New(new_match("seed-list", parse_rule("Immigration"), (30, 50), 0)),
                act(ActionKind.START),
                Action(0, ActionKind.RESIGN),
            ),
        )
    ],
    Undo: [Case(Undo(), lambda stage: stage.cells.sum() > 0, then=True, first=(NOTHING,))],
    Redo: [Case(Redo(), lambda stage: stage.cells.sum(), 0, (NOTHING, Undo()))],
    StartScreen: [Case(StartScreen(), lambda stage: stage.menu_shown, ne)],
    Quit: [Case(Quit(), lambda stage: stage.shell.quitting, ne)],
}  # fmt: skip


def test_every_kind_has_its_cases() -> None:
    assert [kind for kind in KINDS if not CASES.get(kind)] == []


@pytest.mark.parametrize(
    ("kind", "case"),
    [
        pytest.param(kind, case, id=f"{kind.__name__}-{number}")
        for kind, cases in CASES.items()
        for number, case in enumerate(cases)
    ],
)
def test_command_has_its_effect(
    stage: Stage, kind: type[CommandOrAction], case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))  # where no program is that shows dialogs or folders
    Path("board.rle").write_text(rle_text(Pattern(np.full((1, 7), 1, np.uint8), parse_rule("QuadLife"))))
    monkeypatch.setattr(stage.window, "clipboard", lambda: THREE)
    stage.pads.raw[3] = RawPad("Odd", "0300", (0.0, 0.0), (False,) * 8)
    stage.begin().screens.carry_out([act(ActionKind.SOUP, "0.3"), act(ActionKind.HALT)])
    stage.live(LIVED // 5, ticks=5).act(ActionKind.HALT)
    for before in case.first:
        stage.do(before)
    was = case.fact(stage)
    try:
        stage.do(case.request).frames(3)
        now = case.fact(stage)
    finally:
        stage.window.set_fullscreen(None)
    assert case.then(was, now) if callable(case.then) else now == case.then
    assert callable(case.then) or now != was
    assert stage.shell.quitting is (kind is Quit)
