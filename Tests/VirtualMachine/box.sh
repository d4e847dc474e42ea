# What a box with the package does once systemd has started it; runs in the virtual machine after room.sh.
#
# The box has an event with its key and tickets, whose pictures are in /mnt: first to fourth and, for a screen, guest-*.
# Unless SCREEN is yes, nothing is shown on one.

# A browser takes minutes to start on an emulated processor.
patience=300
data=/var/lib/doorcheck keys=/etc/doorcheck/keys drop_in=/etc/systemd/system/doorcheck.service.d
as_door() { setpriv --reuid=doorcheck --regid=doorcheck --init-groups "$@"; }
judged() { journalctl --quiet --boot --unit=doorcheck --output=cat "DOORCHECK_REASON=$1" | wc -l; }
has_judged() { [ "$(judged "$1")" -ge "$2" ]; }
main() { systemctl show --property=MainPID --value "$1"; }
decoders() { cat /proc/"$(main doorcheck)"/task/*/children; }
has_decoder() { [ -n "$(decoders)" ]; }
has_another() { [ "$(main "$1")" != "$2" ] && systemctl --quiet is-active "$1"; }
status_of() { awk -v name="$2:" '$1 == name { print $2 }' "/proc/$1/status"; }
# Runs a command where a unit sees its files.
in_unit() { nsenter --mount --target "$(main "$1")" "${@:2}"; }
cannot() { ! "$@" 2>/dev/null; }
# Asks a server for something, as a browser on this machine does.
ask() {
    exec 7<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$2" "$1" >&7
    cat <&7
}
ask_display() { ask 8480 "$1"; }
# Waits until a part of the screen has a colour of the display's pages, which the host looks for as Tests/VirtualMachine/shows
# does.
await_screen() {
    echo "$2" >/mnt/new
    mv /mnt/new "/mnt/$1.wanted"
    await test ! -e "/mnt/$1.wanted"
    say "the screen shows the display: $1"
}
# The same while guests come, one after the other: on a slow machine a verdict may be gone before the host has looked.
await_screen_of_guests() {
    local picture deadline
    echo "$2" >/mnt/new
    mv /mnt/new "/mnt/$1.wanted"
    for picture in "$EVENT"/guest-*.jpg; do
        camera show "$picture"
        deadline=$((SECONDS + 30))
        while [ -e "/mnt/$1.wanted" ] && ((SECONDS < deadline)); do sleep 0.1; done
        [ -e "/mnt/$1.wanted" ] || break
    done
    expect "the screen shows the door: $1" test ! -e "/mnt/$1.wanted"
}

say "systemd $(systemctl --version | awk 'NR == 1 { print $2 }') is the first process"
plug_in YUYV MJPG
as_door doorcheck doctor

systemctl start doorcheck
expect "the door says that it is open" systemctl --quiet is-active doorcheck
await is_ready_as ready
systemctl status --no-pager --lines=0 doorcheck | sed -n 's/^ *Status: /  /p'
ask_display / >/run/page
expect "the display gives its page to a browser" grep -q '<html' /run/page
ask_display /events >/run/events &
await grep -q '^event: state' /run/events
camera show "$EVENT/first.jpg"
await has_judged admitted 1
say "a ticket is admitted under the unit"
await grep -q '"style":"admit"' /run/events
say "its page is told to show it"
await has_decoder
for process in $(decoders); do
    expect "a decoder has a filter of its own" [ "$(status_of "$process" Seccomp_filters)" -gt "$(status_of "$(main doorcheck)" Seccomp_filters)" ]
done
expect "the door cannot write its configuration" cannot in_unit doorcheck touch /etc/doorcheck/note
touch /root/note
expect "the door cannot see other people's files" cannot in_unit doorcheck test -e /root/note

# shellcheck disable=SC2046  # one number each
kill -KILL $(decoders)
camera show "$EVENT/second.jpg"
await has_judged admitted 2
say "its decoder killed, it goes on"
camera show "$EVENT/nobody.jpg"
before=$(main doorcheck)
kill -KILL "$before"
await has_another doorcheck "$before"
camera show "$EVENT/third.jpg"
await has_judged admitted 3
say "killed itself, it comes back and goes on"

as_door doorcheck ledger verify >/dev/null
systemctl start doorcheck-backup.service
copy=$(ls $data/backups)
expect "the backup's service makes a copy" [ "$(stat -c '%a %U' "$data/backups/$copy")" = "600 doorcheck" ]
as_door doorcheck report --json >/dev/null
systemctl enable --quiet --now doorcheck-backup.timer
expect "its timer is set" systemctl --quiet is-active doorcheck-backup.timer

mkdir -m 700 /root/doorcheck
mv $keys/*.key /root/doorcheck/summer-night.key
mkdir -p $drop_in
printf '[Service]\nLoadCredential=summer-night.key:/root/doorcheck/summer-night.key\nEnvironment=DOORCHECK_KEYS=%%d\n' >$drop_in/keys.conf
systemctl daemon-reload
systemctl restart doorcheck
camera show "$EVENT/fourth.jpg"
await has_judged admitted 4
say "with its key as a credential, it admits"
systemd-creds encrypt --with-key=host --name=summer-night.key /root/doorcheck/summer-night.key /root/doorcheck/sealed
sed -i 's|^Load.*|LoadCredentialEncrypted=summer-night.key:/root/doorcheck/sealed|' $drop_in/keys.conf
mv /root/doorcheck/summer-night.key $keys/
systemctl daemon-reload
systemctl restart doorcheck
expect "with an encrypted one, it opens" systemctl --quiet is-active doorcheck

systemctl start doorcheck-hub
expect "the hub says that it is open" systemctl --quiet is-active doorcheck-hub
expect "it is not the door's user" [ "$(ps -o user:20= -p "$(main doorcheck-hub)")" = doorcheck-hub ]
expect "its records are for their group" [ "$(stat -c '%a %U:%G' $data/hub.sqlite)" = "660 doorcheck:doorcheck" ]
expect "it can read the key that signs records" [ "$(stat -c '%a %U:%G' $keys/box.secret)" = "640 doorcheck:doorcheck" ]
as_hub() { in_unit doorcheck-hub setpriv --reuid=doorcheck-hub --regid=doorcheck --init-groups "$@"; }
expect "the hub cannot write its configuration" cannot as_hub touch /etc/doorcheck/note
expect "the hub cannot write keys" cannot as_hub touch $keys/note
cp $keys/box.secret $keys/private && chown doorcheck:doorcheck $keys/private && chmod 600 $keys/private
expect "the hub cannot read what is not shared" cannot as_hub cat $keys/private
rm $keys/private
expect "the hub sees no camera" cannot in_unit doorcheck-hub test -e /dev/video0
mkdir /run/north
printf '%s\n' 'ledger = "ledger.sqlite"' 'keys = "keys"' 'box = "north-1"' 'gate = "main"' '[hub]' \
    'url = "http://127.0.0.1:8490"' >/run/north/doorcheck.toml
code=$(as_door doorcheck hub enroll --name north-1 | grep -o 'DCJ1:[^ ]*')
north() { DOORCHECK_CONFIG=/run/north/doorcheck.toml doorcheck "$@"; }
north hub join "$code"
north hub sync
expect "a box that joins has the four entries" [ "$(north event show --json | sed 's/.*"admitted":\([0-9]*\).*/\1/')" = 4 ]
# Whether the display or the hub leads to the office, and what the office says to another device.
leads_to_office() { [ "$(ask "$1" /office | tr -d '\r' | sed -n 's/^[Ll]ocation: //p')" = https://127.0.0.1:8470/ ]; }
office_page() {
    printf 'GET / HTTP/1.1\r\nHost: 127.0.0.1:8470\r\nConnection: close\r\n\r\n' |
        openssl s_client -quiet -verify_quiet -connect 127.0.0.1:8470 2>/dev/null
}
has_ended() { [ "$(systemctl show --property=ActiveState --value "$1")" = inactive ]; }
systemctl start doorcheck-office
await has_ended doorcheck-office
expect "without a failure" [ "$(systemctl show --property=Result --value doorcheck-office)" = success ]
say "the office of a box in use ends as long as nobody has an account"
as_door doorcheck office account add Amina --role organiser --generate >/dev/null
systemctl start doorcheck-office
await leads_to_office 8480
say "with an account, the display leads to it"
expect "so does the hub, another user's" leads_to_office 8490
expect "where the first screen reads the code, only its user does" [ "$(stat -c '%a %U' /run/doorcheck/office.json)" = "600 doorcheck" ]
expect "it shows no code" cannot grep -q '"code"' /run/doorcheck/office.json
office_page >/run/office
expect "it gives its page over TLS" grep -q 'DoorCheck office' /run/office
expect "the office cannot write the configuration" cannot in_unit doorcheck-office touch /etc/doorcheck/note
before=$(main doorcheck-office)
kill -KILL "$before"
await has_another doorcheck-office "$before"
await leads_to_office 8480
say "killed, it comes back"
systemctl stop doorcheck-office
expect "stopped, it leaves nothing behind" test ! -e /run/doorcheck/office.json
expect "and the door is still open" [ "$(ready)" = ready ]
systemctl stop doorcheck-hub

camera show "$EVENT/nobody.jpg"
if [ "$SCREEN" = yes ]; then
    systemctl start doorcheck-kiosk
    await_screen ready 1E1D1E
    await_screen_of_guests admitted 84F2CE
    camera show "$EVENT/nobody.jpg"
    before=$(main doorcheck-kiosk)
    kill -KILL "$(pgrep --oldest chromium)"
    await has_another doorcheck-kiosk "$before"
    await_screen again 1E1D1E

    systemctl stop doorcheck-kiosk
fi

systemctl stop doorcheck
expect "the door ends as it is asked to" [ "$(systemctl show --property=Result --value doorcheck)" = success ]
as_door doorcheck ledger verify | tail -n 2

# The same machine as a new one.
systemctl stop doorcheck-backup.timer
rm -r $drop_in
systemctl daemon-reload
find $data $keys -mindepth 1 -delete
expect "a new machine has no settings" test ! -e /etc/doorcheck/box.toml
systemctl start doorcheck-office doorcheck-wait
await grep -q '"code"' /run/doorcheck/office.json
code=$(sed -n 's/.*"code" : "\(.*\)".*/\1/p' /run/doorcheck/office.json)
# Asks for the state of the first screen's page until it has a text.
is_told() { { timeout 5 bash -c "$(declare -f ask); ask 8480 /events" || true; } | grep -qF "$1"; }
await is_told "\"$code\""
say "its first screen's page is told the office's code"
expect "the door has not been started for it" has_ended doorcheck
if [ "$SCREEN" = yes ]; then
    systemctl start doorcheck-kiosk
    # The frame of the page, which has it before it has connected, too.
    await_screen new-machine B5B1B3/50
    sleep 15
    await_screen new-machine B5B1B3/50
    expect "nor has it for the screen" has_ended doorcheck
    systemctl stop doorcheck-kiosk
fi
systemctl stop doorcheck-wait doorcheck-office
expect "the first screen ends as it is asked to" [ "$(systemctl show --property=Result --value doorcheck-wait)" = success ]
camera quit
wait "$plugged" || true
