"""Draws a large QR code for phones' cameras. Its modules (small squares) are always dark on white."""

from functools import lru_cache

from imgui_bundle import imgui

_QUIET = 4
"""Width of the white margin around a QR code, in modules. Cameras need it."""
_WHITE, _BLACK = 0xFFFFFFFF, 0xFF000000


@lru_cache(maxsize=4)
def dark_runs(text: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Return a QR code: the number of modules (squares) on a side, and the runs of dark modules.

    A run is (row, first column, column after the last).
    """
    import segno  # imported here, because only this page needs it

    rows = [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    runs = []
    for number, row in enumerate(rows):
        start = None
        for column, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                runs.append((number, start, column))
                start = None
    return len(rows), tuple(runs)


def draw_qr_code(text: str, side: float) -> None:
    """Draw a QR code as a widget, at most ``side`` points high and wide. Modules are a whole number of points wide."""
    count, runs = dark_runs(text)
    module = max(1.0, side // (count + 2 * _QUIET))
    side = module * (count + 2 * _QUIET)
    pen, corner = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    left, top = float(round(corner.x)), float(round(corner.y))
    pen.add_rect_filled((left, top), (left + side, top + side), _WHITE)
    left, top = left + _QUIET * module, top + _QUIET * module
    for row, first, behind in runs:
        pen.add_rect_filled(
            (left + first * module, top + row * module), (left + behind * module, top + (row + 1) * module), _BLACK
        )
    imgui.dummy((side, side))
