"""Objects whose constructors and destructors do something."""

from program import Op, flat, operands

from . import pieces


def guarded(g):
    """The first of some operations become a constructor, the last ones the
    destructor of the same object."""
    chosen = pieces.some(g, 12)
    if not chosen:
        return False
    block, first, last = chosen
    enter = g.random.randint(first, min(last, first + 3))
    leave = g.random.randint(max(enter, last - 3), last)
    if enter == first and leave == last:
        return False
    ends = block[first:enter] + block[leave:last]
    if pieces.parameter_decides(ends):
        return False
    made = pieces.make_function(g, block[first:enter], block[leave:last], form="guard")
    if not made:
        return False
    function, names = made
    block[first:last] = [Op("scope", (function.name, *names), block[enter:leave])]
    return True


def owned(g):
    """An object of an inner scope owns a stream or an event, from the first use
    of it to its last."""
    body = g.program.body
    name = g.random.choice(pieces.pool(g, "s") + pieces.pool(g, "e") or [None])
    uses = [i for i, op in enumerate(body) if any(name in operands(o) for o in flat([op]))]
    if not uses:
        return False
    first, last = uses[0], uses[-1] + 1
    body[first:last] = [Op("own", (name,), body[first:last])]
    return True
