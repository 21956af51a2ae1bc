"""The controller of Massive: figures and buttons around a world of sixteen million cells.

Above the board are the speed, the number of cells computed so far, and each species' share of all live cells. Below it
are large buttons, such as for a comet, a race or a new world.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot, prod
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
from gpulife.view.pictures import CELLS, picture_titles
from gpulife.window.design import (
    ACCENT,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    RGBA,
    SMALL,
    TEXT,
    TIGHT,
    faded,
    packed,
    rgba_of,
)
from gpulife.window.games.survival1982.look_card import draw_looks
from gpulife.window.games.survival1982.species_race import (
    AGAIN,
    NEW_WORLD,
    CardLine,
    Race,
    Standing,
    draw_question,
    draw_race,
)
from gpulife.window.games.survival1982.world_strikes import FALL, Strike, WorldStrikes, land_of
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import icon_tiles, view_and_scale, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import fitting_size, scaled
from gpulife.window.play.game_controller import MouseResult
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.overlay import StudyController
from gpulife.window.play.workbench import LEFT, MIDDLE, RIGHT
from gpulife.window.play.workbench_overlay import minimap_box
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

COMET, WIPE, RACE, LOOKS = "comet", "wipe", "race", "looks"
"""Values of :attr:`WorldRequest.what`."""
_FACTS, _BAR, _TILES = 50.0, 18.0, 88.0
"""Heights of the lines of figures, of the bar of shares, and of the row of buttons, in units of 1/96 inch."""
_REACH, _REACH_IN_RACE, _REACH_IN_VIEW = 16, 18, 6
"""The radius of a comet or a wipe is the shorter side of the board divided by this; in a race, by the second number.

