"""Loops: over one operation, over streams, and with what one round leaves to
the next."""

from program import Op

from . import flow, pieces


def loop(g):
    return flow.wrap(g, "loop", 4, (g.random.randint(1, 4),))


def inside(g):
    """A place in the program where a stream captures: index, and that stream."""
    body = g.program.body
    begins = [i for i, op in enumerate(body) if op.kind == "begin" and op.args[0] in pieces.pool(g, "s")]
    if not begins:
        return None
    at = g.random.choice(begins)
    return min(len(body), at + g.random.randint(1, 4)), body[at].args[0]


def chosen(g, streams, events):
    """A place, its stream, and so many other streams, and events."""
    place = inside(g)
    if not place:
        return None
    others = [n for n in pieces.pool(g, "s") if n != place[1]]
    named = pieces.pool(g, "e")
    if len(others) < streams or len(named) < events:
        return None
    return place, others, named


def put(g, at, ops):
    """Puts operations into the program; perhaps one of them is forgotten."""
    if g.may_violate and not g.violation and g.chance(0.3):
        del ops[g.random.randrange(len(ops))]
    g.program.body[at:at] = ops
    return True


def kernel(g, stream):
    return Op(g.random.choice(["kernel", "kernel", "launch", "memset"]), (stream,))


def many(g, body, rounds=None):
    return Op("loop", (rounds or g.random.randint(2, 4),), body, form=pieces.form(g, "loop"))


def fan(g):
    """Forks several streams in a loop over them, and joins them in another one,
    or in the same."""
    found = chosen(g, 1, 2)
    if not found:
        return False
    (at, origin), others, events = found
    fork = g.random.choice(events)
    joins = [e for e in events if e != fork]
    count = g.random.randint(1, min(len(others), len(joins)))
    first = g.random.randint(0, len(others) - count)
    others = others[first : first + count]
    first = g.random.randint(0, len(joins) - count)
    joins = joins[first : first + count]
    form = pieces.form(g, "each")

    def each(names, rows, body):
        return Op("each", (names, tuple(rows)), body, form=form)

    ops = [Op("record", (fork, origin))]
    started = [Op("wait", ("sx", fork)), kernel(g, "sx")]
    joined = [Op("record", ("ex", "sx")), Op("wait", (origin, "ex"))]
    way = g.random.randrange(3)
    if way == 0:
        ops += [each(("sx", "ex"), zip(others, joins), started + joined)]
    elif way == 1:
        ops += [
            each(("sx",), [(s,) for s in others], started),
            each(("sx", "ex"), zip(others, joins), joined),
        ]
    else:
        ops += [
            each(("sx", "ex"), zip(others, joins), started + joined[:1]),
            each(("ex",), [(e,) for e in joins], joined[1:]),
        ]
    return put(g, at, ops)


def carried(g):
    """Each round waits for what the round before recorded."""
    found = chosen(g, 1, 1)
    if not found:
        return False
    (at, origin), others, events = found
    side, event = g.random.choice(others), g.random.choice(events)
    turn = [Op("wait", (side, event)), kernel(g, side), Op("record", (event, side))]
    return put(g, at, [Op("record", (event, origin)), many(g, turn), Op("wait", (origin, event))])


def back_and_forth(g):
    """Two streams take turns."""
    found = chosen(g, 1, 2)
    if not found:
        return False
    (at, origin), others, events = found
    side = g.random.choice(others)
    there, back = g.random.sample(events, 2)
    turn = [
        kernel(g, origin),
        Op("record", (there, origin)),
        Op("wait", (side, there)),
        kernel(g, side),
        Op("record", (back, side)),
        Op("wait", (origin, back)),
    ]
    if g.chance(0.5):
        # The origin catches up at the begin of the next round.
        turn = [Op("record", (back, side)), Op("wait", (origin, back)), *turn[:4]]
        fork = [Op("record", (there, origin)), Op("wait", (side, there))]
        return put(g, at, [*fork, many(g, turn), Op("record", (back, side)), Op("wait", (origin, back))])
    return put(g, at, [many(g, turn)])
