"""The page of the start screen on which a programme of kinetic art is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gpulife.app.art.previews import programme_previews
from gpulife.app.art.request import EVERYTHING, Request, all_of, everything
from gpulife.art.programme import Programme, load_programme, programme_paths
from gpulife.errors import GpulifeError
from gpulife.ui.start_screen import PREVIEW, Entry, start_screen

if TYPE_CHECKING:
    from gpulife.app.program import Program

TITLE = "Kinetic art"
ABOUT = "scenes that fade into each other and never come to rest"


@dataclass(frozen=True, slots=True)
class ProgrammeChoice:
    """What was chosen: the programme's name, "" to go back."""

    name: str


class ProgrammePage:
    """All programmes that can be read, each with a moving picture."""

    def __init__(self, program: Program, scale: float) -> None:
        found: list[Programme] = []
        for name in programme_paths():
            try:
                found.append(load_programme(name))
            except GpulifeError as error:
                program.shell.tell(str(error))
        self._entries = [Entry(each.name, each.title, each.description) for each in found]
        self._entries.append(Entry(EVERYTHING, "Everything", "all scenes of all programmes"))
        self._programmes = {each.name: each for each in found}
        shown = (*found, all_of(found)) if found else ()
        size = (round(PREVIEW[0] * scale), round(PREVIEW[1] * scale))
        reduced = program.shell.settings.reduced_flashing is not False
        self._previews = programme_previews(program.shell.window.device, shown, size, reduced_flashing=reduced)

    def draw(self, seconds: float) -> ProgrammeChoice | None:
        """Draw it into the frame that has begun; what was chosen, if anything."""
        previews = self._previews.show(seconds)
        name = start_screen(self._entries, previews, can_go_back=True, title=TITLE, back="Back")
        return None if name is None else ProgrammeChoice(name)

    def choose(self, program: Program, chosen: ProgrammeChoice) -> None:
        """Show the programme that was chosen.

        Raises:
            GpulifeError: it cannot be read any more.
        """
        programme = self._programmes.get(chosen.name) or everything()
        asked = program.gallery.request
        if program.gallery.home and asked is not None:
            request = replace(asked, programme=programme)
        else:
            request = Request(programme=programme, seed=program.shell.scheme_seed)
        program.gallery.open(program, request, home=program.gallery.home)

    def close(self) -> None:
        """Release its pictures."""
        self._previews.close()
