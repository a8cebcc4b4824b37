//===- GrowthCost.cpp - How the cost of an analysis grows -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a root of a given shape and size that captures, and that violates a
/// rule right before the end of the capture. Analyses it, and prints the
/// number of instructions that the slice keeps, the time and memory that the
/// analysis took, and whether the violation was found:
/// growth-cost SHAPE INSTRUCTIONS. test/bench/growth runs it.
///
//===----------------------------------------------------------------------===//

#include "analysis/Analysis.h"
#include "ir/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>
#include <sys/resource.h>

using namespace cuda_capture;
using llvm::formatv;

namespace {

/// Writes the text of a module. A root is given as the code between the begin
/// and the end of its capture.
class ModuleText {
public:
  /// Begins a block of the root and returns its number.
  unsigned block() {
    Root += formatv("b{0}:\n", NextBlock);
    return NextBlock++;
  }
  /// Returns the number of a block that follows the next \p Behind ones.
  unsigned upcoming(unsigned Behind = 0) const { return NextBlock + Behind; }
  void line(const llvm::Twine &Text) {
    Root += ("  " + Text + "\n").str();
    ++Lines;
  }
  /// Instructions and terminators of the root so far.
  unsigned lines() const { return Lines; }

  std::string Callees;
  /// The number of instructions, for a shape whose calls run the same functions
  /// again and again; 0: those of the text.
  std::size_t Inlined = 0;

