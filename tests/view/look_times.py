"""Measure how long a frame of each look takes, in full and in its cheaper form, and how many pixels strobe.

Run it from the top of the repository:

    PYTHONPATH=tests .venv/bin/python tests/view/look_times.py
    PYTHONPATH=tests .venv/bin/python tests/view/look_times.py papercut aurora --sizes 1280x800 --frames 5

A board of QuadLife lives at the look's pace, and all frames are drawn. The times are medians in milliseconds, of the
whole frame: what looks know of the board's past, and the picture. Above them stands the usual picture of the cells,
with the default look and plain. "Strobing" is the greatest share of pixels, in percent, whose brightness changes by
over 10 % between two frames, thirty a second, in a window of 320x200 pixels. A star marks looks that strobe too much.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

import numpy as np
from view.exhibits import FRAMES_A_SECOND, Exhibit, regions

from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.engines.registry import open_on_device
from gpulife.rules import parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.look import Look, default_look, plain
from gpulife.view.pictures import CELLS, Picture, find_picture, picture_names

SIZES = ["1280x800", "1920x1080"]
RULE = parse_rule("QuadLife")
SHAPE = (180, 320)
WARMED = 100  # generations before the first frame
STROBE_WINDOW, STROBE_SECONDS = (320, 200), 2.0
MAY_STROBE, MAY_STROBE_WITH_LINES = 0.01, 0.03


clock = time.perf_counter


def median_time(frame: Callable[[int], None], frames: int) -> float:
    """Return the median time of ``frame(number)`` in milliseconds, after two that are not measured."""
    times = []
    for number in range(frames + 2):
        before = clock()
        frame(number)
        times.append(clock() - before)
    return 1000 * statistics.median(times[2:])


def time_of_look(device: GLDevice, picture: Picture, window: tuple[int, int], frames: int, *, is_cheap: bool) -> float:
    """Return the median time of a look's frames, in milliseconds."""
    shown = Exhibit(device, picture, window, SHAPE, is_cheap=is_cheap)
    shown.engine.step(WARMED)
    shown.live(3)

    def frame(number: int) -> None:
        if number % 3 == 0:
            shown.engine.step(1)
        shown.draw(1 / FRAMES_A_SECOND)
        shown.wait()

    taken = median_time(frame, frames)
    shown.close()
    return taken


def time_of_cells(device: GLDevice, look: Look, window: tuple[int, int], frames: int) -> float:
    """Return the median time of the usual picture's frames, in milliseconds."""
    engine = open_on_device(RULE, SHAPE, device)
    engine.paint(0, 0, regions(SHAPE, 4, 0.34))
    engine.step(WARMED)
    with device.current():
        texture = device.context.texture(window, 4)
        canvas = device.context.framebuffer([texture])
    view = BoardView(device, engine)
    camera = Camera(SHAPE[0] / 2, SHAPE[1] / 2, 6.0 * window[1] / 1000)

    def frame(number: int) -> None:
        if number % 3 == 0:
            engine.step(1)
        with device.current():
            view.draw(canvas, BoardFrame(window, camera, look), 1 / FRAMES_A_SECOND)
            canvas.read(viewport=(0, 0, 1, 1))

    taken = median_time(frame, frames)
    view.close()
    engine.close()
    with device.current():
        device.bind_permanent_framebuffer()
        canvas.release()
        texture.release()
    return taken


def strobing(device: GLDevice, picture: Picture) -> float:
    """Return the greatest share of pixels that jump between two frames of a part of a large window."""
    shown = Exhibit(device, picture, STROBE_WINDOW, SHAPE)
    shown.camera = Camera(SHAPE[0] / 2, SHAPE[1] / 2, picture.zoom)
    shown.engine.step(WARMED)
    share = float(np.max(shown.live(10).flicker(STROBE_SECONDS)))
    shown.close()
    return share


def main() -> None:
    """Print the table."""
    global clock
    parser = argparse.ArgumentParser(description="frame times of all looks, and how much they strobe")
    parser.add_argument("looks", nargs="*", help="names of looks (default: all)")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WxH", help="sizes of the window in pixels")
    parser.add_argument("--frames", type=int, default=9, help="frames to measure for each number (default: 9)")
    parser.add_argument(
        "--processor", action="store_true", help="processor time, shared by all cores, on a busy machine"
    )
    options = parser.parse_args()
    if options.processor:
        cores = os.cpu_count() or 1
        clock = lambda: time.process_time() / cores  # noqa: E731
    looks = options.looks or [name for name in picture_names() if name != CELLS]
    windows = [(int(width), int(height)) for width, height in (size.split("x") for size in options.sizes)]
    with open_device() as device:
        print(
            f"{device.renderer}; {SHAPE[1]}x{SHAPE[0]} cells of {RULE}; median milliseconds of {options.frames} frames"
        )
        heads = [f"{size} {form}" for size in options.sizes for form in ("full", "cheap")]
        print(f"{'':14}" + "".join(f"{head:>17}" for head in heads) + f"{'strobing %':>12}")
        for name, look in (("cells", default_look(RULE)), ("cells, plain", plain(default_look(RULE)))):
            times = (time_of_cells(device, look, window, options.frames) for window in windows)
            print(f"{name:14}" + "".join(f"{taken:17.1f}{'':17}" for taken in times), flush=True)
        for name in looks:
            picture = find_picture(name)
            print(f"{name:14}", end="", flush=True)
            for window in windows:
                for is_cheap in (False, True):
                    taken = time_of_look(device, picture, window, options.frames, is_cheap=is_cheap)
                    print(f"{taken:17.1f}", end="", flush=True)
            share = strobing(device, picture)
            most = MAY_STROBE_WITH_LINES if picture.thin_lines else MAY_STROBE
            print(f"{100 * share:11.2f}{'*' if share > most else ' '}", flush=True)


if __name__ == "__main__":
    main()
