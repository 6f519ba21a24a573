#!/usr/bin/env bash
# Checks that no source or script grew beyond what one reads in a sitting.
# usage: file_length.sh ROOT
set -euo pipefail
cd "${1:?usage: file_length.sh ROOT}"
limit=300

# Folders that a tree does not have yet are fine.
{ find run .ci components systems modules shaders demos tests CMakeLists.txt -type f \
    \( -name '*.[ch]pp' -o -name '*.sh' -o -name '*.cmake' -o -name '*.in' -o -name '*.sc' \
    -o -name CMakeLists.txt -o -name run \) -print0 2>/dev/null || true; } |
    xargs -0 awk -v limit="$limit" '
        FNR == limit + 1 { print FILENAME ": more than " limit " lines; split it"; bad = 1 }
        END { exit bad }'
