//===- TranslateTest.cpp - Commands of nvcc become Clang's ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "compdb/NvccOptions.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture::compdb;

namespace {

TEST_F(Translate, ACommandAsAWhole) {
  EXPECT_EQ(run("/cuda/bin/nvcc -forward-unknown-to-host-compiler -DA -x cu -c "
                "a.cu -o a.o"),
            (Words{"clang++", "--cuda-host-only", "-nocudalib",
                   "-Wno-unknown-cuda-version", "-Wno-register",
                   "--cuda-path=/cuda", "-include", "/share/compat/nvcc.h",
                   "-DA", "-c", "-o", "a.o", "-x", "cuda", "a.cu"}));
  EXPECT_EQ(R.summary(), "1 of 1 command translated for Clang");
}

//===--- The table --------------------------------------------------------===//

/// Whatever is spelled how, it neither takes along what stands beside it nor
/// leaves its value behind.
TEST_F(Translate, EachSpellingOfEachRow) {
  for (const NvccOption &Row : nvccOptions()) {
    if (Row.Action == Does::OptionsFile)
      continue;
    llvm::SmallVector<StringRef, 6> Names;
    StringRef(Row.Names).split(Names, ' ', -1, false);
    for (StringRef Name : Names) {
      std::vector<Words> Spellings;
      if (Row.Value == Takes::Nothing) {
        Spellings = {{Name.str()}};
      } else {
        Spellings = {{Name.str(), "value"}, {(Name + "=value").str()}};
        if (Row.Value == Takes::Any && Name.size() == 2)
          Spellings.push_back({(Name + "value").str()});
      }
      for (const Words &S : Spellings) {
        Command C{"/src", "a.cu", "", {"/cuda/bin/nvcc", "-DBEFORE"}};
        llvm::append_range(C.Arguments, S);
        llvm::append_range(C.Arguments, Words{"-DAFTER", "a.cu"});
        std::string Spelled = llvm::join(S, " ");
        Words Result = translate(C).Arguments;
        auto Before = llvm::find(Result, "-DBEFORE");
        auto After = llvm::find(Result, "-DAFTER");
        ASSERT_NE(Before, Result.end()) << Spelled;
        ASSERT_NE(After, Result.end()) << Spelled;
        EXPECT_EQ(Result.back(), "a.cu") << Spelled;
        EXPECT_EQ(Result[Result.size() - 3], "-x") << Spelled;
        bool Kept = llvm::any_of(
            Result, [](StringRef W) { return W.contains("value"); });
        bool Carries =
            Row.Action != Does::Drop && Row.Action != Does::Emit &&
            Row.Action != Does::EmitIf && Row.Action != Does::Language &&
            Row.Action != Does::HostCompiler && Row.Action != Does::Forward;
        EXPECT_EQ(Kept, Carries) << Spelled;
        if (Row.Action == Does::Drop) {
          EXPECT_EQ(After, Before + 1) << Spelled;
          EXPECT_EQ(R.Dropped,
                    (std::map<std::string, unsigned>{{Name.str(), 1}}))
              << Spelled;
        }
        EXPECT_TRUE(R.Unknown.empty()) << Spelled;
      }
    }
  }
}

TEST_F(Translate, NoNameIsInTwoRows) {
  std::set<StringRef> Seen;
  for (const NvccOption &Row : nvccOptions()) {
    llvm::SmallVector<StringRef, 6> Names;
    StringRef(Row.Names).split(Names, ' ', -1, false);
    for (StringRef Name : Names)
      EXPECT_TRUE(Seen.insert(Name).second) << Name.str();
  }
  EXPECT_GT(Seen.size(), 250u);
}

TEST_F(Translate, WhatBecomesOfOptions) {
  const std::pair<const char *, const char *> Rows[] = {
      {"-gencode arch=compute_80,code=[compute_80,sm_80]", ""},
      {"-gencode=arch=compute_80,code=sm_80 --generate-code=arch=compute_90",
       ""},
      {"-arch=sm_80 -arch native --gpu-architecture=all-major -code=sm_80", ""},
      {"-Xcompiler=-fPIC,-Wall", "-fPIC|-Wall"},
      {"-Xcompiler \"-Wall -Wextra\"", "-Wall|-Wextra"},
      {"--compiler-options -fPIC --compiler-options=-fopenmp",
       "-fPIC|-fopenmp"},
      {"-Xcompiler=-DX=a\\\\,b", "-DX=a,b"},
      {"-Xcompiler '\"-DX=a,b\"'", "-DX=a,b"},
      // Clang would parse the device's side, or another toolkit.
      {"-Xcompiler --cuda-device-only,-Wall", "-Wall"},
      {"-Xcompiler=-nocudainc,--cuda-path=/gone", ""},
      {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
      {"-expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
      {"--extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
      {"--expt-extended-lambda", "-D__CUDACC_EXTENDED_LAMBDA__"},
      {"-x cu -x=cu", ""},
      {"-rdc=true", "-D__CUDACC_RDC__"},
      {"-rdc true", "-D__CUDACC_RDC__"},
      {"--relocatable-device-code=false", ""},
      {"-dc", "-c|-D__CUDACC_RDC__"},
      {"-dw", "-c"},
      {"-isystem=D -isystem E", "-isystem|D|-isystem|E"},
      {"-isystem=/usr/include", ""},
      {"-I=D -IE -I F --include-path=G --include-path H",
       "-ID|-IE|-IF|-IG|-IH"},
      {"-IA,B", "-IA|-IB"},
      {"'-Ia b'", "-Ia b"},
      {"'-I\"a,b\"'", "-Ia,b"},
      {"--system-include=D", "-isystem|D"},
      {"--pre-include=F -include=G -include H,I",
       "-include|F|-include|G|-include|H|-include|I"},
      {"-D=FOO=3 -DBAR -D BAZ=1 --define-macro=QUX",
       "-DFOO=3|-DBAR|-DBAZ=1|-DQUX"},
      {"-DA=1,B=2", "-DA=1|-DB=2"},
      {"'-DA=\"x,y\"'", "-DA=\"x,y\""},
      {"'-DA=\"a b\"'", "-DA=\"a b\""},
      {"'-DA=\\\"q\\\"'", "-DA=\"q\""},
      {"-UFOO -U BAR -U=BAZ", "-UFOO|-UBAR|-UBAZ"},
      {"-t0 -t 4 -t=0 --threads 4 --split-compile=0", ""},
      {"-use_fast_math --use_fast_math --ftz=true -prec-div=false", ""},
      {"-Xcudafe=--diag_suppress=1 -Xcudafe X -Xptxas -v --ptxas-options=-v",
       ""},
      {"-Xfatbin -compress-all -Xnvlink -v -Xarchive x -Xlinker=-rpath", ""},
      {"-lineinfo --generate-line-info", ""},
      {"-G", "-D__CUDACC_DEBUG__"},
      {"-g", "-g"},
      {"-src-in-ptx --keep -keep --keep-dir=d -res-usage --save-temps", ""},
      {"-maxrregcount=64 -maxrregcount 64 -cudart=static -cudart static", ""},
      {"--diag-suppress=1 -diag-suppress 177 --diag_suppress=3,4 -err-no", ""},
      {"-Werror all-warnings -Werror=cross-execution-space-call", ""},
      {"-Wno-deprecated-gpu-targets -Wext-lambda-captures-this", ""},
      {"--allow-unsupported-compiler -allow-unsupported-compiler", ""},
      {"--default-stream per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"--default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"-default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"-default-stream legacy", ""},
      {"-restrict --restrict -extra-device-vectorization", ""},
      {"-dopt=on --dopt on -compress-mode=size --no-compress", ""},
      {"-std c++17", "-std=c++17"},
      {"--std=c++20", "-std=c++20"},
      {"--machine=64 -m64 -m 64", ""},
      {"--optimize=3", "-O3"},
      {"-O2", "-O2"},
      {"-MD -MT x -MF y", ""},
      {"-time f --fdevice-time-trace=x -ewp -jump-table-density=1", ""},
      {"-lfoo -Lbar -l foo -shared", ""},
      {"-w", ""},
      {"-noeh", "-fno-exceptions"},
      {"-ftemplate-depth 50", "-ftemplate-depth=50"},
  };
  for (const auto &[Given, Expected] : Rows) {
    EXPECT_EQ(options(Given), Expected) << Given;
    EXPECT_TRUE(R.Unknown.empty()) << Given;
  }
}

TEST_F(Translate, HostOptionsComeFirstAsWithNvcc) {
  EXPECT_EQ(options("-DA -Xcompiler=-DB"), "-DB|-DA");
}

//===--- Unknown options --------------------------------------------------===//

TEST_F(Translate, UnknownOptionsAreNamed) {
  EXPECT_EQ(options("--brand-new=3 -DA"), "-DA");
  EXPECT_EQ(R.Unknown, (std::map<std::string, unsigned>{{"--brand-new", 1}}));
  EXPECT_NE(R.summary().find("unknown, dropped: --brand-new (1)"),
            std::string::npos);
}

TEST_F(Translate, AnUnknownOptionTakesItsValueAlong) {
  EXPECT_EQ(run("/cuda/bin/nvcc --brand-new value a.cu").back(), "a.cu");
  EXPECT_EQ(options("--brand-new value"), "");
  // But not the source.
  EXPECT_EQ(run("/cuda/bin/nvcc --brand-new a.cu").back(), "a.cu");
  EXPECT_EQ(run("/cuda/bin/nvcc --brand-new /src/./a.cu").back(),
            "/src/./a.cu");
}

TEST_F(Translate, UnknownOptionsOfTheHostCompilerAreForwarded) {
  EXPECT_EQ(options("-forward-unknown-to-host-compiler -Wall -fPIC -pthread"),
            "-Wall|-fPIC|-pthread");
  EXPECT_EQ(options("-forward-unknown-opts -march=native -ggdb"),
            "-march=native|-ggdb");
  EXPECT_TRUE(R.Unknown.empty());
}

TEST_F(Translate, WhatTheHostCompilerOfClangDoesNotKnowIsNamed) {
  Settings S = settings();
  S.HostOptions = [](Words Options, llvm::function_ref<void(StringRef)> Drop) {
    llvm::erase_if(Options, [&](const std::string &O) {
      if (O != "-fno-gnu-unique")
        return false;
      Drop(O);
      return true;
    });
    return Options;
  };
  Translator T(std::move(S));
  llvm::Expected<Command> C = T.translate(
      {"/src",
       "a.cu",
       "",
       {"/cuda/bin/nvcc", "-Xcompiler=-fno-gnu-unique,-g", "a.cu"}});
  ASSERT_TRUE(bool(C));
  EXPECT_TRUE(llvm::is_contained(C->Arguments, "-g"));
  EXPECT_FALSE(llvm::is_contained(C->Arguments, "-fno-gnu-unique"));
  EXPECT_EQ(T.report().Dropped.count("-fno-gnu-unique"), 1u);
}

TEST_F(Translate, WhatIsDroppedIsCounted) {
  Translator T(settings());
  for (int I = 0; I < 3; ++I)
    llvm::cantFail(T.translate({"/src",
                                "a.cu",
                                "",
                                {"/cuda/bin/nvcc", "-lineinfo", "-keep",
                                 "-gencode", "x", "-gencode=y", "a.cu"}}));
  llvm::cantFail(T.translate({"/src", "b.cpp", "", {"g++", "b.cpp"}}));
  EXPECT_EQ(T.report().summary(),
            "3 of 4 commands translated for Clang; dropped: -gencode (6), "
            "-keep (3), -lineinfo (3)");
}

//===--- Files with options -----------------------------------------------===//

TEST_F(Translate, OptionsFiles) {
  add("/src/one.rsp",
      "-DONE -I\"/with blank\"\n-isystem=/sys\n--options-file deep/two.rsp");
  add("/src/deep/two.rsp", "-DTWO -x cu -lineinfo @three.rsp");
  add("/src/three.rsp", "-DTHREE");
  EXPECT_EQ(options("--options-file one.rsp -DEND"),
            "-DONE|-I/with blank|-isystem|/sys|-DTWO|-DTHREE|-DEND");
  EXPECT_EQ(options("-optf three.rsp,three.rsp"), "-DTHREE|-DTHREE");
  EXPECT_EQ(options("-optf=three.rsp @/src/three.rsp"), "-DTHREE|-DTHREE");
  EXPECT_EQ(Wrong, "");
}

TEST_F(Translate, QuotesInOptionsFiles) {
  // What nvcc 13.0 makes of them.
  const std::pair<const char *, const char *> Rows[] = {
      {"-DA=\\\"q\\\"", "-DA=q"},
      {"-DA=\\\\\"q\\\\\"", "-DA=\"q\""},
      {"-DA=\\\\\\\"q\\\\\\\"", "-DA=\"q\""},
      {"-I\"/a b,c\"", "-I/a b|-Ic"},
      {"-I\"it's\"", "-Iit's"},
      {"-DA=a\\\\b", "-DA=ab"},
      {"-DA=a\\b", "-DA=ab"},
      {"-I/a\\ b", "-I/a b"},
      {"-DA=\"x\\\"y\"", "-DA=xy"},
      {"\"-DA=x y\"", "-DA=x y"},
      {"\"-DA=x,y\"", "-DA=x|-Dy"},
      {"-DG=\"h,i\"", "-DG=h|-Di"},
  };
  unsigned I = 0;
  for (const auto &[Text, Expected] : Rows) {
    std::string Name = "q" + llvm::utostr(I++);
    add("/src/" + Name, Text);
    EXPECT_EQ(options("-optf " + Name), Expected) << Text;
  }
}

TEST_F(Translate, AnOptionsFileThatIsNotThere) {
  run("/cuda/bin/nvcc --options-file no.rsp a.cu");
  EXPECT_NE(Wrong.find("cannot read the options file '/src/no.rsp' of the "
                       "command for 'a.cu': "),
            std::string::npos)
      << Wrong;
}

TEST_F(Translate, OptionsFilesThatNameEachOther) {
  add("/src/loop.rsp", "-optf loop.rsp");
  run("/cuda/bin/nvcc -optf loop.rsp a.cu");
  EXPECT_NE(Wrong.find("name each other too deeply"), std::string::npos);
  Wrong.clear();
  for (int I = 0; I < 30; ++I)
    add("/src/f" + llvm::utostr(I),
        "-optf f" + llvm::utostr(I + 1) + ",f" + llvm::utostr(I + 1));
  add("/src/f30", "-DA");
  run("/cuda/bin/nvcc -optf f0 a.cu");
  EXPECT_NE(Wrong.find("too many options"), std::string::npos);
}

//===--- Languages --------------------------------------------------------===//

TEST_F(Translate, SourcesThatAreNotCuda) {
  EXPECT_EQ(run("/cuda/bin/nvcc -c b.cpp", "b.cpp"),
            (Words{"clang++", "-c", "-isystem", "/cuda/include", "-x", "c++",
                   "b.cpp"}));
  EXPECT_EQ(run("/cuda/bin/nvcc -c b.c", "b.c").front(), "clang");
  EXPECT_TRUE(llvm::is_contained(run("/cuda/bin/nvcc -x cu b.cpp", "b.cpp"),
                                 "--cuda-host-only"));
  EXPECT_FALSE(llvm::is_contained(run("/cuda/bin/nvcc -x c++ a.cu"),
                                  "--cuda-host-only"));
}

TEST_F(Translate, OtherCommandsStay) {
  for (const char *Text :
       {"g++ -Xcompiler a.cpp", "/usr/bin/c++ -c a.cpp", "ccache g++ -c a.cpp",
        "clang++ -c a.cpp", "python3 nvcc", "cl.exe /c a.cpp"}) {
    EXPECT_EQ(run(Text, "a.cpp"), shellWords(Text));
    EXPECT_EQ(R.Translated, 0u);
  }
}

TEST_F(Translate, CompilersBehindLaunchers) {
  Words Plain = run("/cuda/bin/nvcc -DA a.cu");
  for (const char *Launcher :
       {"ccache", "/usr/bin/sccache", "/usr/bin/env", "env PATH=/x:/clang",
        "cmake -E env A=B", "nice -n 5", "ccache distcc"})
    EXPECT_EQ(run((llvm::Twine(Launcher) + " /cuda/bin/nvcc -DA a.cu").str()),
              Plain)
        << Launcher;
  for (const char *Name : {"nvcc-12.4", "aarch64-linux-gnu-nvcc", "nvcc.exe"}) {
    add(("/cuda/bin/" + llvm::Twine(Name)).str());
    EXPECT_EQ(run(("/cuda/bin/" + llvm::Twine(Name) + " -DA a.cu").str()),
              Plain)
        << Name;
  }
}

TEST_F(Translate, WrappersOfNvccTakeOptionsOfGxx) {
  add("/bin/nvcc_wrapper");
  Variables["PATH"] = "/bin:/cuda/bin";
  Words Result =
      run("/bin/nvcc_wrapper -arch=sm_80 -fopenmp -Wall -DA b.cpp", "b.cpp");
  EXPECT_TRUE(llvm::is_contained(Result, "--cuda-path=/cuda"));
  EXPECT_TRUE(llvm::is_contained(Result, "-fopenmp"));
  EXPECT_EQ(Result[Result.size() - 2], "cuda");
}

TEST_F(Translate, CommandsOfClang) {
  EXPECT_EQ(
      run("clang++ -x cuda --cuda-gpu-arch=sm_80 --cuda-path=/cuda "
          "--cuda-device-only -c a.cu"),
      (Words{"clang++", "--cuda-host-only", "-nocudalib",
             "-Wno-unknown-cuda-version", "-x", "cuda", "--cuda-gpu-arch=sm_80",
             "--cuda-path=/cuda", "-c", "a.cu"}));
  EXPECT_TRUE(llvm::is_contained(run("/llvm/bin/clang++-22 -c a.cu"),
                                 "--cuda-host-only"));
  EXPECT_TRUE(llvm::is_contained(run("clang++ -xcuda -c b.cpp", "b.cpp"),
                                 "--cuda-host-only"));
}

TEST_F(Translate, CommandsForHip) {
  add("/opt/rocm/bin/hipcc");
  add("/opt/rocm/llvm/bin/clang++");
  add("/opt/rocm/include/hip/hip_runtime.h");
  EXPECT_EQ(run("/opt/rocm/bin/hipcc --offload-arch=gfx90a -c b.cpp", "b.cpp"),
            (Words{"clang++", "--cuda-host-only", "-nogpulib",
                   "--rocm-path=/opt/rocm", "-x", "hip",
                   "--offload-arch=gfx90a", "-c", "b.cpp"}));
  EXPECT_EQ(
      run("/opt/rocm/llvm/bin/clang++ -x hip -c b.cpp", "b.cpp"),
      (Words{"/opt/rocm/llvm/bin/clang++", "--cuda-host-only", "-nogpulib",
             "--rocm-path=/opt/rocm", "-x", "hip", "-c", "b.cpp"}));
  Words Without = run("/gone/bin/hipcc -c b.cpp", "b.cpp");
  EXPECT_TRUE(llvm::is_contained(Without, "-nogpuinc"));
  EXPECT_EQ(R.Warnings.size(), 1u);
}

TEST_F(Translate, ATranslationIsItsOwnTranslation) {
  for (const char *Text :
       {"/cuda/bin/nvcc -DA -Xcompiler=-fPIC -rdc=true a.cu",
        "/gone/bin/nvcc -DA a.cu", "clang++ -x cuda a.cu", "hipcc -c a.cu"}) {
    Command Once = translate({"/src", "a.cu", "", shellWords(Text)});
    EXPECT_EQ(translate(Once).Arguments, Once.Arguments) << Text;
  }
}

//===--- Databases --------------------------------------------------------===//

std::string problemOf(StringRef Text) {
  std::vector<BadCommand> Bad;
  llvm::Expected<std::vector<Command>> Result =
      parseDatabase(Text, "db.json", Bad);
  if (!Result)
    return llvm::toString(Result.takeError());
  return Bad.empty() ? "" : Bad.front().File + "|" + Bad.front().Why;
}

TEST(CompileCommands, WhatIsWrongIsSaid) {
  EXPECT_EQ(problemOf(" \n"), "db.json is empty");
  EXPECT_EQ(
      problemOf("[]"),
      "db.json has no compile commands; configure the build again, and let "
      "its targets have sources");
  EXPECT_EQ(problemOf("{}"), "db.json is not a list of compile commands");
  EXPECT_NE(problemOf("[\n {]").find("db.json:2:3: byte 5: not valid JSON: "),
            std::string::npos);
  EXPECT_EQ(problemOf(R"([{"file":"a","file":"b"}])"),
            "db.json: duplicated key 'file'");
  EXPECT_EQ(problemOf(std::string(100000, '[')),
            "db.json: nested deeper than 64 levels");
  EXPECT_NE(problemOf("[{\"file\": \"\xff\"}]").find("not valid JSON"),
            std::string::npos);
  EXPECT_EQ(problemOf("[1]"), "db.json|entry 1 is not an object");
  EXPECT_EQ(problemOf(R"([{"file":"/d/a","command":"c"}])"),
            "/d/a|db.json: entry 1 has no text 'directory'");
  EXPECT_EQ(problemOf(R"([{"directory":"d","command":"c"}])"),
            "db.json|entry 1 has no text 'file'");
  EXPECT_EQ(problemOf(R"([{"directory":"/d","file":"a"}])"),
            "/d/a|db.json: entry 1 has neither a text 'command' nor a list "
            "'arguments'");
  EXPECT_EQ(problemOf(R"([{"directory":"/d","file":"a","command":" "}])"),
            "/d/a|db.json: entry 1 has an empty command");
  EXPECT_EQ(problemOf(R"([{"directory":"/d","file":"a","arguments":[1]}])"),
            "/d/a|db.json: entry 1 has 'arguments' that are not all texts");
}

TEST(CompileCommands, WhatIsWrongWithOneCostsOne) {
  std::vector<BadCommand> Bad;
  std::vector<Command> Read = llvm::cantFail(parseDatabase(
      R"([{"directory":"/d","file":"a","command":""}, 1,
          {"directory":"/d","file":"b","command":"c++ b"}])",
      "db.json", Bad));
  ASSERT_EQ(Read.size(), 1u);
  EXPECT_EQ(Read[0].File, "b");
  EXPECT_EQ(Bad.size(), 2u);
}

TEST(CompileCommands, ReadAndWritten) {
  const char *Text = R"([
    {"directory": "/a b", "file": "x.cu", "output": "x.o",
     "command": "nvcc '-DA=\"q\"' -I\"a b\" -DC=\\\"d\\\" x.cu"},
    {"directory": "/", "file": "y.cpp", "arguments": ["g++", "-DA=b c"]}])";
  std::vector<BadCommand> Bad;
  std::vector<Command> Read = llvm::cantFail(parseDatabase(Text, "db", Bad));
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0].Arguments,
            (Words{"nvcc", "-DA=\"q\"", "-Ia b", "-DC=\"d\"", "x.cu"}));
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writeDatabase(OS, Read);
  std::vector<Command> Again =
      llvm::cantFail(parseDatabase(OS.str(), "db", Bad));
  EXPECT_TRUE(Bad.empty());
  ASSERT_EQ(Again.size(), 2u);
  EXPECT_EQ(Again[0].Arguments, Read[0].Arguments);
  EXPECT_EQ(Again[0].Output, "x.o");
  EXPECT_EQ(Again[1].Arguments, Read[1].Arguments);
}

} // namespace
