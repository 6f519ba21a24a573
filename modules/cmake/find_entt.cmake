# Provides EnTT::EnTT in the build tree. In this order: a target that already exists, the folder
# JOUNCE_ENTT_INCLUDE_DIR, find_package, and the project's own header where none of them works.
# Sets JOUNCE_ECS to "target", "folder", "package" or "subset".

set(JOUNCE_ENTT_INCLUDE_DIR "" CACHE PATH "Folder with entt/entt.hpp to use instead of a package")

function(jounce_entt_from_folder folder)
    if(NOT EXISTS "${folder}/entt/entt.hpp")
        message(FATAL_ERROR "jounce: ${folder} holds no entt/entt.hpp")
    endif()
    add_library(EnTT::EnTT INTERFACE IMPORTED GLOBAL)
    target_include_directories(EnTT::EnTT INTERFACE "${folder}")
    target_compile_features(EnTT::EnTT INTERFACE cxx_std_17)
endfunction()

macro(jounce_find_entt subset_folder)
    if(TARGET EnTT::EnTT)
        set(JOUNCE_ECS target)
        message(STATUS "jounce: EnTT from the surrounding project")
    elseif(JOUNCE_ENTT_INCLUDE_DIR)
        set(JOUNCE_ECS folder)
        jounce_entt_from_folder("${JOUNCE_ENTT_INCLUDE_DIR}")
        message(STATUS "jounce: EnTT from the folder ${JOUNCE_ENTT_INCLUDE_DIR}")
    else()
        find_package(EnTT ${JOUNCE_ENTT_VERSION} CONFIG QUIET)
        if(EnTT_FOUND)
            set(JOUNCE_ECS package)
            message(STATUS "jounce: EnTT ${EnTT_VERSION} from ${EnTT_DIR}")
        else()
            set(JOUNCE_ECS subset)
            jounce_entt_from_folder("${subset_folder}")
            message(NOTICE "-- jounce: EnTT was NOT found: using modules/ecs_subset, this project's own "
                           "header with the part of EnTT's interface that jounce needs. "
                           "For the real one give -DEnTT_DIR=... or -DJOUNCE_ENTT_INCLUDE_DIR=...")
        endif()
    endif()
endmacro()
