"""Writes random programs as sources: one file, or several with a header."""

import declare
from program import flat
from write import Writer

HEAD = """\
// Written by test/random/compare. It also runs: with the number of a program
// as the argument it prints errors, and the sizes of the graphs.
"""
INCLUDES = {
    "array": "std::array<",
    "functional": "std::function<",
    "future": "std::async(",
    "initializer_list": "for (int round : {",
    "map": "std::map<",
    "memory": "std::unique_ptr<",
    "stdexcept": "throw ",
    "thread": "std::thread",
    "vector": "std::vector<",
}
COMMON = """\
{0} void note(cudaError_t result, int line) {{
  if (result != cudaSuccess)
    std::printf("error %s line %d\\n", cudaGetErrorName(result), line);
}}
#define NOTE(call)                                                             \\
  do {{                                                                         \\
    cudaError_t result = (call);                                               \\
    if (result != cudaSuccess)                                                 \\
      std::printf("error %s line %d\\n", cudaGetErrorName(result), __LINE__);  \\
  }} while (0)
#define TRY(call)                                                              \\
  do {{                                                                         \\
    cudaError_t result = (call);                                               \\
    if (result != cudaSuccess) {{                                               \\
      note(result, __LINE__);                                                  \\
      return;                                                                  \\
    }}                                                                          \\
  }} while (0)
#define THROW(call)                                                            \\
  do {{                                                                         \\
    cudaError_t result = (call);                                               \\
    if (result != cudaSuccess) {{                                               \\
      note(result, __LINE__);                                                  \\
      throw std::runtime_error("CUDA");                                        \\
    }}                                                                          \\
  }} while (0)
{0} void size(cudaGraph_t graph) {{
  size_t nodes = 0;
  if (graph)
    cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("graph %zu\\n", nodes);
}}
static __global__ void kernel(float *values) {{ values[0] += 1; }}
{0} void onHost(void *) {{}}
{0} void onCallback(cudaStream_t, cudaError_t, void *) {{}}
{0} float *data, *more, *spare, *host, *pinned;
{0} float plain[16];
{0} void setUp() {{
  cudaMalloc(&data, 1024);
  cudaMalloc(&more, 1024);
  cudaMalloc(&spare, 1024);
  cudaMallocHost(&host, 1024);
  cudaMallocHost(&pinned, 1024);
}}
"""
MAIN = """
static void (*const programs[])() = {%s};
int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  setUp();
  try {
    programs[atoi(argv[1])]();
  } catch (const std::exception &) {
  }
}
"""


def names(programs, stem):
    """The names of the files that these programs need, the main one first."""
    count = max(p.files() for p in programs)
    return [f"{stem}.cu"] + [f"{stem}-part{i}.cu" for i in range(1, count)] + ([f"{stem}.h"] if count > 1 else [])


def sources(programs, stem="programs"):
    """Files by their names, and of each line the name of its program; operations
    get lines. What is included depends on what is written, so it is written twice."""
    text = "".join("\n".join(lines) for lines in written(programs, names(programs, stem), [])[0])
    if "THROW(" in text:
        text += "throw "
    above = [f"#include <{h}>" for h, word in INCLUDES.items() if word in text]
    owners = [declare.OWNERS[k] for k, owner in declare.OWNER.items() if owns(text, owner)]
    files = names(programs, stem)
    linkage = "static" if len(files) == 1 else "inline"
    top = HEAD + "#include <cuda_runtime.h>\n#include <cstdio>\n#include <cstdlib>\n#include <exception>\n"
    top += "\n".join(above) + "\n" + COMMON.format(linkage) + "".join(owners)
    lines, owner = written(programs, files, top.splitlines())
    return {name: "\n".join(one) + "\n" for name, one in zip(files, lines)}, owner


def owns(text, owner):
    return any(mark in text for mark in (f"  {owner} ", f"<{owner}>"))


def written(programs, files, top):
    """The lines of each file, with this at the begin, and whose each is."""
    several = len(files) > 1
    lines = [[f'#include "{files[-1]}"'] if several else list(top) for _ in files]
    if several:
        lines[-1] = ["#pragma once", *top]
    writer = Writer(lines)
    for program in programs:
        writer.write(program, len(files) - 1 if several else None)
    lines[0] += (MAIN % ", ".join(p.name for p in programs)).splitlines()
    return lines, writer.owners
