"""Dialogs that ask for a file: the system's own dialog if there is one, else a list of folders and files."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from os import scandir
from pathlib import Path
from shutil import which

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx, portable_file_dialogs

from gpulife.input.commands import CommandOrAction
from gpulife.patterns.pattern_files import ENDINGS
from gpulife.patterns.pattern_folders import PatternSketch, sketch_file
from gpulife.printing import printable
from gpulife.resources import user_path
from gpulife.rules import RGB
from gpulife.session.replay import REPLAY_ENDING
from gpulife.window.design import ACCENT, CAPTION, GAP, NOTICE, TEXT, TIGHT, packed
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.panels.widgets import button_row, buttons, elided, sentence, when_text, with_si_prefix, wrapped_text
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_MAX_ENTRIES = 5000
_LIST_HEIGHT = 340.0  # points on a 96 dpi screen
_ROW, _PICTURE = 46.0, 40.0
"""Height of the row of a file, and of the picture in it, in units of 1/96 inch."""
_LARGE = 232.0
"""Width of the column with the large picture of the selected file, in units of 1/96 inch."""
_GOLLY = (
    Path("/usr/share/golly/Patterns"),
    Path("/usr/share/games/golly/Patterns"),
    Path("/usr/local/share/golly/Patterns"),
    Path("/opt/golly/Patterns"),
)
"""Folders in which packages of Golly install its patterns."""
_MIN_PIXELS = 16
"""Minimum width and height of a picture's texture."""
_ABOVE = "The folder above"
_SKETCHED = 2
"""Maximum number of pattern files that are read in one frame to make their pictures."""
_CELLS: RGB = tuple(round(255 * part) for part in NOTICE[:3])  # type: ignore[assignment] # of three parts
"""Colour of the cells in the pictures."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """A file's time of last change, in seconds since 1970, and its size in bytes."""

    time: float
    size: int


