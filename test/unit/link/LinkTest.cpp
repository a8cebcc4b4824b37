//===- LinkTest.cpp - Objects, and programs made of them ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/Object.h"
#include "ir/Parser.h"
#include "ir/Printer.h"
#include "link/Index.h"
#include "link/Program.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"
#include <thread>

using namespace cuda_capture;
using namespace cuda_capture::link;
using ir::Linkage;

namespace {

/// An object of IR text. A function matters if it calls the API; "i_" begins
/// the names of internal functions, "w_" those of weak ones.
std::unique_ptr<ir::Object> object(llvm::StringRef Functions,
                                   llvm::StringRef Name = "a.cu") {
  auto M = ir::parse(("module \"" + Name + "\"\n" + Functions).str(), "test");
  EXPECT_TRUE(bool(M)) << llvm::toString(M.takeError());
  if (!M)
    return nullptr;
  auto O = std::make_unique<ir::Object>();
  O->Units.push_back({Name.str(), false});
  for (const ir::Function &F : (*M)->Functions) {
    ir::FunctionEntry E;
    llvm::StringRef Symbol = F.Name;
    E.L = Symbol.starts_with("i_")   ? Linkage::Internal
          : Symbol.starts_with("w_") ? Linkage::Weak
                                     : Linkage::Strong;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    ir::print(OS, **M, F);
    E.Known.Matters = llvm::StringRef(OS.str()).contains("api ");
    E.Known.MayNotReturn = llvm::StringRef(OS.str()).contains("  throw");
    E.Known.MayWait = llvm::StringRef(OS.str()).contains("opaque \"wait\"");
    E.Starts = llvm::StringRef(OS.str()).contains("BeginCapture");
    E.Root = E.Starts;
    E.Rootable = true;
    E.Regions = E.Starts;
    O->add(**M, F, E);
  }
  return O;
}

std::string bytes(const ir::Object &O) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  O.write(OS);
  return OS.str();
}

llvm::Expected<std::unique_ptr<ir::Object>> reread(llvm::StringRef Bytes) {
  return ir::Object::read(llvm::MemoryBuffer::getMemBufferCopy(Bytes, "file"));
}

std::string text(const Program &P, llvm::StringRef Symbol) {
  ir::Module M;
  std::optional<ir::Function> F = P.body(Symbol, M);
  if (!F)
    return "none\n";
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  ir::print(OS, M, *F);
  return OS.str();
}

/// Makes the digest of a file right that was changed.
void sealAgain(std::string &Written) {
  llvm::support::endian::write64le(
      Written.data() + 8,
      llvm::xxh3_64bits(llvm::StringRef(Written).drop_front(16)));
}

bool contains(const std::string &Text, llvm::StringRef Part) {
  return llvm::StringRef(Text).contains(Part);
}

Program linked(std::vector<llvm::StringRef> Units) {
  Program P;
  for (size_t I = 0; I < Units.size(); ++I)
    P.add(object(Units[I], std::string(1, char('a' + I)) + ".cu"));
  P.link();
  return P;
}

constexpr llvm::StringLiteral Caller = R"(
func @caller(%s: stream) "caller" !a.cu:1:1 {
b0:
  api cudaStreamBeginCapture(%s, 0) !a.cu:2:3
  invoke fn @work(%s) else !a.cu:3:3 {
    opaque "work"(%s) !a.cu:3:3
  }
  ret
}
)";

TEST(ObjectTest, IsReadAsItWasWritten) {
  std::unique_ptr<ir::Object> O = object(Caller);
  O->By = {"1", "2"};
  std::string Written = bytes(*O);
  auto Read = reread(Written);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ((*Read)->Units[0].Name, "a.cu");
  EXPECT_TRUE((*Read)->By == O->By);
  EXPECT_EQ(bytes(**Read), Written);
  ir::Module M;
  auto F = (*Read)->body(0, M);
  ASSERT_TRUE(bool(F));
  EXPECT_EQ(M.Files[F->At.File], "a.cu");
  EXPECT_EQ(F->At.Line, 1U);
  EXPECT_EQ(F->Display, "caller");
}

