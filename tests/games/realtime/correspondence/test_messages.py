"""Mails and text files as messages: what is read, what is left out, and malicious mails."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.realtime.correspondence.messages import MAX_MESSAGE_BYTES, MAX_TEXT, Message, read_message
from gpulife.games.realtime.notation import address_in, address_of_word, is_address

HEAD = b"From: Ada <ada@example.org>\nTo: life@example.net\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"


def multipart(kind: str, *parts: bytes, mark: str = "x") -> bytes:
    """A multipart part of a mail."""
    head = f'Content-Type: multipart/{kind}; boundary="{mark}"\n\n'.encode()
    return head + b"".join(b"--%s\n%s\n" % (mark.encode(), part) for part in parts) + b"--%s--\n" % mark.encode()


PLAIN = b"Content-Type: text/plain\n\nplain\n"
PAGE = b"Content-Type: text/html\n\n<p>page\n"
PICTURE = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"


@pytest.mark.parametrize(
    ("mail", "text", "notes"),
    [
        (b"\nbare\n", "bare", ()),
        (PLAIN, "plain", ()),
        (PAGE, "page", ()),
        (multipart("alternative", PLAIN, PAGE), "plain", ()),
        (multipart("alternative", b"Content-Type: text/plain\n\n \n", PAGE), "page", ()),
        (multipart("mixed", multipart("alternative", PLAIN, PAGE, mark="y"), PICTURE), "plain", ("an attachment",)),
        (multipart("mixed", PLAIN, b"Content-Type: text/plain\nContent-Disposition: attachment\n\nQUIT\n", PICTURE),
         "plain", ("2 attachments",)),
        (multipart("mixed", PLAIN, b"Content-Type: message/rfc822\n\n" + HEAD + b"\nQUIT\n"), "plain",
         ("an attachment",)),
        (b"Content-Type: text/plain; charset=latin-1\n\nM\xfcller\n", "Müller", ()),
        (b"Content-Type: text/plain; charset=utf-8\n\nM\xfcller\n", "M\ufffdller", ()),
        (b"Content-Type: text/plain; charset=punycode\n\nhow-odd\n", "how-odd", ()),
        (b"Content-Type: text/plain; charset=nonsense\n\nM\xc3\xbcller\n", "Müller", ()),
        (b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nMOVE a1=\n b2=20\n",
         "MOVE a1 b2", ()),
        (b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nTU9WRSBhMSBiMg==\n", "MOVE a1 b2", ()),
        (b"Content-Type: text/plain; format=flowed\n\nJOIN Ada a1 \nb1\n> c1 \n> d1\n a2\n-- \nAda\n",
         "JOIN Ada a1 b1\n> c1 \n> d1\na2\n-- \nAda", ()),
        (b"Content-Type: text/plain; format=flowed; delsp=yes\n\nMO \nVE\n", "MOVE", ()),
        (b"Content-Type: multipart/mixed\n\nno boundary\n", "", ()),
        (b"Content-Type: nonsense\n\nodd\n", "odd", ()),
    ],
)  # fmt: skip
def test_text_of_a_mail(mail: bytes, text: str, notes: tuple[str, ...]) -> None:
    message = read_message(HEAD + mail)
    assert (message.is_mail, message.id, message.problem, message.notes) == (True, "<1@example.org>", "", notes)
    assert message.text.strip() == text.strip()
    assert read_message((HEAD + mail).replace(b"\n", b"\r\n")).text.split() == text.split()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"JOIN Ada a1", "JOIN Ada a1"),
        (b"\xef\xbb\xbfQUIT", "QUIT"),
        (b"Ada: MOVE a1 b2\nBob: QUIT\n", "Ada: MOVE a1 b2\nBob: QUIT\n"),
        (b"From: MOVE a1 b2", "From: MOVE a1 b2"),
        (b"", ""),
    ],
)
def test_text_of_a_file(data: bytes, text: str) -> None:
    assert read_message(data) == Message(text)


def test_unreadable_files() -> None:
    assert read_message(b"JOIN \xff").problem == "is not text: byte 5 is not UTF-8"
    assert read_message(b"x" * (MAX_MESSAGE_BYTES + 1)).problem == "has more than 1 MiB: too large for orders"


def test_oversized_mails_have_a_problem_and_keep_their_id() -> None:
    for mail, why in (
        (b"\n" + b"x" * MAX_MESSAGE_BYTES, "has more than 1 MiB: too large for orders"),
        (multipart("mixed", *[PLAIN] * 50), "has more than 40 parts: send plain text"),
    ):
        message = read_message(HEAD + mail)
        assert (message.id, message.problem, message.text) == ("<1@example.org>", why, "")
    deep = PLAIN
    for depth in range(300):
        deep = multipart("mixed", deep, mark=f"b{depth}")
    assert read_message(HEAD + deep).problem == "has more than 40 parts: send plain text"
    long = read_message(HEAD + b"\n" + b"QUIT\n" * 40_000)
    assert len(long.text) == MAX_TEXT
    assert long.notes == ("everything after the first 131072 characters",)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("<a@b>", "<a@b>"), ("  <a@b>  ", "<a@b>"), ("a@b", ""), ("<a b>", "<ab>"), ("", ""), ("<>", ""),
        ("<a>\r\n <b>", ""), ("<a\x07b>", ""), (f"<{'x' * 300}>", ""), ("<ü@b>", ""), ("<a@b> (c)", ""),
    ],
)  # fmt: skip
def test_only_valid_message_ids_are_kept(header: str, found: str) -> None:
    mail = f"From: a@b\nTo: c@d\nMessage-ID: {header}\n\nQUIT\n"
    assert read_message(mail.encode()).id == found


@pytest.mark.parametrize(
    ("header", "automatic"),
    [
        ("Auto-Submitted: auto-replied", True), ("Auto-Submitted: auto-generated; x=1", True),
        ("Auto-Submitted: no", False),
        ("Return-Path: <>", True), ("Return-Path: <ada@example.org>", False), ("Content-Type: multipart/report", True),
    ],
)  # fmt: skip
def test_automatic_mails_are_recognised(header: str, automatic: bool) -> None:
    assert read_message(HEAD + header.encode() + b"\n\nQUIT\n").is_automatic == automatic


@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_give_a_message(data: bytes, mail: bool) -> None:
    message = read_message(HEAD + data if mail else data)
    assert len(message.text) <= MAX_TEXT


def whole_mail() -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "ada@example.org", "life@example.net", "<1@example.org>"
    mail.set_content("MOVE a1 b2\nMüller\n")
    mail.add_alternative("<p>MOVE a1 b2", subtype="html")
    mail.add_attachment(b"x", maintype="image", subtype="png", filename="ä.png")
    mail.set_boundary("outer")
    mail.get_payload(0).set_boundary("inner")  # type: ignore[union-attr]
    return mail.as_bytes()


WHOLE = whole_mail()
PIECES = st.one_of(st.binary(max_size=3), st.sampled_from([b"\n", b"\n\n", b";", b'"', b"=?", b"charset=", b"*0="]))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A mail with some random changes."""
    data = bytearray(WHOLE)
    for _ in range(draw(st.integers(0, 8))):
        place = draw(st.integers(0, len(data) - 1))
        data[place : place + draw(st.integers(0, 20))] = draw(PIECES)
    return bytes(data)


