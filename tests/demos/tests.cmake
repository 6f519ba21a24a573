# The programs in demos, run; included by tests/CMakeLists.txt.

# The demo as a person runs it, shortly.
if(TARGET jounce_demo)
    set(expect_exit ${PROJECT_SOURCE_DIR}/modules/cmake/expect_exit.cmake)
    add_test(NAME demo_scene COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=palette.*belly.*state hash" -P ${expect_exit}
                                     -- $<TARGET_FILE:jounce_demo> --no-pictures --characters 20 --frames 60 --threads 2)
    add_test(NAME demo_pictures
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=palette_upload.*state hash.*gallery.png.*contact_sheet.png" -P
                     ${expect_exit} -- $<TARGET_FILE:jounce_demo> --off-screen --characters 20 --frames 12 --size 320x180
                     --record ${CMAKE_CURRENT_BINARY_DIR}/demo)
    add_test(NAME demo_stampede
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=2000 animals.*galloper: 24 bones.*characters drawn.*culled [1-9]" -P
                     ${expect_exit} -- $<TARGET_FILE:jounce_demo> --off-screen --stage stampede --characters 2000 --frames 6
                     --size 320x180 --record ${CMAKE_CURRENT_BINARY_DIR}/stampede)
    add_test(NAME demo_bodies_of_a_file
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=10 animals.*bodies.png" -P ${expect_exit} -- $<TARGET_FILE:jounce_demo>
                     --off-screen --stage bodies ${PROJECT_SOURCE_DIR}/demos/models/galloper.glb --herd
                     ${PROJECT_SOURCE_DIR}/demos/models/galloper.glb --frames 4 --size 320x180 --record
                     ${CMAKE_CURRENT_BINARY_DIR}/bodies)
    # Everybody with flesh, the ball, gizmos and every tier.
    add_test(NAME demo_flesh
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=linear.*nonlinear.*newton.*2 with flesh.*heavy: flesh of 28 handles.*tissue.*flesh.png"
                     -P ${expect_exit} -- $<TARGET_FILE:jounce_demo> --off-screen --stage flesh --frames 44 --keys f,y,y,y
                     --size 320x180 --record ${CMAKE_CURRENT_BINARY_DIR}/flesh)
    add_test(NAME demo_touched
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=3 with flesh.*tissue.*react.*touched.png" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_demo> --off-screen --stage touched --frames 44 --keys f --size 320x180
                     --record ${CMAKE_CURRENT_BINARY_DIR}/touched)
    add_test(NAME demo_flesh_crowd
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=30 with flesh.*tissue.*state hash" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_demo> --no-pictures --stage flesh_crowd --characters 30 --frames 10 --threads 2)
    add_test(NAME demo_herd_missing_file
             COMMAND ${CMAKE_COMMAND} -DEXIT=2 -DERR=nowhere.glb -P ${expect_exit} -- $<TARGET_FILE:jounce_demo> --no-pictures
                     --stage stampede nowhere.glb)
    add_test(NAME demo_wrong_option COMMAND ${CMAKE_COMMAND} -DEXIT=2 -DERR=--frames -P ${expect_exit}
                                            -- $<TARGET_FILE:jounce_demo> --frames 0)
    add_test(NAME demo_wrong_size COMMAND ${CMAKE_COMMAND} -DEXIT=2 -DERR=--size -P ${expect_exit}
                                          -- $<TARGET_FILE:jounce_demo> --size 0x7)
    add_test(NAME demo_missing_file COMMAND ${CMAKE_COMMAND} -DEXIT=2 -DERR=nowhere.glb -P ${expect_exit}
                                            -- $<TARGET_FILE:jounce_demo> --no-pictures nowhere.glb)
endif()

# The engine that people copy, off-screen. Where there is no driver at all, bgfx ends any program.
if(TARGET jounce_minimal_engine)
    add_test(NAME minimal_engine COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=24 characters drawn.*tick.*palette" -P
                                         ${expect_exit} -- $<TARGET_FILE:jounce_minimal_engine> --headless --frames 5)
    add_test(NAME minimal_engine_own_shaders
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=3 characters drawn" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_own_shaders> --headless --frames 5)
    add_test(NAME minimal_engine_bad_file
             COMMAND ${CMAKE_COMMAND} -DEXIT=1 "-DERR=no_such.glb: does not exist" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_minimal_engine> --headless --frames 5 no_such.glb)
    set_tests_properties(minimal_engine minimal_engine_own_shaders minimal_engine_bad_file PROPERTIES SKIP_REGULAR_EXPRESSION "BGFX FATAL")
endif()
