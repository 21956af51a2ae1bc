"""Who sits where in games for up to six: a name, and a person, the computer or nobody in each seat, at any time."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, ChangeSeat
from gpulife.lineup import MOST_LETTERS
from gpulife.party import CLOSED
from gpulife.ui.fields import Fields
from gpulife.ui.panels.players import PERSON, READY_NAMES
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import GREY, choice, colour

NOBODY = "nobody"


def panel(fields: Fields, snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    if snapshot.party is None:
        return []
    commands: list[Asked] = []
    titles = [NOBODY, PERSON, *(f"computer {n}: {title}" for n, (title, _) in enumerate(snapshot.levels, start=1))]
    for player, seat in enumerate(snapshot.party.seats[: snapshot.rule.species]):
        imgui.push_id(player)
        imgui.text_colored(colour(snapshot.look.colours[player + 1]), f"{player + 1}  {snapshot.party.names[player]}")
        if chosen := choice("who", titles[seat.level - CLOSED], titles):
            commands.append(ChangeSeat(player, "level", titles.index(chosen) + CLOSED))
        if seat.level != CLOSED:
            commands += _name(fields, player, seat.name)
        if seat.level == 0:
            changed, hides = imgui.checkbox("places cells unseen", seat.hides)
            if changed:
                commands.append(ChangeSeat(player, "hides", hides))
        imgui.pop_id()
    for line in snapshot.players or ("nobody sits here yet: press a player's key, or A on a gamepad",):
        imgui.push_text_wrap_pos(0.0)
        imgui.text_colored(GREY, line)
        imgui.pop_text_wrap_pos()
    return commands


def _name(fields: Fields, player: int, name: str) -> list[Asked]:
    """To type, or out of a list for those who have no keyboard at hand."""
    commands: list[Asked] = []
    imgui.set_next_item_width(imgui.get_content_region_avail().x * 0.62)
    typed = fields.party_names[player]
    edited, text = imgui.input_text_with_hint("##name", "name", name if typed is None else typed)
    if edited:
        fields.party_names[player] = typed = text[:MOST_LETTERS]
    if imgui.is_item_deactivated():
        if typed is not None and typed != name:
            commands.append(ChangeSeat(player, "name", typed))
        fields.party_names[player] = None
    imgui.same_line()
    if chosen := choice("ready", "list", READY_NAMES):
        commands.append(ChangeSeat(player, "name", chosen))
    return commands
