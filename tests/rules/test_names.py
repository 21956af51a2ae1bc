"""Names of rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import RuleError
from gpulife.rules import EDGES, RULE_NAMES, Edges, RuleFamily, parse_rule
from gpulife.rules.families import (
    biowar,
    generations,
    generations_by_table,
    larger_than_life,
    life_like,
    survivor,
    truth_table,
)


@pytest.mark.parametrize(
    ("name", "law", "species", "family"),
    [
        ("Life", "Life", 1, life_like.FAMILY),
        ("life", "Life", 1, life_like.FAMILY),
        ("B3/S23", "B3/S23", 1, life_like.FAMILY),
        ("b3s23", "B3/S23", 1, life_like.FAMILY),
        ("23/3", "B3/S23", 1, life_like.FAMILY),
        ("B63/S32", "B36/S23", 1, life_like.FAMILY),
        ("B/S", "B/S", 1, life_like.FAMILY),
        ("B3/S23:1", "B3/S23", 1, life_like.FAMILY),
        ("B3/S23:26", "B3/S23:26", 26, life_like.FAMILY),
        ("IMMIGRATION", "Immigration", 2, life_like.FAMILY),
        ("QuadLife", "QuadLife", 4, life_like.QUADLIFE),
        ("RealTime:1", "RealTime:1", 2, life_like.REALTIME),
        ("realtime:26", "RealTime:26", 27, life_like.REALTIME),
        ("BioWar:6", "BioWar:6", 6, biowar.FAMILY),
        ("Survivor", "Survivor", 5, survivor.FAMILY),
        (" Survivor ", "Survivor", 5, survivor.FAMILY),
        ("/2/3", "/2/3", 2, generations.FAMILY),
        ("B2/S/C3", "/2/3", 2, generations.FAMILY),
        ("b2s/3", "/2/3", 2, generations.FAMILY),
        ("B2/S/G3", "/2/3", 2, generations.FAMILY),
        ("b2sc3", "/2/3", 2, generations.FAMILY),
        ("543/2/C4", "345/2/4", 3, generations.FAMILY),
        ("Star Wars", "345/2/4", 3, generations.FAMILY),
        ("B3/S23/C256", "23/3/256", 255, generations.FAMILY),
        ("B3/S23/C2", "B3/S23", 1, life_like.FAMILY),
        ("r5,c2,m1,s34..58,b34..45,nm", "R5,C0,M1,S34..58,B34..45,NM", 1, larger_than_life.FAMILY),
        ("R5,C1,M1,S34-58,B34-45,NM", "R5,C0,M1,S34..58,B34..45,NM", 1, larger_than_life.FAMILY),
        ("R1,C2,S2-3,B3,NM", "R1,C0,M0,S2..3,B3..3,NM", 1, larger_than_life.FAMILY),
        ("R2,C2,S5,6,7,8,B7,8", "R2,C0,M0,S5..8,B7..8,NM", 1, larger_than_life.FAMILY),
        ("R2,C0,M1,S2,3..5,B3-4,5,NN", "R2,C0,M1,S2..5,B3..5,NN", 1, larger_than_life.FAMILY),
        ("5,34,45,34,58", "R5,C0,M1,S34..58,B34..45,NM", 1, larger_than_life.FAMILY),
        ("R50,C2,M1,S0..10201,B9..10201,NM", "R50,C0,M1,S0..10201,B9..10201,NM", 1, larger_than_life.FAMILY),
        ("R10,C256,M0,S0..348,B9..9,NC", "R10,C256,M0,S0..348,B9..9,NC", 255, larger_than_life.FAMILY),
        ("B2-a/S12", "B2-a/S12", 1, truth_table.FAMILY),
        ("b2-A/s12", "B2-a/S12", 1, truth_table.FAMILY),
        ("B3_S2ae", "B3/S2ae", 1, truth_table.FAMILY),
        ("B3S23-a4", "B3/S23-a4", 1, truth_table.FAMILY),
        ("23-a4/3", "B3/S23-a4", 1, truth_table.FAMILY),
        ("S23-a4/B3", "B3/S23-a4", 1, truth_table.FAMILY),
        ("B3/2a34", "B3/S2a34", 1, truth_table.FAMILY),
        ("3/S2a", "B3/S2a", 1, truth_table.FAMILY),
        ("B4a3S2kce", "B34a/S2cek", 1, truth_table.FAMILY),
        ("B2ceikn/S", "B2-a/S", 1, truth_table.FAMILY),
        ("B2-cin/S", "B2aek/S", 1, truth_table.FAMILY),
        ("B4-qjrtwz/S", "B4aceikny/S", 1, truth_table.FAMILY),
        ("B2a2c/S", "B2ac/S", 1, truth_table.FAMILY),
        ("B2aceikn3/S", "B23/S", 1, life_like.FAMILY),
        ("B2-aceikn3/S:4", "B3/S:4", 4, life_like.FAMILY),
        ("tlife:3", "B3/S2-i34q:3", 3, truth_table.FAMILY),
        ("b53s2h:26", "B35/S2H:26", 26, truth_table.FAMILY),
        ("2/13V", "B13/S2V", 1, truth_table.FAMILY),
        ("mapARYXfg", "MAPARYXfg", 1, truth_table.FAMILY),
        ("MAPARYXfh==:2", "MAPARYXfg:2", 2, truth_table.FAMILY),
        ("w030", "W30", 1, truth_table.FAMILY),
        ("12/2-a/3", "12/2-a/3", 2, generations_by_table.FAMILY),
        ("b2-A/s12/c3", "12/2-a/3", 2, generations_by_table.FAMILY),
        ("B2-a_S12/3", "12/2-a/3", 2, generations_by_table.FAMILY),
        ("S12/B2-a/256", "12/2-a/256", 255, generations_by_table.FAMILY),
        ("12/2-a/2", "B2-a/S12", 1, truth_table.FAMILY),
        ("2/2aceikn3/4", "2/23/4", 3, generations.FAMILY),
        ("B2/S34/4H", "34/2/4H", 3, generations_by_table.FAMILY),
        ("B2/S34H/4", "34/2/4H", 3, generations_by_table.FAMILY),
        ("/2/3v", "/2/3V", 2, generations_by_table.FAMILY),
        ("MAPARYX//==/3", "MAPARYX/w/3", 2, generations_by_table.FAMILY),
        ("MAPARYX/3", "MAPARYX/w", 1, truth_table.FAMILY),
        ("waffle", "R7,C0,M1,S100..200,B75..170,NM", 1, larger_than_life.FAMILY),
    ],
)
def test_names_are_parsed(name: str, law: str, species: int, family: RuleFamily) -> None:
    rule = parse_rule(name)
    assert (rule.law, rule.live_states, rule.family, rule.size) == (law, species, family, None)
    assert len(set(rule.state_names)) == species


def test_births_and_survivals() -> None:
    rule = parse_rule("B36/S125:3")
    assert rule.births == {3, 6}
    assert rule.survivals == {1, 2, 5}
    old = parse_rule("125/36")
    assert (old.births, old.survivals) == (rule.births, rule.survivals)


@pytest.mark.parametrize(
    ("name", "size", "edges"),
    [
        ("Life:T160,96", (96, 160), Edges.TORUS),
        ("Life:P160,96", (96, 160), Edges.DEAD),
        ("Life:t5", (5, 5), Edges.TORUS),
        ("B3/S23:4:T7,9", (9, 7), Edges.TORUS),
        ("B3/S23:4:P1,1", (1, 1), Edges.DEAD),
        ("BioWar:2:T24,11", (11, 24), Edges.TORUS),
    ],
)
def test_suffix_sets_size_and_edges(name: str, size: tuple[int, int], edges: Edges) -> None:
    rule = parse_rule(name)
    assert (rule.size, rule.edges) == (size, edges)


def test_default_edges() -> None:
    torus = {name for name in RULE_NAMES if parse_rule(example(name)).edges is Edges.TORUS}
    assert set(RULE_NAMES) - torus == {"RealTime:N", "BioWar:N"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "unknown rule ''"),
        ("B3/Sfoo", "unknown rule 'B3/Sfoo': after S come digits from 0 to 8, as in B3/S23, but there is 'foo'"),
        ("Bx/S23", "after B come digits from 0 to 8, as in B3/S23, but there is 'x'"),
        ("B3/S23:foo", "unknown rule 'B3/S23:foo': use"),
        ("Lief", "unknown rule 'Lief': use one of Life, Bx/Sy, Immigration"),
        ("B3/S29", "rule 'B3/S29': survivals at 9 neighbours; a cell has 0 to 8"),
        ("B9/S23", "rule 'B9/S23': births at 9 neighbours"),
        ("B3/S23:0", "rule 'B3/S23:0': 0 species; there can be 1 to 26"),
        ("B3/S23:27", "27 species; there can be 1 to 26"),
        ("B3/S23:" + "9" * 9999, "999999999999 species"),
        ("BioWar:7", "7 species; there can be 1 to 6"),
        ("BioWar", "unknown rule 'BioWar'"),
        ("RealTime:0", "0 species; there can be 1 to 26"),
        ("RealTime:27", "27 species"),
        ("B2z/S", "rule 'B2z/S': births at 2z; with 2 neighbours the letters are a c e i k n"),
        ("B3/S23x", "survivals at 3x; with 3 neighbours the letters are a c e i j k n q r y"),
        ("B3/S8c", "survivals at 8c; with 8 neighbours there are no letters"),
        ("B9a/S", "births at 9 neighbours; a cell has 0 to 8"),
        ("B2a-c/S", "births at 2a-c; a minus must follow the number"),
        ("B2-a/S12:27", "27 species; there can be 1 to 26"),
        ("B27/S34H", "births at 7 neighbours; on hexagons a cell has 0 to 6"),
        ("B2/S5V:2", "survivals at 5 neighbours; in von Neumann's neighbourhood a cell has 0 to 4"),
        ("b2o/s2m34h:T9,9", "births with letters; on hexagons only numbers of neighbours count"),
        ("MAPARYXfhZof", "rule 'MAPARY...': a map of 9 signs; it must have 86, 22 or 6"),
        ("MAPAR*Xfh", "rule 'MAPAR*...': '*' in a map; allowed are A-Z, a-z, 0-9, + and /"),
        ("W31", "Wolfram's number 31; it can be 0 to 254, and must be even"),
        ("w256:T100,1", "Wolfram's number 256"),
        ("B2-a/S34/257", "257 states; there can be 2 to 256"),
        ("2/2z/3", "births at 2z; with 2 neighbours the letters are"),
        ("7/2/3H", "survivals at 7 neighbours; on hexagons a cell has 0 to 6"),
        ("B3/S23L", "triangular neighbourhoods (L)"),
        ("M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15", "Margolus"),
        ("MS,D0;8;4;3", "Margolus"),
        ("R1/T1/C14/NM", "cyclic automata"),
        ("R2,C0,M0,S2..3", "write such a rule as in R5,C0,M1,S34..58,B34..45,NM or R3,C0,S2,4-6,B5,9,NH"),
        ("R2,C0,S2,4,B3,NL", "triangular neighbourhoods (NL) are not supported"),
        ("R2,C0,S2,4,B3,NW123", "weighted neighbourhoods (W)"),
        ("R2,C0,S2,4,B3,N@891", "3 hexadecimal digits; range 2 needs 6"),
        ("R2,C0,S2,25,B3", "survivals 25; it can be 0 to 24"),
        ("R2,C0,S2,5-4,B3", "survivals from 5 to 4; the first number must not be larger"),
        ("B3/S23|B36/S23", "alternating rules (|)"),
        ("345/2/4History", "History needs a Life-like rule"),
        ("B3/S23:2History", "has several species; a history needs a rule with one"),
        ("LifeHistory:2", "leave out the number at the end"),
        ("Highlive", "unknown rule 'Highlive': is it HighLife?"),
        ("HighLife:0", "rule 'B36/S23:0': 0 species"),
        ("B3/S23/C257", "rule 'B3/S23/C257': 257 states; there can be 2 to 256"),
        ("23/3/1", "1 states; there can be 2 to 256"),
        ("29/3/4", "rule '29/3/4': survivals at 9 neighbours; a cell has 0 to 8"),
        ("Star Wars:2", "unknown rule 'Star Wars:2'"),
        ("R51,C0,M1,S1..1,B1..1,NM", "range 51; it can be 1 to 50"),
        ("R0,C0,M1,S1..1,B1..1,NM", "range 0; it can be 1 to 50"),
        ("R5,C257,M1,S1..1,B1..1,NM", "257 states; there can be 0 to 256"),
        ("R5,C0,M2,S1..1,B1..1,NM", "M 2; it can be 0 to 1"),
        ("R5,C0,M1,S1..122,B1..1,NM", "survivals 122; it can be 0 to 121"),
        ("R5,C0,M1,S1..1,B9..3,NM", "births from 9 to 3; the first number must not be larger"),
        ("R5,C0,M1,S1..1,B1..62,NN", "births 62; it can be 0 to 61"),
        ("R5,C0,M1,S1..1,B1..1,NY", "neighbourhood NY: use one of NM (a square), NN (a diamond), NC (a disc), N2"),
        ("Life:T0,5", "rule 'Life:T0,5': a width of 0 would be an endless board, and these are endless in both"),
        ("Life:P5,0", "a height of 0 would be an endless board"),
        ("Life:C0,0", "a width of 0 would be an endless board"),
        ("Life:P30,0", "write a size, as in :P200,100, or leave :P30,0 out"),
        ("Life:T5,", "':T5,' is not a known kind of board; boards are :T (tori), :P (dead edges), :K, :C and :S"),
        ("Life:X5,5", "':X5,5' is not a known kind of board"),
        ("LifeHistory:C40*", "a star is only for Klein bottles"),
        ("B3/S23:s20,30", "a sphere has as many rows as columns, as in :S20"),
        ("B3/S23:P20+1,30", "a shift (+ or -) is only for tori and Klein bottles"),
        ("B3/S23:T20,30*", "a star is only for Klein bottles, as in :K20,30*"),
        ("B3/S23:T20+1,30-1", "only two of the edges can be shifted"),
        ("B3/S23:K20*,30*", "a Klein bottle has two reversed edges, and a shift only there"),
        ("B3/S23:K20+1,30", "the shift follows the star, as in :K20*+1,30"),
        ("B3/S23:K20*,30+1", "the shift follows the star"),
        ("Life:T5+" + "9" * 5000 + ",5", "a shift of +99999999999...; shifts have at most 11 digits"),
        ("Life:T" + "9" * 5000, "a width of 999999999999...; sizes are 1 to 999999999999"),
        ("/", "unknown rule"),
        ("B3/S23" * 10_000 + "History", "unknown rule"),
        ("B2-a" * 10_000, "unknown rule"),
        ("B2-a/S" + "2-a" * 10_000, "unknown rule"),
        ("MAP" + "A" * 10_000, "unknown rule"),
        (":T1" * 20_000 + ",", "unknown rule"),
    ],
)
def test_unknown_rules_are_refused(name: str, words: str) -> None:
    with pytest.raises(RuleError) as raised:
        parse_rule(name)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


ALMOST = st.from_regex(
    r"[bB]?[0-9]{0,3}[-acekz]{0,3}[/_]?[sS]?[0-9]{0,3}[HV]?(:[TPKCS]?[0-9]{1,2}[*]?([+-][0-9])?(,[0-9]{1,2}[*]?)?){0,2}",
    fullmatch=True,
)


@given(st.text(max_size=30) | ALMOST)
def test_any_text_is_a_rule_or_a_rule_error(text: str) -> None:
    try:
        rule = parse_rule(text)
    except RuleError:
        return
    assert parse_rule(str(rule)) == rule


LARGER_THAN_LIFE = st.builds(
    "R{},C{},M{},S{}..{},B{}..{},N{}".format,
    *(st.integers(1, 10), st.integers(0, 256), st.integers(0, 1), st.just(0), st.integers(0, 4)),
    *(st.integers(0, 2), st.integers(2, 4), st.sampled_from("MNC")),
)


COUNTS = st.lists(
    st.builds(
        "{}{}{}".format, st.integers(1, 7), st.sampled_from(["", "-"]), st.sets(st.sampled_from("ce")).map("".join)
    )
).map("".join)
LISTS = st.lists(st.integers(0, 4).map(str) | st.just("1-3"), max_size=4).map(",".join)
MASKS = st.integers(0, 0xFFFFFF).filter(lambda mask: mask.bit_count() > 4).map("{:06X}".format)
HIGHER_RANGE = st.builds(
    "R{},C{},S{},B{},N{}".format,
    *(st.integers(1, 9), st.integers(0, 256), LISTS, LISTS, st.sampled_from("MNC2B+X*#HA")),
) | st.builds("R2,C0,S{},B{},N@{}".format, LISTS, LISTS, MASKS)
DIGITS = st.sets(st.sampled_from("01234")).map("".join)
SIGNS = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
TRUTH_TABLES = (
    st.builds("B{}/S{}:{}".format, COUNTS, COUNTS, st.integers(1, 26))
    | st.builds("{}/{}".format, COUNTS, COUNTS.filter(bool))
    | st.builds("B{}/S{}{}:{}".format, DIGITS, DIGITS, st.sampled_from("HV"), st.integers(1, 26))
    | st.builds("MAP{}".format, st.sampled_from((86, 22, 6)).flatmap(lambda n: st.text(SIGNS, min_size=n, max_size=n)))
    | st.builds("{}/{}/{}".format, COUNTS, COUNTS.filter(bool), st.integers(2, 256))
    | st.builds("{}/{}/{}{}".format, DIGITS, DIGITS.filter(bool), st.integers(2, 256), st.sampled_from("HV"))
    | st.builds("W{}".format, st.integers(0, 127).map(lambda half: 2 * half))
)


SIDES = st.integers(1, 200)
BOARDS = (
    st.just("")
    | st.builds(":{}{},{}".format, st.sampled_from("TPC"), SIDES, SIDES)
    | st.builds(":{}{}{:+d},{}".format, st.just("T"), SIDES, st.integers(-300, 300), SIDES)
    | st.builds(":{}{},{}{:+d}".format, st.just("T"), SIDES, SIDES, st.integers(-300, 300))
    | st.builds(":K{}*{:+d},{}".format, SIDES, st.integers(-300, 300), SIDES)
    | st.builds(":K{},{}*{:+d}".format, SIDES, SIDES, st.integers(-300, 300))
    | st.builds(":S{}".format, SIDES)
)


@given(data=st.data())
def test_rule_names_round_trip(data: st.DataObject) -> None:
    law = data.draw(
        st.sampled_from(["Life", "Immigration", "QuadLife", "Survivor"])
        | st.builds("RealTime:{}".format, st.integers(1, 26))
        | st.builds("BioWar:{}".format, st.integers(1, 6))
        | st.builds(
            "B{}/S{}:{}".format,
            *[st.sets(st.sampled_from("012345678")).map("".join) for _ in range(2)],
            st.integers(1, 26),
        )
        | st.builds(
            "B{}/S{}/C{}".format,
            *[st.sets(st.sampled_from("012345678")).map("".join) for _ in range(2)],
            st.integers(2, 256),
        )
        | LARGER_THAN_LIFE
        | HIGHER_RANGE
        | st.builds("B{}/S{}{}".format, DIGITS, DIGITS, st.sampled_from(["Super", "Investigator", "HHistory"]))
        | TRUTH_TABLES
    )
    suffix = data.draw(BOARDS)
    rule = parse_rule(law + suffix)
    assert parse_rule(str(rule)) == rule


@pytest.mark.parametrize(
    ("suffix", "canonical"),
    [
        ("T10+13,20", "T10+3,20"),
        ("t10-3,20", "T10-3,20"),
        ("T10,20-25", "T10,20-5"),
        ("T10+10,20", "T10,20"),
        ("K10,20", "K10,20*"),
        ("K10*", "K10*,10"),
        ("K10*-3,20", "K10*+1,20"),
        ("K10*+10,20", "K10*,20"),
        ("K9*+1,20", "K9*,20"),
        ("K9,10*+1", "K9,10*+1"),
        ("C30", "C30,30"),
        ("s30", "S30"),
        ("S30,30", "S30"),
        ("P30", "P30,30"),
    ],
)
def test_boards_have_the_canonical_names_of_golly(suffix: str, canonical: str) -> None:
    assert str(parse_rule(f"Life:{suffix}")) == f"Life:{canonical}"


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("R3,C2,S0,7-12,27,B8,12,20-27,N2", "R3,C0,S0,7-12,27,B8,12,20-27,N2"),
        ("r3,c1,s7..9,b8,nh", "R3,C0,S7-9,B8,NH"),
        ("R2,C4,S2,3,4,B5-6", "R2,C4,M0,S2..4,B5..6,NM"),
        ("R2,C4,S,B5-6,NM", "R2,C4,S,B5-6"),
        ("R2,C0,S2-3,B3,N@ab1891h", "R2,C0,S2-3,B3,N@AB1891H"),
        ("R1,C0,M1,S1..2,B2..3,N+", "R1,C0,S0-1,B2-3,N+"),
        ("R2,C0,S3,3,4-6,5,B0,3", "R2,C0,S3-6,B0,3"),
    ],
)
def test_rules_with_lists_of_counts_have_the_names_of_golly_4(name: str, law: str) -> None:
    assert str(parse_rule(name)) == law
    assert parse_rule(law) == parse_rule(name)


@pytest.mark.parametrize("suffix", [":T0,0", ":P0,0", ":T0"])
def test_boards_without_sides_are_endless(suffix: str) -> None:
    assert parse_rule(f"HighLife{suffix}") == parse_rule("HighLife")


@pytest.mark.parametrize("name", EDGES)
def test_all_edges_have_a_suffix(name: str) -> None:
    rule = parse_rule("Life").on_board((30, 30), EDGES[name])
    assert rule.joined == EDGES[name]
    assert parse_rule(str(rule)) == rule


def example(name: str) -> str:
    """Return an example of the kind of rule ``name``."""
    if name in ("JvN29", "Nobili32"):
        return name
    return (
        name.replace("Rr,Cc,Mm,Ss..t,Bb..c,NM", "Bugs")
        .replace("Rr,Cc,Ss,Bb,Nn", "R3,C0,S2,4-6,B5,9")
        .replace("Bx/SyV", "B2/S013V")
        .replace("Bx/Sy", "B36/S23")
        .replace("Bx-a/Sy", "B2-a/S12")
        .replace("MAP...", "MAPARYXfg")
        .replace("Wn", "W30")
        .replace("SEED", "7")
        .replace("N", "3")
    )
