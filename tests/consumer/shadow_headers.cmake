# Copies the headers of EnTT (or of the subset) and Taskflow, with other version numbers.
# cmake -DENTT_HEADERS= -DTASKFLOW_HEADERS= -DOUTPUT= -P shadow_headers.cmake

file(REMOVE_RECURSE ${OUTPUT})
file(COPY ${ENTT_HEADERS}/entt DESTINATION ${OUTPUT}/entt)
file(COPY ${TASKFLOW_HEADERS}/taskflow DESTINATION ${OUTPUT}/taskflow)
foreach(header IN ITEMS entt/entt/entt.hpp entt/entt/config/version.h taskflow/taskflow/taskflow.hpp)
    if(EXISTS ${OUTPUT}/${header})
        file(READ ${OUTPUT}/${header} text)
        string(REGEX REPLACE "(#define (JOUNCE_ECS_SUBSET|ENTT_VERSION_PATCH)) [0-9]+" "\\1 99" text "${text}")
        string(REGEX REPLACE "#define TF_VERSION [0-9]+" "#define TF_VERSION 309999" text "${text}")
        file(WRITE ${OUTPUT}/${header} "${text}")
    endif()
endforeach()
