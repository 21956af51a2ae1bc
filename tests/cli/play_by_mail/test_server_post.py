"""Real-Time Life by mail on a server: joining, orders with a token, forged orders, and the stored result."""

from contextlib import contextmanager

import pytest
from online.native import native, served
from online.server_thread import in_thread

from gpulife.cli.main import main
from gpulife.online.protocol import Host, Leave, Seated

JOIN_ADA = "Hello,\nI would like to play.\n\nJOIN Ada a1 b1 c1 a2 b2 c2 a3 b3 c3 d1\n\n-- \nAda\n"
JOIN_BOB = "JOIN Bob h5 i5 j5 h6 i6 j6 h7 i7 j7 k5\n"


@contextmanager
def realtime_server(folder):
    """Run a server with a match of Real-Time Life; yield the link of the match."""

    async def serve(is_ready, stop):
        async with served(folder) as (_, address), native(address, "Eve") as host:
            await host.send(Host("realtime", settings={"tick_seconds": 1, "players": 2}))
            code = (await host.until(Seated)).code
            await host.send(Leave())  # the seat is for who comes
            is_ready(address.replace("ws://", "http://").replace("/play", f"/#match={code}"))
            await stop.wait()

    with in_thread(serve) as link:
        yield link


def post(link, folder, text, name):
    """Deliver a mail, and return the newest reply."""
    path = folder / f"{name}.txt"
    path.write_text(text)
    before = set(folder.glob("replies/*.eml"))
    assert main(["realtime", "--server", link, "--orders", str(path), "--reply-dir", str(folder / "replies")]) == 0
    (new,) = set(folder.glob("replies/*.eml")) - before
    return new.read_text()


def token_in(reply):
    return next(line for line in reply.splitlines() if line.startswith("token "))


def test_players_by_mail_play_on_a_server(tmp_path, capsys):
    with realtime_server(tmp_path / "data") as link:
        ada = post(link, tmp_path, JOIN_ADA, "ada1")
        assert "Skipped, as these are not orders" in ada
        assert "10 cells" in ada
        bob = post(link, tmp_path, JOIN_BOB, "bob1")
        token = token_in(ada)
        assert token != token_in(bob)
        for number in range(40):  # until the first tick brings points
            moved = post(link, tmp_path, f"{token.lower()}\nMOVE d1 e1\nMOVE z9 a9\n", f"ada{number}")
            if "Carried out:" in moved:
                break
        assert "Carried out:" in moved
        assert "Refused:" in moved
        assert "token " not in moved.split("Orders:")[0]
        said = capsys.readouterr().out.splitlines()
        why = [line for line in said if line.startswith("refused: line 3, MOVE z9 a9: ")][-1]
        assert len(why) > len("refused: line 3, MOVE z9 a9: ")
        forged = post(link, tmp_path, f"{token}\nBob: MOVE k5 k4\n", "ada3")
        assert "only Bob" in forged
        assert main(["realtime", "--server", link, "--reply-dir", str(tmp_path / "news")]) == 0
        assert len(list(tmp_path.glob("news/*.eml"))) == 2
    capsys.readouterr()


def test_no_seat_is_taken_in_another_game(tmp_path, capsys):
    async def serve(is_ready, stop):
        async with served(tmp_path / "data") as (server, address), native(address, "Eve") as host:
            await host.send(Host("p2life"))
            code = (await host.until(Seated)).code
            is_ready(
                (address.replace("ws://", "http://").replace("/play", f"/#match={code}"), server.rooms.require(code))
            )
            await stop.wait()

    path = tmp_path / "orders.txt"
    path.write_text(JOIN_ADA)
    with in_thread(serve) as (link, room):
        assert main(["realtime", "--server", link, "--orders", str(path)]) == 2
        assert room.members.seat_names == ("Eve", "")
    assert "only realtime can be played by mail" in capsys.readouterr().err


def test_wrong_link_or_token_gives_one_line(tmp_path, capsys):
    path = tmp_path / "orders.txt"
    path.write_text("token 0000-0000-0000-0000-0000-0000-00ZZ\nMOVE a1 a2\n")
    assert main(["realtime", "--server", "http://127.0.0.1:1/", "--orders", str(path)]) == 2
    assert "has no match code" in capsys.readouterr().err
    assert main(["realtime", "--server", "http://127.0.0.1:1/#match=ABC", "--orders", str(path)]) == 2
    assert "cannot reach 127.0.0.1:1" in capsys.readouterr().err
    assert main(["realtime", "x.gpumail", "--server", "http://127.0.0.1:1/#match=ABC"]) == 2
    assert "leave out FILE or --server" in capsys.readouterr().err


@pytest.mark.parametrize("secret", [bytes(16), b"\xff" * 16, bytes(range(16))])
def test_mail_tokens_convert_to_server_tokens(secret):
    from gpulife.cli.play_by_mail.server_post import mail_token, server_token
    from gpulife.games.realtime.correspondence.tokens import parse_token, token_text

    token = token_text(secret)
    assert mail_token(server_token(parse_token(token))) == token


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:9", "[::1]:9"])
def test_unreachable_server_gives_one_line(tmp_path, capsys, host):
    (tmp_path / "orders.txt").write_text(JOIN_ADA)
    link = f"http://{host}/#match=K7PQ2MXA"
    assert main(["realtime", "--server", link, "--orders", str(tmp_path / "orders.txt")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"gpulife: error: cannot reach {host}: no server is running there; ask the person who runs it"
