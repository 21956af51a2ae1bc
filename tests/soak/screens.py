"""Take pictures of every screen of the window at four sizes, and report everything cut off or out of place.

    PYTHONPATH=. .venv/bin/python tests/soak/screens.py OUT [--only NAME] [--size 800x600]

For each new screen, page, card or panel, add a line to SCREENS: its name and a function that shows it on a stage. Exit
status 1 if a window leaves the screen, or words are cut off.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
import numpy as np
import pytest
from imgui_bundle import imgui
from PIL import Image
from session.test_saved_sessions import left_behind
from window.desktop import Screen, set_dpi
from window.imgui_audit import audited
from window.online_match_stage import begun
from window.online_stage import (
    host_form,
    hosting,
    matches_there,
    nobody_there,
    press_button,
    server_asked,
    server_gone,
    show_lobby,
    show_people,
    starting,
)
from window.replays import recording, show_replay
from window.stage import Stage, choose_seats, show_start_screen
from window.test_results_page import Pages, show_results

from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.game_spec import LIMIT
from gpulife.games.matches import default_rule, new_match
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.registry import GAMES
from gpulife.games.start_presets import START_PRESETS
from gpulife.games.survivor.level_files import built_in_levels, level_match
from gpulife.games.title_screen import FANFARE
from gpulife.input.commands import (
    Bind,
    ChangeRule,
    ChoosePicture,
    CommandOrAction,
    GoToGeneration,
    GuidedRound,
    Help,
    HoldNamed,
    Identify,
    LevelRequest,
    MapPad,
    NewBoard,
    Open,
    Panels,
    PauseMenu,
    Phones,
    ResizeBoard,
    RoundSummary,
    SaveAs,
    Select,
    ShowSettings,
    Stamp,
    WorldRequest,
    Zoom,
)
from gpulife.input.events import MouseMove, RawPad
from gpulife.online.phone_book import RELEASED, PadInput
from gpulife.online.protocol import Ended
from gpulife.online.protocol import Talk as Told
from gpulife.online.seat_rules import hosted_games
from gpulife.rules import parse_rule
from gpulife.seats import MAX_LOCAL_SEATS, Seat, Seats
from gpulife.settings import Settings, changed
from gpulife.window.dialogs import file_dialogs
from gpulife.window.games.survival1982 import species_race
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.panels import keys, program, sound
from gpulife.window.panels.dock_layout import DOCKED
from gpulife.window.panels.help import ILLUSTRATED
from gpulife.window.phones import phone_host
from gpulife.window.play import undo_history
from gpulife.window.settings_screen import SettingsScreen

SIZES = {(800, 600): 96, (1280, 800): 96, (1920, 1080): 144, (3840, 2160): 96}
"""The desktop's dots per inch, by size of the screen in pixels."""
FIRST_LEVEL = built_in_levels()[0].name
SOUP = Action(NOBODY, ActionKind.SOUP, data="0.35")
GLIDER = "x = 3, y = 3, rule = Immigration\n.A$2.A$3A!"
BLINKERS = "x = 9, y = 3, rule = Immigration\n.A3.3B$.A$.A!"
CONTESTS = tuple(name for name, spec in GAMES.items() if spec.competitive and name != FANFARE)
SECTIONS = (
    "Tools",
    "Files",
    "Draw",
    "New universe",
    "Look",
    sound.TITLE,
    "Keys and gamepads",
    "Survivor levels",
)


def universe(stage: Stage) -> Stage:
    """Show a soup under the panels."""
    return stage.begin("Immigration", (96, 160), SOUP)


def empty_board(stage: Stage) -> None:
    """Begin with an empty board, under the panels."""
    entry = START_PRESETS["empty"]
    stage.shell.begin(entry.match(1), entry.first_actions())
    stage.frames(3)


def massive(stage: Stage) -> Stage:
    """Begin Massive as from the start screen."""
    entry = START_PRESETS["massive"]
    stage.shell.begin(entry.match(1), entry.first_actions())
    return stage.frames(3)


