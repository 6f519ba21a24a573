# The check of the README's program notices a line that is missing there, and one that is another.
#   cmake -DREADME=... -DPROGRAM=... -DFOLDER=... -P readme_program_catches.cmake

file(READ ${README} page)
file(MAKE_DIRECTORY ${FOLDER})

function(expect_failure name from to)
    string(REPLACE "${from}" "${to}" other "${page}")
    if(other STREQUAL page)
        message(FATAL_ERROR "${name}: there is nothing to change")
    endif()
    file(WRITE ${FOLDER}/${name}.md "${other}")
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DREADME=${FOLDER}/${name}.md -DPROGRAM=${PROGRAM} -P
                ${CMAKE_CURRENT_LIST_DIR}/readme_program.cmake
        RESULT_VARIABLE failed
        OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
        message(FATAL_ERROR "${name}: was not noticed")
    endif()
endfunction()

expect_failure(no_include "#include <jounce/jounce.hpp>\n" "")
expect_failure(other_call "pipeline.run(executor, 1.0F / 60);" "pipeline.run(executor);")
