"""The start screen's page for choosing a programme of kinetic art. It shows a moving picture of each programme."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from gpulife.art.playlist import EVERYTHING, everything, local_time, readable_programmes, still_paths
from gpulife.art.scene import CameraPlan, Programme, Scene
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import clear_framebuffer
from gpulife.view.camera import WindowSize
from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.art.scene_loader import SceneLoader
from gpulife.window.art.scene_view import DisplayConditions, SceneView
from gpulife.window.art.show_options import ShowOptions
from gpulife.window.shell import Shell
from gpulife.window.start.entries_page import FIRST_SIZE, NOTICE_PICTURE, PREVIEW, Entry, Group, Notice, start_screen
from gpulife.window.start.mode_pictures import pixels
from gpulife.window.start.previews import Preview, Previews, Stills

TITLE = "Kinetic art"
ABOUT = "scenes that fade into each other and never come to rest"
_FRAME_SECONDS = 1 / 12
_SLICE_SECONDS = 0.004
_SEED = 7
_MAX_CELLS = 1 << 20
"""Maximum number of cells of the board in a preview. A programme with only larger boards shows its smallest board."""


@dataclass(frozen=True, slots=True)
class ProgrammeChoice:
    """What the user chose on the page: the name of a programme, or "" for going back."""

    name: str


class ProgrammePage:
    """The page for choosing a programme of kinetic art. It shows a moving picture of each programme that can be read.

    Args:
        shell: services shared by all screens.
        art_screen: the screen that shows the chosen programme.
        focus: name of the programme that has the focus at first; "" for all programmes in turn.
    """

    def __init__(self, shell: Shell, art_screen: ArtScreen, focus: str = "") -> None:
        self._shell, self._art_screen, self._focus = shell, art_screen, focus
        self._programmes, problems = readable_programmes()
        for problem in problems.values():
            shell.show_message(str(problem))
        programmes = tuple(self._programmes.values())
        self._visible: Collection[str] = ()
        self._entries = [Entry(programme.name, programme.title, programme.description) for programme in programmes]
        size, wide = pixels(shell, PREVIEW), pixels(shell, FIRST_SIZE)
        device, stills = shell.window.device, still_paths()
        self._stills = Stills(device, {name: [path] for name, path in stills.items() if name != EVERYTHING}, size)
        self._strip = Stills(device, {NOTICE_PICTURE: [stills[EVERYTHING]]}, wide)
        conditions = DisplayConditions(reduced_flashing=shell.settings.reduced_flashing is not False)
        self._previews = Previews(
            (
                (programme.name, partial(ProgrammePreview, device, programme, size, conditions))
                for programme in programmes
            ),
            shell.motion,
            may_fail=True,
        )

    def draw(self, seconds: float) -> ProgrammeChoice | None:
        """Draw the page; return the user's choice, or None if there is none yet."""
        moving = self._previews.show(seconds, self._visible)
        previews = {**self._strip.textures, **self._stills.textures, **moving}
        every = Notice(Entry(EVERYTHING, "Everything", "", f"{ABOUT}: all programmes in turn"), "Play all")
        shown = start_screen(
            [Group("", self._entries)],
            previews,
            can_go_back=True,
            notice=every,
            focus=self._focus,
            title=TITLE,
            back="Back",
        )
        self._visible = shown.visible
        return None if shown.chosen is None else ProgrammeChoice(shown.chosen)

    def choose(self, chosen: ProgrammeChoice) -> None:
        """Show the chosen programme. The user's other options for art stay as they are.

        Raises:
            GpulifeError: the programme can no longer be read.
        """
        programme = self._programmes.get(chosen.name) or everything()
        options = self._art_screen.options
        if options is None or not self._art_screen.for_art:
            options = ShowOptions(programme=programme, seed=0)
        seed = options.seed if options.seeded else secrets.randbits(32)  # other scenes first each time
        self._art_screen.open(replace(options, programme=programme, seed=seed), for_art=self._art_screen.for_art)

    def close(self) -> None:
        """Release the pictures."""
        for pictures in (self._previews, self._stills, self._strip):
            pictures.close()


class ProgrammePreview(Preview):
    """The preview of a programme: a moving picture of its first scene with a small board.

    Args:
        device: context to draw in.
        programme: programme to preview.
        size: (width, height) of the picture in pixels.
        conditions: brightness, flashing limit and pixel shift of the picture.
    """

    def __init__(self, device: GLDevice, programme: Programme, size: WindowSize, conditions: DisplayConditions) -> None:
        super().__init__(device, size)
        self._conditions = conditions
        self._loader = SceneLoader(device, _preview_scene(programme), _SEED, local_time())
        self._view: SceneView | None = None
        self._elapsed = 0.0  # seconds since the last picture
        self._is_drawn = False
        clear_framebuffer(self.target)

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """True until the scene has been loaded and drawn."""
        return not self._is_drawn

    def show(self, seconds: float) -> bool:
        """Load a little more of the scene. Once it is loaded, advance it, and draw the picture when it is due.

        ``seconds`` is the time since the last call. Return True if the picture was drawn.
        """
        self._elapsed += seconds
        if self._view is None:
            self._view = self._loader.work(_SLICE_SECONDS)
            return False
        if self._elapsed >= _FRAME_SECONDS:
            self._view.advance(self._elapsed)
            self._view.draw(self.target, self.size, self._conditions, self._elapsed)
            self._elapsed, self._is_drawn = 0.0, True
            return True
        return False

    def close(self) -> None:
        """Release the scene and the picture."""
        self._loader.close()
        if self._view is not None:
            self._view.close()
        super().close()


def _preview_scene(programme: Programme) -> Scene:
    """Return the first scene whose board has at most _MAX_CELLS cells, else the scene with the smallest board.

    The scene is changed: the camera shows the whole board, without grid lines and glow.
    """
    by_size = sorted(programme.scenes, key=lambda scene: max(scene.shape[0] * scene.shape[1], _MAX_CELLS))
    return replace(by_size[0], camera=CameraPlan(), effects=replace(by_size[0].effects, grid=False, bloom=0.0))