def massive_race(stage: Stage, length: int) -> None:
    """Bet on the first species in Massive, and let a race of ``length`` generations go on for three seconds."""
    massive(stage).pass_seconds(9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(species_race, "LENGTH", length)
        stage.do(WorldRequest("race"))
        for request in stage.controller.bets.answer(0):
            stage.do(request)
        stage.pass_seconds(3)


def art_bar(stage: Stage) -> None:
    """Show the bar over kinetic art."""
    show_start_screen(stage).screens.start_menu.choose("art liquid")
    for _ in range(40):
        stage.now += 0.2
        stage.frames()
    stage.frames(2, MouseMove(300, 10))


def section(title: str) -> Callable[[Stage], object]:
    """Return a function that opens a section of the left panel."""

    def show(stage: Stage) -> None:
        universe(stage)
        stage.shell.panel_state.section_to_open = title

    return show


def players_section(stage: Stage) -> None:
    """Open the section Players, which universes lack."""
    game("seed-list", 0, 2)(stage)
    stage.shell.panels_in_contests = True
    stage.shell.panel_state.section_to_open = "Players"


def docked(title: str) -> Callable[[Stage], object]:
    """Return a function that opens a docked window."""

    def show(stage: Stage) -> None:
        universe(stage).shell.panel_state.toggle_docked(title)

    return show


def help_of(name: str) -> Callable[[Stage], object]:
    """Return a function that opens the help at the page of a game."""

    def show(stage: Stage) -> None:
        game(name, 0, 2, start=name != "survivor")(stage)
        stage.do(Help())

    return show


def help_from_the_start(title: str) -> Callable[[Stage], object]:
    """Return a function that opens the help on the start screen, and one of its pages."""

    def show(stage: Stage) -> None:
        show_start_screen(stage)
        stage.screens.start_menu._pointed = ""
        stage.do(Help()).frames(3)
        imgui.set_nav_cursor_visible(False)  # otherwise the page in the list that has the focus is shown
        stage.screens.top.page = title  # type: ignore[attr-defined]

    return show


def help_found(stage: Stage) -> None:
    """Show what the search of the help finds."""
    help_from_the_start("Start screen")(stage)
    stage.screens.top._search.typed = "neighbour"  # type: ignore[attr-defined]


def game(name: str, *levels: int, start: bool = True) -> Callable[[Stage], object]:
    """Return a function that starts a match of a game with seats of these levels (0: a person)."""

    def show(stage: Stage) -> None:
        spec = GAMES[name]
        seats = tuple(Seat(level) for level in levels)
        seats += tuple(
            Seat(closed=len(levels) > 2) for _ in range((MAX_LOCAL_SEATS if len(levels) > 2 else 2) - len(levels))
        )
        choose_seats(stage, Seats(seats))
        match = spec.default_match(1) if spec.default_match else None
        stage.shell.begin(match or new_match(name, default_rule(name).on_board(spec.shape), spec.shape, 1))
        stage.frames(2)
        if start:
            stage.act(ActionKind.START)

    return show


def finished_round(stage: Stage) -> None:
    """Show the card of a finished round."""
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, "FAST"))
    stage.frames(2).act(ActionKind.START)
    for player, column in ((0, 9), (1, 30)):
        for row, right in ((12, 0), (12, 1), (13, 0), (13, 1)):
            for kind, *values in (
                (ActionKind.POINT, row, column + right),
                (ActionKind.TRIGGER, 1),
                (ActionKind.TRIGGER,),
            ):
                stage.play.runner.act(Action(player, kind, *values))
                stage.frames(1)
    stage.act(ActionKind.PACE, 30_000).play_until(lambda: stage.play.session.is_over, "the end").live()


def round_card(stage: Stage) -> None:
    """Show the statistics of a finished round, selected by keyboard."""
    finished_round(stage)
    stage.do(RoundSummary())


def panels_of_a_match(stage: Stage) -> None:
    """Show the panels over a match."""
    game("seed-list", 0, 2)(stage)
    stage.do(Panels())


def phones_closed(stage: Stage) -> None:
    """Show the page about phones, from the start screen, before they can join."""
    show_start_screen(stage)
    stage.do(Phones())
    stage.live(20)


def phones(stage: Stage) -> None:
    """Show the page on which phones join, with this machine's addresses only."""
    phone_host.local_addresses = lambda: ("127.0.0.1", "127.0.0.2")  # type: ignore[assignment]
    stage.shell.change("phones_port", 0)
    game("biowar", 0, 0, 2)(stage)
    stage.do(Phones())
    press_button(stage, "Let phones join")


