"""Letters that keep their size: works round a fault of Dear ImGui 1.92 and 1.93 with FreeType."""

from imgui_bundle import imgui

_SMALLEST, _STEPS = 2.0, 64
"""Sizes in which nothing is written: from the smallest on, so many to a point, up to MAX_SIZES of them."""
_MAX_SIZES = 512


class LetterSizes:
    """Keeps Dear ImGui from drawing letters of one size among those of another.

    Dear ImGui draws letters into its texture when they are first needed. When that is full it discards sizes that
    nobody needs, and moves the others together in memory before the next frame. But the FreeType loader recognizes the
    size that it used last by its address: a size that has been moved to that address gets letters of the old one, and
    keeps them. A size that was added last takes nobody's place when it moves, and what is added after it tells the
    loader; so a new size is added, and with that used, each time that sizes may have been discarded.
    """

    def __init__(self) -> None:
        self._texture = 0
        self._added = 0

    def before_frame(self) -> None:
        """Add a size if the texture is another one than a frame ago, before Dear ImGui begins the next frame."""
        fonts = imgui.get_io().fonts
        texture = fonts.tex_data
        if texture is None or not fonts.fonts or texture.unique_id == self._texture:
            return
        self._texture, self._added = texture.unique_id, self._added + 1
        size = _SMALLEST + self._added % _MAX_SIZES / _STEPS
        imgui.internal.im_font_atlas_baked_get_or_add(fonts, fonts.fonts[0], size, 1.0)
