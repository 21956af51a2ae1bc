"""Scopes carry out commands. Each scope handles the commands of one part of the program.

A scope has a method for each kind of command that it handles, marked with ``@handles``. The open scopes form a stack
(``ScreenStack.scopes``). The scopes of the screens come first, from the top screen down; the program's own scope comes
last. A session has scopes for its dialogs, the on-line match, the game and the board.

A request goes to the first scope, from the top down, that handles it. If the method returns ``PASS_ON``, the scope's
more general methods are tried, and then the scopes below. If no scope handles a request, a message says that its key
"does nothing here".
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, ClassVar, Final, Literal, TypeVar

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands import CommandOrAction

_Kind = type[CommandOrAction] | ActionKind


class _Result(Enum):
    PASS_ON = auto()


PASS_ON: Final = _Result.PASS_ON
"""The result of a method that leaves a request to other methods and scopes."""
Handled = Literal[_Result.PASS_ON] | None
"""Return type of a method that handles requests: None if it carried the request out, else PASS_ON."""

_Method = TypeVar("_Method", bound=Callable[..., Handled])


def handles(*kinds: _Kind) -> Callable[[_Method], _Method]:
    """Make a method of a scope carry out the commands in ``kinds``.

    The method gets the command. If it cannot carry the command out, it raises GpulifeError with one line for the user.

    Args:
        kinds: classes of commands, and kinds of actions. A base class stands for all its subclasses that have no method
            of their own. ``Action`` stands for all kinds of actions that have none.
    """

    def mark(method: _Method) -> _Method:
        vars(method)["handles"] = kinds
        return method

    return mark


class Scope:
    """Something that carries out commands while it is open, such as a page, a game, a board or the program.

    A subclass inherits the methods of its base classes. Its own method for a command replaces the inherited one.
    """

    _methods: ClassVar[Mapping[_Kind, str]] = {}

    @property
    def is_open(self) -> bool:
        """True if this scope receives requests now."""
        return True

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        own: dict[_Kind, str] = {}
        for name, method in vars(cls).items():
            for kind in getattr(method, "handles", ()):
                if kind in own:
                    raise ValueError(f"{cls.__name__} handles {kind} twice, in {own[kind]} and in {name}")
                own[kind] = name
        inherited = {kind: name for base in reversed(cls.__bases__) for kind, name in _methods_of(base).items()}
        cls._methods = inherited | own

    def carry_out(self, request: CommandOrAction) -> bool:
        """Carry out a command or an action if this scope handles it; return True if it did.

        Raises:
            GpulifeError: the request cannot be carried out; the message is one line for the user.
        """
        kinds: tuple[Any, ...] = (*((request.kind,) if isinstance(request, Action) else ()), *type(request).__mro__)
        names = [self._methods[kind] for kind in kinds if kind in self._methods] if self.is_open else []
        return any(getattr(self, name)(request) is not PASS_ON for name in names)


def _methods_of(base: type) -> Mapping[_Kind, str]:
    return base._methods if issubclass(base, Scope) else {}
