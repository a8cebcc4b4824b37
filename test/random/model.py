"""A reference for what CUDA makes of a program with stream capture.

Written from the documentation only, and independent of the analysis and of its
knowledge base. What is cited:

  PG   CUDA C++ Programming Guide, CUDA Graphs, Creating a Graph Using Stream
       Capture: "Cross-stream Dependencies and Events" (PG-cross), "Prohibited
       and Unhandled Operations" (PG-prohibited), "Invalidation" (PG-invalid)
  RT   CUDA Runtime API, the function or type that is named
  SS   CUDA Runtime API, "Stream synchronization behavior"

Where the documentation leaves open what happens, the answer is Undecided, with
a reason that is counted.
"""

from dataclasses import dataclass, field

from program import OPERANDS


@dataclass
class Violation:
    site: object  # The operation.
    codes: tuple  # The error numbers that the documentation allows.
    invalidates: object  # True, False, or None where it is not said.
    rule: str


@dataclass
class Undecided:
    reason: str


@dataclass(eq=False)
class Capture:
    begin: object
    origin: str
    mode: str
    thread: int
    nodes: list = field(default_factory=list)  # What each node depends on.
    streams: dict = field(default_factory=dict)  # Stream -> what its next node depends on.
    redundant: bool = False  # An edge follows from others.
    known: dict = field(default_factory=dict)  # Stream -> how far it knows others to be.
    users: set = field(default_factory=set)  # Threads that gave it work.

    def advance(self, stream):
        """The stream joined, waited, or was given work."""
        known = self.known.setdefault(stream, {})
        known[stream] = known.get(stream, 0) + 1

    def ancestors(self, nodes):
        seen = set()
        pending = list(nodes)
        while pending:
            node = pending.pop()
            if node not in seen:
                seen.add(node)
                pending += self.nodes[node]
        return seen


@dataclass
class Graph:
    begin: object
    nodes: int
    edges: object  # None where the documentation allows several numbers.


