# What trials in the virtual machine have in common; WEBCAM is the program, EVENT a folder with pictures to show to it.
set -euo pipefail
umask 077

say() { echo "$(cut -d' ' -f1 /proc/uptime) s  $*"; }

# Waits until a command succeeds, for a minute or for $patience seconds: everything is slow here, and nothing is ever
# late.
await() {
    local deadline=$((SECONDS + ${patience:-60}))
    until "$@" 2>/dev/null; do
        if ((SECONDS >= deadline)); then
            say "FAILED: waited ${patience:-60} s for: $*"
            exit 1
        fi
        sleep 0.1
    done
}

expect() {
    local what=$1
    shift
    "$@" || { say "FAILED: $what"; exit 1; }
    say "$what"
}

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

ready() {
    exec 8<>/dev/tcp/127.0.0.1/8480
    printf 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:8480\r\nConnection: close\r\n\r\n' >&8
    tr -d '\r' <&8 | tail -n 1
}
is_ready_as() { [ "$(ready)" = "$1" ]; }

mkfifo /run/commands
exec 9<>/run/commands
