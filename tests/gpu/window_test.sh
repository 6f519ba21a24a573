#!/usr/bin/env bash
# Opens the demo in a window of a display without a screen, presses every key that its help lists, and
# sees that each was taken, that a screenshot and a trace were written, and that escape ends it.
# usage: window_test.sh JOUNCE_DEMO FOLDER BACKEND
# exit 4: skipped, for want of Xvfb, xdotool or a device
set -euo pipefail
demo="${1:?usage: window_test.sh JOUNCE_DEMO FOLDER BACKEND}"
folder="${2:?}"
backend="${3:?}"

for tool in Xvfb xdotool; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 4
    }
done

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# Xvfb chooses a free display itself and says which. Without -noreset it starts anew when a client goes and no other is
# there: xdotool below, a moment before the demo comes.
exec 3>display
Xvfb -noreset -displayfd 3 -screen 0 1024x640x24 >xvfb.log 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
# It may say so a moment before it lets anyone in.
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

"$demo" --window --size 480x270 --characters 20 --backend "$backend" >log 2>&1 &
player=$!
window=""
for _ in $(seq 200); do
    window="$(xdotool search --name '^jounce$' 2>/dev/null | head -n 1 || true)"
    [[ -n "$window" ]] && grep -q '^keys:' log && break
    kill -0 "$player" 2>/dev/null || break
    sleep 0.1
done
if grep -q "no graphics device answered\|built without GLFW" log; then
    cat log
    echo "skipped: no device, or no window library"
    exit 4
fi
[[ -n "$window" ]] || {
    cat log
    echo "no window appeared"
    exit 1
}
sleep 1

# The help's names, and those of X where they differ.
x_name() {
    case "$1" in
    tab) echo Tab ;;
    backspace) echo BackSpace ;;
    f12) echo F12 ;;
    left) echo Left ;;
    right) echo Right ;;
    up) echo Up ;;
    down) echo Down ;;
    page_up) echo Prior ;;
    page_down) echo Next ;;
    home) echo Home ;;
    escape) echo Escape ;;
    *) echo "$1" ;;
    esac
}
# Waits for what a key should have said. Under sanitizers the weights of an exhibition take a while.
said() {
    for _ in $(seq 900); do
        grep -q "^$1" log && return 0
        sleep 0.1
    done
    echo "nothing like '$1' was said:"
    cat log
    exit 1
}

keys="$("$demo" --help | awk 'on && NF > 1 { print $1 } /Keys in the window/ { on = 1 } /escape/ { exit }')"
[[ "$(wc -w <<<"$keys")" -ge 35 ]] || {
    echo "the help lists only: $keys"
    exit 1
}
for key in $keys; do
    [[ "$key" == escape ]] && continue
    xdotool key --window "$window" "$(x_name "$key")"
    said "key $key: "
done
said "wrote .*screenshot_0.png"
# The screenshot is written a frame later, the trace after sixty.
for _ in $(seq 300); do
    [[ -s out/screenshot_0.png && -s out/trace.json ]] && break
    sleep 0.1
done
[[ -s out/screenshot_0.png && -s out/trace.json ]] || {
    echo "no screenshot or no trace in out:"
    ls out
    exit 1
}
xdotool key --window "$window" Escape
wait "$player"
grep -q "state hash" log
echo "$(grep -c '^key ' log) keys taken"
