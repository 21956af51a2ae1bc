"""``gpulife teletype``: transcripts of whole games, invalid input, and hidden typing in a terminal."""

from __future__ import annotations

import io
import signal
import sys
import termios
from pathlib import Path

import pytest
from boards import board
from terminal import Terminal

from gpulife.cli.main import main
from gpulife.cli.teletype_game import board_lines, parse_place, place_text

# A bar stands for the end of a line that ends with a blank.
TITLE = """\
                         L I F E - 2
            TWO PLAYERS, ONE BOARD, HIDDEN MOVES


"""
OPENING = """\
PLAYER 1 (*): 3 PIECES
X,Y? XXXXXX
X,Y? XXXXXX
X,Y? XXXXXX

PLAYER 2 (#): 3 PIECES
X,Y? XXXXXX
X,Y? XXXXXX
X,Y? XXXXXX

"""
TURN = """\
PLAYER 1 (*): 1 PIECE
X,Y? XXXXXX

PLAYER 2 (#): 1 PIECE
X,Y? XXXXXX

"""
EXAMPLE = (
    OPENING
    + """\
BOTH CHOSE 5,1: THAT STAYS EMPTY.

 0  1  2  3  4  5  0 |
 1                 1 |
 2        *        2 |
 3           #     3 |
 4        #        4 |
 5  *              5 |
 0  1  2  3  4  5  0 |

 0  1  2  3  4  5  0 |
 1                 1 |
 2                 2 |
 3        #  #     3 |
 4                 4 |
 5                 5 |
 0  1  2  3  4  5  0 |

PLAYER 2 (#) WINS.
"""
).replace("|", "")
"""The example of 1978, plus one lone piece since each player has to place three; the birth is the second player's."""
BLOCKS_BEFORE = """\
 0  1  2  3  4  5  0 |
 1  *  *           1 |
 2  *              2 |
 3                 3 |
 4              #  4 |
 5           #  #  5 |
 0  1  2  3  4  5  0 |

""".replace("|", "")
BLOCKS = """\
 0  1  2  3  4  5  0 |
 1  *  *           1 |
 2  *  *           2 |
 3                 3 |
 4           #  #  4 |
 5           #  #  5 |
 0  1  2  3  4  5  0 |
""".replace("|", "")
BLOCKS_MOVES = ("1,1", "2,1", "1,2", "5,5", "4,5", "5,4")


def typed(*lines: str, end: str = "\n") -> bytes:
    return "".join(line + end for line in lines).encode()


class Input(io.TextIOWrapper):
    """Standard input from a pipe."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def play_(data: bytes, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Input(data))
        status = main(["teletype", *options])
        said = capsys.readouterr()
        return status, said.out, said.err

    return play_


def test_the_printed_example(play) -> None:
    lines = typed("3,2", "1,5", "5,1", "4,3", "3,4", "5,1")
    assert play(lines) == (0, TITLE + EXAMPLE, "")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_two_lines_per_turn(play, end: str) -> None:
    status, paper, complaint = play(typed(*BLOCKS_MOVES, "3,3", "3,3", "5,1", "1,5", end=end), "--turns", "3")
    assert (status, complaint) == (0, "")
    assert paper == (
        TITLE
        + OPENING
        + BLOCKS_BEFORE
        + BLOCKS
        + "\n"
        + TURN
        + "BOTH CHOSE 3,3: THAT STAYS EMPTY.\n\n"
        + BLOCKS
        + "\n"
        + TURN
        + BLOCKS
    )


def test_coded_shared_place_empties_another(play) -> None:
    """The original program's mistake: 4,4 dies instead of nothing, and is born again of its three neighbours."""
    lines = typed(*BLOCKS_MOVES, "3,3", "3,3", "2,4", "2,4")
    status, paper, _ = play(lines, "--variant", "coded", "--turns", "3")
    assert status == 0
    assert "BOTH CHOSE 3,3: NEITHER PIECE IS PLACED, AND 4,4 IS EMPTIED.\n\n" + BLOCKS in paper
    assert "BOTH CHOSE 2,4: NEITHER PIECE IS PLACED, AND 3,5 IS EMPTIED.\n\n" + BLOCKS in paper


