"""The computers of on-line matches: on the server only, in worker processes, as thinking takes longer than a tick.

A computer is a client of its seat without a window: it is told what a native client there would be told, byte for byte,
and knows nothing else. The server does this::

    with ComputerPool(processes=2) as pool:
        pool.seat(key, seat, level, match, secret, people, keyframes)    # keyframes(viewer) -> the frame of a Keyframe
        hosted.watch_for({*viewers, *pool.seats(key)})
        hosted.computers_play = True
        # in each tick, for each match with computers:
        pool.tell(key, hosted.session.ticks, news)                       # news: frames by viewer; {} if there are none
        # in each tick:
        for key, seat, action in pool.take_actions(): ...                # to HostedMatch.act

Nothing here blocks the server. A worker that is slow asks its computers less often, and one that is too slow gets a
keyframe instead of a growing queue; one that dies is replaced, and its computers go on from a keyframe; all of them end
when the server does, however it ends.
"""

from gpulife.online.computers.pool import ComputerPool, computer_seed, default_processes

__all__ = ["ComputerPool", "computer_seed", "default_processes"]
