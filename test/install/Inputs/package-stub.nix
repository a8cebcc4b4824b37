# nix-instantiate --eval --strict --json --arg recipe FILE: what a package for Nix
# asks for, with what it calls replaced.
{ recipe }:
let
  package = name: {
    inherit name;
    outPath = "/nix/${name}";
    out = "/nix/${name}";
  };
  lib = {
    cmakeBool = name: value: "-D${name}=${if value then "ON" else "OFF"}";
    cmakeFeature = name: value: "-D${name}=${value}";
    getDev = p: "/nix/${p.name}-dev";
    getLib = p: "/nix/${p.name}-lib";
    licenses = {
      asl20 = "asl20";
      llvm-exception = "llvm-exception";
    };
    platforms.linux = [ "x86_64-linux" ];
  };
  mkDerivation =
    of:
    let
      self = of self;
    in
    self;
  llvmPackages = {
    libclang = package "libclang";
    llvm = package "llvm";
  };
  given = {
    inherit lib;
    stdenv = {
      inherit mkDerivation;
    };
    fetchurl = file: file;
    cmake = package "cmake";
    ninja = package "ninja";
    python3 = package "python3";
    nlohmann_json = package "nlohmann_json";
    valijson = package "valijson";
  };
  function = import recipe;
  # The name of the set of packages of LLVM has its version.
  missing = removeAttrs (builtins.functionArgs function) (builtins.attrNames given);
in
function (given // builtins.mapAttrs (name: optional: llvmPackages) missing)
// {
  llvm = builtins.attrNames missing;
}
