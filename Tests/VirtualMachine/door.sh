# What a door does with a real camera; runs in the virtual machine after room.sh, with DOORCHECK as a path.

# How many lines of the door say something.
said() { grep -c "$1" "$lines" || true; }
has_said() { [ "$(said "$1")" -ge "$2" ]; }
await_line() { await has_said "$1" "$2"; }

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

cp -r "$EVENT" /run/event
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
camera quit
wait "$plugged" || true

control() { "$DOORCHECK" camera controls --device /dev/video0 | awk -v name="$1" '$1 == name { print $2 }'; }
kept() { sed -n "s/^$1 = //p" /run/event/doorcheck.toml; }
plug_in YUYV
camera show "$EVENT/first.jpg"
"$DOORCHECK" camera tune --config /run/event/doorcheck.toml
expect "the lens is kept near where the ticket lies" [ "$((($(kept focus_place) - 120) ** 2))" -le 225 ]
expect "an exposure that does not glare is kept" [ "$(kept exposure)-$(($(kept exposure_time) <= 100))" = '"manual"-1' ]
camera unplug
await test ! -c /dev/video0
camera plug
await test -c /dev/video0
expect "without power the camera forgets both" [ "$(control focus_absolute)" = 0 ]
open_door tuned
expect "the door puts the lens back" [ "$(control focus_absolute)" = "$(kept focus_place)" ]
expect "the door puts the exposure back" [ "$(control exposure_time_absolute)" = "$(kept exposure_time)" ]
close_door
"$DOORCHECK" ledger verify --config /run/event/doorcheck.toml
say "from the driver's time stamp to the verdict, with an emulated processor:" \
    "$(cat /mnt/*.jsonl | sed -n 's/.*"elapsed_ms":\([0-9.]*\).*/\1 ms/p' | paste -sd, | sed 's/,/, /g')"