def phones_joined(stage: Stage) -> None:
    """Show the same page after three phones have joined, of which two have a seat."""
    phones(stage)
    book = stage.screens.phones._book
    tickets = [book.join(book.key, "") for _ in range(3)]
    stage.frames(2)
    for held in (PadInput(frozenset("a")), RELEASED):
        for ticket in tickets[:2]:
            book.put(ticket, held)
            book.note_latency(ticket, 0.012)
        stage.frames(2)


def phones_without_game(stage: Stage) -> None:
    """Show the same page from the start screen, where it offers games."""
    show_start_screen(stage)
    phone_host.local_addresses = lambda: ("127.0.0.1",)  # type: ignore[assignment]
    stage.shell.change("phones_port", 0)
    stage.do(Phones())
    press_button(stage, "Let phones join")
    stage.live(30)


def consent(stage: Stage) -> None:
    """Show the question whether all players agree to a pause."""
    choose_seats(stage, Seats((Seat(name="Ada"), Seat(name="Grace"))))
    match = new_match("seed-list", parse_rule("Immigration"), (88, 160), 1)
    stage.shell.begin(replace(match, settings={CONSENT: True}), (Action(NOBODY, ActionKind.START),))
    stage.frames(3)
    stage.play.runner.act(Action(0, ActionKind.HALT))


def wizard(stage: Stage) -> None:
    """Show the mapping wizard for an unknown pad."""
    universe(stage)
    stage.pads.raw[3] = RawPad("An odd gamepad", "0300", (0.0, 0.0), (False,) * 8)
    stage.do(MapPad(3))


def start_page(choice: str) -> Callable[[Stage], object]:
    """Return a function that opens an entry of the start screen."""

    def show(stage: Stage) -> None:
        show_start_screen(stage)
        stage.screens.start_menu.choose(choice)

    return show


def saved_sessions(stage: Stage) -> None:
    """Show the page with the saved sessions."""
    for rule in ("Immigration", "QuadLife"):
        stage.begin(rule, (96, 160), SOUP).act(ActionKind.HALT).pass_seconds(12)
    for name in ("biowar", "seed-list"):
        game(name, 1, 2)(stage)
        stage.pass_seconds(40)
    stage.begin("Life")
    for days, file in enumerate(sorted((stage.data.parent / "autosave").glob("*.gpusave"))):
        os.utime(file, (file.stat().st_mtime - days * 86_400,) * 2)
    left_behind(stage.data.parent / "autosave", 200)
    start_page("sessions")(stage)


def survivor_page(*request: str) -> Callable[[Stage], object]:
    """Return a function that shows a page of Survivor."""

    def show(stage: Stage) -> None:
        game("survivor", 0, start=False)(stage)
        stage.do(LevelRequest(*request))

    return show


def survivor_lost(stage: Stage) -> None:
    """Show the page with the result of a level."""
    survivor_level(stage)
    stage.do(Action(0, ActionKind.RESIGN)).pass_seconds(3)


def survivor_level(stage: Stage) -> None:
    """Show Survivor's first level."""
    survivor_page("story", FIRST_LEVEL)(stage)
    stage.do(LevelRequest("close"))


def survivor_second(stage: Stage, *, plays: bool = True) -> None:
    """Show the second level of Survivor, which needs that the board wraps; or the story before it."""
    stage.shell.begin(level_match(built_in_levels()[1].level, 1))
    stage.frames(2)
    if plays:
        stage.do(LevelRequest("close"))


def attract(stage: Stage) -> None:
    """Show attract mode."""
    show_start_screen(stage)
    stage.screens.attract.idle = 1e6


def first_start(stage: Stage) -> None:
    """Show the question about flashing."""
    stage.shell.settings = stage.shell.settings.__class__(reduced_flashing=None)
    show_start_screen(stage)


def over_universe(*requests: CommandOrAction) -> Callable[[Stage], object]:
    """Return a function that shows a universe after some requests."""

    def show(stage: Stage) -> None:
        universe(stage)
        for request in requests:
            stage.do(request)

    return show


def identified(stage: Stage) -> None:
    """Show the card of an identified pattern."""
    stage.begin("Life", (96, 160), Action(NOBODY, ActionKind.PAINT, 40, 70, GLIDER))
    stage.do(Identify())


def at_rest(stage: Stage) -> None:
    """Show the choices for a universe at rest."""
    stage.begin("Immigration", (24, 40), Action(NOBODY, ActionKind.PAINT, 5, 5, BLINKERS))
    stage.key("Space").pass_seconds(7.0).frames(2)


