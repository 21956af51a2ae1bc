"""The views of phones, made from a game's page of help and the bindings of its controls."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gpulife.games.registry import GAMES
from gpulife.input.bindings import build_bindings
from gpulife.input.glyphs import Hands, Legend
from gpulife.online.phone_book import BITS, MAX_TEXT, Button
from gpulife.window.phones import phone_views
from gpulife.window.phones.phone_views import game_buttons
from gpulife.window.phones.qr_code import dark_runs
from gpulife.window.play.game_window import ControlLine, GamePage, window_of

BINDINGS = build_bindings()


@pytest.mark.parametrize("name", [name for name, spec in GAMES.items() if spec.players])
def test_trigger_is_first_and_buttons_are_unique(name: str) -> None:
    buttons = list(game_buttons(window_of(name).page, BINDINGS, "Halt"))
    assert buttons[0].bits == BITS["a"]
    assert len({button.bits for button in buttons}) == len(buttons)
    assert all(button.label and "{" not in button.label for button in buttons)
    assert all(len(button.label) <= MAX_TEXT for button in buttons)


def test_second_button_ends_turn() -> None:
    caps = {
        name: [button.cap for button in game_buttons(window_of(name).page, BINDINGS, "Done")][:2]
        for name in ("biowar", "one-seed", "p2life", "realtime")
    }
    assert caps == {"biowar": ["A", "B"], "one-seed": ["A", "B"], "p2life": ["A", "B"], "realtime": ["A", ""]}


def test_done_button_is_there_while_something_is_to_end() -> None:
    page = window_of("one-seed").page
    labels = [
        [button.label for button in game_buttons(page, BINDINGS, is_done=is_done) if button.cap == "B"]
        for is_done in (False, True)
    ]
    assert labels == [["Done planting: play begins when all are done"], []]


def test_small_buttons_have_short_labels() -> None:
    page = GamePage(
        controls=(
            ControlLine("Move", "{move}"),
            ControlLine("DONE: end your turn (or wait)", "{done|start}"),
            ControlLine("Plant, or take back", "{trigger}"),
            ControlLine("QUIT: the function key OPTION, which is also NO", "{option}", own=False, brief="Leave or no"),
            ControlLine("With the mouse", "{click}", own=False),
        )
    )
    assert list(game_buttons(page, BINDINGS)) == [
        Button(BITS["a"], "A", "Plant, or take back"),
        Button(BITS["b"], "B", "Done: end your turn"),
        Button(BITS["lt"] | BITS["back"], "", "Leave or no"),
    ]


@pytest.mark.parametrize("name", [name for name, spec in GAMES.items() if spec.players])
def test_labels_of_small_buttons_need_no_manual(name: str) -> None:
    labels = [button.label for button in game_buttons(window_of(name).page, BINDINGS, "Halt")][2:]
    assert not [label for label in labels if label.startswith(("WHO", "GAME", "QUIT", "Alone", "Against"))]


def test_user_bindings_change_buttons() -> None:
    bindings = BINDINGS.rebind("pad-trigger", "pad:guide")
    assert next(iter(game_buttons(window_of("one-seed").page, bindings))).bits == BITS["guide"]


def test_phones_name_no_shoulder_buttons() -> None:
    pages = [window_of(name).page for name, spec in GAMES.items() if spec.players]
    shown = [*phone_views._more_buttons(BINDINGS), *(each for page in pages for each in game_buttons(page, BINDINGS))]
    assert {button.cap for button in shown} <= {"", *"ABXY", *"\u2190\u2191\u2192\u2193"}


def test_controls_that_mean_nothing_now_have_no_button() -> None:
    page = window_of("life-2").page
    labels = [button.label for button in game_buttons(page, BINDINGS, hides={"start"})]
    assert "Begin the game" in [button.label for button in game_buttons(page, BINDINGS)]
    assert "Begin the game" not in labels


def test_a_button_that_says_what_it_does_is_named_once() -> None:
    buttons = list(game_buttons(window_of("one-seed").page, BINDINGS, "Resume"))
    assert phone_views._prompt(Controller("{halt} Resume  {help} Help"), 0, buttons) == "Resume \u00b7 More Help"
    assert phone_views._prompt(Controller("Choose, or type column and row", "Choose"), 0, buttons) == "Choose"


def test_qr_code_runs() -> None:
    count, runs = dark_runs("http://192.168.178.123:19820/#" + "0" * 26)
    assert count in range(21, 42, 4)
    assert all(0 <= row < count and 0 <= first < behind <= count for row, first, behind in runs)
    assert {(row, first, behind) for row, first, behind in runs if row == 0} >= {(0, 0, 7), (0, count - 7, count)}


class Controller:
    """The parts of a controller that :func:`phone_views._prompt` uses; its player also has a keyboard."""

    def __init__(self, *wordings: str) -> None:
        self.prompts_for = lambda _player: wordings
        self.shell = SimpleNamespace(poller=SimpleNamespace(bindings=BINDINGS))


def test_texts_name_only_phone_buttons() -> None:
    controller = Controller("{trigger} Plant a block, 4 seeds  {done} Done")
    assert phone_views._prompt(controller, 0) == "A Plant a block, 4 seeds \u00b7 B Done"


def test_buttons_of_one_line_have_their_own_words() -> None:
    page = GamePage(controls=(ControlLine("Faster, slower", "{faster} {slower}", own=False),))
    assert [(each.cap, each.label) for each in game_buttons(page, BINDINGS)][1:] == [("", "Faster"), ("", "Slower")]


@pytest.mark.parametrize(
    ("control", "shown"),
    [("help", "More"), ("start-screen", "More"), ("halt", "Halt"), ("trigger", "A"), ("move", "Stick")],
)
def test_texts_name_what_a_phone_shows(control: str, shown: str) -> None:
    legend = Legend(BINDINGS, Hands(0, keyboard=False, pad="Phone 1"))
    assert legend.spoken(f"{{{control}}}") == shown


def test_more_is_grouped() -> None:
    more = phone_views._grouped([*phone_views._more_buttons(BINDINGS), Button(BITS["lb"], "LB", "Slower")])
    groups = [button.group for button in more]
    assert list(dict.fromkeys(groups)) == ["Answers", "In the game", "The window"]
    assert groups == sorted(groups)
    assert {"Resign", "Slower"} <= {button.label for button in more if button.group == "In the game"}
