# Spoils copies of the shaders and expects check_fresh.cmake to notice.
#   cmake [-DSHADERC=... -DBGFX_SHADERS=...] -DSCRATCH=folder -P check_fresh_catches.cmake
cmake_minimum_required(VERSION 3.25)
set(here ${CMAKE_CURRENT_LIST_DIR})
include(${here}/checksums.cmake)
set(copy ${SCRATCH}/shaders)

function(fresh_copy)
    file(REMOVE_RECURSE ${copy})
    file(COPY ${here}/ DESTINATION ${copy})
endfunction()

# replace(FILE FROM TO) in the copy.
function(replace file from to)
    file(READ ${copy}/${file} text)
    string(REPLACE "${from}" "${to}" changed "${text}")
    if(changed STREQUAL text)
        message(FATAL_ERROR "${file} has no '${from}' to spoil")
    endif()
    file(WRITE ${copy}/${file} "${changed}")
endfunction()

# Writes the checksums of the copy as if all were well.
function(forge version)
    shader_checksums(${copy} ${copy}/compiled lines)
    list(JOIN lines "\n" lines)
    file(WRITE ${copy}/compiled/sources.sha256 "# ${version}\n${lines}\n")
endfunction()

# expect(WHAT GOOD REGEX [ARGUMENTS...])
function(expect what good regex)
    execute_process(
        COMMAND ${CMAKE_COMMAND} ${ARGN} -DSCRATCH=${SCRATCH}/compiled -P ${copy}/check_fresh.cmake
        RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    if(code EQUAL 0)
        set(passed TRUE)
    else()
        set(passed FALSE)
    endif()
    if(NOT passed STREQUAL good OR NOT said MATCHES "${regex}")
        message(FATAL_ERROR "${what}: expected '${regex}', got exit code ${code} and: ${said}")
    endif()
    message(STATUS "${what}: as expected")
endfunction()

fresh_copy()
expect("nothing changed" TRUE "checksums are good")

replace(skin.sh "dot(pivot, real) < 0.0" "dot(pivot, real) > 0.0")
expect("a changed source" FALSE "changed since shaders were compiled: skin.sh; run ./run shaders")

fresh_copy()
file(WRITE ${copy}/vs_more.sc "void main() {}\n")
expect("a new source" FALSE "compiled: vs_more.sc")

fresh_copy()
file(REMOVE ${copy}/fs_line.sc)
expect("a source that is gone" FALSE "compiled: fs_line.sc")

fresh_copy()
replace(compiled/fs_line.h "0x00," "0x01,")
expect("a header edited by hand" FALSE "compiled: compiled/fs_line.h")

fresh_copy()
file(REMOVE ${copy}/compiled/sources.sha256)
expect("no checksums" FALSE "sources.sha256 is missing")

if(SHADERC)
    set(compiler -DSHADERC=${SHADERC} -DBGFX_SHADERS=${BGFX_SHADERS})
    shaderc_version(${SHADERC} version)
    fresh_copy()
    forge("shaderc 0.0.1")
    expect("another shaderc" TRUE "compiled by shaderc 0.0.1, here is ${version}: checksums are good" ${compiler})

    replace(skin.sh "dot(pivot, real) < 0.0" "dot(pivot, real) > 0.0")
    forge(${version})
    expect("a changed source with forged checksums" FALSE
           "other bytes than shaders/compiled has: [^;]*cs_skin4.h[^;]*vs_skin_texture8.h" ${compiler})
endif()
