# ./run check: everything that finds faults, in one command. Steps come one after the other, each with a log
# of its own in build/check; one that fails does not keep the later ones from running. Builds are kept, so
# that a second run only does what is new.

# Name, what it does, minutes on two cores from nothing. A step is a function step_NAME, which runs in a
# shell of its own with its log as output and may write results of ctest to build/check/NAME.xml. It says
# "skipped: why" and answers 4 where it cannot run.
CHECK_STEPS=(
    "format|clang-format over all sources|1"
    "asan|the whole suite under the address and undefined-behaviour sanitizers|35"
    "tsan|the whole suite under the thread sanitizer|25"
    "clang|the whole suite built by clang, against real EnTT where JOUNCE_ENTT_INCLUDE_DIR names it|15"
    "tidy|clang-tidy over components, systems and modules|8"
    "fuzz|every fuzzer for a minute (JOUNCE_FUZZ_SECONDS)|8"
)

step_format() {
    have "${CLANG_FORMAT:-clang-format}" || try_to_install clang-format || true
    if ! have "${CLANG_FORMAT:-clang-format}"; then
        echo "skipped: ${CLANG_FORMAT:-clang-format} is not installed"
        return 4
    fi
    check_format
}

# suite NAME PRESET [CMAKE_ARGUMENT...]: builds all of a preset and runs all of its tests. What does not
# build counts as failed, and the rest is tested nevertheless.
suite() {
    local name="$1" preset="$2" status=0 again=()
    shift 2
    cd "$JOUNCE_ROOT" || exit
    cmake --preset "$preset" "$@" || return 1
    cmake --build --preset "$preset" --parallel "$(jobs)" -- -k 0 || status=1
    slowest_compilations "$JOUNCE_ROOT/build/$preset/.ninja_log"
    if [[ "$CHECK_FAILED_ONLY" == yes ]]; then again=(--rerun-failed); fi
    ctest --preset "$preset" --parallel "$(jobs)" --output-junit "$JOUNCE_ROOT/build/check/$name.xml" \
        "${again[@]}" || status=1
    return "$status"
}

# slowest_compilations NINJA_LOG: the five files that took longest, of all that the folder has ever built.
slowest_compilations() {
    [[ -f "$1" ]] || return 0
    echo "slowest to compile (seconds):"
    awk -F '\t' 'NR > 1 && $4 ~ /\.o$/ { took[$4] = ($2 - $1) / 1000 }
        END { for (file in took) printf "%8.1f  %s\n", took[file], file }' "$1" | sort -rn | head -n 5 || true
}

step_asan() { suite asan asan; }
step_tsan() { suite tsan tsan; }

step_clang() {
    # As asan and tsan do: the preset stays source by source, because step_tidy needs each by name.
    local unity=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12)
    have clang++ || install_packages clang
    if [[ -z "${JOUNCE_ENTT_INCLUDE_DIR:-}" ]]; then
        say "note: against ecs_subset; for real EnTT give JOUNCE_ENTT_INCLUDE_DIR, a folder with entt/entt.hpp"
        suite clang clang "${unity[@]}"
        return
    fi
    [[ -f "$JOUNCE_ENTT_INCLUDE_DIR/entt/entt.hpp" ]] ||
        fail "JOUNCE_ENTT_INCLUDE_DIR is '$JOUNCE_ENTT_INCLUDE_DIR', which has no entt/entt.hpp"
    say "note: against EnTT in $JOUNCE_ENTT_INCLUDE_DIR"
    suite clang clang "${unity[@]}" "-DJOUNCE_ENTT_INCLUDE_DIR=$JOUNCE_ENTT_INCLUDE_DIR"
}

