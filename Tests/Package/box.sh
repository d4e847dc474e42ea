#!/usr/bin/env bash
# What a new box goes through with the package; runs as root in a Debian of its own. scripts/test-package calls it.
set -euo pipefail

step() { printf '\n%s …\n' "$1" >&2; }
fail() {
    printf 'Failed: %s\n' "$1" >&2
    exit 1
}
as_door() { runuser -u doorcheck -- "$@"; }
# Its status is that of tickets used already, which is none of a pipe's.
remembers_entries() { [[ $(as_door doorcheck check --json codes || true) == *'"reason":"already-used"'* ]]; }
# Runs a command that is to end with a status.
ends_with() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" -eq "$wanted" ] || fail "'$*' ended with $status, not $wanted"
}

step "Installing"
apt-get update -qq
apt-get install -qq -y --no-install-recommends /packages/first.deb >/dev/null
doorcheck --version | grep -q 'HEIC, PDF, TIFF' || fail "formats are missing"
[ "$(stat -c '%a %U %G' /etc/doorcheck/keys)" = "2750 doorcheck doorcheck" ] || fail "the keys are not the door's own"
[ "$(stat -c '%a %U %G' /var/lib/doorcheck)" = "2770 doorcheck doorcheck" ] || fail "the data is not the door's own"
[ "$(id -nG doorcheck-hub)" = doorcheck-hub ] || fail "the hub's user is in groups: $(id -nG doorcheck-hub)"
[ "$(stat -c %a /etc/doorcheck)" = 750 ] || fail "/etc/doorcheck is open to everybody"
for group in video input audio; do
    id -nG doorcheck | grep -qw "$group" || fail "the door's user is not in $group"
done
[ -e /usr/share/man/man1/doorcheck-run.1.gz ] || fail "there is no manual page"
bash -n /usr/share/bash-completion/completions/doorcheck
if systemctl is-enabled --quiet doorcheck.service 2>/dev/null; then fail "a door without an event was enabled"; fi

step "Looking at the units"
systemd-analyze verify --man=no doorcheck.service doorcheck-hub.service doorcheck-hub-files.service doorcheck-backup.service doorcheck-backup.timer doorcheck-join.service doorcheck-office.service
# The browser and its compositor are recommended, and not here.
systemd-analyze verify --man=no doorcheck-kiosk.service 2>&1 | grep -v 'is not executable' || true
systemd-analyze security --offline=yes --threshold=15 doorcheck.service >/dev/null || fail "the door is open too far"
systemd-analyze security --offline=yes --threshold=15 doorcheck-office.service >/dev/null || fail "the office is open too far"

step "Asking the doctor of an empty box"
ends_with 1 as_door doorcheck doctor

step "Issuing tickets and checking them"
cd /var/lib/doorcheck
printf 'name,email,tier,admits\nAarti Achieng,a@example.org,Regular,1\nBela Berg,b@example.org,VIP,2\n' >guests.csv
chmod 644 guests.csv
as_door doorcheck key new >/dev/null
as_door doorcheck event new "Summer Night" --gate main >/dev/null
as_door doorcheck ticket issue guests.csv --png codes
ends_with 0 as_door doorcheck check --admit codes
ends_with 1 as_door doorcheck doctor

step "Reading other formats with the libraries that the package depends on"
codes=$(as_door doorcheck check --json /packages/formats | grep -c '"reason":"malformed"' || true)
[ "$codes" = 4 ] || fail "$codes codes were found in HEIC, TIFF and two pages of PDF, not 4"

