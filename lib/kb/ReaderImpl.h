//===- ReaderImpl.h - State of one reading ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Internal to lib/kb: the declarations that the files that read knowledge
/// share.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_READERIMPL_H
#define CUDA_CAPTURE_KB_READERIMPL_H

#include "Json.h"
#include "Reader.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cuda_capture {

/// Returns the content of a regular file that is not too large. If it cannot be
/// read, adds a problem to \p P and returns null.
std::unique_ptr<llvm::MemoryBuffer> readKnowledgeFile(llvm::StringRef Path,
                                                      kb::Problems &P);

/// Reads one knowledge base: any number of documents, then finish().
class KnowledgeBaseReader::Impl {
public:
  explicit Impl(KnowledgeBase::Measurements What, bool OnlyMeasurements = false)
      : KB(std::make_shared<KnowledgeBase>()), What(What),
        OnlyMeasurements(OnlyMeasurements) {}

  void path(llvm::StringRef Path);
  void text(llvm::StringRef Text, llvm::StringRef File);
  /// Adds \p Base, which is consumed, below everything that was read so far:
  /// existing definitions stay unchanged. Does nothing if a document said that
  /// it is standalone.
  void base(KnowledgeBase &Base);
  Result finish();
  /// Replaces finish() for a document that is not complete knowledge.
  Result partial();
  /// Replaces finish() for a reader of measurements only.
  llvm::Expected<std::deque<Measurement>> finishMeasurements();
  const std::vector<std::string> &files() const { return FilesRead; }

private:
  //===--- Reader.cpp: files, documents, references -----------------------===//
  void file(llvm::StringRef Path);
  void document(const kb::Context &C, const kb::json &V);
  void references();
  void supersession();
  /// Reports a second definition of \p Name. Returns true if this is the first
  /// one.
  bool define(const kb::Context &C, const kb::Place &At, llvm::StringRef What,
              llvm::StringRef Name);

  //===--- Rows.cpp: API rows ---------------------------------------------===//
  void row(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void versions(const kb::Context &C, const kb::json &V, const kb::Place &At,
                ApiRow &Row, std::string ApiRow::Name::*Field);
  void names(const kb::Context &C, kb::Object &O, ApiRow &Row);
  void name(const kb::Context &C, const kb::Place &At, const kb::json &V,
            ApiRow &Row, Family Fam);
  Param param(const kb::Context &C, const kb::json &V, const kb::Place &At,
              llvm::StringRef Text);
  Param param(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void fields(const kb::Context &C, const kb::json &V, const kb::Place &At,
              ApiRow &Row);
  /// Whether the value of this key of a row may name this role.
  static bool mayStandIn(llvm::StringRef Key, Role R);
  /// Returns the role that \p Text names in the value of \p Key. Reports a
  /// problem if \p Text is not a role, or names a role that may not stand
  /// there.
  static std::optional<Role> roleIn(const kb::Context &C, const kb::Place &At,
                                    llvm::StringRef Key, llvm::StringRef Text);

  //===--- ObjectRows.cpp: objects, results, what is current --------------===//
  void thisParam(const kb::Context &C, const kb::json &V, const kb::Place &At,
                 ApiRow &Row);
  void objects(const kb::Context &C, kb::Object &O, const kb::Place &At,
               ApiRow &Row);
  void fix(const kb::Context &C, const kb::json &V, const kb::Place &At,
           ApiRow &Row);
  void evidence(const kb::Context &C, const kb::json &V, const kb::Place &At,
                ApiRow &Row);
  void place(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void types(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void rowRules(const kb::Context &C, const kb::Place &At, const ApiRow &Row,
                bool HasWaits, bool HasOtherwise);

  //===--- RowCases.cpp: what a row says of its call ----------------------===//
  bool verdict(const kb::Context &C, kb::Object &O, ApiRow &Row);
  void rowCase(const kb::Context &C, const kb::json &V, const kb::Place &At,
               ApiRow &Base);
  void refer(const kb::Context &C, const kb::Place &At, const ApiRow &Row);

  //===--- Entries.cpp, Advice.cpp: errors and what to do about them ------===//
  void code(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void suffix(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void captureBlock(const kb::Context &C, const kb::json &V,
                    const kb::Place &At);
  void constant(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void entry(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void hostFunctions(const kb::Context &C, const kb::json &V,
                     const kb::Place &At);
  void entryPoint(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void remedy(const kb::Context &C, const kb::json &V, const kb::Place &At);
  void claim(const kb::Context &C, const kb::json &V, const kb::Place &At);
  Advice advice(const kb::Context &C, const kb::json &V, const kb::Place &At,
                bool IsDeadEnd);
  void when(const kb::Context &C, kb::Object &O, AdviceCondition &When);
  void translate(const kb::Context &C, kb::Object &O, llvm::StringRef Key,
                 llvm::StringRef What, std::vector<Advice> &Advices);
  void corrections(const kb::Context &C, kb::Object &O, const kb::json &V,
                   ErrorEntry &E);
  std::string regex(const kb::Context &C, kb::Object &O, llvm::StringRef Key,
                    kb::Presence Need);

  //===--- Measured.cpp: measurements -------------------------------------===//
  static bool isMeasurement(const kb::json &V);
  void measurement(const kb::Context &C, const kb::json &V);
  void measuredCase(const kb::Context &C, const kb::json &V,
                    const kb::Place &At, Measurement &Result);

  /// A name that must exist once all files are read.
  struct Reference {
    std::string Where;
    std::string Entry;
    unsigned Error;
    std::string Api = {};
  };

  std::shared_ptr<KnowledgeBase> KB;
  kb::Problems P;
  /// The place where each name, construct, entry, code and suffix was first
  /// defined.
  llvm::StringMap<std::string> Defined;
  std::vector<Reference> References;
  std::vector<std::string> FilesRead;
  KnowledgeBase::Measurements What;
  /// Whether the documents stand alone, without a base.
  bool Standalone = false;
  /// Whether knowledge other than measurements is a problem.
  bool OnlyMeasurements;
};

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_READERIMPL_H
