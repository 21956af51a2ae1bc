"""A match in the window: scores, names, hidden panels, the wave, and who flashes at the end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from window.stage import SMALL, Stage, choose_seats

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.round_end import Ending
from gpulife.games.core.score_history import AVERAGED
from gpulife.games.matches import new_match
from gpulife.games.survival1982.rules import start
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.commands import Authentic, ChangeLook, Faster, Slower
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.view.camera import pixel_of
from gpulife.window.games.survival1982.hurry import Hurry
from gpulife.window.games.survival1982.round_events import RoundEvents
from gpulife.window.panels.round_summary_card import averaged

SIZE = (1024, 600)
LEFT_BLOCK = ((2, 8), (2, 9), (3, 8), (3, 9))  # where the banner with the result is not
RIGHT_BLOCK = ((2, 30), (2, 31), (3, 30), (3, 31))
LONG = "Wolfgang Amadeus"


def contest(stage: Stage, option: str = "FAST") -> Stage:
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, option))
    return stage.frames(2)


def play(stage: Stage, *plantings: tuple[tuple[int, int], ...]) -> ContestState:
    """Set up each player's cells, and play until the round is over."""
    contest(stage)
    stage.act(ActionKind.START)
    stage.act(ActionKind.PACE, 20_000)
    for player, cells in enumerate(plantings):
        for cell in cells:
            for kind, *numbers in ((ActionKind.POINT, *cell), (ActionKind.TRIGGER, 1), (ActionKind.TRIGGER,)):
                stage.play.runner.act(Action(player, kind, *numbers))
                stage.frames(2)
    stage.act(ActionKind.HALT)
    stage.live_until(lambda: stage.play.session.state.phase is RoundPhase.OVER, "over", 10_000)
    stage.live(10, ticks=6)  # the board makes room for the statistics
    return stage.play.session.state


