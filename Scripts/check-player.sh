#!/bin/sh
# Clicks through random walks of machines on their pages, in headless Chromium, and compares each click
# with what the machine did in Swift. Looks whether pages can be read at first sight, and leaves pictures of
# them in .build-player/cases. Follows the links to lines of code. Then has a browser look at a program that
# runs.
set -eu
cd "$(dirname "$0")/.."

. Scripts/player/python.sh
folder=.build-player

rm -rf "$folder/cases"
mkdir -p "$folder/cases"
PAGE_FOLDER="$PWD/$folder/cases" ${SWIFT:-swift} test --filter PageWalkTests
"$python" Scripts/player/check_player.py "$folder/cases" Scripts/player/walk.js
"$python" Scripts/player/check_look.py "$folder/cases"
"$python" Scripts/player/check_links.py "$folder/cases" .

live=$PWD/$folder/live
rm -rf "$live"
mkdir -p "$live"
LIVE_FOLDER="$live" Scripts/all-traits.sh test --filter LivePageTests >"$live/log.txt" 2>&1 &
program=$!
status=0
"$python" Scripts/player/check_live.py "$live" || status=1
wait "$program" || status=1
[ "$status" -eq 0 ] || cat "$live/log.txt" >&2
exit "$status"
