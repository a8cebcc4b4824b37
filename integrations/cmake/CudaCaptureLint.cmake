#[[
cuda_capture_lint(<target>...
                  [NAME <name>] [ALL] [WARN_ONLY]
                  [SARIF <file>] [CODE_QUALITY <file>] [INDEX <file>]
                  [COMPILE_OPTIONS <option>...] [OPTIONS <option>...]
                  [DEPENDS <target or file>...])

Adds a target, <name>, that looks for illegal CUDA calls in the sources of the
targets, which are one program. Each source is compiled to an object of
cuda-capture's, and again only when it, a file that it includes, or its compile
command changes; the analysis of all objects comes last. What the targets are
made with (nvcc, Clang, a C++ compiler) does not matter: CMake's own compile
commands are used. Needs Ninja or Makefiles.

NAME             default: capture-lint-<first target>. The target
                 cuda-capture-lint builds all of them.
ALL              every build does it.
WARN_ONLY        findings do not fail the build.
SARIF, CODE_QUALITY   also write these reports; relative to the build folder.
INDEX            also write an index, with which the plugin sees what other
                 sources define (option CudaCaptureIndex).
COMPILE_OPTIONS  of `cuda-capture compile`.
OPTIONS          of `cuda-capture analyse`.
DEPENDS          what must be made before the sources can be read: targets that
                 generate headers.
]]
# The path of depfiles is that of the output, wherever Ninja runs.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

set_property(GLOBAL PROPERTY CUDA_CAPTURE_LINT_DIR "${CMAKE_CURRENT_LIST_DIR}")

function(cuda_capture_lint)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "ALL;WARN_ONLY"
    "NAME;SARIF;CODE_QUALITY;INDEX" "COMPILE_OPTIONS;OPTIONS;DEPENDS")
  if(NOT ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuda_capture_lint: no target given; "
      "usage: cuda_capture_lint(<target>... [NAME <name>] [ALL] ...)")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(WARNING "cuda_capture_lint: ${CMAKE_GENERATOR} writes no compile "
      "commands: nothing is linted; use the generator Ninja")
    return()
  endif()
  list(GET ARG_UNPARSED_ARGUMENTS 0 first)
  if(NOT ARG_NAME)
    set(ARG_NAME capture-lint-${first})
  endif()
  foreach(target IN LISTS ARG_UNPARSED_ARGUMENTS)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "cuda_capture_lint: there is no target '${target}' "
        "(yet); call it behind add_executable or add_library")
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      message(FATAL_ERROR "cuda_capture_lint: '${target}' has no sources: name "
        "the targets that use it")
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
  endforeach()
  # Sources may be added to the targets until the end of this folder.
  foreach(key ALL WARN_ONLY SARIF CODE_QUALITY INDEX COMPILE_OPTIONS OPTIONS
      DEPENDS UNPARSED_ARGUMENTS)
    set_property(GLOBAL PROPERTY "CUDA_CAPTURE_${ARG_NAME}_${key}"
      "${ARG_${key}}")
  endforeach()
  set_property(GLOBAL PROPERTY "CUDA_CAPTURE_${ARG_NAME}_TOOL"
    "${CudaCaptureTidy_EXECUTABLE}")
  cmake_language(EVAL CODE
    "cmake_language(DEFER CALL _cuda_capture_lint_rules [[${ARG_NAME}]])")
endfunction()

