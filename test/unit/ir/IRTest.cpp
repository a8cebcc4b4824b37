//===- IRTest.cpp - Text of CaptureIR -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/IR.h"
#include "ir/Parser.h"
#include "ir/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using namespace cuda_capture::ir;

namespace {

std::string roundTrip(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text, "test");
  if (!M)
    return "error: " + llvm::toString(M.takeError());
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  print(OS, **M);
  return Result;
}

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text, "test");
  return M ? "no error" : llvm::toString(M.takeError());
}

TEST(IR, PrintedTextIsParsedToTheSame) {
  const char *Text = R"(module "a b.cu" per-thread

func @f(%s: stream, %e: event, %g: graph, %x: exec, %n: int, %this) in @outer "ns::f" !a.cu:1:2 {
b0:
  %1 = api cudaStreamBeginCapture(%s, 0) !"with space.cu":3:4
  br (%1 == 0), b1, b4 "r == cudaSuccess" !a.cu:5:6
b1:
  %this->stream_ = %s
  %a[0] = &%b[(%n + 1)].f
  %p^ = !%q^
  %p^[%n] = ?
  havoc @ns_global.x
  end %a
  end content %a.v
  end %p^ !a.cu:3:1
  @"std::g" = -5
  call @"_Z1g v"(&%s, (%a[2] != %n)) !a.cu:7:8
  %2 = opaque system pure "a \22quoted\22 name"()
  opaque "h"(%2)
  api launch(%s) of fn @"_Z4fill v" !a.cu:8:1
  api launch(%s, %p) of fn @fill
  switch %n, 1: b2, -2: b3, default: b4 "n"
b2:
  goto b3
b3:
  ret (%n ^ 3)
b4:
  unreachable
}

func @empty() {
b0:
  ret !a.cu:9:9
}
)";
  EXPECT_EQ(roundTrip(Text), Text);
}

TEST(IR, FunctionsAsValuesAreParsedToTheSame) {
  const char *Text = R"(module "m"

func @f(%this, %fn, %on) {
b0:
  %p = fn @cudaMalloc
  %q = fn @"a b"
  br ((fn @g == 0) != !fn @h), b1, b2
b1:
  %1 = invoke %p(&%x, 4) !m:1:1
  invoke fn @g()
  invoke throws %f."<target>" on &%f."<object>"(%fn, fn @h) !m:2:1
  invoke throws guarded %this->run on %on(%this) !m:2:1
  invoke (%p + 1) on (%on + 1)()
  %2 = call guarded @g(fn @h)
  call @g() debug !m:3:1
  %2 = api cudaDeviceSynchronize() debug
  api cudaLaunchKernel(0) of fn @k debug !m:3:1
  %t."<thread>" = call spawns @g(%p) !m:3:1
  invoke spawns %p on &%on()
  join (%t."<thread>" | %2) !m:4:1
  %3 = invoke %this->"<virtual g>" on %this(%p) perhaps @f, @"a b" else !m:5:1 {
    %3 = opaque pure "A::g"(%this, %p) !m:5:1
    havoc %p
  }
  ret fn @g
b2:
  ret fn @g !m:3:1
}

func @n() {
b0:
  ret !fn @g !fn:3:1
}

func @o() {
b0:
  ret !fn:3:1
}
)";
  EXPECT_EQ(roundTrip(Text), Text);
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\nb0:\n  %p = fn g\n  ret\n}"),
            "test:4:11: expected '@'");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\nb0:\n  invoke\n  ret\n}"),
            "test:5:3: expected a number");
}

TEST(IR, ContractsAreParsedToTheSame) {
  for (const char *Contract :
       {"capturable global (%s)", "capturable beside relaxed ()",
        "capturable global (%s) told (%s, %s->status) \"is declared\"",
        "capturable assumed \"n::f\" global (%s) \"is audited\"",
        "capturable assumed \"n::operator\\\\\" exported thread-local (%s)",
        "capturable assumed \"f\" exported global by \"pybind11\" (%s)",
        "capturable assumed \"A::f\" overrides \"B::f\" global (%s)",
        "capturable assumed \"A::f\" overrides \"B::f\" in 3 global (%s)",
        "set \"ready\" set \"size\" capturable global (%s)",
        "capturable beside global by \"nccl\" () \"is stored\""}) {
    const std::string Text = "module \"m\"\n\nfunc @f(%s: stream) " +
                             std::string(Contract) + " {\nb0:\n  ret\n}\n";
    EXPECT_EQ(roundTrip(Text), Text);
  }
}

