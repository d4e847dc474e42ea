# What a door does with a real camera; runs in the virtual machine, with DOORCHECK, WEBCAM and EVENT as paths.
set -euo pipefail
umask 077

say() { echo "$(cut -d' ' -f1 /proc/uptime) s  $*"; }

# Waits until a command succeeds: everything is slow here, and nothing is ever late.
await() {
    local tries
    for ((tries = 0; tries < 600; tries++)); do
        if "$@" 2>/dev/null; then return; fi
        sleep 0.1
    done
    say "FAILED: waited a minute for: $*"
    exit 1
}

expect() {
    local what=$1
    shift
    "$@" || { say "FAILED: $what"; exit 1; }
    say "$what"
}

# How many lines of the door say something.
said() { grep -c "$1" "$lines" || true; }
has_said() { [ "$(said "$1")" -ge "$2" ]; }
await_line() { await has_said "$1" "$2"; }

camera() { echo "$*" >&9; }
sent() { sed -n 's/^sent //p' /run/camera.log | tail -n 1; }
has_sent() { [ "$(sent)" -ge "$1" ]; }
# The camera sends ten frames a second at most.
hold_for_seconds() { await has_sent "$(($(sent) + 10 * $1))"; }

plug_in() {
    : >/run/camera.log
    "$WEBCAM" "$EVENT/nobody.jpg" "$@" <&9 >>/run/camera.log &
    plugged=$!
    await test -c /dev/video0
}

open_door() {
    lines=/mnt/$1.jsonl
    : >"$lines"
    "$DOORCHECK" run --json --config /run/event/doorcheck.toml >"$lines" 2>"/mnt/$1.log" &
    door=$!
    await_line '"status":"camera-ready"' 1
    await has_sent 10
}

close_door() {
    kill -TERM "$door"
    local status=0
    wait "$door" || status=$?
    expect "SIGTERM ends the door with 0" [ "$status" = 0 ]
}

ready() {
    exec 8<>/dev/tcp/127.0.0.1/8480
    printf 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:8480\r\nConnection: close\r\n\r\n' >&8
    tr -d '\r' <&8 | tail -n 1
}
is_ready_as() { [ "$(ready)" = "$1" ]; }

cp -r "$EVENT" /run/event
mkfifo /run/commands
exec 9<>/run/commands
verdict='"verdict":"' admitted='"reason":"admitted"' used='"reason":"already-used"'

plug_in YUYV MJPG
"$DOORCHECK" camera list
open_door yuyv
await is_ready_as ready
say "the door is ready: $(grep camera-ready "$lines" | sed 's/.*"detail":"\([^"]*\)".*/\1/')"

camera show "$EVENT/first.jpg"
await_line "$admitted" 1
say "a ticket is admitted"
hold_for_seconds 5
expect "held still for five seconds, it is one admission" [ "$(said "$verdict")" = 1 ]

camera show "$EVENT/second.jpg"
await_line "$admitted" 2
say "the next guest takes its place"
# For ten seconds after its admission a ticket shows that admission again.
hold_for_seconds 8
camera show "$EVENT/copy.jpg"
await_line "$used" 1
say "another phone with the first ticket is too late"

camera show "$EVENT/nobody.jpg"
camera unplug
await_line '"status":"no-camera"' 1
await is_ready_as no-camera
expect "a camera that is unplugged is told" kill -0 "$door"
camera plug
await_line '"status":"camera-ready"' 2
camera show "$EVENT/third.jpg"
await_line "$admitted" 3
await is_ready_as ready
say "plugged in again, it goes on"

camera stall
await_line '"status":"no-camera"' 2
say "a camera that stalls is told"
camera show "$EVENT/fourth.jpg"
camera resume
await_line "$admitted" 4
say "when it wakes, it goes on"
expect "five codes were shown, and five were judged" [ "$(said "$verdict")" = 5 ]
close_door
camera quit
wait "$plugged" || true

plug_in MJPG
open_door mjpeg
say "a camera that has nothing but Motion JPEG: $(grep camera-ready "$lines" | sed 's/.*"detail":"\([^"]*\)".*/\1/')"
camera show "$EVENT/fifth.jpg"
await_line "$admitted" 1
say "a ticket is admitted"
camera show "$EVENT/second.jpg"
await_line "$used" 1
say "a used one is refused"
close_door
"$DOORCHECK" ledger verify --config /run/event/doorcheck.toml
say "from the driver's time stamp to the verdict, with an emulated processor:" \
    "$(cat /mnt/*.jsonl | sed -n 's/.*"elapsed_ms":\([0-9.]*\).*/\1 ms/p' | paste -sd, | sed 's/,/, /g')"
