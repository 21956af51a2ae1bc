"""Letters keep their size although Dear ImGui discards unused sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from imgui_bundle import icons_fontawesome_6, imgui
from window.imgui_fonts import window_fonts

from gpulife.window.design import BODY, STRONG, styled
from gpulife.window.imgui_backend import LetterSizes

LETTERS = [*(chr(code) for code in range(33, 127)), icons_fontawesome_6.ICON_FA_GEAR, icons_fontawesome_6.ICON_FA_PLAY]
FRAMES = 1000


@pytest.fixture
def fonts() -> Iterator[imgui.ImFontAtlas]:
    """Dear ImGui with the window's fonts."""
    with window_fonts() as fonts:
        yield fonts


def write(rng: random.Random, widths: dict[tuple[bool, int, str], set[float]]) -> None:
    """A frame with a few letters in a few sizes of both weights; note how wide they are."""
    imgui.new_frame()
    for size in rng.sample(range(10, 44), rng.randint(1, 4)):
        style = rng.choice((BODY, STRONG))
        with styled(style, size):
            for letter in rng.sample(LETTERS, rng.randint(1, 6)):
                widths.setdefault((style.bold, size, letter), set()).add(imgui.calc_text_size(letter).x)
                imgui.get_background_draw_list().add_text(imgui.ImVec2(10, 10), 0xFFFFFFFF, letter)
    imgui.render()
    for texture in imgui.get_platform_io().textures:
        if texture.status in (imgui.ImTextureStatus.want_create, imgui.ImTextureStatus.want_updates):
            texture.set_tex_id(1)
            texture.set_status(imgui.ImTextureStatus.ok)
        elif texture.status == imgui.ImTextureStatus.want_destroy:
            texture.set_tex_id(0)
            texture.set_status(imgui.ImTextureStatus.destroyed)


@pytest.mark.parametrize("seed", [23, 35, 49, 54])
def test_letters_keep_their_size(fonts: imgui.ImFontAtlas, seed: int) -> None:
    """These are seeds with which they do not if Dear ImGui is left alone."""
    rng, sizes = random.Random(seed), LetterSizes()  # noqa: S311 - no secret
    widths: dict[tuple[bool, int, str], set[float]] = {}
    textures = set()
    for _ in range(FRAMES):
        sizes.before_frame()
        write(rng, widths)
        textures.add(fonts.tex_data.unique_id)
    assert len(textures) > 20, "the texture was hardly ever full"
    assert {letter: found for letter, found in widths.items() if len(found) > 1} == {}
