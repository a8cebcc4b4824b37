"""How the operations and statements of a program are written in CUDA."""

import declare
from program import FILE, MODES, OPERANDS, VIRTUAL, flat, ordered

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
HANDLES = {"legacy": "0", "legacy-name": "cudaStreamLegacy", "per-thread": "cudaStreamPerThread"}
# How a condition that is true, and one that is false, can be written.
CONDITIONS = {
    "literal": ("1", "0"),
    "constant": ("yes", "no"),
    "number": ("level > 2", "level > 3"),
    "parameter": ("on", "!on"),
}
# What operations of a function write and nobody reads.
LOCALS = (
    ("graph", "cudaGraph_t graph = nullptr;"),
    ("scratch", "float *scratch = nullptr;"),
    ("pitch", "size_t pitch = 0;"),
    ("device", "int device = 0;"),
    ("fresh", "cudaEvent_t fresh;"),
    ("other", "cudaStream_t other;"),
    ("status", "cudaStreamCaptureStatus status;"),
    ("params", "void *params[] = {&data};"),
)
# Heads and ends of loops.
LOOPS = {
    "for": (["for (int i = 0; i < {0}; ++i) {{"], ["}}"]),
    "while": (["for (int done = 0; done != {0};) {{"], ["++done;", "}}"]),
    "do": (["{{", "int round = 0;", "do {{"], ["}} while (++round < {0});", "}}"]),
    "down": (["{{", "int left = {0};", "while (left-- > 0) {{"], ["}}", "}}"]),
    "break": (["for (int round = 1;; ++round) {{"], ["if (round == {0})", "  break;", "}}"]),
    "list": (["for (int round : {{{1}}}) {{", "  (void)round;"], ["}}"]),
}
LAMBDAS = {
    "at once": (["[&] {"], ["}();"]),
    "named": (["{", "auto step = [&] {"], ["};", "step();", "}"]),
    "function": (["{", "std::function<void()> step = [&] {"], ["};", "step();", "}"]),
    "stored": (
        ["{", "std::vector<std::function<void()>> steps;", "steps.push_back([&] {"],
        ["});", "for (auto &step : steps)", "  step();", "}"],
    ),
}
THREADS = {
    "temporary": (["std::thread([&] {"], ["}).join();"]),
    "named": (["{", "std::thread worker([&] {"], ["});", "worker.join();", "}"]),
    "async": (["std::async(std::launch::async, [&] {"], ["}).get();"]),
    "vector": (
        ["{", "std::vector<std::thread> workers;", "workers.emplace_back([&] {"],
        ["});", "for (std::thread &worker : workers)", "  worker.join();", "}"],
    ),
}
# Statements on either side of the call of an object's function: class, operands,
# call of the function.
CALLS = {
    "virtual": (["{{", "{0} object;", "{0}_base &step = object;"], "step.run({1});"),
    "reassigned": (["{{", "{0}_rival rival;", "{0} object;", "{0}_base *step = &rival;", "step = &object;"], "step->run({1});"),
    "dispatched": (["{{", "{0} object;"], "{0}_dispatch(object{2});"),
    "owned": (["{{", "std::unique_ptr<{0}_base> step = std::make_unique<{0}>();"], "step->run({1});"),
    "member": (["{{", "{0} object{{{1}}};"], "object.run();"),
    "functor": (["{{", "{0} step;"], "step({1});"),
}


