#!/bin/sh
# Compiles the programs of the page "When it does not compile": each is wrong with the condition WRONG, and
# right without it. What the compiler says about the wrong ones is compared with messages.txt, which the page
# quotes.
#
#   check-messages.sh compare   fail when a program or a message is another
#   check-messages.sh write     write messages.txt
set -eu
cd "$(dirname "$0")/.."
verb=${1:-compare}
swift=${SWIFT:-swift}
programs=IntegrationTests/DoesNotCompile
page=Sources/Schematic/Schematic.docc/Articles/WhenItDoesNotCompile.md
log=.build-messages
mkdir -p "$log"

$swift build --target SchematicGraph >"$log/build" 2>&1 || {
  cat "$log/build" >&2
  exit 1
}
products=$($swift build --show-bin-path)

# Compiles one program up to the checks that come after its types. As a part of a library, because the
# variables of a main file belong to no actor until they are used.
compile() {
  isolation=
  case $1 in
  */OnMainActor/*) isolation="-default-isolation MainActor" ;;
  esac
  # shellcheck disable=SC2086 # words
  swiftc -parse-as-library -emit-sil -o /dev/null -swift-version 6 -diagnostic-style llvm $isolation $2 \
    -I "$products/Modules" -I Sources/CSchematicAtomics/include -I "$products/CSchematicChild.build" "$1"
}

status=0
swiftc --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9]*\.[0-9]*\).*/\1/p' >"$log/messages"
for program in "$programs"/*.swift "$programs"/OnMainActor/*.swift; do
  name=$(basename "$program" .swift)
  if ! compile "$program" "" >"$log/right" 2>&1 || [ -s "$log/right" ]; then
    cat "$log/right" >&2
    echo "check-messages: the right lines of $program don't compile" >&2
    status=1
  fi
  if compile "$program" "-D WRONG" >"$log/wrong" 2>&1; then
    echo "check-messages: the wrong lines of $program compile" >&2
    status=1
  fi
  if ! grep -q "$program" "$page"; then
    echo "check-messages: $page doesn't show $program" >&2
    status=1
  fi
  printf '\n%s\n' "$name"
  sed -n 's/^[^ ]*:[0-9]*: \(error: .*\)/\1/p' "$log/wrong"
done >>"$log/messages"
[ "$status" -eq 0 ] || exit 1

if [ "$verb" = write ]; then
  cp "$log/messages" "$programs/messages.txt"
elif [ "$(head -1 "$log/messages")" != "$(head -1 "$programs/messages.txt")" ]; then
  echo "check-messages: the messages are those of $(head -1 "$programs/messages.txt"), and weren't compared"
else
  diff -u "$programs/messages.txt" "$log/messages"
fi
echo "check-messages: wrong programs don't compile, and right ones do"
