//===- OwnRows.cpp - Rows of the user's own knowledge ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnRows.h"
#include "TidyConfig.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using llvm::StringRef;

std::vector<std::string> certainWords(StringRef Name) {
  std::vector<std::string> Result;
  Name = Name.take_until([](char C) { return C == '('; });
  for (StringRef Rest = Name; !Rest.empty();) {
    StringRef Word = Rest.take_while([](char C) {
      return llvm::isAlnum(C) || C == '_' || C == '*' || C == '?';
    });
    // Template arguments may be spelt in other ways.
    if (Rest.front() == '<')
      break;
    if (!Word.empty() && Word != "operator" &&
        Word.find_first_of("*?") == StringRef::npos)
      Result.push_back(Word.str());
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

namespace {

/// The names that the files of a program spell.
class Spelt {
public:
  explicit Spelt(const scan::Sources &Program) : Names(Program.names()) {
    Words.resize(Names.size());
    for (unsigned F = 0; F < Program.numFiles(); ++F) {
      const scan::FileFacts &Facts = Program.file(F).Facts;
      for (const std::vector<scan::Id> *List :
           {&Facts.Spelt, &Facts.Declared, &Facts.Declarations})
        for (scan::Id I : *List)
          Words.set(I);
      for (const scan::Macro &M : Facts.Macros) {
        Words.set(M.Name);
        Pastes |= M.Pastes;
      }
      for (scan::Id I : Facts.Declarations)
        Functions.push_back(I);
      for (const scan::Definition &D : Facts.Defined)
        Functions.push_back(D.Name);
    }
    llvm::sort(Functions);
    Functions.erase(std::unique(Functions.begin(), Functions.end()),
                    Functions.end());
  }

  /// Whether the program spells \p Word, or a macro may paste it from two
  /// names.
  bool has(StringRef Word) const {
    if (isWord(Word))
      return true;
    if (Pastes)
      for (size_t I = 1; I < Word.size(); ++I)
        if (isWord(Word.take_front(I)) && isWord(Word.drop_front(I)))
          return true;
    return false;
  }

  std::vector<std::string> words() const {
    std::vector<std::string> Result;
    for (unsigned I : Words.set_bits())
      Result.push_back(Names.text(I).str());
    return Result;
  }

  std::vector<std::string> functions() const {
    std::vector<std::string> Result;
    for (scan::Id I : Functions)
      Result.push_back(Names.text(I).str());
    return Result;
  }

private:
  bool isWord(StringRef Word) const {
    std::optional<scan::Id> I = Names.find(Word);
    return I && Words.test(*I);
  }

  const scan::Names &Names;
  llvm::BitVector Words;
  std::vector<scan::Id> Functions;
  bool Pastes = false;
};

} // namespace

/// Whether the program may use a name of \p Row, which is not built in.
static bool hasFunction(const KnowledgeBase &KB, const ApiRow &Row,
                        const Spelt &Program) {
  bool Has = false;
  KB.spellings(Row, [&](StringRef Name) {
    Has |= llvm::all_of(certainWords(Name),
                        [&](StringRef Word) { return Program.has(Word); });
  });
  return Has;
}

std::vector<report::ConfigurationNotice>
rowsWithoutFunction(const KnowledgeBase &KB, llvm::ArrayRef<std::string> Paths,
                    const scan::Sources &Program) {
  std::vector<report::ConfigurationNotice> Result;
  if (Paths.empty() ||
      llvm::any_of(Program.units(),
                   [](const scan::Sources::Unit &U) { return U.Unclear; }))
    return Result;
  auto BuiltIn = KnowledgeBase::embedded();
  std::vector<std::string> Files;
  if (!BuiltIn) {
    llvm::consumeError(BuiltIn.takeError());
    return Result;
  }
  // This is only for the names of the files. Problems have been reported
  // before.
  if (auto Again = KnowledgeBase::layered(
          Paths, KnowledgeBase::Measurements::Skip, &Files);
      !Again)
    llvm::consumeError(Again.takeError());

  std::optional<Spelt> Words;
  std::vector<std::string> Functions;
  for (const ApiRow &Row : KB.rows()) {
    if (Row.Construct || llvm::any_of(Row.Names, [&](const ApiRow::Name &N) {
          return bool((*BuiltIn)->lookup(N.Spelling)) ||
                 llvm::any_of((*BuiltIn)->rows(), [&](const ApiRow &Known) {
                   return llvm::any_of(Known.Names, [&](const ApiRow::Name &K) {
                     return K.Spelling == N.Spelling;
                   });
                 });
        }))
      continue;
    if (!Words) {
      Words.emplace(Program);
      Functions = Words->functions();
    }
    if (hasFunction(KB, Row, *Words))
      continue;
    const std::string &Name = Row.Names.front().Spelling;
    // Suggest a replacement for the first word that the program does not spell.
    std::string Near;
    const std::vector<std::string> Certain = certainWords(Name);
    for (const std::string &Word : Certain)
      if (!Words->has(Word)) {
        // A scope may have any name, but the last word is the name of a
        // function.
        const std::vector<std::string> Similar = similarNames(
            Word, Word == Certain.back() ? Functions : Words->words());
        if (!Similar.empty()) {
          const size_t At = Name.find(Word);
          Near = Name.substr(0, At) + Similar.front() +
                 Name.substr(At + Word.size());
        }
        break;
      }
    report::ConfigurationNotice &N = Result.emplace_back();
    N.IsWarning = !Near.empty();
    for (const std::string &File : Files)
      if (N.At = placeOfText(File, "\"" + Name + "\""); N.At.Line)
        break;
    if (!N.At.Line)
      N.At = {};
    N.Text = "row '" + Name + "' matches no function of this program" +
             (Near.empty() ? "" : "; did you mean '" + Near + "'?");
  }
  return Result;
}
