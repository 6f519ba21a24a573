# Makes the model of the galloper as a person would. cmake -DWRITER=jounce_write_galloper -DJOUNCE=jounce -DOUT=FILE.glb
get_filename_component(folder ${OUT} DIRECTORY)
set(mesh ${folder}/galloper.sma)
execute_process(COMMAND ${WRITER} ${mesh} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${JOUNCE} decompose ${mesh} -o ${OUT} --bones 24 --lod 0.25,0.06,0.015 COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${mesh})
