"""How each game is played, in short: pages for the help, in words of our own."""

from __future__ import annotations

LAWS = (
    "A living cell with two or three living neighbours stays alive; with fewer or more it dies.",
    "A dead cell with exactly three living neighbours comes to life, in the colour of most of the three.",
    "The board goes on at the other side, unless it has walls.",
)

CONTEST = (
    (
        "Two players, one on each half. Whoever has the most living cells when the clock runs out wins; whoever "
        "has none left loses at once."
    ),
    (
        "Set-up: the bar in the middle rises. Move the cursor with your stick and plant with the trigger; hold it"
        " to draw. Press twice on a single cell of your own to take it back. Keep some seeds for later."
    ),
    (
        "Play: the bar drops a notch a generation and jumps to the top whenever somebody plants. Each of you "
        "plants one shape a generation; it appears at the generation's end."
    ),
    (
        "Cells that are yours already cost nothing; the other's cells are taken over. With 1000 cells or more you"
        " earn a seed each generation, up to 99."
    ),
    (
        "Halt and go on with SPACE. After the end, ESC begins another round on the same board, START one on an "
        "empty board."
    ),
)

OWN_LAWS = frozenset({"BioWar"})
"""Pages that say themselves by which laws cells live."""

GAMES = {
    "Study Mode": (
        (
            "No clock, no border, no winner: a board to draw on and watch. Both cursors go everywhere and plant "
            "single cells; seeds never run out."
        ),
        (
            "Nothing moves until SPACE is pressed. While the board stands still you may draw and erase; while it "
            "lives, each of you plants one cell a generation."
        ),
        "The mouse draws, too, and the panel Draw stamps patterns, letters and soups.",
    ),
    "One Seed Game": (
        (
            "Single cells only. A cell alone dies, so that in play you can only work on shapes that are there "
            "already, yours or, at the border, the other's. The set-up decides much."
        ),
        *CONTEST,
    ),
    "Seed List Game": (
        (
            "Ten shapes lie below the board. At its lower edge let go of the stick and push down again to get "
            "there; left and right choose, the trigger turns the shape, up takes it back to the board."
        ),
        (
            "Gliders and spaceships fly: send them over the border. Planting a shape takes as many seeds as cells"
            " of it are not yours yet."
        ),
        *CONTEST,
    ),
    "BioWar": (
        (
            "Up to six, in turns. In the Adjustment phase everybody places cells: ten in the first phase in which you "
            "place any, five in each later one, on empty places only. Stick and trigger place a cell; the trigger on "
            "a cell just placed takes it back, as long as you have not placed all that you may."
        ),
        (
            "The phase lasts 25 seconds, or until all have said DONE. If two want the same place, chance gives it to "
            "one of them. Then the board grows by one generation."
        ),
        (
            "Your neighbours count for you, all others against you: a cell dies unless its own neighbours less the "
            "others' are 2 or 3, and an empty place with 3 gets a cell. Small cells have less than 2, middle ones 2 "
            "or 3, large ones more than 3."
        ),
        (
            "Each turn you get a point for every opponent with fewer cells. Without any cell left you are out until "
            "you leave and come in again."
        ),
        (
            "START brings you in and later says DONE, OPTION is QUIT, SELECT shows WHO plays; they are F2, F3 and F4, "
            "or Back and Start on a gamepad (LT+Back is OPTION). On halves of the keyboard the trigger brings you in, "
            "Q and / say DONE. Return, or LT+RT, lets you say something. Come and go whenever you like."
        ),
    ),
    "Options": (
        ("NORM: 99 seeds each.   FAST: 50 seeds and a quicker clock.   SLOW: a longer set-up and slower generations."),
        (
            "HCAP: each of you says how many seeds to have, two digits, the left player first: stick up and down "
            "choose a digit, the trigger takes it, left takes it back; number keys do, too."
        ),
        ("WALL: the board ends at its edges.   WILD: as FAST, and now and then something wild happens to everybody."),
        "BioWar has three: NORM gives 25 seconds to place cells, FAST 10, SLOW 60.",
        "Who plays, names and colours: the panel Players, also in the middle of a match.",
    ),
}
"""Paragraphs by title, after which the laws follow, but for OWN_LAWS."""
