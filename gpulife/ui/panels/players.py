"""Who sits where: a person, the computer or nobody in each seat, with a name; at any time, also during a match."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, ChangeSeat
from gpulife.seats import MAX_LETTERS, SIDES, Seat, colour_text, parse_colour
from gpulife.ui.fields import Fields
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import AMBER, buttons, caption, choice, colour, quiet

PERSON, NOBODY = "a person", "nobody"
READY_NAMES = ("Ada", "Alan", "Bill", "Conway", "Emmy", "Gosper", "Grace", "John", "Mark", "Max", "Rosa", "Zoe")
"""For those who have no keyboard at hand."""


def panel(fields: Fields, snapshot: Snapshot) -> list[Asked]:
    """Draw it; what its user asked for."""
    commands: list[Asked] = []
    seats = snapshot.seats
    lines = snapshot.players or ("nobody plays yet: press a player's key, or A on a gamepad",)
    if seats is None:
        lines = (*lines, "who plays which letter is chosen before the game")
    elif len(seats.seats) > len(SIDES):
        lines = snapshot.players or ("nobody sits here yet: press a player's key, or A on a gamepad",)
        for player, seat in enumerate(seats.seats[: snapshot.rule.species]):
            imgui.push_id(player)
            imgui.text_colored(colour(snapshot.look.colours[player + 1]), f"{player + 1}  {seats.names[player]}")
            commands += _who(snapshot, player, seat, may_close=True)
            if not seat.closed:
                commands += _name(fields, player, seat.name, "name")
            if seat.is_free:
                changed, hides = imgui.checkbox("places cells unseen", seat.hides)
                if changed:
                    commands.append(ChangeSeat(player, "hides", hides))
            imgui.pop_id()
    else:
        for player, seat in enumerate(seats.seats):
            imgui.push_id(player)
            imgui.text_colored(AMBER, f"{SIDES[player]}: {seats.names[player]}")
            commands += _who(snapshot, player, seat, may_close=False)
            caption("name")
            commands += _name(fields, player, seat.name, SIDES[player])
            commands += _colour(snapshot, player, seat)
            imgui.pop_id()
            imgui.spacing()
        if buttons(["swap seats"]):
            commands.append(ChangeSeat(0, "swap"))
    for line in lines:
        quiet(line)
    return commands


def _who(snapshot: Snapshot, player: int, seat: Seat, *, may_close: bool) -> list[Asked]:
    people = [NOBODY, PERSON] if may_close else [PERSON]
    computers = [f"computer {number}: {title}" for number, title in enumerate(snapshot.levels, start=1)]
    now = NOBODY if seat.closed else computers[seat.level - 1] if seat.level else PERSON
    match choice("who", now, [*people, *computers]):
        case None:
            return []
        case "nobody":
            return [ChangeSeat(player, "closed", value=True)]
        case "a person":
            return [ChangeSeat(player, "level", 0)]
        case computer:
            return [ChangeSeat(player, "level", computers.index(computer) + 1)]


def _name(fields: Fields, player: int, name: str, hint: str) -> list[Asked]:
    """To type, or out of a list for those who have no keyboard at hand."""
    commands: list[Asked] = []
    imgui.set_next_item_width(imgui.get_content_region_avail().x * 0.62)
    edited, text = imgui.input_text_with_hint("##name", hint, fields.names.get(player, name))
    if edited:
        fields.names[player] = text[:MAX_LETTERS]
    if imgui.is_item_deactivated():
        typed = fields.names.pop(player, name)
        if typed != name:
            commands.append(ChangeSeat(player, "name", typed))
    imgui.same_line()
    if chosen := choice("ready", "list", READY_NAMES):
        commands.append(ChangeSeat(player, "name", chosen))
    return commands


def _colour(snapshot: Snapshot, player: int, seat: Seat) -> list[Asked]:
    commands: list[Asked] = []
    own = parse_colour(seat.colour)
    shown = own or snapshot.look.colours[min(player + 1, len(snapshot.look.colours) - 1)]
    changed, wants_own = imgui.checkbox("own colour", own is not None)
    if changed:
        commands.append(ChangeSeat(player, "colour", colour_text(shown) if wants_own else ""))
    if own is not None:
        imgui.same_line()
        moved, rgb = imgui.color_edit3("##colour", [part / 255 for part in own], imgui.ColorEditFlags_.no_inputs)
        if moved:
            red, green, blue = (round(part * 255) for part in rgb[:3])
            commands.append(ChangeSeat(player, "colour", colour_text((red, green, blue))))
    return commands