def brightness(stage: Stage, *blocks: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the summed brightness of the middles of the cells of each block, in the next picture."""
    picture = stage.picture
    totals = []
    for cells in blocks:
        camera, size = stage.play.display.camera, stage.shell.window.framebuffer_size
        places = [pixel_of(camera, size, row + 0.5, column + 0.5) for row, column in cells]
        totals.append(sum(int(picture[int(y), int(x)].sum()) for x, y in places))
    return totals


def swings(stage: Stage) -> tuple[bool, bool]:
    """Return whether the left and the right block flash during a second."""
    seen = np.array([brightness(stage, LEFT_BLOCK, RIGHT_BLOCK) for _ in range(60)])
    left, right = np.ptp(seen, axis=0) > 200
    return bool(left), bool(right)


def test_both_sides_flash_after_a_tie(stage: Stage) -> None:
    state = play(stage, LEFT_BLOCK, RIGHT_BLOCK)
    assert state.ending is Ending.CLOCK
    assert state.winner is None
    assert swings(stage) == (True, True)


def test_only_the_winner_flashes(stage: Stage) -> None:
    state = play(stage, LEFT_BLOCK, (*RIGHT_BLOCK, (12, 20), (12, 21), (13, 20), (13, 21)))
    assert state.winner == 1
    assert swings(stage) == (False, True)


def test_panels_are_hidden_until_opened(stage: Stage) -> None:
    stage.begin()
    assert stage.controller.layout.panels_shown
    contest(stage)
    assert not stage.controller.layout.panels_shown
    stage.key("Tab")
    assert stage.controller.layout.panels_shown
    contest(stage)
    assert stage.controller.layout.panels_shown, "who wants them has them in the next match too"
    stage.begin()
    stage.key("Tab")
    assert not stage.controller.layout.panels_shown
    contest(stage)
    assert stage.controller.layout.panels_shown
    assert stage.shell.settings.panels_hidden, "that was about Study Mode"


def test_scores_appear_once(stage: Stage) -> None:
    """They are in the line below the board; the bar of time has them only without that line."""
    size = stage.shell.window.framebuffer_size

    def left_colour_in_the_bar() -> bool:
        picture = stage.picture[size[1] - 80 :]
        return bool((np.abs(picture.astype(int) - stage.play.display.look.colours[1]) < 12).all(axis=2).any())

    contest(stage).key("Tab")
    stage.act(ActionKind.START)
    assert not left_colour_in_the_bar()
    stage.begin("Immigration", SMALL, Action(NOBODY, ActionKind.SOUP, data="0.3")).key("D").frames(2)  # player 1 joins
    assert left_colour_in_the_bar()


def test_long_names_and_headline_fit(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(name=LONG), Seat(name=LONG.upper()))))
    play(stage, LEFT_BLOCK, (*RIGHT_BLOCK, (12, 20), (12, 21), (13, 20), (13, 21)))
    left, right = stage.play.display.look.colours[1:3]
    picture = stage.picture.astype(int)
    middle = pixel_of(stage.play.display.camera, stage.shell.window.framebuffer_size, 0, 20)
    heading = picture[max(int(middle[1]) - 45, 0) : int(middle[1]) - 3]
    for ink, half in ((left, heading[:, : int(middle[0])]), (right, heading[:, int(middle[0]) :])):
        assert (np.abs(half - ink) < 12).all(axis=2).sum() > 20


def test_statistics_use_player_names(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(name="Al"), Seat(name="Alice"))))
    play(stage, LEFT_BLOCK, (*RIGHT_BLOCK, (12, 20), (12, 21), (13, 20), (13, 21)))
    stage.frames(2)
    known = stage.shell.panel_state.round_summary.summary
    assert known is not None
    assert known[1].names == ("Al", "Alice")


@pytest.mark.parametrize(("game", "wave"), [("one-seed", True), ("one-seed", False), ("study", True)])
def test_wave_is_shown_at_1982_speed_unless_off(stage: Stage, game: str, wave: bool) -> None:
    """A blinker in the lowest rows, which the wave reaches last."""
    stage.shell.begin(new_match(game, parse_rule("Immigration"), (24, 40), 1, "NORM"))
    if stage.play.display.look.wave is not wave:
        stage.do(ChangeLook("wave", wave))
    stage.act(ActionKind.START)
    for player, cells in enumerate((((21, 8), (21, 9), (21, 10)), RIGHT_BLOCK)):
        for cell in cells:
            for kind, *numbers in ((ActionKind.POINT, *cell), (ActionKind.TRIGGER, 1), (ActionKind.TRIGGER,)):
                stage.play.runner.act(Action(player, kind, *numbers))
                stage.frames(2)
    if stage.play.runner.pace >= 0:
        stage.do(Authentic())
    assert stage.play.runner.pace == -1
    stage.act(ActionKind.HALT)
    session = stage.play.session
    assert session.state.running
    seen = set()
    for _ in range(60):
        before = session.computed
        lit = tuple(each > 300 for each in brightness(stage, ((20, 9),), ((21, 8),)))
        if session.computed == before and session.state.progress < 0.8:
            upright = bool(stage.play.engine.read(20, 9, 1, 1)[0, 0])
            seen.add(lit == (upright, not upright))
    assert (False in seen) is wave


def test_against_a_computer_time_passes_faster_until_the_person_plants(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat(level=2))))
    contest(stage, "NORM").act(ActionKind.START)

    def plant(*cells: tuple[int, int]) -> None:
        for cell in cells:
            for kind, *numbers in ((ActionKind.POINT, *cell), (ActionKind.TRIGGER, 1), (ActionKind.TRIGGER,)):
                stage.play.runner.act(Action(0, kind, *numbers))
                stage.frames(2)

    plant(*LEFT_BLOCK)
    stage.key("U")
    assert not stage.controller._hurry.lasts, "only in play"
    stage.key("Q").live_until(lambda: stage.play.session.state.phase is RoundPhase.PLAY, "play", 3000)
    speed = stage.play.runner.speed
    assert speed() == 1
    stage.key("U")
    assert (stage.controller._hurry.lasts, speed() > 1) == (True, True)
    before = stage.play.session.ticks
    stage.live(4)
    assert not stage.controller._hurry.lasts or stage.play.session.ticks > before + 8
    stage.do(Slower())
    assert speed() == 1
    stage.do(Faster())
    planted = sum(stage.play.session.state.sides[1].ledger.planted)
    for kind, *numbers in ((ActionKind.POINT, 4, 30), (ActionKind.TRIGGER, 1), (ActionKind.TRIGGER,)):
        stage.play.runner.act(Action(1, kind, *numbers))
        stage.live(8)
    assert sum(stage.play.session.state.sides[1].ledger.planted) > planted
    assert stage.controller._hurry.lasts, "the computer has planted"
    plant((12, 8))
    assert not stage.controller._hurry.lasts, "the person has planted"


def test_time_is_skipped_once_nobody_has_seeds_left() -> None:
    state = start(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1), (24, 40))
    spent = replace(state, sides=tuple(replace(side, seeds=0) for side in state.sides))
    found = []
    for now in (state, spent):
        hurry = Hurry(lambda now=now: now, lambda: [0], lambda: True)
        hint, _ = hurry.hint, hurry.take(Faster())
        found.append((hint, hurry.factor))
    (usual, faster), (skips, fastest) = found
    assert (usual, skips) == ("Faster", "Skip to the end")
    assert fastest > faster > 1


def test_events_are_found_in_averages() -> None:
    match = new_match("one-seed", parse_rule("Immigration"), (24, 40), 1)
    state, events = start(match, (24, 40)), RoundEvents()

    def told(scores: list[tuple[int, int]], first: int) -> list[str]:
        said = []
        for number, (left, right) in enumerate(scores, first):
            sides = tuple(replace(side, score=score) for side, score in zip(state.sides, (left, right), strict=True))
            now = replace(state, phase=RoundPhase.PLAY, generation=number, sides=sides)
            said.append(events.after(now, [0], ("You", "Beginner")))
        return [words for words in said if words]

    beating = [(48, 60), (56, 60), (72, 60)]
    assert told(beating * 20, 1) == [], "a pulsar's beat is no change of the lead"
    assert events.means == (59, 60)
    assert told([(148, 60)] * 30, 61) == []
    assert told([(100, 60)] * 30, 91) == ["You lose many cells"]
    assert told([(48, 60), (96, 60), (100, 60)] * 10, 121) == [], "the least of a pulsar is no loss"
    assert told([(40, 60)] * 30, 151)[-1] == "Beginner takes the lead"
    assert told([(90, 60)], 1) == [], "an earlier generation begins anew"


def test_curves_are_averages_in_a_band() -> None:
    scores = np.array([48.0, 56, 72] * 4)
    fewest, mean, most = averaged(scores)
    for number in range(AVERAGED, len(scores)):
        last = scores[number - AVERAGED + 1 : number + 1]
        assert (fewest[number], mean[number], most[number]) == (last.min(), last.mean(), last.max())
    assert (fewest[0], mean[0], most[0]) == (48, 48, 48)


def test_a_crushing_win_leads_to_the_next_level(stage: Stage) -> None:
    choose_seats(stage, Seats((Seat(), Seat(level=1))))
    state = play(stage, LEFT_BLOCK)
    stage.act(ActionKind.RESIGN) if state.phase is not RoundPhase.OVER else None
    runner = stage.play.session
    sides = tuple(replace(side, score=score) for side, score in zip(runner.state.sides, (40, 12), strict=True))
    for winner, scores, first in (
        (0, sides, "Next: Gardener"),
        (0, sides[::-1], "Fresh board"),
        (1, sides, "Fresh board"),
    ):
        runner.state = replace(runner.state, winner=winner, sides=scores)
        labels = [button.label for button in stage.controller.end_buttons]
        assert labels[0] == first
        assert labels[-2:] == ["Turning points", "Start screen"]
