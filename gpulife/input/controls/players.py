"""Controls of players' cursors: those of both halves of the keyboard, and those that only pads have."""

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.controls.control import DIRECTIONS, PAD_PLAYER, Control, SteerPanels, When


def player_controls(player: int, keys: tuple[str, ...]) -> tuple[Control, ...]:
    """Return up, down, left, right, the trigger, DONE, yes, no and WHO of one half of the keyboard."""
    name, group = f"player{player + 1}", f"Player {player + 1}"
    sticks = (
        Control(f"{name}-{way}", way.capitalize(), group, Action(player, ActionKind.STICK, *to), (key,), player=player)
        for (way, to), key in zip(DIRECTIONS.items(), keys, strict=False)
    )
    others = (
        ("trigger", "Trigger", ActionKind.TRIGGER, 1),
        ("done", "Join, or done with the turn", ActionKind.DONE, 0),
        ("agree", "Agree", ActionKind.AGREE, 1),
        ("refuse", "Refuse", ActionKind.AGREE, 0),
        ("who", "Show who plays (BioWar)", ActionKind.WHO, 0),
    )
    return (
        *sticks,
        *(
            Control(f"{name}-{what}", title, group, Action(player, kind, value), (key,), player=player)
            for (what, title, kind, value), key in zip(others, keys[4:], strict=True)
        ),
    )


def pad_controls() -> tuple[Control, ...]:
    """Return the controls that only pads have, for whoever holds the pad."""

    def control(name: str, title: str, kind: ActionKind, a: int, b: int, *pads: str) -> Control:
        action = Action(PAD_PLAYER, kind, a, b)
        return Control(f"pad-{name}", title, "Gamepad", action, pads=pads, player=PAD_PLAYER)

    return (
        *(
            control(way, way.capitalize(), ActionKind.STICK, *to, f"ls_{way}", f"dpad_{way}")
            for way, to in DIRECTIONS.items()
        ),
        control("trigger", "Trigger", ActionKind.TRIGGER, 1, 0, "a"),
        Control(
            "pad-done",
            "Done with the set-up or the turn",
            "Gamepad",
            Action(PAD_PLAYER, ActionKind.DONE),
            pads=("b",),
            player=PAD_PLAYER,
            when=(When.DONE,),
        ),
        control("resign", "Resign", ActionKind.RESIGN, 0, 0, "lt+b"),
        control("agree", "Agree", ActionKind.AGREE, 1, 0, "back+y"),
        control("refuse", "Refuse", ActionKind.AGREE, 0, 0, "back+right_thumb"),
        Control("menu", "Steer the panels, or play again", "Gamepad", SteerPanels(), (), ("left_thumb", "back+start")),
    )
