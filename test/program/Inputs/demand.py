"""usage: demand.py CUDA-CAPTURE STUBS FOLDER

Writes a program of many small cases into FOLDER, each of which hides from a
scan of words what a capture has to do with, and sources that nothing has to do
with. Checks it with and without --all: what is found must be the same, and what
is skipped must be the latter."""
import json
import os
import subprocess
import sys

TOOL, STUBS, FOLDER = sys.argv[1:]
CUDA = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-isystem", STUBS]
BEGIN = "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);"
END = "cudaGraph_t g = nullptr; cudaStreamEndCapture(s, &g);"
GROW = "void *p = nullptr; cudaMalloc(&p, 64);"
entries, skipped, cases = [], set(), []


def write(name, text):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.utime(path, (1e9, 1e9))
    return path


def source(name, text, flags=(), headers="#include <cuda_runtime.h>\n"):
    path = write(name, headers + text)
    language = ["clang", "-isystem", STUBS, "-Wno-everything"] if name.endswith(".c") else ["clang++", "-std=c++17", *CUDA]
    entries.append({"directory": FOLDER, "file": path, "arguments": [*language, *flags, "-c", path]})
    if name.startswith("skip"):
        skipped.add(name)
    elif "_part" not in name:
        cases.append(name)


regions = []


def region(name, body, before=""):
    """A capture with something in it, in a source that has many."""
    regions.append(f"{before}\nvoid {name}_region(cudaStream_t s) {{ {BEGIN} {body} {END} }}\n")
    cases.append(f"{name}_region")


def part(name, text, flags=(), kind="cu"):
    """The other half of a case."""
    source(f"{name}_part.{kind}", text, flags)


# Begins that are not spelt in the source.
write("header.h", f"inline void header_region(cudaStream_t s) {{ {BEGIN} {GROW} {END} }}\n")
source("header.cu", '#include "header.h"\n')
write("macro.h", "#define START(s) cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)\n")
source("macro.cu", f'#include "macro.h"\nvoid macro_region(cudaStream_t s) {{ START(s); {GROW} {END} }}\n')
write("system/wrap.h", "#define WRAPPED_START(s) cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)\n"
      "#define WRAPPED_END(s, g) cudaStreamEndCapture(s, g)\n")
source("system.cu", f"#include <wrap.h>\nvoid system_region(cudaStream_t s) {{ cudaGraph_t g; WRAPPED_START(s); {GROW} WRAPPED_END(s, &g); }}\n",
       ["-isystem", os.path.join(FOLDER, "system")])
source("pasted.cu", "#define CALL(what) cudaStream##what\n"
       f"void pasted_region(cudaStream_t s) {{ cudaGraph_t g; CALL(BeginCapture)(s, cudaStreamCaptureModeGlobal); {GROW} CALL(EndCapture)(s, &g); }}\n")
source("flag.cu", f"void flag_region(cudaStream_t s) {{ cudaGraph_t g; START_IT(s, cudaStreamCaptureModeGlobal); {GROW} END_IT(s, &g); }}\n",
       ["-DSTART_IT=cudaStreamBeginCapture", "-DEND_IT=cudaStreamEndCapture"])
source("spliced.cu", f"void spliced_region(cudaStream_t s) {{ cudaGraph_t g; cudaStream\\\nBeginCapture(s, cudaStreamCaptureModeGlobal); {GROW}"
       " cudaStream\\\nEndCapture(s, &g); }\n")
write("computed.h", f"inline void computed_region(cudaStream_t s) {{ {BEGIN} {GROW} {END} }}\n")
source("computed.cu", '#define WHICH "computed.h"\n#include WHICH\n')
forced = write("forced.h", f"#include <cuda_runtime.h>\ninline void forced_region(cudaStream_t s) {{ {BEGIN} {GROW} {END} }}\n")
source("forced.cu", "\n", ["-include", forced])
source("annotated.cu", f'__attribute__((annotate("cuda_capture::capturable"))) void annotated() {{ {GROW} }}\n')
write("tidy/.clang-tidy", "CheckOptions:\n  CudaCaptureCapturableFunctions: 'named::*_step'\n")
source("tidy/tidy.cu", f"namespace named {{ void one_step() {{ {GROW} }} }}\n")
source("row.cu", "void own_begin(cudaStream_t, cudaStreamCaptureMode); void own_end(cudaStream_t, cudaGraph_t *);\n"
       f"void row_region(cudaStream_t s) {{ cudaGraph_t g; own_begin(s, cudaStreamCaptureModeGlobal); {GROW} own_end(s, &g); }}\n")