  std::string text() const {
    return "module \"m\"\nfunc @root(%s: stream, %t: stream, %n: int, %o, %p) "
           "{\nb0:\n  %r = api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
           "  br (%r == 0), b2, b1\nb1:\n  ret\n" +
           Root +
           "  api cudaDeviceSynchronize() !m:2:1\n"
           "  %r = api cudaStreamEndCapture(%s, &%q) !m:3:1\n"
           "  %q = api cudaGraphLaunch(%q, %s)\n  ret %r\n}\n" +
           Callees;
  }

private:
  std::string Root;
  unsigned NextBlock = 2, Lines = 0;
};

using Shape = void (*)(ModuleText &, unsigned);

/// Work and copies, one after the other.
void straight(ModuleText &M, unsigned Size) {
  M.block();
  while (M.lines() < Size) {
    M.line("api launch(%s) of fn @kernel");
    M.line("api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)");
  }
}

/// Conditions on values of which nothing is known, each with work behind it.
void branchy(ModuleText &M, unsigned Size) {
  M.block();
  for (unsigned I = 0; M.lines() < Size; ++I) {
    const unsigned Then = M.upcoming();
    M.line(formatv("br (%o->x{0} > {1}), b{2}, b{3}", I % 50, I / 50, Then,
                   Then + 1));
    M.block();
    M.line("api launch(%s) of fn @kernel");
    M.line(formatv("goto b{0}", Then + 1));
    M.block();
    M.line("api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)");
  }
}

/// Searches in a container, each for a key that is computed from the one
/// before, and what is made where nothing is found.
void searches(ModuleText &M, unsigned Size) {
  M.block();
  M.line("%k0 = %n");
  for (unsigned I = 0; M.lines() < Size; ++I) {
    const unsigned Then = M.upcoming();
    M.line(formatv("%k{0} = (%k{1} + 1)", I + 1, I));
    M.line(formatv("%f{0} = opaque system \"find\"(&%o->map, %k{0})", I + 1));
    M.line(formatv("%e{0} = opaque system \"end\"(&%o->map)", I + 1));
    M.line(formatv("%c{0} = opaque system \"equal\"(%f{0}, %e{0})", I + 1));
    M.line(formatv("br %c{0}, b{1}, b{2}", I + 1, Then, Then + 1));
    M.block();
    M.line("api launch(%s) of fn @kernel");
    M.line(formatv("opaque system \"insert\"(&%o->map, %k{0})", I + 1));
    M.line(formatv("goto b{0}", Then + 1));
    M.block();
    M.line("api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)");
  }
}

/// Loops that are nested 40 deep, one nest after another. The innermost body
/// is as long as the size asks for.
void nested(ModuleText &M, unsigned Size) {
  constexpr unsigned Depth = 40;
  M.block();
  while (M.lines() < Size) {
    std::vector<unsigned> Heads;
    for (unsigned D = 0; D < Depth; ++D) {
      M.line(formatv("%i{0} = 0", D));
      M.line(formatv("goto b{0}", M.upcoming()));
      Heads.push_back(M.block());
      // The exit of loop D is the D-th block from the end of the nest: 40
      // heads, 39 bodies that begin the next loop, the innermost body, exits.
      M.line(formatv("br (%i{0} < %o->n{0}), b{1}, b{2}", D, M.upcoming(),
                     Heads.front() + 2 * Depth + (Depth - 1 - D)));
      M.block();
    }
    M.line("api launch(%s) of fn @kernel");
    M.line("api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)");
    for (unsigned D = Depth; D-- > 0;) {
      M.line(formatv("%i{0} = (%i{0} + 1)", D));
      M.line(formatv("goto b{0}", Heads[D]));
      M.block();
    }
  }
}

/// A loop over the nodes of a graph, with a switch of 200 operators. Each
/// operator is a function that checks what it does.
void operators(ModuleText &M, unsigned Size) {
  const unsigned Operators = std::min(200U, std::max(2U, Size / 20));
  const unsigned Each = Size / Operators;
  M.block();
  M.line("%i = 0");
  const unsigned Head = M.upcoming();
  M.line(formatv("goto b{0}", Head));
  M.block();
  const unsigned Body = Head + 1, Next = Body + 1 + Operators, Out = Next + 1;
  M.line(formatv("br (%i < %n), b{0}, b{1}", Body, Out));
  M.block();
  std::string Cases;
  for (unsigned I = 0; I < Operators; ++I)
    Cases += formatv("{0}: b{1}, ", I, Body + 1 + I);
  M.line("%node = %o->nodes[%i]");
  M.line(formatv("switch %node->op, {0}default: b{1}", Cases, Next));
  for (unsigned I = 0; I < Operators; ++I) {
    M.block();
    M.line(formatv("call @operator{0}(%p, %node)", I));
    M.line(formatv("goto b{0}", Next));
    std::string Of;
    unsigned B = 1;
    for (unsigned J = 0; J < Each; J += 4, B += 2)
      Of += formatv("  br (%node->shape{0} > {1}), b{2}, b{3}\nb{2}:\n"
                    "  %e = api launch(%ctx->stream) of fn @kernel\n"
                    "  %ok = call @check(%e)\n  goto b{3}\nb{3}:\n",
                    J % 8, I, B, B + 1);
    M.Callees +=
        formatv("func @operator{0}(%ctx, %node) {{\nb0:\n{1}  ret\n}\n", I, Of);
  }
  M.block();
  M.line("%i = (%i + 1)");
  M.line(formatv("goto b{0}", Head));
  M.block();
  M.Callees += "func @check(%e: int) {\nb0:\n  br (%e == 0), b2, b1\nb1:\n"
               "  opaque system \"abort\"()\n  unreachable\nb2:\n  ret 0\n}\n";
}

/// Eight layers of functions that check what the next one returns. The root
/// calls the outermost one, up to 500 times; there are as many such stacks as
/// the size asks for.
void wrappers(ModuleText &M, unsigned Size) {
  constexpr unsigned Layers = 8, PerLayer = 4;
  const unsigned Calls = std::max(1U, std::min(500U, Size / 8));
  const unsigned Stacks =
      std::max(1U, (Size - std::min(Size, Calls)) / (Layers * PerLayer));
  M.block();
  for (unsigned I = 0; I < std::max(Calls, Stacks); ++I)
    M.line(formatv("call @wrap{0}x{1}(%o, %s)", I % Stacks, Layers));
  for (unsigned S = 0; S < Stacks; ++S) {
    for (unsigned L = Layers; L > 0; --L)
      M.Callees += formatv("func @wrap{0}x{1}(%o, %s: stream) {{\nb0:\n"
                           "  %r = call @wrap{0}x{2}(%o, %s)\n"
                           "  br (%r == 0), b2, b1\nb1:\n"
                           "  %o->error{1} = %r\n  ret %r\nb2:\n  ret 0\n}\n",
                           S, L, L - 1);
    M.Callees += formatv("func @wrap{0}x0(%o, %s: stream) {{\nb0:\n"
                         "  %r = api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)\n"
                         "  ret %r\n}\n",
                         S);
  }
}

/// Up to 200 guards that set a device and put it back, with work in between.
void guards(ModuleText &M, unsigned Size) {
  const unsigned Guards = std::max(1U, std::min(200U, Size / 12));
  M.block();
  for (unsigned I = 0; I < Guards; ++I)
    M.line(formatv("call @enter(&%guard{0}, %o->devices[{0}])", I));
  while (M.lines() < Size) {
    M.line("api launch(%s) of fn @kernel");
    M.line("api cudaMemcpyAsync(%o->a, %o->b, 4, 1, %s)");
  }
  for (unsigned I = Guards; I-- > 0;)
    M.line(formatv("call @leave(&%guard{0})", I));
  M.Callees += "func @enter(%this, %device: int) {\nb0:\n"
               "  api cudaGetDevice(&%this->before)\n"
               "  br (%this->before != %device), b1, b2\nb1:\n"
               "  api cudaSetDevice(%device)\n  %this->changed = 1\n  ret\n"
               "b2:\n  %this->changed = 0\n  ret\n}\n"
               "func @leave(%this) {\nb0:\n  br %this->changed, b1, b2\nb1:\n"
               "  api cudaSetDevice(%this->before)\n  goto b2\nb2:\n"
               "  ret\n}\n";
}

/// Destroys an object that has three members, which are objects with three
/// members again, and so on; the size asks for the depth. The innermost ones
/// may each own an event, so that the paths differ in which are destroyed.
void owners(ModuleText &M, unsigned Size) {
  unsigned Levels = 1;
  for (unsigned Leaves = 3; Leaves * 4 < Size; Leaves *= 3)
    ++Levels;
  M.block();
  M.line(formatv("call @release{0}(&%o->owner)", Levels));
  M.Inlined = 4;
  for (unsigned L = Levels; L > 0; --L)
    M.Callees += formatv("func @release{0}(%this) {{\nb0:\n"
                         "  call @release{1}(&%this->first)\n"
                         "  call @release{1}(&%this->second)\n"
                         "  call @release{1}(&%this->third)\n  ret\n}\n",
                         L, L - 1);
  for (unsigned L = 0; L < Levels; ++L)
    M.Inlined = 3 * M.Inlined + 4;
  M.Callees += "func @release0(%this) {\nb0:\n"
               "  br (%this->event != 0), b1, b2\nb1:\n"
               "  api cudaEventDestroy(%this->event)\n  goto b2\nb2:\n"
               "  ret\n}\n";
}

/// Calls functions of a library that call each other, and \p Hook. They never
/// call the API, but are given a function %h that violates a rule.
void library(ModuleText &M, unsigned Size, llvm::StringRef Hook) {
  const unsigned Functions = std::max(4U, Size / 8);
  M.block();
  M.line("call @f0(%o, %s, fn @handle)");
  for (unsigned I = 0; I < Functions; ++I)
    M.Callees +=
        formatv("func @f{0}(%o, %s: stream, %h) {{\nb0:\n  invoke {4}(%s)\n"
                "  br %o->fails{0}, b1, b2\nb1:\n"
                "  call @f{1}(%o, %s, %h)\n"
                "  call @f{2}(%o, %s, %h)\n"
                "  call @f{3}(%o, %s, %h)\n"
                "  goto b2\nb2:\n  ret\n}\n",
                I, (I + 1) % Functions, (I + 2) % Functions,
                (3 * I + 1) % Functions, Hook);
  M.Callees += "func @handle(%s: stream) {\nb0:\n"
               "  api cudaStreamSynchronize(%s)\n  ret\n}\n";
}

void unknownHooks(ModuleText &M, unsigned Size) {
  library(M, Size, "%o->hook");
}
void hooks(ModuleText &M, unsigned Size) { library(M, Size, "%h"); }

/// Calls small functions that call each other, in loops and with numbers that
/// count, and that do work.
void recursion(ModuleText &M, unsigned Size) {
  const unsigned Functions = std::max(4U, Size / 12);
  unsigned Drawn = 1;
  auto Draw = [&](unsigned Below) {
    Drawn = Drawn * 1103515245 + 12345;
    return (Drawn >> 16) % Below;
  };
  M.block();
  M.line("call @f0(%o, %s, %n)");
  for (unsigned I = 0; I < Functions; ++I)
    M.Callees += formatv(
        "func @f{0}(%o, %s: stream, %d: int) {{\nb0:\n"
        "  br %o->some{0}, b1, b2\nb1:\n  call @f{1}(%o, %s, %d)\n"
        "  goto b2\nb2:\n  %i = 0\n  goto b3\nb3:\n"
        "  br (%i < %o->size), b4, b5\nb4:\n  call @f{2}(%o, %s, %i)\n"
        "  %i = (%i + 1)\n  goto b3\nb5:\n  br (%d > {4}), b6, b7\nb6:\n"
        "  call @f{3}(%o, %s, (%d - 1))\n  ret\nb7:\n  {5}\n  ret\n}\n",
        I, Draw(Functions), Draw(Functions), Draw(Functions), Draw(5),
        Draw(2) ? "api launch(%s) of fn @kernel" : "invoke %o->hook(%o)");
}

Shape shapeOf(llvm::StringRef Name) {
  return llvm::StringSwitch<Shape>(Name)
      .Case("straight", straight)
      .Case("branchy", branchy)
      .Case("searches", searches)
      .Case("nested", nested)
      .Case("operators", operators)
      .Case("wrappers", wrappers)
      .Case("guards", guards)
      .Case("owners", owners)
      .Case("unknown-hooks", unknownHooks)
      .Case("hooks", hooks)
      .Case("recursion", recursion)
      .Default(nullptr);
}

} // namespace

