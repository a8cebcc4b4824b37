"""Abstract programs with stream capture, and how they are written in CUDA.

A program is a list of operations on named streams, events, allocations and
modes, with helper functions, lambdas, threads, branches on constants and loops
with a constant number of rounds. Each operation has a line of its own in the
source, by which a finding is brought back to it.
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

UNSAFE = {
    "malloc": "cudaMalloc(&scratch, 64)",
    "free": "cudaFree(spare)",
    "malloc-host": "cudaMallocHost(&scratch, 64)",
    "host-alloc": "cudaHostAlloc(&scratch, 64, cudaHostAllocDefault)",
    "free-host": "cudaFreeHost(pinned)",
    "managed": "cudaMallocManaged(&scratch, 64)",
    "pitch": "cudaMallocPitch(&scratch, &pitch, 64, 2)",
    "register": "cudaHostRegister(plain, sizeof(plain), cudaHostRegisterDefault)",
}
SYNC_WORK = {
    "memcpy": "cudaMemcpy(data, host, 64, cudaMemcpyHostToDevice)",
    "memset": "cudaMemset(data, 0, 64)",
    "memcpy2d": "cudaMemcpy2D(data, 16, host, 16, 16, 2, cudaMemcpyHostToDevice)",
}
NEUTRAL = {
    "last-error": "cudaPeekAtLastError()",
    "get-device": "cudaGetDevice(&device)",
    "event-create": "cudaEventCreateWithFlags(&fresh, cudaEventDisableTiming)",
    "stream-create": "cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking)",
    "attribute": "cudaDeviceGetAttribute(&device, cudaDevAttrMaxThreadsPerBlock, 0)",
}
COPIES = {
    "h2d": "data, host, 64, cudaMemcpyHostToDevice",
    "d2h": "host, data, 64, cudaMemcpyDeviceToHost",
    "d2d": "data, more, 64, cudaMemcpyDeviceToDevice",
    "default": "data, more, 64, cudaMemcpyDefault",
}


@dataclass(eq=False)
class Op:
    """An operation, or a statement that holds others.

    Kinds that hold others: "if" (args: whether it runs, how that is written;
    other: the else), "loop" (args: rounds), "thread", "lambda", and "call"
    (args: name of the function, then the operands).
    """

    kind: str
    args: tuple = ()
    body: list = field(default_factory=list)
    other: list = field(default_factory=list)
    line: int = 0


@dataclass
class Function:
    name: str
    params: list  # names; the first letter is the kind
    body: list
    branch: bool = False  # Has a parameter `on`, which every call sets.


@dataclass
class Program:
    name: str
    streams: dict  # name -> "blocking", "nonblocking"
    events: list
    allocations: list
    modes: dict  # name of the variable -> initial mode
    body: list
    functions: dict = field(default_factory=dict)
    style: str = "note"  # How results are looked at.

    def blocks(self):
        """All lists of operations, with what may be removed from them."""
        pending = [self.body] + [f.body for f in self.functions.values()]
        while pending:
            block = pending.pop()
            yield block
            for op in block:
                if op.body or op.other:
                    pending += [op.body, op.other]


PARAMETERS = {
    "s": "cudaStream_t ",
    "e": "cudaEvent_t ",
    "p": "float *&",
    "m": "cudaStreamCaptureMode &",
    "x": "cudaGraphExec_t ",
}
HANDLES = {"legacy": "0", "legacy-name": "cudaStreamLegacy", "per-thread": "cudaStreamPerThread"}

PROLOGUE = """\
// Written by test/random/compare. It also runs: with the number of a program
// as the argument it prints errors, and the sizes of the graphs.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
%s
static void note(cudaError_t result, int line) {
  if (result != cudaSuccess)
    std::printf("error %%s line %%d\\n", cudaGetErrorName(result), line);
}
#define NOTE(call)                                                             \\
  do {                                                                         \\
    cudaError_t result = (call);                                               \\
    if (result != cudaSuccess)                                                 \\
      std::printf("error %%s line %%d\\n", cudaGetErrorName(result), __LINE__);  \\
  } while (0)
#define TRY(call)                                                              \\
  do {                                                                         \\
    cudaError_t result = (call);                                               \\
    if (result != cudaSuccess) {                                               \\
      note(result, __LINE__);                                                  \\
      return;                                                                  \\
    }                                                                          \\
  } while (0)