# Begins and ends in functions of others.
source("caller.cu", "void start_it(cudaStream_t); void end_it(cudaStream_t);\n"
       f"void caller_region(cudaStream_t s) {{ start_it(s); {GROW} end_it(s); }}\n")
part("caller", f"void start_it(cudaStream_t s) {{ {BEGIN} }}\nvoid end_it(cudaStream_t s) {{ {END} }}\n")
source("far.cu", f"void far_start(cudaStream_t); void end_it(cudaStream_t);\nvoid far_region(cudaStream_t s) {{ far_start(s); {GROW} end_it(s); }}\n")
part("far", "void start_it(cudaStream_t);\nvoid far_start(cudaStream_t s) { start_it(s); }\n")
write("scoped.h", "struct Scoped { cudaStream_t s; explicit Scoped(cudaStream_t); ~Scoped(); };\n")
source("scoped.cu", f'#include "scoped.h"\nvoid scoped_region(cudaStream_t s) {{ Scoped one(s); {GROW} }}\n')
part("scoped", f'#include "scoped.h"\nScoped::Scoped(cudaStream_t s) : s(s) {{ {BEGIN} }}\nScoped::~Scoped() {{ {END} }}\n')
write("made.h", '#pragma once\n#include "scoped.h"\ninline Scoped made(cudaStream_t s) { return Scoped(s); }\n')
source("made.cu", f'#include "made.h"\nvoid made_region(cudaStream_t s) {{ auto one = made(s); {GROW} }}\n')

# Callees that are not called by their names, or are defined in odd ways.
region("plain", "plain_grow();", "void plain_grow();")
part("plain", f"void plain_grow() {{ {GROW} }}\n")
region("chain", "chain_one();", "void chain_one();")
part("chain", "void chain_two(); void chain_one() { chain_two(); }\n")
part("chain_end", f"void chain_two() {{ {GROW} }}\n")
region("used", "grow_deep();", "namespace deep { void grow_deep(); } using deep::grow_deep;")
part("used", f"namespace deep {{ void grow_deep() {{ {GROW} }} }}\n")
region("shift", "b << 1;", "struct Shifted {}; void operator<<(Shifted &, int); static Shifted b;")
part("shift", f"struct Shifted {{}};\nvoid operator<<(Shifted &, int) {{ {GROW} }}\n")
write("convert.h", "struct Converted { operator int *() const; };\n")
region("convert", "int *i = Converted();", '#include "convert.h"')
part("convert", f'#include "convert.h"\nusing Pointer = int *;\nConverted::operator Pointer() const {{ {GROW} return nullptr; }}\n')
write("gone.h", "struct Gone { ~Gone(); };\nstruct Around { Gone g; };\n")
region("gone", "Around a;", '#include "gone.h"')
part("gone", f'#include "gone.h"\nGone::~Gone() {{ {GROW} }}\n')
write("born.h", "struct Born { Born(); int n; };\n")
region("born", "Born b;", '#include "born.h"')
part("born", f'#include "born.h"\nusing Other = Born;\nOther::Born() : n(0) {{ {GROW} }}\n')
write("base.h", "struct Base { virtual void run(); virtual ~Base() = default; };\nstruct Derived : Base { void run() override; };\n")
region("virtual", "Derived d; Base &b = d; b.run();", '#include "base.h"')
part("virtual", f'#include "base.h"\nvoid Base::run() {{}}\nvoid Derived::run() {{ {GROW} }}\n')
region("table", "void (*f)() = table_of[0]; f();", "void table_grow(); static void (*const table_of[])() = {table_grow};")
part("table", f"void table_grow() {{ {GROW} }}\n")
region("special", "fill<int>(1);", "template <typename T> void fill(T) {}\ntemplate <> void fill<int>(int);")
part("special", f"template <typename T> void fill(T) {{}}\ntemplate <> void fill<int>(int) {{ {GROW} }}\n")
region("instance", "spread(1);", "template <typename T> void spread(T);")
part("instance", f"template <typename T> void spread(T) {{ {GROW} }}\ntemplate void spread<int>(int);\n")
region("whole", "Whole<int>().grow_it();", "template <typename T> struct Whole { void grow_it(); };")
part("whole", f"template <typename T> struct Whole {{ void grow_it(); }};\ntemplate <typename T> void Whole<T>::grow_it() {{ {GROW} }}\n"
     "template struct Whole<int>;\n")
