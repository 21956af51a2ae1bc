"""After everything is released, no stick is held, and no action repeats the previous one, whatever happens."""

from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from input.devices import Desk

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.events import FocusEvent, KeyEvent
from gpulife.input.names import MODIFIER_KEYS

KEYS = [*"WASDEXU1", "Up", "Down", "Left", "Right", "Escape", "Space"]
KEYS += ["LeftShift", "RightShift", "LeftCtrl", "RightCtrl"]
BUTTONS = ["a", "b", "x", "back", "start", "guide", "left_thumb", "dpad_up", "dpad_left", "dpad_right", "lb"]
VALUES = st.sampled_from([-1.0, -0.3, 0.0, 0.2, 0.3, 1.0])

key_events = st.builds(lambda key, down: ("key", key, down), st.sampled_from(KEYS), st.booleans())
pad_events = st.builds(
    lambda socket, buttons, x, y, lt: ("pad", socket, buttons, x, y, lt),
    st.integers(0, 2),
    st.sets(st.sampled_from(BUTTONS), max_size=3),
    VALUES,
    VALUES,
    VALUES,
)
others = st.one_of(
    st.tuples(st.just("pull"), st.integers(0, 2)),
    st.tuples(st.just("focus"), st.booleans()),
    st.tuples(st.just("seats"), st.integers(1, 3)),
    st.tuples(st.just("sit"), st.integers(0, 1)),
    st.tuples(st.just("stand"), st.integers(0, 2)),
    st.tuples(st.just("rebind"), st.sampled_from(["key:I", "key:W", "key:J"])),
    st.tuples(st.just("mode"), st.sampled_from(["menu", "typing", ""])),
)


class Watch:
    """Applies a stream of requests and keeps each player's last stick and trigger."""

    def __init__(self):
        self.desk = Desk()
        self.told = {}
        self.mode = {}

    def do(self, event):
        desk, poller = self.desk, self.desk.poller
        events = []
        match event:
            case ("key", key, down):
                (desk.held.add if down else desk.held.discard)(key)
                mods = frozenset(MODIFIER_KEYS[held] for held in desk.held if held in MODIFIER_KEYS)
                events = [KeyEvent(key, down, mods)]
            case ("pad", socket, buttons, x, y, lt):
                desk.pads.hold(socket, *buttons, left_x=x, left_y=y, left_trigger=lt)
            case ("pull", socket):
                desk.pads.states.pop(socket, None)
            case ("focus", gained):
                events = [FocusEvent(gained)]
            case ("seats", seats):
                poller.seats = seats
            case ("sit", player):
                poller.sit_at_keyboard(player)
            case ("stand", player):
                poller.leave_seat(player)
            case ("rebind", key):
                poller.bindings = poller.bindings.rebind("player1-up", key)
            case ("mode", mode):
                self.mode = {mode: True} if mode else {}
        self.listen(desk.poll(events, 0.05, **self.mode))

    def listen(self, desk):
        for action in desk.commands:
            if isinstance(action, Action) and action.kind in (ActionKind.STICK, ActionKind.TRIGGER):
                key, value = (action.player, action.kind), (action.a, action.b)
                assert self.told.get(key, (0, 0)) != value, "only changes are told"
                self.told[key] = value


@given(st.lists(st.one_of(key_events, pad_events, pad_events, others), max_size=40))
@settings(max_examples=examples(300))
def test_nothing_is_stuck_after_release(events):
    watch = Watch()
    for event in events:
        watch.do(event)
    for key in KEYS:
        watch.do(("key", key, False))
    for socket in list(watch.desk.pads.states):
        watch.do(("pad", socket, [], 0.0, 0.0, -1.0))
    assert set(watch.told.values()) <= {(0, 0)}
    watch.mode = {}
    repeats = set(watch.desk.poll((), 0.2).commands)
    assert repeats == set()
