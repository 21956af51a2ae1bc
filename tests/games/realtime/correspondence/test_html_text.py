"""HTML pages as text: the lines that a reader sees, quotations marked, nothing hidden; and malicious pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.realtime.correspondence.messages import MAX_HTML, html_to_text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("MOVE a1 b2", "MOVE a1 b2"),
        ("<p>Hi</p><p>MOVE&nbsp;a1&#32;b2</p>", "Hi\nMOVE a1 b2"),
        ("<div>MOVE a1 <b>b2</b></div><div>QUIT</div>", "MOVE a1 b2\nQUIT"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<head><title>no</title><style>MOVE a1 b2</style></head><body>yes", "yes"),
        ("<html><head><meta x><body>yes", "yes"),
        ("<script>QUIT\n</script>yes", "yes"),
        ("me<blockquote>Bob<blockquote>Ada<br>QUIT</blockquote>MOVE a1 b2</blockquote>me",
         "me\n> Bob\n> > Ada\n> > QUIT\n> MOVE a1 b2\nme"),
        ("<pre>JOIN\nMOVE a1 b2\n\nQUIT</pre>", "JOIN\nMOVE a1 b2\n\nQUIT"),
        ("<ul><li>MOVE a1 b2<li>QUIT</ul>", "MOVE a1 b2\nQUIT"),
        ("<table><tr><td>MOVE<td>a1<td>b2</table>", "MOVE a1 b2"),
        ("<!-- QUIT -->", ""),
        ("</blockquote></blockquote>QUIT", "QUIT"),
    ],
)  # fmt: skip
def test_html_pages_as_text(page: str, text: str) -> None:
    assert html_to_text(page).strip("\n").replace("\n\n\n", "\n\n") == text


@given(st.text(alphabet="<>/!-abp \n&#;x0=\"'[]?blockquote", max_size=300))
def test_any_page_gives_a_text(page: str) -> None:
    assert len(html_to_text(page)) <= 100 * (len(page) + 1)


@pytest.mark.parametrize(
    "piece", ["<blockquote>", "<div>", "<!--", "<a b=", "<![", "&#", "<b", "</", "<pre>\n", "<br>"]
)
def test_long_repetitive_pages_are_read_quickly(piece: str) -> None:
    html_to_text(piece * (2 * MAX_HTML // len(piece)))
    assert html_to_text("x" * (2 * MAX_HTML)) == "x" * MAX_HTML
