"""What tables, colours and progress bars are shown on: rich's console, without what a name could make of it."""

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
    """Make a table without lines: columns of texts, and then columns of numbers, which are aligned on the right."""
    table = Table(*headings, title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


class PlainConsole(Console):
    """A console on which a text is what is seen: no markup, and codes for what could direct a terminal.

    Args:
        stderr: whether it is standard error, instead of standard output.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render as rich does, but with no control characters except line ends in any text."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text, keep="\n"), segment.style)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does; see :func:`gpulife.printing.say` for the errors."""
        with suppress(OSError) if self.stderr else output_errors():  # of standard error there is nobody to tell
            super().print(*objects, **options)

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError on standard output: the exit status of main tells it."""
        if not self.stderr:
            raise BrokenPipeError


# A progress bar for long work, where there is a terminal to show it on.

_AFTER_SECONDS = 1.0


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A bar that appears when it takes longer than a second, only on a terminal, and goes when it is done.

    Args:
        console: the console to show it on.
        label: words for what is done.
        total: the number of things to do.
        counted: whether to show numbers (12/400) instead of a percentage.
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
        """Count one more as done."""
        self.update(self._done + 1)

    def show(self) -> None:
        """Show the bar now if more than a second has passed, although nothing more is done."""
        self.update(self._done)

    def hide(self) -> None:
        """Make room for another bar until the next update."""
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int) -> None:
        """Set how much is done."""
        self._done = done
        if self._bar is None or time.perf_counter() - self._since < _AFTER_SECONDS:
            return
        self._bar.start()
        self._bar.update(self._task, completed=done)
