"""Kinetic art in the window: fades, input that ends the art and input that does not, and failures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from goldens import Picture
from imgui_bundle import imgui
from numpy.typing import NDArray
from window.desktop import Screen
from window.galleries import Art, programme
from window.stage import Stage, press, show_start_screen

from gpulife.art._playlist_toml import programme_of
from gpulife.art.display import parse_brightness
from gpulife.art.scene import Programme
from gpulife.art.scene_runner import SceneEvent
from gpulife.input.events import KeyEvent, MouseButton, MouseMove
from gpulife.window.art.art_help import ArtHelpScreen
from gpulife.window.art.multi_monitor import Arrangement, MultiMonitor
from gpulife.window.art.playlist_page import ProgrammeChoice, ProgrammePage
from gpulife.window.art.scene_view import DisplayConditions
from gpulife.window.art.show_options import ShowOptions
from gpulife.window.art.slideshow import MAX_FAILURES, SlideshowError
from gpulife.window.glfw_window import Monitor
from gpulife.window.start.start_menu import ART

SIZE = (640, 400)


def options(**more: object) -> ShowOptions:
    return ShowOptions(**{"programme": programme(), "seed": 1, "idle": 5.0, "reduced_flashing": False} | more)  # type: ignore[arg-type]


def light(stage: Stage) -> float:
    return float(stage.picture.mean())


def blue(stage: Stage) -> float:
    """Return the colour of the ground: that of most pixels."""
    return float(np.median(stage.picture[..., 2]))


def test_first_scene_fades_in_from_black(stage: Stage) -> None:
    art = Art(stage, options())
    art.seconds(0.4)
    assert light(stage) < 1
    art.seconds(4)
    picture = stage.picture
    assert picture.mean() > 4
    assert picture[:, :20].any() and picture[:, -20:].any() and picture[:20].any() and picture[-20:].any()  # noqa: PT018


def test_both_scenes_run_during_a_fade(stage: Stage) -> None:
    art = Art(stage, options()).seconds(4)
    first, before = art.title, blue(stage)
    other = "B" if first == "A" else "A"
    art.until(other)
    incoming, outgoing = art.show.present, art.show._outgoing
    assert incoming is not None
    assert outgoing is not None
    generations = incoming.runner.generation, outgoing.runner.generation
    grounds = [before]
    while art.show.fading:
        art.seconds(0.4)
        grounds.append(blue(stage))
    assert incoming.runner.generation > generations[0]
    assert outgoing.runner.generation > generations[1]
    steps = np.diff(grounds)
    assert abs(grounds[-1] - before) > 20
    assert np.abs(steps).max() < 0.35 * abs(grounds[-1] - before), "a cut"
    assert (np.sign(steps[np.abs(steps) > 1]) == np.sign(grounds[-1] - before)).all()


def test_next_scene_is_loaded_in_advance(stage: Stage) -> None:
    art = Art(stage, options()).seconds(3)
    first = art.show.present
    assert first is not None
    while art.show.present is first:
        generation = first.runner.generation
        art.seconds(0.4)
        if art.show.present is first:
            assert first.runner.generation > generation, "stood still"
    assert first.seconds < first.duration + 1


LEFT_CLICK, RIGHT_CLICK = (MouseButton(button, True, 320, 200) for button in (0, 1))  # noqa: FBT003


@pytest.mark.parametrize(
    ("event", "touch"), [(KeyEvent("A", pressed=True), True), (RIGHT_CLICK, True), (LEFT_CLICK, False)]
)
def test_any_press_ends_the_art(stage: Stage, event: KeyEvent, touch: bool) -> None:
    art = Art(stage, options(touch=touch)).seconds(2)
    stage.frames(2, event)
    assert not art.art_screen.is_open
    assert stage.menu_shown
    assert any("the start screen opens" in line for line in art.lines)


def empty_programme(**more: object) -> Programme:
    """Return a programme whose board is empty but for one block in a corner, and stays so."""
    start = {"figures": [{"pattern": "block", "x": 0.05, "y": 0.05, "turn": 0}]}
    calm = {"threshold": 0, "kinds": [], "living": 0, "patience": "1 h"}
    return programme("AB", 600.0, start=start, interventions=calm, **more)


def live(art: Art) -> NDArray[np.uint8]:
    assert art.show.present is not None
    return art.show.present.runner.engine.read_all()  # type: ignore[attr-defined,no-any-return]


def test_click_adds_life_under_the_pointer(stage: Stage) -> None:
    art = Art(stage, options(programme=empty_programme())).seconds(4)
    before = live(art)
    stage.frames(1, MouseMove(480, 300), MouseButton(0, True, 480, 300))  # noqa: FBT003
    assert art.art_screen.is_open, "a click with the left button does not end the art"
    rows, columns = np.nonzero(live(art) != before)
    assert len(rows) > 20
    assert (abs(rows.mean() - 75) < 5) and abs(columns.mean() - 120) < 5  # noqa: PT018
    assert set(live(art)[rows, columns].tolist()) <= {0, 2}, "the rarest species"
    assert art.show.present.runner.state.touches == 1  # type: ignore[union-attr]
    stage.frames(1, MouseButton(0, False, 480, 300))  # noqa: FBT003
    stage.frames(2, MouseMove(100, 300))
    assert art.show.present.runner.state.touches == 1, "no button is held"  # type: ignore[union-attr]


def test_click_is_answered_by_a_ring_that_fades(stage: Stage) -> None:
    art = Art(stage, options(programme=empty_programme())).seconds(4)
    rings = art.art_screen._rings
    stage.frames(1, MouseButton(0, True, 480, 300))  # noqa: FBT003
    begun = stage.shell.now
    with_ring = stage.drawn_frames(1).picture.astype(int)
    rings.clear()
    beside = np.abs(with_ring - stage.drawn_frames(1).picture)[250:350, 430:530].max(axis=2)
    assert (beside > 40).sum() > 40, "it is seen in the next frame"
    for x in range(480, 520, 4):
        stage.frames(1, MouseMove(x, 300))
    assert len(rings.shown(stage.shell.now)) == 1, "a place does not flash"
    stage.frames(1, MouseMove(600, 300), MouseButton(0, False, 600, 300))  # noqa: FBT003
    assert len(rings.shown(stage.shell.now)) == 2
    assert rings.shown(begun + 60) == []


def test_drag_adds_a_stroke_without_flashes(stage: Stage) -> None:
    art = Art(stage, options(programme=empty_programme())).seconds(4)
    stage.frames(1, MouseButton(0, True, 100, 300))  # noqa: FBT003
    for x in range(100, 500, 25):
        art.seconds(0.2)
        stage.frames(1, MouseMove(x, 300))
    runner = art.show.present.runner  # type: ignore[union-attr]
    assert 5 < runner.state.touches <= 3.3 / 0.12
    stage.frames(1, MouseButton(0, False, 500, 300))  # noqa: FBT003
    touches = runner.state.touches
    for _ in range(10):  # in two seconds, all at one place
        stage.frames(1, MouseButton(0, True, 300, 100), MouseButton(0, False, 300, 100))  # noqa: FBT003
        art.seconds(0.2)
    assert 4 <= runner.state.touches - touches <= 6, "a place must not flash three times a second"


@pytest.mark.parametrize("how", ["no touch", "scene", "mirrors", "text", "pause"])
def test_what_a_click_does_not_change(stage: Stage, how: str) -> None:
    scene: dict[str, object] = {}
    match how:
        case "scene":
            scene = {"touch": False}
        case "mirrors":
            scene = {"effects": {"look": "kaleidoscope"}}
        case "text":
            scene = {"start": {"text": "go"}}
    shown = programme("AB", 600.0, **scene)
    art = Art(stage, options(programme=shown, touch=how != "no touch"), for_art=False).seconds(4)
    if how == "pause":
        stage.key("Space")
    stage.frames(2, MouseMove(320, 100), MouseButton(0, True, 320, 100))  # noqa: FBT003
    assert art.art_screen.is_open
    assert art.show.present.runner.state.touches == 0  # type: ignore[union-attr]


def test_bar_says_what_a_click_does_until_the_first_click(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("AB", 600.0))).seconds(4)
    assert "new life" in art.art_screen._hint
    stage.frames(1, LEFT_CLICK)
    assert not art.art_screen._hint


def test_help_page_of_the_art(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("AB", 600.0))).seconds(4)
    generation = art.show.present.runner.generation  # type: ignore[union-attr]
    for _ in range(2):
        stage.key("F1")
        page = stage.screens.top
        assert isinstance(page, ArtHelpScreen)
        assert "new life" in page._sections["Mouse"][0]
        assert {"Left", "Space", "F12", "Escape"} <= {*page._keys}
        art.seconds(2)
        assert art.show.present.runner.generation <= generation + 4, "the art waits"  # type: ignore[union-attr]
        stage.key("F1")
        stage.frames(2)
        assert art.art_screen.is_open
        assert stage.screens.top is art.art_screen
        generation = art.show.present.runner.generation  # type: ignore[union-attr]
    stage.key("F1")
    art.seconds(6)
    assert stage.screens.top is art.art_screen, "nobody reads it any more"


def test_opening_is_faster(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("AB", 600.0, opening=2.0)))
    art.until("AB"[art.title == "B"]) if art.title else art.seconds(1)
    piece = art.show.present
    assert piece is not None
    speeds = []
    for length in (10.0, 25.0, 10.0):
        before, since = piece.runner.generation, piece.seconds  # type: ignore[attr-defined]
        art.seconds(length)
        speeds.append((piece.runner.generation - before) / (piece.seconds - since))  # type: ignore[attr-defined]
    assert speeds[0] == pytest.approx(20, abs=1)
    assert 10 < speeds[1] < 20
    assert speeds[2] == pytest.approx(10, abs=1)


def test_pad_ends_the_art(stage: Stage) -> None:
    art = Art(stage, options()).seconds(2)
    stage.pad("a")
    assert not art.art_screen.is_open


def test_pointer_motion_and_modifiers_do_not_end_the_art(stage: Stage) -> None:
    art = Art(stage, options()).seconds(1)
    stage.frames(2, MouseMove(10, 10), KeyEvent("LeftShift", pressed=True))
    assert art.art_screen.is_open


def test_no_wake_ignores_all_but_quit_keys(stage: Stage) -> None:
    art = Art(stage, options(wakes=False)).seconds(1)
    stage.frames(2, KeyEvent("A", pressed=True), MouseButton(0, True, 5, 5), MouseMove(9, 9))  # noqa: FBT003
    for key in ("Left", "Right", "Space", "Escape"):
        stage.key(key)
    assert art.show.present is None or not art.show.present.runner.state.touches  # type: ignore[attr-defined]
    stage.pad("a", "start")
    assert art.art_screen.is_open
    assert not art.art_screen.is_paused
    assert not art.art_screen._bar.is_shown(stage.now)
    assert not stage.shell.quitting
    stage.frames(2, KeyEvent("Escape", True, frozenset({"Shift"})))  # noqa: FBT003
    assert stage.shell.quitting


def test_art_returns_after_idle_time(stage: Stage) -> None:
    art = Art(stage, options()).seconds(3)
    piece = art.show.present
    assert piece is not None
    generation = piece.runner.generation
    stage.key("A")
    art.seconds(4)
    stage.key("Down")
    art.seconds(4)
    assert not art.art_screen.is_open
    assert piece.runner.generation == generation
    art.seconds(2)
    assert art.art_screen.is_open
    assert not stage.menu_shown
    assert art.show.present is piece
    assert piece.runner.generation > generation


def test_art_from_start_screen_does_not_return(stage: Stage) -> None:
    art = Art(stage, options(), for_art=False).seconds(1)
    stage.key("Escape")
    assert stage.menu_shown
    art.seconds(8)
    assert not art.art_screen.is_open


def test_next_scene_follows_a_crash_within_5_seconds(stage: Stage) -> None:
    art = Art(stage, options(programme=programme(seconds=600))).seconds(3)
    first = art.title

    def crash() -> None:
        art.show.inject_fault = lambda: None
        raise RuntimeError("boom")

    art.show.inject_fault = crash
    art.seconds(4.8)
    assert art.title not in ("", first)
    assert light(stage) > 4
    assert any("failed" in line and "boom" in line for line in art.lines)


def test_crash_during_fade_counts_once(stage: Stage) -> None:
    art = Art(stage, options()).until("B")
    incoming, outgoing = art.show.present, art.show._outgoing
    assert incoming is not None
    assert outgoing is not None

    def crash(_seconds: float, *, offline: bool = False) -> tuple[SceneEvent, ...]:
        raise RuntimeError("boom")

    incoming.advance = crash  # type: ignore[method-assign]
    art.seconds(0.5)
    assert len([line for line in art.lines if "failed" in line]) == 1


def test_restore_after_scenes_were_removed(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("ABCDE", seconds=6))).until("E")
    record = art.show.checkpoint()
    assert record is not None
    art.art_screen.open(options(programme=programme("DE", seconds=6)), for_art=True, resume=[record])
    assert art.title == "E"
    art.until("D").until("E").until("D")


def test_repeated_crashes_raise_an_error(stage: Stage) -> None:
    art = Art(stage, options()).seconds(1)
    crashes = 0

    def crash() -> None:
        nonlocal crashes
        crashes += 1
        raise RuntimeError("boom")

    art.show.inject_fault = crash
    with pytest.raises(SlideshowError):
        art.seconds(20)
    assert crashes == MAX_FAILURES


def test_brightness_schedule(stage: Stage) -> None:
    art = Art(stage, options()).seconds(4)
    bright = light(stage)
    art.art_screen.options = options(brightness=parse_brightness("0.2"))
    art.seconds(0.4)
    assert light(stage) < bright * 0.75


def test_flashing_is_reduced_by_default(stage: Stage) -> None:
    art = Art(stage, options(reduced_flashing=None))
    stage.shell.settings = type(stage.shell.settings)()
    assert art.art_screen.conditions.reduced_flashing
    stage.shell.settings = type(stage.shell.settings)(reduced_flashing=False)
    assert not art.art_screen.conditions.reduced_flashing


def test_reduced_flashing_in_fades_and_interventions(stage: Stage) -> None:
    art = Art(stage, options(reduced_flashing=True)).seconds(3)
    last = stage.picture.astype(int)
    for number in range(60):
        art.seconds(0.2)
        if number == 20:
            art.end_scene()
        now = stage.picture.astype(int)
        assert np.abs(now - last).max() <= 255 * 0.9 * 0.25 * 1.5 + 8, number
        last = now


def test_pixel_shift(stage: Stage) -> None:
    art = Art(stage, options()).seconds(4)
    piece = art.show.present
    assert piece is not None
    pictures = []
    for shift in ((0, 0), (3, 2)):
        screen = stage.window.device.context.screen
        piece.draw(screen, SIZE, DisplayConditions(shift=shift), 0.0)
        pictures.append(stage.window.read())
    assert np.array_equal(pictures[1][2:, 3:], pictures[0][:-2, :-3])


def test_restore_continues_at_same_generation(stage: Stage) -> None:
    art = Art(stage, options()).until("B").seconds(2)
    record = art.show.checkpoint()
    assert record is not None
    cells = art.show.present.runner.engine.read_all()  # type: ignore[union-attr]
    art.seconds(3)
    art.art_screen.open(options(), for_art=True, resume=[record])
    piece = art.show.present
    assert piece is not None
    assert piece.scene.name == "B"
    assert np.array_equal(piece.runner.engine.read_all(), cells)
    art.until("A")
    assert sum("begins" in line for line in art.lines) >= 2


def region(name: str, left: int, top: int, width: int, height: int) -> Monitor:
    return Monitor(name, (left, top), (width, height), None)


REGIONS = (region("main", 0, 0, *SIZE), region("right", 640, 0, 320, 400), region("below", 0, 400, 640, 200))


@pytest.fixture
def shown(stage: Stage, screen: Screen) -> Callable[[Monitor], Picture]:
    """Return the picture on a part of the screen."""

    def look(monitor: Monitor) -> Picture:
        (left, top), (width, height) = monitor.position, monitor.size
        return screen.picture()[top : top + height, left : left + width]

    return look


def hang_up(stage: Stage, arrangement: Arrangement) -> Art:
    art_screen = stage.screens.art_screen
    stage.window.cover(REGIONS[0])
    art_screen.multi_monitor = MultiMonitor(stage.window, REGIONS, arrangement)
    art = Art(stage, options(programme=programme("ABCD", 600.0))).seconds(4)
    stage.window.swap()  # the screen itself is checked
    return art


def test_independent_monitors(stage: Stage, shown: Callable[[Monitor], Picture]) -> None:
    art = hang_up(stage, Arrangement.INDEPENDENT)
    assert len({show.present.runner.seed for show in art.art_screen.shows if show.present}) == 3
    pictures = [shown(monitor) for monitor in REGIONS]
    assert all(picture.mean() > 4 for picture in pictures)
    assert not np.array_equal(pictures[0][:400, :320], pictures[1])


def test_spanned_monitors(stage: Stage, shown: Callable[[Monitor], Picture]) -> None:
    art = hang_up(stage, Arrangement.SPAN)
    piece = art.show.present
    assert piece is not None
    target = stage.window.device.context.simple_framebuffer((960, 600), 4)
    conditions = art.art_screen.conditions
    piece.draw(target, (960, 600), conditions, 0.0)
    assert art.art_screen.multi_monitor is not None
    art.art_screen.multi_monitor.draw(art.art_screen.shows, conditions, 0.0, main=True)
    stage.window.swap()
    whole = np.frombuffer(target.read(components=3), np.uint8).reshape(600, 960, 3)[::-1]
    target.release()
    for monitor in REGIONS[1:]:
        (left, top), (width, height) = monitor.position, monitor.size
        apart = np.abs(shown(monitor).astype(int) - whole[top : top + height, left : left + width])
        assert apart.mean() < 3, monitor.name


def test_mirrored_monitors(stage: Stage, shown: Callable[[Monitor], Picture]) -> None:
    hang_up(stage, Arrangement.MIRROR)
    main, right = shown(REGIONS[0]), shown(REGIONS[1])
    assert np.abs(main[:, 160:480].astype(int) - right).mean() < 2  # its middle: as high, and half as wide


def test_unplugged_monitor_returns(stage: Stage, shown: Callable[[Monitor], Picture]) -> None:
    art = hang_up(stage, Arrangement.INDEPENDENT)
    assert art.art_screen.multi_monitor is not None
    art.art_screen.multi_monitor.unplug("right")
    art.seconds(1)
    assert art.lines[-1] == "monitor right is gone; the others continue"
    assert art.art_screen.is_open
    art.art_screen.multi_monitor.unplug("right", gone=False)
    art.seconds(1)
    assert art.lines[-1] == "monitor right is back"
    assert shown(REGIONS[1]).mean() > 4


def test_other_monitors_continue_during_games(stage: Stage) -> None:
    art = hang_up(stage, Arrangement.INDEPENDENT)
    stage.key("A")
    assert stage.menu_shown
    main, other = (show.present for show in art.art_screen.shows[:2])
    assert main is not None
    assert other is not None
    before = main.runner.generation, other.runner.generation
    art.seconds(2)
    assert main.runner.generation == before[0]
    assert other.runner.generation > before[1]


def test_art_and_programmes_on_start_screen(stage: Stage) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose(ART)
    stage.frames(8)
    page = stage.screens.start_menu.page
    assert isinstance(page, ProgrammePage)
    stage.screens.start_menu.choose(ProgrammeChoice(""))
    assert stage.screens.start_menu.page is None
    stage.screens.start_menu.choose(ART)
    stage.screens.start_menu.choose(ProgrammeChoice("quiet"))
    stage.frames(4)
    assert stage.screens.art_screen.is_open
    assert stage.screens.art_screen.options is not None
    assert stage.screens.art_screen.options.programme.name == "quiet"
    seed = stage.screens.art_screen.options.seed
    stage.key("Escape")
    stage.frames(3)
    assert isinstance(stage.screens.start_menu.page, ProgrammePage), "the programme was chosen there"
    press(stage, imgui.Key.enter, "Enter").frames(4)
    assert stage.screens.art_screen.is_open, "the focus is on the programme that was left"
    assert stage.screens.art_screen.options.programme.name == "quiet"
    stage.key("Escape").frames(3)
    stage.screens.start_menu.choose(ProgrammeChoice(""))
    stage.screens.start_menu.choose("art papercut")
    stage.frames(4)
    assert stage.screens.art_screen.options.seed != seed
    stage.key("Escape").frames(3)
    assert stage.menu_shown
    assert stage.screens.start_menu.page is None
    assert stage.screens.start_menu._pointed == "art papercut"
    assert "art papercut" in stage.screens.start_menu._visible


def test_keys_change_scenes_and_pause(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("ABCD", 600.0))).seconds(3)
    first = art.title
    stage.key("Left")
    assert "no scene before" in stage.messages[-1]
    shown = [first]
    for _ in range(2):
        stage.key("Right")
        art.seconds(3)
        shown.append(art.title)
    assert len(set(shown)) == 3
    stage.key("Left")
    art.seconds(3)
    assert art.title == shown[1]
    assert art.show.present is not None
    generation = art.show.present.runner.generation
    stage.key("Right")
    art.seconds(3)
    assert art.title == shown[2]
    stage.key("Space")
    paused = art.show.present.runner.generation
    assert art.seconds(2).show.present.runner.generation == paused
    stage.key("Space")
    assert art.seconds(2).show.present.runner.generation > paused
    assert generation > 0
    assert art.art_screen.is_open


def test_next_scene_goes_through_all_scenes(stage: Stage) -> None:
    scenes = tuple(replace(scene, weight=9 if scene.name == "A" else 1) for scene in programme("ABCD", 600.0).scenes)
    art = Art(stage, options(programme=replace(programme(), scenes=scenes))).seconds(3)
    shown = [art.title]
    for _ in range(7):
        stage.key("Right")
        assert art.show.is_changing
        assert stage.messages[-1] == "Loading the next scene"
        art.seconds(3)
        assert not art.show.is_changing
        shown.append(art.title)
    assert {*shown[:4]} == {*shown[4:]} == {*"ABCD"}


def test_pointer_shows_bar_that_goes_away(stage: Stage) -> None:
    art = Art(stage, options(programme=programme("AB", 600.0)), for_art=False).seconds(4)
    bar, generation = art.art_screen._bar, art.show.present
    assert not bar.is_shown(stage.now)
    stage.frames(2, MouseMove(300, 10))
    assert bar.is_shown(stage.now)
    art.seconds(3.4)
    assert not bar.is_shown(stage.now)
    stage.frames(2, MouseButton(0, True, 5, 5))  # noqa: FBT003
    assert bar.is_shown(stage.now), "a click does not end art that was started from the start screen"
    assert art.art_screen.is_open
    assert art.show.present is generation
    title, about = art.art_screen._description
    assert title == f"{art.show.programme.title}: {art.show.present.scene.name}"
    assert about[1] == "2 species of cells share the board. They are born and die 10 times a second."


def test_offered_programme_begins_when_idle(stage: Stage) -> None:
    art = Art(stage, options(), offered=True).seconds(4)
    stage.frames(1, MouseMove(10, 10))
    art.seconds(4)
    assert not art.art_screen.is_open
    assert isinstance(stage.screens.start_menu.page, ProgrammePage)
    art.seconds(2)
    assert art.art_screen.is_open
    assert stage.screens.start_menu.page is None
    assert art.show.programme.name == options().programme.name


def test_programme_preview_may_fail(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "own"))
    (tmp_path / "own" / "art").mkdir(parents=True)
    (tmp_path / "own" / "art" / "aaa.toml").write_text(
        'title = "Wide"\ndescription = "d"\n[[scene]]\nname = "W"\nduration = "1 min"\n'
        'rule = "RealTime:4"\nsize = "300000x64"\n[scene.start]\nsoup = 0.3\n'
    )
    show_start_screen(stage)
    stage.screens.start_menu.choose(ART)
    stage.frames(30)
    page = stage.screens.start_menu.page
    assert isinstance(page, ProgrammePage)
    assert "aaa" not in page._previews._made
    assert page._previews._made


def test_computer_match_as_scene(stage: Stage) -> None:
    match = {"name": "match", "duration": 60.0, "game": "one-seed"}
    values = {"title": "T", "description": "d", "scene": [match]}
    art = Art(stage, options(programme=programme_of(values, Path("test.toml"))))
    art.seconds(20)
    piece = art.show.present
    assert piece.play.session.ticks > 300  # type: ignore[union-attr]
    assert sum(piece.play.population) > 4  # type: ignore[union-attr]
    assert art.lines[-1].startswith("scene 'match' begins: ")
    assert light(stage) > 4
    assert art.show.checkpoint() is None
    art.end_scene()
    art.seconds(3)
    assert art.show.changes == 2
