# Shaders as they are in the tree; included by tests/CMakeLists.txt.

# What is compiled of the shaders is what their sources say; and a twin that spoils them.
foreach(check check_fresh check_fresh_catches)
    string(REPLACE check_fresh shaders_are_fresh name ${check})
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} ${JOUNCE_SHADER_COMPILER} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/${name}
                                  -P ${PROJECT_SOURCE_DIR}/shaders/${check}.cmake)
endforeach()

# Browsers and drivers compile the texts themselves; so does the Khronos compiler here.
foreach(check validate validate_catches)
    string(REPLACE validate shaders_are_valid name ${check})
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/${name} -P
                                  ${PROJECT_SOURCE_DIR}/shaders/${check}.cmake)
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: glslangValidator")
endforeach()
