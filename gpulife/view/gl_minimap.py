"""A small picture of the whole board. It is redrawn a few rows at a time, so that a massive board delays no frame."""

from dataclasses import replace

import moderngl

from gpulife.engines.base import Engine, Storage
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import Blend, Sampled, UniformValue, clear_framebuffer
from gpulife.view.camera import WindowSize
from gpulife.view.gl_contrast import CONTRAST_SECONDS, Contrast, lift_for
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_region import MapPlace, block_for, pieces
from gpulife.view.look import Look

_SECONDS = 0.25
"""Seconds from one update of the picture to the next."""
_FEW_CELLS, _MANY_CELLS = 1 << 23, 1 << 27
"""Number of cells that one update may read: fewer on the processor, more on a graphics card."""


class Minimap:
    """A small picture of one engine's board.

    Args:
        device: the device of the window, which must be the engine's device if the engine has one.
        engine: the engine whose board is drawn.

    Attributes:
        is_new: True if the last call of :meth:`show` changed the picture.
    """

    def __init__(self, device: GLDevice, engine: Engine) -> None:
        self._device = device
        self._engine = engine
        self._resources = ViewResources(device)
        with device.current():
            self._palette = Palette(device)
        self._source = source_of(self._resources, engine, is_patient=True)  # because this class limits the rows
        is_slow = device.is_software or engine.storage is Storage.PRIVATE
        self._cells = _FEW_CELLS if is_slow else _MANY_CELLS
        self._light = self._resources.target("f2", filtered=True)
        self._contrast = Contrast(self._resources)
        self._picture: moderngl.Framebuffer | None = None
        self._place: MapPlace | None = None
        self._next_row = self._old_rows = 0
        self._drawn: tuple[int, int, Look] | None = None
        self._waited = _SECONDS
        self._moves_for = 0.0  # seconds for which the picture still changes by itself
        self.is_new = False

    def show(self, size: WindowSize, look: Look, seconds: float) -> moderngl.Texture:
        """Update a part of the picture from time to time, and return the picture as a texture, the bottom row first.

        Args:
            size: (width, height) of the picture in pixels.
            look: how the board is drawn.
            seconds: seconds since the last call.
        """
        self._waited += seconds
        if self._picture is None or self._picture.size != size:
            self._open(size)
        assert self._picture is not None  # noqa: S101 - it is open now
        self.is_new = False
        if self._waited >= _SECONDS:
            if self._old_rows or self._drawn != (self._engine.generation, self._engine.changes, look):
                self._moves_for = CONTRAST_SECONDS
            self.is_new = self._moves_for > 0
            self._moves_for -= self._waited
        if self.is_new:
            with self._device.current():
                self._palette.show(look, 0.0, ())
                self._contrast.pass_time(self._waited)
                self._draw_rows(look)
                self._draw_picture(self._picture, look)
        if self._waited >= _SECONDS:
            self._waited = 0.0
        texture = self._picture.color_attachments[0]
        assert isinstance(texture, moderngl.Texture)  # noqa: S101 - it was opened with one
        return texture

    def close(self) -> None:
        """Release all textures and shaders. The engine stays open."""
        with self._device.current():
            self._device.bind_permanent_framebuffer()
            self._release_picture()
            self._palette.texture.release()
            self._source.release()
            self._resources.release()

    def _open(self, size: WindowSize) -> None:
        with self._device.current():
            self._device.bind_permanent_framebuffer()
            self._release_picture()
            texture = self._device.context.texture(size, 4)
            self._picture = self._device.context.framebuffer([texture])
            rows, columns = self._engine.shape
            place = MapPlace(0, 0, rows, columns, block_for(min(size[0] / columns, size[1] / rows)))
            if place != self._place:
                clear_framebuffer(self._light.sized(place.size))
                self._contrast.forget()
                self._place, self._next_row, self._drawn = place, 0, None
        self._waited, self._moves_for = _SECONDS, CONTRAST_SECONDS

    def _release_picture(self) -> None:
        if self._picture is not None:
            for texture in self._picture.color_attachments:
                texture.release()
            self._picture.release()

    def _draw_rows(self, look: Look) -> None:
        """Redraw the next rows that are out of date, but read no more cells than an update may read."""
        assert self._place is not None  # noqa: S101 - it is known since the picture was opened
        place, shape = self._place, self._engine.shape
        width, height = place.size
        if self._drawn != (now := (self._engine.generation, self._engine.changes, look)):
            self._drawn, self._old_rows = now, height
        if not self._old_rows:
            return
        rows = max(1, self._cells // (place.columns * place.block))
        first, last = self._next_row, min(self._next_row + rows, height)
        self._next_row = last % height
        self._old_rows = max(0, self._old_rows - (last - first))
        light = self._light.sized(place.size)
        light.clear(0.0, 0.0, 0.0, 0.0, viewport=(0, first, width, last - first))
        parts = []
        for piece in pieces(place, shape, self._source.bands, wrap=False, wave_row=shape[0]):
            x, y, across, down = piece.region
            top, bottom = max(y, first), min(y + down, last)
            if top < bottom:
                parts.append(replace(piece, region=(x, top, across, bottom - top)))
        self._source.add_light(light, self._palette.texture, parts, place.block, place.size)

    def _draw_picture(self, picture: moderngl.Framebuffer, look: Look) -> None:
        assert self._place is not None  # noqa: S101 - as above
        place, (width, height) = self._place, picture.size
        step = place.columns / place.block / width, place.rows / place.block / height
        exponent = lift_for(width / place.columns)
        texture, block = self._light.texture, place.block
        textures: dict[str, Sampled] = {"map": texture}
        uniforms: dict[str, UniformValue] = {
            "origin": (0.0, 0.0),
            "scale": step,
            "ground": self._palette.ground,
            "lift": exponent,
            "unit": 1 / block,
            "texel": (1 / texture.width, 1 / texture.height),
        }
        has_contrast = look.contrast > 0 and exponent < 1
        if has_contrast:
            shown: dict[str, UniformValue] = {
                "contrast": look.contrast,
                "cells": place.columns / width * place.rows / height,
                "lift": exponent,
                "ground": self._palette.ground,
            }
            more_textures, more_uniforms = self._contrast.make(texture, place.size, 1 / block, shown)
            textures |= more_textures
            uniforms |= more_uniforms
        parameters = {
            "COUNTED": 0,
            "WIDE": int(max(step) > 1),
            "LIFTED": int(exponent < 1),
            "CONTRAST": int(has_contrast),
        }
        self._resources.draw(
            picture, "view_area.frag", parameters | {"BLOOM": 0}, textures, uniforms, None, Blend.REPLACE
        )
