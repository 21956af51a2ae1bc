"""The help page of kinetic art: what the picture shows, what clicks do, and the keys."""

from collections.abc import Mapping, Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction, Help
from gpulife.window.design import CAPTION, STRONG, styled
from gpulife.window.panels.pages import back_pressed, card, scroll_by_keys
from gpulife.window.panels.widgets import group_title, wrapped_text
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import page, title_with_back


class ArtHelpScreen(Screen):
    """Shows help about the art until the user presses Escape, F1 or B on a pad. The art stands still meanwhile.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        title: the programme and the scene.
        sections: paragraphs about the art, keyed by their title.
        keys: what each key does, keyed by the key's name.
    """

    hides_panels = stops_time = is_page = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        title: str,
        sections: Mapping[str, Sequence[str]],
        keys: Mapping[str, str],
    ) -> None:
        self.shell = shell
        self._screens = screens
        self._title, self._sections, self._keys = title, sections, keys

    @handles(Help)
    def _close(self, _: Help) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page; it makes no requests."""
        del seconds
        with page("art help"):
            leaves = title_with_back("Moving art")
            wrapped_text(f"{self._title}. F1 or Escape closes this page.", CAPTION)
            scroll_by_keys()
            for title, sentences in self._sections.items():
                group_title(title)
                with card(title):
                    for sentence in sentences:
                        imgui.text_wrapped(sentence)
            group_title("Keys")
            with card("keys"), imgui_ctx.begin_table("keys", 2, imgui.TableFlags_.borders_inner_h) as table:
                if table:
                    imgui.table_setup_column("key", imgui.TableColumnFlags_.width_stretch, 1.0)
                    imgui.table_setup_column("does", imgui.TableColumnFlags_.width_stretch, 3.0)
                    for key, does in self._keys.items():
                        imgui.table_next_row()
                        imgui.table_next_column()
                        with styled(STRONG):
                            imgui.text(key)
                        imgui.table_next_column()
                        imgui.text_wrapped(does)
        if leaves or back_pressed():
            self._screens.pop(self)
        return ()
