# Gives each source a compile database of its own, which changes only when the
# source's command does:
#
#   cmake -DDATABASE=FILE -DLIST=FILE -P SplitDatabase.cmake
#
# LIST has lines of the form TARGET|SOURCE|FOLDER. DATABASE is one that
# `cuda-capture compdb` has written: each key is on a line of its own.
cmake_minimum_required(VERSION 3.20)

file(READ "${DATABASE}" database)
file(READ "${LIST}" list)

while(NOT list STREQUAL "")
  string(FIND "${list}" "\n" end)
  string(SUBSTRING "${list}" 0 ${end} line)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${list}" ${end} -1 list)
  string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|(.*)$" matched "${line}")
  set(target "${CMAKE_MATCH_1}")
  set(source "${CMAKE_MATCH_2}")
  set(folder "${CMAKE_MATCH_3}")

  # As JSON writes it.
  string(REPLACE "\\" "\\\\" name "${source}")
  string(REPLACE "\"" "\\\"" name "${name}")
  set(needle "\n    \"file\": \"${name}\",")
  set(rest "${database}")
  set(found "")
  while(TRUE)
    string(FIND "${rest}" "${needle}" at)
    if(at EQUAL -1)
      break()
    endif()
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(FIND "${before}" "\n  {" begin REVERSE)
    string(SUBSTRING "${before}" ${begin} -1 entry)
    string(FIND "${rest}" "\n  }" end)
    string(SUBSTRING "${rest}" 0 ${end} tail)
    string(SUBSTRING "${rest}" ${end} -1 rest)
    string(APPEND entry "${tail}")
    # A source that several targets have has a command for each.
    string(FIND "${entry}" "/${target}.dir/" ours)
    if(found STREQUAL "" OR NOT ours EQUAL -1)
      set(found "${entry}")
    endif()
    if(NOT ours EQUAL -1)
      break()
    endif()
  endwhile()
  if(found STREQUAL "")
    message(FATAL_ERROR "no compile command for ${source} of ${target}: "
      "CMake compiles it in no language, or wrote the commands before; run "
      "CMake again")
  endif()

  set(text "[${found}\n  }\n]\n")
  set(file "${folder}/compile_commands.json")
  set(known "")
  if(EXISTS "${file}")
    file(READ "${file}" known)
  endif()
  if(NOT known STREQUAL text)
    file(WRITE "${file}" "${text}")
  endif()
endwhile()