class Machine:
    """The state of a process, and what the next operation does to it."""

    def __init__(self, program):
        self.program = program
        self.kinds = dict(program.streams)
        self.kinds.update({"legacy": "legacy", "legacy-name": "legacy"})
        self.captures = []
        self.graphs = []
        self.events = {}  # Event -> "plain", or (capture, nodes).
        self.allocations = {}  # Allocation -> capture, or "pool".
        self.variables = dict(program.modes)
        self.modes = {0: "global"}
        self.threads = 0
        self.thread = 0
        self.escaped = []
        self.waited = []  # Streams whose work is perhaps meant to run at once.
        self.ended = set()  # Streams whose capture was ended.
        self.recorders = {}  # Event -> the thread that recorded it.
        self.crossed = False  # An event led from one thread to another.

    # --- What is asked of the state.

    def stream(self, name):
        # RT, cudaStreamPerThread: each thread has its own.
        return f"per-thread@{self.thread}" if name == "per-thread" else name

    def kind(self, stream):
        # SS: "The per-thread default stream is not a non-blocking stream and
        # will synchronize with the legacy default stream".
        return "blocking" if stream.startswith("per-thread") else self.kinds[stream]

    def capture_of(self, stream):
        return next((c for c in self.captures if stream in c.streams), None)

    def legacy_conflict(self):
        # PG-prohibited: "When any stream in the same context is being captured,
        # and it was not created with cudaStreamNonBlocking, any attempted use
        # of the legacy stream is invalid."
        return any(self.kind(s) != "nonblocking" for c in self.captures for s in c.streams)

    def prohibited(self):
        # RT, cudaThreadExchangeStreamCaptureMode: the three modes.
        mode = self.modes[self.thread]
        if mode == "relaxed":
            return False
        if any(c.thread == self.thread and c.mode != "relaxed" for c in self.captures):
            return True
        return mode == "global" and any(c.thread != self.thread and c.mode == "global" for c in self.captures)

    def aside(self):
        """Whether all captures that run are those of other threads."""
        return all(c.thread != self.thread for c in self.captures)

    # --- What an object owns: its constructor, and its destructor.

    def create(self, name):
        self.events.pop(name, None)
        self.recorders.pop(name, None)

    def destroy(self, name):
        # RT, cudaEventDestroy: "An event may be destroyed before it is complete".
        # What a capture makes of it is a node already. cudaStreamDestroy says
        # nothing of a stream that takes part in a capture.
        if self.capture_of(name):
            return Undecided("a stream that is destroyed while it is captured")
        self.events.pop(name, None)
        return None

    # --- One operation. Returns None, a Violation or an Undecided; in the
    # latter cases nothing has happened.

    def step(self, op, args):
        args = [self.stream(a) if k == "s" else a for a, k in zip(args, OPERANDS[op.kind])]
        if op.kind in ("kernel", "launch", "copy", "memset", "host", "child"):
            return self.work(op, args[0])
        return getattr(self, "do_" + op.kind.replace("-", "_"))(op, *args)

    def work(self, op, stream):
        if self.kind(stream) == "legacy":
            if self.legacy_conflict():
                # RT, cudaErrorStreamCaptureImplicit.
                return Violation(op, (906,), True, "legacy")
            if self.captures:
                self.escaped.append((op, stream, self.aside()))
            return None
        capture = self.capture_of(stream)
        if capture and op.kind == "child":
            # Observed: a graph cannot be launched into a capture.
            return Violation(op, (900,), None, "unsupported")
        if capture:
            # PG: "work launched into the stream is not enqueued for execution.
            # It is instead appended to an internal graph".
            self.add_node(op, capture, stream)
        elif self.captures:
            self.escaped.append((op, stream, self.aside()))
        return None

    def add_node(self, op, capture, stream):
        depends = capture.streams[stream]
        # Whether an edge that follows from others is made is not documented.
        if any(d in capture.ancestors(capture.nodes[o]) for d in depends for o in depends):
            capture.redundant = True
        capture.nodes.append(frozenset(depends))
        capture.users.add(self.thread)
        capture.streams[stream] = {len(capture.nodes) - 1}
        capture.advance(stream)

    @staticmethod
    def unsettled(capture):
        """The streams whose last step the origin does not know of."""
        origin = capture.known[capture.origin]
        return [s for s in capture.streams if origin.get(s, 0) < capture.known[s][s]]

    def do_begin(self, op, stream, mode):
        if self.kind(stream) == "legacy":
            # RT, cudaStreamBeginCapture: "Capture may not be initiated if
            # stream is cudaStreamLegacy."
            return Violation(op, (900, 906), None, "begin on the legacy stream")
        if self.capture_of(stream):
            self.crossed |= self.capture_of(stream).thread != self.thread
            # RT: "it may only be initiated if the stream is not already in
            # capture mode."
            return Violation(op, (401,), None, "begin in a capture")
        capture = Capture(op, stream, mode, self.thread)
        capture.streams[stream] = set()
        capture.advance(stream)
        self.captures.append(capture)
        return None

    def do_end(self, op, stream):
        if self.kind(stream) == "legacy":
            return Undecided("the end of a capture on the legacy stream")
        capture = self.capture_of(stream)
        if not capture:
            # RT, cudaErrorIllegalState.
            return Violation(op, (401,), None, "end without a capture")
        if capture.origin != stream:
            # RT, cudaErrorStreamCaptureUnmatched.
            return Violation(op, (903,), None, "end on a stream that joined")
        if capture.mode != "relaxed" and capture.thread != self.thread:
            # RT, cudaStreamEndCapture, cudaErrorStreamCaptureWrongThread.
            return Violation(op, (908,), None, "end in another thread")
        joined = capture.ancestors(capture.streams[stream])
        if len(joined) != len(capture.nodes):
            # RT, cudaErrorStreamCaptureUnjoined; PG-cross: "Failure to rejoin
            # to the origin stream will result in failure of the overall
            # capture operation."
            return Violation(op, (904,), None, "unjoined")
        if self.unsettled(capture):
            # PG-cross speaks of streams, RT of work: a stream that joined the
            # capture, and got nothing to do since, is not settled.
            return Undecided("a fork without work that is not joined")
        self.captures.remove(capture)
        self.ended.add(stream)
        self.graphs.append(self.graph(capture))
        return None

    @staticmethod
    def graph(capture):
        edges = None if capture.redundant else sum(len(n) for n in capture.nodes)
        return Graph(capture.begin, len(capture.nodes), edges)

    def use(self, event):
        """Notes that this thread relies on what others did."""
        state = self.events.get(event)
        users = {self.recorders.get(event, self.thread)} | (state[0].users if isinstance(state, tuple) else set())
        self.crossed |= bool(users - {self.thread})

    def do_record(self, op, event, stream):
        self.recorders[event] = self.thread
        if self.kind(stream) == "legacy":
            if self.legacy_conflict():
                return Violation(op, (906,), True, "legacy")
            self.events[event] = "plain"
            return None
        capture = self.capture_of(stream)
        # PG-cross: "When an event is recorded in a stream that is in capture
        # mode, it results in a captured event. A captured event represents a
        # set of nodes in a capture graph."
        if self.captures and not capture:
            self.waited.append(stream)
        self.events[event] = (
            (capture, frozenset(capture.streams[stream]), dict(capture.known[stream])) if capture else "plain"
        )
        return None

    def do_wait(self, op, stream, event):
        self.use(event)
        state = self.events.get(event)
        legacy = self.kind(stream) == "legacy"
        if legacy and self.legacy_conflict():
            return Violation(op, (906,), True, "legacy")
        capture = self.capture_of(stream)
        if state is None:
            return Undecided("a wait for an event that was never recorded") if self.captures else None
        if state == "plain":
            if capture:
                # PG-prohibited: "It is invalid to wait on a non-captured event
                # from a stream which is being captured without specifying the
                # cudaEventWaitExternal flag."
                return Violation(op, (905,), True, "isolation")
            return None
        of, nodes, known = state
        if of not in self.captures:
            return Undecided("a wait for an event of a capture that has ended")
        if legacy:
            return Undecided("the legacy stream waits for a captured event of non-blocking streams")
        if capture and capture is not of:
            # PG-prohibited: "It is invalid to merge two separate capture graphs
            # by waiting on a captured event from a stream which is being
            # captured and is associated with a different capture graph than
            # the event."
            return Violation(op, (902,), True, "merge")
        # PG-cross: "When a captured event is waited on by a stream, it places
        # the stream in capture mode if it is not already, and the next item in
        # the stream will have additional dependencies on the nodes in the
        # captured event."
        of.streams.setdefault(stream, set())
        of.streams[stream] = of.streams[stream] | nodes
        of.advance(stream)
        for other, progress in known.items():
            of.known[stream][other] = max(progress, of.known[stream].get(other, 0))
        return None

    def host_waits(self, op, stream):
        if self.kind(stream) == "legacy":
            if self.legacy_conflict():
                # PG-prohibited: "querying it or synchronizing it would query or
                # synchronize the streams being captured."
                return Violation(op, (900, 906), True, "legacy")
            if self.captures:
                return Undecided("the host waits for the legacy stream beside non-blocking captures")
            return None
        self.waited.append(stream)
        if self.capture_of(stream):
            # PG-prohibited: "It is invalid to synchronize or query the
            # execution status of a stream which is being captured".
            return Violation(op, (900,), True, "wait for a capturing stream")
        if self.prohibited():
            # A call that is not enqueued, and waits: potentially unsafe (RT,
            # cudaThreadExchangeStreamCaptureMode; observed for another stream).
            return Violation(op, (900,), True, "unsafe wait")
        return None

    do_stream_sync = do_stream_query = host_waits

    def host_waits_event(self, op, event):
        self.use(event)
        state = self.events.get(event)
        if state is None:
            return Undecided("the host waits for an event that was never recorded") if self.captures else None
        if state != "plain":
            # RT, cudaErrorCapturedEvent: "not permitted on an event which was
            # last recorded in a capturing stream." Which error comes first where
            # the capture has ended, and the call is unsafe too, is not said.
            runs = state[0] in self.captures
            codes = (907, 900) if not runs and self.prohibited() else (907,)
            return Violation(op, codes, True if runs else None, "captured event")
        if self.prohibited():
            return Violation(op, (900,), True, "unsafe wait")
        return None

    do_event_sync = do_event_query = host_waits_event

    def do_device_sync(self, op):
        # PG-prohibited: "It is also invalid to query the status of or
        # synchronize a broader handle which encompasses active stream capture,
        # such as a device or context handle".
        if all(c.thread != self.thread and c.mode != "global" for c in self.captures):
            # Whether a capture that leaves other threads alone is meant, too,
            # is said nowhere.
            return Undecided("the host waits for the device beside captures of other threads") if self.captures else None
        return Violation(op, (900,), True, "device")

    def do_unsafe(self, op, which):
        # RT, cudaStreamBeginCapture and cudaThreadExchangeStreamCaptureMode.
        return Violation(op, (900,), True, "unsafe") if self.prohibited() else None

    def do_sync_work(self, op, which):
        # PG-prohibited: "It is therefore also invalid to call synchronous APIs
        # in this case."
        if self.legacy_conflict():
            return Violation(op, (906,), True, "legacy")
        if self.captures:
            self.escaped.append((op, "legacy", self.aside()))
        return None

    def unsupported(self, op, stream):
        if self.kind(stream) == "legacy" and self.legacy_conflict():
            return Violation(op, (906, 900), True, "legacy")
        if self.capture_of(stream):
            # RT, cudaStreamAddCallback; PG-prohibited, cudaStreamAttachMemAsync;
            # peer copies: observed.
            return Violation(op, (900,), None, "unsupported")
        if self.captures and op.kind == "peer":
            self.escaped.append((op, stream, self.aside()))
        elif self.captures:
            return Undecided("an operation that cannot be captured, on a stream that is not captured")
        return None

    do_callback = do_attach = do_peer = unsupported

    def do_status(self, op, stream):
        if self.kind(stream) == "legacy" and self.legacy_conflict():
            # RT, cudaStreamIsCapturing: "If a blocking stream in the same
            # context is capturing, this will return
            # cudaErrorStreamCaptureImplicit", and "the blocking stream capture
            # is not invalidated by this call".
            return Violation(op, (906,), False, "legacy")
        return None

    def do_neutral(self, op, which):
        return None

    def do_malloc_async(self, op, allocation, stream):
        capture = self.capture_of(stream)
        verdict = self.work(op, stream)
        if verdict is None:
            # RT, cudaMallocAsync: "During stream capture, this function results
            # in the creation of an allocation node."
            self.allocations[allocation] = capture or "pool"
        return verdict

    def do_free_async(self, op, allocation, stream):
        of = self.allocations.get(allocation)
        capture = self.capture_of(stream)
        if of is None:
            return Undecided("a free of what is not allocated")
        if self.kind(stream) == "legacy" and self.legacy_conflict():
            return Violation(op, (906,), True, "legacy")
        if capture and of == "pool":
            # RT, cudaFreeAsync: "must therefore be passed the address of a
            # graph allocation."
            return Violation(op, (1,), None, "free of what is no graph allocation")
        if of != "pool" and of is not capture:
            return Undecided("a free of memory of another graph")
        verdict = self.work(op, stream)
        if verdict is None:
            self.allocations[allocation] = None
        return verdict

    def do_exchange(self, op, variable):
        thread = self.thread
        self.modes[thread], self.variables[variable] = self.variables[variable], self.modes[thread]
        return None
