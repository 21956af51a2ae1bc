"""The errors that a user can cause.

Each message is one line that names what is wrong, quotes the value, and says what is expected. The command line prints
the message and exits with status 2. Any exception that is not a :class:`GpulifeError` is a bug in the program.
"""


class GpulifeError(Exception):
    """Base class of all errors that a user can cause, by asking for something that cannot be done."""


class UsageError(GpulifeError):
    """The options or arguments of a command are wrong."""


class RuleError(GpulifeError):
    """A rule's name is invalid, or the rule does not fit the board."""


class UnknownRuleError(RuleError):
    """No rule has this name."""


class PatternError(GpulifeError):
    """A pattern, soup, text or picture cannot be turned into cells."""


class EngineError(GpulifeError):
    """An engine is unknown, cannot start on this machine, or cannot do what was requested."""


class BoardSizeError(EngineError):
    """A board of this size is impossible or does not fit into memory."""


class NoWindowError(EngineError):
    """There is no display for a window, or no OpenGL for it."""


class OutputError(GpulifeError):
    """A file cannot be written in the given folder or format."""


def in_one_line(error: Exception) -> str:
    """Return an error's message in one line; the error's type comes first unless the error is a GpulifeError."""
    words = str(error) if isinstance(error, GpulifeError) else f"{type(error).__name__}: {error}"
    return " ".join(words.split())
