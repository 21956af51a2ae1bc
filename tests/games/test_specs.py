"""The promises of ``GameSpec``, tested on every game of the registry."""

import subprocess
import sys
from dataclasses import is_dataclass, replace
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np
import pytest

import gpulife
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, RULINGS, Action, ActionKind, GameError, Match
from gpulife.games.core.game_spec import CanIdle, ComputerLevel, ComputerSeat, GameSpec, Setting
from gpulife.games.registry import DEFAULT_GAME, GAMES, find_game
from gpulife.games.start_presets import START_PRESETS, entry_of
from gpulife.resources import help_page
from gpulife.rules import Edges, parse_rule
from gpulife.session.session import Session
from gpulife.window.play.game_window import GameWindow

ALL = [*GAMES, "fanfare"]
PLAYED_BY_COMPUTERS = [name for name in GAMES if GAMES[name].levels]
IN_TOURNAMENTS = [name for name in GAMES if GAMES[name].tournament]


def match_of(spec: GameSpec, seed: int = 7, option: str = "", rule: str = "") -> Match:
    if spec.default_match is not None and not rule:
        return spec.default_match(seed)
    on_board = parse_rule(rule or spec.rule).on_board(spec.shape)
    return Match(spec.name, str(on_board), seed, option or spec.default_option)


def engine_of(match: Match) -> NumpyEngine:
    rule = parse_rule(match.rule)
    return NumpyEngine(rule, rule.size)


def play(session: Session, ticks: int) -> None:
    for _ in range(ticks):
        session.tick()


def test_the_registry_names_each_game_as_its_spec_does() -> None:
    assert [spec.name for spec in GAMES.values()] == list(GAMES)
    assert DEFAULT_GAME in GAMES
    assert "fanfare" not in GAMES
    assert find_game("fanfare").players == 0


@pytest.mark.parametrize("name", ALL)
def test_long_matches_can_skip_idle_time(name: str) -> None:
    """Files may claim that such a match took centuries, and a replay must skip that time."""
    spec = find_game(name)
    if spec.lasts_for_days:
        match = match_of(spec)
        assert isinstance(spec.start(match, parse_rule(match.rule).size), CanIdle)


def test_listing_names_imports_no_game() -> None:
    code = (
        "import sys; from gpulife.games import registry; list(registry.GAMES); 'study' in registry.GAMES;"
        "print([name for name in sys.modules if name.endswith('_spec')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_game_is_a_one_line_error() -> None:
    with pytest.raises(GameError, match="unknown game 'chess': use one of study, one-seed"):
        find_game("chess")


@pytest.mark.parametrize("name", ALL)
def test_spec_is_complete(name: str) -> None:
    spec = find_game(name)
    assert spec.name == name
    assert spec.title
    assert spec.about
    assert "\n" not in spec.about + spec.tagline
    assert is_dataclass(spec.state_type)
    assert all(spec.options.values())
    assert spec.walled_options <= set(spec.options)
    rule = parse_rule(spec.rule)
    spec.require_rule(rule)
    assert rule.live_states >= spec.min_live_states
    assert rule.edges in Edges
    for setting in spec.settings.values():
        assert isinstance(setting, Setting)
        assert setting.about
        assert setting.default is None or isinstance(setting.default, setting.type)
        assert setting.allowed is None or setting.allowed.step == 1
        assert setting.option in ("", *spec.options)
    assert isinstance(resolve_name(spec.window), GameWindow)


@pytest.mark.installed
@pytest.mark.parametrize("name", GAMES)
def test_games_have_texts_and_help(name: str) -> None:
    spec = GAMES[name]
    assert spec.tagline
    assert spec.preview is not None
    title, paragraphs = help_page(spec.help_files[0])
    assert title == spec.title
    for file in spec.help_files:
        title, paragraphs = help_page(file)
        assert title
        assert paragraphs
        assert not any(paragraph.startswith("#") or "\n" in paragraph for paragraph in paragraphs)


def test_every_help_file_is_used() -> None:
    games = Path(gpulife.__file__).parent / "games"
    pages = {path.relative_to(games).as_posix() for path in games.rglob("*.md")}
    assert pages == {file for name in GAMES for file in GAMES[name].help_files} | {
        "core/art_help.md",
        "core/consent_help.md",
        "core/online_help.md",
        "core/phones_help.md",
        "core/settings_help.md",
        "survival1982/massive_help.md",
    }


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name in ALL for option in (*find_game(name).options, "")]
)
def test_every_option_can_be_played(name: str, option: str) -> None:
    spec = find_game(name)
    match = match_of(spec, option=option)
    with engine_of(match) as engine:
        session = Session(match, engine, budget=0)
        assert isinstance(session.state, spec.state_type)
        spec.check(session.state, match, engine.shape)
        assert spec.outcome(session.state) is None
        session.tick((Action(NOBODY, ActionKind.START),))
        for tick in range(60):
            kind = ActionKind.TRIGGER if tick % 4 < 2 else ActionKind.STICK
            session.tick((Action(tick % max(spec.players, 1), kind, (tick + 1) % 2, tick % 3 - 1),))
            spec.check(session.state, match, engine.shape)
        assert isinstance(session.state, spec.state_type)
        assert len(spec.scores(session.state, engine.census())) in (spec.players, *range(2, spec.players))