TEST(ObjectTest, EveryDamageIsNoticed) {
  std::string Written = bytes(*object(Caller));
  for (size_t I = 0; I < Written.size(); ++I) {
    std::string Bad = Written;
    Bad[I] ^= 0x10;
    auto Read = reread(Bad);
    EXPECT_FALSE(bool(Read)) << "byte " << I;
    EXPECT_TRUE(contains(llvm::toString(Read.takeError()), "file: "));
    auto Short = reread(llvm::StringRef(Written).take_front(I));
    EXPECT_FALSE(bool(Short)) << "length " << I;
    llvm::consumeError(Short.takeError());
  }
}

TEST(ProgramTest, WhatNobodyDefinesStaysOpen) {
  Program P = linked({Caller});
  EXPECT_TRUE(contains(text(P, "caller"), "opaque \"work\"(%s)"));
  EXPECT_FALSE(contains(text(P, "caller"), "invoke"));
  EXPECT_TRUE(P.traits("caller")->MayCallUnknown);
  EXPECT_FALSE(P.traits("work"));
}

TEST(ProgramTest, WhatMattersIsCalled) {
  Program P = linked({Caller, "func @work(%s: stream) {\nb0:\n"
                              "  api cudaMalloc(?, 4)\n  ret\n}\n"});
  EXPECT_TRUE(contains(text(P, "caller"), "call @work(%s)"));
  EXPECT_FALSE(P.traits("caller")->MayCallUnknown);
}

TEST(ProgramTest, WhatMattersThroughAThirdIsCalled) {
  Program P = linked(
      {Caller,
       "func @work(%s: stream) {\nb0:\n  invoke fn @deep(%s) else {\n"
       "  opaque \"deep\"(%s)\n  }\n  ret\n}\n",
       "func @deep(%s: stream) {\nb0:\n  api cudaMalloc(?, 4)\n  ret\n}\n"});
  EXPECT_TRUE(P.traits("work")->Matters);
  EXPECT_TRUE(contains(text(P, "caller"), "call @work(%s)"));
}

TEST(ProgramTest, WhatMayNotReturnThroughAThirdIsCalled) {
  Program P =
      linked({Caller,
              "func @work(%s: stream) {\nb0:\n  invoke fn @deep(%s) else {\n"
              "  opaque \"deep\"(%s)\n  }\n  ret\n}\n",
              "func @deep(%s: stream) {\nb0:\n  throw\n}\n"});
  EXPECT_TRUE(P.traits("work")->MayNotReturn);
  EXPECT_TRUE(contains(text(P, "caller"), "call @work(%s)"));
}

TEST(ProgramTest, WhatIsHarmlessIsOfNoConcern) {
  Program P = linked({Caller, "func @work(%s: stream) {\nb0:\n  ret\n}\n"});
  EXPECT_TRUE(contains(text(P, "caller"), "opaque system nowait \"work\""));
  EXPECT_FALSE(P.traits("caller")->MayCallUnknown);
}

TEST(ProgramTest, WhatMayWaitThroughAThirdMayWait) {
  const char *Work = "func @work(%s: stream) {\nb0:\n  invoke fn @deep(%s) else "
                     "{\n  opaque \"deep\"(%s)\n  }\n  ret\n}\n";
  Program Waits = linked(
      {Caller, Work,
       "func @deep(%s: stream) {\nb0:\n  opaque \"wait\"()\n  ret\n}\n"});
  EXPECT_TRUE(Waits.traits("work")->MayWait);
  EXPECT_FALSE(contains(text(Waits, "caller"), "nowait"));
  Program Open = linked({Caller, Work});
  EXPECT_TRUE(Open.traits("work")->MayWait);
  Program Runs = linked(
      {Caller, Work, "func @deep(%s: stream) {\nb0:\n  ret\n}\n"});
  EXPECT_FALSE(Runs.traits("work")->MayWait);
  EXPECT_TRUE(contains(text(Runs, "caller"), "nowait \"work\""));
}

