//===- LinkCost.cpp - What a large program costs --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes objects of a program that nobody wrote, links and analyses it, and
/// prints what that took: link-cost UNITS FUNCTIONS-PER-UNIT.
///
//===----------------------------------------------------------------------===//

#include "analysis/Analysis.h"
#include "ir/Parser.h"
#include "link/Program.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>
#include <sys/resource.h>

using namespace cuda_capture;
using llvm::formatv;

/// Of the processor: other work on the machine does not count.
static double secondsSince(std::clock_t Begin) {
  return double(std::clock() - Begin) / CLOCKS_PER_SEC;
}

static bool isRegion(unsigned Id) { return Id % 500 == 7; }

/// A call that the lowering would have left open.
static std::string openCall(unsigned Callee) {
  return formatv("  invoke fn @_ZN4some9namespace8functionILi{0}EEEvP11CUstream"
                 "_st(%s) else {{\n    opaque \"function\"(%s)\n  }\n",
                 Callee);
}

/// Functions call two of their unit, and some one of the next; one of 500
/// captures, and one of a hundred allocates.
static std::string function(unsigned Id, unsigned Total) {
  std::string Body;
  if (isRegion(Id))
    Body += "  %1 = api cudaStreamBeginCapture(%s, 0)\n  br (%1 == 0), b1, b2\n"
            "b1:\n";
  for (unsigned Step : {1U, 10U})
    if (Id + Step < Total && (Id + Step) % 100 > Id % 100)
      Body += openCall(Id + Step);
  if (Id % 10 == 3 && Id + 200 < Total)
    Body += openCall((Id / 100 + 1) * 100 + 90 + Id / 10 % 10);
  if (Id % 100 == 99)
    Body += "  api cudaMalloc(?, 4)\n";
  if (isRegion(Id))
    Body += "  api cudaStreamEndCapture(%s, &%g)\n  goto b2\nb2:\n";
  return formatv(
      "func @_ZN4some9namespace8functionILi{0}EEEvP11CUstream_st(%s:"
      " stream) \"some::namespace::function\" {{\nb0:\n{1}  ret\n}\n",
      Id, Body);
}

int main(int Argc, char **Argv) {
  unsigned Units = 0, PerUnit = 0;
  if (Argc != 3 || !llvm::to_integer(Argv[1], Units) ||
      !llvm::to_integer(Argv[2], PerUnit)) {
    llvm::errs() << "usage: link-cost UNITS FUNCTIONS-PER-UNIT\n";
    return 2;
  }
  auto KB = KnowledgeBase::embedded();
  if (!KB) {
    llvm::errs() << llvm::toString(KB.takeError()) << '\n';
    return 2;
  }
  std::vector<std::string> Written(Units);
  size_t Bytes = 0;
  for (unsigned U = 0; U < Units; ++U) {
    ir::Object O;
    O.Units.push_back({formatv("unit{0}.cu", U), false});
    for (unsigned I = 0; I < PerUnit; ++I) {
      const unsigned Id = U * PerUnit + I;
      auto M = ir::parse("module \"m\"\n" + function(Id, Units * PerUnit), "m");
      if (!M) {
        llvm::errs() << llvm::toString(M.takeError()) << '\n';
        return 2;
      }
      ir::FunctionEntry E;
      E.Known.Matters = isRegion(Id) || Id % 100 == 99;
      E.Starts = E.Root = isRegion(Id);
      E.Rootable = true;
      O.add(**M, (*M)->Functions.front(), E);
    }
    llvm::raw_string_ostream OS(Written[U]);
    O.write(OS);
    Bytes += Written[U].size();
  }

  std::clock_t Begin = std::clock();
  link::Program P;
  for (const std::string &Object : Written) {
    auto O = ir::Object::read(llvm::MemoryBuffer::getMemBuffer(
        Object, "object", /*RequiresNullTerminator=*/false));
    if (!O) {
      llvm::errs() << llvm::toString(O.takeError()) << '\n';
      return 2;
    }
    P.add(std::move(*O));
  }
  const double Read = secondsSince(Begin);
  Begin = std::clock();
  P.link();
  const double Linked = secondsSince(Begin);
  Begin = std::clock();
  size_t Findings = 0, Roots = 0;
  link::Bodies Bodies(P);
  for (unsigned U = 0; U < P.numUnits(); ++U) {
    std::vector<const ir::Function *> Functions = Bodies.roots(U);
    Roots += Functions.size();
    Findings += analysis::analyze(
                    Functions,
                    [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); },
                    P.unit(U).PerThreadDefaultStream, **KB)
                    .size();
  }
  const double Analysed = secondsSince(Begin);
  rusage Usage;
  getrusage(RUSAGE_SELF, &Usage);
  llvm::outs() << formatv(
      "{0} functions in {1} units, {2} MB of objects: read {3:f2} s, linked "
      "{4:f2} s, {5} roots analysed {6:f2} s, {7} findings, {8} MB resident\n",
      P.numFunctions(), Units, Bytes >> 20, Read, Linked, Roots, Analysed,
      Findings, Usage.ru_maxrss / 1024);
  return 0;
}
