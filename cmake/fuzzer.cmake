# cloche_fuzzer(NAME SOURCES file… [LIBRARIES target…]): a libFuzzer program, which `./dev fuzz` finds and runs.
# Only in the fuzz preset.
function(cloche_fuzzer name)
  if(NOT CLOCHE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(fuzzer "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(cloche_fuzz_${name} ${fuzzer_SOURCES})
  target_link_libraries(cloche_fuzz_${name} PRIVATE cloche_options ${fuzzer_LIBRARIES})
  target_link_options(cloche_fuzz_${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(cloche_fuzz_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzzers)
endfunction()
