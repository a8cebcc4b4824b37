//===- LibraryBindings.h - Streams that handles of libraries use *- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_LIBRARYBINDINGS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_LIBRARYBINDINGS_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The knowledge about a handle or plan of a library.
struct Binding {
  /// The stream that its work goes to; the null stream until it is bound.
  Value Stream;
  /// Whether scalar results go to the host (0) or the device.
  Value PointerMode;
  /// The call that bound or made it.
  Site At;
  /// Whether the handle has not been bound since it was made.
  bool Fresh = false;
  /// Whether an unknown callee may know the handle, and may bind it at any
  /// time.
  bool Shared = false;
  /// Whether this is an assumption: the program binds no handle of the library.
  bool Assumed = false;
  bool operator==(const Binding &O) const {
    return Stream == O.Stream && PointerMode == O.PointerMode &&
           Fresh == O.Fresh && Shared == O.Shared;
  }
};

/// The handles and plans of libraries.
struct LibraryBindings : HandleMap<LibraryBindings, Binding> {
  bool loseWhatDiffers(const LibraryBindings &O) { return keepCommon(O); }
  void forget(const Universe &U, SymbolId S) {
    HandleMap::forget(U, S);
    auto Forget = [&](Value Binding::*Member) {
      updateIf([&](const auto &E) { return U.dependsOn(E.second.*Member, S); },
               [&](Binding &To) { To.*Member = Value::unknown(); });
    };
    Forget(&Binding::Stream);
    Forget(&Binding::PointerMode);
  }
  void replaceHandle(SymbolId Old, SymbolId New) {
    const Value Was = Value::symbol(Old);
    updateIf([&](const auto &E) { return E.second.Stream.sameAs(Was); },
             [&](Binding &To) { To.Stream.Data = New; });
    HandleMap::replaceHandle(Old, New);
  }
  void hold(Universe &U) const {
    for (const auto &[Handle, To] : *this) {
      U.markLeaves(To.Stream);
      U.markLeaves(To.PointerMode);
    }
  }
  void escape(llvm::function_ref<bool(SymbolId)> MayKnow) {
    updateIf([&](const auto &E) { return E.second.Shared || MayKnow(E.first); },
             [](Binding &To) {
               To.Shared = true;
               To.Stream = To.PointerMode = Value::unknown();
             });
  }
  void visitHandles(llvm::function_ref<void(const Value &)> Visit) const {
    for (const auto &[Handle, To] : *this)
      Visit(Value::symbol(Handle));
  }
  bool outlives(const CallScope &Call, const LibraryBindings &) const {
    for (const auto &[Handle, To] : *this)
      if (Call.Made(Value::symbol(Handle)) || Call.Inside(To.At) ||
          Call.Made(To.Stream) || Call.Made(To.PointerMode))
        return true;
    return false;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_LIBRARYBINDINGS_H
