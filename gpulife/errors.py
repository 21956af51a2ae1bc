"""The errors that a user can cause.

Each message is one line that names the thing, the value and what would be right. The command line prints it and
exits with 2; anything that is not a :class:`GpulifeError` is a bug of the program.
"""


class GpulifeError(Exception):
    """Something that the user asked for cannot be done as asked."""


class UsageError(GpulifeError):
    """The command line itself is wrong."""


class RuleError(GpulifeError):
    """A rule's name is not one, or the rule does not fit the board."""


class UnknownRuleError(RuleError):
    """There is no rule of that name."""


class PatternError(GpulifeError):
    """A pattern, soup, text or picture cannot become cells."""


class EngineError(GpulifeError):
    """An engine is unknown, cannot start here, or was asked for what it cannot do."""


class BoardSizeError(EngineError):
    """A board of that size is impossible or does not fit into memory."""


class NoWindowError(EngineError):
    """There is no display to open a window on, or no OpenGL for it."""


class OutputError(GpulifeError):
    """A file cannot be written where, or as what, the user asked for."""


def in_one_line(error: Exception) -> str:
    """Return what went wrong, in one line; an error that no user can cause with its type."""
    words = str(error) if isinstance(error, GpulifeError) else f"{type(error).__name__}: {error}"
    return " ".join(words.split())
