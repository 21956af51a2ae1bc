"""P2Life's page of help."""

from gpulife.window.play.game_window import ControlLine, GamePage

PAGE = GamePage(
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place a token on a dead cell", "{trigger}"),
        ControlLine("Pass: keep the token", "{done|again}"),
        ControlLine("Place a token", "{click}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and go on", "{halt}", own=False),
        ControlLine("One generation", "{step}", own=False),
        ControlLine("Another game after the end", "{again}", own=False),
    ),
    steps=(
        "Place ten tokens each, by turns, on dead cells. A lone cell dies at once: build groups.",
        "Then generations pass. Before each next lot both may place one more token, or pass.",
        "For a cell count neighbours of its colour less those of the other: with 2 or 3 it lives on.",
        "It also lives on with 1 left, if two or more neighbours are its own.",
        "A dead cell with exactly 3 neighbours of one colour becomes that colour; 3 of each: chance decides.",
        "A side without a living cell has lost. After 200 generations the larger side wins.",
    ),
)
