"""Who sits where: name, colour, and a person or the computer in each of the two seats; also during a match."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, ChangeSeat, Command
from gpulife.games.realtime_settings import REAL_TIME
from gpulife.lineup import MOST_LETTERS, SIDES, Seat, colour_text, parse_colour
from gpulife.ui.fields import Fields
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import AMBER, GREY, buttons, caption, choice

PERSON = "a person"
READY_NAMES = ("Ada", "Alan", "Bill", "Conway", "Emmy", "Gosper", "Grace", "John", "Mark", "Max", "Rosa", "Zoe")
"""For those who have no keyboard at hand."""


def panel(fields: Fields, snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    commands: list[Asked] = []
    lines = snapshot.players or ("nobody plays yet: press a player's key, or A on a gamepad",)
    if snapshot.match.game == REAL_TIME:
        lines = (*lines, "who plays which letter is chosen before the game")
    else:
        commands += _seats(fields, snapshot)
    for line in lines:
        imgui.push_text_wrap_pos(0.0)
        imgui.text_colored(GREY, line)
        imgui.pop_text_wrap_pos()
    return commands


def _seats(fields: Fields, snapshot: Snapshot) -> list[Asked]:
    commands: list[Asked] = []
    for player, seat in enumerate(snapshot.lineup.seats):
        imgui.push_id(player)
        imgui.text_colored(AMBER, f"{SIDES[player]}: {snapshot.lineup.names[player]}")
        commands += _seat(fields, snapshot, player, seat)
        imgui.pop_id()
        imgui.spacing()
    match buttons(["swap seats"]):
        case "swap seats":
            commands.append(ChangeSeat(0, "swap", 0))
    return commands


def _seat(fields: Fields, snapshot: Snapshot, player: int, seat: Seat) -> list[Asked]:
    def seat_command(what: str, value: str | int) -> Command:
        return ChangeSeat(player, what, value)

    commands: list[Asked] = []
    titles = [PERSON, *(f"computer {number}: {title}" for number, (title, _) in enumerate(snapshot.levels, start=1))]
    if chosen := choice("who", titles[seat.level], titles):
        commands.append(seat_command("level", titles.index(chosen)))
    caption("name")
    imgui.set_next_item_width(imgui.get_content_region_avail().x * 0.62)
    typed = fields.names[player] if fields.names[player] is not None else seat.name
    edited, text = imgui.input_text_with_hint("##name", SIDES[player], str(typed))
    if edited:
        fields.names[player] = text[:MOST_LETTERS]
    if imgui.is_item_deactivated():
        if fields.names[player] is not None and fields.names[player] != seat.name:
            commands.append(seat_command("name", str(fields.names[player])))
        fields.names[player] = None
    imgui.same_line()
    if chosen := choice("ready", "list", READY_NAMES):
        commands.append(seat_command("name", chosen))
    own = parse_colour(seat.colour)
    shown = own or snapshot.look.colours[min(player + 1, len(snapshot.look.colours) - 1)]
    changed, wants_own = imgui.checkbox("own colour", own is not None)
    if changed:
        commands.append(seat_command("colour", colour_text(shown) if wants_own else ""))
    if own is not None:
        imgui.same_line()
        moved, rgb = imgui.color_edit3("##colour", [part / 255 for part in own], imgui.ColorEditFlags_.no_inputs)
        if moved:
            red, green, blue = (round(part * 255) for part in rgb[:3])
            commands.append(seat_command("colour", colour_text((red, green, blue))))
    return commands