class Writer:
    """Writes programs into one file, or several."""

    def __init__(self, files):
        self.files = files  # The lines of each.
        self.file = 0
        self.program = None
        self.spelled = {}  # What a name is called here, if not by itself.
        self.owners = {}  # Line -> name of the program.
        self.quiet = 0  # Depth of functions that cannot return early, or throw.

    def put(self, text, depth=1):
        lines = self.files[self.file]
        lines.append("  " * depth + text)
        number = FILE * self.file + len(lines)
        self.owners[number] = self.program.name
        return number

    def spell(self, name):
        return HANDLES.get(name) or self.spelled.get(name, name)

    def expression(self, op):
        """The call of an operation; only `kernel` is none."""
        a = [x if k == "-" else self.spell(x) for x, k in zip(op.args, OPERANDS[op.kind])]
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

    def statement(self, call):
        style = self.program.style
        if style in ("try", "throw") and not self.quiet:
            return f"{style.upper()}({call});"
        return f"note({call}, __LINE__);" if style == "call" else f"NOTE({call});"

    # --- Statements. Each notes the line of its operation.

    def block(self, body, depth):
        for op in body:
            if op.kind == "kernel":
                stream = self.spell(op.args[0])
                op.line = self.put(f"kernel<<<1, 1, 0, {stream}>>>(data); " + self.statement("cudaGetLastError()"), depth)
            elif op.kind in OPERANDS:
                op.line = self.put(self.statement(self.expression(op)), depth)
                if op.kind == "end":
                    self.put("size(graph);", depth)
            else:
                getattr(self, "put_" + op.kind)(op, depth)

    def put_all(self, lines, depth):
        """Lines; those in braces of their own are indented."""
        opens, closes = lines[:1] == ["{"], lines[-1:] == ["}"] and len(lines) > 1
        last = len(lines) - 1
        return [self.put(l, depth + (opens and i > 0 or closes and i < last)) for i, l in enumerate(lines)]

    def put_if(self, op, depth):
        runs = op.args[0]
        op.line = self.put(f"if ({CONDITIONS[op.form][0 if runs else 1]}) {{", depth)
        self.block(op.body, depth + 1)
        if op.other:
            self.put("} else {", depth)
            self.block(op.other, depth + 1)
        self.put("}", depth)

    def put_loop(self, op, depth):
        rounds = op.args[0]
        values = rounds, ", ".join(str(i) for i in range(rounds))
        first, last = LOOPS[op.form]
        op.line = self.put_all([line.format(*values) for line in first], depth)[-1]
        self.block(op.body, depth + 1)
        self.put_all([line.format(*values) for line in last], depth)

    def put_each(self, op, depth):
        formals, rows = op.args
        before = dict(self.spelled)
        columns = list(zip(*rows))
        starts = [declare.run_of(self.program, names) for names in columns]
        if self.file or self.spelled is not self.main or None in starts:
            form = "list"
        else:
            form = op.form
        if form == "range" and len(formals) == 1 and starts[0] == 0 and declare.whole(self.program, columns[0]):
            type_ = declare.PARAMETERS[formals[0][0]].strip()
            op.line = self.put(f"for ({type_} {formals[0]} : {declare.container(formals[0][0])}) {{", depth)
        elif form != "list":
            op.line = self.put(f"for (int at = 0; at < {len(rows)}; ++at) {{", depth)
            for formal, start in zip(formals, starts):
                index = f"at + {start}" if start else "at"
                self.spelled[formal] = declare.element(self.program, formal[0], index)
        else:
            # A table, the columns of which are the names.
            self.put("{", depth)
            fields = " ".join(f"{declare.PARAMETERS[f[0]]}{f};" for f in formals)
            table = ", ".join("{" + ", ".join(self.spell(a) for a in row) + "}" for row in rows)
            self.put(f"struct {{ {fields} }} rows[] = {{{table}}};", depth)
            op.line = self.put("for (auto &row : rows) {", depth)
            self.spelled.update({f: f"row.{f}" for f in formals})
        self.block(op.body, depth + 1)
        self.put("}", depth)
        if form == "list":
            self.put("}", depth)
        self.spelled.clear()
        self.spelled.update(before)

    def put_lambda(self, op, depth):
        self.callable(op, depth, *LAMBDAS[op.form], self.program.style == "throw")

    def put_thread(self, op, depth):
        self.callable(op, depth, *THREADS[op.form], False)

    def callable(self, op, depth, first, last, throws):
        op.line = self.put_all(first, depth)[-1]
        self.quiet += not throws
        self.block(op.body, depth + 1)
        self.quiet -= not throws
        ends = self.put_all(last, depth)
        # Where it is called, if it has a name.
        if any("step();" in line for line in last):
            op.line = ends[-2]

    def put_call(self, op, depth):
        name, *operands = op.args
        function = self.program.functions[name]
        full = f"{name}_{self.program.name}"
        operands = [self.spell(x) for x in operands] + (["true"] if function.branch else [])
        values = full, ", ".join(operands), "".join(f", {o}" for o in operands)
        if function.form == "static":
            op.line = self.put(f"{full}({values[1]});", depth)
            return
        first, call = CALLS[function.form]
        self.put_all([line.format(*values) for line in first], depth)
        op.line = self.put(call.format(*values), depth + 1)
        self.put("}", depth)

    def put_scope(self, op, depth):
        name, *operands = op.args
        guard = self.program.functions[name]
        operands = [self.spell(x) for x in operands] + (["true"] if guard.branch else [])
        self.put("{", depth)
        op.line = self.put(f"{name}_{self.program.name} guard{{{', '.join(operands)}}};", depth + 1)
        self.block(op.body, depth + 1)
        self.put("}", depth)

    def put_own(self, op, depth):
        name = op.args[0]
        self.put("{", depth)
        op.line = self.put(declare.owner(self.program, name), depth + 1)
        self.block(op.body, depth + 1)
        self.put("}", depth)

    def put_try(self, op, depth):
        op.line = self.put("try {", depth)
        self.block(op.body, depth + 1)
        self.put("} catch (const std::exception &) {", depth)
        self.block(op.other, depth + 1)
        self.put("}", depth)

    def put_throw(self, op, depth):
        op.line = self.put('throw std::runtime_error("stop");', depth)

    # --- Functions.

    def inside(self, body, depth=1):
        """What a function holds, with the variables that it needs."""
        text = " ".join(self.expression(o) for o in flat(body) if o.kind in OPERANDS and o.kind != "kernel")
        forms = {o.form for o in flat(body) if o.kind == "if"}
        if "constant" in forms:
            self.put("const bool yes = true, no = false;", depth)
        if "number" in forms:
            self.put("int level = 3;", depth)
        for name, declaration in LOCALS:
            if f"&{name}" in text or (name == "params" and "params" in text):
                self.put(declaration, depth)
        self.block(body, depth)

    def parameters(self, function):
        return [declare.PARAMETERS[p[0]] + p for p in function.params] + (["bool on"] if function.branch else [])

    def function(self, function, header):
        """A function, or the class that it is part of. With a header, its
        declaration goes there, and its definition into its file."""
        name = f"{function.name}_{self.program.name}"
        params = ", ".join(self.parameters(function))
        names = [p.split()[-1].lstrip("*&") for p in self.parameters(function)]
        shared = header is not None
        self.file = header if shared else 0
        outside = []  # What is defined outside of the class.
        if function.form == "static":
            if shared:
                self.put(f"void {name}({params});", 0)
                outside.append((f"void {name}({params})", function.body, False))
            else:
                self.put(f"static void {name}({params}) {{", 0)
                self.inside(function.body)
                self.put("}", 0)
        else:
            self.class_(function, name, params, names, shared, outside)
        self.file = function.file
        for head, body, quiet in outside:
            self.put(f"{head} {{", 0)
            self.quiet += quiet
            self.inside(body)
            self.quiet -= quiet
            self.put("}", 0)

    def class_(self, function, name, params, names, shared, outside):
        form = function.form
        guard = form == "guard"
        base = f" : {name}_base" if form in VIRTUAL else ""
        if base:
            self.put(f"struct {name}_base {{", 0)
            self.put(f"virtual ~{name}_base() = default;")
            self.put(f"virtual void run({params}) = 0;")
            self.put("};", 0)
        if form == "reassigned" or (base and function.rival):
            self.put(f"struct {name}_rival{base} {{", 0)
            self.put(f"void run({params}) override {{")
            self.inside(function.rival, 2)
            self.put("}")
            self.put("};", 0)
        self.put(f"struct {name}{base} {{", 0)
        if form in ("guard", "member"):
            for field in self.parameters(function):
                self.put(f"{field};")
        if guard:
            copies = ", ".join(f"{n}({n})" for n in names)
            members = f" : {copies}" if copies else ""
            heads = [
                (f"{name}({params})", f"{name}::{name}({params}){members}", function.body, members, False),
                (f"~{name}()", f"{name}::~{name}()", function.leave, "", True),
            ]
        else:
            run = "operator()" if form == "functor" else "run"
            given = "" if form == "member" else params
            override = " override" if base else ""
            heads = [(f"void {run}({given})", f"void {name}::{run}({given})", function.body, override, False)]
        for inner, outer, body, suffix, quiet in heads:
            if shared:
                self.put(f"{inner}{suffix if not guard else ''};")
                outside.append((outer, body, quiet))
                continue
            self.put(f"{inner}{suffix} {{")
            self.quiet += quiet
            self.inside(body, 2)
            self.quiet -= quiet
            self.put("}")
        self.put("};", 0)
        if form == "dispatched":
            more = f", {params}" if params else ""
            word = "inline" if shared else "static"
            self.put(f"{word} void {name}_dispatch({name}_base &step{more}) {{", 0)
            self.put(f"step.run({', '.join(names)});")
            self.put("}", 0)

    def write(self, program, header=None):
        """Writes a program; with a header, functions may be in other files."""
        self.program = program
        self.spelled = {}
        self.main = None
        functions = ordered(program)
        called = {}
        for function in functions:
            for op in flat(function.body + function.leave):
                if op.kind in ("call", "scope"):
                    called.setdefault(op.args[0], set()).add(function.file)
        for function in functions:
            shared = function.file or called.get(function.name, {0}) != {0}
            self.function(function, header if shared else None)
        self.file = 0
        self.put(f"static void {program.name}() {{", 0)
        for line in declare.variables(program, self.statement):
            self.put(line)
        self.main = self.spelled = declare.spelled(program)
        self.inside(program.body)
        self.put("}", 0)
