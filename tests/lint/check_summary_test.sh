#!/usr/bin/env bash
# Runs ./run check with steps of its own: what fails does not hide what comes later, counts and logs are
# right, and the exit status says whether all is well.
# usage: check_summary_test.sh ROOT
set -euo pipefail
real_root="$1"
JOUNCE_ROOT="$(mktemp -d)"
trap 'rm -rf "$JOUNCE_ROOT"' EXIT
source "$real_root/modules/setup/common.sh"
source "$real_root/modules/setup/check.sh"

prepare_check() { :; }
CHECK_STEPS=("good|passes|1" "bad|has a failing test|2" "broken|ends early|3" "absent|cannot run|4" "late|comes last|5")
results() {
    printf '<?xml version="1.0"?>\n<testsuite name="x"\n\ttests="%s"\n\tfailures="%s"\n\tdisabled="0"\n\tskipped="%s"\n\thostname="" time="1">\n' \
        "$2" "$3" "$4" >"$JOUNCE_ROOT/build/check/$1.xml"
    printf '\t<testcase name="fine" classname="fine" time="1" status="run">\n\t</testcase>\n' >>"$JOUNCE_ROOT/build/check/$1.xml"
    if (($3)); then
        printf '\t<testcase name="a &quot;bad&quot; one" classname="x" time="1" status="fail">\n\t</testcase>\n' >>"$JOUNCE_ROOT/build/check/$1.xml"
    fi
    printf '</testsuite>\n' >>"$JOUNCE_ROOT/build/check/$1.xml"
}
step_good() {
    echo "said by good"
    say "note: a remark"
    results good 10 0 2
}
step_bad() {
    results bad 7 1 0
    return 8
}
step_broken() { fail "it broke"; }
step_absent() {
    echo "skipped: no such tool"
    return 4
}
step_late() {
    echo "[3/12] Building"
    sleep 1
}

expect() {
    local what="$1"
    shift
    if ! "$@"; then
        echo "$what"
        echo "--- said:"
        cat "$JOUNCE_ROOT/said"
        exit 1
    fi
}
says() { grep -qE -- "$1" "$JOUNCE_ROOT/said"; }
# check STATUS [ARGUMENTS]: as ./run calls it. "||" behind the call would turn "set -e" off inside it.
check() {
    local wanted="$1" status
    shift
    set +e
    (
        set -e
        command_check "$@"
    ) >"$JOUNCE_ROOT/said" 2>&1
    status=$?
    set -e
    expect "exit status is $status, not $wanted" test "$status" = "$wanted"
}

check 1
expect "good" says '^ +good +passed +8 +0 +2 +0:0. +build/check/good.log$'
expect "bad" says '^ +bad +failed +6 +1 +0 '
expect "broken" says '^ +broken +failed +- +- +- '
expect "absent" says '^ +absent +skipped +- +- +- '
expect "the last step runs although others failed" says '^ +late +passed '
expect "the failed test is named" says '^ +bad: a "bad" one$'
expect "why a step broke" says '^ +broken: jounce: it broke$'
expect "why a step was skipped" says '^ +absent: skipped: no such tool$'
expect "remarks" says '^ +good: a remark$'
expect "logs are kept" grep -q "said by good" "$JOUNCE_ROOT/build/check/good.log"
expect "progress is read" test "$(progress_of "$JOUNCE_ROOT/build/check/late.log")" = "built 3/12"

check 0 --only good,late
expect "only good and late" says '^ +late +passed '
expect "others are left out" test "$(grep -cE '(passed|failed|skipped) .*build/check' "$JOUNCE_ROOT/said")" = 2
check 1 --only bad
check 0 --list
expect "the list" says 'broken +about +3 min +ends early'
check 1 --only nonsense
expect "an unknown step" says "no step 'nonsense'; there are: good bad broken absent late"
check 1 --nonsense
expect "an unknown option" says "unknown option '--nonsense'"
echo "all as expected"