region("plain_c", "grow_in_c(1);", 'extern "C" void grow_in_c(int);')
part("plain_c", "void grow_in_c(int n) { void *p = 0; cudaMalloc(&p, n); }\n", kind="c")
region("old_c", "old_grow(1);", 'extern "C" void old_grow(int);')
part("old_c", "void old_grow(n) int n; { void *p = 0; cudaMalloc(&p, n); }\n", ["-std=c99"], kind="c")
region("label", "labelled();", 'void labelled() __asm__("under_another_name");')
part("label", f'extern "C" void under_another_name() {{ {GROW} }}\n')
region("mangled", "_Z12mangled_growv();", 'extern "C" void _Z12mangled_growv();')
part("mangled", f"void mangled_grow() {{ {GROW} }}\n")
region("generated", "op_generated();", "void op_generated();")
part("generated", f"#define OPERATION(name) void op_##name() {{ {GROW} }}\nOPERATION(generated)\n")
region("both", "RUN(step);", "#define RUN(name) run_##name()\nvoid RUN(step);")
part("both", f"#define DEFINE(name) void run_##name() {{ {GROW} }}\nDEFINE(step)\n")
region("renamed", "inner_grow();", "void inner_grow();")
part("renamed", f"#define outer_grow inner_grow\nvoid outer_grow() {{ {GROW} }}\n")
region("by_flag", "flag_grow();", "void flag_grow();")
part("by_flag", f"void NAMED() {{ {GROW} }}\n", ["-DNAMED=flag_grow"])
write("single.h", f"#pragma once\nvoid single_grow();\n#ifdef SINGLE_IMPLEMENTATION\nvoid single_grow() {{ {GROW} }}\n#endif\n")
region("single", "single_grow();", '#include "single.h"')
part("single", '#define SINGLE_IMPLEMENTATION\n#include "single.h"\n')
write("list.def", "ITEM(listed_grow)\n")
region("list", "listed_grow();", '#define ITEM(name) void name();\n#include "list.def"\n#undef ITEM')
part("list", f'#define ITEM(name) void name() {{ {GROW} }}\n#include "list.def"\n')
region("branches", "in_branch();", "void in_branch();")
part("branches", f"#if defined(A_WAY)\nvoid other(int n) {{\n#else\nvoid other(long n) {{\n#endif\n}}\nvoid in_branch() {{ {GROW} }}\n")
region("spaced", "in_space();", "namespace space { void in_space(); } using namespace space;")
part("spaced", f"#define SPACE_BEGIN namespace space {{\n#define SPACE_END }}\n#define DEF(x) void x() {{ {GROW} }}\nSPACE_BEGIN DEF(in_space) SPACE_END\n")
region("capital", "Capital c; c += 1;", "struct Capital {}; Capital &operator+=(Capital &, int);")
part("capital", f"struct Capital {{}};\n#define PLUS operator+=\nCapital &PLUS(Capital &c, int) {{ {GROW} return c; }}\n")
region("tried", "tried_grow();", "void tried_grow();")
part("tried", f"void tried_grow() try {{ {GROW} }} catch (...) {{}}\n")
region("returned", "returned_grow()(1);", "int (*returned_grow())(int);")
part("returned", f"static int one(int n) {{ return n; }}\nint (*returned_grow())(int) {{ {GROW} return one; }}\n")
region("noted", "noted_grow();", "void noted_grow();")
part("noted", f"#define NOTED __attribute__((noinline))\n[[nodiscard]] static int two();\nNOTED auto noted_grow() -> void {{ {GROW} two(); }}\n"
     "static int two() { return 2; }\n")
