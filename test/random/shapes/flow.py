"""Branches, lambdas, threads and exceptions."""

from program import Op

from . import pieces


def branch(g):
    """A condition that holds, or an else of one that does not."""
    chosen = pieces.some(g)
    if not chosen:
        return False
    block, first, last = chosen
    other = pieces.never(g, block) if g.chance(0.4) else []
    form = pieces.condition(g, block)
    body = block[first:last]
    if other and g.chance(0.5):
        block[first:last] = [Op("if", (False,), other, body, form=form)]
    else:
        block[first:last] = [Op("if", (True,), body, other, form=form)]
    return True


def dead(g):
    """Operations under a condition that does not hold."""
    chosen = pieces.some(g)
    if not chosen:
        return False
    block, first, _ = chosen
    body = pieces.never(g, block)
    if not body:
        return False
    block.insert(first, Op("if", (False,), body, form=pieces.condition(g, block)))
    return True


def in_lambda(g):
    return wrap(g, "lambda", 8)


def in_thread(g):
    return g.chance(0.5) and wrap(g, "thread", 4)


def wrap(g, kind, most, args=()):
    """Puts a statement around operations."""
    chosen = pieces.some(g, most)
    if not chosen:
        return False
    block, first, last = chosen
    block[first:last] = [Op(kind, args, block[first:last], form=pieces.form(g, kind))]
    return True


def never_thrown(g):
    """A try whose handler never runs, or a throw that is never reached."""
    chosen = pieces.some(g, 8)
    if not chosen:
        return False
    block, first, last = chosen
    body = block[first:last]
    if g.chance(0.4):
        unreached = Op("if", (False,), [Op("throw")], form=pieces.condition(g, block))
        body.insert(g.random.randint(0, len(body)), unreached)
    block[first:last] = [Op("try", (), body, pieces.never(g, block))]
    return True


def caught(g):
    """The end of some operations moves into a handler, and the rest throws: here,
    or in a function that is called."""
    chosen = pieces.some(g, 6)
    if not chosen:
        return False
    block, first, last = chosen
    cut = g.random.randint(first, last)
    body = [*block[first:cut], Op("throw")]
    handler = block[cut:last]
    if g.chance(0.3):
        # Behind the throw, which never runs.
        body += pieces.never(g, block)
    if g.chance(0.4) and not pieces.parameter_decides(body):
        made = pieces.make_function(g, body, form=pieces.form(g, "call"))
        if not made:
            return False
        body = [Op("call", (made[0].name, *made[1]))]
    block[first:last] = [Op("try", (), body, handler)]
    return True
