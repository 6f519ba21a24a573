# What shaders/compiled was made from and by: compiled/sources.sha256 records it, tests compare it.

# shader_checksums(FOLDER COMPILED VARIABLE): a line for each source of FOLDER and each header of COMPILED,
# sorted, with paths from FOLDER, so that every machine writes the same.
function(shader_checksums folder compiled variable)
    set(lines)
    file(GLOB sources RELATIVE ${folder} ${folder}/*.sc ${folder}/*.sh ${folder}/probe/*.sc ${folder}/probe/*.sh
         ${folder}/example/*.sc ${folder}/example/*.sh)
    foreach(source IN LISTS sources ITEMS compile.cmake)
        file(SHA256 ${folder}/${source} sum)
        list(APPEND lines "${sum}  ${source}")
    endforeach()
    file(GLOB headers RELATIVE ${compiled} ${compiled}/*.h)
    foreach(header IN LISTS headers)
        file(SHA256 ${compiled}/${header} sum)
        list(APPEND lines "${sum}  compiled/${header}")
    endforeach()
    # By path: the sums change places with every edit.
    list(TRANSFORM lines REPLACE "^([0-9a-f]+)  (.*)$" "\\2  \\1")
    list(SORT lines)
    list(TRANSFORM lines REPLACE "^(.*)  ([0-9a-f]+)$" "\\2  \\1")
    set(${variable} "${lines}" PARENT_SCOPE)
endfunction()

# shaderc_version(PROGRAM VARIABLE): what a shaderc calls itself.
function(shaderc_version program variable)
    execute_process(COMMAND ${program} --version OUTPUT_VARIABLE said ERROR_QUIET)
    string(REGEX MATCH "version ([0-9.]*[0-9])" found "${said}")
    set(${variable} "shaderc ${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()
