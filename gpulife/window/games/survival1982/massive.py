"""The controller of Massive: figures and buttons around a world of sixteen million cells.

Above the board are the speed, the number of cells computed so far, and each species' share of all live cells. Below it
are large buttons, such as for a comet, a race or a new world.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import Any

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.area import Area
from gpulife.games.core.area_edit import area_text
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import (
    CommandOrAction,
    Fit,
    Fly,
    Panels,
    Reseed,
    Tool,
    Unlimited,
    WorldRequest,
)
from gpulife.input.controls import When
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.view.look import Look
from gpulife.view.pictures import CELLS, find_picture
from gpulife.window.design import (
    ACCENT,
    CHOSEN,
    GAP,
    GROUND,
    NEAR,
    PROMPT,
    RGBA,
    TEXT,
    TIGHT,
    faded,
    packed,
    rgba_of,
)
from gpulife.window.games.survival1982.bets import Bets
from gpulife.window.games.survival1982.look_card import draw_looks
from gpulife.window.games.survival1982.species_race import CardLine, points_text
from gpulife.window.games.survival1982.world_figures import (
    BAR,
    FACTS,
    Clock1982,
    WorldFacts,
    draw_facts,
    draw_making,
    draw_shares,
)
from gpulife.window.games.survival1982.world_strikes import FALL, Strike, WorldStrikes
from gpulife.window.panels.draw_primitives import rectangle
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.panels.widgets import button_colour, icon_tiles, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import MouseResult
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.overlay import StudyController
from gpulife.window.play.result_banner import Result
from gpulife.window.play.workbench import LEFT, MIDDLE, RIGHT
from gpulife.window.play.workbench_overlay import minimap_box
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

COMET, WIPE, RACE, LOOKS = "comet", "wipe", "race", "looks"
"""Values of :attr:`WorldRequest.what`."""
_TILES = 88.0
"""Height of the row of buttons, in units of 1/96 inch."""
_REACH, _REACH_IN_RACE, _REACH_IN_VIEW = 16, 18, 6
"""The radius of a comet or a wipe is the shorter side of the board divided by this; in a race, by the second number.

If only a part of the board is in view, the radius is at most the shorter side of that part divided by the third number.
"""
_BRUSH = 0.5
"""Distance between two holes while the user drags a wipe, as a share of its radius."""
_DENSITY = 0.45
"""Share of cells that are alive where a comet has hit."""
_COUNT_SECONDS = 0.25
"""Seconds between two counts of the cells while time runs."""
_NEAR_ZOOM = 3.0
"""At this zoom (points per cell) or above, the mouse draws cells; below it, the mouse moves the view."""
_FLY, _WHOLE, _FAST = "Fly down", "Whole world", "Full speed"
_TILES_OF: dict[str, str] = {
    _FLY: icons.ICON_FA_PLANE_DEPARTURE,
    "Comet": icons.ICON_FA_METEOR,
    "Wipe": icons.ICON_FA_BROOM,
    "Race": icons.ICON_FA_FLAG_CHECKERED,
    _FAST: icons.ICON_FA_GAUGE_HIGH,
    "New world": icons.ICON_FA_EARTH_EUROPE,
    "Look": icons.ICON_FA_PALETTE,
    "Workbench": icons.ICON_FA_SCREWDRIVER_WRENCH,
}
"""Icons of the buttons, keyed by the buttons' labels."""
_HELP = {
    _FLY: ("fly", "Fly to a lively place"),
    _WHOLE: ("fit", "Back to the whole world"),
    "Comet": ("comet", "Drop a comet, which brings new life of one species"),
    "Wipe": ("wipe", "Kill all life in a round hole, so that others have room"),
    "Race": ("race", "Bet on the species that will gain the most cells"),
    _FAST: ("unlimited", "Run as fast as this machine can, or at a steady speed"),
    "New world": ("reseed", "A new world with other lands and seas"),
    "Look": ("look", "Choose how to draw the world: as a planet, an aurora, a city and more; the next one"),
    "Workbench": ("panels", "Tools, patterns, rules and looks"),
}
"""Each button's control and tooltip, keyed by the button's label."""