step "Backing up as the unit does"
# A clock that was ahead has left two dozen copies with later names.
for number in $(seq 24); do as_door touch "backups/ledger-$(printf %06d "$number")-20360101T000000Z.sqlite"; done
as_door sh -c 'cd backups && /usr/libexec/doorcheck/backup' >/dev/null
[ "$(stat -c '%a %U' backups/ledger-000025-*.sqlite)" = "600 doorcheck" ] || fail "others can read the backup"
[ "$(find backups -name 'ledger-*' | wc -l)" = 24 ] || fail "not the newest 24 copies are kept"
[ ! -e backups/ledger-000001-20360101T000000Z.sqlite ] || fail "the oldest copy was kept"
rm backups/*-20360101T000000Z.sqlite

step "Running the hub as its own user"
hub_user=(setpriv --reuid=doorcheck-hub --regid=doorcheck --init-groups)
as_hub() { "${hub_user[@]}" "$@"; }
# What a backup puts back is for its owner alone, until the hub's files are prepared.
chmod 600 ledger.sqlite
as_door doorcheck hub serve --prepare
if as_hub cat /etc/doorcheck/keys/master.key >/dev/null 2>&1; then fail "the hub can read the master key"; fi
if as_hub touch /etc/doorcheck/keys/note 2>/dev/null; then fail "the hub can write keys"; fi
# Not through a function: its process would be a shell, which the hub outlives.
"${hub_user[@]}" doorcheck hub serve 2>/tmp/hub &
hub=$!
for _ in $(seq 100); do
    if grep -q "^hub at" /tmp/hub; then break; fi
    sleep 0.1
done
code=$(as_door doorcheck hub enroll --name north-1)
mkdir /root/north
printf '%s\n' 'ledger = "ledger.sqlite"' 'keys = "keys"' 'box = "north-1"' '[hub]' 'url = "http://127.0.0.1:8490"' \
    >/root/north/doorcheck.toml
north() { DOORCHECK_CONFIG=/root/north/doorcheck.toml doorcheck "$@"; }
north hub join "$code" >/dev/null
north hub sync >/dev/null
[ "$(find /root/north/keys -name '*.key' | wc -l)" = 1 ] || fail "the hub gave the box no key: $(cat /tmp/hub)"
as_door doorcheck ticket block "$(as_door doorcheck ticket find Bela --json | grep -o '[0-9a-f-]\{36\}' | head -n 1)" \
    --by Greta --why "the hub has the ledger as well" >/dev/null
for _ in $(seq 50); do
    north hub sync >/dev/null
    if north ticket find Bela | grep -q blocked; then break; fi
    sleep 0.2
done
north ticket find Bela | grep -q blocked || fail "a block did not reach the box: $(cat /tmp/hub)"
kill "$hub"
wait "$hub" || true
as_door doorcheck ledger verify >/dev/null

step "Refusing what root would leave to a door that cannot use it"
for command in "ticket find Aarti" "sync id" "key new" "hub enroll --name north-2"; do
    # shellcheck disable=SC2086  # words of a command
    if doorcheck $command >/tmp/said 2>&1 && [ "$command" != "ticket find Aarti" ]; then fail "root may: $command"; fi
done
grep -q "sudo -u doorcheck" /tmp/said || fail "root is not told whose box it is: $(cat /tmp/said)"
ends_with 1 doorcheck doctor >/tmp/said
if grep -q "chown 0" /tmp/said; then fail "the doctor tells root to take the keys away from the door"; fi
left=$(find /var/lib/doorcheck /etc/doorcheck/keys ! -user doorcheck ! -user doorcheck-hub ! -name guests.csv)
[ -z "$left" ] || fail "root left files among the door's: $left"

step "Upgrading"
sed -i 's/^gate = .*/gate = "main"  # ours/' /etc/doorcheck/doorcheck.toml
apt-get install -qq -y --no-install-recommends /packages/next.deb >/dev/null
dpkg-query -W -f '${Version}\n' doorcheck | grep -q '+1$' || fail "it is not the next version"
grep -q '# ours' /etc/doorcheck/doorcheck.toml || fail "the configuration was overwritten"
as_door doorcheck ledger verify >/dev/null
remembers_entries || fail "who entered is forgotten"

step "Removing and purging"
apt-get remove -qq -y doorcheck >/dev/null
[ ! -e /usr/bin/doorcheck ] || fail "the program is still there"
if [ ! -e ledger.sqlite ] || [ ! -e /etc/doorcheck/doorcheck.toml ]; then fail "removing took data"; fi
apt-get purge -qq -y doorcheck >/dev/null
if [ ! -e ledger.sqlite ] || ! ls /etc/doorcheck/keys/*.key >/dev/null; then fail "purging took data unasked"; fi
apt-get install -qq -y --no-install-recommends /packages/first.deb >/dev/null
remembers_entries || fail "installed again, it knows nothing"
mount -t tmpfs stick backups
touch backups/of-another-box
cd /
DOORCHECK_PURGE_DATA=yes apt-get purge -qq -y doorcheck >/dev/null
[ -e /var/lib/doorcheck/backups/of-another-box ] || fail "purging took what lies on a stick"
[ "$(find /var/lib/doorcheck -mindepth 1 -maxdepth 1)" = /var/lib/doorcheck/backups ] || fail "purging kept more than a stick"
[ ! -e /etc/doorcheck ] || fail "purging stopped at a stick"
umount /var/lib/doorcheck/backups
apt-get install -qq -y --no-install-recommends /packages/first.deb >/dev/null
DOORCHECK_PURGE_DATA=yes apt-get purge -qq -y doorcheck >/dev/null
if [ -e /var/lib/doorcheck ] || [ -e /etc/doorcheck ]; then fail "purging kept what it was asked to take"; fi
