"""What BioWar adds to the window: its controller, its set-up page and its page of help."""

from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.window.games.biowar.controller import BioWarController
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.start.many_player_setup import ManyPlayerSetup

PAGE = GamePage(
    icon=icons.ICON_FA_VIRUS,
    controls=(
        ControlLine("Join the game, place a cell, take it back", "{trigger}"),
        ControlLine("Move the cursor", "{move}"),
        ControlLine("DONE: end your turn", "{done|start}", brief="End your turn"),
        ControlLine("WHO: see names and scores", "{who|select}", brief="Names and scores"),
        ControlLine("Join, place or take back a cell", "{click}", own=False),
        ControlLine("GAME (join) or DONE (the game's START key)", "{start}", own=False, brief="Join or end turn"),
        ControlLine("WHO (scores) or YES (the game's SELECT key)", "{select}", own=False, brief="Scores or yes"),
        ControlLine("QUIT (leave) or NO (the game's OPTION key)", "{option}", own=False, brief="Leave or no"),
        ControlLine("Hold to see all that the next generation does", "{preview}", own=False, brief="Hold: preview"),
        ControlLine("Say something to everybody", "{step}", own=False, brief="Talk"),
        ControlLine("Halt and resume, if all agree", "{halt}", own=False),
    ),
    steps=(
        "The most points at the end win. Each turn you get a point for every player who has fewer cells than you.",
        "Place up to 10 cells on empty places before the time at the top is over. Later turns: up to 5.",
        "Place your cells in groups. The count of a place is its neighbours of your colour minus all other neighbours.",
        (
            "When all are done or time is up, the board grows: cells with a count of 2 or 3 live on, and a free place "
            "with 3 gets a cell."
        ),
        (
            "A cell with a count of 2 or 3 survives; it has middle size. Cells with a lower count (small) or a "
            "higher one (large) die. The squares in a player's box show how many cells of each size there are."
        ),
        "The preview holds if nobody else adds cells. If two players choose one place, chance decides.",
        "Without a turn limit, play as long as you like. WHO lists the points.",
        "Without a cell you are out: {trigger} joins again, with ten new cells and no points.",
    ),
    pictures=(
        "AAA/BB./C..",
        "AA./A+.",
        "AAA/.aB",
        ".A./.A./.A. > .../AAA/...",
        "1.2.3",
        "AA/A. > AA/AA",
        "A.B.C",
        "A.. > ...",
    ),
)

WINDOW = GameWindow(controller=BioWarController, setup=ManyPlayerSetup, page=PAGE)
