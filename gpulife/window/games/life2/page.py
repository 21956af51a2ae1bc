"""LIFE-2's page of help."""

from gpulife.window.play.game_window import ControlLine, GamePage

PAGE = GamePage(
    controls=(
        ControlLine("Move your marker", "{move}"),
        ControlLine("Choose the place; again takes it back", "{trigger}"),
        ControlLine("Choose or take back, against the computer", "{click}", own=False),
        ControlLine("Type column, then row", "{digit-1} to {digit-5}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and go on", "{halt}", own=False),
        ControlLine("Do not wait for the generation", "{step}", own=False),
        ControlLine("Another game after the end", "{again}", own=False),
    ),
    steps=(
        "Choose three places each; later one place each a turn. The other player does not see them.",
        "When both are ready, the pieces appear and one generation passes.",
        "A piece with 2 or 3 neighbours lives, others die. An empty place with 3 gets a piece of the majority.",
        "A place that both chose stays empty. Occupied places are refused.",
        "Two at one screen: your hidden marker starts in the middle. Past an edge comes the opposite one: count steps.",
        "Whoever has no piece left after a generation has lost.",
    ),
    ready_lines=2,
)
