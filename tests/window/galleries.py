"""Programmes with scenes of a few seconds, and art that shows them on a stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from window.stage import Stage, show_start_screen

from gpulife.art._playlist_toml import programme_of
from gpulife.art.scene import Programme
from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.art.show_options import ShowOptions
from gpulife.window.art.slideshow import Slideshow

COLOURS = ("Okabe-Ito", "Atari blue")


def programme(names: str = "AB", seconds: float = 20.0, **more: Any) -> Programme:
    """Return a programme with one scene for each letter, alternately on black and on blue."""
    scenes = [
        {
            "name": name,
            "duration": seconds,
            "rule": "Immigration",
            "size": "160x100",
            "speed": 10,
            "start": {"soup": 0.3},
            "palette": {"scheme": COLOURS[number % 2]},
            "effects": {"age": 0.0, "trails": 0.0, "bloom": 0.0},
        }
        | more
        for number, name in enumerate(names)
    ]
    return programme_of({"title": "A test", "description": "for tests", "scene": scenes}, Path("test.toml"))


class Art:
    """Art on a stage, with the lines of its log."""

    def __init__(self, stage: Stage, options: ShowOptions, *, for_art: bool = True, offered: bool = False) -> None:
        self.stage = stage
        self.lines = stage.log.lines
        show_start_screen(stage)
        if offered:
            self.art_screen.open_when_idle(options)
            stage.screens.start_menu.show_programmes()
        else:
            self.art_screen.open(options, for_art=for_art)

    @property
    def art_screen(self) -> ArtScreen:
        return self.stage.screens.art_screen

    @property
    def show(self) -> Slideshow:
        assert self.art_screen.show is not None
        return self.art_screen.show

    @property
    def title(self) -> str:
        return self.show.present.scene.name if self.show.present is not None else ""

    def seconds(self, seconds: float) -> Art:
        """Advance the art display by ``seconds``, in frames of a fifth of a second."""
        for _ in range(round(seconds * 5)):
            self.stage.now += 0.2 - 1 / 60
            self.stage.frames(1)
        return self

    def end_scene(self) -> None:
        """End the present scene as soon as the next one can be shown."""
        assert self.show.present is not None
        self.show.present.seconds = max(self.show.present.seconds, self.show.present.duration)

    def until(self, title: str) -> Art:
        """Continue until the scene called ``title`` is shown."""
        for _ in range(300):
            if self.title == title:
                return self
            self.seconds(0.2)
        raise AssertionError(f"never came to {title!r}: {self.lines}")
