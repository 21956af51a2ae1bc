"""What Study Mode, One Seed and Seed List add to the window: their ``GameWindow`` records."""

from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.input.commands import GuidedRound
from gpulife.window.games.survival1982.controller import SurvivalController
from gpulife.window.games.survival1982.guided_round import begin_part
from gpulife.window.games.survival1982.massive import MassiveController
from gpulife.window.play.game_controller import SessionScope
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.overlay import StudyController
from gpulife.window.scopes import handles
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_MOVE = ControlLine("Move the cursor (or point with the mouse)", "{move}")
_PLANT = ControlLine("Plant (or click)", "{trigger}")
_DONE = ControlLine("Done planting: play begins when all are done", "{done}")
_ROUND = (
    ControlLine("Done planting; during play: halt, resume", "{halt}", own=False),
    ControlLine("Against a computer: faster, until you plant", "{unlimited}", own=False, brief="Faster"),
    ControlLine("Another round", "{end-main}", own=False),
    ControlLine("Another round on an empty board", "{start}", own=False, brief="Empty board"),
)
_RESULT = "When the bar reaches the bottom, whoever has more living cells wins. Whoever has none loses at once."
_SET_UP = "Set-up: plant cells on your half until the yellow bar in the middle is at the top. Keep some seeds."
_PLAY = "Play: cells live and die by the laws of life. The bar falls; whoever plants lifts it to the top again."
_EDGES = "The left and right edges join: what leaves at one edge comes back at the other, behind the opponent."
_OFFERS = {"Play the guided round": GuidedRound("seed-list")}
ONE_SEED_PAGE = GamePage(
    icon=icons.ICON_FA_SEEDLING,
    controls=(_MOVE, _PLANT, ControlLine("Take back a cell (or right-click it)", "{trigger} twice"), _DONE, *_ROUND),
    steps=(
        _SET_UP,
        "A lonely cell dies: plant at least three side by side. Four in a square live for ever.",
        f"{_PLAY} A ring with a number shows where one more cell gains that many.",
        _EDGES,
        _RESULT,
    ),
    pictures=(
        "AA.|.B./.A.|BB.",
        "A.AA/..AA",
        ".A./.A./.A. > .../AAA/...",
        "A..|.../.A.|..A > ...|..A/AA.|...",
        "AAA|..B/AA.|.B.",
    ),
    ready_lines=2,
    offers=_OFFERS,
)
SEED_LIST_PAGE = GamePage(
    icon=icons.ICON_FA_LIST_OL,
    controls=(
        _MOVE,
        _PLANT,
        ControlLine("Open the list of shapes (press twice at the lower edge)", "{down} {down}", brief="Shapes"),
        ControlLine("Choose a shape (or press its number, or turn the wheel)", "{left} {right}"),
        ControlLine("In the list: turn the shape (or right-click)", "{trigger}"),
        ControlLine("Take the shape to the board", "{up}", brief="Take it"),
        ControlLine("Take back a single cell (or right-click it)", "{trigger} twice"),
        _DONE,
        *_ROUND,
    ),
    steps=(
        _SET_UP,
        "Ten shapes lie below the board. A shape costs a seed per cell. Gliders and spaceships fly to the other half.",
        _PLAY,
        _RESULT,
        _EDGES,
    ),
    pictures=(
        "AA.|.B./.A.|BB.",
        ".A./..A/AAA",
        ".A./.A./.A. > .../AAA/...",
        "AAA|..B/AA.|.B.",
        "A..|.../.A.|..A > ...|..A/AA.|...",
    ),
    ready_lines=2,
    offers=_OFFERS,
)
STUDY_PAGE = GamePage(
    icon=icons.ICON_FA_PENCIL,
    controls=(
        _MOVE,
        ControlLine("Plant a cell; hold to draw before play", "{trigger}"),
        ControlLine("Draw with the mouse", "{click}", own=False),
        ControlLine("Erase with the mouse", "{right-click}", own=False),
        ControlLine("Run, halt", "{halt}", own=False),
        ControlLine("One generation", "{step}", own=False),
        ControlLine("Faster, slower", "{faster} {slower}", own=False),
        ControlLine("Speed of 1982: each generation appears row by row", "{authentic}", own=False),
        ControlLine("The next of the three games of 1982", "{select}", own=False),
        ControlLine("The other games", "{other-game}", own=False),
    ),
    steps=("Nothing moves until time runs. Draw cells, then press {halt} and watch.",),
    pictures=(".A./.A./.A. > .../AAA/...",),
)
_WORKBENCH = (
    ControlLine("Run, halt", "{halt}", own=False),
    ControlLine("One generation", "{step}", own=False),
    ControlLine("Faster, slower", "{faster} {slower}", own=False),
    ControlLine("Draw with the mouse", "{click}", own=False),
    ControlLine("Erase with the mouse", "{right-click}", own=False),
    ControlLine("Take a pattern, such as a glider", "{patterns}", own=False),
    ControlLine("Another rule for these cells", "{rule}", own=False),
    ControlLine("Undo, redo", "{undo} {redo}", own=False),
    ControlLine("Nearer, farther (or turn the wheel)", "{zoom-in} {zoom-out}", own=False),
    ControlLine("Another look, such as an aurora", "{look}", own=False),
    ControlLine("Other colours", "{scheme}", own=False),
    ControlLine("Hide and show the panels", "{panels}", own=False),
)
_DRAW = "Draw with the mouse, or take a pattern with {patterns}. {undo} takes back whatever you did."
_BOARD_PAGE = GamePage(
    icon=icons.ICON_FA_TABLE_CELLS,
    controls=_WORKBENCH,
    steps=(
        "Draw cells with the mouse, or take a pattern with {patterns}.",
        "Press {halt} to run the board's rule. {halt} halts it again, {step} computes one generation.",
        "Try another rule with {rule}: the cells stay. {undo} takes back whatever you did.",
    ),
    pictures=("..A/A.A/.AA", ".A./.A./.A. > .../AAA/...", ""),
    help_files=("survival1982/workbench_help.md",),
    title="Universe",
)


