"""Tables, colours and progress bars: printed with rich. Text cannot control the terminal."""

import time
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Column, Table

from gpulife.printing import output_errors, printable


def plain_table(*headings: str | Column, numbers: Iterable[str] = (), title: str | None = None) -> Table:
    """Make a table without borders.

    Args:
        headings: headings of the first columns.
        numbers: headings of the other columns, whose content is right-aligned.
        title: title above the table.
    """
    table = Table(*headings, title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


class PlainConsole(Console):
    """A console that prints text literally: without markup, and with codes for characters that control a terminal.

    Args:
        stderr: True for standard error, False for standard output.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render as rich does, but show control characters in text as codes. Line ends are kept."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text, keep="\n"), segment.style)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does; errors of standard output are raised as by :func:`gpulife.printing.say`."""
        with suppress(OSError) if self.stderr else output_errors():  # errors of standard error cannot be reported
            super().print(*objects, **options)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError for standard output; ``main`` turns it into an exit status."""
        if not self.stderr:
            raise BrokenPipeError


# A progress bar for long work, shown only on a terminal.

_AFTER_SECONDS = 1.0


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A progress bar that appears after a second, only on a terminal, and disappears at the end of the block.

    Args:
        console: the console to show it on.
        label: what is being done, in words.
        total: number of steps.
        counted: True to show the number of steps (12/400) instead of a percentage.
    """

    def __init__(self, console: Console, label: str, total: int, *, counted: bool = False) -> None:
        self._since = time.perf_counter()
        self._done = 0
        self._bar: Progress | None = None
        if console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn() if counted else TaskProgressColumn(),
                TimeRemainingColumn(),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task(printable(label), total=total)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self) -> None:
        """Count one more step as done."""
        self.update(self._done + 1)

    def show(self) -> None:
        """Show the bar now if a second has passed since the start, without counting a step."""
        self.update(self._done)

    def hide(self) -> None:
        """Hide the bar until its next update; meanwhile another bar may be shown."""
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int) -> None:
        """Set the number of steps done."""
        self._done = done
        if self._bar is None or time.perf_counter() - self._since < _AFTER_SECONDS:
            return
        self._bar.start()
        self._bar.update(self._task, completed=done)