def asked_first(stage: Stage) -> None:
    """Show the question before a board too large to undo is replaced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_history, "MAX_CELLS", 100)
        stage.shell.settings = changed(stage.shell.settings, "rewind_mib", 0)
        universe(stage).key("F3")


def join(stage: Stage) -> None:
    """Let the first player join, in games where people do, and wait until the computers have joined."""
    match stage.state:
        case BioWarState():
            if not stage.state.sides[0].is_in:  # a lone person has joined already
                stage.play.runner.act(Action(0, ActionKind.START))
            stage.live(120)
            _press_on(stage, ((4, 4), (4, 5), (5, 4), (5, 5), (4, 8), (4, 9), (4, 10)))
        case RealTimeState():
            _press_on(stage, [(row, column) for row in (3, 4) for column in range(4, 9)])
            stage.live(120)


def _press_on(stage: Stage, places: Iterable[Place], player: int = 0) -> None:
    """Press a player's trigger on each place."""
    for row, column in places:
        stage.play.runner.act(Action(player, ActionKind.POINT, row, column))
        for pressed in (1, 0):
            stage.play.runner.act(Action(player, ActionKind.TRIGGER, pressed))
        stage.live(2)


def ready_for(name: str) -> Callable[[Stage], object]:
    """Return a function that shows a match whose clock waits for its player."""

    def show(stage: Stage) -> None:
        stage.shell.settings = changed(stage.shell.settings, "wait_for_players", value=True)
        game(name, 0, 1)(stage)
        join(stage)

    return show


def end_of(name: str) -> Callable[[Stage], object]:
    """Return a function that ends a round because a player resigned, and shows the reason."""

    def show(stage: Stage) -> None:
        game(name, 0, 2)(stage)
        join(stage)
        stage.live(20)
        leaving: Iterable[int] = (0,)
        if isinstance(stage.state, RealTimeState):
            leaving = stage.state.playing[:-1]  # as the last one left wins
        for player in leaving:
            stage.play.runner.act(Action(player, ActionKind.RESIGN))

    return show


def end_of_biowar(stage: Stage) -> None:
    """Show that one of two people has won BioWar, because the only cell of the other one has died."""
    game("biowar", 0, 0, 0)(stage)
    for player, places in enumerate((((4, 4), (4, 5), (5, 4), (5, 5)), ((8, 18),))):
        stage.play.runner.act(Action(player, ActionKind.START))
        stage.frames(1)
        _press_on(stage, places, player)
    for player in range(2):
        stage.play.runner.act(Action(player, ActionKind.DONE))
    stage.live_until(lambda: stage.state.turn > 1, "the next turn", 2_000)


def getting_ready(stage: Stage) -> None:
    """Show the first match ever, before its player is ready."""
    for name, value in (("wait_for_players", True), ("guided_round_offered", False)):
        stage.shell.settings = changed(stage.shell.settings, name, value)
    game("seed-list", 0, 1)(stage)


def aiming(name: str) -> Callable[[Stage], object]:
    """Return a function that shows what the cells at a resting cursor lead to."""

    def show(stage: Stage) -> None:
        game(name, 0, 0)(stage)
        for column in (10, 11, 12):
            for player in (0, 1):  # P2Life's tokens are placed by turns
                for kind, a, b in ((ActionKind.POINT, 20, column + 30 * player), (ActionKind.TRIGGER, 1, 0)):
                    stage.play.runner.act(Action(player, kind, a, b))
                stage.play.runner.act(Action(player, ActionKind.TRIGGER, 0))
        stage.play.runner.act(Action(0, ActionKind.POINT, 19, 11))
        stage.live(30, ticks=6)

    return show


def p2life_turn(stage: Stage) -> None:
    """Show a turn of P2Life in the middle of a game: the hint, and what a token at the cursor leads to."""
    game("p2life", 0, 2)(stage)
    while not getattr(stage.state, "generation", 0):
        stage.act(ActionKind.POINT, 30, 14 + stage.state.seeds[0] % 4).act(ActionKind.TRIGGER, 1).live(2)
        stage.play.runner.act(Action(0, ActionKind.PLACE, 30 + stage.state.seeds[0] % 3, 14 + stage.state.seeds[0] % 5))
        stage.live(4, ticks=20)
    while stage.state.generation < 60:
        stage.play_until(lambda: stage.state.may_place(0), "a turn", 4_000)
        stage.play.runner.act(Action(0, ActionKind.DONE))
        stage.frames(1)
    stage.play_until(lambda: stage.state.may_place(0), "a turn", 4_000).do(LevelRequest("hint"))
    stage.live(60, ticks=2)


