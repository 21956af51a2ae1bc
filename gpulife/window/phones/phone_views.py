"""The contents of a phone's screen: the player's seat, what they can do now, and what the buttons do."""

import re
from collections.abc import Container, Iterable, Iterator

from msgspec.structs import replace

from gpulife.input.bindings import Bindings, find_control
from gpulife.input.glyphs import PHONE, Hands, Legend
from gpulife.online.phone_book import BITS, Board, Button, View
from gpulife.rules import RGB
from gpulife.seats import colour_text, parse_colour
from gpulife.window.panels.widgets import sentence
from gpulife.window.play.consent import current_card
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_window import GamePage, window_of
from gpulife.window.play.private_board import PrivateBoard

_LARGE = 2
"""Number of large buttons on a phone: one under the thumb and one above it."""
_SMALL = 5
"""Number of small buttons next to the large ones. A button "More" leads to all other buttons."""
_IN_GAME, _ANSWERS, _WINDOW = "In the game", "Answers", "The window"
_MORE = {
    "again": ("Another round", _IN_GAME),
    "pad-resign": ("Resign", _IN_GAME),
    "wild": ("WILD!", _IN_GAME),
    "undo": ("Undo", _IN_GAME),
    "redo": ("Redo", _IN_GAME),
    "pad-agree": ("Agree", _ANSWERS),
    "pad-refuse": ("Refuse", _ANSWERS),
    "help": ("Help", _WINDOW),
    "start-screen": ("Start screen", _WINDOW),
    "menu": ("Steer panels", _WINDOW),
    "panels": ("Show or hide panels", _WINDOW),
    "mute": ("Sound", _WINDOW),
    "phones": ("Phones", _WINDOW),
}
"""Controls that the button "More" shows: the label of each, and the heading under which it stands."""
_BY_MOUSE = re.compile(r",? or \{(?:click|right-click)\}| \{wheel\} \w+ | \{right-click\} \w+")
_SHORT = re.compile(r" ?[,;(:]")
_ASIDE = re.compile(r" \([^)]*\)")
_CAPS = {
    **{name: name.upper() for name in "abxy"},
    "dpad_up": "\u2191",
    "dpad_down": "\u2193",
    "dpad_left": "\u2190",
    "dpad_right": "\u2192",
}
"""What stands on the buttons whose names people use. All other buttons show only what they do."""
_TYPES = re.compile(r"\btype\b")

_MENU_BUTTONS = (
    Button(BITS["a"], "A", "Choose"),
    Button(BITS["b"], "B", "Back"),
    Button(BITS["dpad_up"], _CAPS["dpad_up"], "Up"),
    Button(BITS["dpad_down"], _CAPS["dpad_down"], "Down"),
    Button(BITS["dpad_left"], _CAPS["dpad_left"], "Left"),
    Button(BITS["dpad_right"], _CAPS["dpad_right"], "Right"),
)
_MENU_VIEW = View(prompt="The stick moves between items on the screen.", buttons=_MENU_BUTTONS, large=1)
_CHOOSE_VIEW = View(prompt="Choose a game on the screen with the stick, then press A.", buttons=_MENU_BUTTONS, large=1)
_FULL = "No seat is free. For one more player, set up another game."
_JOIN_BUTTONS = (Button(BITS["a"], "A", "Take a seat"), Button(BITS["b"], "B", "Close the page"))


def menu_view(controller: AnyController, player: int | None) -> View:
    """Return what a phone shows while it controls a menu or a page. ``player`` is None if the phone has no seat."""
    return _seated(_with_more(_MENU_VIEW, controller), controller, player)


def _with_more(view: View, controller: AnyController) -> View:
    """Return the view of a menu with the rarely needed buttons that work in menus."""
    controls = (control for control in _MORE if find_control(control).in_menu)
    return replace(view, more=tuple(_more_buttons(controller.shell.poller.bindings, controls)))


def waiting_view(controller: AnyController, player: int | None, *, may_join: bool) -> View:
    """Return what a phone shows while the window shows the page on which phones join.

    Args:
        controller: controller of the session whose seats people take.
        player: the player who uses the phone; None if the phone has no seat.
        may_join: True if there is a game with seats to take; otherwise people choose one.
    """
    if not may_join:
        return _seated(_with_more(_CHOOSE_VIEW, controller), controller, player)
    if player is not None:
        waits = View(prompt="You have a seat. Wait for the others.", buttons=_JOIN_BUTTONS[1:], large=0)
        return _seated(waits, controller, player)
    return View(prompt="Press A to take a seat.", buttons=_JOIN_BUTTONS, large=1)


