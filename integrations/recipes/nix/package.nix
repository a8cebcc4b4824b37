{
  lib,
  stdenv,
  fetchurl,
  cmake,
  ninja,
  python3,
  llvmPackages_@LLVM@,
  nlohmann_json,
  valijson,
}:

let
  inherit (llvmPackages_@LLVM@) libclang llvm;
in
stdenv.mkDerivation (finalAttrs: {
  pname = "cuda-capture-tidy";
  version = "@VERSION@";

  src = fetchurl {
    url = "@ADDRESS@/releases/download/v${finalAttrs.version}/cuda-capture-tidy-${finalAttrs.version}.tar.xz";
    hash = "@SRI@";
  };

  nativeBuildInputs = [
    cmake
    ninja
    python3
  ];

  buildInputs = [
    libclang
    llvm
    nlohmann_json
    python3
    valijson
  ];

  cmakeFlags = [
    (lib.cmakeFeature "Clang_DIR" "${lib.getDev libclang}/lib/cmake/clang")
    (lib.cmakeBool "CUDA_CAPTURE_BUILD_TESTS" false)
    (lib.cmakeBool "CUDA_CAPTURE_UNITY_BUILD" true)
    (lib.cmakeBool "CUDA_CAPTURE_WARNINGS_AS_ERRORS" false)
    # The CMake package names its files relative to where it is.
    (lib.cmakeFeature "CMAKE_INSTALL_BINDIR" "bin")
    (lib.cmakeFeature "CMAKE_INSTALL_INCLUDEDIR" "include")
    (lib.cmakeFeature "CMAKE_INSTALL_LIBDIR" "lib")
  ];

  # Elsewhere this library is beside those of LLVM, where CMake looks for it.
  preConfigure = ''
    for folder in ${lib.getLib libclang} ${libclang.out}; do
      if [ -e "$folder/lib/libclangTidy.a" ]; then
        cmakeFlagsArray+=("-DCAPTURE_CLANG_TIDY_LIBRARY=$folder/lib/libclangTidy.a")
        break
      fi
    done
  '';

  # The tool looks for Clang's own headers beside itself.
  postInstall = ''
    mkdir -p "$out/lib/clang"
    ln -s ${lib.getLib libclang}/lib/clang/@LLVM@ "$out/lib/clang/@LLVM@"
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    runHook preInstallCheck
    "$out/bin/cuda-capture" --version | grep -F ${finalAttrs.version}
    # It finds something (1), and could read all of it (2).
    "$out/bin/cuda-capture" check "$out/share/cuda-capture-tidy/demo/demo.cu" >found.txt || [ $? -eq 1 ]
    grep cuda-capture-unsafe-call found.txt
    runHook postInstallCheck
  '';

  meta = {
    description = "Finds illegal calls during CUDA stream capture";
    homepage = "@ADDRESS@";
    license = with lib.licenses; [
      asl20
      llvm-exception
    ];
    mainProgram = "cuda-capture";
    maintainers = [ ];
    platforms = lib.platforms.linux;
  };
})
