"""Play by correspondence: orders out of messages, by whose token they are given, and what each player is told.

No module here reads a file or a clock or draws a random number, so that whoever holds a game may use them: ``gpulife
realtime`` for mails and files, an on-line server for a page's orders as well. In the order of use:

* ``messages.read_message`` makes a Message of the bytes of a mail or of a text file;
* ``messages.read_lines`` says of each line of its text whether it is an order, a token, or nothing of ours;
* ``delivery.Delivery`` carries the orders out that the message may give, and says what became of each line;
* ``replies.compose`` puts that into words for one player, with the board.

``tokens`` is about what a player's orders carry, and ``invitations`` about inviting somebody by mail.
"""