def play_view(controller: AnyController, player: int | None) -> View:
    """Return what a phone shows during a game. ``player`` is None if the phone has no seat."""
    bindings = controller.shell.poller.bindings
    page = window_of(controller.play.session.match.game).page
    buttons = list(
        game_buttons(
            page,
            bindings,
            _time_label(controller),
            is_done=player not in controller.may_be_done,
            hides=_useless_now(controller, player, page),
        )
    )
    card = current_card(controller)
    is_asked = card is not None and bool(card.voters)
    shown = (control for control, (_, group) in _MORE.items() if is_asked or group != _ANSWERS)
    more = [button for button in _more_buttons(bindings, shown) if button.bits not in {each.bits for each in buttons}]
    if player is None:
        if not has_free_seat(controller):
            return View(prompt=_FULL, more=_grouped(button for button in more if button.group == _WINDOW), large=0)
        buttons[0] = _JOIN_BUTTONS[0]
        return View(prompt="Press A to take a seat.", buttons=tuple(buttons[: _LARGE + _SMALL]), more=_grouped(more))
    prompt = _prompt(controller, player, buttons)
    result = controller.result
    if result is not None and result.has_keys:  # A presses the button that stands out below the result
        label = result.buttons[result.main].label
        buttons[0] = Button(BITS["a"], "A", label)
        prompt = f"{result.title}. A: {label}"
    if card is not None and is_asked:
        buttons[_LARGE:_LARGE] = [
            replace(answer, group="") for answer in more if answer.group == _ANSWERS
        ]  # within reach of the thumbs
        prompt = card.words
    own = controller.private_board(player)
    if own is not None and own.refusal:
        prompt = own.refusal
    more += buttons[_LARGE + _SMALL :]
    board = None if own is None else _board(own, controller)
    return _seated(
        View(prompt=prompt, buttons=tuple(buttons[: _LARGE + _SMALL]), more=_grouped(more), board=board),
        controller,
        player,
    )


def _board(own: PrivateBoard, controller: AnyController) -> Board:
    """Return a player's private board as phones show it."""
    rows = tuple("".join(map(str, row)) for row in own.cells.tolist())
    colours = tuple(colour_text(seat_colour(controller, player)) for player in range(len(own.marks)))
    return Board(rows, colours, own.marks, own.chosen, own.marker)


def _grouped(more: Iterable[Button]) -> tuple[Button, ...]:
    """Return the rarely needed buttons, each once, in the order of their groups."""
    order = (_ANSWERS, _IN_GAME, _WINDOW)
    in_groups = dict.fromkeys(replace(button, group=button.group or _IN_GAME) for button in more)
    return tuple(sorted(in_groups, key=lambda button: order.index(button.group)))


def game_buttons(
    page: GamePage,
    bindings: Bindings,
    time_label: str = "",
    *,
    is_done: bool = False,
    hides: Container[str] = frozenset(),
) -> Iterator[Button]:
    """Yield a phone's buttons in a game.

    The trigger comes first, then the buttons that end a turn or halt time, then all others.

    Args:
        page: the game's help page, which lists what players can do, and with which controls.
        bindings: keys and buttons of all controls.
        time_label: label of the button that halts and resumes time; "" for the label on the help page.
        is_done: True if the player has neither a set-up nor a turn to end now.
        hides: controls that have no button now.
    """
    legend = Legend(bindings, Hands(0, keyboard=False, pad=PHONE))
    found: dict[int, Button] = {}
    briefs: dict[int, str] = {}
    ends: list[int] = []
    for line in page.controls:
        controls = list(_controls(legend, line.by))
        does = _ASIDE.sub("", line.does).replace("DONE", "Done")
        parts = does.split(", ")  # such as "Faster, slower" for two controls
        shared = len(parts) != len(controls)
        for place, control in enumerate(controls):
            if control in hides or (control == "pad-done" and is_done):
                continue  # the latter's button has another meaning now
            if (button := _button(bindings, control, does if shared else sentence(parts[place]))) is None:
                continue
            if control == "halt" and time_label:
                button = Button(button.bits, button.cap, time_label)
            if control == "halt" or "{done" in line.by:
                ends.append(button.bits)
            found.setdefault(button.bits, button)
            briefs.setdefault(button.bits, line.brief or _SHORT.split(button.label)[0])
    trigger = _button(bindings, "pad-trigger", "Plant") or Button(BITS["a"], "A", "Plant")
    found.setdefault(trigger.bits, trigger)
    order = dict.fromkeys([trigger.bits, *ends, *found])
    for place, bits in enumerate(order):  # only large buttons have room for more than a few words
        button = found[bits]
        yield button if place < _LARGE else Button(bits, button.cap, briefs.get(bits, button.label))


