"""The section Players: who plays on each seat (a person, the computer or nobody), and the names."""

from collections.abc import Iterator
from functools import partial

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import ChangeSeat, ChangeSetting, CommandOrAction, Phones
from gpulife.rules import RGB
from gpulife.seats import MAX_LETTERS, SIDES, Seat, colour_text, parse_colour
from gpulife.window.design import rgba_of
from gpulife.window.panels.marks import swatch
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    caption,
    checkbox,
    drop_down,
    explanation,
    greyed,
    request_buttons,
    request_change,
    sentence,
    tooltip,
    wrapped_text,
)

PERSON, NOBODY = "Person", "Nobody"
READY_NAMES = ("Ada", "Alan", "Bill", "Conway", "Emmy", "Gosper", "Grace", "John", "Mark", "Max", "Rosa", "Zoe")
"""Suggested names, for people who have no keyboard."""


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Players; yield the user's requests."""
    seats = snapshot.seats
    lines = snapshot.players or ("Nobody plays yet. Press a player's key, or A on a gamepad.",)
    if seats is None:
        lines = (*lines, "Players choose their letters before the game.")
    elif len(seats.seats) > len(SIDES):
        lines = snapshot.players or ("Nobody plays yet. Press a player's key, or A on a gamepad.",)
        for player, seat in enumerate(seats.seats[: snapshot.rule.live_states]):
            with imgui_ctx.push_id(str(player)):
                swatch(rgba_of(snapshot.look.shown_colours[player + 1]))
                imgui.text(f"{player + 1}  {seats.names_for(snapshot.levels)[player]}")
                yield from _seat_choice(snapshot, player, seat, may_close=True)
                # Grey instead of gone: the widgets below must not move under the pointer.
                with greyed(on=seat.closed):
                    yield from _name(state, player, seat.name, "name")
                with greyed(on=not seat.is_free):
                    hides = checkbox("Hide new cells", on=seat.hides)
                tooltip("Others see this player's new cells as grey squares until the board has grown")
                yield from request_change(partial(ChangeSeat, player, "hides"), hides)
        explanation("Hide new cells: others see them as grey squares until the board has grown")
    else:
        for player, seat in enumerate(seats.seats):
            with imgui_ctx.push_id(str(player)):
                name = seats.names_for(snapshot.levels)[player]
                swatch(rgba_of(_colour_of(snapshot, player, seat)))
                imgui.text(name if name == SIDES[player] else f"{SIDES[player]}: {name}")
                yield from _seat_choice(snapshot, player, seat, may_close=False)
                caption("Name")
                yield from _name(state, player, seat.name, SIDES[player])
                yield from _colour(snapshot, player, seat)
            imgui.spacing()
        yield from request_buttons({"Swap seats": ChangeSeat(0, "swap")})
    yield from request_buttons({"Phones as gamepads": Phones()})
    if seats is not None:
        yield from request_change(
            partial(ChangeSetting, "wait_for_players"),
            checkbox("Wait until all are ready", on=snapshot.settings.wait_for_players),
        )
        explanation("The clock waits until all have said so")
    for line in lines:
        wrapped_text(sentence(line))


def _seat_choice(snapshot: Snapshot, player: int, seat: Seat, *, may_close: bool) -> Iterator[CommandOrAction]:
    computers = (f"Computer: {title}" for title in snapshot.levels)
    titles = [NOBODY, PERSON, *computers][0 if may_close else 1 :]
    first = titles.index(PERSON)
    chosen = drop_down("who", titles[0 if seat.closed else first + seat.level], titles)
    if chosen == NOBODY:
        yield ChangeSeat(player, "closed", value=True)
    elif chosen is not None:
        yield ChangeSeat(player, "level", titles.index(chosen) - first)


def _name(state: PanelState, player: int, name: str, hint: str) -> Iterator[CommandOrAction]:
    imgui.set_next_item_width(imgui.get_content_region_avail().x * 0.62)
    edited, text = imgui.input_text_with_hint("##name", hint, state.names.get(player, name))
    if edited:
        state.names[player] = text[:MAX_LETTERS]
    if imgui.is_item_deactivated() and (typed := state.names.pop(player, name)) != name:
        yield ChangeSeat(player, "name", typed)
    imgui.same_line()
    yield from request_change(partial(ChangeSeat, player, "name"), drop_down("ready", "Suggest", READY_NAMES))


def _colour_of(snapshot: Snapshot, player: int, seat: Seat) -> RGB:
    return parse_colour(seat.colour) or snapshot.look.colours[min(player + 1, len(snapshot.look.colours) - 1)]


def _colour(snapshot: Snapshot, player: int, seat: Seat) -> Iterator[CommandOrAction]:
    own, shown = parse_colour(seat.colour), _colour_of(snapshot, player, seat)
    if (wants_own := checkbox("Own colour", on=own is not None)) is not None:
        yield ChangeSeat(player, "colour", colour_text(shown) if wants_own else "")
    if own is not None:
        imgui.same_line()
        moved, rgb = imgui.color_edit3("##colour", [part / 255 for part in own], imgui.ColorEditFlags_.no_inputs)
        if moved:
            red, green, blue = (round(part * 255) for part in rgb[:3])
            yield ChangeSeat(player, "colour", colour_text((red, green, blue)))
