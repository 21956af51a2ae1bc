"""Play by mail: read orders from messages, check their tokens, carry them out, and write each player's reply.

``gpulife realtime`` uses these modules for mails and files, and an on-line server for orders typed on its page. So no
module here reads a file or a clock, or draws random numbers. In the order of use:

* ``messages.read_message`` turns the bytes of a mail or of a text file into a Message;
* ``messages.read_lines`` finds out whether each line of the text is an order, a token or neither;
* ``delivery.Delivery`` carries out the orders that the message may give, and reports on each line;
* ``replies.compose`` puts this report into words for one player, with the board.

``tokens`` defines the tokens that prove who gives an order. ``invitations`` lets players invite others by mail.
"""