def _controls(legend: Legend, text: str) -> Iterator[str]:
    """Yield the names of the controls that a text mentions, each name once."""
    seen = (piece.press.control for piece in legend.pieces(text) if not isinstance(piece, str) and piece.press)
    yield from dict.fromkeys(seen)


def _button(bindings: Bindings, control: str, label: str) -> Button | None:
    """Return the phone's button for a control; None if gamepads have no button for the control.

    If a control needs several buttons of a gamepad at once, the phone's button stands for all of them.
    """
    for input_ in bindings.table.get(control, ()):
        names = (*sorted(input_.modifiers), input_.name)
        if input_.device == "pad" and all(name in BITS for name in names):
            return Button(
                sum(BITS[name] for name in set(names)), _CAPS.get(names[0], "") if len(names) == 1 else "", label
            )
    return None


def _more_buttons(bindings: Bindings, controls: Iterable[str] = tuple(_MORE)) -> Iterator[Button]:
    for control in controls:
        label, group = _MORE[control]
        if (button := _button(bindings, control, label)) is not None:
            yield replace(button, group=group)


def _time_label(controller: AnyController) -> str:
    if controller.is_setting_up:
        return "Done"
    return "Halt" if controller.play.session.state.running else "Resume"


def _useless_now(controller: AnyController, player: int | None, page: GamePage) -> set[str]:
    """Return the controls of a game that have no button on a player's phone now.

    During a match, Start would begin it anew; where it is the player's own key, as in BioWar, it ends the turn like
    "done". A set-up that players end with "done" needs no second such button.
    """
    hides = set[str]()
    is_own = any("{done|start}" in line.by for line in page.controls)
    is_needed = controller.asks_to_begin or (is_own and player not in controller.may_be_done)
    if controller.play.session.game.players > 1 and not is_needed:
        hides.add("start")
    if controller.is_setting_up and any("{done" in line.by for line in page.controls):
        hides.add("halt")
    return hides


def has_free_seat(controller: AnyController) -> bool:
    """Return True if a phone can take a seat."""
    poller = controller.shell.poller
    return any(
        player not in poller.seat_claims.reserved and poller.seat_claims.name_of(player) is None
        for player in range(poller.seats)
    )


def _prompt(controller: AnyController, player: int, buttons: Iterable[Button] = ()) -> str:
    """Return a line that tells a player what they can do now, and with which of the phone's ``buttons``."""
    wordings = controller.prompts_for(player)
    if not wordings:
        return ""
    legend = Legend(controller.shell.poller.bindings, Hands(player, keyboard=False, pad=PHONE))
    line = _without_mouse(wordings).replace("{done} {halt}", "{done}")
    line = line.replace("{done}", "{done|halt}")  # on phones, the halt button also means "done"
    labels = {button.bits: button.label for button in buttons if not button.cap}
    words = ""
    for piece in legend.pieces(_BY_MOUSE.sub("", line)):
        if isinstance(piece, str):
            words += piece
            continue
        button = piece.press and _button(legend.bindings, piece.press.control, "")
        words += labels.get(button.bits, piece.spoken) if button else piece.spoken
    for label in labels.values():
        words = words.replace(f"{label} {label}", label)  # as in "Halt", which is both the button and what it does
    return _plain(words)


def _without_mouse(wordings: Iterable[str]) -> str:
    """Return the first text that mentions neither mouse nor typing; if there is none, the last text."""
    lines = tuple(wordings)
    lines = tuple(line for line in lines if not _TYPES.search(line)) or lines
    return next((line for line in lines if "{click}" not in line and "{wheel}" not in line), lines[-1])


def _plain(text: str) -> str:
    """Replace each run of two or more spaces in a text by a dot."""
    return re.sub(r"\s{2,}", " \u00b7 ", text.strip())


def seat_colour(controller: AnyController, player: int) -> RGB:
    """Return the colour of the cells of a player."""
    seats, colours = controller.play.seats.seats, controller.play.display.look.colours
    own = parse_colour(seats[player].colour) if player < len(seats) else None
    return own or colours[min(player + 1, len(colours) - 1)]


def _seated(view: View, controller: AnyController, player: int | None) -> View:
    """Return ``view`` with the name and the colour of a player's seat; unchanged if ``player`` is None."""
    if player is None:
        return view
    known = player < len(controller.play.seats.seats)
    name = controller.name_of(player) if known else f"Player {player + 1}"
    return replace(view, player=player, name=name, colour=colour_text(seat_colour(controller, player)))
