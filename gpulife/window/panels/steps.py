"""The section Steps: the number of generations in a step, and runs to a goal at full speed."""

from collections.abc import Iterator

from gpulife.input.commands import CommandOrAction, GoToGeneration, RunUntil, StepSize
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.widgets import buttons, caption, drop_down, number_field, tooltip, wide_button

_UNTIL = {
    "The board repeats": "repeats",
    "The population rises to": "rises",
    "The population falls to": "falls",
}


def panel(state: PanelState) -> Iterator[CommandOrAction]:
    """Draw the section Steps; yield the user's requests."""
    caption(f"A step: {state.step_size:,} generation{'s' if state.step_size > 1 else ''}")
    changes = {"Smaller": StepSize(-1), "Larger": StepSize(1)}
    if pressed := buttons(list(changes)):
        yield changes[pressed]
    if base := drop_down("step base", f"Powers of {state.step_base}", ["Powers of 2", "Powers of 10"]):
        yield StepSize(base=int(base.split()[-1]))
    caption("Go to generation")
    state.go_to, entered = number_field("generation", state.go_to)
    if wide_button("Go") or entered:
        yield GoToGeneration(state.go_to)
    tooltip("Goes there as fast as possible; Space stops. Earlier generations are reached by rewinding.")
    caption("Run until")
    titles = {what: title for title, what in _UNTIL.items()}
    state.run_until = _UNTIL[drop_down("run until", titles[state.run_until], _UNTIL) or titles[state.run_until]]
    entered = False
    if state.run_until != "repeats":
        state.run_number, entered = number_field("population", state.run_number)
    if wide_button("Run until then") or entered:
        yield RunUntil(state.run_until, state.run_number)
