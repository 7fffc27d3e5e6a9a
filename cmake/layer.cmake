# cloche_layer(NAME SOURCES file… [DEPENDS layer…] [LIBRARIES target…])
#
# One static library for one folder under src/, linked with exactly the layers that docs/architecture.md
# allows it, so that a wrong call does not link. (tests/layers_test.py checks the includes.)
function(cloche_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(cloche_${name} STATIC ${layer_SOURCES})
  add_library(cloche::${name} ALIAS cloche_${name})
  # What only the build knows is no part of an installed layer.
  target_include_directories(cloche_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
  target_link_libraries(cloche_${name} PRIVATE $<BUILD_INTERFACE:cloche_options>)
  foreach(dependency IN LISTS layer_DEPENDS)
    target_link_libraries(cloche_${name} PUBLIC $<BUILD_INTERFACE:cloche::${dependency}>)
  endforeach()
  target_link_libraries(cloche_${name} PUBLIC ${layer_LIBRARIES})
endfunction()
