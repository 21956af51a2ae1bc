"""A progress bar for long work, where there is a terminal to show it on."""

import time
from contextlib import AbstractContextManager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from gpulife.printing import printable

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
