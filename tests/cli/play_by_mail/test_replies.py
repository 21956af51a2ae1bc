"""``gpulife realtime --reply-dir``: which replies are written and when, tokens, and recovery after a crash."""

from __future__ import annotations

import io
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from games.mail import row

from gpulife.cli.main import build_parser, main
from gpulife.cli.play_by_mail import visit
from gpulife.cli.play_by_mail.correspondence import ReplyFolder, token_book
from gpulife.cli.play_by_mail.mail_game import MailGame
from gpulife.cli.play_by_mail.visit import realtime
from gpulife.errors import GpulifeError, OutputError
from gpulife.games.realtime.correspondence.messages import LineKind, read_lines
from gpulife.games.realtime.correspondence.replies import Reply
from gpulife.games.realtime.correspondence.tokens import parse_token

ADA, BOB = f"JOIN Ada {row(5, 'c')}", f"JOIN Bob {row(20, 'm')}"
NOON = 1_000_000_000.0
HOUR = 3601
"""An hour and a second, since orders take a little time themselves."""


class Loop:
    """Stands for the program that fetches and sends mail: runs the command, reads the replies and removes them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.game, self.replies = folder, folder / "game.gpumail", folder / "replies"
        self.now, self._count, self._capsys = NOON, 0, capsys
        self.tokens: dict[str, str] = {}
        self.said: list[str] = []
        self.status = 0

    def __call__(
        self, *options: str, orders: str | None = None, mail: bool = True, ident: str = ""
    ) -> dict[str, EmailMessage]:
        """Run the command; return the replies by the letter of their player."""
        if orders is not None:
            self._count += 1
            head = f"From: a@b\nTo: c@d\nMessage-ID: {ident or f'<{self._count}@b>'}\n\n" if mail else ""
            (self.folder / "mail").write_text(head + orders, encoding="utf-8")
            options = (*options, "--orders", str(self.folder / "mail"))
        arguments = ["realtime", str(self.game), "--reply-dir", str(self.replies), *options]
        self.status = realtime(build_parser().parse_args(arguments), lambda: self.now)
        self.said = self._capsys.readouterr().out.splitlines()
        return self.collect()

    def collect(self) -> dict[str, EmailMessage]:
        found: dict[str, EmailMessage] = {}
        self.last, self.invited = found, []
        for path in sorted(self.replies.iterdir()):
            assert path.match("gpulife-????????-??????-*.eml")
            assert path.stat().st_mode & 0o777 == 0o600
            mail = message_from_bytes(path.read_bytes(), policy=default)
            path.unlink()
            if "invites you" in mail["Subject"]:
                self.invitation = mail
                self.invited += [address.addr_spec for address in mail["To"].addresses]
                continue
            found[str(mail["X-Gpulife-Player"])] = mail
            for line in mail.get_content().splitlines():
                if line.startswith("token "):
                    self.tokens[str(mail["X-Gpulife-Player"])] = line
        return found

    def plain(self, *options: str) -> tuple[int, str]:
        """Run the command as given; return the exit status, and the output or error."""
        try:
            status = realtime(build_parser().parse_args(["realtime", str(self.game), *options]), lambda: self.now)
        except GpulifeError as error:
            return 2, f"{self._capsys.readouterr().out}{error}"
        return status, self._capsys.readouterr().out

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return MailGame.load(self.game).state


@pytest.fixture
def loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Loop:
    return Loop(tmp_path, capsys)


@pytest.fixture
def started(loop: Loop) -> Loop:
    """Return a game that Ada and Bob have joined with tokens."""
    loop("--players", "2", orders=ADA)
    loop(orders=BOB)
    return loop


def test_two_players_by_mail(loop: Loop) -> None:
    replies = loop("--players", "2", "--limit", "2", orders=f"Hello!\n{ADA}\n-- \nAda")
    assert list(replies) == ["A"]
    assert replies["A"]["In-Reply-To"] == "<1@b>"
    assert loop.tokens["A"] in replies["A"].get_content()
    assert loop.tokens["A"].removeprefix("token ") not in "".join(loop.said)
    replies = loop(orders=BOB)
    assert sorted(replies) == ["A", "B"], "Ada is told that the clock starts"
    assert (replies["B"]["In-Reply-To"], replies["A"]["In-Reply-To"]) == ("<2@b>", None)
    assert "token" not in replies["A"].get_content().splitlines()
    loop.now += HOUR
    replies = loop(orders=f"Hi,\n{loop.tokens['A'].lower()}\nMOVE c5 c6\nBob: QUIT\n> MOVE d5 d9")
    assert (list(replies), loop.status) == (["A"], 0), "the reply says what was refused"
    assert "c5 to c6 for 1: 0 points left" in replies["A"].get_content()
    assert "only Bob (B) can order that" in replies["A"].get_content()
    assert loop(orders="Bob: MOVE m20 m21")["None"]["In-Reply-To"] == "<4@b>"
    assert loop.state.seats[1].points == 1
    loop.now += 12 * HOUR
    assert sorted(loop()) == ["A", "B"], "after a generation all are told"
    assert loop() == {}
    replies = loop("--ticks", "12")
    assert sorted(replies) == ["A", "B"]
    assert "the game is over" in replies["B"].get_content()
    assert "the game is over" in loop(orders=f"{loop.tokens['A']}\nMOVE c6 c7")["A"].get_content()
    assert loop() == {}


def test_mail_is_carried_out_only_once(started: Loop) -> None:
    started.now += HOUR
    order = f"{started.tokens['A']}\nMOVE c5 c6"
    assert "c5 to c6" in started(orders=order, ident="<x@b>")["A"].get_content()
    assert started(orders=order, ident="<x@b>") == {}
    assert started.said == ["this mail was carried out before: nothing was done"]
    other = started(orders=f"{started.tokens['B']}\nMOVE m20 m21", ident="<x@b>")
    assert "m20 to m21 for 1" in other["B"].get_content(), "who writes another's id keeps nobody out"
    assert "there is no cell at c5" in started(orders=order, mail=False)["A"].get_content(), "a file again is meant so"


def test_automatic_and_unreadable_mails(started: Loop) -> None:
    (started.folder / "m").write_text(
        f"Auto-Submitted: auto-replied\nFrom: a@b\nTo: c@d\n\n{started.tokens['A']}\nQUIT"
    )
    assert started("--orders", str(started.folder / "m")) == {}
    assert started.said == ["ignored: this mail was sent automatically, not by a person"]
    (started.folder / "m").write_text("From: a@b\nTo: c@d\nMessage-ID: <9@b>\n\n" + "x" * (1 << 20))
    reply = started("--orders", str(started.folder / "m"))["None"]
    assert reply["In-Reply-To"] == "<9@b>"
    assert "Nothing in your message was carried out:\n  it has more than 1 MiB" in reply.get_content()
    (started.folder / "m").write_bytes(b"\xff")
    with pytest.raises(GpulifeError, match="is not text: byte 0 is not UTF-8"):
        started("--orders", str(started.folder / "m"))


def test_orders_of_several_players_give_a_reply_each(loop: Loop) -> None:
    replies = loop("--players", "2", orders=f"{ADA}\n{BOB}\nSHOW\nMOVE m20 m21", mail=False)
    assert sorted(replies) == ["A", "B"]
    assert loop.tokens["A"] != loop.tokens["B"]
    assert loop.tokens["A"] not in replies["B"].get_content()
    assert "MOVE" not in replies["A"].get_content().split("Orders: ")[0]


def test_extinct_player_is_informed_once(loop: Loop) -> None:
    slanting = " ".join(f"{letter}{28 + number}" for number, letter in enumerate("nopqrstuvw"))
    loop("--players", "3", orders=f"{ADA}\n{BOB}\nJOIN Cy {slanting}")
    for generation in range(1, 7):
        replies = loop("--ticks", "12")
        is_out = generation >= 5
        assert sorted(replies) == ["A", "B", "C"][: 2 if generation > 5 else 3]
        if "C" in replies:
            assert ("Cy (C): your cells have died out" in replies["C"].get_content()) == is_out


def test_replacing_a_lost_token(started: Loop) -> None:
    old = started.tokens["A"]
    replies = started("--new-token", "ada")
    assert list(replies) == ["A"]
    assert started.tokens["A"] != old
    assert "no player of this game has this token" in started(orders=f"{old}\nQUIT")["None"].get_content()
    assert "c5 to c6 costs 1" in started(orders=f"{started.tokens['A']}\nMOVE c5 c6")["A"].get_content()
    status, said = started.plain("--new-token", "B")
    assert (status, said.startswith("Bob (B): token ")) == (0, True)
    for who, why in (
        ("Eve", "no player in the game has this name or letter"),
        ("C", "no player in the game has this name"),
    ):
        status, said = started.plain("--new-token", who)
        assert (status, f"--new-token {who}: {why}" in said) == (2, True)


def test_token_for_an_expected_player(loop: Loop) -> None:
    # A computer begins anywhere, with other seeds also where she wants to.
    loop("--names", "Ada", "--seats", "person,computer:1", "--seed", "1")
    assert "you have not joined yet" in loop("--new-token", "Ada")["A"].get_content()
    assert "orders for Ada (A) need that player's token" in " ".join(loop(orders=ADA)["None"].get_content().split())
    assert "Ada (A) has joined" in loop(orders=f"{loop.tokens['A']}\n{ADA}")["A"].get_content()
    assert "Computer-B (B) is played by the computer" in loop.plain("--new-token", "Computer-B")[1]


def test_when_orders_need_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "o").write_text(f"{ADA}\n")
    orders, none = ["--orders", str(tmp_path / "o")], open("/dev/null")  # noqa: SIM115, PTH123
    with none:
        monkeypatch.setattr("sys.stdin", none)
        for number, (options, has) in enumerate(
            (
                (orders, True),
                ([*orders, "--no-tokens"], False),
                ([], False),
                (["--tokens"], True),
                (["--reply-dir", str(tmp_path / "r")], True),
            )
        ):
            assert main(["realtime", str(tmp_path / str(number)), *options]) == 0
            assert (token_book(MailGame.load(tmp_path / str(number))) is not None) == has
    said = capsys.readouterr().out.splitlines()
    assert said[1].startswith("Ada (A): token ")
    assert main(["realtime", str(tmp_path / "0"), "--no-tokens", *orders]) == 2
    assert "--no-tokens is for a new game; this one has tokens already" in capsys.readouterr().err
    assert main(["realtime", str(tmp_path / "1"), "--new-token", "Ada"]) == 2
    assert "this game does not use tokens: turn them on with --tokens" in capsys.readouterr().err
    assert main(["realtime", str(tmp_path / "1"), "--tokens", "--reply-dir", str(tmp_path / "r")]) == 0
    (reply,) = (tmp_path / "r").iterdir()
    assert "\ntoken " in reply.read_text()


def test_replies_in_a_game_without_tokens(loop: Loop) -> None:
    loop("--no-tokens", "--players", "2", orders=f"{ADA}\n{BOB}")
    loop.now += HOUR
    reply = loop(orders="Ada: MOVE c5 c6")["A"].get_content()
    assert "c5 to c6 for 1" in reply
    assert "a line with your name and a colon,  Ada:" in reply


def test_host_needs_no_token_at_a_terminal_but_in_a_pipe(started: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    token = started.tokens["B"]
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(f"Ada: MOVE c5 c6\nBob: QUIT\n{token}\nMOVE m20 m21\nJOIN Cy {row(1)}\n")
    )
    status, said = started.plain()
    assert status == 2
    assert said.count("need that player's token") == 2
    assert "Cy (C): token " in said
    monkeypatch.setattr("sys.stdin", io.StringIO("Bob: QUIT\n"))
    monkeypatch.setattr(visit, "_is_terminal", lambda: True)
    status, said = started.plain()
    assert (status, "Bob (B) has quit" in said) == (0, True)


class Crash(BaseException):
    """Stands for the program being killed."""


@pytest.mark.parametrize(
    "moment", ["before it is saved", "after it was saved", "before its name", "while the next is written"]
)
def test_reply_appears_once_and_only_after_the_save(
    started: Loop, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """An acknowledged order is on disk, and a token is never lost."""
    save = MailGame.save

    def crash(*_: object) -> None:
        raise Crash

    def save_and_crash(game: MailGame, path: Path) -> None:
        save(game, path)
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(ReplyFolder, "withdraw", lambda _: None)  # who is killed does not clear up
        if moment == "before it is saved":
            patch.setattr(MailGame, "save", crash)
        elif moment == "after it was saved":
            patch.setattr(MailGame, "save", save_and_crash)
        elif moment == "before its name":
            patch.setattr("gpulife.cli.play_by_mail.correspondence.publish_file", crash)
        else:
            patch.setattr("gpulife.cli.play_by_mail.correspondence.mail_bytes", crash)
        with pytest.raises(Crash):
            started(orders=f"JOIN Cy {row(1)}", ident="<cy@b>")
    joined = moment in ("after it was saved", "before its name")
    assert (len(started.state.playing) == 3) == joined
    assert not list(started.replies.glob("*.eml")), "nobody was told"
    replies = started(orders=f"JOIN Cy {row(1)}", ident="<cy@b>")
    assert replies["C"]["In-Reply-To"] == "<cy@b>"
    assert "c" in "".join(sorted(started.tokens)).lower()
    assert not list(started.replies.iterdir())
    book = token_book(MailGame.load(started.game))
    assert book is not None
    assert book.seat_of(parse_token(started.tokens["C"].removeprefix("token "))) == 2


def test_games_sharing_a_reply_folder_finish_their_own(tmp_path: Path) -> None:
    one, other = ReplyFolder(tmp_path, "0" * 8), ReplyFolder(tmp_path, "1" * 8)
    assert one.prepare(5, [Reply("s", "one\n", 0), Reply("s", "two\n")], NOON) == 7
    other.prepare(6, [Reply("s", "x\n", 25)], NOON)
    (tmp_path / ".gpulife-00000000-000009-A.eml.waiting.txt").write_text("mine")
    assert [path.name for path in ReplyFolder(tmp_path, "0" * 8).recover(6)] == ["gpulife-00000000-000005-A.eml"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".gpulife-00000000-000009-A.eml.waiting.txt", ".gpulife-11111111-000006-Z.eml.waiting",
        "gpulife-00000000-000005-A.eml",
    ]  # fmt: skip
    other.withdraw()
    assert not list(tmp_path.glob(".gpulife-1*"))


def test_reply_folder_that_is_a_file(loop: Loop, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "replies").write_text("mine")
    with pytest.raises(OutputError, match="it is a file, not a folder"):
        loop(orders=ADA)
    assert not loop.game.exists()


def test_addresses_of_replies(started: Loop) -> None:
    """Answers use the mail's own addresses; other replies use those of the player's last mail with the token."""
    token = started.tokens["A"]
    head = "Reply-To: Ada L <ada@new.example>\nFrom: x@y\nTo: Life <life@example.net>\nSubject: s\n"
    mail = started.folder / "own"
    mail.write_text(f"{head}Message-ID: <own@y>\n\n{token}\nSCORE\n")
    (answer,) = started("--orders", str(mail)).values()
    expected = ("Real-Time Life <life@example.net>", "Ada <ada@new.example>", "<own@y>")
    assert (answer["From"], answer["To"], answer["In-Reply-To"]) == expected
    assert answer["Date"].datetime.timestamp() == int(started.now)
    started(orders="Ada: QUIT")  # of somebody without a token, who changes no address
    started.now += 13 * HOUR
    news = started("--address", "host@example.net")
    assert {letter: str(each["To"]) for letter, each in news.items()} == {
        "A": "Ada <ada@new.example>",
        "B": "Bob <a@b>",
    }
    assert {str(each["From"]) for each in news.values()} == {"Real-Time Life <host@example.net>"}
    assert started(orders="SHOW")["None"]["From"] == "Real-Time Life <host@example.net>", "the host's word stays"
    started.game.with_name("plain").write_text(f"{token}\nSHOW\n")
    assert started("--orders", str(started.game.with_name("plain")))["A"]["To"].addresses == (), (
        "a file is from nowhere"
    )


def test_invitations_and_their_limits(started: Loop) -> None:
    token = started.tokens["A"]

    def challenge(*addresses: str, who: str = token) -> tuple[str, list[str]]:
        started(orders=f"{who}\n" + "".join(f"CHALLENGE {address}\n" for address in addresses))
        return " ".join(str(started.last["A" if who == token else "B"].get_content()).split()), started.invited

    said, invited = challenge("bob@example.org", "BOB@example.org", "a@b.c", "x@y", "d@b.c", "e@b.c")
    assert invited == ["bob@example.org", "a@b.c", "d@b.c"]
    assert "Carried out: line 2, CHALLENGE bob@example.org: an invitation to bob@example.org is on its way" in said
    assert "that address was invited to this game before" in said
    assert "'x@y' is not an address: write CHALLENGE and an address" in said
    assert "you have invited 3 people within a day: wait until tomorrow" in said
    assert challenge("bob@example.org", who=started.tokens["B"])[1] == [], "whoever asks"
    started.now += 24 * HOUR
    assert challenge("e@b.c")[1] == ["e@b.c"]
    for text in ("CHALLENGE f@b.c", f"JOIN Eve {row(1)}\nCHALLENGE f@b.c", "Ada: CHALLENGE f@b.c"):
        started(orders=text)
        assert started.invited == [], "of somebody who has shown no token"
    assert b"bob@example.org" not in started.game.read_bytes()
    invitation = started.invitation
    assert invitation["Subject"] == "Ada invites you to a game"
    assert (invitation["X-Gpulife-Player"], invitation["In-Reply-To"]) == (None, None)
    assert not any(line.kind in (LineKind.ORDER, LineKind.TOKEN) for line in read_lines(invitation.get_content()))
    started("--ticks", "1", orders=f"{token}\nQUIT\nCHALLENGE g@b.c")
    assert started.invited == [], "who is out invites nobody"


def test_invitations_need_a_game_by_mail_with_tokens(loop: Loop) -> None:
    loop("--no-tokens", "--players", "2", orders=ADA)
    said = " ".join(loop(orders="Ada: CHALLENGE bob@example.org")["A"].get_content().split())
    assert "this game cannot send invitations without tokens: anybody could claim to be a player" in said
    (loop.folder / "plain").write_text("Ada: CHALLENGE bob@example.org\n")
    assert "this game cannot send invitations" in loop.plain("--orders", str(loop.folder / "plain"))[1]
