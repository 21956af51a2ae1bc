"""The page of the start screen on which people choose a programme of kinetic art."""

from dataclasses import dataclass, replace

from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.art.previews import programme_previews
from gpulife.window.art.request import EVERYTHING, Request, all_of, everything, readable_programmes
from gpulife.window.shell import Shell
from gpulife.window.start.entries_page import PREVIEW, Entry, start_screen

TITLE = "Kinetic art"
ABOUT = "scenes that fade into each other and never come to rest"


@dataclass(frozen=True, slots=True)
class ProgrammeChoice:
    """A choice on the page: the programme's name, "" to go back."""

    name: str


class ProgrammePage:
    """A page with all readable programmes, each with a moving picture.

    Args:
        shell: parts that all screens share.
        art_screen: screen that shows the chosen programme.
    """

    def __init__(self, shell: Shell, art_screen: ArtScreen) -> None:
        self._shell, self._art_screen = shell, art_screen
        found, problems = readable_programmes()
        for problem in problems:
            shell.tell(str(problem))
        self._entries = [Entry(each.name, each.title, each.description) for each in found]
        self._entries.append(Entry(EVERYTHING, "Everything", "all scenes of all programmes"))
        self._programmes = {each.name: each for each in found}
        width, height = (round(side * shell.host.pixel_scale) for side in PREVIEW)
        self._previews = programme_previews(
            shell.window.device,
            (*found, all_of(found)) if found else (),
            (width, height),
            reduced_flashing=shell.settings.reduced_flashing is not False,
        )

    def draw(self, seconds: float) -> ProgrammeChoice | None:
        """Draw the page into the present frame; return the user's choice, if any."""
        previews = self._previews.show(seconds)
        name = start_screen(self._entries, previews, can_go_back=True, title=TITLE, back="Back")
        return None if name is None else ProgrammeChoice(name)

    def choose(self, chosen: ProgrammeChoice) -> None:
        """Show the chosen programme, with the display's other wishes unchanged.

        Raises:
            GpulifeError: the programme cannot be read any more.
        """
        programme = self._programmes.get(chosen.name) or everything()
        request = self._art_screen.request
        if request is None or not self._art_screen.for_art:
            request = Request(programme=programme, seed=self._shell.scheme_seed)
        self._art_screen.open(replace(request, programme=programme), for_art=self._art_screen.for_art)

    def close(self) -> None:
        """Release the pictures."""
        self._previews.close()