static void size(cudaGraph_t graph) {
  size_t nodes = 0;
  if (graph)
    cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("graph %%zu\\n", nodes);
}
__global__ void kernel(float *values) { values[0] += 1; }
static void onHost(void *) {}
static void onCallback(cudaStream_t, cudaError_t, void *) {}
static float *data, *more, *spare, *host, *pinned;
static float plain[16];
static void setUp() {
  cudaMalloc(&data, 1024);
  cudaMalloc(&more, 1024);
  cudaMalloc(&spare, 1024);
  cudaMallocHost(&host, 1024);
  cudaMallocHost(&pinned, 1024);
}
"""

EPILOGUE = """
static void (*const programs[])() = {%s};
int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  setUp();
  programs[atoi(argv[1])]();
}
"""


class Writer:
    def __init__(self):
        self.lines = []
        self.program = None

    def put(self, text, depth=1):
        self.lines.append("  " * depth + text)
        return len(self.lines)

    def expression(self, op):
        """The call of an operation; only `kernel` is none."""
        a = [HANDLES.get(x, x) for x in op.args]
        return {
            "begin": lambda: f"cudaStreamBeginCapture({a[0]}, {MODES[a[1]]})",
            "end": lambda: f"cudaStreamEndCapture({a[0]}, &graph)",
            "launch": lambda: f"cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), params, 0, {a[0]})",
            "copy": lambda: f"cudaMemcpyAsync({COPIES[a[1]]}, {a[0]})",
            "memset": lambda: f"cudaMemsetAsync(data, 0, 64, {a[0]})",
            "host": lambda: f"cudaLaunchHostFunc({a[0]}, onHost, nullptr)",
            "child": lambda: f"cudaGraphLaunch({a[1]}, {a[0]})",
            "malloc-async": lambda: f"cudaMallocAsync(&{a[0]}, 64, {a[1]})",
            "free-async": lambda: f"cudaFreeAsync({a[0]}, {a[1]})",
            "record": lambda: f"cudaEventRecord({a[0]}, {a[1]})",
            "wait": lambda: f"cudaStreamWaitEvent({a[0]}, {a[1]}, 0)",
            "stream-sync": lambda: f"cudaStreamSynchronize({a[0]})",
            "stream-query": lambda: f"cudaStreamQuery({a[0]})",
            "event-sync": lambda: f"cudaEventSynchronize({a[0]})",
            "event-query": lambda: f"cudaEventQuery({a[0]})",
            "device-sync": lambda: "cudaDeviceSynchronize()",
            "unsafe": lambda: UNSAFE[a[0]],
            "sync-work": lambda: SYNC_WORK[a[0]],
            "callback": lambda: f"cudaStreamAddCallback({a[0]}, onCallback, nullptr, 0)",
            "attach": lambda: f"cudaStreamAttachMemAsync({a[0]}, data, 0, cudaMemAttachSingle)",
            "peer": lambda: f"cudaMemcpyPeerAsync(data, 0, more, 0, 64, {a[0]})",
            "status": lambda: f"cudaStreamIsCapturing({a[0]}, &status)",
            "neutral": lambda: NEUTRAL[a[0]],
            "exchange": lambda: f"cudaThreadExchangeStreamCaptureMode(&{a[0]})",
        }[op.kind]()

    def statement(self, call, lambda_=False):
        style = self.program.style
        if style == "try" and not lambda_:
            return f"TRY({call});"
        return f"note({call}, __LINE__);" if style == "call" else f"NOTE({call});"

    def locals(self, body):
        """Variables that operations of this block write and nobody reads."""
        text = " ".join(self.expression(o) for o in flat(body) if o.kind in OPERANDS and o.kind != "kernel")
        for name, declaration in (
            ("graph", "cudaGraph_t graph = nullptr;"),
            ("scratch", "float *scratch = nullptr;"),
            ("pitch", "size_t pitch = 0;"),
            ("device", "int device = 0;"),
            ("fresh", "cudaEvent_t fresh;"),
            ("other", "cudaStream_t other;"),
            ("status", "cudaStreamCaptureStatus status;"),
            ("params", "void *params[] = {&data};"),
        ):
            if f"&{name}" in text or (name == "params" and "params" in text):
                self.put(declaration)

    def block(self, body, depth, in_lambda=False):
        for op in body:
            if op.kind == "if":
                runs, form = op.args
                op.line = self.put(f"if ({CONDITIONS[form][0 if runs else 1]}) {{", depth)
                self.block(op.body, depth + 1, in_lambda)
                if op.other:
                    self.put("} else {", depth)
                    self.block(op.other, depth + 1, in_lambda)
                self.put("}", depth)
            elif op.kind == "loop":
                op.line = self.put(f"for (int i = 0; i < {op.args[0]}; ++i) {{", depth)
                self.block(op.body, depth + 1, in_lambda)
                self.put("}", depth)
            elif op.kind == "thread":
                op.line = self.put("std::thread([&] {", depth)
                self.block(op.body, depth + 1, True)
                self.put("}).join();", depth)
            elif op.kind == "lambda":
                op.line = self.put("[&] {", depth)
                self.block(op.body, depth + 1, True)
                self.put("}();", depth)
            elif op.kind == "call":
                name, *operands = op.args
                operands = [str(HANDLES.get(x, x)) for x in operands]
                if self.program.functions[name].branch:
                    operands.append("true")
                op.line = self.put(f"{name}_{self.program.name}({', '.join(operands)});", depth)
            elif op.kind == "kernel":
                stream = HANDLES.get(op.args[0], op.args[0])
                op.line = self.put(
                    f"kernel<<<1, 1, 0, {stream}>>>(data); " + self.statement("cudaGetLastError()", in_lambda), depth
                )
            else:
                op.line = self.put(self.statement(self.expression(op), in_lambda), depth)
                if op.kind == "end":
                    self.put("size(graph);", depth)

    def function(self, function):
        params = [PARAMETERS[p[0]] + p for p in function.params]
        if function.branch:
            params.append("bool on")
        self.put(f"static void {function.name}_{self.program.name}({', '.join(params)}) {{", 0)
        self.constants(function.body)
        self.locals(function.body)
        self.block(function.body, 1)
        self.put("}", 0)

    def constants(self, body):
        if any(o.kind == "if" and o.args[1] == "constant" for o in flat(body)):
            self.put("const bool yes = true, no = false;")
        if any(o.kind == "if" and o.args[1] == "number" for o in flat(body)):
            self.put("int level = 3;")

    def write(self, program):
        self.program = program
        for function in ordered(program):
            self.function(function)
        self.put(f"static void {program.name}() {{", 0)
        for stream, kind in program.streams.items():
            self.put(f"cudaStream_t {stream};")
            flag = "cudaStreamNonBlocking" if kind == "nonblocking" else "cudaStreamDefault"
            create = f"cudaStreamCreateWithFlags(&{stream}, {flag})"
            self.put(self.statement(f"cudaStreamCreate(&{stream})" if kind == "plain" else create))
        for event in program.events:
            self.put(f"cudaEvent_t {event};")
            self.put(self.statement(f"cudaEventCreate(&{event})"))
        for allocation in program.allocations:
            self.put(f"float *{allocation} = nullptr;")
        for mode, value in program.modes.items():
            self.put(f"cudaStreamCaptureMode {mode} = {MODES[value]};")
        if any(o.kind in ("child", "call") and "x0" in o.args for o in flat(program.body)):
            self.put("cudaGraph_t inner;")
            self.put("cudaGraphExec_t x0;")
            self.put("cudaGraphNode_t node;")
            self.put(self.statement("cudaGraphCreate(&inner, 0)"))
            self.put(self.statement("cudaGraphAddEmptyNode(&node, inner, nullptr, 0)"))
            self.put(self.statement("cudaGraphInstantiate(&x0, inner, 0)"))
        self.constants(program.body)
        self.locals(program.body)
        self.block(program.body, 1)
        self.put("}", 0)


# How a condition that is true, and one that is false, can be written.
CONDITIONS = {
    "literal": ("1", "0"),
    "constant": ("yes", "no"),
    "number": ("level > 2", "level > 3"),
    "parameter": ("on", "!on"),
}


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
            if op.kind == "call":
                function = program.functions[op.args[0]]
                if function not in done:
                    visit(function.body)
                    done.append(function)

    visit(program.body)
    return done


def source(programs):
    """The text of a source with these programs; their operations get lines."""
    text = [o.kind for p in programs for b in [p.body] + [f.body for f in p.functions.values()] for o in flat(b)]
    writer = Writer()
    writer.lines = (PROLOGUE % ("#include <thread>" if "thread" in text else "")).splitlines()
    for program in programs:
        writer.write(program)
    names = ", ".join(p.name for p in programs)
    return "\n".join(writer.lines) + EPILOGUE % names