TEST(ProgramTest, ABodyThatCannotBeReadIsNamedOnce) {
  std::unique_ptr<ir::Object> O = object(Caller);
  // As a writer would that knows more than the reader.
  std::string Written = bytes(*O);
  const size_t At = Written.find("goto") == std::string::npos
                        ? Written.rfind("ret")
                        : Written.rfind("goto");
  ASSERT_NE(At, std::string::npos);
  Written[At] = 'R';
  sealAgain(Written);
  auto Read = reread(Written);
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  Program P;
  P.add(std::move(*Read));
  P.link();
  EXPECT_EQ(text(P, "caller"), "none\n");
  EXPECT_EQ(text(P, "caller"), "none\n");
  ASSERT_EQ(P.problems().size(), 1u);
  EXPECT_EQ(P.problems()[0].Unit, "a.cu");
  EXPECT_EQ(P.problems()[0].Function, "caller");
  EXPECT_TRUE(contains(P.problems()[0].str(),
                       "a.cu: cannot read the compiled body of 'caller': "));
}

TEST(ProgramTest, RecursionEnds) {
  Program P = linked(
      {"func @a(%s: stream) {\nb0:\n  invoke fn @b(%s) else {\n"
       "  opaque \"b\"(%s)\n  }\n  ret\n}\n",
       "func @b(%s: stream) {\nb0:\n  invoke fn @a(%s) else {\n"
       "  opaque \"a\"(%s)\n  }\n  api cudaStreamBeginCapture(%s, 0)\n  ret\n"
       "}\n"});
  EXPECT_TRUE(P.traits("a")->Matters);
  // It reaches a begin, if only in another file.
  EXPECT_EQ(P.roots(0), std::vector<std::string>{"a"});
  EXPECT_EQ(P.roots(1), std::vector<std::string>{"b"});
}

TEST(ProgramTest, InternalFunctionsAreEachFilesOwn) {
  constexpr llvm::StringLiteral One =
      "func @i_f() {\nb0:\n  api cudaMalloc(?, 1)\n  ret\n}\n"
      "func @one() {\nb0:\n  call @i_f()\n  ret\n}\n";
  constexpr llvm::StringLiteral Two =
      "func @i_f() {\nb0:\n  api cudaFree(?)\n  ret\n}\n"
      "func @two() {\nb0:\n  call @i_f()\n  ret\n}\n";
  Program P = linked({One, Two});
  EXPECT_TRUE(contains(text(P, "one"), "call @\"i_f#0\"()"));
  EXPECT_TRUE(contains(text(P, "two"), "call @\"i_f#1\"()"));
  EXPECT_TRUE(contains(text(P, "i_f#1"), "cudaFree"));
  EXPECT_FALSE(P.traits("i_f"));
}

TEST(ProgramTest, WhatSeveralDefineIsNobodyElses) {
  constexpr llvm::StringLiteral Main =
      "func @main() {\nb0:\n  api cudaFree(?)\n  ret\n}\n"
      "func @user%() {\nb0:\n  call @main()\n  ret\n}\n";
  auto Named = [&](const char *Name) {
    std::string Text = Main.str();
    Text.replace(Text.find('%'), 1, Name);
    return Text;
  };
  std::string A = Named("1"), B = Named("2");
  Program P = linked({A, B,
                      "func @other() {\nb0:\n  invoke fn @main() else {\n"
                      "  opaque \"main\"()\n  }\n  ret\n}\n"});
  EXPECT_TRUE(contains(text(P, "user1"), "main#0"));
  EXPECT_TRUE(contains(text(P, "user2"), "main#1"));
  EXPECT_TRUE(contains(text(P, "other"), "opaque \"main\"()"));
}

TEST(ProgramTest, WeakDefinitionsAreOne) {
  constexpr llvm::StringLiteral Inline =
      "func @w_f() {\nb0:\n  api cudaStreamBeginCapture(?, 0)\n  ret\n}\n";
  Program P = linked({Inline, Inline});
  EXPECT_EQ(P.numFunctions(), 1U);
  EXPECT_EQ(P.roots(0).size() + P.roots(1).size(), 1U);
  EXPECT_EQ(P.counts(0).Regions + P.counts(1).Regions, 1U);
}

