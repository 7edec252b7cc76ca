#!/bin/sh
# Clicks through random walks of machines on their pages, in headless Chromium, and compares each click
# with what the machine did in Swift.
set -eu
cd "$(dirname "$0")/.."

Scripts/install.sh chromedriver
# Ignored by git.
folder=.build-player
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
"$python" -m pip install --quiet --disable-pip-version-check --requirement Scripts/player/requirements.txt

rm -rf "$folder/cases"
mkdir -p "$folder/cases"
PAGE_FOLDER="$PWD/$folder/cases" ${SWIFT:-swift} test --filter PageWalkTests
"$python" Scripts/player/check_player.py "$folder/cases" Scripts/player/walk.js
