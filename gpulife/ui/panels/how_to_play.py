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
        "Halt and go on with SPACE; against a computer nobody plants meanwhile, and in a set-up it first plants what "
        "it wants. After the end, ESC begins another round on the same board, START one on an empty board."
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
    "Real-Time Life": (
        (
            "Up to 26 players, a letter each. Join by placing ten cells that touch: go there with the stick and press "
            "the trigger for each, or hold it to draw; or click. Anybody may join at any time."
        ),
        (
            "Time goes by ticks. Each tick gives you a movement point for every ten of your cells, and at least one; "
            "what you do not use is lost. A point moves one cell one step, in any of eight directions."
        ),
        (
            "Press on a cell of yours, go where it is to be, and press again. The way is shown with its cost: around "
            "other cells, never through them. Red is too dear, and Real-Time Life says why."
        ),
        (
            "After twelve ticks comes a generation, for all cells alike. A newborn belongs to whoever has most of its "
            "three parents; of three different ones it is neutral: nobody's, and in everybody's way."
        ),
        (
            "After each generation your cells, divided by the generations that you have been in the game, are added to "
            "your total. Whoever is left alone wins; with a limit of generations, the highest total does."
        ),
        (
            "SPACE halts, and starts a game that still waits for players; RETURN plays one tick; faster and slower "
            "change the length of a tick. Number keys say for whom the mouse plays: 1 for A."
        ),
        (
            "Who quits leaves neutral cells, not twice in twelve ticks, and may join again after the next "
            "generation, five steps or more from everybody else's cells. Computers give three to six orders a second "
            "by level, and ten a tick at most."
        ),
        "By text orders, for weeks and in a terminal: gpulife realtime --help.",
    ),
    "LIFE-2": (
        (
            "Two players share a board of five by five. Choose three places each, unseen by the other; then the pieces "
            "appear, and a generation passes. From then on it is one piece each a turn. Whoever has no living cell "
            "left after a generation has lost; if nobody has one, it is a draw."
        ),
        (
            "Occupied places are refused. A place that both chose stays empty. Until both are ready, and a moment "
            "longer, you may take a choice back: press the trigger again without moving."
        ),
        (
            "Two people at one screen see neither marker. Yours starts in the middle each turn; count your steps, and "
            "beyond an edge comes the opposite one. If you are lost, press the trigger twice: it leads to the middle. "
            "Or look away in turn and type column and row, left player first. Against the computer all is shown, and "
            "a click chooses, too."
        ),
        (
            "PRINTED: these rules.   CODED: as the program of 1978 does: the right player chooses after the left at "
            "first, and is told what is taken; later, when both choose one place, neither piece is placed and the "
            "place below and to the right of it is emptied.   FAST: 20 seconds at first, 8 a turn."
        ),
        "SPACE stops the clock, RETURN does not wait for the generation, ESC begins another game, START the first.",
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
            "Each turn you get a point for every opponent with fewer cells; alone you have no score. Without any cell "
            "left you are out until you leave and come in again."
        ),
        (
            "START brings you in and later says DONE, OPTION is QUIT, SELECT shows WHO plays; they are F4, F2 and F3, "
            "or Start, LT+Back and Back on a gamepad. On halves of the keyboard the trigger brings you in, Q and / say "
            "DONE, T and ; are WHO. Return, or LT+RT, lets you say something. Come and go whenever you like."
        ),
        (
            "Your page of WHO is yours: only you close it, and the others go on reading. If others are not to see "
            "where you place cells, choose unseen before the game or tick it for your seat in the panel Players: until "
            "they grow there are grey squares without a colour or number."
        ),
    ),
    "Survivor": (
        (
            "You alone, turn by turn. Stop up every well (trap): it gives way when three or four pawns stand around "
            "it. You have won when no trap and no enemy is left, and lost when no pawn is."
        ),
        (
            "A turn: choose a pawn or a shelter (1, 2; X, LB or RB on a gamepad), move the cursor, put it on a free "
            "cell with the trigger, and say OK (Enter, Space, RT). Until then you may move it, change it or take it "
            "back (Escape, B); you may also place nothing. With the mouse: click on the cell, then on OK."
        ),
        (
            "Pawns live by the laws below among themselves. Beside an enemy a pawn dies, unless a shelter is beside "
            "it, too; beside a shelter nothing can happen to it. A shelter stands only while two or three pawns are "
            "beside it, but it always helps in the turn in which you place it."
        ),
        (
            "At sunset and midnight enemies come out on every free cell around a trap, unless a shelter is beside "
            "that cell. Beside a shelter they go at once, and by day all of them go. The sign above the board shows "
            "the time by which the next OK is reckoned."
        ),
        (
            "Levels open one after the other; F2 shows them. Three stars for a win within par. START begins a level "
            "again. Levels of your own: the panel Survivor levels."
        ),
    ),
    "Options": (
        ("NORM: 99 seeds each.   FAST: 50 seeds and a quicker clock.   SLOW: a longer set-up and slower generations."),
        (
            "HCAP is the handicap: the stronger player gets fewer seeds; 20 to 40 each make the most exciting games. "
            "Choose one before the game, such as 20:40, or type it: two digits, the left player first. Stick up "
            "and down choose a digit, the trigger takes it, left takes it back; number keys do, too. In Study Mode it "
            "only says where the counters begin."
        ),
        ("WALL: the board ends at its edges.   WILD: as FAST, and now and then something wild happens to everybody."),
        (
            "A set is several rounds: the best of 3, 5 or 7 (a tie is played again), an agreed number of rounds, or "
            "double or nothing: whoever is behind plays for as much again, and may give up between rounds (resign). "
            "ESC goes on to the next round, on the same board with new seeds."
        ),
        (
            "Fair play: in a round against a computer, and in every set, halting, single steps, the "
            "pace, WILD, START, SELECT and OPTION need everybody's consent. A computer agrees to a pause and to "
            "nothing else before the round is over; people are asked for ten seconds and answer by keys of their own: "
            "E yes, R no on the left, L and K on the right, Back+Y and Back+right stick on gamepads. Resigning and the "
            "start screen are always free. Such a round ends after 3000 generations, by the scores."
        ),
        "BioWar has three: NORM gives 25 seconds to place cells, FAST 10, SLOW 60.",
        "Who plays, names and colours: the panel Players, also in the middle of a match.",
    ),
}
"""Paragraphs by title, after which the laws follow, but for OWN_LAWS."""