region("four", "FOUR(fo, u, r_, grow)();", "#define FOUR(a, b, c, d) a##b##c##d\nvoid four_grow();")
part("four", f"void four_grow() {{ {GROW} }}\n")
region("five", "five_times_pasted();", "void five_times_pasted();")
part("five", f"#define FIVE(a, b, c, d) a##_##b##_##c##d\nvoid FIVE(five, times, pas, ted)() {{ {GROW} }}\n")
region("letter", "g();", "void g();")
part("letter", f"#define LETTER(name) void name() {{ {GROW} }}\nLETTER(g)\n")
region("head", "head_grow();", "void head_grow();")
part("head", f"#define HEAD void head_grow()\nHEAD {{ {GROW} }}\n")
region("opened", "opened_grow(1);", "void opened_grow(int);")
part("opened", f"#define OPENED(name) void name(\nOPENED(opened_grow) int) {{ {GROW} }}\n")
region("tail", "tail_grow();", "void tail_grow();")
part("tail", f"#define TAIL () {{ {GROW} }}\nvoid tail_grow TAIL\n")
region("behind", "behind_grow();", "void behind_grow();")
part("behind", f"#define NOTHING ()\nvoid behind_grow NOTHING {{ {GROW} }}\n")
region("implied", "implied(1);", "template <typename T> void implied(T);")
part("implied", f"template <typename T> void implied(T) {{ {GROW} }}\nvoid implies() {{ implied(2); }}\n")
write("plug.h", "#pragma once\nstruct Plug { virtual void act(); virtual ~Plug() = default; };\nPlug *plugged();\n")
write("fine.h", '#pragma once\n#include "plug.h"\nstruct Fine : Plug { void act() override; };\n')
region("plug", "Plug *p = plugged(); p->act();", '#include "plug.h"')
part("plug", '#include "fine.h"\nPlug *plugged() { return new Fine; }\n')
part("plug_fine", f'#include "fine.h"\nvoid Plug::act() {{}}\nvoid Fine::act() {{ {GROW} }}\n')

# Nothing in these matters, though some call what captures call.
source("skip_alone.cu", f"void alone() {{ {GROW} }}\nint main() {{ alone(); }}\n")
source("skip_kernel.cu", "__global__ void kernel(int *p) { *p = 1; }\nvoid launch(int *p) { kernel<<<1, 1>>>(p); }\n")
source("skip_caller.cu", "void plain_grow();\nvoid calls_too() { plain_grow(); }\n")
region("own", "same_name();", f"static void same_name() {{ {GROW} }}")
source("skip_local.cu", f"static void same_name() {{}}\nnamespace {{ void chain_two() {{ {GROW} }} }}\nvoid calls_own() {{ same_name(); chain_two(); }}\n")
write("all.h", "#pragma once\nvoid start_it(cudaStream_t);\n__attribute__((noinline)) void plain_grow();\nstruct Pool { void chain_one() const; };\n")
source("skip_declares.cu", '#include "all.h"\nint number() { return 1; }\n')
source("skip_c.c", "int of_c(int n) { return n + 1; }\n")
write("shared.h", "#pragma once\ninline int shared_number() { return 1; }\ntemplate <typename T> T twice(T t) { return t + t; }\n")
region("shares", f"shared_number(); {GROW}", '#include "shared.h"')
source("skip_shares.cu", '#include "shared.h"\nint uses_it() { return twice(shared_number()); }\n')

source("regions.cu", "".join(regions))
cases.remove("regions.cu")
with open(os.path.join(FOLDER, "compile_commands.json"), "w") as file:
    json.dump(entries, file)
own = {"class": "control", "evidence": [{"source": "this test", "url": "", "quote": ""}], "confidence": "high"}
rows = write("rows.json", json.dumps({"rows": [
    {"names": {"runtime": ["own_begin"]}, "params": ["stream", "mode"], "effect": "begin-capture", **own},
    {"names": {"runtime": ["own_end"]}, "params": ["stream", "out:graph"], "effect": "end-capture", **own}]}))


def check(*options):
    out = os.path.join(FOLDER, "out.json")
    run = subprocess.run([TOOL, "check", "-p", FOLDER, f"--kb={rows}", "--quiet", f"--json={out}", *options],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 1:
        sys.exit(f"exit status {run.returncode}: {run.stderr}")
    with open(out) as file:
        return json.load(file)


everything, some = check("--all"), check()


def states(results):
    return {os.path.relpath(u["file"], FOLDER): u["state"] for u in results["units"]}


def found(results):
    return sorted(json.dumps(f, sort_keys=True) for f in results["findings"])


problems = [f"{name}: {state}" for name, state in states(everything).items() if state != "analysed"]
problems += [f"{name}: is {state}" for name, state in states(some).items() if (state == "skipped") != (name in skipped)]
if found(some) != found(everything):
    problems.append("not the same is found")
    problems += ["only with --all: " + f[:300] for f in found(everything) if f not in found(some)]
    problems += ["only without: " + f[:300] for f in found(some) if f not in found(everything)]
text = json.dumps(everything["findings"])
problems += [f"{case}: nothing is found, so nothing is tested" for case in cases
             if case not in text and case.replace(".cu", ".h") not in text]
sys.exit("\n".join(problems) if problems else 0)