TEST(ProgramTest, AnIndexIsTheProgram) {
  Program P = linked({Caller, "func @work(%s: stream) {\nb0:\n"
                              "  call @i_g()\n  ret\n}\n"
                              "func @i_g() {\nb0:\n"
                              "  api cudaMalloc(?, 4)\n  ret\n}\n"
                              "func @harmless() {\nb0:\n  ret\n}\n"});
  auto Read = reread(bytes(*P.index()));
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  Program Again;
  Again.add(std::move(*Read));
  Again.link();
  EXPECT_EQ(Again.numUnits(), 2U);
  EXPECT_EQ(Again.roots(0), P.roots(0));
  EXPECT_EQ(Again.roots(1), P.roots(1));
  for (const char *Name : {"caller", "work", "i_g#1"})
    EXPECT_EQ(text(Again, Name), text(P, Name)) << Name;
  ASSERT_TRUE(Again.traits("harmless"));
  EXPECT_FALSE(Again.traits("harmless")->Matters);
}

/// A file that is gone with its test.
class IndexFile {
public:
  explicit IndexFile(llvm::StringRef Content) {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("index", "ccidx", Path));
    write(Content);
  }
  /// As programs that write a file in place do.
  void write(llvm::StringRef Content) const {
    std::error_code Failed;
    llvm::raw_fd_ostream(Path, Failed) << Content;
    EXPECT_FALSE(Failed) << Failed.message();
  }
  llvm::StringRef path() const { return Path; }

private:
  llvm::SmallString<128> Path;
  llvm::FileRemover Remover{Path};
};

std::string problem(llvm::Expected<Program> P) {
  return P ? "" : llvm::toString(P.takeError());
}

TEST(IndexTest, IsReadOnceWhileItStaysAsItIs) {
  const std::string Work = "func @work(%s: stream) {\nb0:\n"
                           "  api cudaMalloc(?, 4)\n  ret\n}\n";
  IndexFile File(bytes(*linked({Caller, Work}).index()));
  llvm::Expected<Program> First = openIndex(File.path(), {});
  ASSERT_TRUE(bool(First)) << llvm::toString(First.takeError());
  llvm::Expected<Program> Second = openIndex(File.path(), {});
  ASSERT_TRUE(bool(Second)) << llvm::toString(Second.takeError());
  EXPECT_EQ(&First->unit(0), &Second->unit(0));
  EXPECT_TRUE(contains(text(*Second, "work"), "cudaMalloc"));

  // Whoever uses the old one may go on.
  const std::string Before = text(*First, "caller");
  File.write(bytes(*linked({Work}).index()));
  llvm::Expected<Program> Third = openIndex(File.path(), {});
  ASSERT_TRUE(bool(Third)) << llvm::toString(Third.takeError());
  EXPECT_EQ(Third->numUnits(), 1U);
  EXPECT_EQ(Second->numUnits(), 2U);
  EXPECT_EQ(text(*First, "caller"), Before);
}

TEST(IndexTest, WhatIsWrongIsSaidEachTime) {
  const std::string Good = bytes(*linked({Caller}).index());
  IndexFile File("short");
  const ir::Producer Other{"other", ""};
  for (int Time = 0; Time < 2; ++Time) {
    EXPECT_TRUE(contains(problem(openIndex(File.path(), {})),
                         "is not a file of CaptureIR"));
    File.write(bytes(*object(Caller)));
    EXPECT_TRUE(contains(problem(openIndex(File.path(), {})), "is an object"));
    File.write(Good);
    EXPECT_EQ(problem(openIndex(File.path(), {})), "");
    EXPECT_TRUE(
        contains(problem(openIndex(File.path(), Other)), "another version"));
    File.write("short");
  }
  llvm::sys::fs::remove(File.path());
  EXPECT_TRUE(contains(problem(openIndex(File.path(), {})), "No such file"));
}

