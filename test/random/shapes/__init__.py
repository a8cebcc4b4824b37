"""Shapes: how a program is rewritten so that it does the same, or so that the
model can still tell what it does.

A shape is a function of the generator that changes its program. It says whether
it did; what it made of the program is for the model to say.
"""

from . import calls, flow, loops, scopes

# Those that are tried more often come first, more than once.
SHAPES = [
    calls.outline,
    calls.outline,
    calls.again,
    flow.branch,
    flow.dead,
    flow.in_lambda,
    flow.in_thread,
    flow.caught,
    flow.never_thrown,
    loops.loop,
    loops.fan,
    loops.carried,
    loops.back_and_forth,
    scopes.guarded,
    scopes.guarded,
    scopes.owned,
]
