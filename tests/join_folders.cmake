# Where libraries have several sources in one (CMAKE_UNITY_BUILD: the presets asan and tsan, the step clang), so may
# tests: half to four fifths of a test's compilation are headers.
set(jounce_joins_folders ${CMAKE_UNITY_BUILD})
set(CMAKE_UNITY_BUILD OFF) # the rest shares names in anonymous namespaces

# jounce_join_folders(TARGET): all sources of a folder in one. A test that has a name which another test of its folder
# has puts everything into a namespace of its own, called like the file.
function(jounce_join_folders target)
    if(NOT jounce_joins_folders)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