TEST(IR, CommentsAndBlanksAreIgnored) {
  EXPECT_EQ(roundTrip("module \"m\" ; c\nfunc @f(){ b0: ; x\n ret}"),
            "module \"m\"\n\nfunc @f() {\nb0:\n  ret\n}\n");
}

TEST(IR, NegationAndLocationAfterReturnAreToldApart) {
  const char *Text = "module \"m\"\n\nfunc @f(%a: int) {\nb0:\n"
                     "  ret !%a !m.cu:1:1\n}\n";
  EXPECT_EQ(roundTrip(Text), Text);
}

TEST(IR, ErrorsNameTheirPlace) {
  EXPECT_EQ(errorOf("modul \"m\""), "test:1:1: expected 'module'");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\nb0:\n  goto b7\n}"),
            "test:5:2: function 'f': block b0: target b7 does not exist");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\nb1:\n  ret\n}"),
            "test:3:4: blocks must be numbered in order");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\n}"),
            "test:3:2: function 'f': function has no blocks");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\nb0:\n  %x = \n}"),
            "test:5:1: expected a number");
  EXPECT_EQ(errorOf("module \"m\nfunc"), "test:1:10: string is not closed");
}

TEST(IR, DuplicatesAreRefused) {
  EXPECT_NE(errorOf("module \"m\"\nfunc @f() {\nb0: ret\n}\nfunc @f() {\nb0: "
                    "ret\n}")
                .find("function 'f' appears twice"),
            std::string::npos);
  EXPECT_NE(errorOf("module \"m\"\nfunc @f(%a, %a) {\nb0: ret\n}")
                .find("parameter appears twice"),
            std::string::npos);
}

TEST(IR, DeepNestingIsRefusedAndDoesNotOverflow) {
  std::string Deep = "module \"m\"\nfunc @f(%a) {\nb0:\n  ret ";
  Deep.append(100000, '!');
  Deep += "%a\n}";
  EXPECT_NE(errorOf(Deep).find("expression nests too deeply"),
            std::string::npos);
}

/// An operand of so many levels.
Operand nested(unsigned Levels, bool InIndices = false) {
  Operand O = Operand::read(Place::local(0));
  for (unsigned I = 1; I < Levels; ++I)
    O = InIndices ? Operand::read(Place::local(0).index(std::move(O)))
        : I % 2   ? Operand::negate(std::move(O))
                  : Operand::binary("+", std::move(O), Operand::constant(1));
  return O;
}

Function returning(Operand O) {
  Function F;
  F.Name = F.Display = "f";
  F.Params = {Type::Int};
  F.Locals = {"a"};
  F.Blocks.emplace_back().Term.K = Terminator::Return;
  F.Blocks.back().Term.Value = std::move(O);
  return F;
}

TEST(IR, WhateverIsWrittenCanBeRead) {
  for (bool InIndices : {false, true})
    for (unsigned Levels : {1u, 230u, MaxNesting, MaxNesting + 1, 2000u}) {
      Module M;
      M.Name = "m";
      const Function &F = M.add(returning(nested(Levels, InIndices)));
      EXPECT_EQ(F.Cut, Levels > MaxNesting) << Levels;
      EXPECT_EQ(*F.Blocks[0].Term.Value == nested(Levels, InIndices),
                Levels <= MaxNesting);
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      print(OS, M);
      EXPECT_EQ(errorOf(OS.str()), "no error") << Levels;
      EXPECT_EQ(roundTrip(OS.str()), OS.str());
    }
}

TEST(IR, WhatIsNestedTooDeepInAnInstructionBecomesUnknown) {
  Module M;
  Function F = returning(Operand::constant(0));
  F.Blocks[0].Insts.push_back(Instruction::assign(
      Place::local(0).index(nested(1000)), Operand::constant(1)));
  F.Captured.emplace().Entry = Instruction::unknownCall("");
  F.Captured->Entry.Args.push_back(nested(1000));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  M.Name = "m";
  EXPECT_TRUE(M.add(std::move(F)).Cut);
  print(OS, M);
  EXPECT_EQ(errorOf(OS.str()), "no error");
}

TEST(IR, NestedAlternativesAreRefusedAndDoNotOverflow) {
  std::string Deep = "module \"m\"\nfunc @f(%a) {\nb0:\n";
  for (unsigned I = 0; I < 100000; ++I)
    Deep += "invoke %a() else {\n";
  EXPECT_NE(errorOf(Deep).find("an alternative is no invoke"),
            std::string::npos);
}

