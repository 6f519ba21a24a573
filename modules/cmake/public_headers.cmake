# Users write <jounce/systems/pose/fk.hpp> in the build tree and in the install tree alike. Forwarding
# headers in the build folder give that path without putting the repository root, and with it
# every other folder, on the include path.

include_guard(GLOBAL)
set(JOUNCE_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)

# jounce_forward(HEADER RESULT): makes <jounce/...> for a header of the current folder; RESULT is its
# path in the repository.
function(jounce_forward header result)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
    # Written only when it changes, or every configure would rebuild everything.
    file(CONFIGURE OUTPUT ${JOUNCE_INCLUDE_DIR}/jounce/${path} CONTENT "#include \"${source}\"\n")
    set(${result} ${path} PARENT_SCOPE)
endfunction()

# jounce_public_headers(TARGET FILE...): headers of the current folder that users may include.
function(jounce_public_headers target)
    get_target_property(known ${target} JOUNCE_PUBLIC_HEADERS)
    if(NOT known)
        target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${JOUNCE_INCLUDE_DIR}>
                                                    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    endif()
    foreach(header IN LISTS ARGN)
        jounce_forward(${header} path)
        cmake_path(GET path PARENT_PATH folder)
        if(JOUNCE_INSTALL)
            install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce/${folder})
        endif()
        set_property(TARGET ${target} APPEND PROPERTY JOUNCE_PUBLIC_HEADERS ${path})
    endforeach()
endfunction()

# jounce_top_headers(TARGET FILE...): the same as <jounce/FILE>, for the few that programs begin with.
function(jounce_top_headers target)
    foreach(header IN LISTS ARGN)
        file(CONFIGURE OUTPUT ${JOUNCE_INCLUDE_DIR}/jounce/${header}
             CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n")
        if(JOUNCE_INSTALL)
            install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/jounce)
        endif()
        set_property(TARGET ${target} APPEND PROPERTY JOUNCE_PUBLIC_HEADERS ${header})
    endforeach()
endfunction()

# jounce_private_headers(FILE...): the same path for the project's own sources, not installed.
function(jounce_private_headers)
    foreach(header IN LISTS ARGN)
        jounce_forward(${header} path)
    endforeach()
endfunction()

# jounce_check_headers_alone(TARGET): compiles each public header of TARGET as a file of its own,
# so that one which leans on what another happened to include breaks the build.
function(jounce_check_headers_alone target)
    get_target_property(headers ${target} JOUNCE_PUBLIC_HEADERS)
    if(NOT headers)
        return()
    endif()
    set(sources)
    foreach(header IN LISTS headers)
        set(source ${PROJECT_BINARY_DIR}/headers_alone/${header}.cpp)
        # Twice: a header must also stand being included again.
        file(CONFIGURE OUTPUT ${source} CONTENT "#include <jounce/${header}>\n#include <jounce/${header}>\n")
        list(APPEND sources ${source})
    endforeach()
    add_library(${target}_headers_alone OBJECT ${sources})
    target_link_libraries(${target}_headers_alone PRIVATE ${target})
    jounce_common(${target}_headers_alone)
endfunction()
