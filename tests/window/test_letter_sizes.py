"""Letters keep their size although Dear ImGui discards unused sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import imgui_bundle
import pytest
from imgui_bundle import imgui

from gpulife.window.imgui_backend import LetterSizes

LETTERS = [chr(code) for code in range(33, 127)]
FRAMES = 1000


@pytest.fixture
def fonts() -> Iterator[imgui.ImFontAtlas]:
    """Dear ImGui with the window's font, and nobody who shows its textures."""
    before = imgui.get_current_context()
    context = imgui.create_context()
    imgui.set_current_context(context)
    io = imgui.get_io()
    io.set_ini_filename("")
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = imgui.ImVec2(800, 600)
    io.delta_time = 1 / 60
    io.fonts.add_font_from_file_ttf(str(Path(imgui_bundle.__file__).parent / "assets" / "fonts" / "DroidSans.ttf"), 16)
    yield io.fonts
    imgui.destroy_context(context)
    if before is not None:
        imgui.set_current_context(before)


def write(rng: random.Random, widths: dict[tuple[int, str], set[float]]) -> None:
    """A frame with a few letters in a few sizes; note how wide they are."""
    imgui.new_frame()
    for size in rng.sample(range(10, 44), rng.randint(1, 4)):
        imgui.push_font(None, size)
        for letter in rng.sample(LETTERS, rng.randint(1, 6)):
            widths.setdefault((size, letter), set()).add(imgui.calc_text_size(letter).x)
            imgui.get_background_draw_list().add_text(imgui.ImVec2(10, 10), 0xFFFFFFFF, letter)
        imgui.pop_font()
    imgui.render()
    for texture in imgui.get_platform_io().textures:
        if texture.status in (imgui.ImTextureStatus.want_create, imgui.ImTextureStatus.want_updates):
            texture.set_tex_id(1)
            texture.set_status(imgui.ImTextureStatus.ok)
        elif texture.status == imgui.ImTextureStatus.want_destroy:
            texture.set_tex_id(0)
            texture.set_status(imgui.ImTextureStatus.destroyed)


@pytest.mark.parametrize("seed", [4, 14, 18, 37])
def test_letters_keep_their_size(fonts: imgui.ImFontAtlas, seed: int) -> None:
    """These are seeds with which they do not if Dear ImGui is left alone."""
    rng, sizes = random.Random(seed), LetterSizes()  # noqa: S311 - no secret
    widths: dict[tuple[int, str], set[float]] = {}
    textures = set()
    for _ in range(FRAMES):
        sizes.before_frame()
        write(rng, widths)
        textures.add(fonts.tex_data.unique_id)
    assert len(textures) > 20, "the texture was hardly ever full"
    assert {letter: found for letter, found in widths.items() if len(found) > 1} == {}
