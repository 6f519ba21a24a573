# The programs in demos, run; included by tests/CMakeLists.txt.

set(expect_exit ${PROJECT_SOURCE_DIR}/modules/cmake/expect_exit.cmake)

# The demo as a person runs it, shortly.
if(TARGET jounce_demo)
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

# The viewer off-screen, with a model of the project's own, and what it refuses.
if(TARGET jounce_view)
    set(figure ${PROJECT_SOURCE_DIR}/demos/models/figure.glb)
    set(view_out ${CMAKE_CURRENT_BINARY_DIR}/view)
    add_test(NAME view_pictures
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=tick.*palette.*state hash.*turntable.png.*film.png" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_view> ${figure} --pictures ${view_out} --size 192x128 --frames 33 --split --keys
                     b,w,x)
    add_test(NAME view_picture
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=one.png" -P ${expect_exit} -- $<TARGET_FILE:jounce_view> ${figure}
                     --picture ${view_out}/one.png --camera 2,1.5,3,0,0.8,0,35 --rest --no-springs --linear --background
                     FF0000 --no-ground --size 192x128)
    # The same again, through jounce, and the same bytes.
    add_test(NAME view_picture_again
             COMMAND ${CMAKE_COMMAND} -DEXIT=0 "-DOUT=two.png" -P ${expect_exit} -- $<TARGET_FILE:jounce_cli> view ${figure}
                     --picture ${view_out}/two.png --camera 2,1.5,3,0,0.8,0,35 --rest --no-springs --linear --background
                     FF0000 --no-ground --size 192x128)
    add_test(NAME view_same_bytes COMMAND ${CMAKE_COMMAND} -E compare_files ${view_out}/one.png ${view_out}/two.png)
    set_tests_properties(view_pictures PROPERTIES FIXTURES_SETUP view_folder)
    set_tests_properties(view_picture view_picture_again PROPERTIES FIXTURES_SETUP view_two FIXTURES_REQUIRED view_folder)
    set_tests_properties(view_same_bytes PROPERTIES FIXTURES_REQUIRED view_two)
    # NAME, what the error says, arguments. Nothing is written.
    function(view_refuses name said)
        add_test(NAME view_refuses_${name}
                 COMMAND ${CMAKE_COMMAND} -DEXIT=2 "-DERR=jounce view: .*${said}" -P ${expect_exit} --
                         $<TARGET_FILE:jounce_view> --pictures ${CMAKE_CURRENT_BINARY_DIR}/view_refused ${ARGN})
    endfunction()
    view_refuses(no_file "FILE")
    view_refuses(missing_file "nowhere.glb" nowhere.glb)
    view_refuses(broken_file "CMakeLists.txt" ${PROJECT_SOURCE_DIR}/CMakeLists.txt)
    view_refuses(missing_settings "nowhere.json" ${figure} --springs nowhere.json)
    view_refuses(unknown_clip "figure.glb.*dance" ${figure} --clip dance)
    view_refuses(wrong_size "--size" ${figure} --size 0x7)
    view_refuses(wrong_colour "--background" ${figure} --background blue)
    view_refuses(wrong_camera "--camera" ${figure} --picture one.png --camera 1,2,3)
    view_refuses(camera_above "straight" ${figure} --picture one.png --camera 0,2,0,0,1,0,35)
    view_refuses(camera_without_picture "--picture" ${figure} --camera 2,1.5,3,0,0.8,0,35)
    view_refuses(picture_of_another_kind "one.jpg" ${figure} --picture one.jpg)
    view_refuses(rest_and_clip "--clip" ${figure} --rest --clip dance)
    add_test(NAME view_refuses_folder_that_is_a_file
             COMMAND ${CMAKE_COMMAND} -DEXIT=2 "-DERR=jounce view: .*CMakeLists.txt" -P ${expect_exit} --
                     $<TARGET_FILE:jounce_view> ${figure} --size 64x64 --frames 1 --pictures
                     ${PROJECT_SOURCE_DIR}/CMakeLists.txt)
else()
    add_test(NAME view_not_built COMMAND ${CMAKE_COMMAND} -DEXIT=2 "-DERR=no_viewer.*./run view" -P ${expect_exit} --
                                         $<TARGET_FILE:jounce_cli> view x.glb)
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