def _soup_page(first: str, second: str) -> GamePage:
    """Return the page of a start menu entry whose board begins with random cells.

    Args:
        first: a sentence on who lives there, and what becomes of them.
        second: a sentence on what the board's rule does.
    """
    steps = (
        f"{first} It is already running: {{halt}} halts and resumes it.",
        second,
        f"{_DRAW} {{reseed}} begins with other random cells.",
    )
    return GamePage(
        icon=icons.ICON_FA_TABLE_CELLS,
        controls=(*_WORKBENCH[:3], ControlLine("Other random cells", "{reseed}", own=False), *_WORKBENCH[3:]),
        steps=steps,
        pictures=("", ".A./.A./.A. > .../AAA/...", ""),
        help_files=("survival1982/workbench_help.md",),
    )


_LIFE = "A cell is born where three cells meet, and lives on with two or three neighbours."
_SOUP_PAGES = {
    "two": _soup_page(
        "Two species begin as random cells and fight for space.",
        f"{_LIFE} A new cell takes the colour of most of its parents.",
    ),
    "four": _soup_page(
        "Four species begin as random cells and fight for space.",
        f"{_LIFE} If its parents have three colours, a new cell takes the fourth.",
    ),
    "many": _soup_page(
        "Eight species begin as random cells and fight for space.",
        f"{_LIFE} A new cell takes the colour that most of its parents have.",
    ),
    "empires": _soup_page(
        "Four empires grow out of random cells and push their borders to and fro.",
        "A cell is born, or lives on, where most cells around it live. So crowds win and borders become smooth.",
    ),
}

MASSIVE_PAGE = GamePage(
    icon=icons.ICON_FA_EARTH_AMERICAS,
    controls=(
        ControlLine("Fly to a lively place, and back to the whole world", "{fly}", own=False),
        ControlLine("Drop a comet where you click", "{comet}", own=False),
        ControlLine("Wipe a hole where you click or drag", "{wipe}", own=False),
        ControlLine("Race: bet on a species", "{race}", own=False),
        ControlLine("Full speed, or a steady one", "{unlimited}", own=False),
        ControlLine("A new world with other lands and seas", "{reseed}", own=False),
        ControlLine("The workbench: tools, patterns, looks", "{panels}", own=False),
        ControlLine("The whole board, and back", "{fit}", own=False),
        ControlLine("Nearer, farther (or turn the wheel)", "{zoom-in} {zoom-out}", own=False),
        ControlLine('Another look, such as "City"', "{look}", own=False),
        ControlLine("Other colours", "{scheme}", own=False),
        ControlLine("Run, halt", "{halt}", own=False),
        ControlLine("One generation", "{step}", own=False),
        ControlLine("Faster, slower", "{faster} {slower}", own=False),
        ControlLine("Take a pattern, such as a glider", "{patterns}", own=False),
    ),
    steps=(
        "Four species begin in lands of their own. Life spreads over the seas and fights where species meet.",
        "Press {fly} to fly down to a lively place, and once more to see the whole world.",
        "Bet with {race} on the species that gains the most cells, and help it with comets. Others have comets, too.",
    ),
    help_files=("survival1982/massive_help.md",),
)


class GuideScope(SessionScope):
    """Begins the guided round of a game. A match that still waits for people to be ready is played afterwards."""

    @handles(GuidedRound)
    def _begin(self, command: GuidedRound) -> None:
        then = self.play.session.match if self.play.runner.holds() else None
        begin_part(self.shell, command, then)


STUDY = GameWindow(
    controller=StudyController,
    page=STUDY_PAGE,
    entry_controllers={"massive": MassiveController},
    entry_pages={"empty": _BOARD_PAGE, **_SOUP_PAGES, "massive": MASSIVE_PAGE},
)
ONE_SEED = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup, page=ONE_SEED_PAGE)
SEED_LIST = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup, page=SEED_LIST_PAGE, scope=GuideScope)