TEST(IR, TruncatedTextIsAnErrorEverywhere) {
  std::string Text = "module \"m\"\nfunc @f(%s: stream) {\nb0:\n"
                     "  %1 = api x(%s, &%s[1])\n  br (%1 == 0), b1, b1 \"c\"\n"
                     "b1:\n  ret %1 !m.cu:1:1\n}";
  for (size_t N = 0; N < Text.size(); ++N) {
    llvm::Expected<std::unique_ptr<Module>> M =
        parse(llvm::StringRef(Text).take_front(N), "test");
    // Only the module line is whole without the function.
    EXPECT_EQ(bool(M), N == 10 || N == 11) << N;
    if (!M)
      llvm::consumeError(M.takeError());
  }
}

TEST(IR, VerifyFindsWhatTypesCannot) {
  Function F;
  EXPECT_EQ(verify(F), "function has no blocks");
  F.Blocks.emplace_back();
  EXPECT_EQ(verify(F), "");
  F.Blocks[0].Term.K = Terminator::Branch;
  F.Blocks[0].Term.Targets = {0, 0};
  EXPECT_EQ(verify(F), "block b0: terminator has no condition");
  F.Blocks[0].Term.Value = Operand::read(Place::local(3));
  EXPECT_EQ(verify(F), "block b0: local does not exist");
}

TEST(IR, VerifyChecksThreadsAndAlternatives) {
  Function F;
  F.Blocks.emplace_back();
  F.Blocks[0].Insts.push_back(Instruction::join(Operand::constant(0)));
  Instruction &I = F.Blocks[0].Insts[0];
  EXPECT_EQ(verify(F), "");
  I.Args = {};
  EXPECT_EQ(verify(F), "block b0: join needs one value only");
  I = Instruction::api("x", {});
  I.Flags.Spawns = true;
  EXPECT_EQ(verify(F), "block b0: only a call or an invoke spawns");
  I.K = Instruction::Call;
  EXPECT_EQ(verify(F), "");
  I.Indirect = IndirectCall();
  EXPECT_EQ(verify(F), "block b0: an invoke, and nothing else, has a target");
  I.K = Instruction::Invoke;
  I.Indirect->Otherwise.push_back({});
  EXPECT_EQ(verify(F),
            "block b0: assignment needs a destination and one value");
  I.Indirect->Otherwise[0] = Instruction::unknownCall("f");
  EXPECT_EQ(verify(F), "");
}

TEST(IR, VerifyChecksTheTargetOfAnInvoke) {
  Function F;
  F.Blocks.emplace_back();
  F.Blocks[0].Insts.emplace_back();
  Instruction &I = F.Blocks[0].Insts[0];
  I.K = Instruction::Invoke;
  EXPECT_EQ(verify(F), "block b0: an invoke, and nothing else, has a target");
  I = Instruction::invoke({}, {});
  I.Indirect->Target = Operand::function("");
  EXPECT_EQ(verify(F), "block b0: function has no name");
  I.Indirect->Target = Operand::function("g");
  EXPECT_EQ(verify(F), "");
  I.Indirect->Object = Operand::read(Place::local(3));
  EXPECT_EQ(verify(F), "block b0: local does not exist");
  I.Indirect->Object.reset();
  I.K = Instruction::UnknownCall;
  EXPECT_EQ(verify(F), "block b0: an invoke, and nothing else, has a target");
}

TEST(IR, VerifyRefusesFlagsThatAnInstructionDoesNotHave) {
  Function F;
  F.Blocks.emplace_back();
  F.Blocks[0].Insts.push_back(Instruction::missing());
  Instruction &I = F.Blocks[0].Insts[0];
  EXPECT_EQ(verify(F), "");
  I.Flags.Throws = true;
  EXPECT_EQ(verify(F), "block b0: only a call throws, or is guarded");
  I.Flags = {};
  I.Flags.Debug = true;
  EXPECT_EQ(verify(F),
            "block b0: only a call by name is one of debug builds");
  I = Instruction::api("f", {});
  I.Flags.Debug = true;
  EXPECT_EQ(verify(F), "");
  I.Flags.Throws = true;
  EXPECT_EQ(verify(F), "block b0: only a call throws, or is guarded");
  I = Instruction::call("f", {});
  I.Flags.Pure = true;
  EXPECT_EQ(verify(F),
            "block b0: only an unknown call is of the system, pure, or defined");
  I.Flags.Pure = false;
  I.Flags.Interface = true;
  EXPECT_EQ(verify(F), "block b0: only an unknown call is of an interface");
  I = Instruction::api("x", {});
  I.Launched = Operand::constant(0);
  EXPECT_EQ(
      verify(F),
      "block b0: only an api call launches, and only a constant function");
}

} // namespace