function(_cuda_capture_lint_rules name)
  foreach(key ALL WARN_ONLY SARIF CODE_QUALITY INDEX COMPILE_OPTIONS OPTIONS
      DEPENDS UNPARSED_ARGUMENTS TOOL)
    get_property(ARG_${key} GLOBAL PROPERTY "CUDA_CAPTURE_${name}_${key}")
  endforeach()
  get_property(scripts GLOBAL PROPERTY CUDA_CAPTURE_LINT_DIR)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.capture")
  set(tool "${ARG_TOOL}")

  # A line for each source: what is looked for, and where its command goes.
  set(list "")
  set(databases "")
  set(objects "")
  set(stamp "${folder}/commands.stamp")
  foreach(target IN LISTS ARG_UNPARSED_ARGUMENTS)
    get_target_property(sources ${target} SOURCES)
    get_target_property(home ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
      if(NOT source MATCHES "\\.(cu|hip|c|cc|cp|cpp|cxx|c\\+\\+|C|CPP)$" OR
          source MATCHES "\\$<")
        continue()
      endif()
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${home}")
      file(RELATIVE_PATH short "${home}" "${source}")
      string(REPLACE "../" "__/" short "${short}")
      set(own "${folder}/${target}/${short}")
      string(APPEND list "${target}|${source}|${own}.command\n")
      if(CMAKE_GENERATOR MATCHES "Ninja")
        # What has not changed is left alone, and so is what depends on it.
        set(command "${own}.command/compile_commands.json")
        list(APPEND databases "${command}")
      else()
        set(command "${stamp}")
      endif()
      add_custom_command(OUTPUT "${own}.ccir"
        COMMAND "${tool}" compile "${source}" -p "${own}.command"
          -o "${own}.ccir" "--depfile=${own}.d" --partial
          ${ARG_COMPILE_OPTIONS}
        DEPENDS "${source}" "${command}" "${tool}" ${ARG_DEPENDS}
        DEPFILE "${own}.d"
        COMMENT "Capture: compiling ${target}/${short}" VERBATIM)
      list(APPEND objects "${own}.ccir")
    endforeach()
  endforeach()
  if(NOT objects)
    message(FATAL_ERROR "cuda_capture_lint: no source of "
      "${ARG_UNPARSED_ARGUMENTS} is CUDA, HIP, C or C++")
  endif()
  file(GENERATE OUTPUT "${folder}/sources.txt" CONTENT "${list}")
  file(MAKE_DIRECTORY "${folder}/all")
  # nvcc's commands become Clang's once, for all sources.
  add_custom_command(OUTPUT "${stamp}" BYPRODUCTS ${databases}
    COMMAND "${tool}" compdb -p "${CMAKE_BINARY_DIR}"
      -o "${folder}/all/compile_commands.json"
    COMMAND "${CMAKE_COMMAND}" "-DDATABASE=${folder}/all/compile_commands.json"
      "-DLIST=${folder}/sources.txt" -P "${scripts}/SplitDatabase.cmake"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${CMAKE_BINARY_DIR}/compile_commands.json" "${folder}/sources.txt"
      "${scripts}/SplitDatabase.cmake" "${tool}"
    COMMENT "Capture: compile commands of ${name}" VERBATIM)

  # The number of objects has no limit, and a command line has.
  list(JOIN objects "\"\n\"" lines)
  file(GENERATE OUTPUT "${folder}/objects.rsp" CONTENT "\"${lines}\"\n")
  set(reports "")
  set(options ${ARG_OPTIONS})
  foreach(report SARIF CODE_QUALITY)
    if(ARG_${report})
      get_filename_component(file "${ARG_${report}}" ABSOLUTE
        BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
      string(TOLOWER "${report}" option)
      string(REPLACE "_" "-" option "${option}")
      list(APPEND options "--${option}=${file}")
      list(APPEND reports "${file}")
    endif()
  endforeach()
  if(ARG_WARN_ONLY)
    list(APPEND options --warn-only)
  endif()
  # In the folder of the sources: reports name files from there.
  add_custom_command(OUTPUT "${folder}/analysed.stamp" BYPRODUCTS ${reports}
    COMMAND "${tool}" analyse "@${folder}/objects.rsp" ${options}
    COMMAND "${CMAKE_COMMAND}" -E touch "${folder}/analysed.stamp"
    DEPENDS ${objects} "${folder}/objects.rsp" "${tool}"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Capture: analysing ${name}" VERBATIM)
  set(results "${stamp}" "${folder}/analysed.stamp")
  if(ARG_INDEX)
    get_filename_component(file "${ARG_INDEX}" ABSOLUTE
      BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    add_custom_command(OUTPUT "${file}"
      COMMAND "${tool}" link "@${folder}/objects.rsp" -o "${file}"
      DEPENDS ${objects} "${folder}/objects.rsp" "${tool}"
      COMMENT "Capture: linking ${name}" VERBATIM)
    list(APPEND results "${file}")
  endif()
  set(all "")
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${results})
  if(NOT TARGET cuda-capture-lint)
    add_custom_target(cuda-capture-lint)
  endif()
  add_dependencies(cuda-capture-lint ${name})
endfunction()

cmake_policy(POP)
