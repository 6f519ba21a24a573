# How an installed jounce takes EnTT and Taskflow: the very versions it was compiled with, because their
# types cross its interface and their inline functions are in both. In this order: a target that the
# project has, the folder JOUNCE_<NAME>_INCLUDE_DIR, a package, and the headers installed beside jounce.

# jounce_take_library(NAME HEADER VERSION THIRD_PARTY): sets jounce_NAME_from to a target or a folder, and
# jounce_refusal to what is wrong, or to nothing.
macro(jounce_take_library name header version third_party)
    string(TOUPPER JOUNCE_${name}_INCLUDE_DIR jounce_option)
    string(TOLOWER ${name} jounce_part)
    set(jounce_${name}_from "")
    set(jounce_refusal "")
    set(jounce_given TRUE)
    if(TARGET ${name}::${name})
        set(jounce_${name}_from ${name}::${name})
    elseif(TARGET ${name})
        set(jounce_${name}_from ${name})
    elseif(${jounce_option})
        set(jounce_${name}_from "${${jounce_option}}")
    else()
        set(jounce_given FALSE)
    endif()
    if(NOT jounce_given AND NOT "${version}" MATCHES "^subset")
        if("${version}" STREQUAL "") # its headers do not tell
            find_package(${name} CONFIG QUIET)
        else()
            find_package(${name} ${version} EXACT CONFIG QUIET)
        endif()
        if(TARGET ${name}::${name})
            set(jounce_${name}_from ${name}::${name})
        endif()
    endif()
    jounce_examine_library(${name} ${header} "${version}")
    # What a package holds may differ from what it says; then the headers at hand are better.
    if(NOT jounce_given AND (jounce_${name}_from STREQUAL "" OR jounce_refusal)
       AND EXISTS "${third_party}/${jounce_part}/include/${header}")
        set(jounce_${name}_from "${third_party}/${jounce_part}/include")
        jounce_examine_library(${name} ${header} "${version}")
    endif()
    if(jounce_${name}_from STREQUAL "")
        set(jounce_refusal "${name} ${version}, which this jounce was built with, was not found: add it to your \
project before jounce, or give it with ${name}_DIR, ${jounce_option} or CMAKE_PREFIX_PATH")
    endif()
endmacro()

# jounce_examine_library(NAME HEADER VERSION): sets jounce_refusal if what was chosen has another version.
macro(jounce_examine_library name header version)
    set(jounce_refusal "")
    set(jounce_folder "${jounce_${name}_from}")
    if(TARGET "${jounce_${name}_from}")
        jounce_headers_of(${jounce_${name}_from} ${header} jounce_folder)
    endif()
    jounce_version_in(${name} "${jounce_folder}" jounce_seen)
    if(NOT "${jounce_seen}" STREQUAL "" AND NOT "${version}" STREQUAL "" AND NOT "${jounce_seen}" STREQUAL "${version}")
        if("${version}" MATCHES "^subset")
            set(jounce_refusal "this jounce was built without EnTT, with its own ${version} of it, but the project \
has EnTT ${jounce_seen} (${jounce_folder}): build jounce again with that EnTT")
        else()
            set(jounce_refusal "this jounce was built with ${name} ${version}, but the project has ${name} \
${jounce_seen} (${jounce_folder}): use ${version}, or build jounce again with ${jounce_seen}")
        endif()
    elseif("${jounce_seen}" STREQUAL "" AND NOT jounce_${name}_from STREQUAL "")
        message(STATUS "jounce: the version of ${name} in ${jounce_${name}_from} cannot be read; it must be ${version}")
    endif()
endmacro()

# jounce_fill(TARGET FROM): lets an imported target give what a target or a folder gives.
function(jounce_fill target from)
    if(TARGET "${from}")
        set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${from})
    else()
        set_property(TARGET ${target} PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${from}")
    endif()
endfunction()