int main(int Argc, char **Argv) {
  unsigned Size = 0;
  const Shape Make = Argc == 3 ? shapeOf(Argv[1]) : nullptr;
  if (!Make || !llvm::to_integer(Argv[2], Size)) {
    llvm::errs()
        << "usage: growth-cost straight|branchy|searches|nested|operators|"
           "wrappers|guards|owners|unknown-hooks|hooks|recursion "
           "INSTRUCTIONS\n";
    return 2;
  }
  auto KB = KnowledgeBase::embedded();
  if (!KB) {
    llvm::errs() << llvm::toString(KB.takeError()) << '\n';
    return 2;
  }
  ModuleText Text;
  Make(Text, Size);
  auto M = ir::parse(Text.text(), "m");
  if (!M) {
    llvm::errs() << llvm::toString(M.takeError()) << '\n';
    return 2;
  }
  std::size_t Instructions = Text.Inlined;
  if (!Instructions)
    for (const ir::Function &F : (*M)->Functions)
      for (const ir::Block &B : F.Blocks)
        Instructions += B.Insts.size() + 1;

  auto Resident = [] {
    rusage Usage;
    getrusage(RUSAGE_SELF, &Usage);
    return Usage.ru_maxrss / 1024;
  };
  const long Before = Resident();
  const std::clock_t Begin = std::clock();
  analysis::Options Opts;
  Opts.BudgetFactor = 10;
  analysis::Coverage Gaps;
  const ir::Function &Root = *(*M)->find("root");
  const std::vector<analysis::Finding> Found = analysis::analyze(
      &Root, [&](llvm::StringRef Symbol) { return (*M)->find(Symbol); },
      /*PerThreadDefaultStream=*/false, **KB, Opts, &Gaps);
  const double Seconds = double(std::clock() - Begin) / CLOCKS_PER_SEC;
  const bool FoundIt = llvm::any_of(Found, [](const analysis::Finding &F) {
    return F.Path.back().I->At.Line == 2 && !F.Possible;
  });
  llvm::outs() << formatv(
      "{0} instructions, {1:f3} s, {2} MB, {3}, {4}\n", Instructions, Seconds,
      Resident() - Before, FoundIt ? "found" : "missed",
      Gaps.empty() ? std::string("closely")
                   : "gap " + std::to_string(int(Gaps.front().Why)));
  return 0;
}
