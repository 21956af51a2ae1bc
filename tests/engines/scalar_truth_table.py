"""Laws with letters, on hexagons, with four neighbours, by maps and by Wolfram's numbers, as Golly's help has them."""

from __future__ import annotations

import base64
import re

PICTURES = """
c  o../.../... o.o/.../... o.o/.../o.. o.o/.../o.o .o./o.o/.oo .o./o.o/ooo .oo/o.o/ooo
e  .o./.../... .o./o../... .o./o.o/... .o./o.o/.o. o.o/.../ooo o.o/..o/ooo o.o/o.o/ooo
k  -           o../..o/... o../..o/.o. o.o/o../.o. .oo/o../o.o .oo/o../ooo
a  -           oo./.../... oo./o../... ooo/..o/... ..o/..o/ooo ..o/o.o/ooo
i  -           .o./.../.o. ooo/.../... o.o/o.o/... .../o.o/ooo o.o/o.o/o.o
n  -           o../.../..o o.o/..o/... ooo/.../o.. .o./o../ooo .oo/o.o/oo.
y  -           -           o.o/.../.o. o.o/..o/o.. .o./o.o/o.o
q  -           -           oo./.../..o oo./o../..o ..o/o.o/oo.
j  -           -           oo./..o/... oo./..o/.o. ..o/o../ooo
r  -           -           oo./.../.o. oo./o.o/... ..o/o.o/o.o
t  -           -           -           ooo/.../.o.
w  -           -           -           oo./..o/..o
z  -           -           -           oo./.../.oo
"""
"""The picture of all letters in Golly's help, with 1 to 7 live neighbours from left to right."""
ROWS = ["NW", "N", "NE", "W", "E", "SW", "S", "SE"]


def lives(law: str, state: int, around: list[int]) -> bool:
    """Return whether a cell lives in the next generation; ``around`` has the eight neighbours by rows."""
    at = {name: int(other > 0) for name, other in zip(ROWS, around, strict=True)} | {"C": int(state > 0)}
    if law.startswith("W"):
        digits = f"{int(law[1:]):08b}"
        return bool(state) or digits[7 - (4 * at["NW"] + 2 * at["N"] + at["NE"])] == "1"
    if law.startswith("MAP"):
        bits = "".join(f"{byte:08b}" for byte in base64.b64decode(law[3:] + "=="))
        order = {
            86: "NW N NE W C E SW S SE",  # "Cell 0 1 2 3 4 5 6 7 8" in the help
            22: "S SE W C E NW N",  # the help does not say; this is what bgolly 3.3 does
            6: "N W C E S",
        }[len(law[3:])]
        return bits[int("".join(str(at[name]) for name in order.split()), 2)] == "1"
    births, survivals = law.rstrip("HV")[1:].split("/S")
    counts = survivals if state else births
    if law[-1] in "HV":
        near = {"H": "NW N W E S SE", "V": "N W E S"}[law[-1]]  # "by ignoring the NE and SW corners"
        return str(sum(at[name] for name in near.split())) in counts
    return with_letters(counts, [int(other > 0) for other in around])


def without_ages(law: str) -> str:
    """Return the law B.../S... of Generations written as S/B/N or MAP/N."""
    if law.startswith("MAP"):
        return law.rpartition("/")[0]
    survivals, births, states = law.split("/")
    return f"B{births}/S{survivals}" + states.lstrip("0123456789")


def with_letters(counts: str, around: list[int]) -> bool:
    number = sum(around)
    for digit, minus, letters in re.findall(r"(\d)(-?)([a-z]*)", counts):
        if int(digit) == number:
            return not letters or (letter_of(around) in letters) != bool(minus)
    return False


def letter_of(around: list[int]) -> str:
    """Return the letter of 1 to 7 live neighbours."""
    looks = turned_and_reflected([around[:3], [around[3], 0, around[4]], around[5:]])
    for line in PICTURES.strip().splitlines():
        letter, *pictures = line.split()
        if sum(around) <= len(pictures) and pictures[sum(around) - 1] in looks:
            return letter
    raise AssertionError(around)


def turned_and_reflected(block: list[list[int]]) -> set[str]:
    looks = set()
    for _ in range(4):
        block = [list(row) for row in zip(*block[::-1], strict=True)]
        for each in (block, [row[::-1] for row in block]):
            looks.add("/".join("".join(".o"[cell] for cell in row) for row in each))
    return looks


def parents(law: str, around: list[int]) -> list[int]:
    """Return the states of the live cells in a law's neighbourhood."""
    near = {
        "H": "NW N W E S SE",
        "V": "N W E S",
        "W": "NW N NE",
        22: "NW N W E S SE",
        6: "N W E S",
    }.get(len(law[3:]) if law.startswith("MAP") else "W" if law.startswith("W") else law[-1], "NW N NE W E SW S SE")
    return [other for name, other in zip(ROWS, around, strict=True) if other and name in near.split()]