class FileListDialog(Dialog):
    """Shows a list of folders and files, with small pictures of patterns, and asks for a file.

    A click selects a file and shows its picture larger. Return and the button choose the file. So does a double click,
    unless a file is to be written. The session is halted meanwhile.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        title: title of the window.
        folder: folder to show first.
        endings: file extensions of the files to show.
        answer: function that returns the request for the chosen file.
        new_name: suggested name for a new file; "" to ask for an existing file.
    """

    stops_time = True  # so that a saved file contains exactly what was on screen

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        title: str,
        folder: Path,
        endings: Sequence[str],
        answer: Callable[[Path], CommandOrAction],
        *,
        new_name: str = "",
    ) -> None:
        super().__init__(shell, screens, title, 820.0)
        self._endings = tuple(endings)
        self._answer = answer
        self._writes, self._name = bool(new_name), new_name
        self._to_replace: Path | None = None
        self._selected = ""  # name of the file that is shown larger
        self._problem = ""
        self._folder = Path.home()
        self._folders: list[str] = []
        self._files: list[str] = []
        self._facts: dict[str, _Facts] = {}
        self._sketches: dict[Path, PatternSketch] = {}
        self._thumbnails = Thumbnails(shell.window.device.context)
        self._unread = _SKETCHED
        self._show(folder)

    def _show(self, folder: Path) -> None:
        """Show a folder. If the folder cannot be read, keep the current folder and show the error."""
        try:
            with scandir(folder) as entries:
                listed = [entry for entry, _ in zip(entries, range(_MAX_ENTRIES), strict=False)]
                found = [(entry.is_dir(), entry.name) for entry in listed]
        except OSError as error:
            self._problem = f"{folder}: {error.strerror or error}"
            return
        self._problem = f"Only {_MAX_ENTRIES:,} files of this folder are shown" if len(found) == _MAX_ENTRIES else ""
        self._folder, self._selected = folder.absolute(), ""
        if not self._writes:
            self._name = ""  # a name or path that was typed before belongs to another folder
        visible = [(is_folder, name) for is_folder, name in found if not name.startswith(".")]
        self._folders = sorted((name for is_folder, name in visible if is_folder), key=str.casefold)
        self._files = sorted(
            (name for is_folder, name in visible if not is_folder and name.lower().endswith(self._endings)),
            key=str.casefold,
        )
        self._facts = {entry.name: _facts(entry) for entry in listed if entry.name in self._files}

    def leave(self) -> None:
        """Release the pictures."""
        self._thumbnails.close()

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the folder, its entries and the field for a name; return the user's requests."""
        scale = imgui.get_style().font_scale_dpi
        room = imgui.get_content_region_avail().x
        imgui.text_colored(CAPTION, elided(printable(str(self._folder)), room))
        if not self._writes and (place := buttons(list(places := self._places()))) is not None:
            self._show(places[place])
        chosen: Path | None = None
        self._unread = _SKETCHED
        height = min(_LIST_HEIGHT * scale, imgui.get_main_viewport().size.y * 0.5)
        large = min(_LARGE * scale, room / 3)
        wide = room - large - GAP * scale
        with imgui_ctx.begin_child("entries", imgui.ImVec2(wide, height), imgui.ChildFlags_.nav_flattened):
            if self._folder.parent != self._folder and self._entry(_ABOVE):
                self._show(self._folder.parent)
            for name in self._folders:
                if self._entry(name):
                    self._show(self._folder / name)
                    break
            for name in self._files:
                if self._file(name):
                    chosen = self._select(name)
            if not (self._folders or self._files):
                imgui.text_colored(CAPTION, "No file of this kind is here")
        imgui.same_line(spacing=GAP * scale)
        with imgui_ctx.begin_child("selected", imgui.ImVec2(large, height), imgui.ChildFlags_.none):
            self._draw_selected(large - GAP * scale)
        if self.is_new:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        hint = "Or type a name or a path"
        entered, self._name = imgui.input_text_with_hint(
            "##name", hint, self._name, imgui.InputTextFlags_.enter_returns_true
        )
        # If the field has the focus but no text cursor yet, Dear ImGui uses Return to show the cursor.
        # Without a visible focus, as after a click on a file, Return would only show the focus: it means the button.
        is_main = imgui.is_item_focused() or not imgui.get_io().nav_visible
        entered |= is_main and imgui.is_key_pressed(imgui.Key.enter, repeat=False)
        if self._problem:
            wrapped_text(self._problem, NOTICE)
        action = ("Replace" if self._to_replace else "Save") if self._writes else "Open"
        pressed = button_row([action, "Cancel"], 0)
        if pressed == 1:
            self.close()
            return ()
        if (entered or pressed == 0) and self._name.strip():
            chosen = self._folder / user_path(self._name.strip())
        return () if chosen is None else self._take(chosen)

    def _places(self) -> dict[str, Path]:
        """Return folders where people look for patterns, keyed by the label of the button that shows them."""
        recent = next((Path(file).parent for file in self.shell.settings.recent_files), None)
        golly = next((folder for folder in _GOLLY if folder.is_dir()), None)
        places = {"Home": Path.home(), "Recent": recent, "Golly's patterns": golly}
        return {label: folder for label, folder in places.items() if folder is not None}

    def _select(self, name: str) -> Path | None:
        """Select a file; return its path if the user opens it, by a double click or a key, else None."""
        by_mouse = imgui.is_mouse_released(0) or imgui.is_mouse_clicked(0)
        self._selected = self._name = name
        opens = imgui.is_mouse_double_clicked(0) or not by_mouse
        return self._folder / name if opens and not self._writes else None

    def _draw_selected(self, width: float) -> None:
        """Draw a large picture of the selected file, and the facts about the file below it."""
        name = self._selected
        if name not in self._facts:
            wrapped_text("Click a file to see it here", CAPTION)
            return
        sketch = self._sketch(name)
        if sketch is not None and sketch.picture.size:
            side = floor(min(width, imgui.get_content_region_avail().y * 0.5))
            texture = self._picture(name, sketch, side)
            imgui.image(imgui.ImTextureRef(texture), (side, side))
        wrapped_text(printable(name))
        for words in self._facts_of(name, sketch):
            wrapped_text(words, CAPTION)
        wrapped_text("The button Save replaces it" if self._writes else "A double click opens it", CAPTION)

    def _file(self, name: str) -> bool:
        """Draw a file's row: picture or icon, name, size and date. Return True if it was clicked or pressed."""
        (_, scale), corner = view_and_scale(), imgui.get_cursor_screen_pos()
        room = imgui.get_content_region_avail().x
        is_selected, flags = name == self._selected, imgui.SelectableFlags_.allow_double_click
        pressed = imgui.selectable(f"##{name}", is_selected, flags, imgui.ImVec2(0, _ROW * scale))[0]
        if not imgui.is_item_visible():
            return bool(pressed)
        side, sketch, pen = _PICTURE * scale, self._sketch(name), imgui.get_window_draw_list()
        top, left = corner.y + (_ROW * scale - side) / 2, corner.x + TIGHT * scale
        if sketch is not None and sketch.picture.size:
            texture = self._picture(name, sketch, side)
            pen.add_image(imgui.ImTextureRef(texture), (left, top), (left + side, top + side))
        else:
            icon = icons.ICON_FA_FILM if name.lower().endswith(REPLAY_ENDING) else icons.ICON_FA_FILE
            words = imgui.calc_text_size(icon)
            pen.add_text((left + (side - words.x) / 2, top + (side - words.y) / 2), packed(ACCENT), icon)
        x, line = left + side + GAP * scale, imgui.get_text_line_height()
        y, width = corner.y + (_ROW * scale - 2.1 * line) / 2, corner.x + room - left - side - 2 * GAP * scale
        pen.add_text((x, y), packed(TEXT), elided(printable(name), width))
        pen.add_text((x, y + 1.1 * line), packed(CAPTION), elided(self._line(name, sketch), width))
        return bool(pressed)

    def _picture(self, name: str, sketch: PatternSketch, side: float) -> int:
        """Return the OpenGL ID of the texture with the picture of a file, to be shown ``side`` points wide."""
        pixels = max(round(side * self.shell.window.pixels_per_point), _MIN_PIXELS)
        return self._thumbnails.texture(self._folder / name, sketch, _CELLS, pixels)

    def _sketch(self, name: str) -> PatternSketch | None:
        """Return the sketch of a file; None if the file is no pattern, or has not been read yet."""
        path = self._folder / name
        if path not in self._sketches and self._unread and name.lower().endswith(ENDINGS):
            self._unread -= 1
            self._sketches[path] = sketch_file(path)
            self.shell.motion.due()
        return self._sketches.get(path)

    def _line(self, name: str, sketch: PatternSketch | None) -> str:
        return "  \u00b7  ".join(self._facts_of(name, sketch))

    def _facts_of(self, name: str, sketch: PatternSketch | None) -> Sequence[str]:
        """Return the facts about a file: the size and the rule of its board, its date, and its size in bytes."""
        facts = self._facts[name]
        board = [f"{sketch.size[1]:,} x {sketch.size[0]:,} cells"] if sketch is not None and any(sketch.size) else []
        rule = [printable(sketch.rule)] if sketch is not None and sketch.rule else []
        when = [sentence(when_text(facts.time, time.time()))]
        return (*board, *rule, *when, f"{with_si_prefix(facts.size)}B")

    def _entry(self, folder: str) -> bool:
        """Draw a folder's row; return True if it was clicked or pressed."""
        icon = icons.ICON_FA_FOLDER_OPEN if folder == _ABOVE else icons.ICON_FA_FOLDER
        return bool(imgui.selectable(f"{icon}   {printable(folder)}", p_selected=False)[0])

    def _take(self, path: Path) -> Sequence[CommandOrAction]:
        """Return the request for the chosen file, or show the chosen folder. Ask again before replacing a file."""
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises an error for too long names
            self._show(path)
            return ()
        if self._writes and os.path.exists(path) and path != self._to_replace:  # noqa: PTH110
            self._to_replace = path
            self._problem = f"{path.name} exists already; press Replace to overwrite it"
            return ()
        if not self._writes and not os.path.isfile(path):  # noqa: PTH113
            self._problem = f"{path.parent} has no file {path.name}"
            return ()
        self.close()
        return [self._answer(path)]


