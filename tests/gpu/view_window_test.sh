#!/usr/bin/env bash
# Tunes a character in a window of a display without a screen, with a pointer and keys: picks a bone in the picture,
# makes it a spring, holds a slider, drags a collider's handle and the character, undoes, saves, and sees a change that
# another program makes. Then the saved file must move the character as the window did.
# usage: view_window_test.sh JOUNCE_VIEW JOUNCE MODEL FOLDER BACKEND [PICTURE]
# exit 4: skipped, for want of Xvfb, xdotool or a device
set -euo pipefail
view="${1:?usage: view_window_test.sh JOUNCE_VIEW JOUNCE MODEL FOLDER BACKEND [PICTURE]}"
jounce="${2:?}"
model="${3:?}"
folder="${4:?}"
backend="${5:?}"
picture="${6:-}"

for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 4
    }
done

rm -rf "$folder"
mkdir -p "$folder"
cp "$model" "$folder/model.glb"
cd "$folder"
cat >springs.json <<'TEXT'
{
  "jounce_springs": 1,
  "name": "by hand",
  "springs": [
    { "chain": "upper_arm.L", "preset": "tail" }
  ],
  "colliders": [
    { "bone": "chest", "shape": "sphere", "a": [0, 0.1, 0], "radius": 0.150 }
  ]
}
TEXT
cp springs.json before.json

exec 3>display
Xvfb -noreset -displayfd 3 -screen 0 1400x900x24 >xvfb.log 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
answers=no
for _ in $(seq 100); do
    if [[ -s display ]]; then
        DISPLAY=":$(tr -d '[:space:]' <display)"
        export DISPLAY
        xdotool getdisplaygeometry >/dev/null 2>&1 && answers=yes && break
    fi
    sleep 0.1
done
[[ "$answers" == yes ]] || {
    echo "skipped: Xvfb did not start"
    exit 4
}

"$view" model.glb --springs springs.json --rest --size 1280x720 --threads 1 --backend "$backend" >log 2>&1 &
player=$!
window=""
for _ in $(seq 600); do
    window="$(xdotool search --name 'jounce view' 2>/dev/null | head -n 1 || true)"
    [[ -n "$window" ]] && grep -q '^keys:' log && break
    kill -0 "$player" 2>/dev/null || break
    sleep 0.1
done
if grep -q "no graphics device answered\|built without GLFW\|drawing off-screen" log; then
    cat log
    echo "skipped: no device, or no window library"
    exit 4
fi
[[ -n "$window" ]] || {
    cat log
    echo "no window appeared"
    exit 1
}
xdotool windowfocus "$window" 2>/dev/null || true

fail() {
    echo "$1"
    tail -n 40 log | grep -v '^place '
    exit 1
}
# Waits until lines of the log that match are as many as wanted.
said() {
    for _ in $(seq 900); do
        [[ "$(grep -c -- "$1" log || true)" -ge "${2:-1}" ]] && return 0
        kill -0 "$player" 2>/dev/null || fail "the viewer ended"
        sleep 0.1
    done
    fail "nothing like '$1' was said"
}
key() { xdotool key --window "$window" "$1"; }
# The program answers in a frame of its own: after two answers it has looked at the pointer in between.
places=0
settle() {
    for _ in 1 2; do
        key F10
        places=$((places + 1))
        said '^places end$' "$places"
    done
}
# Where a thing is now: the last that was said of it.
place() {
    local at
    at="$(grep -- "^place [-0-9]* [-0-9]* $1\$" log | tail -n 1 || true)"
    [[ -n "$at" ]] || fail "nothing is called '$1'"
    read -r _ x y _ <<<"$at"
}
# Boxes that were moved over are only under the pointer a frame later.
move() {
    xdotool mousemove --window "$window" "$1" "$2"
    settle
}
click() {
    settle
    place "$1"
    move "$x" "$y"
    xdotool mousedown 1
    settle
    xdotool mouseup 1
    settle
}
# Drags a thing by so many pixels, in steps.
drag() {
    settle
    place "$1"
    local from_x="$x" from_y="$y"
    move "$from_x" "$from_y"
    xdotool mousedown 1
    settle
    for step in 1 2 3; do
        move $((from_x + $2 * step / 3)) $((from_y + $3 * step / 3))
    done
    xdotool mouseup 1
    settle
}

said '^keys:'
key space
said '^key space: pause on'
key b
said '^key b: bones on'

click bone:upper_arm.R
said '^picked upper_arm.R$'
click 'make it a spring'
said '^made the chain from upper_arm.R springs, preset tail$'
drag frequency 25 0
said '^set frequency of upper_arm.R to '
[[ "$(grep -c '^set frequency' log)" == 1 ]] || fail "a slider that was held is more than one step"
frequency="$(sed -n 's/^set frequency of upper_arm.R to //p' log)"

click tab:Colliders
click collider:0
said '^picked collider 0 on chest$'
drag handle:size_a 25 0
said '^changed collider 0: sphere on chest'
[[ "$(grep -c '^changed collider' log)" == 1 ]] || fail "a handle that was dragged is more than one step"
[[ -z "$picture" ]] || {
    click tab:Spring
    click curve:frequency
    move 640 690
    key F12
    for _ in $(seq 300); do
        [[ -s out/view.png ]] && break
        sleep 0.1
    done
    sleep 1
    cp out/view.png "$picture"
}
key ctrl+z
said '^undid collider 0 on chest$'

key space
said '^key space: pause off'
drag bone:hips 60 0
said '^dragged the character by ('
key ctrl+s
said '^saved to springs.json$'

# Only the spring that was made is new, and the radius is as it was, as it was spelt.
grep -q '"frequency": '"$frequency"'\b' springs.json || fail "the frequency was not saved: $(cat springs.json)"
grep -q '"radius": 0.150 }' springs.json || fail "undoing left something: $(cat springs.json)"
if diff before.json springs.json | grep '^<' | grep -v 'upper_arm.L'; then
    fail "lines that nobody edited were changed"
fi

# How far two tables of motion are apart, metres.
apart() {
    paste -d, "$1" "$2" | awk -F, '
        NR > 1 { for (i = 5; i <= 7; ++i) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > most) most = d } }
        END { printf "%.6f", most }'
}
# True if the first number is less.
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }'; }

# The motion under what the window has, and what the file gives. The edit must have changed more than what is allowed.
key F9
said '^wrote motion to '
moved="$(sed -n 's/^wrote motion to //p' log | head -n 1)"
"$jounce" simulate model.glb --springs springs.json -o baked.csv >simulate.log
[[ "$(wc -l <"$moved")" == "$(wc -l <baked.csv)" ]] || fail "other frames or bones"
off="$(apart "$moved" baked.csv)"
less "$off" 0.0005 || fail "the saved file moves otherwise, by $off m"
"$jounce" simulate model.glb --springs before.json -o other.csv >>simulate.log
by="$(apart "$moved" other.csv)"
less 0.05 "$by" || fail "the edits moved nothing: $by m"

# Another program writes the file: the window shows it; an edit beside it is a conflict.
sleep 1 # file times may be in seconds
sed -i "s/\"frequency\": $frequency/\"frequency\": 4.75/" springs.json
said '^on disk: read again'
key period
said '^picked ' 3
key F9
said '^wrote motion to ' 2
less 0.05 "$(apart "$moved" baked.csv)" || fail "the change on disk was not taken"

key Escape
wait "$player" || fail "the viewer failed"
grep -q 'state hash' log || fail "no results"
echo "frequency $frequency set, saved, simulated ($off m apart) and read again"