@given(mutated())
def test_any_changed_mail_gives_a_message(data: bytes) -> None:
    message = read_message(data)
    assert not (message.text and message.problem)


LONG_PIECES = (
    b"--x\n", b"Content-Type: multipart/mixed; boundary=x\n\n--x\n", b"A: b\n", b" c\n", b"<a b=", b"=?utf-8?q?",
    b"(" * 9, b"begin 644 x\n", b"> ", b"--x\nContent-Type: text/plain;a*0=b\n\n",
)  # fmt: skip


@pytest.mark.parametrize("piece", LONG_PIECES)
@pytest.mark.parametrize(
    "kind", [b"text/plain; format=flowed", b"text/html", b"multipart/mixed; boundary=x", b'text/plain; x="\xff']
)
def test_long_repetitive_mails_are_read_quickly(piece: bytes, kind: bytes) -> None:
    body = piece * (MAX_MESSAGE_BYTES // 2 // len(piece))
    read_message(HEAD + b"Content-Type: " + kind + b"\n\n" + body)


@pytest.mark.parametrize("piece", LONG_PIECES)
def test_long_mails_without_a_kind_are_read(piece: bytes) -> None:
    read_message(HEAD + piece * (MAX_MESSAGE_BYTES // 2 // len(piece)) + b"\n\nQUIT\n")


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("ada@example.org", "ada@example.org"),
        ("  <ada@example.org> ", "ada@example.org"),
        ("Ada Lovelace\n <a.l+life@sub.example.org>", "a.l+life@sub.example.org"),
        ('"Lovelace, Ada" <ada@example.org>', "ada@example.org"),
        ("=?utf-8?q?=C3=86gir?= <ada@localhost>", "ada@localhost"),
        ("ada@example.org, bob@example.org", ""),
        ("ada@example.org <bob@example.org>, eve@example.org", ""),
        ("<ada@example.org> <bob@example.org>", ""),
        ("group: ada@example.org;", ""),
        ("ada@example.org(bob@example.org)", ""),
        ('"<bob@example.org>" <ada@example.org>', "ada@example.org"),
        ('"a\\" <bob@example.org>, <ada@example.org>', ""),
        ("ada@[127.0.0.1]", ""),
        ("ada..x@example.org", ""),
        ("-f@example.org", ""),
        ("\u0430da@example.org", ""),
        (f"{'a' * 65}@example.org", ""),
        (f"a@{'b.' * 130}org", ""),
        ("a" * 100_000, ""),
        ("<" * 100_000, ""),
        ("", ""),
    ],
)
def test_addresses_in_headers(header: str, address: str) -> None:
    assert address_in(header) == address
    assert read_message(f"From: {header}\nTo: x@y\nSubject: s\n\nhello".encode()).sender == (
        address if header.strip().isascii() else ""
    )


@given(st.text())
def test_any_header_gives_one_address_or_none(header: str) -> None:
    for found in (address_in(header), address_of_word(header)):
        assert not found or is_address(found)


def test_two_senders_give_no_sender() -> None:
    assert read_message(b"From: a@b\nFrom: c@d\nTo: x@y\n\n").sender == ""
    assert read_message(b"From: a@b\nReply-To: c@d\nTo: x@y, z@y\n\n").sender == "c@d"
