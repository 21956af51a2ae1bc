"""Scopes: every command and control has a handler, and a request goes down the stack once."""

from __future__ import annotations

import typing

import pytest
from input.all_commands import all_commands

import gpulife.window.screens  # noqa: F401 - all scopes of the window are known then
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import Command, Help, Redo, Undo
from gpulife.input.controls import CONTROLS, SteerPanels
from gpulife.window.play.game_window import own_scopes
from gpulife.window.scopes import PASS_ON, Handled, Scope, handles


def scopes(kind: type[Scope] = Scope) -> list[type[Scope]]:
    return [kind, *(each for below in kind.__subclasses__() for each in scopes(below))]


class Recorder(Scope):
    def __init__(self) -> None:
        self.done: list[str] = []

    @handles(Undo, Redo)
    def _go_back(self, request: Undo | Redo) -> Handled:
        self.done.append(type(request).__name__)
        return PASS_ON if isinstance(request, Redo) else None

    @handles(ActionKind.HALT)
    def _halt(self, _: Action) -> None:
        self.done.append("halt")

    @handles(Command, Action)
    def _anything(self, _: Command | Action) -> None:
        self.done.append("anything")


class Narrow(Recorder):
    @handles(ActionKind.HALT)
    def _stop(self, _: Action) -> Handled:
        self.done.append("stop")
        return PASS_ON

    def _go_back(self, _: Undo | Redo) -> Handled:
        self.done.append("back")
        return None


def test_the_most_specific_method_comes_first_and_may_pass_on() -> None:
    scope = Recorder()
    requests = (Undo(), Redo(), Help(), Action(NOBODY, ActionKind.HALT), Action(NOBODY, ActionKind.STEP))
    assert all(scope.carry_out(request) for request in requests)
    assert scope.done == ["Undo", "Redo", "anything", "anything", "halt", "anything"]


def test_a_subclass_overrides_by_name_or_by_kind() -> None:
    scope = Narrow()
    assert scope.carry_out(Undo())
    assert scope.carry_out(Action(NOBODY, ActionKind.HALT))
    assert scope.done == ["back", "stop", "anything"]


def test_a_scope_that_is_not_open_handles_nothing() -> None:
    class Closed(Recorder):
        is_open = False

    assert not Closed().carry_out(Undo())
    assert not Scope().carry_out(Undo())


def test_two_methods_of_a_scope_for_one_command_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Twice handles .*Undo.* twice, in _one and in _other"):

        class Twice(Scope):
            @handles(Undo)
            def _one(self, _: Undo) -> None: ...

            @handles(Undo)
            def _other(self, _: Undo) -> None: ...


def test_every_command_has_a_scope() -> None:
    own_scopes()
    handled = {kind for scope in scopes() if scope.__module__.startswith("gpulife.") for kind in scope._methods}
    unhandled = [kind.__name__ for kind in all_commands() if kind not in handled]
    assert unhandled == []
    requests = {type(control.request) for control in CONTROLS} - {SteerPanels, Action}
    assert requests - handled == set()


def test_every_method_takes_what_it_handles() -> None:
    for scope in scopes():
        for kind, name in scope._methods.items():
            hints = typing.get_type_hints(getattr(scope, name))
            (taken,) = [hint for argument, hint in hints.items() if argument != "return"]
            wanted = Action if isinstance(kind, ActionKind) else kind
            assert issubclass(wanted, taken), f"{scope.__name__}.{name} takes {taken}, not {kind}"
