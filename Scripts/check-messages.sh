#!/bin/sh
# Compiles the programs of the page "When it does not compile": each is wrong with the condition WRONG, and
# right without it. What the compiler says about the wrong ones is compared with messages.txt, which the page
# quotes.
#
#   check-messages.sh compare   fail when a program or a message has changed, or a mistake is named elsewhere
#   check-messages.sh write     write messages.txt, and the page's table of mistakes
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh
verb=${1:-compare}
swift=${SWIFT:-swift}
programs=IntegrationTests/DoesNotCompile
page=Sources/Schematic/Schematic.docc/Articles/WhenItDoesNotCompile.md
folder=.build-messages
mkdir -p "$folder"
log=$folder/log
passes $swift build --target SchematicAnalysis
products=$($swift build --show-bin-path)

# Compiles one program up to the checks that follow the checks of types. The program is a part of a library,
# because the variables of a main file belong to no actor until they are used.
compile() {
  isolation=
  case $1 in
  */OnMainActor/*) isolation="-default-isolation MainActor" ;;
  esac
  # shellcheck disable=SC2086 # words
  swiftc -parse-as-library -emit-sil -o /dev/null -swift-version 6 -diagnostic-style llvm $isolation $2 \
    -I "$products/Modules" -I Sources/CSchematicAtomics/include -I "$products/CSchematicChild.build" -I "$products/CSchematicTasks.build" "$1"
}

swiftc --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9]*\.[0-9]*\).*/\1/p' >"$folder/messages"
for program in "$programs"/*.swift "$programs"/OnMainActor/*.swift; do
  passes compile "$program" ""
  [ ! -s "$log" ] || fail "the right lines of $program are warned about"
  refuses error: compile "$program" "-D WRONG"
  grep -q "$program" "$page" || fail "$page doesn't show $program"
  printf '\n%s\n' "$(basename "$program" .swift)"
  sed -n 's/^[^ ]*:[0-9]*: \(error: .*\)/\1/p' "$log"
done >>"$folder/messages"

if [ "$verb" = write ]; then
  cp "$folder/messages" "$programs/messages.txt"
  python3 Scripts/check-mistakes.py write "$products"
elif [ "$(head -1 "$folder/messages")" != "$(head -1 "$programs/messages.txt")" ]; then
  echo "check-messages: the messages are those of $(head -1 "$programs/messages.txt"), and weren't compared"
else
  diff -u "$programs/messages.txt" "$folder/messages"
  python3 Scripts/check-mistakes.py compare "$products"
fi
echo "check-messages: wrong programs don't compile, and right ones do"
