"""Where a program keeps its streams and events, and how it names them there."""

from program import MODES, flat

PARAMETERS = {
    "s": "cudaStream_t ",
    "e": "cudaEvent_t ",
    "p": "float *&",
    "m": "cudaStreamCaptureMode &",
    "x": "cudaGraphExec_t ",
}
# Classes whose objects own a stream, or an event.
OWNERS = {
    "s": """\
struct Stream {
  cudaStream_t handle;
  explicit Stream(unsigned flags) { cudaStreamCreateWithFlags(&handle, flags); }
  Stream(Stream &&other) : handle(other.handle) { other.handle = nullptr; }
  ~Stream() {
    if (handle)
      cudaStreamDestroy(handle);
  }
  operator cudaStream_t() const { return handle; }
};
""",
    "e": """\
struct Event {
  cudaEvent_t handle;
  Event() { cudaEventCreate(&handle); }
  Event(Event &&other) : handle(other.handle) { other.handle = nullptr; }
  ~Event() {
    if (handle)
      cudaEventDestroy(handle);
  }
  operator cudaEvent_t() const { return handle; }
};
""",
}
HANDLE = {"s": "cudaStream_t", "e": "cudaEvent_t"}
OWNER = {"s": "Stream", "e": "Event"}

# Place -> its declaration (of handles of type {0}, {1} of them), and an element.
CONTAINERS = {
    "raw": ("{0} {2}[{1}];", "{2}[{3}]"),
    "array": ("std::array<{0}, {1}> {2};", "{2}[{3}]"),
    "vector": ("std::vector<{0}> {2}({1});", "{2}[{3}]"),
    "map": ("std::map<int, {0}> {2};", "{2}[{3}]"),
    "owner vector": ("std::vector<{4}> {2};", "{2}[{3}].handle"),
    "unique": ("std::vector<std::unique_ptr<{4}>> {2};", "{2}[{3}]->handle"),
}
# Those through whose handles a range-for goes.
RANGES = ("raw", "array", "vector")


def container(letter):
    return {"s": "streams", "e": "events"}[letter]


def declared(program, letter):
    """The streams, or the events, that are declared at the begin."""
    owned = program.owned()
    return [n for n in (program.streams if letter == "s" else program.events) if n not in owned]


def place(program, letter):
    return program.places.get(letter, "locals")


def element(program, letter, index):
    form = CONTAINERS[place(program, letter)][1]
    return form.format(HANDLE[letter], None, container(letter), index, OWNER[letter])


def run_of(program, names):
    """The index of the first, if they follow each other in a container."""
    letter = names[0][0]
    if place(program, letter) not in CONTAINERS:
        return None
    all_ = declared(program, letter)
    if any(n not in all_ for n in names):
        return None
    first = all_.index(names[0])
    return first if tuple(all_[first : first + len(names)]) == tuple(names) else None


def whole(program, names):
    """Whether these are all that a container has, and a range-for can say so."""
    letter = names[0][0]
    return place(program, letter) in RANGES and list(names) == declared(program, letter)


def spelled(program):
    """What the names of the program are in its function."""
    result = {}
    for letter in "se":
        where = place(program, letter)
        for i, name in enumerate(declared(program, letter)):
            if where in CONTAINERS:
                result[name] = element(program, letter, i)
            elif where == "fields":
                result[name] = f"all_{container(letter)}.{name}"
    return result


def flags(program, stream):
    return "cudaStreamNonBlocking" if program.streams[stream] == "nonblocking" else "cudaStreamDefault"


def owner(program, name):
    """The declaration of an object that owns a stream or an event."""
    return f"Stream {name}({flags(program, name)});" if name[0] == "s" else f"Event {name};"


def create(program, name, target):
    if name[0] == "e":
        return f"cudaEventCreate(&{target})"
    if program.streams[name] == "plain":
        return f"cudaStreamCreate(&{target})"
    return f"cudaStreamCreateWithFlags(&{target}, {flags(program, name)})"


def handles(program, letter, statement):
    """Declares all streams, or all events."""
    names = declared(program, letter)
    where = place(program, letter)
    targets = spelled(program)
    type_ = HANDLE[letter]
    if not names:
        return
    if where == "owners":
        yield from (owner(program, n) for n in names)
        return
    if where == "locals":
        for name in names:
            yield f"{type_} {name};"
            yield statement(create(program, name, name))
        return
    if where == "fields":
        yield f"struct {{ {type_} {', '.join(names)}; }} all_{container(letter)};"
    else:
        yield CONTAINERS[where][0].format(type_, len(names), container(letter), None, OWNER[letter])
    if where == "owner vector":
        for name in names:
            yield f"{container(letter)}.emplace_back({flags(program, name) if letter == 's' else ''});"
    elif where == "unique":
        for name in names:
            argument = flags(program, name) if letter == "s" else ""
            yield f"{container(letter)}.push_back(std::make_unique<{OWNER[letter]}>({argument}));"
    elif where in RANGES and len({create(program, n, "") for n in names}) == 1:
        yield f"for ({type_} &handle : {container(letter)})"
        yield "  " + statement(create(program, names[0], "handle"))
    else:
        for name in names:
            yield statement(create(program, name, targets[name]))


def variables(program, statement):
    """What the function of a program declares, as lines."""
    yield from handles(program, "s", statement)
    yield from handles(program, "e", statement)
    for allocation in program.allocations:
        yield f"float *{allocation} = nullptr;"
    for mode, value in program.modes.items():
        yield f"cudaStreamCaptureMode {mode} = {MODES[value]};"
    if any("x0" in o.args for o in flat(program.body)):
        yield "cudaGraph_t inner;"
        yield "cudaGraphExec_t x0;"
        yield "cudaGraphNode_t node;"
        yield statement("cudaGraphCreate(&inner, 0)")
        yield statement("cudaGraphAddEmptyNode(&node, inner, nullptr, 0)")
        yield statement("cudaGraphInstantiate(&x0, inner, 0)")