@pytest.mark.parametrize("name", ALL)
def test_unknown_option_is_refused(name: str) -> None:
    spec = find_game(name)
    match = replace(match_of(spec), option="LOUD")
    with pytest.raises(GameError, match="option 'LOUD'"):
        spec.start(match, parse_rule(match.rule).size)
    with pytest.raises(GameError, match=f"{name} has no option 'LOUD'"):
        spec.require_option("LOUD")


@pytest.mark.parametrize("name", ALL)
def test_unknown_settings_and_wrong_types_are_refused(name: str) -> None:
    spec = find_game(name)
    match = match_of(spec)
    shape = parse_rule(match.rule).size
    with pytest.raises(GameError, match=f"{name} has no setting 'tempo': (use |it has no settings)"):
        spec.start(replace(match, settings={"tempo": 3}), shape)
    for setting in spec.settings:
        with pytest.raises(GameError, match=rf"{setting} cannot be 0.3 in {name}: use \w"):
            spec.start(replace(match, settings={setting: 0.3}), shape)


@pytest.mark.parametrize("name", [name for name in ALL if find_game(name).own_family_only])
def test_a_rule_of_another_family_is_refused(name: str) -> None:
    spec = find_game(name)
    with pytest.raises(GameError, match=f"{name} needs a rule of the same family as {spec.rule}, not B3/S23:8"):
        spec.require_rule(parse_rule("B3/S23:8"))


@pytest.mark.parametrize(
    "name", [name for name in ALL if find_game(name).min_live_states > 1 and not find_game(name).own_family_only]
)
def test_a_rule_with_too_few_species_is_refused(name: str) -> None:
    with pytest.raises(GameError, match=f"{name} needs a rule with at least 2 species, not Life"):
        find_game(name).require_rule(parse_rule("Life"))


@pytest.mark.parametrize("name", GAMES)
def test_its_preview_lives(name: str) -> None:
    spec = GAMES[name]
    cells = spec.preview.cells(np.random.default_rng(1))
    rule = parse_rule(spec.preview.rule or spec.rule)
    assert cells.dtype == np.uint8
    assert cells.any()
    assert cells.max() <= rule.live_states
    assert spec.preview.seconds > 0
    with NumpyEngine(rule.on_board(cells.shape), cells.shape) as engine:
        engine.paint(0, 0, cells)
        engine.step(spec.preview.generations)
        assert engine.generation == spec.preview.generations


@pytest.mark.parametrize("name", PLAYED_BY_COMPUTERS)
def test_levels_have_names_and_act(name: str) -> None:
    spec = GAMES[name]
    assert all(isinstance(level, ComputerLevel) and level.title and level.about for level in spec.levels)
    assert len({level.title for level in spec.levels}) == len(spec.levels)
    match = replace(match_of(spec), settings={}) if spec.default_match else match_of(spec)
    for level in range(1, len(spec.levels) + 1):
        seats = [spec.computer(ComputerSeat(seat=seat, level=level, seed=3)) for seat in range(min(spec.players, 2))]
        assert not any(seat.is_live for seat in seats)
        with engine_of(match) as engine:
            session = Session(match, engine, seats, budget=0)
            session.tick((Action(NOBODY, ActionKind.START),) if spec.competitive else ())
            play(session, 300)
            players = {action.player for _, action in session.log.entries()}
        assert players >= set(range(len(seats)))


@pytest.mark.parametrize("name", PLAYED_BY_COMPUTERS)
def test_unknown_levels_and_seats_are_refused(name: str) -> None:
    spec = GAMES[name]
    for level in (0, len(spec.levels) + 1):
        with pytest.raises(GameError, match=f"no computer level {level}: use one of 1, 2"):
            spec.computer(ComputerSeat(seat=0, level=level, seed=1))
    with pytest.raises(GameError, match=f"no seat {spec.players} for the computer"):
        spec.computer(ComputerSeat(seat=spec.players, level=1, seed=1))


def test_the_computer_does_not_play_study_mode() -> None:
    with pytest.raises(GameError, match="the computer does not play study"):
        GAMES["study"].computer(ComputerSeat(seat=0, level=1, seed=1))


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].demo])
def test_a_demo_can_be_played(name: str) -> None:
    spec = GAMES[name]
    spec.require_option(spec.demo.option)
    for levels in spec.demo.levels:
        assert len(levels) <= spec.players
        for seat, level in enumerate(levels):
            spec.computer(ComputerSeat(seat=seat, level=level, seed=1))


def test_the_default_game_has_a_demo_and_tournaments() -> None:
    assert GAMES[DEFAULT_GAME].demo is not None
    assert GAMES[DEFAULT_GAME].tournament is not None