def p2life_over(stage: Stage) -> None:
    """Show the end of a game of P2Life between computers."""
    game("p2life", 2, 3)(stage)
    stage.act(ActionKind.PACE, 60_000).play_until(lambda: stage.play.session.is_over, "the end", 20_000).live(60)


def settings_page(title: str) -> Callable[[Stage], object]:
    """Return a function that shows a section of the page of settings."""

    def show(stage: Stage) -> None:
        game("one-seed", 0, 2, start=False)(stage)
        page = SettingsScreen(stage.shell, stage.screens, lambda: stage.controller)
        page.section = title
        stage.screens.push(page)

    return show


def key_in_use(stage: Stage) -> None:
    """Show that a key is already in use, on the page of settings."""
    settings_page(keys.TITLE)(stage)
    stage.frames(2).do(Bind("player1-up", "key:S"))


def suggestions(stage: Stage) -> None:
    """Show the strip "Try this" over a universe."""
    stage.shell.settings = changed(stage.shell.settings, "tried", ())
    universe(stage)


def guided_round(stage: Stage) -> Stage:
    """Show the first step of the guided round."""
    return stage.begin().do(GuidedRound("seed-list")).frames(3)


def outpost(stage: Stage) -> Stage:
    """Show the set-up against the outpost, the small goal at the end of the guided round."""
    return stage.begin().do(GuidedRound("seed-list", outpost=True)).frames(3)


def outpost_over(stage: Stage) -> None:
    """Show the end of a round that the outpost has lost."""
    outpost(stage).live(5)
    stage.play.engine.paint(5, 5, np.ones((2, 2), np.uint8))
    for column in range(5, 40, 3):
        stage.play.engine.paint(20, column, np.ones((2, 2), np.uint8))
    stage.play.engine.paint(18, 60, np.zeros((14, 4), np.uint8))
    stage.do(Action(1, ActionKind.RESIGN)).live(3).pass_seconds(4)


def online(step: Callable[[Stage], object]) -> Callable[[Stage], object]:
    """Return a function that shows a page of on-line play, with fake servers."""

    def show(stage: Stage) -> None:
        show_start_screen(stage)
        show_lobby(stage)
        step(stage)

    return show


