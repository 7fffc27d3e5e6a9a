# What `cmake --install` puts where, in two components: `library` for C++ programs around process/, `program` for
# the command line. Nothing in it names the prefix, so that the whole can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# One archive with the guardian in it, also for shared libraries.
set_target_properties(cloche_process cloche_guardian PROPERTIES POSITION_INDEPENDENT_CODE ON)
set_target_properties(cloche_process PROPERTIES EXPORT_NAME process OUTPUT_NAME cloche-process)
target_compile_features(cloche_process PUBLIC cxx_std_20)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/cloche)
install(TARGETS cloche_process EXPORT cloche COMPONENT library
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/cloche TYPE INCLUDE COMPONENT library)
install(EXPORT cloche NAMESPACE cloche:: FILE cloche-targets.cmake DESTINATION ${package_directory}
  COMPONENT library)
configure_package_config_file(packaging/cloche-config.cmake.in ${PROJECT_BINARY_DIR}/cloche-config.cmake
  INSTALL_DESTINATION ${package_directory})
# Before 1.0 each minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cloche-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cloche-config.cmake ${PROJECT_BINARY_DIR}/cloche-config-version.cmake
  DESTINATION ${package_directory} COMPONENT library)

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
  OUTPUT_VARIABLE prefix_from_pkgconfig)
configure_file(packaging/cloche-process.pc.in ${PROJECT_BINARY_DIR}/cloche-process.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cloche-process.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT library)

if(CLOCHE_PROGRAM)
  install(TARGETS cloche COMPONENT program)
  # Where the program looks for it, beside its own bin/.
  install(DIRECTORY worker DESTINATION libexec/cloche COMPONENT program FILES_MATCHING PATTERN *.py
    PATTERN __pycache__ EXCLUDE)
endif()
