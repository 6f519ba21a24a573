# The libraries, and the installed CMake package: find_package(jounce) gives jounce::kernels, jounce::core, ...

include(CMakePackageConfigHelpers)
set(JOUNCE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/jounce)
# Headers that programs need beside jounce's own, in a place where they are in nobody's way.
set(JOUNCE_THIRD_PARTY_DIR ${CMAKE_INSTALL_LIBDIR}/jounce/third_party)

# jounce_library(NAME [STATIC] SOURCES...): library jounce_NAME, known as jounce::NAME everywhere; static
# or shared as BUILD_SHARED_LIBS says.
function(jounce_library name)
    set(target jounce_${name})
    add_library(${target} ${ARGN})
    add_library(jounce::${name} ALIAS ${target})
    set_target_properties(
        ${target}
        PROPERTIES EXPORT_NAME ${name}
                   POSITION_INDEPENDENT_CODE ON
                   VERSION ${PROJECT_VERSION}
                   SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
                   # Everything is exported: the project around jounce may hide its own symbols, not these.
                   CXX_VISIBILITY_PRESET default
                   VISIBILITY_INLINES_HIDDEN OFF
                   WINDOWS_EXPORT_ALL_SYMBOLS ON)
    if(NOT APPLE)
        set_target_properties(${target} PROPERTIES INSTALL_RPATH "\$ORIGIN")
    endif()
    jounce_common(${target})
    set_property(GLOBAL APPEND PROPERTY JOUNCE_LIBRARIES ${name})
    if(JOUNCE_INSTALL)
        install(TARGETS ${target} EXPORT jounce_${name} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
        # One file per library: a user of the kernels alone needs neither EnTT nor Taskflow.
        install(EXPORT jounce_${name} NAMESPACE jounce:: DESTINATION ${JOUNCE_PACKAGE_DIR} FILE jounce_${name}.cmake)
    endif()
endfunction()

# jounce_dev_library(NAME SOURCES...): library jounce_NAME of this project's own programs. It is not
# installed, and other targets know it by that name alone.
function(jounce_dev_library name)
    add_library(jounce_${name} STATIC ${ARGN})
    set_target_properties(jounce_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    jounce_common(jounce_${name})
endfunction()

function(jounce_install_package)
    get_property(libraries GLOBAL PROPERTY JOUNCE_LIBRARIES)
    set(package ${PROJECT_BINARY_DIR}/package)
    # Empty where they are installed; see bind_libraries.cmake.
    install(TARGETS jounce_entt jounce_taskflow EXPORT jounce_core)
    if(TARGET jounce_bgfx_library)
        install(TARGETS jounce_bgfx_library EXPORT jounce_bgfx)
        # One that ./run built is nowhere else; others have their own place.
        cmake_path(IS_PREFIX JOUNCE_DEPS_DIR "${bgfx_DIR}" NORMALIZE from_cache)
        if(JOUNCE_INSTALL_DEPENDENCIES AND from_cache)
            install(DIRECTORY ${JOUNCE_DEPS_DIR}/bgfx/lib ${JOUNCE_DEPS_DIR}/bgfx/include
                    DESTINATION ${JOUNCE_THIRD_PARTY_DIR}/bgfx)
            file(GLOB licences ${JOUNCE_DEPS_DIR}/bgfx/share/bgfx/LICENSE*)
            install(FILES ${licences} DESTINATION ${JOUNCE_THIRD_PARTY_DIR}/bgfx)
        endif()
    endif()
    configure_package_config_file(
        ${PROJECT_SOURCE_DIR}/modules/cmake/jounceConfig.cmake.in ${package}/jounceConfig.cmake
        INSTALL_DESTINATION ${JOUNCE_PACKAGE_DIR}
        PATH_VARS JOUNCE_THIRD_PARTY_DIR)
    write_basic_package_version_file(${package}/jounceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
    install(FILES ${package}/jounceConfig.cmake ${package}/jounceConfigVersion.cmake ${package}/built_with.cmake
                  ${PROJECT_SOURCE_DIR}/modules/cmake/library_versions.cmake
                  ${PROJECT_SOURCE_DIR}/modules/cmake/take_library.cmake DESTINATION ${JOUNCE_PACKAGE_DIR})
endfunction()

# jounce_install_headers(NAME FOLDER DESTINATION): headers of a library that jounce was compiled with.
function(jounce_install_headers name folder destination)
    string(TOLOWER ${name} part)
    install(DIRECTORY ${folder}/${part} DESTINATION ${destination}/${part}/include FILES_MATCHING PATTERN "*.h"
                                                                                                PATTERN "*.hpp")
    file(GLOB licences ${folder}/../LICENSE* ${folder}/../share/doc/*${part}*/copyright)
    install(FILES ${licences} DESTINATION ${destination}/${part})
endfunction()

# jounce_finish(PACKAGE THIRD_PARTY INSTALL BUNDLE): what has to wait until all targets are there.
function(jounce_finish package third_party install bundle)
    get_property(later GLOBAL PROPERTY JOUNCE_LATER)
    foreach(name IN LISTS later)
        jounce_settle(${name})
    endforeach()
    if(NOT install)
        return()
    endif()
    set(built_with "# What this jounce was compiled with, as jounceConfig.cmake reads it.\n")
    foreach(name IN ITEMS EnTT Taskflow)
        get_property(version GLOBAL PROPERTY JOUNCE_${name}_VERSION)
        get_property(folder GLOBAL PROPERTY JOUNCE_${name}_FOLDER)
        string(APPEND built_with "set(jounce_built_with_${name} \"${version}\")\n")
        # The subset is jounce's own; nobody has it otherwise.
        if(folder AND (bundle OR version MATCHES "^subset"))
            jounce_install_headers(${name} ${folder} ${third_party})
        endif()
    endforeach()
    if(TARGET jounce_bgfx_library)
        jounce_headers_of(jounce_bgfx_library bgfx/bgfx.h folder)
        jounce_version_in(bgfx "${folder}" version)
        string(APPEND built_with "set(jounce_built_with_bgfx \"${version}\")\n")
    endif()
    file(CONFIGURE OUTPUT ${package}/built_with.cmake CONTENT "${built_with}" @ONLY)
endfunction()

# jounce_finish_later(): at the end of the whole configuration, because a project that adds jounce as a
# folder may add EnTT or Taskflow after it.
function(jounce_finish_later)
    set(arguments ${PROJECT_BINARY_DIR}/package ${JOUNCE_THIRD_PARTY_DIR} ${JOUNCE_INSTALL} ${JOUNCE_INSTALL_DEPENDENCIES})
    if(PROJECT_IS_TOP_LEVEL)
        jounce_finish(${arguments})
    else()
        list(JOIN arguments "]==] [==[" arguments)
        cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==] CALL jounce_finish [==[${arguments}]==])")
    endif()
endfunction()