@pytest.mark.parametrize("name", IN_TOURNAMENTS)
def test_a_tournament_has_an_end(name: str) -> None:
    spec = GAMES[name]
    assert spec.tournament.end_text.format(limit=spec.tournament.limit)
    assert ("{limit}" in spec.tournament.end_text) == bool(spec.tournament.limit)
    max_ticks = spec.tournament.max_ticks
    assert (max_ticks is not None) == bool(spec.tournament.limit)
    assert max_ticks is None or max_ticks(spec.tournament.limit, spec.default_option) > 0
    spec.require_rule(parse_rule(spec.tournament.rule or spec.rule))


@pytest.mark.parametrize("name", ALL)
def test_observe_works_for_every_seat(name: str) -> None:
    spec = find_game(name)
    match = match_of(spec)
    with engine_of(match) as engine:
        session = Session(match, engine, budget=0)
        session.tick((Action(NOBODY, ActionKind.START),))
        for seat in range(NOBODY, spec.players):
            assert isinstance(spec.observe(session.state, seat), spec.state_type)


def test_life_2_seat_sees_only_the_number_of_choices() -> None:
    spec = GAMES["life-2"]
    match = match_of(spec)
    assert match.rulings == RULINGS
    with engine_of(match) as engine:
        session = Session(match, engine, budget=0)
        session.tick((Action(NOBODY, ActionKind.START),))
        session.tick((Action(0, ActionKind.PLACE, 1, 2), Action(0, ActionKind.PLACE, 3, 3)))
        own, other = (spec.observe(session.state, seat).hands[0] for seat in (0, 1))
    assert own.chosen == ((1, 2), (3, 3))
    assert own == session.state.hands[0]
    assert other.chosen == ((-1, -1),) * 2
    assert spec.observe(session.state, NOBODY).hands == (other, replace(other, chosen=()))


@pytest.mark.parametrize("name", PLAYED_BY_COMPUTERS)
def test_computers_use_the_visible_state(name: str) -> None:
    seats = []

    def observe(state: Any, seat: int) -> Any:
        seats.append(seat)
        return GAMES[name].observe(state, seat)

    spec = replace(GAMES[name], observe=observe)
    match = match_of(spec)
    with engine_of(match) as engine:
        session = Session(match, engine, [spec.computer(ComputerSeat(seat=0, level=1, seed=3))], budget=0)
        play(session, 3)
    assert seats == [0] * 3


A_NEW_GAME = """
import sys
from dataclasses import replace
from types import ModuleType

from gpulife.games import registry

registry._GAMES["toy"] = "toy:TOY"
from gpulife.games.survival1982.spec import ONE_SEED

sys.modules["toy"] = ModuleType("toy")
sys.modules["toy"].TOY = replace(ONE_SEED, name="toy", title="Toy", about="a toy to play with", tagline="play with it")
from gpulife.art._playlist_toml import SHOWN_GAMES
from gpulife.cli.main import main
from gpulife.games.matches import new_match, next_other_game
from gpulife.games.registry import GAMES
from gpulife.games.start_presets import START_PRESETS
from gpulife.rules import parse_rule
from gpulife.tools import tournament
from gpulife.window.help_screen import listed_entries

assert main(["list", "games"]) == 0
assert START_PRESETS["toy"].title == "Toy" and START_PRESETS["toy"].spec.competitive and START_PRESETS["toy"].preview
assert "Toy" in listed_entries() and "toy" in SHOWN_GAMES
last = GAMES[list(GAMES)[-2]]
here = new_match(last.name, parse_rule(last.rule), last.shape, 1)
assert next_other_game(here).game == "toy"
assert main(["play", "toy", "--series", "often"]) == 2
tournament.HALF_AN_HOUR = 60
assert main(["tournament", "--game", "toy", "--size", "60x40", "--games", "1", "--pair", "2:1", "--jobs", "1"]) == 0
main(["play", "--help"])
"""


@pytest.mark.parametrize(
    ("name", "first", "title"),
    [
        ("massive", None, "Massive"),
        ("two", None, "Two species"),
        ("study", None, "Study Mode"),
        ("empty", None, "Empty board"),
        ("empty", ActionKind.PAINT, None),
        ("empty", ActionKind.SOUP, None),
        ("seed-list", None, None),
    ],
)
def test_entry_with_which_a_universe_began(name: str, first: ActionKind | None, title: str | None) -> None:
    entry = START_PRESETS[name]
    found = entry_of(entry.match(1), entry.first_actions() if first is None else (Action(NOBODY, first),))
    assert (found and found.title) == title


def test_a_line_in_the_registry_makes_a_game() -> None:
    done = subprocess.run([sys.executable, "-c", A_NEW_GAME], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "toy        a toy to play with\n" in done.stdout
    assert "level 2 against level 1" in done.stdout
    assert " and toy " in " ".join(done.stdout.split()), "games with sets, in the help of gpulife play"
