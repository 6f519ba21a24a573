# Cases that the thread sanitizer leaves out: minutes of arithmetic on one thread ([one_thread]). The other sanitizers
# run them. The second part keeps hidden cases hidden.
set(JOUNCE_TEST_SPEC)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    set(JOUNCE_TEST_SPEC TEST_SPEC "~[one_thread]~[.]")
endif()
