# What every target of ours is compiled with. Third-party sources are not.
add_library(cloche_options INTERFACE)
target_compile_options(cloche_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  # g++ 12 sees an overlap in `"text" + string` that is not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_compile_definitions(cloche_options INTERFACE
  $<$<BOOL:${CLOCHE_SEAMS}>:CLOCHE_SEAMS>
  CLOCHE_VERSION="${PROJECT_VERSION}")
if(CLOCHE_SANITIZE)
  # Without vptr, which looks at memory through a pipe: it reports errors where a test has used up all descriptors.
  target_compile_options(cloche_options INTERFACE
    -fsanitize=${CLOCHE_SANITIZE} -fno-sanitize=vptr -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(cloche_options INTERFACE -fsanitize=${CLOCHE_SANITIZE})
endif()
if(CLOCHE_FUZZ)
  target_compile_options(cloche_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
