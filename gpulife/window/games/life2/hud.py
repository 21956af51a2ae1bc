"""The HUD of LIFE-2 around the board: headline, hint, and the players' cards.

The HUD shows only what both players may see.
"""

from dataclasses import replace

from imgui_bundle import imgui

from gpulife.games.core.shared_texts import count_text
from gpulife.games.life2.observation import (
    REFUSALS,
    Life2Overlay,
    VisibleHand,
    headline,
    hint,
    prompts,
)
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    PROMPT,
    RGBA,
    TEXT,
    WIDE_GAP,
    packed,
)
from gpulife.window.games.life2.board import (
    HudContent,
    draw_cells,
    draw_coming,
    draw_grid,
    draw_hands,
    draw_numbers,
    draw_symbol,
)
from gpulife.window.games.life2.layout import HINT, Layout
from gpulife.window.panels.draw_primitives import Point, rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import (
    LAST_SECONDS,
    draw_prompt,
    draw_way_out,
    fitting_size,
    prompt_here,
    scaled,
    tense_size,
    ways_out,
)
from gpulife.window.play.player_card import PlayerCard, card_height, draw_player_card

_LARGE, _SMALL = HEADING.size, LEAD.size


def draw_hud(content: HudContent, place: Layout) -> None:
    """Draw the HUD around the board, and the marks on the board."""
    overlay, canvas = content.overlay, content.canvas
    draw_grid(canvas)
    draw_numbers(canvas)
    draw_cells(content, place)
    draw_hands(content)
    if content.coming is not None:
        draw_coming(content.coming, canvas)
    left, _, right, bottom = place.area
    room = right - left - scaled(WIDE_GAP)
    # What both chose is said once the pieces are turned over.
    shown = overlay if content.turning >= 1 else replace(overlay, shared=(), emptied=None)
    is_over = overlay.phase == "over"  # the banner then says how it ended, and what comes next
    words, rgba = "" if is_over else headline(shown, canvas.names, ""), _headline_colour(shown)
    size = fitting_size(words, room, tense_size(canvas, _LARGE, overlay.seconds))
    text(words, (left + right) / 2, scaled(10 - (size - _LARGE) / 2), rgba, align=0.5, size=size)
    reader = min(content.people, default=0)
    free = (room - width_of(words, size)) / 2 - scaled(GAP)
    out = ways_out(content.own_seat, is_replay=content.is_replay)
    draw_way_out(content.legends[reader], out, (right - scaled(GAP), scaled(WIDE_GAP)), free)
    prompt = prompts(overlay, sorted(content.people), canvas.names) if content.has_prompts and not is_over else ()
    lines = prompt_here(prompt, content.own_seat)
    draw_prompt(content.legends[reader], lines, ((left + right) / 2, bottom - scaled(HINT - 18)), room)
    hinted = sorted(content.people) if content.has_prompts or len(content.people) > 1 else ()
    words = hint(overlay, hinted, foresees=content.coming is not None)
    text(
        words,
        (left + right) / 2,
        bottom - scaled(HINT - 36),
        TEXT if overlay.clash else CAPTION,
        align=0.5,
        size=fitting_size(words, room, _SMALL),
    )
    for player in range(len(place.cards) if content.has_cards else 0):
        _draw_card(content, player, place)


def _headline_colour(overlay: Life2Overlay) -> RGBA:
    if overlay.phase in ("reveal", "growth"):
        return PROMPT if overlay.shared else TEXT
    is_late = overlay.seconds is not None and overlay.seconds <= LAST_SECONDS
    return PROMPT if overlay.phase == "select" or overlay.halted or is_late else TEXT


def _draw_card(content: HudContent, player: int, place: Layout) -> None:
    """Draw a player's card: name, mark, number of pieces, and how many places the player has chosen."""
    left, top, right, _ = place.cards[player]
    name, rgba = content.canvas.names[player], content.canvas.player_colour(player)
    hand, pieces = content.overlay.hands[player], content.counts[player]
    if place.beside:
        card = _card(hand, player, pieces, content)
        draw_player_card(card, (left, top), right - left, content.canvas, player)
        if len(content.people) > 1 and player in content.people and hand.needs and not hand.ready:
            for number, words in enumerate(("{move}", "{trigger} chooses")):
                at = (left + right) / 2, top + scaled(card_height(card) + 24 + 30 * number)
                caps_on_canvas(content.legends[player].pieces(words), *at, CAPTION, align=0.5, size=BODY.size)
        return
    outer, side, inward = (left, 0.0, 1) if player == 0 else (right, 1.0, -1)
    radius = scaled(22)
    draw_symbol(player, (outer + inward * radius, top + radius), radius, rgba)
    x, y = outer + inward * (2 * radius + scaled(14)), top - scaled(4)
    text(name, x, y, rgba, align=side, size=min(fitting_size(name, right - left, _LARGE), _SMALL + 2))
    text(count_text(pieces, "piece"), x, y + scaled(26), CAPTION, align=side, size=_SMALL)
    _draw_progress(hand, (outer, y + scaled(58)), inward, rgba, types=player in content.people)


def _card(hand: VisibleHand, player: int, pieces: int, content: HudContent) -> PlayerCard:
    """Return the card of a player beside the board, with the number of the player's pieces on it.

    It also has a dot for each place that the player has to choose.
    """
    chooses = bool(hand.needs) and not (hand.ready or hand.waits) and not content.overlay.halted
    call = "READY" if hand.ready and hand.needs else ""
    words = f"{hand.chosen} of {hand.needs} chosen" if hand.needs else ""
    if hand.needs and hand.typed and player in content.people:
        words = f"{count_text(hand.typed, 'digit')} typed"
    return PlayerCard(
        pieces,
        "piece" if pieces == 1 else "pieces",
        chooses,
        call,
        hand.chosen,
        hand.needs,
        "Waits" if hand.waits else words,
        REFUSALS[hand.refused] if hand.refused else "",
        lambda middle, radius: draw_symbol(player, middle, radius, content.canvas.player_colour(player)),
    )


def _draw_progress(hand: VisibleHand, at: Point, inward: int, rgba: RGBA, *, types: bool) -> None:
    """Draw a player's progress: READY, or a dot for each place (filled once chosen), and why a choice was refused.

    If ``types`` is True, also draw the number of digits that the player has typed.
    """
    x, y = at
    align = 0.0 if inward > 0 else 1.0
    scale = scaled(1)
    if hand.ready:
        words, pad = "READY", 10 * scale
        end = x + inward * (width_of(words, _LARGE) + 2 * pad)
        rectangle((min(x, end), y), (max(x, end), y + 38 * scale), rgba, 6 * scale)
        text(words, x + inward * pad, y + 3 * scale, GROUND, align=align, size=_LARGE, shadow=False)
        return
    pen, radius = imgui.get_background_draw_list(), 9 * scale
    for number in range(hand.needs):
        middle = x + inward * (radius + number * 3 * radius), y + 16 * scale
        if number < hand.chosen:
            pen.add_circle_filled(middle, radius, packed(rgba))
        else:
            pen.add_circle(middle, radius - scale, packed(rgba), 0, 2 * scale)
    if hand.refused:
        words, tint = REFUSALS[hand.refused], BAD
    else:
        words, tint = "Waits" if hand.waits else f"{hand.chosen} of {hand.needs} chosen", CAPTION
        if hand.typed and types:
            words, tint = f"{count_text(hand.typed, 'digit')} typed", TEXT
    if hand.needs:
        text(words, x, y + 36 * scale, tint, align=align, size=_SMALL)