# What .clang-tidy lists, without a warning. Kernels are looked at once, not once per level. Most of what is read are
# headers, so several sources are read in one: twelve of authoring take 8 s of processor time.
step_tidy() {
    have clang-tidy || try_to_install clang-tidy || true
    if ! have clang-tidy; then
        echo "skipped: clang-tidy is not installed"
        return 4
    fi
    have clang++ || install_packages clang
    cd "$JOUNCE_ROOT" || exit
    cmake --preset clang -B build/tidy -DJOUNCE_ONE_LEVEL=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 || return 1
    local rooms="(components|systems|modules)" all done=0 status=0
    # Only what this build compiles: parts without their library are left out.
    grep -oE "\"file\": \"$JOUNCE_ROOT/(build/tidy/)?$rooms/[^\"]*" build/tidy/compile_commands.json |
        sed 's/.*"//' | sort -u >build/tidy/sources
    all="$(wc -l <build/tidy/sources)"
    # A source in another counts as its header, and to include it is what is wanted here.
    while read -r line; do
        if [[ "$line" == "tidied "* ]]; then
            printf '[%s/%s] %s\n' "$((++done))" "$all" "${line#tidied "$JOUNCE_ROOT"/}"
        else
            printf '%s\n' "$line"
            status=1
        fi
    done < <(xargs -P "$(jobs)" -I FILE bash -c \
        'clang-tidy -p build/tidy --quiet --checks=-bugprone-suspicious-include --header-filter="$1" FILE 2>/dev/null ||
            echo "clang-tidy refuses FILE"; echo "tidied FILE"' - "^$JOUNCE_ROOT/$rooms/.*[.][ch]pp\$" <build/tidy/sources)
    return "$status"
}

step_fuzz() { command_fuzz --seconds "${JOUNCE_FUZZ_SECONDS:-60}"; }

step_field() { cut -d '|' -f "$2" <<<"$1"; }
minutes_and_seconds() { printf '%d:%02d' "$(($1 / 60))" "$(($1 % 60))"; }

# How far a log has come: the last of ninja's [12/345], of ctest's 12/345 Test and of libFuzzer's #12.
progress_of() {
    tail -c 4000 "$1" 2>/dev/null | tr '\r' '\n' |
        grep -aoE '^\[[0-9]+/[0-9]+\]|^ *[0-9]+/[0-9]+ Test|fuzzing [a-z]+ for [0-9]+ s|^#[0-9]+' |
        tail -n 1 | sed 's/^ *//; s/^\[\(.*\)\]$/built \1/; s/^\(.*\) Test$/tested \1/'
}

# follow PID NAME LOG: says how far a step has come, on a terminal in one line, elsewhere once a minute.
follow() {
    local pid="$1" name="$2" log="$3" begin="$SECONDS" last=0 spent
    while kill -0 "$pid" 2>/dev/null; do
        sleep 0.2
        spent=$((SECONDS - begin))
        if [[ -t 1 ]]; then
            printf '\r  %-8s %7s  %-40s' "$name" "$(minutes_and_seconds "$spent")" "$(progress_of "$log")"
            sleep 0.8
        elif ((spent >= last + 60)); then
            last=$spent
            printf '  %-8s %7s  %s\n' "$name" "$(minutes_and_seconds "$spent")" "$(progress_of "$log")"
        fi
    done
    if [[ -t 1 ]]; then printf '\r%70s\r' ''; fi
}

# count_in FILE ATTRIBUTE: of the results that ctest wrote; "-" where there are none.
count_in() {
    local found=""
    if [[ -f "$1" ]]; then
        found="$(tr '\n\t' '  ' <"$1" | grep -oE "<testsuite [^>]*" | grep -oE " $2=\"[0-9]+" | grep -oE '[0-9]+$')" || true
    fi
    printf '%s' "${found:--}"
}

failed_tests() {
    [[ -f "$1" ]] || return 0
    tr '\n\t' '  ' <"$1" | grep -oE '<testcase name="[^"]*"[^>]* status="fail"' |
        sed 's/^<testcase name="\([^"]*\)".*/\1/; s/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' || true
}

# run_step NAME: sets RESULT (passed, failed, skipped) and SPENT.
run_step() {
    local name="$1" folder="$JOUNCE_ROOT/build/check" begin="$SECONDS" status=0 pid
    rm -f "$folder/$name.xml"
    # Its own group of processes, so that an interruption ends all of them.
    set -m
    (
        set +m
        "step_$name"
    ) >"$folder/$name.log" 2>&1 </dev/null &
    pid=$!
    set +m
    trap 'kill -- -'"$pid"' 2>/dev/null; exit 130' INT TERM
    follow "$pid" "$name" "$folder/$name.log"
    wait "$pid" || status=$?
    trap - INT TERM
    SPENT=$((SECONDS - begin))
    case "$status" in
        0) RESULT=passed ;;
        4) RESULT=skipped ;;
        *) RESULT=failed ;;
    esac
}