If only a part of the board is in view, the radius is at most the shorter side of that part divided by the third number.
"""
_BRUSH = 0.5
"""Distance between two holes while the user drags a wipe, as a share of its radius."""
_DENSITY = 0.45
"""Share of cells that are alive where a comet has hit."""
_RACE_PACE = 150_000
"""Minimum speed of a race, in generations per 1000 seconds."""
_COUNT_SECONDS = 0.25
"""Seconds between two counts of the cells while time runs."""
_NEAR_ZOOM = 3.0
"""At this zoom (points per cell) or above, the mouse draws cells; below it, the mouse moves the view."""
_CELLS_OF_1982, _MILLISECONDS, _MILLISECONDS_IF_FULL = 160 * 96, 80, 1800
"""Cells of the board of 1982, milliseconds for an empty generation, and how many more a full one takes (ruling R1)."""
_TILES_OF: dict[str, str] = {
    "Fly down": icons.ICON_FA_PLANE_DEPARTURE,
    "Comet": icons.ICON_FA_METEOR,
    "Wipe": icons.ICON_FA_BROOM,
    "Race": icons.ICON_FA_FLAG_CHECKERED,
    "Full speed": icons.ICON_FA_GAUGE_HIGH,
    "New world": icons.ICON_FA_EARTH_EUROPE,
    "Look": icons.ICON_FA_PALETTE,
    "Workbench": icons.ICON_FA_SCREWDRIVER_WRENCH,
}
"""Icons of the buttons, keyed by the buttons' labels."""
_HELP = {
    "Fly down": ("fly", "Fly to a lively place, and back to the whole world"),
    "Comet": ("comet", "Drop a comet, which brings new life of one species"),
    "Wipe": ("wipe", "Kill all life in a round hole, so that others have room"),
    "Race": ("race", "Bet on the species that will gain the most cells"),
    "Full speed": ("unlimited", "Run as fast as this machine can, or at a steady speed"),
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
        race: the race that is running or has just ended; None if there is none.
        asks: True while a card asks on which species to bet.
        lists_looks: True while a card lists all looks.
        wins: pair (number of races won, number of races that have ended).
        points: the score from all races; each bet costs a point if it is lost.
    """

    hides_panels = shows_speed = True
    situations = (When.MASSIVE,)

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.aiming = ""
        self.species = 0
        self.race: Race | None = None
        self.asks = self.lists_looks = False
        self.wins = (0, 0)
        self.points = 0
        self._news = ""  # the latest comet of a rival
        self._hurries = False  # at full speed, since the race is decided
        self._brushed: Place | None = None  # the last hole while the user drags a wipe
        self._counts: tuple[int, ...] = ()
        self._counted = -1, -_COUNT_SECONDS  # the generation, and the shell's time
        self._worked = 0, 0.0  # generations computed, and the seconds that the machine of 1982 would need for them
        self._strikes = WorldStrikes(self._land)

    # What people see.

    @property
    def _has_hud(self) -> bool:
        return not (self.layout.panels_shown or self.play.is_show or self.page)

    @property
    def has_minimap(self) -> bool:
        """True while either the figures and buttons of Massive or the panels are shown."""
        return self._has_hud or super().has_minimap

    @property
    def needs_minimap(self) -> bool:
        """True during a race if the board is drawn in a way that does not show where the cells are."""
        return self._has_hud and self._races and self.look.picture != CELLS

    @property
    def look(self) -> Look:
        """How the board is drawn in this frame: as chosen, but as cells while people aim or are asked for a bet."""
        look = super().look
        return replace(look, picture=CELLS) if self._has_hud and (self.aiming or self.asks) else look

    @property
    def _races(self) -> bool:
        """True while a race runs."""
        return self.race is not None and not self.race.is_over

    @property
    def hud_margins(self) -> HudMargins:
        """Heights in points of the figures above the board and of the buttons below it."""
        return HudMargins(scaled(_FACTS + _BAR + TIGHT), scaled(_TILES)) if self._has_hud else super().hud_margins

    @property
    def lines(self) -> list[CardLine]:
        """The species, with their names and colours."""
        colours = self.play.display.look.colours
        return [CardLine(name, rgba_of(colours[number + 1])) for number, name in enumerate(self.kinds_of_cells)]

    def _count(self) -> tuple[int, ...]:
        """Return the number of cells of each species. They are counted a few times a second."""
        generation, now = self.play.session.board.generation, self.shell.now
        if generation != self._counted[0] and now - self._counted[1] >= _COUNT_SECONDS:
            self._counted, self._counts = (generation, now), self.play.population
        return self._counts or self.play.population

    def draw(self, seconds: float) -> None:
        """Draw the figures, the bar of shares, and marks of comets and wipes; update the race."""
        super().draw(seconds)
        counts = self._count()
        self._follow_race(counts)
        self._draw_strikes(seconds)
        if self._has_hud:
            left, top, right, low = self.layout.canvas.area
            rectangle((left, top), (right, top + self.hud_margins.above), GROUND)
            rectangle((left, low - self.hud_margins.below), (right, low), GROUND)
            self._draw_facts(counts)
            self._draw_shares(counts)

    def _draw_facts(self, counts: Sequence[int]) -> None:
        """Draw speed and generation at the left; at the right, how long a computer of 1982 would have taken."""
        play, canvas = self.play, self.layout.canvas
        left, right = canvas.area[0] + scaled(GAP), canvas.area[2] - scaled(GAP)
        y, rates = canvas.area[1] + scaled(TIGHT), play.runner.rates
        speed, stands = round(rates.generations), self._time_stands
        words = "Time stands still" if stands else f"{_in_words(rates.cells)} cells a second"
        if play.runner.given(ActionKind.SOUP):
            words = "Making a new world"
        text(words, left, y, CAPTION if stands else TEXT, size=HEADING.size, bold=True)
        low = y + scaled(HEADING.size + TIGHT)
        does = f"{speed:,} generation{'s' if speed != 1 else ''} a second"
        short = f"Generation {play.session.board.generation:,}   {stands or does}{'' if stands else self._cost}"
        text(short, left, low, PROMPT if stands else CAPTION, size=SMALL.size)
        total = play.session.computed * prod(play.engine.shape)
        others = (
            f"{_in_words(total)} cells computed",
            f"The home computer of 1982 would need {_span(self._count_1982(sum(counts)))}",
        )
        room = right - left - max(width_of(words, HEADING.size, bold=True), width_of(short, SMALL.size)) - scaled(GAP)
        for line, top, style, rgba in ((others[0], y, LEAD, TEXT), (others[1], low, SMALL, CAPTION)):
            text(line, right, top, rgba, align=1.0, size=fitting_size(line, room, style.size))

    @property
    def _cost(self) -> str:
        """A text that says which way of drawing costs time at full speed; "" if the board is drawn as plain cells."""
        picture = self.look.picture
        if self.play.runner.pace or picture == CELLS:
            return ""
        return f". Drawing {picture_titles().get(picture, picture)} takes time: Cells is faster"

    @property
    def _time_stands(self) -> str:
        """A text on how to resume if time stands still; "" while time runs."""
        runner = self.play.runner
        if self.state.running and not runner.stands and not runner.paused:
            return ""
        if self.asks:
            return "Place a bet to resume"
        return f"{self._key('halt')} resumes"

    def _count_1982(self, live_cells: int) -> float:
        """Return how many seconds the computer of 1982 would have needed for all generations so far.

        After a return to an earlier generation, this time shrinks in proportion.
        """
        computed, cells = self.play.session.computed, prod(self.play.engine.shape)
        before, seconds = self._worked
        share = live_cells / cells
        each = cells / _CELLS_OF_1982 * min(_MILLISECONDS + _MILLISECONDS_IF_FULL * share, 1000) / 1000
        if computed < before:
            seconds *= computed / before
        else:
            seconds += (computed - before) * each
        self._worked = computed, seconds
        return seconds

    def _draw_shares(self, counts: Sequence[int]) -> None:
        """Draw a bar across the window with each species' share of all live cells."""
        canvas, whole = self.layout.canvas, sum(counts)
        if not whole:
            return
        left, right, top = canvas.area[0], canvas.area[2], canvas.area[1] + scaled(_FACTS)
        x, low = left, top + scaled(_BAR)
        for line, count in zip(self.lines, counts, strict=True):
            end = x + (right - left) * count / whole
            rectangle((x, top), (end, low), line.colour)
            words = f"{line.name} {count / whole:.0%}"
            if width_of(words, SMALL.size) + scaled(NEAR) <= end - x:
                text(words, (x + end) / 2, top, GROUND, align=0.5, size=SMALL.size, bold=True, shadow=False)
            x = end

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
            if self.look.picture == CELLS:
                self._strikes.draw(canvas)

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the buttons, and the card that asks for a bet or shows the race of the species; return the requests.

        There are other buttons while the user aims.
        """
        if not self._has_hud:
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
        if self.asks:
            answer = draw_question(self.lines, self.play.population, self.points, corner, self._key("again"))
            requests += self._answer(answer)
        elif self.race is not None:
            generation = self.play.session.board.generation
            standing = Standing(self.wins, self.points, self._news, self._hurries, self._key("halt"))
            requests += self._after_race(draw_race(self.race, self.lines, corner, generation, standing))
        if self.lists_looks:
            at = right - scaled(GAP), corner[1]
            chosen = draw_looks(self.play.display.look.picture, at, self._key("again"))
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
        is_down = not self.play.display.fitted
        labels = {"Fly down": "Whole world"} if is_down else {}
        if self.play.runner.pace == 0:
            labels["Full speed"] = "Steady speed"
        pressed = icon_tiles({labels.get(label, label): icon for label, icon in _TILES_OF.items()}, tips=self._tips())
        requests: tuple[CommandOrAction, ...] = (
            Fly(),
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

    def _tips(self) -> list[str]:
        return [f"{tip} ({self._key(control)})" for control, tip in _HELP.values()]

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
            click = "Click" if self._races else "Click or drag"
            yield f"{click}: all life in the circle dies, and others may move in.{far} {keys}"
            yield f"{click}: all life in the circle dies. {self._key('again')} stops"

    # What people do.

    @property
    def _full_radius(self) -> int:
        """The radius of a comet or wipe from afar, in cells."""
        return max(4, min(self.play.engine.shape) // (_REACH_IN_RACE if self._races else _REACH))

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
        has_halted = self.asks or (self.race is not None and self.race.is_over)
        self.race, self.asks, self.aiming, self._news = None, False, "", ""
        self._strikes.forget()
        with self.shell.temporary_messages():
            self.shell.show_message("Making a new world")
            self.shell.redraw()
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
            self._ask_for_bet()
        elif self.aiming == request.what:
            self._strike(self._middle)
        elif self._may_strike:
            self.aiming, self.lists_looks, self._brushed = request.what, False, None
            if self.race is None or self.race.is_over:
                self.species = self._underdog
            else:
                self.species = self.race.bet
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
        if self.race is None or self.race.is_over:
            return True
        generation = self.play.session.board.generation
        if self.race.strikes(generation) > 0:
            return True
        coming = self.race.next_strike(generation)
        when = f"yet: the next one comes in {coming - generation:,} generations" if coming else "in this race"
        self.shell.show_message(f"No more comets and wipes {when}")
        return False

    def _strike(self, place: Place) -> None:
        """Begin the comet or wipe for which the user aims, at ``place``."""
        if not self._may_strike:
            self.aiming = ""
            return
        self._send(place, self._radius, self.species if self.aiming == COMET else None, self._aim_colour)
        if self.race is not None and not self.race.is_over:
            self.race = replace(self.race, used=self.race.used + 1)
            if not self.race.strikes(self.play.session.board.generation):
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
        if self.aiming == WIPE and not self._races:
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
        elif self.asks:
            self.asks = False
        elif self.race is not None and self.race.is_over:
            self.race = None
        else:
            return PASS_ON
        return None

    # The race.

    def _ask_for_bet(self) -> None:
        if self.race is not None and not self.race.is_over:
            self.shell.show_message("The race is still on. The button New world ends it")
            return
        self.race, self.aiming, self.asks, self.lists_looks = None, "", not self.asks, False
        if self.asks and self.state.running:
            self.play.runner.act_once(Action(NOBODY, ActionKind.HALT))

    def _answer(self, answer: int | str | None) -> Iterator[CommandOrAction]:
        if answer is None:
            return
        self.asks = False
        if isinstance(answer, int):
            counts = self.play.population
            self.race = Race.begin(self.play.session.board.generation, counts, answer)
            self._news, self._hurries = "", False
            if 0 < self.play.runner.pace < _RACE_PACE:
                yield Action(NOBODY, ActionKind.PACE, _RACE_PACE)
        if not self.state.running:
            yield Action(NOBODY, ActionKind.HALT)

    def _follow_race(self, counts: tuple[int, ...]) -> None:
        """Update the race and send the rivals' comets; at its end, halt time and count the bet as won or lost."""
        if self.race is None or self.race.is_over:
            return
        generation = self.play.session.board.generation
        at_end = generation >= self.race.ends
        self.race = self.race.counted(generation, self.play.population if at_end else counts)
        if self.race is None:
            return
        if not self.race.is_over:
            self._play_rivals(generation)
            return
        self.points += self.race.odds if self.race.is_won else -1
        if self._hurries:
            self.play.runner.act(Action(NOBODY, ActionKind.PACE, _RACE_PACE))
            self._hurries = False
        self.wins = self.wins[0] + self.race.is_won, self.wins[1] + 1
        self.aiming = ""
        self.shell.sound.audio.play("win" if self.race.is_won else "lost")
        if self.state.running:
            self.play.runner.act_once(Action(NOBODY, ActionKind.HALT))

    def _play_rivals(self, generation: int) -> None:
        """Send the other species' comets that are due by ``generation``; run at full speed once the race is decided."""
        race = self.race
        while race is not None and race.rivals and race.rivals[0][0] <= generation:
            species, names = race.rivals[0][1], self.lines
            target = race.target(species)
            self._send(land_of(target, self.play.engine), self._full_radius, species, names[species].colour)
            self._news = f"{names[species].name} drops a comet on {names[target].name}, which leads"
            self.race = race = replace(race, rivals=race.rivals[1:])
        if race is not None and race.is_decided and not self._hurries and self.play.runner.pace > 0:
            self._hurries = True
            self.play.runner.act(Action(NOBODY, ActionKind.PACE, 0, 1))

    def _after_race(self, pressed: str | None) -> Iterator[CommandOrAction]:
        if pressed is None:
            return
        if pressed == NEW_WORLD:
            yield Reseed()
            return
        self.race = None
        if pressed == AGAIN:
            self._ask_for_bet()

    def saved_values(self) -> dict[str, Any]:
        """Return what is saved with the session: how many bets were won, how many there were, and the score."""
        return super().saved_values() | {"bets": list(self.wins), "points": self.points}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore what :meth:`saved_values` returned."""
        super().restore_values(values)
        match values.get("bets"):
            case [int(won), int(ended)] if 0 <= won <= ended:
                self.wins = won, ended
        match values.get("points"):
            case int(points):
                self.points = points


def _is_press(event: Event, button: int) -> bool:
    return isinstance(event, MouseButton) and event.button == button and event.pressed


def _in_words(number: float) -> str:
    """Return a number with three digits, as in "1.48 billion"."""
    names = (("trillion", 1e12), ("billion", 1e9), ("million", 1e6), ("thousand", 1e3))
    return next((f"{number / unit:.3g} {name}" for name, unit in names if number >= 0.9995 * unit), f"{number:.0f}")


def _span(seconds: float) -> str:
    """Return a time as text in whole units, such as "3 days"; in the largest unit of which there are at least two."""
    units = (("year", 31_557_600), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
    unit, length = next((unit for unit in units if seconds >= 2 * unit[1]), units[-1])
    return f"{seconds / length:,.0f} {unit}s"
