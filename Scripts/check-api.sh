#!/bin/sh
# Compares what the library products declare public with the lists in Scripts/api, or writes those.
#
#   check-api.sh compare   fail on what breaks clients, and name it
#   check-api.sh write     accept what is public now
set -eu
cd "$(dirname "$0")/.."
Scripts/symbols.sh
python3 Scripts/public-api.py "$1" .build-docs/symbols Scripts/api
[ "$1" = compare ] || exit 0

# A check that cannot fail proves nothing: something that was public is gone, a case is new, and a
# requirement is new.
lists=.build-docs/api
fails() {
  said=$(python3 Scripts/public-api.py compare .build-docs/symbols "$lists") && {
    echo "check-api: passes although $2" >&2
    exit 1
  }
  case $said in
  *"$1"*) ;;
  *) echo "check-api: does not say that $2: $said" >&2 && exit 1 ;;
  esac
}
restore() {
  rm -rf "$lists"
  cp -R Scripts/api "$lists"
}
restore
echo 'StateMachine.halt() = method func halt()' >>"$lists/Schematic.txt"
fails 'removed: StateMachine.halt() = method' "a method is gone"
restore
sed -i.bak '/^Outcome.queued = enum.case/d' "$lists/Schematic.txt"
fails 'added, and a switch may not know it: Outcome.queued' "a case is new"
restore
sed -i.bak 's/^\(Outcome.get() = .*\) throws$/\1/' "$lists/Schematic.txt"
fails 'changed: Outcome.get() = ' "a declaration changed"
restore
sed -i.bak '/^DiagramTool.catalog = /d' "$lists/SchematicDiagrams.txt"
fails 'added, and conforming types do not have it: DiagramTool.catalog' "a requirement is new"
