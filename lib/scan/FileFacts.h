//===- FileFacts.h - Facts from the tokens of a file ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a file without parsing, preprocessing or including anything. The facts
/// are the names that the file spells and the functions that it may define.
/// Code that a condition leaves out counts, too, so that no configuration of
/// the file has a name or a function that the facts lack.
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

/// The index of a name in Names; 0 is no name.
using Id = unsigned;

/// Stores each name of all files of a program once.
class Names {
public:
  Names() { add(""); }
  /// Returns the index of a name, which is added if it is new.
  Id add(llvm::StringRef Text) {
    auto [It, New] = Ids.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(It->first());
    return It->second;
  }
  /// Returns the index of a name; nullopt if it was not added before.
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
  /// The class of the function; 0 if it is unknown. Every unit that calls the
  /// function names this class.
  Id Class = 0;
  /// The definition depends on a preprocessor condition other than an include
  /// guard: a file that includes this one need not have it.
  bool Conditional = false;
  /// The function is a template. Its callers must see the definition, unless a
  /// file instantiates it explicitly.
  bool Template = false;
  /// The function is called without its name: it is a constructor, a destructor
  /// or an operator.
  bool Implicit = false;
};

/// A definition of a macro.
struct Macro {
  Id Name = 0;
  /// The words, the short numbers and the names in literals of the body.
  std::vector<Id> Body;
  /// The names in the body that are neither parameters nor keywords.
  std::vector<Id> Names;
  /// The names in the body, other than parameters, that the macro may define as
  /// functions: they precede a parenthesis.
  std::vector<Id> Functions;
  bool HasParameters = false;
  /// The body pastes tokens.
  bool Pastes = false;
  /// The number of parts of the longest name that the macro pastes.
  unsigned MostParts = 0;
  /// The name in front of an invocation may become a function, because the body
  /// begins with a parenthesis.
  bool OpensParameters = false;
  /// An argument may become the name of a function, because a parameter is
  /// pasted or precedes a parenthesis.
  bool NamesParameter = false;
};

/// A name outside of all functions, which may be that of a macro that defines
/// functions, and the names in the parentheses that follow it.
struct Invocation {
  Id Name = 0;
  Id Before = 0; ///< The name directly before it; 0: none.
  std::vector<Id> Arguments;
};

/// An #include, #include_next or #import directive.
struct Include {
  std::string File;
  bool Angled = false;
  bool Next = false; ///< It is an #include_next.
  /// The directive depends on a condition other than an include guard.
  bool Conditional = false;
};

/// The facts about a file.
struct FileFacts {
  /// The names that the file spells, except for those in Declared. They include
  /// the string literals that consist of one name, and the numbers, because
  /// these may be pasted to names. Sorted.
  std::vector<Id> Spelt;
  /// The names that the file declares as functions and does not use otherwise.
  /// Sorted.
  std::vector<Id> Declared;
  /// All names that the file declares as functions. Sorted.
  std::vector<Id> Declarations;
  /// The names outside of directives and function bodies that no parenthesis
  /// follows: the file neither calls nor declares these functions, but mentions
  /// them. Sorted.
  std::vector<Id> Mentioned;
  std::vector<Definition> Defined;
  std::vector<Macro> Macros;
  std::vector<Invocation> Invocations;
  std::vector<Include> Includes;
  /// Only comments, "#pragma once" and the include guard precede the first
  /// include.
  bool BeginsWithInclude = false;
  /// The macro of that include guard; 0 if there is none.
  Id Guard = 0;
  /// The file may have content only the first time that it is included, because
  /// it has "#pragma once" or begins with a condition.
  bool MayBeOnce = false;
  /// Classes that have bases.
  std::vector<Id> Derived;
  /// Names that typedefs and alias declarations give to types.
  std::vector<Id> Aliases;
  /// The file explicitly instantiates a class.
  bool Instantiates = false;
  /// The tokens do not tell everything that the file spells, includes or
  /// defines.
  bool Unclear = false;
};

/// Returns the facts about a file whose content is \p Text. The name of an
/// operator begins with "operator ".
FileFacts readFacts(llvm::StringRef Text, Names &All);

/// Adds to \p F the facts about a macro of the command line: "NAME=BODY".
void addMacro(FileFacts &F, llvm::StringRef Definition, Names &All);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_FILEFACTS_H
