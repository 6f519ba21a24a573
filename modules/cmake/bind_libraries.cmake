# EnTT and Taskflow, whose types cross jounce's interface: the program must compile with the same headers.
# In this order: a target of the surrounding project, the folder JOUNCE_<NAME>_INCLUDE_DIR, a package,
# and for EnTT the project's own modules/ecs_subset.
#
# jounce's targets link jounce_entt and jounce_taskflow, never the libraries' own names. So a project may
# add EnTT or Taskflow after jounce as well: what is linked is decided at the end of its configuration.
# Installed, both names are empty, and jounceConfig.cmake fills them.

include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/library_versions.cmake)

set(JOUNCE_ENTT_INCLUDE_DIR "" CACHE PATH "Folder with entt/entt.hpp to use instead of a package")
set(JOUNCE_TASKFLOW_INCLUDE_DIR "" CACHE PATH "Folder with taskflow/taskflow.hpp to use instead of a package")

# jounce_host_target(NAME RESULT): a target of NAME that is there already; empty: none.
function(jounce_host_target name result)
    set(${result} "" PARENT_SCOPE)
    foreach(target IN ITEMS ${name}::${name} ${name})
        if(TARGET ${target})
            set(${result} ${target} PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

# jounce_accept(NAME FOLDER WHENCE): remembers which headers jounce is compiled with, if they will do.
function(jounce_accept name folder whence)
    get_property(minimum GLOBAL PROPERTY JOUNCE_${name}_MINIMUM)
    jounce_version_in(${name} "${folder}" version)
    if(version STREQUAL "")
        message(STATUS "jounce: ${name} ${whence}; its version cannot be read, ${minimum}+ is needed")
    elseif(NOT version MATCHES "^subset" AND version VERSION_LESS minimum)
        message(FATAL_ERROR "jounce: ${name} ${version} ${whence} is too old, ${minimum}+ is needed.")
    else()
        message(STATUS "jounce: ${name} ${version} ${whence}")
    endif()
    set_property(GLOBAL PROPERTY JOUNCE_${name}_VERSION "${version}")
    set_property(GLOBAL PROPERTY JOUNCE_${name}_FOLDER "${folder}")
endfunction()

# jounce_bind(NAME HEADER WHAT WHENCE): lets jounce_NAME give what a target or a folder gives.
function(jounce_bind name header what whence)
    string(TOLOWER jounce_${name} wrapper)
    if(TARGET "${what}")
        jounce_headers_of(${what} ${header} folder)
        # By property: target_link_libraries would bind the name to the folder of whoever calls it.
        set_property(TARGET ${wrapper} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<BUILD_INTERFACE:${what}>")
    else()
        set(folder "${what}")
    endif()
    if(NOT folder STREQUAL "") # others' headers are none of our warnings
        target_include_directories(${wrapper} SYSTEM INTERFACE "$<BUILD_INTERFACE:${folder}>")
    endif()
    jounce_accept(${name} "${folder}" "${whence}")
endfunction()

# jounce_find_library(NAME HEADER MINIMUM FALLBACK): binds jounce_NAME, or leaves that to jounce_finish.
function(jounce_find_library name header minimum fallback)
    string(TOLOWER jounce_${name} wrapper)
    string(TOUPPER JOUNCE_${name}_INCLUDE_DIR folder_option)
    set_property(GLOBAL PROPERTY JOUNCE_${name}_MINIMUM ${minimum})
    add_library(${wrapper} INTERFACE)
    set_target_properties(${wrapper} PROPERTIES EXPORT_NAME ${name})
    add_library(jounce::${name} ALIAS ${wrapper})
    jounce_host_target(${name} target)
    if(target)
        jounce_bind(${name} ${header} ${target} "from the surrounding project")
        return()
    endif()
    set(folder "${${folder_option}}")
    if(folder)
        if(NOT EXISTS "${folder}/${header}")
            message(FATAL_ERROR "jounce: ${folder_option}=${folder} holds no ${header}")
        endif()
        jounce_bind(${name} ${header} "${folder}" "from the folder ${folder}")
        return()
    endif()
    find_package(${name} ${minimum} CONFIG QUIET)
    if(${name}_FOUND)
        # A library of its own, because the package's targets are seen in jounce's folders alone.
        add_library(${wrapper}_package INTERFACE)
        target_link_libraries(${wrapper}_package INTERFACE ${name}::${name})
        jounce_headers_of(${name}::${name} ${header} folder)
        set(later "${wrapper}_package" "${folder}" "from ${${name}_DIR}")
    elseif(fallback)
        set(later "${fallback}" "${fallback}" "")
    else()
        set(later "" "" "")
    endif()
    set_property(GLOBAL PROPERTY JOUNCE_${name}_LATER "${header}" "${later}")
    if(PROJECT_IS_TOP_LEVEL)
        jounce_settle(${name})
    else()
        set_property(GLOBAL APPEND PROPERTY JOUNCE_LATER ${name})
    endif()
endfunction()

# jounce_settle(NAME): binds what jounce_find_library left open. At the end of the whole configuration.
function(jounce_settle name)
    get_property(later GLOBAL PROPERTY JOUNCE_${name}_LATER)
    get_property(minimum GLOBAL PROPERTY JOUNCE_${name}_MINIMUM)
    list(POP_FRONT later header what folder whence)
    jounce_host_target(${name} target)
    if(target)
        get_target_property(imported ${target} IMPORTED)
    endif()
    set(after "from the surrounding project, which adds it after jounce")
    if(target AND NOT imported)
        jounce_bind(${name} ${header} ${target} "${after}")
    elseif(target AND NOT TARGET "${what}") # a package that jounce did not find, and whose targets it does not see
        jounce_headers_of(${target} ${header} folder)
        jounce_bind(${name} ${header} "${folder}" "${after}")
    elseif(TARGET "${what}")
        string(TOLOWER jounce_${name} wrapper)
        set_property(TARGET ${wrapper} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<BUILD_INTERFACE:${what}>")
        jounce_accept(${name} "${folder}" "${whence}")
    elseif(what)
        message(NOTICE "-- jounce: EnTT was NOT found: using modules/ecs_subset, this project's own header with "
                       "the part of EnTT's interface that jounce needs. For the real one add EnTT's folder to "
                       "your project, or give -DEnTT_DIR=... or -DJOUNCE_ENTT_INCLUDE_DIR=...")
        jounce_bind(${name} ${header} "${what}" "from modules/ecs_subset")
    else()
        string(TOUPPER ${name} upper)
        message(FATAL_ERROR "jounce: ${name} ${minimum}+ was not found. Run `./run deps` in jounce's folder to fetch "
                            "it, add its folder to your project, or give it with -D${name}_DIR=..., "
                            "-DJOUNCE_${upper}_INCLUDE_DIR=... or CMAKE_PREFIX_PATH.")
    endif()
endfunction()
