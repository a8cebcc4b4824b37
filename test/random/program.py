"""Abstract programs with stream capture: what generate.py makes, model.py
judges, and write.py writes in CUDA.

A program is a list of operations on named streams, events, allocations and
modes. Statements hold further operations: branches, loops, lambdas, threads,
objects with constructors and destructors, calls, and exceptions. Each operation
has a line of its own in the source, by which a finding is brought back to it.
"""

from dataclasses import dataclass, field

MODES = {
    "global": "cudaStreamCaptureModeGlobal",
    "thread": "cudaStreamCaptureModeThreadLocal",
    "relaxed": "cudaStreamCaptureModeRelaxed",
}

# What the operands of an operation name: s stream, e event, p allocation,
# m variable with a capture mode, x executable graph, "-" a plain value.
OPERANDS = {
    "begin": "s-",  # stream, mode
    "end": "s",
    "kernel": "s",
    "launch": "s",  # cudaLaunchKernel
    "copy": "s-",  # direction
    "memset": "s",
    "host": "s",
    "child": "sx",
    "malloc-async": "ps",
    "free-async": "ps",
    "record": "es",
    "wait": "se",
    "stream-sync": "s",
    "stream-query": "s",
    "event-sync": "e",
    "event-query": "e",
    "device-sync": "",
    "unsafe": "-",  # which call
    "sync-work": "-",  # which call
    "callback": "s",
    "attach": "s",
    "peer": "s",
    "prefetch": "s",
    "status": "s",
    "neutral": "-",  # which call
    "exchange": "m",
}

# What is written for the plain value of an operation: write.py.
UNSAFE = ("malloc", "free", "malloc-host", "host-alloc", "free-host", "managed", "pitch", "register")
SYNC_WORK = ("memcpy", "memset", "memcpy2d")
NEUTRAL = ("last-error", "get-device", "event-create", "stream-create", "attribute")
COPIES = ("h2d", "d2h", "d2d", "default")

# Streams that need no declaration.
DEFAULTS = ("legacy", "legacy-name", "per-thread")

# How the same thing can be written, by the kind of statement. What a program
# does never depends on it: the model does not look at forms.
FORMS = {
    "if": ("literal", "constant", "number", "parameter"),
    "loop": ("for", "while", "do", "down", "break", "list"),
    "each": ("index", "range", "list"),
    "lambda": ("at once", "named", "function", "stored"),
    "thread": ("temporary", "named", "async", "vector"),
    # Of functions; a guard is called by "scope" only.
    "call": ("static", "virtual", "reassigned", "dispatched", "owned", "member", "functor"),
}
# Functions that are a class with a virtual function.
VIRTUAL = ("virtual", "reassigned", "dispatched", "owned")
# Where a program keeps its streams and its events.
PLACES = ("locals", "raw", "array", "vector", "map", "fields", "owners", "owner vector", "unique")


@dataclass(eq=False)
class Op:
    """An operation, or a statement that holds others. These hold others:

    if      whether it runs; other: the else
    loop    the number of rounds
    each    names, and what they stand for in each round
    lambda
    thread  that is joined at once
    call    name of the function, then the operands
    scope   name of a guard, then the operands: its constructor, the operations
            of the scope, its destructor
    own     a stream or event that an object of this scope owns
    try     other: the handler, for exceptions of `throw`
    """

    kind: str
    args: tuple = ()
    body: list = field(default_factory=list)
    other: list = field(default_factory=list)
    form: str = ""
    line: int = 0  # In which file, too: FILE.


# A line of the second file is FILE + its number, and so on.
FILE = 1_000_000


@dataclass
class Function:
    name: str
    params: list  # names; the first letter is the kind
    body: list
    branch: bool = False  # Has a parameter `on`, which every call sets.
    form: str = "static"
    leave: list = field(default_factory=list)  # What the destructor of a guard does.
    rival: list = field(default_factory=list)  # An override that is never called.
    file: int = 0

    def bodies(self):
        return [self.body, self.leave]


@dataclass
class Program:
    name: str
    streams: dict  # name -> "blocking", "plain", "nonblocking"
    events: list
    allocations: list
    modes: dict  # name of the variable -> initial mode
    body: list
    functions: dict = field(default_factory=dict)
    style: str = "note"  # How results are looked at.
    places: dict = field(default_factory=dict)  # "s", "e" -> where these are kept.

    def blocks(self):
        """All lists of operations, with what may be removed from them."""
        pending = [self.body] + [b for f in self.functions.values() for b in f.bodies()]
        while pending:
            block = pending.pop()
            yield block
            for op in block:
                if op.body or op.other:
                    pending += [op.body, op.other]

    def written(self):
        """All lists of operations that are written, also those that never run."""
        return [self.body] + [b for f in self.functions.values() for b in (f.body, f.leave, f.rival)]

    def owned(self):
        """What objects of inner scopes own."""
        return {op.args[0] for b in self.blocks() for op in b if op.kind == "own"}

    def files(self):
        return 1 + max((f.file for f in self.functions.values()), default=0)


def operands(op):
    """The names that a statement itself uses, but not those below it."""
    if op.kind in OPERANDS:
        return [a for a, k in zip(op.args, OPERANDS[op.kind]) if k != "-"]
    if op.kind in ("call", "scope"):
        return list(op.args[1:])
    if op.kind == "each":
        return [a for row in op.args[1] for a in row]
    return []


def bound(op):
    """The names that a statement declares for what is below it."""
    return op.args[0] if op.kind == "each" else op.args[:1] if op.kind == "own" else ()


def free_names(body):
    """What operations use and do not declare, in the order of its use."""
    found = []
    for op in body:
        inner = [n for n in free_names(op.body + op.other) if n not in bound(op)]
        found += [n for n in operands(op) + inner if n not in DEFAULTS]
    return list(dict.fromkeys(found))


def rename(body, to):
    """Gives operands other names."""
    for op in body:
        if op.kind in OPERANDS:
            op.args = tuple(a if k == "-" else to.get(a, a) for a, k in zip(op.args, OPERANDS[op.kind]))
        elif op.kind in ("call", "scope"):
            op.args = (op.args[0], *(to.get(a, a) for a in op.args[1:]))
        elif op.kind == "each":
            op.args = (op.args[0], tuple(tuple(to.get(a, a) for a in row) for row in op.args[1]))
        rename(op.body, to)
        rename(op.other, to)


def flat(body):
    """All operations below, but not those of called functions."""
    for op in body:
        yield op
        yield from flat(op.body)
        yield from flat(op.other)


def ordered(program):
    """Functions, what is called before what calls."""
    done = []

    def visit(body):
        for op in flat(body):
            if op.kind in ("call", "scope"):
                function = program.functions[op.args[0]]
                if function not in done:
                    visit(function.body + function.leave)
                    done.append(function)

    visit(program.body)
    return done
