//===- ExportTest.cpp - Findings that outlive their translation unit ------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diagnose/Export.h"
#include "lower/Driver.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using report::Diagnostic;
using report::DiagnosticNote;

namespace {

constexpr const char *Cuda = R"(
typedef struct S *cudaStream_t;
typedef struct G *cudaGraph_t;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
extern "C" {
int cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
int cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
int cudaMalloc(void **, unsigned long);
int cudaFree(void *);
int cudaMallocAsync(void **, unsigned long, cudaStream_t);
int cudaDeviceSynchronize();
}
)";

/// The findings of "/p/src/a.cpp", which has those declarations in front, but
/// for results that are not checked.
std::vector<Diagnostic> findings(const std::string &Code,
                                 const std::string &Header = "") {
  std::vector<Diagnostic> Result;
  // Clang 19 refers to them as long as it has the unit.
  const clang::tooling::FileContentMappings Files = {
      {"/p/src/cuda.h", Cuda},
      {"/p/include/h.h", Header},
      {"/p/src/../include/h.h", Header}};
  std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(
          Code, {"-std=c++17", "-I/p/src/../include"}, "/p/src/a.cpp",
          "clang-tool", std::make_shared<clang::PCHContainerOperations>(),
          clang::tooling::getClangStripDependencyFileAdjuster(), Files);
  if (!Unit || Unit->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "the code does not compile";
    return Result;
  }
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge("");
  EXPECT_TRUE(bool(KB));
  std::vector<analysis::Finding> Found;
  clang::ASTContext &Ctx = Unit->getASTContext();
  std::unique_ptr<lower::Lowering> L = lower::analyzeTranslationUnit(
      Ctx, &Unit->getPreprocessor(), **KB, {}, Found);
  diagnose::Diagnoser Words(*L, Ctx);
  for (const analysis::Finding &F : Found)
    if (F.R != analysis::Rule::UncheckedResult)
      Result.push_back(diagnose::exported(F, Words.diagnose(F), *L, Ctx));
  return Result;
}

std::string applied(std::string Code, std::vector<report::Edit> Edits) {
  std::stable_sort(
      Edits.begin(), Edits.end(),
      [](const auto &A, const auto &B) { return A.Offset > B.Offset; });
  for (const report::Edit &E : Edits) {
    EXPECT_EQ(E.File, "/p/src/a.cpp");
    Code.replace(E.Offset, E.Length, E.Text);
  }
  return Code;
}

std::string at(const report::Position &P) {
  return P.File + ":" + std::to_string(P.Line) + ":" + std::to_string(P.Column);
}

TEST(Export, FieldsAndEdits) {
  const std::string Code =
      "#include \"cuda.h\"\n"
      "namespace n {\n"
      "void f(cudaStream_t s, cudaGraph_t *g) { void *p;\n"
      "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
      "  cudaMalloc(&p, 5);\n"
      "  cudaStreamEndCapture(s, g);\n"
      "}\n"
      "}\n";
  std::vector<Diagnostic> All = findings(Code);
  ASSERT_EQ(All.size(), 1u);
  const Diagnostic &D = All[0];
  EXPECT_EQ(D.Check, "cuda-capture-unsafe-call");
  EXPECT_EQ(at(D.At), "/p/src/a.cpp:5:3");
  EXPECT_EQ(D.Function, "n::f");
  EXPECT_EQ(D.Callee, "cudaMalloc");
  EXPECT_FALSE(D.Possible);
  EXPECT_FALSE(D.OnFailure);
  EXPECT_EQ(D.Error, 900u);
  EXPECT_EQ(D.ErrorName, "cudaErrorStreamCaptureUnsupported");
  EXPECT_FALSE(D.Entry.empty());
  ASSERT_GE(D.Notes.size(), 2u);
  EXPECT_EQ(D.Notes[0].K, DiagnosticNote::Path);
  EXPECT_EQ(D.Notes[0].Text, "capture of 's' begins here");
  EXPECT_EQ(at(D.Notes[0].At), "/p/src/a.cpp:4:3");
  EXPECT_EQ(D.Notes[1].K, DiagnosticNote::Remedy);
  EXPECT_EQ(at(D.Notes[1].At), "/p/src/a.cpp:5:3");
  // The remedy names another function, which needs the stream.
  EXPECT_NE(applied(Code, D.Notes[1].Edits).find("cudaMallocAsync(&p, 5, s);"),
            std::string::npos);
  // The allocation goes in front.
  const std::string Fixed = applied(Code, D.Edits);
  EXPECT_LT(Fixed.find("cudaMalloc"), Fixed.find("cudaStreamBegin"));
  // Another mode is an alternative, with one edit.
  const DiagnosticNote &Mode = D.Notes.back();
  EXPECT_EQ(Mode.K, DiagnosticNote::Alternative);
  EXPECT_EQ(at(Mode.At), "/p/src/a.cpp:4:3");
  EXPECT_EQ(Mode.Edits.size(), 1u);
  EXPECT_NE(applied(Code, Mode.Edits).find("(s, cudaStreamCaptureModeRelaxed)"),
            std::string::npos);
}

TEST(Export, MacrosStandWhereTheyAreUsed) {
  std::vector<Diagnostic> All =
      findings("#include \"cuda.h\"\n#define SYNC() cudaDeviceSynchronize()\n"
               "void f(cudaStream_t s, cudaGraph_t *g) {\n"
               "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
               "  int x; SYNC();\n"
               "#line 99 \"other.y\"\n"
               "  SYNC();\n"
               "  cudaStreamEndCapture(s, g);\n"
               "}\n");
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(at(All[0].At), "/p/src/a.cpp:5:10");
  EXPECT_TRUE(All[0].Edits.empty());
  EXPECT_EQ(at(All[1].At), "/p/src/a.cpp:7:3");
}

TEST(Export, PathsHaveNoDots) {
  std::vector<Diagnostic> All =
      findings("#include \"cuda.h\"\n#include <h.h>\n",
               "inline void f(cudaStream_t s, cudaGraph_t *g) {\n"
               "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
               "  cudaDeviceSynchronize();\n"
               "  cudaStreamEndCapture(s, g);\n"
               "}\n");
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(at(All[0].At), "/p/include/h.h:3:3");
}

TEST(Export, OtherModesAreOfferedOnce) {
  std::vector<Diagnostic> All =
      findings("#include \"cuda.h\"\n"
               "void f(cudaStream_t s, cudaGraph_t *g, void *p, bool b) {\n"
               "  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);\n"
               "  if (b) cudaFree(p); else cudaFree(0);\n"
               "  if (b) cudaFree(0); else cudaFree(p);\n"
               "  cudaStreamEndCapture(s, g);\n"
               "}\n");
  ASSERT_GE(All.size(), 2u);
  unsigned Offered = 0;
  for (const Diagnostic &D : All)
    for (const DiagnosticNote &N : D.Notes)
      Offered += N.K == DiagnosticNote::Alternative && N.At.Line == 3;
  EXPECT_EQ(Offered, 1u);
}

} // namespace