def test_coded_opening_refuses_the_second_player(play) -> None:
    status, paper, _ = play(
        typed("1,1", "2,1", "1,2", "1,1", "5,5", "4,5", "5,4"), "--variant", "coded", "--turns", "1"
    )
    assert status == 0
    assert (
        paper
        == TITLE
        + OPENING.replace(
            "PLAYER 2 (#): 3 PIECES\n", "PLAYER 2 (#): 3 PIECES\nX,Y? XXXXXX\nTHAT PLACE IS TAKEN. TYPE ANOTHER.\n"
        )
        + BLOCKS_BEFORE
        + BLOCKS
    )


def test_a_draw(play) -> None:
    status, paper, _ = play(typed("1,1", "3,1", "5,1", "1,5", "3,5", "5,5"))
    assert status == 0
    assert paper.endswith(" 5                 5 \n 0  1  2  3  4  5  0 \n\nA DRAW: NOTHING LIVES.\n")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0,3", "THAT IS OFF THE BOARD. TYPE ANOTHER."),
        ("6,1", "THAT IS OFF THE BOARD. TYPE ANOTHER."),
        ("1,-1", "THAT IS OFF THE BOARD. TYPE ANOTHER."),
        ("999999999,1", "THAT IS OFF THE BOARD. TYPE ANOTHER."),
        ("", "TYPE COLUMN,ROW AS IN 3,2."),
        ("three,two", "TYPE COLUMN,ROW AS IN 3,2."),
        ("3", "TYPE COLUMN,ROW AS IN 3,2."),
        ("3,2,1", "TYPE COLUMN,ROW AS IN 3,2."),
        ("1.5,2", "TYPE COLUMN,ROW AS IN 3,2."),
        ("9999999999999,1", "TYPE COLUMN,ROW AS IN 3,2."),
        ("٣,٢", "TYPE COLUMN,ROW AS IN 3,2."),
        ("\x00\x1b[2J", "TYPE COLUMN,ROW AS IN 3,2."),
        ("1,1", "THAT PLACE IS TAKEN. TYPE ANOTHER."),
    ],
)
def test_invalid_place_is_asked_again(play, line: str, answer: str) -> None:
    status, paper, _ = play(typed("1,1", line, *BLOCKS_MOVES[1:]), "--turns", "1")
    assert status == 0
    asked = f"X,Y? XXXXXX\nX,Y? XXXXXX\n{answer}\nX,Y? XXXXXX\nX,Y? XXXXXX\n\n"
    assert paper == TITLE + OPENING.replace("X,Y? XXXXXX\n" * 3 + "\n", asked, 1) + BLOCKS_BEFORE + BLOCKS


def test_invalid_bytes_are_no_place(play) -> None:
    status, paper, _ = play(b"\xff\xfe\n" + typed(*BLOCKS_MOVES), "--turns", "1")
    assert status == 0
    assert paper.count("TYPE COLUMN,ROW") == 1


@pytest.mark.parametrize(
    ("lines", "turn", "player"),
    [((), 1, 1), (BLOCKS_MOVES[:3], 1, 2), (BLOCKS_MOVES, 2, 1), ((*BLOCKS_MOVES, "1,5", "5,1", "1,5"), 3, 2)],
)
def test_end_of_input_gives_one_line(play, lines: tuple[str, ...], turn: int, player: int) -> None:
    status, paper, complaint = play(typed(*lines))
    assert status == 2
    assert complaint == (
        f"gpulife: error: the input ended in turn {turn}, before player {player} chose a cell:"
        " add a line such as 3,2 (column,row)\n"
    )
    assert paper.endswith("X,Y? \n")


def test_game_against_the_computer_is_recorded(play, tmp_path: Path, capsys) -> None:
    file = tmp_path / "game.gpureplay"
    options = ("--second", "computer:2", "--seed", "5", "--record", str(file))
    status, paper, _ = play(typed("2,2", "2,3", "3,2", "1,1", "1,1", "5,5", "1,5", "3,3"), *options, "--turns", "2")
    assert status == 0
    assert "PLAYER 2 (#, COMPUTER 2): 3 PIECES\nX,Y? XXXXXX\nX,Y? XXXXXX\nX,Y? XXXXXX\n" in paper
    assert main(["replay", str(file), "--verify", "--engine", "numpy"]) == 0
    assert capsys.readouterr().out.startswith("verified: ")


