#!/usr/bin/env bash
# Adds files that nobody builds and expects registered_sources.sh to notice.
# usage: registered_sources_catches.sh ROOT
set -euo pipefail
ROOT="$1"
CHECK="$(dirname "${BASH_SOURCE[0]}")/registered_sources.sh"
source "$(dirname "${BASH_SOURCE[0]}")/sample_tree.sh"

fresh_sample
expect_good
breaks tests/systems/forgotten_test.cpp '// nobody runs me' "tests/systems/forgotten_test.cpp: named in no"
breaks systems/forgotten.cpp '// nobody builds me' "systems/forgotten.cpp: named in no"
breaks modules/rig/forgotten.hpp '// nobody installs me' "modules/rig/forgotten.hpp: named in no"
# A part of another name, or a comment, is not a registration.
breaks systems/k.cpp '// fk.cpp is listed, k.cpp is not' "systems/k.cpp: named in no"
fresh_sample
sed -i 's/isa\.cpp/# isa.cpp/' "$scratch/tree/systems/simd/CMakeLists.txt"
expect_bad "systems/simd/isa.cpp commented out in its list" "systems/simd/isa.cpp: named in no"
finish
