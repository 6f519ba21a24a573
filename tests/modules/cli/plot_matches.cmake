# Draws a case and compares the drawing, as text, with the one in the tree.
# cmake -DPROGRAM=jounce -DCASE=FOLDER -DDRAWING=FILE.svg -DSCRATCH=FILE.svg -P plot_matches.cmake

execute_process(COMMAND ${PROGRAM} plot ${CASE} -o ${SCRATCH} RESULT_VARIABLE status ERROR_VARIABLE err)
if(NOT status STREQUAL 0)
    message(FATAL_ERROR "jounce plot: exit code ${status}\n${err}")
endif()
file(READ ${SCRATCH} drawn)
file(READ ${DRAWING} kept)
if(NOT drawn STREQUAL kept)
    message(FATAL_ERROR "${DRAWING} is not what the program draws now (${SCRATCH}): if that is meant, copy it")
endif()
