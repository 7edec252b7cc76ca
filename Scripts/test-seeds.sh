#!/bin/sh
# Runs the tests of each module in a process of its own, as many at once as the computer has cores. Most tests of a
# module wait for its main actor, so one process keeps little more than one core busy: it is for hours of random input.
#
#   SEEDS=9 MUTATIONS=150 RENDERS=4000 ENDURANCE=5 Scripts/test-seeds.sh
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
Scripts/install.sh graphviz
$swift build --quiet --build-tests
logs=$PWD/.build/test-seeds
rm -rf "$logs"
mkdir -p "$logs"
# The largest are first, so that none is left alone at the end.
modules=$(ls -d Tests/*Tests | while read -r folder; do
  echo "$(cat $(find "$folder" -name '*.swift') | wc -l) $(basename "$folder")"
done | sort -rn | sed 's/.* //')
# With one lock for a build folder, runs that build nothing would wait for each other.
status=0
echo "$modules" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I {} sh -c '
  begin=$(date +%s)
  '"$swift"' test --skip-build --ignore-lock --quiet --filter "^$1\\." >"$2/$1" 2>&1 || code=$?
  echo "test-seeds: $(($(date +%s) - begin)) s: $1, ${code:-0}"
  exit "${code:-0}"' sh {} "$logs" || status=$?
grep -hE "✘|↳|SEED" "$logs"/* || true
exit "$status"
