"""Real-Time Life's page of help."""

from gpulife.window.play.game_window import ControlLine, GamePage

PAGE = GamePage(
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place one of your first ten cells; hold to draw them", "{trigger}"),
        ControlLine("Choose a cell of yours, then choose where it goes", "{trigger}"),
        ControlLine("Draw your cells, or drag a cell to where it goes", "{click}", own=False),
        ControlLine("Hold to see what the next generation brings", "{preview}", own=False),
        ControlLine("Start the clock, halt, go on", "{halt}", own=False),
        ControlLine("Play one tick", "{step}", own=False),
        ControlLine("Shorter ticks, longer ticks", "{faster} {slower}", own=False),
        ControlLine("The mouse plays for A, for B", "{digit-1} {digit-2}", own=False),
    ),
    steps=(
        "Place ten cells that touch each other. The clock starts when everybody has joined.",
        "Each tick brings movement points: one for every ten of your cells, at least one. Unused points lapse.",
        "A point moves a cell of yours one step in any direction, around other cells but not through them.",
        "Twelve ticks make a generation: cells with 2 or 3 neighbours live, an empty place with 3 gets a cell.",
        "A new cell belongs to whoever has most of its three neighbours.",
        "Of three players it is neutral, which is grey: nobody moves it. It counts as a neighbour.",
        "After each generation you earn your cells divided by the generations you have been in the game.",
        "Whoever is left alone wins; with a limit, whoever has the highest total.",
    ),
)
