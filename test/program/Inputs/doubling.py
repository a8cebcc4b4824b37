#!/usr/bin/env python3
"""Runs over graphs that have many more paths than nodes.

usage: doubling.py FOLDER CASES PARSE... ';' COMMAND... [';' COMMAND...]...

Each case is a source in which every node of a chain refers to the one before
it twice: 40 nodes, and 2^40 paths. Whatever walks such a graph has to remember
where it was. FILE in a command stands for the source. PARSE only parses it, and
each COMMAND may take ten times its processor time, and two seconds, and 'audit'
that for each node: one that does not remember takes years. CASES is 'all', or names separated by commas;
'list' prints them."""
import os
import resource
import subprocess
import sys
import time

LEVELS = 40

HEAD = """#include <cuda_runtime.h>
#include <memory>
#include <utility>
void unknown(void *);
"""
BEGIN = "cudaGraph_t g; if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess) return;"
END = "(void)cudaStreamEndCapture(s, &g);"


def chain(line, last=LEVELS):
    """\\p line with this level as N and the level before as M."""
    return "".join(line.replace("@N", str(n)).replace("@M", str(n - 1)) + "\n" for n in range(1, last + 1))


def capture(inside="(void)cudaMalloc(&p, 8);", params="", before=""):
    return f"void f(cudaStream_t s{params}) {{ void *p; {before} {BEGIN} {inside} {END} }}\n"


