#!/bin/sh
# Builds a client of a client with each choice of traits, in one build folder each: the library in the middle says
# which traits it uses, and who uses that library says nothing.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh
swift=${SWIFT:-swift}
Scripts/install.sh graphviz
play=$PWD/.build-traits
mkdir -p "$play"
log=$play/log

# Builds and runs the client, and compares its exit code and what it prints: expects NAME CODE TEXT [TRAITS]
expects() {
  name=$1 code=$2 text=$3
  set -- --package-path IntegrationTests/TwoDeep --scratch-path "$play/$name"
  passes $swift build "$@"
  if grep -q 'warning:' "$log"; then fail "a client with traits \"$name\" prints warnings"; fi
  status=0
  "$($swift build "$@" --show-bin-path)/App" list >"$log" 2>&1 || status=$?
  [ "$status" -eq "$code" ] || fail "a client with traits \"$name\" exits with $status"
  says "$text"
}
unset KIT_TRAITS
expects default 0 drawn
says Lamp
export KIT_TRAITS=
expects none 2 'not built'
says 'built without the trait "Command"'
export KIT_TRAITS=Command
expects Command 0 'not built'
says Lamp
echo "check-traits: a client of a client has the traits that the library in the middle uses"
