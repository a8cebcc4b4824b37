# Makes manual pages and completions of the programs from their own help. One
# set is for the plain names of the programs, the other for names with the
# version of LLVM, as in packages. Without Python, none are made.
find_package(Python3 3.8 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND)
  message(STATUS "Python not found: no manual pages and no completions")
  return()
endif()

set(_programs $<TARGET_FILE:cuda-capture>)
set(_targets cuda-capture)
if(TARGET cuda-capture-clangd)
  list(APPEND _programs $<TARGET_FILE:cuda-capture-clangd>)
  list(APPEND _targets cuda-capture-clangd)
endif()
list(APPEND _programs
  ${CMAKE_SOURCE_DIR}/integrations/pre-commit/cuda-capture-hook)
set(_scripts ${CMAKE_SOURCE_DIR}/integrations/shell)
# The environment variable SOURCE_DATE_EPOCH sets another date.
string(TIMESTAMP _date "%Y-%m-%d" UTC)
set(CAPTURE_MANUALS ${CMAKE_BINARY_DIR}/manuals)
add_custom_command(OUTPUT ${CAPTURE_MANUALS}/stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CAPTURE_MANUALS}
  COMMAND ${Python3_EXECUTABLE} -B ${_scripts}/make.py ${CAPTURE_MANUALS}/plain
    --version=${PROJECT_VERSION} --date=${_date} ${_programs}
  COMMAND ${Python3_EXECUTABLE} -B ${_scripts}/make.py
    ${CAPTURE_MANUALS}/versioned --suffix=-${CAPTURE_LLVM_MAJOR}
    --version=${PROJECT_VERSION} --date=${_date} ${_programs}
  COMMAND ${CMAKE_COMMAND} -E touch ${CAPTURE_MANUALS}/stamp
  DEPENDS ${_targets} ${_scripts}/make.py ${_scripts}/describe.py
    ${_scripts}/manual.py ${_scripts}/completion.py
    ${CMAKE_SOURCE_DIR}/integrations/pre-commit/cuda-capture-hook
  COMMENT "Writing manual pages and completions" VERBATIM)
add_custom_target(manuals ALL DEPENDS ${CAPTURE_MANUALS}/stamp)

install(DIRECTORY ${CAPTURE_MANUALS}/plain/man/
  DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
install(DIRECTORY ${CAPTURE_MANUALS}/plain/bash/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
install(DIRECTORY ${CAPTURE_MANUALS}/plain/zsh/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)
install(DIRECTORY ${CAPTURE_MANUALS}/plain/fish/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
