"""Any rule of each family, for hypothesis: the name of a rule, drawn from all that a family has."""

from __future__ import annotations

from random import Random

from engines.scalar_truth_table import PICTURES
from engines.table_texts import KINDS_OF_TABLES, any_table
from hypothesis import reject
from hypothesis import strategies as st

from gpulife.errors import RuleError
from gpulife.rules.families.table import rule_of
from gpulife.rules.known_tables import register

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _letters() -> dict[int, str]:
    """Return the letters that each number of live neighbours can have, from the picture of them all."""
    found = dict.fromkeys(range(1, 8), "")
    for line in PICTURES.strip().splitlines():
        letter, *pictures = line.split()
        for number, picture in enumerate(pictures, start=1):
            found[number] += letter if picture != "-" else ""
    return found


def _counts(most: int, fewest: int = 0) -> st.SearchStrategy[str]:
    return st.sets(st.integers(0, most), min_size=fewest).map(lambda counts: "".join(map(str, sorted(counts))))


@st.composite
def _counts_with_letters(draw: st.DrawFn) -> str:
    text = ""
    for number in sorted(draw(st.sets(st.integers(0, 8)))):
        letters = _letters().get(number, "")
        some = "".join(sorted(draw(st.sets(st.sampled_from(letters))))) if letters else ""
        text += str(number) + (draw(st.sampled_from(("", "-"))) + some if some else "")
    return text


def _species(most: int) -> st.SearchStrategy[str]:
    return st.integers(1, most).map(lambda species: f":{species}" if species > 1 else "")


def _states() -> st.SearchStrategy[int]:
    return st.one_of(st.integers(3, 9), st.integers(3, 256))


def _map(length: int) -> st.SearchStrategy[str]:
    return st.text(_BASE64, min_size=length, max_size=length).map("MAP{}".format)


@st.composite
def _law_of_ages(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(("letters", "H", "V", "MAP")))
    if kind == "MAP":
        return f"{draw(_map(draw(st.sampled_from((86, 22, 6)))))}/{draw(_states())}"
    if kind == "letters":
        return f"{draw(_counts_with_letters())}/{draw(_counts_with_letters())}/{draw(_states())}"
    most = {"H": 6, "V": 4}[kind]
    return f"{draw(_counts(most))}/{draw(_counts(most, fewest=1))}/{draw(_states())}{kind}"  # not //3H


@st.composite
def _larger_than_life(draw: st.DrawFn) -> str:
    reach, shape, middle = draw(st.integers(1, 7)), draw(st.sampled_from("MNC")), draw(st.integers(0, 1))
    most = (2 * reach + 1) ** 2 // {"M": 1, "N": 2, "C": 2}[shape]  # in diamonds and discs at least so many
    limits = [sorted(draw(st.tuples(st.integers(0, most), st.integers(0, most)))) for _ in range(2)]
    survivals, births = (f"{low}..{high}" for low, high in limits)
    return f"R{reach},C{draw(st.sampled_from((0, 3, 6, 200)))},M{middle},S{survivals},B{births},N{shape}"


@st.composite
def _table(draw: st.DrawFn) -> str:
    # Eight neighbours have 40,320 orders: too many for a definition that tries them all.
    kinds = [kind for kind in KINDS_OF_TABLES if kind != ("Moore", "permute")]
    neighbourhood, symmetry = draw(st.sampled_from(kinds))
    seed = draw(st.integers(0, 999))
    text = any_table(Random(seed), neighbourhood, symmetry, (2, 3, 4, 5))  # noqa: S311 - not for secrets
    try:
        return rule_of(register(text, "a table")).law
    except RuleError:  # too many transitions
        reject()


FAMILIES: dict[str, st.SearchStrategy[str]] = {
    "Life-like": st.builds("B{}/S{}{}".format, _counts(8), _counts(8), _species(26)),
    "letters": st.builds("B{}/S{}{}".format, _counts_with_letters(), _counts_with_letters(), _species(5)),
    "hexagons": st.builds("B{}/S{}H{}".format, _counts(6), _counts(6), _species(5)),
    "von Neumann": st.builds("B{}/S{}V{}".format, _counts(4), _counts(4), _species(5)),
    "map": st.builds("{}{}".format, st.one_of(*map(_map, (86, 22, 6))), _species(3)),
    "Wolfram": st.builds("W{}{}".format, st.integers(0, 127).map(lambda half: 2 * half), _species(5)),
    "Generations": st.builds("{}/{}/{}".format, _counts(8), _counts(8), _states()),
    "Generations by table": _law_of_ages(),
    "BioWar": st.builds("BioWar:{}".format, st.integers(1, 6)),
    "RealTime": st.builds("RealTime:{}".format, st.integers(1, 26)),
    "larger than Life": _larger_than_life(),
    "table": _table(),
    "LifeHistory": st.builds("B{}/S{}History".format, _counts(8), _counts(8)),
}
"""Names of any rule, by family."""
