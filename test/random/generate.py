"""Random programs with stream capture: legal ones, and ones with a violation.

First a list of operations is made, one after the other, each of which is legal
for what was done before; at most one is not. Then the program gets other shapes:
parts of it are moved into functions, classes, lambdas, threads, branches, loops,
handlers and other files (shapes), and code that never runs is put beside it.
What a step of that makes of the program is asked of the model, so that there is
one violation at most.
"""

import copy
import random

import follow
import model
from program import COPIES, NEUTRAL, OPERANDS, PLACES, SYNC_WORK, UNSAFE, Op, Program
from shapes import SHAPES, pieces

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
            style=r.choice(["note", "note", "call", "try", "throw"]),
        )
        self.program = program
        self.machine = model.Machine(program)
        self.violation = None
        self.undecided = False
        self.may_violate = self.chance(0.6)
        self.length = r.randint(4, 28)
        self.straight(program)
        before = follow.run(program)
        for _ in range(r.choice([0, 1, 2, 3, 5, 7])):
            self.change(before)
        self.keep()
        self.split()
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
        if letter == "s":
            if self.chance(0.06):
                return r.choice(["legacy", "legacy-name", "per-thread"])
        if letter != "-":
            return r.choice(pieces.pool(self, letter) or [None])
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
        old = copy.deepcopy(self.program)
        if not self.random.choice(SHAPES)(self):
            self.program = old
            return
        try:
            after = follow.run(self.program)
        except follow.Tooling:
            self.program = old
            return
        if after.undecided and not before.undecided and not self.chance(0.05):
            self.program = old
        elif rule(after) != rule(before) and not (after.violation and self.chance(0.3)):
            self.program = old

    def keep(self):
        """Chooses where streams and events are kept."""
        for letter in "se":
            if self.chance(0.5):
                self.program.places[letter] = self.random.choice(PLACES)
        if self.chance(0.3):
            # All of one kind can be created in a loop.
            kind = next(iter(self.program.streams.values()))
            uniform = copy.deepcopy(self.program)
            uniform.streams = dict.fromkeys(uniform.streams, kind)
            if rule(follow.run(uniform)) == rule(follow.run(self.program)):
                self.program = uniform

    def split(self):
        """Moves functions into other files."""
        if not self.program.functions or not self.chance(0.35):
            return
        for function in self.program.functions.values():
            function.file = self.random.choice([0, 1, 1, 2])
        if not any(f.file == 1 for f in self.program.functions.values()):
            for function in self.program.functions.values():
                function.file = min(1, function.file)


def rule(outcome):
    """The rule that a program breaks."""
    return outcome.violation and outcome.violation.rule


def program(seed, index):
    return Generator(f"{seed}/{index}").make(f"p{index}")
