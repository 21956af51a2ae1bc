"""What tables, colours and progress bars are shown on: rich's console, without what a name could make of it."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
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
