//===- FileFacts.h - What the tokens of a file tell -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a file without parsing, preprocessing or including anything: which
/// names it spells, and which functions it may define. Whatever a condition
/// leaves out counts, too; so the answers are never too few.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_FILEFACTS_H
#define CUDA_CAPTURE_SCAN_FILEFACTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture::scan {

/// A name, by its index in Names; 0 is none.
using Id = unsigned;

/// Each name once, for all files of a program.
class Names {
public:
  Names() { add(""); }
  Id add(llvm::StringRef Text) {
    auto [It, New] = Ids.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(It->first());
    return It->second;
  }
  std::optional<Id> find(llvm::StringRef Text) const {
    auto It = Ids.find(Text);
    return It == Ids.end() ? std::nullopt : std::optional<Id>(It->second);
  }
  llvm::StringRef text(Id I) const { return Texts[I]; }
  size_t size() const { return Texts.size(); }

private:
  llvm::StringMap<Id> Ids;
  std::vector<llvm::StringRef> Texts;
};

/// A function that a file may define.
struct Definition {
  Id Name = 0;
  /// Whoever calls it sees this class; 0: none is known.
  Id Class = 0;
  /// It stands behind a condition of the preprocessor that is no include guard:
  /// who includes the file need not have it.
  bool Conditional = false;
  /// A template: others have to see it, unless it is instantiated for them.
  bool Template = false;
  /// It is called without its name: a constructor, destructor or operator.
  bool Implicit = false;
};

struct Macro {
  Id Name = 0;
  std::vector<Id> Body;
  /// The names of the body that are neither parameters nor words of the
  /// language, and those that stand in front of a parenthesis: they may be
  /// functions that the macro defines.
  std::vector<Id> Names;
  std::vector<Id> Functions;
  bool HasParameters = false;
  /// It makes names of others.
  bool Pastes = false;
  /// Of how many parts the longest is.
  unsigned MostParts = 0;
  /// What stands in front of it may be a function: its body begins with a
  /// parenthesis.
  bool OpensParameters = false;
  /// What it is given may become the name of a function: a parameter stands in
  /// front of a parenthesis, or is pasted.
  bool NamesParameter = false;
};

/// A name outside of all functions, perhaps of a macro that defines some, and
/// the names in the parentheses behind it.
struct Invocation {
  Id Name = 0;
  Id Before = 0; ///< The name directly in front.
  std::vector<Id> Arguments;
};

struct Include {
  std::string File;
  bool Angled = false;
  bool Next = false;
  /// It stands behind a condition that is no include guard.
  bool Conditional = false;
};

struct FileFacts {
  /// All names, those in string literals that are nothing but a name included,
  /// and numbers, which may be pasted to names. Sorted.
  std::vector<Id> Spelt;
  /// Those that are declared and not mentioned otherwise; they are not in
  /// Spelt. Sorted.
  std::vector<Id> Declared;
  /// All that are declared as functions, wherever else they are mentioned.
  /// Sorted.
  std::vector<Id> Declarations;
  /// Those outside of directives and bodies that no parenthesis follows: what
  /// is neither called nor declared but mentioned. Sorted.
  std::vector<Id> Mentioned;
  std::vector<Definition> Defined;
  std::vector<Macro> Macros;
  std::vector<Invocation> Invocations;
  std::vector<Include> Includes;
  /// Nothing stands before the first include but comments, "#pragma once" and
  /// the include guard, the macro of which is Guard; 0: there is none.
  bool BeginsWithInclude = false;
  Id Guard = 0;
  /// It may have content only the first time that it is included: it has
  /// "#pragma once", or begins with a condition.
  bool MayBeOnce = false;
  /// Classes with bases.
  std::vector<Id> Derived;
  /// Names for types that have another one.
  std::vector<Id> Aliases;
  /// It instantiates a class for others.
  bool Instantiates = false;
  /// What it spells, includes or defines cannot be told by its tokens.
  bool Unclear = false;
};

/// \p Text is what is in the file. An operator has a name that begins with
/// "operator ".
FileFacts readFacts(llvm::StringRef Text, Names &All);

/// Adds to \p F what a macro of the command line has: "NAME=BODY".
void addMacro(FileFacts &F, llvm::StringRef Definition, Names &All);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_FILEFACTS_H
