"""BioWar's page of help."""

from gpulife.window.play.game_window import ControlLine, GamePage

PAGE = GamePage(
    controls=(
        ControlLine("Join the game, place a cell, take it back", "{trigger}"),
        ControlLine("Move the cursor", "{move}"),
        ControlLine("DONE: end your turn", "{done|start}"),
        ControlLine("WHO: see names and scores", "{who|select}"),
        ControlLine("Join, place or take back a cell", "{click}", own=False),
        ControlLine("GAME and DONE: the function key START", "{start}", own=False),
        ControlLine("WHO: the function key SELECT, which is also YES", "{select}", own=False),
        ControlLine("QUIT: the function key OPTION, which is also NO", "{option}", own=False),
        ControlLine("Say something to everybody", "{step}", own=False),
        ControlLine("Halt and go on, if all agree", "{halt}", own=False),
    ),
    steps=(
        "Join, then place up to 10 cells on empty places before the time at the top is over. Later turns: up to 5.",
        "Place them in groups. Your own neighbours count for a place, those of all others count against it.",
        "When all are done or time is up, the board grows by one generation: the Growth phase.",
        (
            "A cell with 2 or 3 lives (middle size). With fewer (small) or more (large) it dies. "
            "The squares in a player's box count the cells of each size."
        ),
        "An empty place with 3 gets a cell of yours. If two players place on one spot, chance decides.",
        "Each turn brings a point for every player who has fewer cells than you.",
        "There is no last turn: play as long as you like. WHO lists the points.",
        "Without any cell you are out. Leave by {option} and {select}, then join again.",
    ),
)
