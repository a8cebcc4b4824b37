# Finds the LLVM to build for: the newest supported one, or the one that
# -DLLVM_VERSION=NN or -DClang_DIR=... asks for. Sets LLVM_* and CLANG_* as the
# packages of LLVM do, and CAPTURE_LLVM_MAJOR, CAPTURE_LLVM_BINDIR and
# CAPTURE_RESOURCE_DIR.

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/SupportedLLVM.txt CAPTURE_SUPPORTED_LLVM
  REGEX "^[0-9]+$")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/SupportedLLVM.txt)
# The package of LLVM sets a variable that has the same name as this option.
set(_wanted "${LLVM_VERSION}")
string(REGEX MATCH "^[0-9]+" _wanted "${_wanted}")

if(_wanted AND NOT _wanted IN_LIST CAPTURE_SUPPORTED_LLVM)
  message(FATAL_ERROR "LLVM ${_wanted} is not supported; "
    "use one of: ${CAPTURE_SUPPORTED_LLVM}")
endif()
if(_wanted)
  set(_candidates ${_wanted})
else()
  set(_candidates ${CAPTURE_SUPPORTED_LLVM})
endif()

if(NOT Clang_DIR)
  foreach(_version IN LISTS _candidates)
    find_package(Clang CONFIG QUIET
      PATHS /usr/lib/llvm-${_version}/lib/cmake/clang
            /usr/local/lib/llvm-${_version}/lib/cmake/clang
            /opt/llvm-${_version}/lib/cmake/clang
      NO_DEFAULT_PATH)
    if(Clang_FOUND)
      break()
    endif()
  endforeach()
endif()
# An LLVM in another folder may have any version, so it is used only if no
# version was asked for, or if Clang_DIR names it.
if(NOT Clang_FOUND AND (Clang_DIR OR NOT _wanted))
  find_package(Clang CONFIG QUIET)
endif()
if(NOT Clang_FOUND)
  string(REPLACE ";" ", " _names "${_candidates}")
  message(FATAL_ERROR "No supported LLVM found (looked for ${_names}). "
    "On Debian or Ubuntu install llvm-NN-dev, libclang-NN-dev and "
    "clang-tidy-NN, or run ./bootstrap; elsewhere pass "
    "-DClang_DIR=PREFIX/lib/cmake/clang.")
endif()

set(CAPTURE_LLVM_MAJOR ${LLVM_VERSION_MAJOR})
if(NOT CAPTURE_LLVM_MAJOR IN_LIST CAPTURE_SUPPORTED_LLVM)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} is not supported; "
    "use one of: ${CAPTURE_SUPPORTED_LLVM}")
endif()
if(_wanted AND NOT CAPTURE_LLVM_MAJOR EQUAL _wanted)
  message(FATAL_ERROR "LLVM ${_wanted} was asked for, but ${Clang_DIR} is "
    "LLVM ${LLVM_PACKAGE_VERSION}; remove Clang_DIR or use a new build folder.")
endif()
set(CAPTURE_LLVM_BINDIR ${LLVM_TOOLS_BINARY_DIR})
set(CAPTURE_RESOURCE_DIR ${LLVM_LIBRARY_DIR}/clang/${CAPTURE_LLVM_MAJOR})
message(STATUS "Building for LLVM ${LLVM_PACKAGE_VERSION} (${Clang_DIR})")