@pytest.mark.parametrize("variant", ["printed", "coded"])
def test_the_computer_against_itself(play, variant: str) -> None:
    options = ("--first", "computer:3", "--second", "computer:2", "--turns", "5", "--variant", variant)
    papers = [play(b"", *options, "--seed", seed) for seed in ("1", "1", "2")]
    assert [status for status, _, _ in papers] == [0, 0, 0]
    assert papers[0] == papers[1]
    assert papers[0] != papers[2]


def test_boards_of_other_sizes_and_edges(play) -> None:
    status, paper, _ = play(typed("1,1", "1,2", "1,9", "12,1", "11,1", "12,2"), "--size", "12x9", "--turns", "1")
    assert status == 0
    assert "  0   1   2   3   4   5   6   7   8   9  10  11  12   0 \n  1   *" in paper
    status, paper, _ = play(typed("1,1", "1,2", "1,5", "5,3", "4,3", "3,3"), "--edges", "torus", "--turns", "1")
    assert status == 0
    assert " 1  *  *        *  1 \n" in paper, "a line over the edge becomes one across it"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--variant", "basic"], "argument --variant: invalid choice: 'basic' (choose from"),
        (["--size", "100x5"], "a board of 100x5 does not fit on the paper: use 99x99 or less"),
        (["--size", "5"], "'5' is not WIDTHxHEIGHT"),
        (["--turns", "0"], "'0' is not a number of turns from 1 to 1000000"),
        (["--first", "robot"], "seat 'robot' should be person, or computer:1 to computer:4"),
        (["--record", "/nowhere/x"], "cannot write /nowhere/x: there is no folder /nowhere"),
    ],
)
def test_invalid_options_give_one_line(options: list[str], line: str, capsys) -> None:
    assert main(["teletype", *options]) == 2
    said = capsys.readouterr()
    assert line in said.err
    assert (said.err.count("\n"), said.out) == (1, "")


def echoes(terminal: Terminal) -> bool:
    return bool(termios.tcgetattr(terminal._its)[3] & termios.ECHO)


def test_terminal_hides_typed_text() -> None:
    with Terminal("teletype") as terminal:
        for line in ("3,2", "1,5", "5,1", "4,3", "3,4", "5,1"):
            terminal.wait_for(r"X,Y\? ")
            assert not echoes(terminal)
            terminal.press(line + "\n")
        assert terminal.wait() == 0
        assert echoes(terminal)
        assert terminal.seen.replace("\r\n", "\n") == TITLE + EXAMPLE


@pytest.mark.parametrize(
    ("keys", "status", "said"),
    [
        ("\x03", 130, "gpulife: warning: the game was stopped before anybody had won\n"),
        ("\x04", 2, "gpulife: error: the input ended in turn 1, before player 1 chose a cell: "),
    ],
)
def test_terminal_echo_returns_after_ctrl_c_and_ctrl_d(keys: str, status: int, said: str) -> None:
    with Terminal("teletype") as terminal:
        terminal.wait_for(r"X,Y\? ")
        terminal.press(keys)
        assert terminal.wait() == status
        assert echoes(terminal)
        last = terminal.seen.replace("\r\n", "\n").split("X,Y? ")[1]
        assert last.startswith("\n" + said)
        assert last.count("\n") == 2


def test_terminal_echo_returns_after_sigterm() -> None:
    with Terminal("teletype") as terminal:
        terminal.wait_for(r"X,Y\? ")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 143
        assert echoes(terminal)


def test_printed_board() -> None:
    assert "\n".join(board_lines(board("A....\n.B...\n.....\n.....\n....A"))) == (
        " 0  1  2  3  4  5  0 \n"
        " 1  *              1 \n"
        " 2     #           2 \n"
        " 3                 3 \n"
        " 4                 4 \n"
        " 5              *  5 \n"
        " 0  1  2  3  4  5  0 "
    )


def test_places() -> None:
    assert parse_place(" 3 , 2 ") == parse_place("3 2") == parse_place("+3,2") == (1, 2)
    assert place_text((1, 2)) == "3,2"
