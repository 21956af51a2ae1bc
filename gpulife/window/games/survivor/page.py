"""Survivor's page of help."""

from gpulife.window.play.game_window import ControlLine, GamePage

PAGE = GamePage(
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place the piece on a free cell", "{trigger}"),
        ControlLine("The same with the mouse", "{click}", own=False),
        ControlLine("Choose a pawn, choose a shelter", "{digit-1} {digit-2}", own=False),
        ControlLine("The other piece", "{piece}", own=False),
        ControlLine("OK: end the turn", "{step} or {halt}", own=False),
        ControlLine("Take back what was placed", "{again}", own=False),
        ControlLine("Hold to preview the next time of day", "{preview}", own=False),
        ControlLine("Show a move (the win then does not count)", "{hint}", own=False),
        ControlLine("Levels", "{option}", own=False),
        ControlLine("Begin the level again", "{start}", own=False),
    ),
    steps=(
        "Destroy every trap: it goes when 3 or 4 pawns stand around it. No pawn left means the level is lost.",
        "Each turn, place one pawn or one shelter on a free cell, or nothing. Then press OK.",
        "Pawns live by the laws of life: with 2 or 3 pawns beside it one stays, an empty cell with 3 gets one.",
        "At sunset and midnight enemies come out around traps. A pawn beside an enemy dies.",
        "Beside a shelter no pawn dies and no enemy stays. A shelter stands while 2 or 3 pawns are beside it.",
        "By day all enemies go. The sign above the board shows the time of day that OK plays.",
        "Win within par for three stars. Each win opens the next level.",
    ),
)
