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
    # shellcheck disable=SC2086 # one word per package
    fill_graphics $GRAPHICS_PACKAGES $GRAPHICS_TEST_PACKAGES
    configure_and_build "$PRESET"
    fill_validator
    fill_three_vrm
    fill_valgrind
    ctest --preset "$PRESET" --parallel "$(jobs)" "${ARGUMENTS[@]}"
}

# timed STEP COMMAND...: runs a step of a long way and remembers what it took, for `say_shares`.
timed() {
    local step="$1" begin="$EPOCHREALTIME"
    shift
    "$@"
    STEP_TIMES+=("$step|$(seconds_since "$begin")")
}
seconds_since() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

# say_shares WAY: what each timed step took of all of them. Not a word about what was there already.
say_shares() {
    printf '%s\n' "${STEP_TIMES[@]}" | awk -F '|' -v way="$1" '
        { all += $2; name[NR] = $1; took[NR] = $2 }
        END {
            if (all < 10) exit
            line = sprintf("jounce: %s in %d:%02d:", way, all / 60, all % 60)
            for (i = 1; i <= NR; ++i) line = line sprintf("%s %s %.0f s (%.0f %%)", i > 1 ? "," : "", name[i], took[i], 100 * took[i] / all)
            print line
        }'
}

command_demo() { show_program jounce_demo jounce_demo "$@"; }
command_view() { show_program jounce_view jounce-view "$@"; }

# show_program TARGET PROGRAM [--preset NAME] ARGUMENTS: sets up and builds as little as it needs, and runs it
# where it was called from, so that names of files mean what they meant there.
show_program() {
    local target="$1" program="$2" here="$PWD"
    shift 2
    take_preset demo "$@"
    cd "$JOUNCE_ROOT" || exit
    STEP_TIMES=()
    # shellcheck disable=SC2086 # one word per package
    timed "graphics packages" fill_graphics $GRAPHICS_PACKAGES
    timed "dependencies" fill_dependencies --for-demo
    timed "configuration" cmake --preset "$PRESET"
    timed "compilation" cmake --build --preset "$PRESET" --parallel "$(jobs)" --target "$target"
    say_shares "ready for the first picture"
    cd "$here" || exit
    "$JOUNCE_ROOT/build/$PRESET/bin/$program" "${ARGUMENTS[@]}"
}

command_bench() {
    take_preset release "$@"
    configure_and_build "$PRESET" --target jounce_cli
    if [[ ${#ARGUMENTS[@]} == 0 ]]; then
        "build/$PRESET/bin/jounce" bench
        ARGUMENTS=(--sweep all -o out)
    fi
    "build/$PRESET/bin/jounce" bench "${ARGUMENTS[@]}"
}

# command_fuzz [--seconds N]: every harness for N seconds, from files that the project makes itself.
# command_fuzz --mutate FILE|FOLDER... [--count N]: breaks given models in N ways each instead.
command_fuzz() {
    local seconds=60 name corpus
    case "${1:-}" in
        --mutate)
            shift
            mutate_files "$@"
            return
            ;;
        --seconds)
            seconds="${2:?--seconds needs a number}"
            [[ "$seconds" =~ ^[1-9][0-9]*$ ]] || fail "--seconds needs a whole number above 0, not '$seconds'"
            ;;
        "") ;;
        *) fail "fuzz: unknown option '$1'; it takes --seconds N, or --mutate FILE|FOLDER... [--count N]" ;;
    esac
    have clang++ || install_packages clang
    configure_and_build fuzz --target jounce_fuzz_model jounce_fuzz_image jounce_fuzz_springs jounce_fuzz_bones \
        jounce_fuzz_mesh_cache jounce_fuzz_tissue jounce_fuzz_weights jounce_test_files
    corpus="$JOUNCE_ROOT/build/fuzz/corpus"
    mkdir -p "$corpus"/{model,image,springs,bones,mesh_cache,tissue,weights,found}
    "build/fuzz/bin/jounce_test_files" "$corpus/made"
    fuzz_all "$seconds" "$corpus" model springs bones mesh_cache tissue weights image
}

# fuzz_all SECONDS CORPUS NAME...: as many fuzzers side by side as there are processors; each uses one. What they say
# is shown when they are done, one after the other. The first that finds something ends all.
fuzz_all() {
    local seconds="$1" corpus="$2" name ended status logs="$JOUNCE_ROOT/build/fuzz/logs"
    local -A running=()
    shift 2
    mkdir -p "$logs"
    # A shell lets what runs beside it ignore an interruption.
    trap 'kill "${!running[@]}" 2>/dev/null; exit 130' INT TERM
    for name in "$@" ""; do
        while ((${#running[@]} >= $(jobs))) || [[ -z "$name" && ${#running[@]} -gt 0 ]]; do
            status=0
            wait -n -p ended "${!running[@]}" || status=$?
            cat "$logs/${running[$ended]}.log"
            if ((status != 0)); then
                name="${running[$ended]}"
                unset "running[$ended]"
                kill "${!running[@]}" 2>/dev/null || true
                fail "$name: broken; the input is the newest file in build/fuzz/corpus/found"
            fi
            unset "running[$ended]"
        done
        [[ -n "$name" ]] || break
        say "fuzzing $name for $seconds s; what breaks it is kept in build/fuzz/corpus/found"
        "build/fuzz/bin/jounce_fuzz_$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
            -max_len=65536 -print_final_stats=1 -verbosity=0 -artifact_prefix="$corpus/found/$name-" \
            "$corpus/$name" "$corpus/made/good" "$corpus/made/bad" "$corpus/made/pictures" tests/fuzz/seeds >"$logs/$name.log" 2>&1 &
        running[$!]="$name"
    done
    trap - INT TERM
}

command_shaders() {
    take_preset dev "$@"
    cd "$JOUNCE_ROOT" || exit
    fill_dependencies
    cmake --preset "$PRESET"
    grep -q '^JOUNCE_SHADERC:.*=/' "build/$PRESET/CMakeCache.txt" ||
        fail "no shaderc here: bgfx did not arrive, or came without; see ./run deps"
    cmake --build --preset "$PRESET" --target jounce_shaders "${ARGUMENTS[@]}"
    say "compiled; commit shaders/compiled with the sources"
}

# mutate_files ARGUMENTS of jounce_mutate, which knows --help. Files are meant from where the user stands.
mutate_files() {
    local from="$PWD"
    have clang++ || install_packages clang
    configure_and_build fuzz --target jounce_mutate
    # Freed memory is watched for a while; as much of it as usual would count as the reader's.
    (cd "$from" && ASAN_OPTIONS="quarantine_size_mb=16:${ASAN_OPTIONS:-}" \
        "$JOUNCE_ROOT/build/fuzz/bin/jounce_mutate" --keep "$JOUNCE_ROOT/build/fuzz/corpus/mutated" "$@")
}

# command_guard [--accept]
command_guard() {
    [[ $# == 0 || "$*" == --accept ]] || fail "guard takes --accept or nothing, not '$*'"
    configure_and_build dev --target jounce_guard
    fill_valgrind
    if [[ "${1:-}" == --accept ]]; then
        cmake --build --preset dev --target jounce_guard_accept
    else
        ctest --preset dev --label-regex guard --verbose
    fi
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
