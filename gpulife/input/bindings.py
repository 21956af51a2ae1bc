"""The keys and buttons bound to each control: the defaults, overridden by the user's own bindings.

* A **player's** keys work while somebody plays on that half of the keyboard, and hide other controls on the same keys.
  They are chosen by position, so that WASD is the same block of keys on every layout.
* The **program's** keys are chosen by the letter printed on them, as in Ctrl+V, or by position if no key has that
  letter. A control of the program may share a key with a player only if it has another key that always works.
* Controls for special situations, such as while something is selected, take precedence over both.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from gpulife.input.controls import CONTROLS, PAD_PLAYER, Control, Hold, SteerPanels, When
from gpulife.input.events import Event, KeyEvent, PadSource, held_names
from gpulife.input.names import KEYS, MODIFIER_KEYS, MODIFIERS, PAD_MODIFIERS, Input, InputError, key_title, parse_input

_BY_NAME = {control.name: control for control in CONTROLS}


class RefusedInputError(InputError):
    """Error: a key or button cannot be bound to a control.

    Attributes:
        words: the reason as a sentence for the window.
        holder: the control that has this key or button; None if the reason is another one.
    """

    def __init__(self, message: str, words: str, holder: Control | None = None) -> None:
        super().__init__(message)
        self.words, self.holder = words, holder


LookupKey = tuple[str, frozenset[str], str]
"""Identifies a key or button in dictionaries: (device, modifiers to hold, name)."""


@dataclass(frozen=True, slots=True)
class HelpRow:
    """A line of the help: a control, the keys and buttons bound to it, and whether these are not the usual ones."""

    control: str
    group: str
    title: str
    keys: tuple[str, ...]
    pads: tuple[str, ...]
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Bindings:
    """The keys and buttons of each control, made and checked by :func:`build_bindings`.

    Attributes:
        table: keys and buttons of every control, keyed by the control's name.
        program: for each key or button, the program's control bound to it.
        players: for each key or button, the player's control bound to it.
        at_times: for each special situation (``When``), the control bound to each key or button then.
    """

    table: Mapping[str, tuple[Input, ...]]
    program: Mapping[LookupKey, Control]
    players: Mapping[LookupKey, Control]
    at_times: Mapping[When, Mapping[LookupKey, Control]]

    def rebind(self, control: str, *inputs: str) -> "Bindings":
        """Return changed bindings: the given keys replace a control's keys, and the given buttons replace its buttons.

        If no key is given, the old keys stay. If no button is given, the old buttons stay.

        Raises:
            InputError: there is no such control, key or button, or another control has one of these inputs. The message
                names the other control.
        """
        new = [parse_input(text) for text in inputs]
        devices = {input_.device for input_ in new}
        unchanged = [input_ for input_ in self.table[find_control(control).name] if input_.device not in devices]
        return _checked_bindings({**self.table, control: tuple(dict.fromkeys([*new, *unchanged]))}, control)

    def swap(self, control: str, input_: str) -> "Bindings":
        """Return changed bindings: ``control`` gets a key, and the control that has the key gets those of ``control``.

        The same holds for buttons.

        Raises:
            InputError: there is no such control, key or button, or one of the two cannot have the other's.
        """
        try:
            return self.rebind(control, input_)
        except RefusedInputError as error:
            if error.holder is None:
                raise
            holder = error.holder.name
        new = parse_input(input_)
        given = [own for own in self.table[control] if own.device == new.device]
        kept = [own for own in self.table[control] if own.device != new.device]
        theirs = [other for other in self.table[holder] if _lookup_key(other) != _lookup_key(new)]
        table = {**self.table, control: (new, *kept), holder: tuple(dict.fromkeys([*given, *theirs]))}
        return _checked_bindings(table, control)

    def reset(self, control: str) -> "Bindings":
        """Return bindings in which ``control`` has its default keys and buttons again.

        Raises:
            InputError: there is no such control, or another control now has one of these keys or buttons.
        """
        return _checked_bindings({**self.table, control: _defaults(find_control(control))}, control)

    def overrides(self) -> dict[str, tuple[str, ...]]:
        """Return the controls whose keys and buttons differ from the defaults, each with the names of its inputs."""
        return {
            control.name: tuple(map(str, self.table[control.name]))
            for control in CONTROLS
            if set(self.table[control.name]) != set(_defaults(control))
        }

    def describe(self, label: Callable[[str], str] = key_title) -> tuple[HelpRow, ...]:
        """Return the lines of the help, one for each control, in the order of ``CONTROLS``.

        Args:
            label: returns the text printed on a player's key, given the key's name on a US keyboard.
        """
        changed = self.overrides()
        return tuple(
            HelpRow(
                control.name,
                control.group,
                control.title,
                tuple(
                    input_.title if control.player is None else label(input_.name)
                    for input_ in self.table[control.name]
                    if input_.device == "key"
                ),
                tuple(input_.title for input_ in self.table[control.name] if input_.device == "pad"),
                control.name in changed,
            )
            for control in CONTROLS
        )

    def keys_text(self, control: str, *, pads: bool = True) -> str:
        """Return a control's keys and buttons as displayed in messages, such as "Tab or right stick".

        Without ``pads``, buttons of pads are left out unless the control has no keys.
        """
        keys = [input_ for input_ in self.table[control] if input_.device == "key"]
        return " or ".join(input_.title for input_ in (self.table[control] if pads or not keys else keys))

    def first_key_text(self, control: str) -> str:
        """Return a control's first key or button as displayed, for messages with little space."""
        return self.table[control][0].title


