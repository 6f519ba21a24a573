# Breaks a page of documentation in two ways and expects to hear of both.
# cmake -DPAGE= -DFOLDER= -DCOMPILER= -DINCLUDES= -P snippets_catch.cmake
file(REMOVE_RECURSE ${FOLDER})
file(READ ${PAGE} text)

function(extract page code_wanted said)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DPAGE=${page} -DFOLDER=${FOLDER} -P ${CMAKE_CURRENT_LIST_DIR}/extract_snippets.cmake
        RESULT_VARIABLE code ERROR_VARIABLE err)
    # CMake wraps its messages, at a place that depends on how long the path of the page is.
    string(REGEX REPLACE "[ \n]+" " " said_flat "${err}")
    if(NOT code EQUAL code_wanted OR NOT said_flat MATCHES "${said}")
        message(FATAL_ERROR "extract_snippets on ${page}: exit code ${code}\n${err}")
    endif()
endfunction()

# Compiles own_ecs, which needs the fewest headers.
function(compile worked)
    list(TRANSFORM INCLUDES PREPEND -I OUTPUT_VARIABLE flags)
    execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -x c++ ${flags} ${FOLDER}/own_ecs.hpp
                    RESULT_VARIABLE code ERROR_VARIABLE err)
    if(worked AND NOT code EQUAL 0)
        message(FATAL_ERROR "what is right does not compile:\n${err}")
    elseif(NOT worked AND (code EQUAL 0 OR NOT err MATCHES "run_tocks"))
        message(FATAL_ERROR "a name that does not exist was not noticed:\n${err}")
    endif()
endfunction()

extract(${PAGE} 0 "")
compile(TRUE)

string(REPLACE "jounce::run_ticks(" "jounce::run_tocks(" wrong_name "${text}")
file(WRITE ${FOLDER}/wrong_name.md "${wrong_name}")
extract(${FOLDER}/wrong_name.md 0 "")
compile(FALSE)

string(REPLACE "<!-- snippet: own_ecs -->\n" "" no_name "${text}")
file(WRITE ${FOLDER}/no_name.md "${no_name}")
extract(${FOLDER}/no_name.md 1 "code that nobody compiles; write <!-- snippet: NAME --> on the line above")