def replay(name: str, *, over: bool = False) -> Callable[[Stage], object]:
    """Return a function that shows the replay of an on-line match, halted in its middle or at its end."""

    def show(stage: Stage) -> None:
        show_start_screen(stage)
        screen = show_replay(stage, name)
        screen.play.runner.go_to(screen.play.runner.length if over else screen.play.runner.length * 2 // 3)
        screen.play.runner.playback.halted = not over
        stage.live_until(lambda: screen.play.runner.seeking is None, "there")

    return show


def file_replay(stage: Stage) -> None:
    """Show a replay from a file, from which the user may play on."""
    match = recording("p2life")
    stage.shell.begin(replace(match.match, settings={}), recording=match)


def last_turn(stage: Stage) -> None:
    """Show the last turn of a game of BioWar, with what the cell under the cursor would do."""
    game("biowar", 0, 1, 1, 1)(stage)
    match = stage.play.session.match
    stage.shell.begin(replace(match, settings={**match.settings, LIMIT: 2}))
    stage.frames(2)
    join(stage)
    stage.play.runner.act(Action(0, ActionKind.DONE))
    stage.live_until(lambda: stage.state.turn > 1, "the last turn", 3_000)
    stage.play.runner.act(Action(0, ActionKind.POINT, 3, 4))
    stage.live(30)


def people_after_game(stage: Stage, *, is_host: bool = True) -> None:
    """Show the people at a match after a game; one of them would like another."""
    match = show_people(show_start_screen(stage), is_host=is_host, has_begun=True)
    match.is_over = match.may_ask_again = True
    match.people = msgspec.structs.replace(match.people, wishes=(3,))
    stage.frames(3)


def match_over(stage: Stage) -> None:
    """Show the end of an on-line match that its host, the user, has closed."""
    server = begun(stage)
    match = stage.screens.play_screen.online
    match._seated = msgspec.structs.replace(server.seated, host=True)  # type: ignore[union-attr]
    line = "Bob has won, before Cy and Ada.   Ada left before the end.   Not rated: a computer played."
    server.tell(Told("", line, replay="/replays/abc.gpureplay"))
    server.tell(Ended("You closed the match."))
    stage.frames(5)


def end_of_turns(stage: Stage) -> None:
    """Show the end of the same game."""
    last_turn(stage)
    stage.play.runner.act(Action(0, ActionKind.DONE))
    stage.live_until(lambda: stage.play.session.is_over, "the end", 3_000)


SCREENS: dict[str, Callable[[Stage], object]] = {
    "first start": first_start,
    "start": show_start_screen,
    **{f"set-up {name}": start_page(name) for name in START_PRESETS if START_PRESETS[name].spec.competitive},
    "sessions": saved_sessions,
    "online servers": online(lambda _: None),
    "online nobody": online(nobody_there),
    "online matches": online(matches_there),
    "online gone": online(server_gone),
    "online connecting": online(server_asked),
    "online hosting": online(hosting),
    "online starting": online(lambda stage: starting(stage, "seed-list")),
    "online results": lambda stage: show_results(stage, Pages()),
    "online address": online(lambda stage: press_button(stage, "Join by address or code")),
    "online name": online(lambda stage: press_button(stage, "Your name: Ada")),
    **{f"online host {name}": online(lambda stage, name=name: host_form(stage, name)) for name in hosted_games()},
    "online people": lambda stage: show_people(show_start_screen(stage)),
    "online begin": lambda stage: (
        show_people(show_start_screen(stage)),
        press_button(stage, "Begin now, with 1 free seat"),
    ),
    "online ending": lambda stage: (
        show_people(show_start_screen(stage)),
        press_button(stage, "End the match for everybody"),
    ),
    "online kick": lambda stage: (show_people(show_start_screen(stage)), press_button(stage, "Kick")),
    "online again": people_after_game,
    "online again guest": lambda stage: people_after_game(stage, is_host=False),
    "online match over": match_over,
    "online people alone": lambda stage: show_people(show_start_screen(stage), is_host=False, host="localhost"),
    **{f"online replay {name}": replay(name) for name in hosted_games()},
    **{f"online replay over {name}": replay(name, over=True) for name in hosted_games()},
    "replay of a file": file_replay,
    "online games": online(lambda stage: press_button(stage, "Host a match")),
    "credits": start_page("credits"),
    "art": start_page("art"),
    "art bar": art_bar,
    "universe": universe,
    "massive near by": lambda stage: massive(stage).frames(20),
    "massive": lambda stage: massive(stage).pass_seconds(9),
    "massive comet": lambda stage: (
        massive(stage).pass_seconds(9).do(WorldRequest("comet")).frames(2, MouseMove(400, 300))
    ),
    "massive bet": lambda stage: massive(stage).pass_seconds(9).do(WorldRequest("race")),
    "massive looks": lambda stage: massive(stage).pass_seconds(9).do(WorldRequest("looks")),
    "massive map": lambda stage: massive(stage).pass_seconds(9).do(ChoosePicture("topo")).pass_seconds(3),
    "massive race": lambda stage: massive_race(stage, 1_200),
    "massive race over": lambda stage: massive_race(stage, 100),
    "help massive": lambda stage: massive(stage).do(Help()),
    **{f"section {title}": section(title) for title in SECTIONS},
    "section Players": players_section,
    **{f"docked {title}": docked(title) for title in DOCKED},
    **{f"help {name}": help_of(name) for name in GAMES if name != FANFARE},
    **{
        f"help from the start, {title}": help_from_the_start(title)
        for title in ("Start screen", "The laws of life", "LIFE-2", "BioWar", "All keys", *ILLUSTRATED, "Credits")
    },
    "help found": help_found,
    "wizard": wizard,
    **{f"game {name}": game(name, 0, 2, start=name != "survivor") for name in GAMES if name != FANFARE},
    "game six": game("biowar", 0, 1, 2, 0, 1, 2),
    "ready": getting_ready,
    "guided round": guided_round,
    "outpost": outpost,
    "outpost captured": outpost_over,
    "suggestions": suggestions,
    **{f"aiming {name}": aiming(name) for name in ("one-seed", "seed-list", "p2life")},
    "p2life turn": p2life_turn,
    "p2life over": p2life_over,
    **{f"ready {name}": ready_for(name) for name in CONTESTS},
    **{f"end {name}": end_of(name) for name in CONTESTS if name != "biowar"},
    "end biowar": end_of_biowar,
    "last turn": last_turn,
    "end of turns": end_of_turns,
    "identified": identified,
    "rule field": over_universe(ChangeRule()),
    "new board": over_universe(NewBoard()),
    "resize the board": over_universe(ResizeBoard()),
    "go to generation": over_universe(GoToGeneration()),
    "open a file": over_universe(Open()),
    "save as": over_universe(SaveAs()),
    "empty board": empty_board,
    "selection": over_universe(Select(20, 30, 24, 40)),
    "held pattern": over_universe(Stamp(GLIDER)),
    "rule of a pattern": over_universe(HoldNamed("highlife-glider")),
    "minimap": over_universe(Zoom(4.0)),
    "at rest": at_rest,
    "asked first": asked_first,
    "match panels": panels_of_a_match,
    "round over": finished_round,
    "round card": round_card,
    "consent": consent,
    "phones": phones,
    "phones closed": phones_closed,
    "phones joined": phones_joined,
    "phones without a game": phones_without_game,
    "survivor levels": survivor_page("levels"),
    "survivor story": survivor_page("story", FIRST_LEVEL),
    "survivor level": survivor_level,
    "survivor lost": survivor_lost,
    "survivor second level": survivor_second,
    "survivor second story": lambda stage: survivor_second(stage, plays=False),
    "survivor editor": survivor_page("edit", ""),
    "pause menu": lambda stage: game("seed-list", 0, 2)(stage) or stage.do(PauseMenu()),
    "pause menu universe": over_universe(PauseMenu()),
    "pause menu massive": lambda stage: massive(stage).pass_seconds(9).do(PauseMenu()),
    **{f"settings {title}": settings_page(title) for title in ("Look", "Effects", "Players")},
    **{f"settings {title}": settings_page(title) for title in (sound.TITLE, keys.TITLE, program.TITLE)},
    "settings key in use": key_in_use,
    "settings of a match": lambda stage: game("seed-list", 0, 2)(stage) or stage.do(ShowSettings()),
    "attract": attract,
}
"""Every screen: its name, and a function that shows it on a stage."""


def take(size: tuple[int, int], dpi: int, out: Path, names: list[str]) -> int:
    """Save a picture of each named screen at a size; print the problems and return their number."""
    wrong = 0
    screen = Screen(size)
    try:
        set_dpi(screen, dpi)
        os.environ |= {"DISPLAY": screen.name, "WAYLAND_DISPLAY": ""}
        with Window("gpulife", (size[0] * 96 // dpi, size[1] * 96 // dpi), vsync=False) as window:
            for name in names:
                with tempfile.TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
                    patch.setenv("GPULIFE_DATA", f"{scratch}/data")
                    patch.setenv("GPULIFE_SETTINGS", f"{scratch}/settings.toml")
                    patch.setattr(file_dialogs, "has_system_dialogs", lambda: False)
                    wrong += _one(window, Path(scratch), name, out / f"{name}.{size[0]}x{size[1]}.png")
    finally:
        screen.close()
    return wrong


def _one(window: Window, scratch: Path, name: str, target: Path) -> int:
    settings = Settings(reduced_flashing=False, wait_for_players=False, bloom=0.0, age=0.0, trails=0.0)
    with ImguiBackend(window, 1.0) as imgui_backend:
        stage = Stage(window, imgui_backend, scratch, settings)
        try:
            SCREENS[name](stage)
            stage.draws_all = stage.menu_shown  # otherwise its moving pictures would stay empty
            stage.live(28)
            with audited() as found:
                stage.live(4)
                picture = stage.picture
            Image.fromarray(picture).save(target)
        except Exception as error:  # noqa: BLE001 - the other screens are to be seen, too
            found = {f"{type(error).__name__}: {error}"}
        finally:
            stage.screens.close()
    for line in sorted(found):
        print(f"{target.stem}: {line}", flush=True)
    return len(found)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, help="folder of the pictures")
    parser.add_argument("--only", default="", help="screens whose names begin like this")
    parser.add_argument("--size", default="", help="only this one, such as 800x600")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if name.startswith(given.only)]
    wrong = sum(
        take(size, dpi, given.out, names) for size, dpi in SIZES.items() if given.size in ("", "x".join(map(str, size)))
    )
    print(f"{len(names)} screens, {wrong} things wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
