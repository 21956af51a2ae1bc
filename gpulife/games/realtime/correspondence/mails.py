"""A reply as a mail: its headers, with the addresses as far as they are known, and its text in lines of 72 columns."""

from dataclasses import dataclass
from email.headerregistry import Address, Group
from email.message import EmailMessage
from email.policy import default
from string import ascii_uppercase

from gpulife.games.realtime.correspondence.mail_lines import MAX_COLUMNS
from gpulife.games.realtime.correspondence.replies import Reply

PLAYER_HEADER = "X-Gpulife-Player"
"""Header of a reply that says for whom it is, a letter; a reply to somebody who is in no game has none."""
UNKNOWN = "gpulife@localhost"
"""The address of a game that does not know its own: whoever sends the mail writes another."""
_TITLE = "Real-Time Life"
_POLICY = default.clone(max_line_length=MAX_COLUMNS, cte_type="7bit")
"""Headers are folded, and what is not ASCII is encoded, so that every mail server takes them as they are."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a mail has beside its text.

    Attributes:
        date: when it is written, as RFC 5322 has it.
        ident: the part of its Message-ID before the @.
    """

    date: str
    ident: str


def mail_bytes(reply: Reply, envelope: Envelope) -> bytes:
    """Return a reply as a mail.

    Where an address is not known, To is a group without members and From is ``UNKNOWN``.
    """
    mail = EmailMessage(policy=_POLICY)
    sender = reply.sender or UNKNOWN
    mail["From"] = Address(_TITLE, addr_spec=sender)
    whom = reply.name or "A visitor"
    mail["To"] = Address(reply.name, addr_spec=reply.to) if reply.to else Group(whom, ())
    mail["Subject"] = ("Re: " if reply.answers else "") + reply.subject
    mail["Date"] = envelope.date
    mail["Message-ID"] = f"<{envelope.ident}@{sender.partition('@')[2]}>"
    if reply.answers:
        mail["In-Reply-To"] = mail["References"] = reply.answers
    if reply.seat is not None:
        mail[PLAYER_HEADER] = ascii_uppercase[reply.seat]
    # Programs that answer mails leave these alone, and we leave theirs alone (RFC 3834).
    mail["Auto-Submitted"] = "auto-replied" if reply.answers else "auto-generated"
    mail.set_content(reply.body, charset="utf-8", cte="7bit" if reply.body.isascii() else "quoted-printable")
    return mail.as_bytes()
