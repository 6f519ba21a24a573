#!/usr/bin/env bash
# Tries the archive route of modules/setup with small archives on disk: what is good arrives, what
# is wrong is refused with a reason and leaves nothing behind.
# usage: archive_route_test.sh ROOT
set -euo pipefail
JOUNCE_ROOT="$1"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export JOUNCE_DEPS_DIR="$scratch/deps" JOUNCE_ROUTES=archive
unset JOUNCE_ENTT_URL JOUNCE_ENTT_SHA256
source "$JOUNCE_ROOT/modules/setup/common.sh"
source "$JOUNCE_ROOT/modules/setup/fill_dependencies.sh"

# A stand-in for EnTT's release archive: a top folder and a CMake project that installs a package.
make_archive() {
    local source="$scratch/entt-3.16.0"
    mkdir -p "$source/entt"
    echo '#pragma once' >"$source/entt/entt.hpp"
    cat >"$source/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(EnTT VERSION 3.16.0 LANGUAGES NONE)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(EnTTConfigVersion.cmake COMPATIBILITY AnyNewerVersion ARCH_INDEPENDENT)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/EnTTConfig.cmake "add_library(EnTT::EnTT INTERFACE IMPORTED)\n")
install(DIRECTORY entt DESTINATION include)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/EnTTConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/EnTTConfigVersion.cmake DESTINATION lib/cmake/EnTT)
CMAKE
    tar -czf "$scratch/entt.tar.gz" -C "$scratch" entt-3.16.0
    head -c 200 "$scratch/entt.tar.gz" >"$scratch/truncated.tar.gz"
}
sum_of() { sha256sum "$1" | cut -d ' ' -f 1; }

# attempt [VARIABLE=VALUE...]: one try in an empty cache; sets STATUS and OUTPUT.
attempt() {
    rm -rf "$JOUNCE_DEPS_DIR" && mkdir -p "$JOUNCE_DEPS_DIR" && touch "$(manifest)"
    STATUS=0
    OUTPUT="$(
        for setting in "$@"; do export "${setting?}"; done
        obtain EnTT 2>&1
    )" || STATUS=$?
}
expect() {
    local what="$1"
    shift
    if "$@"; then
        echo "good: $what"
    else
        echo "FAILED: $what; exit code $STATUS, output:"
        printf '%s\n' "$OUTPUT"
        exit 1
    fi
}
says() { [[ "$OUTPUT" == *"$1"* ]]; }
nothing_left() { [[ -z "$(find "$JOUNCE_DEPS_DIR" -mindepth 1 -maxdepth 1 ! -name manifest ! -name probe)" && ! -s "$(manifest)" ]]; }

make_archive
good="file://$scratch/entt.tar.gz"

attempt JOUNCE_ENTT_URL="$good" JOUNCE_ENTT_SHA256="$(sum_of "$scratch/entt.tar.gz")"
expect "a good archive is accepted" [ "$STATUS" = 0 ]
expect "its files are in the cache" [ -e "$JOUNCE_DEPS_DIR/EnTT/include/entt/entt.hpp" ]
expect "its version and route are recorded" [ "$(recorded EnTT | cut -f 1-3)" = $'EnTT\t3.16.0\tarchive '"$good" ]
expect "nothing else is left" [ ! -e "$JOUNCE_DEPS_DIR/EnTT.partial" ]
expect "the next run keeps it" is_current EnTT

attempt JOUNCE_ENTT_URL="$good"
expect "a wrong checksum is refused" [ "$STATUS" = 1 ]
expect "the message names both sums" says "SHA256 is $(sum_of "$scratch/entt.tar.gz"), expected $(field EnTT sha256)"
expect "no half-filled cache" nothing_left

attempt JOUNCE_ENTT_URL="file://$scratch/truncated.tar.gz" JOUNCE_ENTT_SHA256="$(sum_of "$scratch/truncated.tar.gz")"
expect "a truncated archive is refused" [ "$STATUS" = 1 ]
expect "the message says what failed" says "unpacking or installing failed"
expect "no half-filled cache" nothing_left

attempt JOUNCE_ENTT_URL="file://$scratch/absent.tar.gz"
expect "a missing archive is refused" [ "$STATUS" = 1 ]
expect "the message names it" says "absent.tar.gz"
expect "no half-filled cache" nothing_left

DEPENDENCY[EnTT.archive]="file://$scratch/absent.tar.gz"
attempt
expect "without the user's own archive the stand-in is taken" [ "$STATUS" = 0 ]
expect "and the reason is recorded" [ "$(recorded EnTT | grep -c 'ecs_subset.*absent.tar.gz')" = 1 ]
expect "the next run does not try again" is_current EnTT
