#!/usr/bin/env bash
# Grows files beyond the limit and expects file_length.sh to notice.
# usage: file_length_catches.sh ROOT
set -euo pipefail
ROOT="$1"
CHECK="$(dirname "${BASH_SOURCE[0]}")/file_length.sh"
source "$(dirname "${BASH_SOURCE[0]}")/sample_tree.sh"

fresh_sample
expect_good
breaks components/long.hpp "$(seq 301)" "components/long.hpp: more than 300 lines"
breaks tests/systems/long_test.cpp "$(seq 301)" "tests/systems/long_test.cpp: more than 300 lines"
accepts components/full.hpp "$(seq 300)"
finish
