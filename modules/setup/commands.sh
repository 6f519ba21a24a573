# The commands of ./run. Each fills the dependencies first, which is instant when nothing is missing.

# Takes a leading "--preset NAME" off the arguments: sets PRESET and ARGUMENTS.
take_preset() {
    PRESET="$1"
    shift
    if [[ "${1:-}" == --preset ]]; then
        PRESET="${2:?--preset needs a name: dev, release, asan, tsan or clang}"
        shift 2
    fi
    ARGUMENTS=("$@")
}

jobs() { printf '%s' "${JOUNCE_JOBS:-$(nproc 2>/dev/null || echo 2)}"; }

# configure_and_build PRESET [cmake --build arguments]
configure_and_build() {
    local preset="$1"
    shift
    cd "$JOUNCE_ROOT" || exit
    fill_dependencies
    cmake --preset "$preset"
    cmake --build --preset "$preset" --parallel "$(jobs)" "$@"
}

command_build() {
    take_preset dev "$@"
    configure_and_build "$PRESET" "${ARGUMENTS[@]}"
}

command_test() {
    take_preset dev "$@"
    configure_and_build "$PRESET"
    ctest --preset "$PRESET" --parallel "$(jobs)" "${ARGUMENTS[@]}"
}

command_demo() {
    take_preset release "$@"
    configure_and_build "$PRESET" --target jounce_demo
    "build/$PRESET/bin/jounce_demo" "${ARGUMENTS[@]}"
}

command_bench() {
    take_preset release "$@"
    configure_and_build "$PRESET" --target jounce_cli
    "build/$PRESET/bin/jounce" bench "${ARGUMENTS[@]}"
}

command_lint() {
    take_preset dev "$@"
    check_format
    configure_and_build "$PRESET"
    ctest --preset "$PRESET" --parallel "$(jobs)" --label-regex lint "${ARGUMENTS[@]}"
}

check_format() {
    local formatter="${CLANG_FORMAT:-clang-format}"
    if ! have "$formatter"; then
        say "formatting: not checked, $formatter is not installed"
        return
    fi
    (cd "$JOUNCE_ROOT" && find components systems modules demos tests \
        \( -name '*.cpp' -o -name '*.hpp' \) -print0 2>/dev/null |
        xargs -0 --no-run-if-empty "$formatter" --dry-run --Werror) ||
        fail "formatting differs; fix with: $formatter -i FILE"
    say "formatting: good"
}

command_deps() { fill_dependencies "$@"; }

command_clean() {
    rm -rf "$JOUNCE_ROOT/build" "$JOUNCE_ROOT/out"
    if [[ "${1:-}" == --all ]]; then rm -rf "$JOUNCE_DEPS_DIR"; fi
}