def _facts(entry: "os.DirEntry[str]") -> _Facts:
    try:
        status = entry.stat()
    except OSError:  # it has just been deleted
        return _Facts(0.0, 0)
    return _Facts(status.st_mtime, status.st_size)


_HELPERS = ("zenity", "matedialog", "qarma", "kdialog")
"""Programs of Linux desktops that show file dialogs. On Linux, ``portable_file_dialogs`` needs one of them."""


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """The content of a file dialog.

    Attributes:
        title: title of the dialog.
        folder: folder to show first.
        kinds: file extensions, keyed by the name of the kind of file.
        answer: function that returns the request for the chosen file.
        new_name: suggested name for a new file; "" to ask for an existing file.
    """

    title: str
    folder: Path
    kinds: dict[str, tuple[str, ...]]
    answer: Callable[[Path], CommandOrAction]
    new_name: str = ""


def has_system_dialogs() -> bool:
    """Return True if the system can show file dialogs."""
    return sys.platform in ("win32", "darwin") or any(map(which, _HELPERS))


def file_dialog(shell: Shell, screens: ScreenStack, question: FileQuestion) -> Screen:
    """Return the dialog that asks ``question``. The caller puts it on the stack of screens."""
    if has_system_dialogs():
        return SystemFileDialog(shell, screens, question)
    endings = tuple(ending for kind in question.kinds.values() for ending in kind)
    return FileListDialog(
        shell, screens, question.title, question.folder, endings, question.answer, new_name=question.new_name
    )


class SystemFileDialog(Screen):
    """Waits until the user has answered the system's file dialog. The session is halted meanwhile.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        question: what the dialog asks.
    """

    stops_time = True

    def __init__(self, shell: Shell, screens: ScreenStack, question: FileQuestion) -> None:
        self.shell = shell
        self._screens = screens
        self._question = question
        filters = [text for kind, endings in question.kinds.items() for text in (kind, _patterns(endings))]
        self._dialog: portable_file_dialogs.open_file | portable_file_dialogs.save_file
        if question.new_name:
            place = str(question.folder / question.new_name)
            self._dialog = portable_file_dialogs.save_file(question.title, place, filters)
        else:
            place = str(question.folder) + "/"
            self._dialog = portable_file_dialogs.open_file(question.title, place, [*filters, "All files", "*"])

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Return the request for the chosen file once the user has answered the dialog."""
        del seconds
        if not self._dialog.ready(0):
            return ()
        result = self._dialog.result()
        self._screens.pop(self)
        chosen = result if isinstance(result, str) else next(iter(result), "")
        return [self._question.answer(Path(chosen))] if chosen else ()

    def leave(self) -> None:
        """Close the system's dialog if it is still open."""
        if not self._dialog.ready(0):
            self._dialog.kill()


def _patterns(endings: Sequence[str]) -> str:
    return " ".join(f"*{ending}" for ending in endings)