def build_bindings(overrides: Mapping[str, Iterable[str]] | None = None) -> Bindings:
    """Return the default bindings, changed by ``overrides``.

    Args:
        overrides: keys and buttons, such as "key:Ctrl+V", keyed by the name of the control. They replace all of its
            defaults.

    Raises:
        InputError: there is no such control, key or button, or two controls share one.
    """
    table = {control.name: _defaults(control) for control in CONTROLS}
    for name, inputs in (overrides or {}).items():
        table[find_control(name).name] = tuple(dict.fromkeys(parse_input(text) for text in inputs))
    return _checked_bindings(table)


def find_control(name: str) -> Control:
    """Return the control called ``name``.

    Raises:
        InputError: there is no such control.
    """
    if name not in _BY_NAME:
        raise InputError(f"there is no control {name!r}; the controls are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def control_title(control: Control) -> str:
    """Return a control's title for messages. The title of a player's control names the player."""
    if control.player is None:
        return control.title
    return f"{control.group}'s {control.title[:1].lower()}{control.title[1:]}"


def _checked_bindings(table: dict[str, tuple[Input, ...]], changed: str = "") -> Bindings:
    """Check a table of controls and their keys and buttons, and return it as bindings.

    Raise InputError if a control could not always work, or if two controls share an input. The message asks to rebind
    one of them, but never ``changed``, the name of the control that the user is rebinding ("" for none).
    """
    program: dict[LookupKey, Control] = {}
    players: dict[LookupKey, Control] = {}
    at_times: dict[When, dict[LookupKey, Control]] = {when: {} for when in When if when is not When.ALWAYS}
    for name, inputs in table.items():
        control = _BY_NAME[name]
        layers = [at_times[when] for when in control.when if when in at_times] or [
            program if control.player is None else players
        ]
        for layer, input_ in product(layers, inputs):
            _require_possible(control, input_)
            other = layer.setdefault(_lookup_key(input_), control)
            if other is not control:
                mine, theirs = (other, control) if other.name == changed else (control, other)
                raise RefusedInputError(
                    f"{input_} cannot be used for {control_title(mine)!r}, because {control_title(theirs)!r} uses it:"
                    f" bind {theirs.name} to something else first",
                    f"{input_.title} is already in use: {control_title(theirs)}.",
                    theirs,
                )
    # While somebody plays, their keys hide the program's controls on the same keys. So each such control needs another
    # input that is never hidden. In the table, controls that share a key with a player never change the board: a key
    # with which a player joins must do nothing more.
    for control in dict.fromkeys(program.values()):
        for device in MODIFIERS:
            inputs = tuple(input_ for input_ in table[control.name] if input_.device == device)
            if inputs and all(_lookup_key(input_) in players for input_ in inputs):
                hides = players[_lookup_key(inputs[0])]
                raise RefusedInputError(
                    f"{inputs[0]} is also {control_title(hides)!r}, so {control_title(control)!r} would not always"
                    f" work: bind {control.name} to another {'key' if device == 'key' else 'button'} first",
                    f"While somebody plays, {inputs[0].title} is {control_title(hides)}. So this would be left"
                    f" without a {'key' if device == 'key' else 'button'}: {control_title(control)}.",
                )
    frozen = MappingProxyType({when: MappingProxyType(layer) for when, layer in at_times.items()})
    return Bindings(MappingProxyType(table), MappingProxyType(program), MappingProxyType(players), frozen)


def _require_possible(control: Control, input_: Input) -> None:
    keys_only, pads_only = (
        control.player in (0, 1),
        control.player == PAD_PLAYER or isinstance(control.request, SteerPanels),
    )
    if (input_.device == "pad" and keys_only) or (input_.device == "key" and pads_only):
        raise _refused(control, input_, ", which needs a ", "key" if keys_only else "pad button")
    if keys_only and input_.modifiers:
        raise _refused(control, input_, ": ", "players' keys cannot have modifiers")
    if control.player is None and input_.name in MODIFIER_KEYS:
        raise _refused(control, input_, ": ", "a modifier alone can only be a player's key")
    is_modifier = input_.device == "pad" and not input_.modifiers and input_.name in MODIFIERS["pad"]
    if is_modifier and (control.is_push or control.hold is not Hold.ONCE):
        raise _refused(control, input_, ": ", "it gives other buttons a second meaning while held")


def _refused(control: Control, input_: Input, link: str, reason: str) -> RefusedInputError:
    return RefusedInputError(
        f"{input_} cannot be used for {control_title(control)!r}{link}{reason}",
        f"{input_.title} cannot be used here{link}{reason}.",
    )


def _lookup_key(input_: Input) -> LookupKey:
    return input_.device, input_.modifiers, input_.name


def _defaults(control: Control) -> tuple[Input, ...]:
    names = (*(f"key:{key}" for key in control.keys), *(f"pad:{pad}" for pad in control.pads))
    return tuple(map(parse_input, names))


# Capture of the key or button that the user wants to bind to a control. Meanwhile the poller must not act on the same
# keys: it gets only releases, with ``menu=True``.


class BindingCapture:
    """Waits until the user presses a key or button that can be bound to ``control``. A held key must be released first.

    Args:
        control: the control. A player's control is bound to a key's position; a control of the program, to the letter
            printed on the key, with modifiers.
        pads: source of the gamepads' states.
        dead_zone: dead zone of the gamepads' sticks, 0 to 1.
    """

    def __init__(self, control: Control, pads: PadSource, dead_zone: float) -> None:
        self.control = control
        self._pads = pads
        self._dead_zone = dead_zone
        self._held: dict[int, frozenset[str]] = {}
        # Device and name of a modifier key, or of a pad's LT or Back, that has been pressed alone so far.
        self._lone_modifier = ("", "")
        self._pad()

    def poll(self, events: Iterable[Event]) -> str:
        """Return the name of the key or button pressed since the last call, for ``Bindings.rebind``; "" for none."""
        keys = (self._key(event) for event in events if isinstance(event, KeyEvent) and not event.repeat)
        found = next(filter(None, keys), None) or self._pad()
        return str(found) if found else ""

    def _key(self, event: KeyEvent) -> Input | None:
        if event.key in MODIFIER_KEYS:
            alone = ("key", event.key) == self._lone_modifier
            self._lone_modifier = ("key", event.key) if event.pressed else ("", "")
            return Input("key", event.key) if alone and not event.pressed else None
        if not event.pressed:
            return None
        if self.control.player is not None:
            return Input("key", event.key)
        is_named = event.label in KEYS or (len(event.label) == 1 and event.label.isalpha())
        return Input("key", event.label if is_named else event.key, event.mods)

    def _pad(self) -> Input | None:
        """Return a pad's button that was pressed since the previous call, or None."""
        found = None
        states = self._pads.poll()
        self._held = {socket: held for socket, held in self._held.items() if socket in states}
        for socket, state in states.items():
            before = self._held.get(socket)
            held = self._held[socket] = held_names(state, before or frozenset(), self._dead_zone)
            if before is not None:
                found = found or self._newly_pressed(before, held)
        return found

    def _newly_pressed(self, before: frozenset[str], held: frozenset[str]) -> Input | None:
        pressed, released = held - before, before - held
        if buttons := sorted(pressed - PAD_MODIFIERS):
            self._lone_modifier = ("", "")
            return Input("pad", buttons[0], held & PAD_MODIFIERS)
        for name in sorted(released & PAD_MODIFIERS):
            if self._lone_modifier == ("pad", name):
                return Input("pad", name)
        for name in pressed:
            self._lone_modifier = ("pad", name)
        return None
