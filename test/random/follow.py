"""Follows a program, and asks the model what becomes of each operation.

How a statement is written does not matter here: a call is a call, whether it is
one of a function of another file or of an override.
"""

from dataclasses import dataclass, field

from model import Machine, Undecided, Violation
from program import OPERANDS

# How far a program is followed.
LIMIT = 2000


@dataclass
class Outcome:
    violation: object = None
    undecided: object = None
    graphs: list = field(default_factory=list)
    escaped: list = field(default_factory=list)
    waited: list = field(default_factory=list)
    thrown: bool = False  # Something was thrown by then.
    left: list = field(default_factory=list)  # Begins of captures that run on.
    unfinished: list = field(default_factory=list)  # What is recorded of their graphs.
    order: dict = field(default_factory=dict)  # Line, or line of a call and line -> steps.
    unended: list = field(default_factory=list)  # Begins of what ran at the violation, and is not ended behind it.
    callers: dict = field(default_factory=dict)  # Line -> lines of calls that led there.
    ended: set = field(default_factory=set)  # Streams whose captures had been ended by then.
    crossed: bool = False  # An event led from one thread to another by then.
    at: int = 0  # The step of the violation, or of what is undecided.


class Tooling(Exception):
    """The program itself is wrong, as one that lost a function."""


class Thrown(Exception):
    """What the program throws."""


def run(program, one_round=False):
    """What becomes of a program. With `one_round`, loops run once."""
    return Follower(program, one_round).run()


class Follower:
    """Behind the first violation it goes on as if the call had not been made, to
    know which lines run at all."""

    def __init__(self, program, one_round):
        self.program = program
        self.one_round = one_round
        self.machine = Machine(program)
        self.outcome = Outcome()
        self.steps = 0
        self.running = []
        self.thrown = False

    def run(self):
        machine, outcome = self.machine, self.outcome
        try:
            self.execute(self.program.body, {}, ())
        except Thrown:
            raise Tooling
        if not outcome.violation and not outcome.undecided:
            self.snapshot()
            outcome.left = [c.begin for c in machine.captures]
            outcome.unfinished = [machine.graph(c) for c in machine.captures]
            self.running = machine.captures
        outcome.unended = [c.begin for c in self.running if c in machine.captures]
        outcome.waited = machine.waited
        return outcome

    def snapshot(self):
        machine, outcome = self.machine, self.outcome
        outcome.graphs = list(machine.graphs)
        outcome.escaped = list(machine.escaped)
        outcome.ended, outcome.crossed = set(machine.ended), machine.crossed
        outcome.thrown = self.thrown

    def judge(self, op, verdict):
        """Notes the first verdict that is none of "legal"."""
        outcome = self.outcome
        if verdict is None or outcome.violation or outcome.undecided:
            return
        if isinstance(verdict, Undecided):
            outcome.undecided = verdict
        else:
            outcome.violation = verdict
        outcome.at = self.steps
        self.snapshot()
        self.running = list(self.machine.captures)

    def execute(self, body, names, calls):
        for op in body:
            self.steps += 1
            if self.steps > LIMIT or len(calls) > 30:
                raise Tooling
            for key in (op.line, *((c, op.line) for c in calls)):
                self.outcome.order.setdefault(key, []).append(self.steps)
            self.outcome.callers.setdefault(op.line, set()).update(calls)
            if op.kind in OPERANDS:
                self.operation(op, names)
            else:
                getattr(self, "do_" + op.kind)(op, names, calls)

    def operation(self, op, names):
        machine = self.machine
        args = [names.get(a, a) for a in op.args]
        first = not self.outcome.violation and not self.outcome.undecided
        verdict = machine.step(op, args)
        self.judge(op, verdict)
        if first and isinstance(verdict, Violation) and verdict.rule == "unjoined":
            machine.captures.remove(machine.capture_of(machine.stream(args[0])))

    def do_if(self, op, names, calls):
        self.execute(op.body if op.args[0] else op.other, names, calls)

    def do_loop(self, op, names, calls):
        for _ in range(1 if self.one_round else op.args[0]):
            self.execute(op.body, names, calls)

    def do_each(self, op, names, calls):
        formals, rows = op.args
        for row in rows[:1] if self.one_round else rows:
            self.execute(op.body, {**names, **dict(zip(formals, [names.get(a, a) for a in row]))}, calls)

    def do_lambda(self, op, names, calls):
        # A lambda that has a name is called where it is called.
        self.execute(op.body, names, calls + (op.line,))

    def do_thread(self, op, names, calls):
        machine = self.machine
        outer = machine.thread
        machine.threads += 1
        machine.thread = machine.threads
        machine.modes[machine.thread] = "global"
        try:
            self.execute(op.body, names, calls + (op.line,))
        except Thrown:
            # The end of the program.
            raise Tooling
        machine.thread = outer

    def function(self, op, names):
        function = self.program.functions[op.args[0]]
        return function, dict(zip(function.params, [names.get(a, a) for a in op.args[1:]]))

    def do_call(self, op, names, calls):
        function, names = self.function(op, names)
        self.execute(function.body, names, calls + (op.line,))

    def do_scope(self, op, names, calls):
        guard, inside = self.function(op, names)
        calls_ = calls + (op.line,)
        # What a constructor throws leaves nothing to destroy.
        self.execute(guard.body, inside, calls_)
        try:
            self.execute(op.body, names, calls)
        except Thrown:
            self.leave(guard, inside, calls_)
            raise
        self.leave(guard, inside, calls_)

    def leave(self, guard, names, calls):
        try:
            self.execute(guard.leave, names, calls)
        except Thrown:
            # The end of the program: destructors are noexcept.
            raise Tooling

    def do_own(self, op, names, calls):
        name = op.args[0]
        self.machine.create(name)
        try:
            self.execute(op.body, names, calls)
        finally:
            self.judge(op, self.machine.destroy(name))

    def do_throw(self, op, names, calls):
        self.thrown = True
        raise Thrown

    def do_try(self, op, names, calls):
        try:
            self.execute(op.body, names, calls)
        except Thrown:
            self.execute(op.other, names, calls)
