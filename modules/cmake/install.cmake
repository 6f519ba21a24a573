# The installed CMake package: find_package(jounce) gives jounce::kernels, jounce::core, ...

include(CMakePackageConfigHelpers)
set(JOUNCE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)

# jounce_library(NAME SOURCES...): static library jounce_NAME, known as jounce::NAME everywhere.
function(jounce_library name)
    set(target jounce_${name})
    add_library(${target} STATIC ${ARGN})
    add_library(jounce::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    jounce_common(${target})
    install(TARGETS ${target} EXPORT jounce_${name} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    # One file per library: a user of the kernels alone needs neither EnTT nor Taskflow.
    install(EXPORT jounce_${name} NAMESPACE jounce:: DESTINATION ${JOUNCE_PACKAGE_DIR} FILE jounce_${name}.cmake)
    set_property(GLOBAL APPEND PROPERTY JOUNCE_LIBRARIES ${name})
endfunction()

function(jounce_install_package)
    get_property(libraries GLOBAL PROPERTY JOUNCE_LIBRARIES)
    configure_package_config_file(
        ${PROJECT_SOURCE_DIR}/modules/cmake/jounceConfig.cmake.in ${PROJECT_BINARY_DIR}/package/jounceConfig.cmake
        INSTALL_DESTINATION ${JOUNCE_PACKAGE_DIR}
        PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/jounceConfigVersion.cmake
                                     COMPATIBILITY SameMinorVersion)
    install(FILES ${PROJECT_BINARY_DIR}/package/jounceConfig.cmake
                  ${PROJECT_BINARY_DIR}/package/jounceConfigVersion.cmake DESTINATION ${JOUNCE_PACKAGE_DIR})
    if(JOUNCE_ECS STREQUAL "subset")
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/modules/ecs_subset/entt
                DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce/modules/ecs_subset FILES_MATCHING PATTERN "*.hpp")
    endif()
endfunction()
