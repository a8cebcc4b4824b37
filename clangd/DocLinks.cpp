//===- DocLinks.cpp - Links from diagnostics to our pages -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocLinks.h"
#include "../checks/Information.h"
#include "../lib/compdb/OwnFiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using namespace llvm;

/// Returns the address of the folder docs/ on the web, or else on this machine;
/// empty if there is none.
static std::string docsAddress() {
  if (StringRef(CUDA_CAPTURE_DOCS_URL) != "")
    return CUDA_CAPTURE_DOCS_URL;
  std::string Folder = compdb::docsFolder(), Result = "file://";
  for (unsigned char C : Folder)
    if (isAlnum(C) || StringRef("-._~/").contains(char(C)))
      Result += char(C);
    else
      Result += {'%', hexdigit(C >> 4), hexdigit(C & 15)};
  return Folder.empty() ? "" : Result + '/';
}

static void linkDiagnostic(json::Object &Diagnostic) {
  static const std::string Address = docsAddress();
  std::optional<StringRef> Code = Diagnostic.getString("code");
  if (!Code || !Code->consume_front("cuda-capture-"))
    return;
  // An information is not a finding, but tells why a file may have none. clangd
  // capitalizes the first letter of a message.
  constexpr int Information = 3;
  if (std::optional<StringRef> Text = Diagnostic.getString("message");
      Text && Text->consume_front_insensitive(checks::InformationPrefix)) {
    Diagnostic["message"] = Text->str();
    Diagnostic["severity"] = Information;
  }
  if (Address.empty())
    Diagnostic.erase("codeDescription");
  else
    Diagnostic["codeDescription"] =
        json::Object{{"href", Address + "checks/" + Code->str() + ".md"}};
}

void clangd::linkToOurPages(json::Value &Message) {
  auto List = [](json::Object &Holder) {
    if (json::Array *Diagnostics = Holder.getArray("diagnostics"))
      for (json::Value &D : *Diagnostics)
        if (json::Object *Diagnostic = D.getAsObject())
          linkDiagnostic(*Diagnostic);
  };
  if (json::Object *Params = Message.getAsObject())
    List(*Params);
  else if (json::Array *Actions = Message.getAsArray())
    for (json::Value &A : *Actions)
      if (json::Object *Action = A.getAsObject())
        List(*Action);
}
