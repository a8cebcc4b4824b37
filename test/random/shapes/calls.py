"""Operations move into functions: helpers, functors, members, overrides."""

from program import VIRTUAL, Op

from . import pieces


def outline(g):
    """Moves operations into a function that is called in their place."""
    chosen = pieces.some(g, 10)
    if not chosen:
        return False
    block, first, last = chosen
    body = block[first:last]
    if pieces.parameter_decides(body):
        return False
    made = pieces.make_function(g, body, form=pieces.form(g, "call"))
    if not made:
        return False
    function, names = made
    if function.form in VIRTUAL and g.chance(0.7):
        # Another class has the same function, and nobody calls that one.
        function.rival = pieces.never(g, function.body)
    block[first:last] = [Op("call", (function.name, *names))]
    return True


def again(g):
    """Calls a function once more, with other operands."""
    functions = [f for f in g.program.functions.values() if f.form != "guard"]
    if not functions:
        return False
    function = g.random.choice(functions)
    actual = []
    for formal in function.params:
        free = [n for n in pieces.pool(g, formal[0]) if n not in actual]
        if not free:
            return False
        actual.append(g.random.choice(free))
    body = g.program.body
    body.insert(g.random.randint(0, len(body)), Op("call", (function.name, *actual)))
    return True
