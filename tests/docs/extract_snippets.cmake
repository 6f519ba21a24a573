# Takes the code out of a page of documentation, so that it can be compiled: every block of C++ becomes
# FOLDER/NAME.hpp, where NAME is said by the line above it: <!-- snippet: NAME -->
# Used by include() with PAGE and FOLDER set (gives SNIPPETS, the names), or as
#   cmake -DPAGE=docs/X.md -DFOLDER=... -P extract_snippets.cmake

file(READ ${PAGE} text)
# Lists would fall apart at what code is full of.
string(REPLACE ";" "<semicolon>" text "${text}")
string(REPLACE "[" "<open>" text "${text}")
string(REPLACE "]" "<close>" text "${text}")
string(REPLACE "\n" ";" lines "${text}")

set(SNIPPETS)
set(named "")
set(within FALSE)
set(number 0)
foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(within AND line STREQUAL "```")
        string(REPLACE "<semicolon>" ";" code "${code}")
        string(REPLACE "<open>" "[" code "${code}")
        string(REPLACE "<close>" "]" code "${code}")
        # Written only when it changes, or every configure would compile it again.
        file(CONFIGURE OUTPUT ${FOLDER}/${named}.hpp CONTENT "${code}" @ONLY)
        list(APPEND SNIPPETS ${named})
        set(within FALSE)
        set(named "")
    elseif(within)
        string(APPEND code "${line}\n")
    elseif(line STREQUAL "```cpp")
        if(named STREQUAL "")
            message(FATAL_ERROR "${PAGE}:${number}: code that nobody compiles; "
                                "write <!-- snippet: NAME --> on the line above")
        endif()
        set(within TRUE)
        set(code "// From ${PAGE}, line ${number}.\n#pragma once\n\n")
    elseif(line MATCHES "^<!-- snippet: ([a-z_]+) -->$")
        set(named ${CMAKE_MATCH_1})
    else()
        set(named "")
    endif()
endforeach()
if(within)
    message(FATAL_ERROR "${PAGE}: the block of ${named} does not end")
endif()
if(NOT SNIPPETS)
    message(FATAL_ERROR "${PAGE}: no code was found")
endif()