TEST(IndexTest, EachAnalysisFindsChangedFilesItself) {
  IndexFile Source("before");
  std::unique_ptr<ir::Object> Index = linked({Caller}).index();
  ASSERT_EQ(Index->Files.size(), Index->Contents.size());
  Index->Files = {Source.path().str()};
  Index->Contents = {ir::sourceTextIn(Source.path()).digest()};
  Index->Lines = {ir::sourceTextIn(Source.path()).Lines};
  for (ir::FunctionEntry &E : Index->Functions)
    E.File = 0;
  IndexFile File(bytes(*Index));
  auto Changed = [&] {
    llvm::Expected<Program> P = openIndex(File.path(), {});
    EXPECT_TRUE(bool(P)) << llvm::toString(P.takeError());
    EXPECT_TRUE(P->changedFiles().empty());
    (void)P->traits("caller");
    return P->changedFiles();
  };
  EXPECT_TRUE(Changed().empty());
  Source.write("after");
  EXPECT_EQ(Changed(), std::vector<std::string>{Source.path().str()});
  Source.write("before");
  EXPECT_TRUE(Changed().empty());
  // Comments and blanks mean nothing.
  Source.write("/* Not\n  */\n before // after\n");
  EXPECT_TRUE(Changed().empty());
}

TEST(SourceText, CodeAndItsLines) {
  auto Code = [](llvm::StringRef Text) { return ir::sourceTextOf(Text).Code; };
  EXPECT_EQ(Code("int  a; // b\n\n\t/* c\n */ int d;\r\n"), "int a;\nint d;\n");
  EXPECT_EQ(Code("f(\"// no /* comment\", '\"', 1'000, '\\'', \"\\\"\"); // c"),
            "f(\"// no /* comment\", '\"', 1'000, '\\'', \"\\\"\");\n");
  EXPECT_EQ(Code("R\"x(// \" )\" )x\" /**/ a"), "R\"x(// \" )\" )x\" a\n");
  EXPECT_EQ(Code("// a \\\n still\nb"), "b\n");
  EXPECT_EQ(Code("#define A /*\n*/ 1\n  2"), "#define A 1\n2\n");
  EXPECT_EQ(Code("a /* no end"), "a\n");
  EXPECT_EQ(Code("\"no end\n'"), "\"no end\n'\n");
  EXPECT_EQ(Code("R\"no end"), "R\"no end\n");
  EXPECT_NE(Code("ab"), Code("a b"));
  EXPECT_EQ(ir::sourceTextOf("// nothing\n").digest(), 0U);

  const ir::SourceText Before = ir::sourceTextOf("a\nb\n// c\nd\n");
  const ir::SourceText Now = ir::sourceTextOf("// new\na\n\nb\nd\n");
  EXPECT_EQ(Before.Code, Now.Code);
  auto Moved = [&](unsigned Line) {
    return ir::movedLine(Before.Lines, Now.Lines, Line);
  };
  EXPECT_EQ(Moved(1), 2U);
  EXPECT_EQ(Moved(2), 4U);
  EXPECT_EQ(Moved(4), 5U);
  EXPECT_EQ(Moved(9), 9U);
}

TEST(IndexTest, ThreadsShareIt) {
  IndexFile File(bytes(*linked({Caller}).index()));
  std::vector<std::thread> Threads;
  std::vector<std::string> Found(4);
  for (std::string &Text : Found)
    Threads.emplace_back([&Text, &File] {
      for (int Time = 0; Time < 50; ++Time)
        if (llvm::Expected<Program> P = openIndex(File.path(), {}))
          Text = text(*P, "caller");
        else
          Text = llvm::toString(P.takeError());
    });
  for (std::thread &T : Threads)
    T.join();
  for (const std::string &Text : Found) {
    EXPECT_TRUE(contains(Text, "@caller")) << Text;
    EXPECT_EQ(Text, Found.front());
  }
}

} // namespace
