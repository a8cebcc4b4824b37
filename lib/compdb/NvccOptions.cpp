//===- NvccOptions.cpp - Translation of nvcc's options to Clang's ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table contains the options of nvcc 13.0 in the order of its help, and
/// options of older versions that 13.0 no longer has. To add an option, add a
/// row.
///
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;

// clang-format off
static constexpr NvccOption Table[] = {
    // Phases of compilation. Clang's tools only parse.
    {"--cuda -cuda",                                        Takes::Nothing, Does::Drop},
    {"--cubin -cubin",                                      Takes::Nothing, Does::Drop},
    {"--fatbin -fatbin",                                    Takes::Nothing, Does::Drop},
    {"--ptx -ptx",                                          Takes::Nothing, Does::Drop},
    {"--optix-ir -optix-ir",                                Takes::Nothing, Does::Drop},
    {"--ltoir -ltoir",                                      Takes::Nothing, Does::Drop},
    {"--preprocess -E",                                     Takes::Nothing, Does::Drop},
    {"--generate-dependencies -M",                          Takes::Nothing, Does::Drop},
    {"--generate-nonsystem-dependencies -MM",               Takes::Nothing, Does::Drop},
    {"--generate-dependencies-with-compile -MD",            Takes::Nothing, Does::Drop},
    {"--generate-nonsystem-dependencies-with-compile -MMD", Takes::Nothing, Does::Drop},
    {"--dependency-output -MF",                             Takes::Value,   Does::Drop},
    {"--generate-dependency-targets -MP",                   Takes::Nothing, Does::Drop},
    {"--dependency-target-name -MT -MQ",                    Takes::Value,   Does::Drop},
    {"--compile -c",                                        Takes::Nothing, Does::Emit, "-c"},
    {"--device-c -dc",                                      Takes::Nothing, Does::Emit, "-c -D__CUDACC_RDC__"},
    {"--device-w -dw",                                      Takes::Nothing, Does::Emit, "-c"},
    {"--device-link -dlink",                                Takes::Nothing, Does::Drop},
    {"--link -link",                                        Takes::Nothing, Does::Drop},
    {"--lib -lib",                                          Takes::Nothing, Does::Drop},
    {"--run -run",                                          Takes::Nothing, Does::Drop},
    {"--run-args -run-args",                                Takes::Value,   Does::Drop},

    // Files and paths.
    {"--output-file -o",                                    Takes::Value,   Does::Separate, "-o"},
    {"--pre-include -include",                              Takes::Value,   Does::Files, "-include"},
    {"--objdir-as-tempdir -objtemp",                        Takes::Nothing, Does::Drop},
    {"--library -l",                                        Takes::Any,     Does::Drop},
    {"--define-macro -D",                                   Takes::Any,     Does::Macros, "-D"},
    {"--undefine-macro -U",                                 Takes::Any,     Does::Macros, "-U"},
    {"--include-path -I",                                   Takes::Any,     Does::Folders, "-I"},
    {"--system-include -isystem",                           Takes::Value,   Does::Files, "-isystem"},
    {"--library-path -L",                                   Takes::Any,     Does::Drop},
    {"--output-directory -odir",                            Takes::Value,   Does::Drop},
    {"--compiler-bindir -ccbin",                            Takes::Value,   Does::HostCompiler},
    {"--allow-unsupported-compiler -allow-unsupported-compiler", Takes::Nothing, Does::Drop},
    {"--archiver-binary -arbin",                            Takes::Value,   Does::Drop},
    {"--cudart -cudart",                                    Takes::Value,   Does::Drop},
    {"--cudadevrt -cudadevrt",                              Takes::Value,   Does::Drop},
    {"--libdevice-directory -ldir",                         Takes::Value,   Does::Drop},
    {"--target-directory -target-dir",                      Takes::Value,   Does::Drop},
    {"--use-local-env -use-local-env",                      Takes::Nothing, Does::Drop},
    {"--force-cl-env-setup -force-cl-env-setup",            Takes::Nothing, Does::Drop},

    // Compiler and linker. The macros are those that nvcc itself defines,
    // because code tests them.
    {"--profile -pg",                                       Takes::Nothing, Does::Drop},
    {"--debug -g",                                          Takes::Nothing, Does::Emit, "-g"},
    {"--device-debug -G",                                   Takes::Nothing, Does::Emit, "-D__CUDACC_DEBUG__"},
    {"--generate-line-info -lineinfo",                      Takes::Nothing, Does::Drop},
    {"--optimization-info -opt-info",                       Takes::Value,   Does::Drop},
    {"--optimize -O",                                       Takes::Any,     Does::Join, "-O"},
    {"--Ofast-compile -Ofc",                                Takes::Value,   Does::Drop},
    {"--dopt -dopt",                                        Takes::Value,   Does::Drop},
    {"--dlink-time-opt -dlto --lto -lto",                   Takes::Nothing, Does::Drop},
    {"--gen-opt-lto -gen-opt-lto",                          Takes::Nothing, Does::Drop},
    {"--ftemplate-backtrace-limit -ftemplate-backtrace-limit", Takes::Value, Does::Join, "-ftemplate-backtrace-limit="},
    {"--ftemplate-depth -ftemplate-depth",                  Takes::Value,   Does::Join, "-ftemplate-depth="},
    {"--no-exceptions -noeh",                               Takes::Nothing, Does::Emit, "-fno-exceptions"},
    {"--shared -shared",                                    Takes::Nothing, Does::Drop},
    {"--x -x",                                              Takes::Value,   Does::Language},
    {"--std -std",                                          Takes::Value,   Does::Join, "-std="},
    {"--no-host-device-initializer-list -nohdinitlist",     Takes::Nothing, Does::Drop},
    {"--no-host-device-move-forward -nohdmoveforward",      Takes::Nothing, Does::Drop},
    {"--expt-relaxed-constexpr -expt-relaxed-constexpr",    Takes::Nothing, Does::Emit, "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--extended-lambda -extended-lambda --expt-extended-lambda -expt-extended-lambda", Takes::Nothing, Does::Emit, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--machine -m",                                        Takes::Value,   Does::Drop},
    {"--m64 -m64 --m32 -m32",                               Takes::Nothing, Does::Drop},

    // Options for one phase.
    {"--compiler-options -Xcompiler",                       Takes::Value,   Does::HostOptions},
    {"--linker-options -Xlinker",                           Takes::Value,   Does::Drop},
    {"--archive-options -Xarchive",                         Takes::Value,   Does::Drop},
    {"--ptxas-options -Xptxas",                             Takes::Value,   Does::Drop},
    {"--nvlink-options -Xnvlink",                           Takes::Value,   Does::Drop},
    {"--cudafe-options -Xcudafe",                           Takes::Value,   Does::Drop},
    {"--fatbin-options -Xfatbin",                           Takes::Value,   Does::Drop},
    {"--cicc-options -Xcicc",                               Takes::Value,   Does::Drop},
    {"--opencc-options -Xopencc",                           Takes::Value,   Does::Drop},

    // Options of the driver.
    {"--static-global-template-stub -static-global-template-stub", Takes::Value, Does::Drop},
    {"--device-entity-has-hidden-visibility -device-entity-has-hidden-visibility", Takes::Value, Does::Drop},
    {"--forward-unknown-to-host-compiler -forward-unknown-to-host-compiler --forward-unknown-opts -forward-unknown-opts", Takes::Nothing, Does::Forward},
    {"--forward-unknown-to-host-linker -forward-unknown-to-host-linker", Takes::Nothing, Does::Drop},
    {"--forward-slash-prefix-opts -forward-slash-prefix-opts", Takes::Nothing, Does::Drop},
    {"--dont-use-profile -noprof",                          Takes::Nothing, Does::Drop},
    {"--dryrun -dryrun",                                    Takes::Nothing, Does::Drop},
    {"--verbose -v",                                        Takes::Nothing, Does::Drop},
    {"--threads -t",                                        Takes::Any,     Does::Drop},
    {"--split-compile -split-compile",                      Takes::Value,   Does::Drop},
    {"--split-compile-extended -split-compile-extended",    Takes::Value,   Does::Drop},
    {"--fdevice-syntax-only -fdevice-syntax-only",          Takes::Nothing, Does::Drop},
    {"--fdevice-time-trace -fdevice-time-trace",            Takes::Value,   Does::Drop},
    {"--keep -keep --save-temps -save-temps",               Takes::Nothing, Does::Drop},
    {"--keep-dir -keep-dir",                                Takes::Value,   Does::Drop},
    {"--clean-targets -clean",                              Takes::Nothing, Does::Drop},
    {"--time -time",                                        Takes::Value,   Does::Drop},
    {"--input-drive-prefix -idp",                           Takes::Value,   Does::Drop},
    {"--dependency-drive-prefix -ddp",                      Takes::Value,   Does::Drop},
    {"--drive-prefix -dp",                                  Takes::Value,   Does::Drop},
    {"--no-align-double",                                   Takes::Nothing, Does::Drop},
    {"--no-device-link -nodlink",                           Takes::Nothing, Does::Drop},

    // Options for the device's code.
    {"--gpu-architecture -arch",                            Takes::Value,   Does::Drop},
    {"--gpu-code -code",                                    Takes::Value,   Does::Drop},
    {"--generate-code -gencode",                            Takes::Value,   Does::Drop},
    {"--relocatable-device-code -rdc",                      Takes::Value,   Does::EmitIf, "-D__CUDACC_RDC__", "true"},
    {"--entries -e",                                        Takes::Value,   Does::Drop},
    {"--maxrregcount -maxrregcount",                        Takes::Value,   Does::Drop},
    {"--use_fast_math -use_fast_math",                      Takes::Nothing, Does::Drop},
    {"--ftz -ftz",                                          Takes::Value,   Does::Drop},
    {"--prec-div -prec-div",                                Takes::Value,   Does::Drop},
    {"--prec-sqrt -prec-sqrt",                              Takes::Value,   Does::Drop},
    {"--fmad -fmad",                                        Takes::Value,   Does::Drop},
    {"--extra-device-vectorization -extra-device-vectorization", Takes::Nothing, Does::Drop},

    // CUDA.
    {"--default-stream -default-stream",                    Takes::Value,   Does::EmitIf, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1", "per-thread"},

    // Others. -w is dropped, because Clang's -w would also silence clang-tidy.
    {"--disable-warnings -w",                               Takes::Nothing, Does::Drop},
    {"--keep-device-functions -keep-device-functions",      Takes::Nothing, Does::Drop},
    {"--source-in-ptx -src-in-ptx",                         Takes::Nothing, Does::Drop},
    {"--restrict -restrict",                                Takes::Nothing, Does::Drop},
    {"--Wreorder -Wreorder",                                Takes::Nothing, Does::Drop},
    {"--Wdefault-stream-launch -Wdefault-stream-launch",    Takes::Nothing, Does::Drop},
    {"--Wmissing-launch-bounds -Wmissing-launch-bounds",    Takes::Nothing, Does::Drop},
    {"--Wext-lambda-captures-this -Wext-lambda-captures-this", Takes::Nothing, Does::Drop},
    {"--Wno-deprecated-declarations -Wno-deprecated-declarations", Takes::Nothing, Does::Emit, "-Wno-deprecated-declarations"},
    {"--Wno-deprecated-gpu-targets -Wno-deprecated-gpu-targets", Takes::Nothing, Does::Drop},
    {"--Werror -Werror",                                    Takes::Value,   Does::Drop},
    {"--resource-usage -res-usage",                         Takes::Nothing, Does::Drop},
    {"--extensible-whole-program -ewp",                     Takes::Nothing, Does::Drop},
    {"--no-compress -no-compress",                          Takes::Nothing, Does::Drop},
    {"--qpp-config -qpp-config",                            Takes::Value,   Does::Drop},
    {"--compile-as-tools-patch -astoolspatch",              Takes::Nothing, Does::Drop},
    {"--list-gpu-code -code-ls",                            Takes::Nothing, Does::Drop},
    {"--list-gpu-arch -arch-ls",                            Takes::Nothing, Does::Drop},
    {"--display-error-number -err-no --display_error_number -display_error_number", Takes::Nothing, Does::Drop},
    {"--no-display-error-number -no-err-no",                Takes::Nothing, Does::Drop},
    {"--diag-error -diag-error --diag_error -diag_error",   Takes::Value,   Does::Drop},
    {"--diag-suppress -diag-suppress --diag_suppress -diag_suppress", Takes::Value, Does::Drop},
    {"--diag-warn -diag-warn --diag_warn -diag_warn",       Takes::Value,   Does::Drop},
    {"--host-linker-script -hls",                           Takes::Value,   Does::Drop},
    {"--augment-host-linker-script -aug-hls",               Takes::Nothing, Does::Drop},
    {"--relocatable-link -r",                               Takes::Nothing, Does::Drop},
    {"--brief-diagnostics -brief-diag",                     Takes::Value,   Does::Drop},
    {"--jump-table-density -jtd -jump-table-density",       Takes::Value,   Does::Drop},
    {"--relocatable-ptx -reloc-ptx",                        Takes::Nothing, Does::Drop},
    {"--device-stack-protector -device-stack-protector",    Takes::Value,   Does::Drop},
    {"--compress-mode -compress-mode",                      Takes::Value,   Does::Drop},
    {"--frandom-seed -frandom-seed",                        Takes::Value,   Does::Drop},
    {"--sanitize -sanitize",                                Takes::Value,   Does::Drop},
    {"--jobserver -jobserver",                              Takes::Nothing, Does::Drop},
    {"--minimal -minimal",                                  Takes::Nothing, Does::Drop},
    {"--device-int128 -device-int128",                      Takes::Nothing, Does::Drop},
    {"--help -h",                                           Takes::Nothing, Does::Drop},
    {"--version -V",                                        Takes::Nothing, Does::Drop},
    {"--options-file -optf",                                Takes::Value,   Does::OptionsFile},
};

/// Options of the host's compiler that are dropped. A star at the end stands
/// for any text.
static constexpr const char *HostOptionsDropped[] = {
    "-c", "-E", "-S", "-o*", "-x*", "-w", "-Werror*", "-pedantic-errors",
    "-M*", "--write-dependencies*", "--dependencies*", "-save-temps*",
    "--save-temps*", "-pipe", "-v", "-l*", "-L*", "-Wl,*", "-Xlinker*",
};
// clang-format on

ArrayRef<NvccOption> compdb::nvccOptions() { return Table; }

static const NvccOption *findName(StringRef Name) {
  static const auto *Rows = [] {
    auto *Map = new StringMap<const NvccOption *>;
    for (const NvccOption &O : Table) {
      SmallVector<StringRef, 6> Names;
      StringRef(O.Names).split(Names, ' ', -1, false);
      for (StringRef N : Names)
        Map->try_emplace(N, &O);
    }
    return Map;
  }();
  return Rows->lookup(Name);
}

std::optional<FoundOption> compdb::findNvccOption(StringRef Argument) {
  if (const NvccOption *Row = findName(Argument))
    return FoundOption{Row, Argument, std::nullopt};
  if (size_t Equals = Argument.find('='); Equals != StringRef::npos) {
    StringRef Name = Argument.take_front(Equals);
    const NvccOption *Row = findName(Name);
    if (Row && Row->Value != Takes::Nothing)
      return FoundOption{Row, Name, Argument.drop_front(Equals + 1)};
  }
  // All options that take a value without a separator have one letter.
  StringRef Name = Argument.take_front(2);
  const NvccOption *Row = findName(Name);
  if (Row && Row->Value == Takes::Any && Argument.size() > 2)
    return FoundOption{Row, Name, Argument.drop_front(2)};
  return std::nullopt;
}

bool compdb::isHostOptionDropped(StringRef Word) {
  return llvm::any_of(HostOptionsDropped, [&](StringRef Pattern) {
    return Pattern.consume_back("*") ? Word.starts_with(Pattern)
                                     : Word == Pattern;
  });
}