class MassiveController(StudyController):
    """Runs Massive in the window, with comets, wipes (which kill all cells in a circle), races and bets.

    The board fills the window; a key or a button opens the workbench.

    Attributes:
        aiming: COMET or WIPE while a click on the board would trigger one; "" otherwise.
        species: the species of the next comet, 0 for the first.
        bets: the bets on races.
        lists_looks: True while a card lists all looks.
        is_making: True until all cells of a new world have been sown.
    """

    hides_panels = shows_speed = True
    situations = (When.MASSIVE,)

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.aiming = ""
        self.species = 0
        self.lists_looks = False
        self.is_making = play.session.ticks == 0
        self.bets = Bets(shell, play, self.layout, self._send_rival)
        self._brushed: Place | None = None  # the last hole while the user drags a wipe
        self._counts: tuple[int, ...] = ()
        self._counted = -1, -1, -_COUNT_SECONDS  # the generation, the number of edits, and the shell's time
        self._clock = Clock1982()
        self._stills = Thumbnails(shell.window.device.context)  # of the looks, made when their card is shown
        self._strikes = WorldStrikes(self._land)

    # What people see.

    @property
    def _has_hud(self) -> bool:
        return not (self.layout.panels_shown or self.play.is_show or self.page)

    @property
    def has_minimap(self) -> bool:
        """True while either the figures and buttons of Massive or the panels are shown."""
        return not self.is_making and self.result is None and (self._has_hud or super().has_minimap)

    @property
    def needs_minimap(self) -> bool:
        """True during a race or its question, if the board is drawn in a way that does not show where the cells are."""
        return self._has_hud and (self.bets.runs or self.bets.asks) and not _shows_species(self.look)

    @property
    def look(self) -> Look:
        """How the board is drawn in this frame: as chosen, unless people aim and could not see at which place."""
        look = super().look
        return replace(look, picture=CELLS) if self._has_hud and self.aiming and not _shows_places(look) else look

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points of the figures above the board and of the buttons below it."""
        return HudMargins(scaled(FACTS + BAR + TIGHT), scaled(_TILES)) if self._has_hud else super().hud_margins

    @property
    def lines(self) -> list[CardLine]:
        """The species, with their names, and with their colours in the current look."""
        look = self.look
        colours = find_picture(look.picture).species_colours if look.picture != CELLS else ()
        colours = colours or look.colours[1:]
        return [CardLine(name, rgba_of(colour)) for name, colour in zip(self.kinds_of_cells, colours, strict=False)]

    @property
    def result(self) -> Result | None:
        """How the bet on a race has ended, for a banner that disappears by itself; None at other times."""
        race = self.bets.race
        if race is None or not race.is_over or not self._has_hud:
            return None
        points = points_text(race.odds if race.is_won else 1)
        title = f"You win the bet: {points}" if race.is_won else f"You lose the bet: {points} less"
        return Result(title, race.leader, passes=True)  # the card of the race says the rest

    def _count(self) -> tuple[int, ...]:
        """Return the number of cells of each species. They are counted a few times a second."""
        board, now = (self.play.session.board.generation, self.play.engine.changes), self.shell.now
        if board != self._counted[:2] and now - self._counted[2] >= _COUNT_SECONDS:
            self._counted, self._counts = (*board, now), self.play.population
        return self._counts or self.play.population

    def draw(self, seconds: float) -> None:
        """Draw the figures, the bar of shares, and marks of comets and wipes; update the race."""
        super().draw(seconds)
        session = self.play.session
        sows = self.play.runner.given(ActionKind.SOUP) is not None or (self.is_making and session.is_unfinished)
        self.is_making = session.ticks == 0 or sows
        if self.is_making:
            self.shell.motion.due()
            if self._has_hud:
                draw_making(self.layout.canvas.area)
            return
        counts = self._count()
        if self.bets.follow(counts, self.lines, seconds):
            self.aiming = ""
        self._draw_strikes(seconds)
        if self._has_hud:
            left, top, right, low = area = self.layout.canvas.area
            rectangle((left, top), (right, top + self.hud_margins.above), GROUND)
            rectangle((left, low - self.hud_margins.below), (right, low), GROUND)
            seconds_1982 = self._clock.count(self.play, sum(counts))
            draw_facts(WorldFacts(self.play, self.look.picture, self._time_stands, seconds_1982), area)
            draw_shares(self.lines, counts, area)

    @property
    def _time_stands(self) -> str:
        """A text on how to resume if time stands still; "" while time runs."""
        runner = self.play.runner
        if self.state.running and not runner.stands and not runner.paused:
            return ""
        if self.bets.asks:
            return "Place a bet to resume"
        return f"{self._key('halt')} resumes"

    def _draw_strikes(self, seconds: float) -> None:
        """Draw a circle where the next comet or wipe would hit, and rings where others have just hit."""
        canvas, pen, shell = self.layout.canvas, imgui.get_background_draw_list(), self.shell
        reach, pointer = self._radius * canvas.zoom, None if self.workbench is None else self.workbench.pointer
        if self.aiming and pointer is not None:
            colour = self._aim_colour
            pen.add_circle_filled(canvas.point_of(*pointer), reach, packed(colour, 0.25))
            pen.add_circle(canvas.point_of(*pointer), reach, packed(colour), 0, scaled(2))
        if self._strikes.pass_time(seconds):
            shell.motion.due()
            if _shows_places(self.look):
                self._strikes.draw(canvas)

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the buttons, and the card that asks for a bet or shows the race of the species; return the requests.

        There are other buttons while the user aims.
        """
        if not self._has_hud or self.is_making:
            return []
        requests = list(super().draw_widgets())
        (_, scale), canvas = view_and_scale(), self.layout.canvas
        left, top, right, low = canvas.area
        imgui.set_next_window_pos((left, low - scaled(_TILES)))
        imgui.set_next_window_size((right - left, scaled(_TILES)))
        flags = (
            imgui.WindowFlags_.no_decoration
            | imgui.WindowFlags_.no_saved_settings
            | imgui.WindowFlags_.no_nav
            | imgui.WindowFlags_.no_background
            | imgui.WindowFlags_.no_focus_on_appearing
        )
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (GAP * scale, NEAR * scale)),
            imgui_ctx.begin("massive", None, flags),
        ):
            requests += self._aim_buttons() if self.aiming else self._tiles()
        corner = left + scaled(GAP), top + self.hud_margins.above + scaled(GAP)
        requests += self.bets.draw(self.lines, corner, self._key("again"), self._key("halt"))
        if self.lists_looks:
            at = right - scaled(GAP), corner[1]
            free = low - scaled(_TILES)
            chosen = draw_looks(self._stills, self.play.display.look, at, free, self._key("again"))
            if isinstance(chosen, bool):
                self.lists_looks = chosen
            else:
                requests.append(chosen)
        if (box := minimap_box(self)) is not None:
            self._strikes.draw_on_map(box, canvas)
        return requests

    def _key(self, control: str) -> str:
        return self.shell.poller.bindings.first_key_text(control)

    def _tiles(self) -> Iterator[CommandOrAction]:
        tiles = dict(_TILES_OF)
        is_down = not self.play.display.fitted
        if is_down:
            tiles = {_WHOLE: icons.ICON_FA_HOUSE} | {label: icon for label, icon in tiles.items() if label != _FLY}
        pace = "Steady speed" if self.play.runner.pace == 0 else _FAST
        shown = {pace if label == _FAST else label: icon for label, icon in tiles.items()}
        tips = [f"{tip} ({self._key(control)})" for control, tip in (_HELP[label] for label in tiles)]
        pressed = icon_tiles(shown, tips=tips)
        requests: tuple[CommandOrAction, ...] = (
            Fit() if is_down else Fly(),
            WorldRequest(COMET),
            WorldRequest(WIPE),
            WorldRequest(RACE),
            Unlimited(),
            Reseed(),
            WorldRequest(LOOKS),
            Panels(),
        )
        if pressed is not None:
            yield requests[pressed]

    def _aim_buttons(self) -> Iterator[CommandOrAction]:
        """Draw a line that says what a click does and, for a comet, a button for each species; yield the requests."""
        room = imgui.get_content_region_avail().x
        words = next((line for line in self._aim_hints() if width_of(line) <= room), "")
        imgui.text_colored(PROMPT, words)
        entries = [f"Comet of {line.name}##species" for line in self.lines] if self.aiming == COMET else []
        room, gap = imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
        width = (room - gap * len(entries)) / (len(entries) + 1)
        for number, (label, line) in enumerate(zip(entries, self.lines, strict=False)):
            corner, high = imgui.get_cursor_screen_pos(), imgui.get_frame_height() * 1.3
            with button_colour(CHOSEN, on=number == self.species):
                if imgui.button(label, (width, high)):
                    self.species = number
            pen, end = imgui.get_window_draw_list(), (corner.x + width, corner.y + high)
            pen.add_rect_filled((corner.x, end[1] - scaled(TIGHT)), end, packed(line.colour))
            if number == self.species:
                pen.add_rect((corner.x, corner.y), end, packed(ACCENT), 0.0, scaled(2))
            imgui.same_line()
        if imgui.button("Done", (width, imgui.get_frame_height() * 1.3)):
            yield Action(NOBODY, ActionKind.AGAIN)

    def _aim_hints(self) -> Iterator[str]:
        """Yield what a click does, longest wording first."""
        keys = f"The key {self._key(self.aiming)} aims at the middle of the view. {self._key('again')} stops"
        far = "" if self._radius == self._full_radius else " Zoom out for larger ones."
        if self.aiming == COMET:
            yield f"Click where the comet is to hit.{far} {keys}"
            yield f"Click where the comet is to hit. {self._key('again')} stops"
        else:
            click = "Click" if self.bets.runs else "Click or drag"
            yield f"{click}: all life in the circle dies, and others may move in.{far} {keys}"
            yield f"{click}: all life in the circle dies. {self._key('again')} stops"

    # What people do.

    @property
    def _full_radius(self) -> int:
        """The radius of a comet or wipe from afar, in cells."""
        return max(4, min(self.play.engine.shape) // (_REACH_IN_RACE if self.bets.runs else _REACH))

    @property
    def _radius(self) -> int:
        """The radius of the next comet or wipe in cells. It is small if few cells are in view."""
        left, top, right, low = self.layout.canvas.area
        in_view = min(right - left, low - top) / self.layout.canvas.zoom
        return max(4, min(self._full_radius, round(in_view / _REACH_IN_VIEW)))

    @property
    def _aim_colour(self) -> RGBA:
        return faded(TEXT, 0.8) if self.aiming == WIPE else self.lines[self.species].colour

    @property
    def another_soup(self) -> Action:
        """The action that replaces the world with one that has other lands and seas."""
        return START_PRESETS["massive"].soup

    @handles(Reseed)
    def _end_race(self, _: Reseed) -> Handled:
        """End the race, or close the card that asks for a bet, before a new world begins.

        If the race or the card has halted time, time runs again.
        """
        has_halted = self.bets.has_halted
        self.bets.end()
        self.aiming, self.is_making = "", True
        self._strikes.forget()
        if has_halted and not self.state.running:
            self.play.runner.act_once(Action(NOBODY, ActionKind.HALT))
        return PASS_ON

    @handles(WorldRequest)
    def _world(self, request: WorldRequest) -> Handled:
        if self.play.is_show:
            return PASS_ON
        if request.what == LOOKS:
            self.lists_looks = not self.lists_looks
        elif request.what == RACE:
            if self.bets.ask():
                self.aiming, self.lists_looks = "", False
        elif self.aiming == request.what:
            self._strike(self._middle)
        elif self._may_strike:
            self.aiming, self.lists_looks, self._brushed = request.what, False, None
            race = self.bets.race
            if race is None or race.is_over:
                self.species = self._underdog
            else:
                self.species = race.bet
                self.bets.show_whole()  # a comet is as large as the view allows, and in a race there are few
        return None

    @property
    def _middle(self) -> Place:
        """The cell in the middle of the view."""
        camera, (rows, columns) = self.play.display.camera, self.play.engine.shape
        return int(camera.row) % rows, int(camera.column) % columns

    @property
    def _underdog(self) -> int:
        """The species that is proposed for a comet: the one with the fewest cells.

        In a close view the species in the middle is left out, since its comet would bring nothing to see there.
        """
        counts = list(self.play.population)
        if self._radius < self._full_radius:
            (row, column), half = self._middle, self._radius
            row, column = max(row - half, 0), max(column - half, 0)
            rows, columns = self.play.engine.shape
            near = self.play.engine.read(row, column, min(2 * half, rows - row), min(2 * half, columns - column))
            alive = near[near > 0]
            if len(alive) and len(counts) > 1:
                counts[int(np.bincount(alive).argmax()) - 1] = sum(counts) + 1
        return counts.index(min(counts))

    @property
    def _may_strike(self) -> bool:
        """Return True if a comet or wipe may be used. Otherwise, tell the user that none is left in this race."""
        race = self.bets.race
        if race is None or race.is_over:
            return True
        generation = self.play.session.board.generation
        if race.strikes(generation) > 0:
            return True
        coming = race.next_strike(generation)
        when = f"yet: the next one comes in {coming - generation:,} generations" if coming else "in this race"
        self.shell.show_message(f"No more comets and wipes {when}")
        return False

    def _strike(self, place: Place) -> None:
        """Begin the comet or wipe for which the user aims, at ``place``."""
        if not self._may_strike:
            self.aiming = ""
            return
        self._send(place, self._radius, self.species if self.aiming == COMET else None, self._aim_colour)
        race = self.bets.race
        if race is not None and not race.is_over:
            self.bets.race = race = replace(race, used=race.used + 1)
            if not race.strikes(self.play.session.board.generation):
                self.aiming = ""

    def _send(self, place: Place, radius: int, species: int | None, colour: RGBA) -> None:
        """Send a comet of ``species`` to ``place``; if ``species`` is None, wipe there at once."""
        row, column = place[0] - radius, place[1] - radius
        work = ("disc", 0, 1) if species is None else ("disc", f"{_DENSITY:g}", species + 1)
        data = area_text(Area(row, column, 2 * radius, 2 * radius), *map(str, work))
        action = Action(NOBODY, ActionKind.AREA, row, column, data)
        flies = species is not None and not self.layout.canvas.is_calm
        self._strikes.begin(Strike(place, -FALL * flies, radius, colour, action, flies))
        self._strikes.pass_time(0.0)

    def _send_rival(self, place: Place, species: int) -> None:
        self._send(place, self._full_radius, species, self.lines[species].colour)

    def _land(self, strike: Strike) -> None:
        self.play.runner.act(strike.action)
        self.shell.sound.audio.play("wild" if strike.flies else "erase")

    @property
    def takes_clicks(self) -> bool:
        """True while a click on the board would trigger a comet or a wipe."""
        return bool(self.aiming)

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Trigger the comet or wipe at ``place``, unless it is None; return no requests."""
        if place is not None:
            self._strike(place)
        return ()

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return unused mouse events, and requests. If cells are small, dragging moves the view instead of drawing."""
        if self.aiming == WIPE and not self.bets.runs:
            self._brush(events, on_panel=on_panel)
        if self.aiming and any(_is_press(event, RIGHT) for event in events) and not on_panel:
            self.aiming = ""
            events = [event for event in events if not _is_press(event, RIGHT)]
        events, requests = super().mouse(events, on_panel=on_panel, dragging=dragging)
        is_far = self.play.display.camera.zoom < _NEAR_ZOOM and self._has_hud
        if is_far and self.workbench is not None and self.workbench.tool is Tool.DRAW and not self.workbench.ghosts:
            events = [
                replace(event, button=MIDDLE) if isinstance(event, MouseButton) and event.button == LEFT else event
                for event in events
            ]
        return events, requests

    def _brush(self, events: Sequence[Event], *, on_panel: bool) -> None:
        """Wipe where the pointer goes while the left button is held. The click itself makes the first hole."""
        for event in events:
            if isinstance(event, MouseButton) and event.button == LEFT:
                self._brushed = self.layout.place_under(event) if event.pressed and not on_panel else None
            elif isinstance(event, MouseMove) and self._brushed is not None:
                place = self.layout.place_under(event)
                if place is not None and hypot(*np.subtract(place, self._brushed)) >= _BRUSH * self._radius:
                    self._strike(place)
                    self._brushed = place

    @handles(ActionKind.AGAIN)
    def _close(self, _: Action) -> Handled:
        """Stop aiming, or close the card that asks for a bet or shows a finished race. Otherwise pass the action on."""
        if self.aiming:
            self.aiming = ""
        elif self.lists_looks:
            self.lists_looks = False
        elif not self.bets.close():
            return PASS_ON
        return None

    def close(self) -> None:
        """Release the pictures of the looks."""
        super().close()
        self._stills.close()

    def saved_values(self) -> dict[str, Any]:
        """Return what is saved with the session: the bets' results and the score."""
        return super().saved_values() | self.bets.saved_values()

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore what :meth:`saved_values` returned."""
        super().restore_values(values)
        self.bets.restore_values(values)


def _shows_species(look: Look) -> bool:
    """True if the picture shows which species lives where."""
    return look.picture == CELLS or (_shows_places(look) and bool(find_picture(look.picture).species))


def _shows_places(look: Look) -> bool:
    """True if a point of the picture shows the cell that the board has there, so that people can aim."""
    return look.picture == CELLS or not find_picture(look.picture).slanted


def _is_press(event: Event, button: int) -> bool:
    return isinstance(event, MouseButton) and event.button == button and event.pressed