CASES = {
    "globals": "extern int g0;\n" + chain("static const int &g@N = true ? g@M : g@M;") + capture("(void)cudaMalloc(&p, g40);"),
    "numbers": "extern int g0;\n" + chain("int g@N = g@M + g@M;") + capture("(void)cudaMalloc(&p, g40);"),
    "tables": "struct T0 { void (*f)(); }; void zero(); static const T0 t0 = {zero};\n"
    + chain("struct T@N { const T@M &a; const T@M &b; void (*f)(); }; static const T@N t@N = {t@M, t@M, zero};")
    + capture("t40.f(); (void)cudaMalloc(&p, 8);"),
    "tables-of-tables": "typedef void (*F0)(); void zero(); static constexpr F0 t0[] = {zero};\n"
    + chain("struct T@N { const void *a, *b; void (*f)(); }; static constexpr T@N t@N = {&t@M, &t@M, zero};")
    + capture("t40.f(); (void)cudaMalloc(&p, 8);"),
    "fields": "struct S0 { int i; };\n" + chain("struct S@N { S@M *a, *b; };") + capture(params=", S40 *q, S40 &r"),
    "fields-by-value": "struct S0 { char i[1]; };\n" + chain("struct S@N { S@M a, b; };", last=30) + capture(params=", S30 *q", before="*q = std::move(q[1]);"),
    "streams": "struct S0 { cudaStream_t i; };\n" + chain("struct S@N { S@M *a, *b; };") + '[[clang::annotate("cuda_capture::capturable")]] void c(S40 *q) { void *p; cudaMalloc(&p, 8); }\n',
    "owners": "struct S0 { std::unique_ptr<int> i; };\n" + chain("struct S@N { S@M a, b; };", last=24) + capture(params=", S24 *q", before="*q = std::move(q[1]);"),
    # Clang itself takes 2^n for more.
    "bases": "struct A0 { virtual void v(cudaStream_t s); virtual ~A0(); }; struct B0 : virtual A0 { void v(cudaStream_t s) override; };\n"
    + chain(
        "struct A@N : virtual A@M, virtual B@M { void v(cudaStream_t s) override; }; "
        "struct B@N : virtual A@M, virtual B@M { void v(cudaStream_t s) override; };",
        last=11,
    )
    + "void A11::v(cudaStream_t s) { void *p; cudaMalloc(&p, 8); }\n" + capture("q->v(s);", ", A11 *q")
    + '[[clang::annotate("cuda_capture::capturable")]] void c(B11 *q, cudaStream_t s) { q->v(s); }\n',
    "functions": "void f0(cudaStream_t s) { void *p; cudaMalloc(&p, 8); }\n" + chain("void f@N(cudaStream_t s) { f@M(s); f@M(s); }") + capture("f40(s);"),
    "functions-with-values": "int f0(int i) { void *p; cudaMalloc(&p, 8); return i; }\n" + chain("int f@N(int i) { return f@M(i + 1) + f@M(i + 2); }") + capture("f40(1);"),
    # Clang itself takes 2^n here, too.
    "default-arguments": "int f0(int i = 0);\n" + chain("int f@N(int i = f@M(), int j = f@M());", last=7) + capture("f7(); (void)cudaMalloc(&p, 8);"),
    "default-arguments-seen": "inline int f0(int i = 0) { return i; }\n"
    + chain("inline int f@N(int i = f@M(), int j = f@M()) { return i + j; }", last=7) + capture("f7(); (void)cudaMalloc(&p, 8);"),
    "templates": "template <int N> struct W { static void run(cudaStream_t s) { W<N - 1>::run(s); W<N - 1>::run(s); } };\n"
    "template <> struct W<0> { static void run(cudaStream_t s) { void *p; cudaMalloc(&p, 8); } };\n" + capture("W<40>::run(s);"),
    "template-arguments": "template <typename A, typename B> struct P { A *a; B *b; };\ntypedef P<int, int> P0;\n"
    + chain("typedef P<P@M, P@M> P@N;", last=12) + capture(params=", P12 *q"),
    "typedefs": "typedef int (*t0)(int);\n" + chain("typedef t@M u@N; typedef u@N t@N;") + capture(params=", t40 q"),
    "lambdas": capture("auto l0 = [&] { (void)cudaMalloc(&p, 8); };\n" + chain("auto l@N = [&] { l@M(); l@M(); };") + "l40();"),
    "nested-lambdas": capture("[&] { " * 12 + "(void)cudaMalloc(&p, 8);" + " }();" * 12),
    "values": capture("(void)cudaMemsetAsync(p, 0, n, s); if (n > 3) (void)cudaMalloc(&p, n);", ", int n", "p = nullptr;" + "n = n + n;" * LEVELS),
    "pointers": "struct N { N *a, *b; void *p; };\n" + capture("(void)cudaMalloc(&n->p, 8);", ", N *n, N *m", "p = nullptr;" + "n->a = m; n->b = m; m = n; n = n->a->b;" * LEVELS),
    "branches": "bool c(int);\n" + capture(before="int n = 0;" + "".join(f"if (c({n})) n += {n}; else n -= {n};" for n in range(LEVELS))),
    "conditions": capture(params=", int n, bool b", before="".join("if (n > 3 && b || n < 9 && !b) n = b ? n + 1 : n - 1;" for n in range(LEVELS))),
    "macros": "#define M0 1\n" + chain("#define M@N (M@M)") + capture("(void)cudaMalloc(&p, M40);"),
    "sum": capture("(void)cudaMalloc(&p, " + "+".join(["z"] * 240) + ");", ", int z"),
    "conditional-operators": capture("(void)cudaMalloc(&p, z);", ", int z, bool b", "p = nullptr;" + "z = b ? z + 1 : z + 2;" * LEVELS),
}
CASES = {name: HEAD + text for name, text in CASES.items()}


def spent(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return float("inf")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    global LIMIT
    folder, wanted, *command = sys.argv[1:]
    if wanted == "list":
        print("\n".join(CASES))
        return 0
    os.makedirs(folder, exist_ok=True)
    commands, at = [], 0
    while at < len(command):
        end = command.index(";", at) if ";" in command[at:] else len(command)
        commands.append(command[at:end])
        at = end + 1
    parse, *rest = commands
    failed = 0
    for name, text in CASES.items():
        if wanted != "all" and name not in wanted.split(","):
            continue
        path = os.path.join(folder, name + ".cu")
        with open(path, "w") as file:
            file.write(text)
        LIMIT = 600
        base = spent([w.replace("FILE", path) for w in parse])
        bound = 10 * base + 2
        LIMIT = 10 * LEVELS * bound
        for one in rest:
            took = spent([w.replace("FILE", path) for w in one])
            # audit looks at each function of the chain by itself.
            if took > bound * (LEVELS if "audit" in one else 1):
                failed += 1
                print(f"{name}: '{' '.join(one[:2])}' took {took:.1f} s, parsing takes {base:.1f} s")
    print(f"{failed} too long")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
