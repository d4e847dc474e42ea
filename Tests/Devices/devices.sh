#!/usr/bin/env bash
# A door with a barcode scanner, a lamp and a relay that the kernel believes in; for a virtual machine, as root.
#
# usage: Tests/Devices/devices.sh DOORCHECK EVENT OUT
#   DOORCHECK  the program
#   EVENT      a folder that scripts/sample-event made, with three tickets or more; the machine's copy, tickets are used
#   OUT        a folder for what the parts wrote
#
# The kernel has loaded uinput, evdev, uhid and hid-mcp2221, all of them in Debian's linux-image-amd64.
set -euo pipefail
[ $# -eq 3 ] || { sed -n 's/^# usage/usage/p' "$0" >&2; exit 64; }
doorcheck=$1 event=$2 out=$3
devices=$(cd "$(dirname "$0")" && pwd)

say() { echo "[$(cut -d' ' -f1 /proc/uptime)] $*"; }
until_true() {
    for ((i = 0; i < 600; i++)); do
        if "$@" 2>/dev/null; then return; fi
        sleep 0.1
    done
    say "FAILED: waited for: $*"
    tail -n 5 "$out"/*
    exit 1
}
has() { [ "$(grep -c -- "$2" "$out/$1")" -ge "${3:-1}" ]; }
# Where the machine is so slow that a code breaks off, it is scanned again, as at a door.
scan() {
    for ((attempt = 0; attempt < 5; attempt++)); do
        echo "type $1" >&8
        for ((j = 0; j < 100; j++)); do
            if has "${@:2}"; then return; fi
            sleep 0.1
        done
    done
    until_true has "${@:2}"
}

export DOORCHECK_CONFIG=$event/doorcheck.toml DOORCHECK_DISPLAY_ENABLED=false DOORCHECK_SOUND_MUTE=true
export DOORCHECK_RELAY_CHIP=gpiochip0 DOORCHECK_RELAY_LINE=2 DOORCHECK_RELAY_MILLISECONDS=2000
export DOORCHECK_LAMP_CHIP=mcp2221_gpio DOORCHECK_LAMP_GREEN=0 DOORCHECK_LAMP_RED=1 DOORCHECK_LAMP_MILLISECONDS=500

work=$(mktemp -d)
tail -n +2 "$event/codes.csv" | tr -d '\r' | sed 's/.*,//' >"$work/codes"
mapfile -t codes <"$work/codes"
mkfifo "$work/scanner" "$work/gpio"
exec 8<>"$work/scanner" 9<>"$work/gpio"
python3 "$devices/scanner.py" <&8 8>&- 9>&- >"$out/scanner" 2>&1 &
parts=($!)
python3 "$devices/gpio_bridge.py" <&9 8>&- 9>&- >"$out/gpio" 2>&1 &
parts+=($!)
trap 'kill "${parts[@]}" 2>/dev/null || true; rm -r "$work"' EXIT

echo "plug ACME Barcode Scanner" >&8
echo plug >&9
until_true test -e /dev/gpiochip0
until_true sh -c "'$doorcheck' scanner list | grep -q 'ACME Barcode Scanner.*yes'"
scanner=$("$doorcheck" scanner list | sed -n 's/ .*ACME Barcode Scanner.*//p')
say "scanner list names $scanner"

"$doorcheck" run --scanner auto --json >"$out/run" 2>"$out/errors" &
door=$!
until_true has run scanner-ready
timeout 60 cat "$scanner" >"$out/others" &
other=$!
scan "${codes[0]}" run '"reason":"admitted"'
until_true has gpio '^2 1$'
until_true has gpio '^0 1$'
until_true has gpio '^2 0$'
until_true has gpio '^0 0$'
[ ! -s "$out/others" ] || { say "FAILED: another program got the keys"; exit 1; }
kill "$other" 2>/dev/null || true
say "admitted: relay and green lamp on and off, and no key for others"

scan "${codes[0]}" run '"enters":false'
scan 'https://example.org/?a=b&c="d"' run not-a-ticket
echo unplug >&8
until_true has run no-scanner
echo "plug ACME Barcode Scanner" >&8
until_true has run scanner-ready 2
say "unplugged and plugged in again"
# On a slow machine the lamp was red before, for a guest who came back too late to have just been admitted.
reds=$(grep -c '^1 1$' "$out/gpio" || true)
# Its last character says another code.
scan "${codes[1]%?}$([ "${codes[1]: -1}" = 0 ] && echo 1 || echo 0)" gpio '^1 1$' $((reds + 1))
until_true has gpio '^1 0$' $((reds + 1))
[ "$(grep -c '^2 1$' "$out/gpio")" = 1 ] || { say "FAILED: the relay opened for somebody who did not enter"; exit 1; }
say "refused: red lamp on and off, relay still"

scan "${codes[1]}" gpio '^2 1$' 2
kill -KILL "$door"
wait "$door" || true
"$doorcheck" run --scanner auto --json >"$out/run" 2>>"$out/errors" &
door=$!
until_true has gpio '^2 0$' 2
say "killed in a pulse: off when the door opens again"
until_true has run scanner-ready
kill -TERM "$door"
wait "$door"
say "all well"
