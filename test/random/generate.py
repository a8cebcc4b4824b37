"""Random programs with stream capture: legal ones, and ones with a violation.

First a list of operations is made, one after the other, each of which is legal
for what was done before; at most one is not. Then parts of it are moved into
helpers, lambdas, threads, branches and loops, and code that never runs is put
beside it. What a step of that makes of the program is asked of the model, so
that there is one violation at most.
"""

import copy
import random

import model
from program import COPIES, NEUTRAL, OPERANDS, SYNC_WORK, UNSAFE, Function, Op, Program

# How often an operation is tried while nothing is known of the state.
WEIGHTS = {
    "begin": 3,
    "end": 2,
    "kernel": 10,
    "launch": 3,
    "copy": 4,
    "memset": 3,
    "host": 2,
    "child": 2,
    "malloc-async": 2,
    "free-async": 2,
    "record": 10,
    "wait": 10,
    "stream-sync": 1.5,
    "stream-query": 1,
    "event-sync": 1.5,
    "event-query": 1,
    "device-sync": 1,
    "unsafe": 2,
    "sync-work": 1.5,
    "callback": 0.5,
    "attach": 0.3,
    "peer": 0.5,
    "status": 1,
    "neutral": 1.5,
    "exchange": 1.5,
}
KINDS = list(WEIGHTS)


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, probability):
        return self.random.random() < probability

    def make(self, name):
        r = self.random
        streams = {f"s{i}": r.choice(["blocking", "plain", "nonblocking", "nonblocking"]) for i in range(r.randint(1, 4))}
        program = Program(
            name,
            streams,
            [f"e{i}" for i in range(r.randint(1, 4))],
            [f"p{i}" for i in range(r.choice([0, 0, 1, 2]))],
            {f"m{i}": r.choice(["relaxed", "relaxed", "thread", "global"]) for i in range(r.choice([0, 0, 1]))},
            [],
            style=r.choice(["note", "note", "call", "try"]),
        )
        self.program = program
        self.machine = model.Machine(program)
        self.violation = None
        self.undecided = False
        self.may_violate = self.chance(0.6)
        self.length = r.randint(4, 28)
        self.straight(program)
        before = model.run(program)
        for _ in range(r.choice([0, 1, 2, 3, 5])):
            self.change(before)
        return self.program

    # --- Operations.

    def pick(self, kinds=None):
        r = self.random
        if kinds is None:
            kind = r.choices(KINDS, [WEIGHTS[k] for k in KINDS])[0]
        else:
            kind = r.choice(kinds)
        args = [self.operand(kind, letter, i) for i, letter in enumerate(OPERANDS[kind])]
        return None if None in args else Op(kind, tuple(args))

    def operand(self, kind, letter, index):
        r = self.random
        p = self.program
        if letter == "s":
            if self.chance(0.06):
                return r.choice(["legacy", "legacy-name", "per-thread"])
            return r.choice(list(p.streams))
        if letter == "e":
            return r.choice(p.events)
        if letter == "p":
            return r.choice(p.allocations) if p.allocations else None
        if letter == "m":
            return r.choice(list(p.modes)) if p.modes else None
        if letter == "x":
            return "x0"
        return r.choice(
            {
                "begin": ["global", "global", "thread", "relaxed"],
                "copy": list(COPIES),
                "unsafe": list(UNSAFE),
                "sync-work": list(SYNC_WORK),
                "neutral": list(NEUTRAL),
            }[kind]
        )

    def attempt(self, op, eager=False):
        """Appends the operation if it fits; says whether it did."""
        verdict = self.machine.step(op, list(op.args))
        if verdict is not None:
            if isinstance(verdict, model.Undecided):
                if self.undecided or self.violation or not self.chance(0.01):
                    return False
                self.undecided = True
            else:
                # Something should have been captured, mostly.
                if self.violation or not self.may_violate or not (eager or self.chance(0.15)):
                    return False
                self.violation = verdict
                if "unjoined" == verdict.rule:
                    self.machine.captures.remove(self.machine.capture_of(self.machine.stream(op.args[0])))
        self.program.body.append(op)
        return True

    def straight(self, program):
        r = self.random
        machine = self.machine
        # Something before the capture: what is recorded here is not captured.
        for _ in range(r.choice([0, 0, 1, 3])):
            op = self.pick(["kernel", "record", "wait", "stream-sync", "unsafe", "sync-work", "copy"])
            if op:
                self.attempt(op)
        tries = 0
        while len(program.body) < self.length and tries < 400:
            tries += 1
            if self.may_violate and not self.violation and machine.captures and self.chance(0.08):
                # Whatever kind of call it is.
                op = self.pick([r.choice(KINDS)])
                if op and op.kind not in ("begin", "end", "child"):
                    self.attempt(op, eager=True)
                continue
            if not machine.captures and self.chance(0.5):
                op = self.pick(["begin"])
            elif machine.captures and self.chance(0.5):
                op = self.inside()
            else:
                op = self.pick()
            if op is None:
                continue
            # An end that fits ends most programs; keep some open for long.
            if op.kind == "end" and machine.captures and self.chance(0.7):
                continue
            if op.kind == "begin" and machine.captures and self.chance(0.5):
                continue
            # Work beside a capture escapes it; that is not the rule.
            stream = next((machine.stream(a) for a, k in zip(op.args, OPERANDS[op.kind]) if k == "s"), None)
            works = op.kind in ("kernel", "launch", "copy", "memset", "host", "child", "malloc-async")
            if (works and machine.captures and not machine.capture_of(stream) and not self.chance(0.07)) or (
                op.kind == "sync-work" and machine.captures and not machine.legacy_conflict() and not self.chance(0.1)
            ):
                continue
            self.attempt(op)
        if not self.chance(0.03):
            self.close()

    def inside(self):
        """An operation on a capture that runs."""
        r = self.random
        capture = r.choice(self.machine.captures)
        stream = r.choice(list(capture.streams)).split("@")[0]
        captured = [e for e, s in self.machine.events.items() if s != "plain" and s[0] is capture]
        return r.choice(
            [
                Op("kernel", (stream,)),
                Op("record", (r.choice(self.program.events), stream)),
                Op("wait", (r.choice(list(self.program.streams)), r.choice(captured))) if captured else None,
                Op("wait", (stream, r.choice(captured))) if captured else None,
                Op(r.choice(["launch", "memset", "host"]), (stream,)),
            ]
        )

    def close(self):
        """Joins what was forked, and ends all captures."""
        r = self.random
        machine = self.machine
        while machine.captures:
            capture = r.choice(machine.captures)
            if capture.thread != 0:
                return
            end = Op("end", (capture.origin.split("@")[0],))
            if self.may_violate and not self.violation and self.chance(0.4) and self.attempt(end):
                continue
            for stream in machine.unsettled(capture):
                event = r.choice(self.program.events)
                if not self.attempt(Op("record", (event, stream.split("@")[0]))):
                    return
                if not self.attempt(Op("wait", (capture.origin.split("@")[0], event))):
                    return
            if capture in machine.captures and not self.attempt(end):
                return

    # --- Shapes.

    def change(self, before):
        """Changes the shape of the program, if that leaves one violation."""
        r = self.random
        old = copy.deepcopy(self.program)
        shape = r.choice(
            [self.outline, self.outline, self.again, self.branch, self.dead, self.loop, self.in_lambda, self.in_thread]
        )
        if not shape():
            self.program = old
            return
        try:
            after = model.run(self.program)
        except model.Tooling:
            self.program = old
            return
        same = (after.violation and after.violation.rule) == (before.violation and before.violation.rule)
        if after.undecided and not before.undecided and not self.chance(0.05):
            self.program = old
        elif not same and not (after.violation and self.chance(0.3)):
            self.program = old

    def slice(self, most=6):
        """Some operations that follow each other: the block, first and last."""
        blocks = [b for b in self.program.blocks() if b]
        if not blocks:
            return None
        block = self.random.choice(blocks)
        first = self.random.randrange(len(block))
        last = min(len(block), first + self.random.randint(1, most))
        return block, first, last

    def outline(self):
        chosen = self.slice(10)
        if not chosen:
            return False
        block, first, last = chosen
        body = block[first:last]
        names = []
        self.collect(body, names)
        if any(self.uses_branch(o) for o in body):
            return False
        name = f"h{len(self.program.functions)}"
        # The first letter of a name is its kind, within helpers too.
        formal = {n: f"{n[0]}{'abcdefghijklmnop'[i]}" for i, n in enumerate(names)}
        self.rename(body, formal)
        self.program.functions[name] = Function(name, [formal[n] for n in names], body)
        block[first:last] = [Op("call", (name, *names))]
        return True

    def uses_branch(self, op):
        return any(o.kind == "if" and o.args[1] == "parameter" for o in [op, *self.below(op)])

    def below(self, op):
        for o in op.body + op.other:
            yield o
            yield from self.below(o)

    def collect(self, body, names):
        for op in body:
            letters = OPERANDS.get(op.kind)
            args = op.args[1:] if op.kind == "call" else op.args
            for i, a in enumerate(args if letters is not None or op.kind == "call" else ()):
                if letters is not None and letters[i] == "-":
                    continue
                if a not in names and a not in ("legacy", "legacy-name", "per-thread"):
                    names.append(a)
            self.collect(op.body, names)
            self.collect(op.other, names)

    def rename(self, body, formal):
        for op in body:
            letters = OPERANDS.get(op.kind)
            if op.kind == "call":
                op.args = (op.args[0], *(formal.get(a, a) for a in op.args[1:]))
            elif letters is not None:
                op.args = tuple(a if k == "-" else formal.get(a, a) for a, k in zip(op.args, letters))
            self.rename(op.body, formal)
            self.rename(op.other, formal)

    def again(self):
        """Calls a helper once more, with other operands."""
        if not self.program.functions:
            return False
        function = self.random.choice(list(self.program.functions.values()))
        pools = {
            "s": list(self.program.streams),
            "e": list(self.program.events),
            "p": list(self.program.allocations),
            "m": list(self.program.modes),
            "x": ["x0"],
        }
        actual = []
        for formal in function.params:
            pool = [n for n in pools[formal[0]] if n not in actual]
            if not pool:
                return False
            actual.append(self.random.choice(pool))
        body = self.program.body
        body.insert(self.random.randint(0, len(body)), Op("call", (function.name, *actual)))
        return True

    def condition(self, block):
        forms = ["literal", "constant", "number"]
        function = next((f for f in self.program.functions.values() if f.body is block), None)
        if function:
            function.branch = True
            forms.append("parameter")
        return self.random.choice(forms)

    def branch(self):
        chosen = self.slice()
        if not chosen:
            return False
        block, first, last = chosen
        other = self.never(block) if self.chance(0.4) else []
        form = self.condition(block)
        body = block[first:last]
        if other and self.chance(0.5):
            block[first:last] = [Op("if", (False, form), other, body)]
        else:
            block[first:last] = [Op("if", (True, form), body, other)]
        return True

    def never(self, block):
        """Operations that never run: anything goes."""
        names = []
        self.collect(block, names)
        found = []
        for _ in range(self.random.randint(1, 3)):
            op = self.pick()
            if op is None:
                continue
            if block is not self.program.body:
                # Only what the block has already can be named there.
                op.args = tuple(
                    a if k == "-" else self.random.choice([n for n in names if n[0] == k] or [None])
                    for a, k in zip(op.args, OPERANDS[op.kind])
                )
                if None in op.args:
                    continue
            found.append(op)
        return found

    def dead(self):
        chosen = self.slice()
        if not chosen:
            return False
        block, first, _ = chosen
        body = self.never(block)
        if not body:
            return False
        block.insert(first, Op("if", (False, self.condition(block)), body))
        return True

    def loop(self):
        return self.wrap(lambda body: Op("loop", (self.random.randint(1, 4),), body), 4)

    def in_lambda(self):
        return self.wrap(lambda body: Op("lambda", (), body), 8)

    def in_thread(self):
        return self.chance(0.5) and self.wrap(lambda body: Op("thread", (), body), 4)

    def wrap(self, make, most):
        chosen = self.slice(most)
        if not chosen:
            return False
        block, first, last = chosen
        block[first:last] = [make(block[first:last])]
        return True


def program(seed, index):
    return Generator(f"{seed}/{index}").make(f"p{index}")