# The line of the table, and what a reader wants to know beside it.
report_step() {
    local name="$1" file="$JOUNCE_ROOT/build/check/$1.xml" all failed skipped passed=-
    all="$(count_in "$file" tests)" failed="$(count_in "$file" failures)" skipped="$(count_in "$file" skipped)"
    if [[ "$all" != - ]]; then passed=$((all - failed - skipped)); fi
    TABLE+="$(printf '  %-8s %-8s %7s %7s %8s %8s  build/check/%s.log' "$name" "$RESULT" "$passed" "$failed" \
        "$skipped" "$(minutes_and_seconds "$SPENT")" "$name")"$'\n'
    NOTES+="$({ grep -aE '^(jounce: note:|skipped:)' "$JOUNCE_ROOT/build/check/$name.log" || true; } |
        sed "s/^jounce: note: //; s/^/  $name: /" | sort -u | head -n 5)"$'\n'
    if [[ "$RESULT" == failed ]]; then
        FAULTS+="$(failed_tests "$file" | sed "s/^/  $name: /")"$'\n'
        if [[ -z "$(failed_tests "$file")" ]]; then
            FAULTS+="$(last_words "$JOUNCE_ROOT/build/check/$name.log" | sed "s/^/  $name: /")"$'\n'
        fi
    fi
}

# What a log says is wrong, at most five lines; else how it ends.
last_words() {
    grep -am 5 -E '(error|refuses):? ' "$1" || tail -n 3 "$1"
}

list_steps() {
    local step
    for step in "${CHECK_STEPS[@]}"; do
        printf '  %-8s about %2s min  %s\n' "$(step_field "$step" 1)" "$(step_field "$step" 3)" "$(step_field "$step" 2)"
    done
}

# prepare_check: what every step needs, once.
prepare_check() {
    # shellcheck disable=SC2086 # one word per package
    fill_graphics $GRAPHICS_PACKAGES $GRAPHICS_TEST_PACKAGES
    fill_dependencies
    fill_validator
    fill_three_vrm
}

# command_check [--list] [--only STEP[,STEP...]] [--failed]
command_check() {
    local step name known=" " wanted="" status=0
    for step in "${CHECK_STEPS[@]}"; do known+="$(step_field "$step" 1) "; done
    CHECK_FAILED_ONLY=no
    while (($#)); do
        case "$1" in
            --list)
                list_steps
                return
                ;;
            --only)
                wanted="${2:?--only needs a step:$known}"
                wanted="${wanted//,/ }"
                shift
                ;;
            --failed) CHECK_FAILED_ONLY=yes ;;
            *) fail "check: unknown option '$1'; it takes --list, --only STEP[,STEP...] and --failed" ;;
        esac
        shift
    done
    for name in $wanted; do
        [[ "$known" == *" $name "* ]] || fail "check: there is no step '$name'; there are:$known"
    done
    mkdir -p "$JOUNCE_ROOT/build/check"
    prepare_check
    TABLE="" NOTES="" FAULTS=""
    for step in "${CHECK_STEPS[@]}"; do
        name="$(step_field "$step" 1)"
        [[ -z "$wanted" || " $wanted " == *" $name "* ]] || continue
        say "$name: $(step_field "$step" 2) (about $(step_field "$step" 3) min)"
        run_step "$name"
        say "$name: $RESULT after $(minutes_and_seconds "$SPENT")"
        [[ "$RESULT" != failed ]] || status=1
        report_step "$name"
    done
    printf '\n  %-8s %-8s %7s %7s %8s %8s  %s\n%s' step result passed failed skipped time log "$TABLE"
    if grep -q '[^ ]' <<<"$NOTES"; then printf '\nnotes\n%s' "$(grep '[^ ]' <<<"$NOTES")"$'\n'; fi
    if grep -q '[^ ]' <<<"$FAULTS"; then printf '\nfailed\n%s' "$(grep '[^ ]' <<<"$FAULTS")"$'\n'; fi
    return "$status"
}
