"""Lines of messages: orders are found in any noise, and mistyped orders get a reason."""

from __future__ import annotations

from email.message import EmailMessage
from html import escape
from string import ascii_letters

import pytest
from games.mail import TEN
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.realtime.correspondence.messages import MAX_LINES, MAX_ORDERS, LineKind, read_lines, read_message
from gpulife.games.realtime.correspondence.tokens import parse_token, token_text
from gpulife.games.realtime.notation import VERBS, TextOrder, parse_line, place_text

TOKEN = token_text(b"gpulife's secret")
NAMES = st.sampled_from(["Ada", "Bob", "B", "Ægir", "x_1"])
PLACES = st.tuples(st.integers(0, 200), st.integers(0, 71)).map(place_text)


def any_case(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from([text, text.lower(), text.capitalize()])


@st.composite
def order_texts(draw: st.DrawFn) -> str:
    """A line with an order in it."""
    verb = draw(st.sampled_from(sorted(VERBS)))
    words = [draw(any_case(verb))]
    if verb == "JOIN":
        words += [draw(NAMES), *draw(st.lists(PLACES, min_size=10, max_size=10, unique=True))]
    if verb == "MOVE":
        words += draw(st.lists(PLACES, min_size=2, max_size=5))
    if verb == "CHALLENGE":
        words.append(draw(st.sampled_from(["bob@example.org", "<x.y+z@a-b.example>", "e@x.org<mailto:e@x.org>"])))
    prefix = draw(st.sampled_from(["", "Ada: ", "Bob:  "]))
    return prefix + draw(st.sampled_from([" ", "  "])).join(words)


WORDS = st.sampled_from(
    [
        *("dear", "friends", "I", "we", "you", "is", "was", "the", "move", "quit", "show", "score", "join", "over"),
        *("cells,", "12", "(see", "a1)", "b2!", "monday", "thanks:", "https://example.org/life", "...", "naïve", "雪"),
    ]
)
STARTS = st.sampled_from(
    ["Dear", "I", "We", "you", "-> well", "PS", "Moved", "joined", "(", "That", "http://x.org", "8"]
)
SENTENCES = st.builds(lambda first, words: " ".join([first, "think", *words]), STARTS, st.lists(WORDS, max_size=8))
ANY_LINE = st.one_of(
    order_texts(), SENTENCES, st.just(f"token {TOKEN}"), st.text(max_size=30).map(lambda text: " ".join(text.split()))
)
QUOTED = st.builds(lambda mark, line: mark + line, st.sampled_from(["> ", ">", ">> ", "> > "]), ANY_LINE)
QUOTATION = st.builds(
    lambda head, lines: [*head, *lines],
    st.sampled_from(
        [
            [], ["On Mon, Nov 23, 2026 at 10:00 AM Bob <bob@example.org> wrote:"],
            ["On Mon, Nov 23, 2026 at 10:00 AM Bob Bobson <a.long.address@mail.example.org>", "wrote:", ""],
            ["Am 23.11.26 um 10:00 schrieb Bob:"],
        ]
    ),
    st.lists(QUOTED, min_size=1, max_size=4),
)  # fmt: skip
NOISE = st.one_of(SENTENCES.map(lambda line: [line]), QUOTATION, st.just([""]), st.just(["   ", "# MOVE a1 b2"]))
TAIL = st.builds(
    lambda head, lines: head + lines,
    st.sampled_from(
        [
            ["-- "], ["--"], ["-----Original Message-----"], ["---------- Forwarded message ---------"],
            ["From: Bob <bob@example.org>", "Sent: Monday, 23 November 2026"], ["*Von:* Bob", "*Gesendet:* Montag"],
            ["On Mon, 23 Nov 2026, Bob wrote:", "I said"], ["Begin forwarded message:"],
        ]
    ),
    st.lists(ANY_LINE, max_size=4),
)  # fmt: skip


@st.composite
def noisy(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Orders, and the lines of a message that contains them."""
    orders = draw(st.lists(order_texts(), max_size=5))
    lines: list[str] = []
    for order in orders:
        for block in draw(st.lists(NOISE, max_size=3)):
            lines += block
        bullet = draw(st.sampled_from(["", "", "  ", "\t", "- ", "* "]))
        lines.append(bullet + order + draw(st.sampled_from(["", " ", "  # why not"])))
    for block in draw(st.lists(NOISE, max_size=2)):
        lines += block
    return orders, lines + draw(st.one_of(st.just([]), TAIL))


def bare(orders: list[str]) -> list[tuple[str, str, object]]:
    return [_said(parse_line(order, needs_speaker=False)) for order in orders]


def read(text: str) -> list[tuple[str, str, object]]:
    return [_said(line.order) for line in read_lines(text) if line.kind is LineKind.ORDER]


def _said(order: TextOrder | None) -> tuple[str, str, object]:
    assert order is not None
    return order.verb, order.who, order.places


@given(noisy())
def test_orders_are_found_in_any_noise(noise: tuple[list[str], list[str]]) -> None:
    orders, lines = noise
    assert read("\n".join(lines)) == bare(orders)
    assert read("\r\n".join(lines)) == bare(orders)
    wrong = [line for line in read_lines("\n".join(lines)) if line.kind is LineKind.WRONG]
    assert not wrong, "what is not an order is skipped, not refused"


@given(noisy(), st.sampled_from(["7bit", "quoted-printable", "base64"]), st.booleans(), st.booleans())
def test_mails_are_read_as_their_text(
    noise: tuple[list[str], list[str]], encoding: str, html: bool, attachment: bool
) -> None:
    orders, lines = noise
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "Ada <ada@example.org>", "life@example.net", "<1@example.org>"
    text = "\n".join(lines) + "\n"
    encoding = "base64" if encoding == "7bit" and not text.isascii() else encoding
    if html:
        page = "".join(f"<div>{escape(line)}</div>" for line in lines)
        mail.set_content(
            f"<html><body>{page}</body></html>", subtype="html", cte=encoding if text.isascii() else "base64"
        )
    else:
        mail.set_content(text, cte=encoding)
    if attachment:
        mail.add_attachment("QUIT\n", filename="orders.txt")
    message = read_message(mail.as_bytes())
    assert (message.is_mail, message.id, message.problem) == (True, "<1@example.org>", "")
    assert read(message.text) == bare(orders)
    assert message.notes == (("an attachment",) if attachment else ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("MOVE a1", "MOVE takes two places or more: where the cell is, and where it goes"),
        ("move a1 to c3", "'to' is not a place: write a column and a row, as in c4 or ab12"),
        ("Ada: MOVE a1 b2.", "'b2.' is not a place"),
        ("MOVE it", "'it' is not a place"),
        (f"JOIN Ada {TEN} k1", "11 places: JOIN takes 10"),
        ("JOIN", "'' is not a name"),
        ("SHOW me", "'me' is one word too many: write SHOW alone"),
        ("MOEV c5 c6", "'MOEV' is not an order: use JOIN, MOVE, SHOW, SCORE, QUIT"),
        ("moev c5", "'moev' is not an order"),
        ("Go c5 c6", "'Go' is not an order"),
    ],
)
def test_mistyped_orders_have_a_reason(line: str, why: str) -> None:
    (found,) = read_lines(line)
    assert found.kind is LineKind.WRONG
    assert found.why.startswith(why)


@pytest.mark.parametrize(
    "line",
    ["Show me the board", "Move over, Bob!", "Join us", "Quit it!", "See you at a1", "Version v2", "a1 b2 or c3",
     "Well, MOVE a1 b2", "token of friendship", "my token is lost", "12:30 QUIT it is", "Quit."],
)  # fmt: skip
def test_sentences_are_skipped(line: str) -> None:
    assert [found.kind for found in read_lines(line)] == [LineKind.SENTENCE]


@pytest.mark.parametrize(
    "line",
    [f"token {TOKEN}", f"Token: {TOKEN.lower()}", f"my token is {TOKEN}", TOKEN, f"token  {TOKEN.replace('-', ' ')}",
             f"Ada: token {TOKEN}", f"* TOKEN = {TOKEN}", f"the token is: {TOKEN.replace('-', '')}"],
)  # fmt: skip
def test_tokens_in_all_spellings(line: str) -> None:
    (found,) = read_lines(line)
    assert (found.kind, found.token) == (LineKind.TOKEN, parse_token(TOKEN))


def test_mistyped_and_quoted_tokens() -> None:
    (found,) = read_lines(f"token {TOKEN[:-1]}")
    assert (found.kind, found.why) == (
        LineKind.WRONG_TOKEN,
        "a token has 28 letters and digits, this one 27: copy all of it",
    )
    assert [line.kind for line in read_lines(f"> token {TOKEN}\n--\ntoken {TOKEN}")] == [
        LineKind.QUOTATION, LineKind.SIGNATURE, LineKind.SIGNATURE,
    ]  # fmt: skip


def test_speakers_and_names_in_faulty_joins() -> None:
    ada, dear, join = read_lines("Ada:\n12:\nJOIN Eve a1")
    assert (ada.kind, ada.who) == (LineKind.SPEAKER, "Ada")
    assert dear.kind is LineKind.SENTENCE
    assert (join.kind, join.who) == (LineKind.WRONG, "Eve")


def test_invisible_characters_are_dropped() -> None:
    assert read("\u200bMOVE a1\u00a0b2\u2060") == bare(["MOVE a1 b2"])


def test_limits_on_lines_and_orders() -> None:
    lines = read_lines("MOVE a1 b2\n" * (2 * MAX_LINES))
    assert len(lines) == MAX_LINES
    assert sum(line.kind is LineKind.ORDER for line in lines) == MAX_ORDERS
    assert lines[-1].why == f"there are more than {MAX_ORDERS} orders in one message"
    assert read("MOVE " + "a1 " * 1000) == []


@given(st.text(max_size=400) | st.text(alphabet=ascii_letters[:4] + " \n>-:#01token", max_size=400))
def test_any_text_is_read_as_lines(text: str) -> None:
    for line in read_lines(text):
        assert (line.order is not None) == (line.kind is LineKind.ORDER)
        assert bool(line.token) == (line.kind is LineKind.TOKEN)
        assert bool(line.why) == (line.kind in (LineKind.WRONG, LineKind.WRONG_TOKEN))


@pytest.mark.parametrize(
    "line", ["9" * 999, "On " + "9" * 980 + " wrote:", "-" * 999, "---original" + "-" * 980 + "x", "a" * 100_000,
             "token " + "-" * 990, "a1 " * 330, ("From: x" + " " * 900), "#" * 999, "<" * 999],
)  # fmt: skip
def test_long_repetitive_messages_are_read_quickly(line: str) -> None:
    assert len(read_lines((line + "\n") * min(MAX_LINES, 400_000 // len(line)))) <= MAX_LINES
