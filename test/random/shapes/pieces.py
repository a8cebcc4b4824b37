"""What shapes take from a program, and put in its place."""

from program import FORMS, OPERANDS, Function, flat, free_names, rename

LETTERS = "abcdefghijklmnop"


def some(g, most=6):
    """Some operations that follow each other: the block, first and last."""
    blocks = [b for b in g.program.blocks() if b]
    if not blocks:
        return None
    block = g.random.choice(blocks)
    first = g.random.randrange(len(block))
    last = min(len(block), first + g.random.randint(1, most))
    return block, first, last


def form(g, kind):
    """How a statement is written: mostly as usual."""
    forms = FORMS[kind]
    return forms[0] if g.chance(0.3) else g.random.choice(forms)


def parameter_decides(body):
    """Whether a parameter of this function decides which of these run."""
    return any(o.kind == "if" and o.form == "parameter" for o in flat(body))


def function_of(g, block):
    return next((f for f in g.program.functions.values() if f.body is block or f.leave is block), None)


def condition(g, block):
    """How a condition in this block may be written."""
    forms = list(FORMS["if"][:3])
    function = function_of(g, block)
    if function:
        function.branch = True
        forms.append("parameter")
    return g.random.choice(forms)


def never(g, block):
    """Operations that never run: anything goes."""
    names = free_names(block)
    found = []
    for _ in range(g.random.randint(1, 3)):
        op = g.pick()
        if op is None:
            continue
        if block is not g.program.body:
            # Only what the block has already can be named there.
            op.args = tuple(
                a if k == "-" else g.random.choice([n for n in names if n[0] == k] or [None])
                for a, k in zip(op.args, OPERANDS[op.kind])
            )
            if None in op.args:
                continue
        found.append(op)
    return found


def make_function(g, body, leave=(), form="static"):
    """A function of these operations, with its operands."""
    leave = list(leave)
    names = free_names(body + leave)
    if len(names) > len(LETTERS):
        return None
    name = f"h{len(g.program.functions)}"
    # The first letter of a name is its kind, within functions too.
    formal = {n: f"{n[0]}{LETTERS[i]}" for i, n in enumerate(names)}
    rename(body + leave, formal)
    function = Function(name, [formal[n] for n in names], body, form=form, leave=leave)
    g.program.functions[name] = function
    return function, names


def pool(g, letter):
    """What a new operation of the program may name."""
    p = g.program
    every = {"s": p.streams, "e": p.events, "p": p.allocations, "m": p.modes, "x": ["x0"]}[letter]
    owned = p.owned()
    return [n for n in every if n not in owned]
