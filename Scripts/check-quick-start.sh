#!/bin/sh
# Runs the README's quick start, its package and its commands, and compares what they print.
set -eu
cd "$(dirname "$0")/.."

# Laid out as the README says, in a folder that git ignores: this package, and the new one beside it.
play=.build-quick-start/QuickStart
rm -rf "$play"
mkdir -p "$play"
ln -sfn "$PWD" .build-quick-start/Schematic
cp -R IntegrationTests/QuickStart/Package.swift IntegrationTests/QuickStart/Sources "$play"

# Runs the lines that begin with `$ `, and compares all output with the file. Returns the status of
# the last command.
replay() {
  session=$PWD/IntegrationTests/QuickStart/$1
  status=0
  (
    cd "$play"
    sed -n 's/^\$ //p' "$session" | while read -r line; do
      echo "\$ $line"
      status=0
      # `swift run` takes its options before the name of the program.
      swift run --scratch-path ../build ${line#swift run } 2>../log || status=$?
      echo "$status" >../status
    done
  ) >"$play/../played.txt"
  if ! diff -u "$session" "$play/../played.txt"; then
    echo "check-quick-start: the commands print something else than $1" >&2
    cat "$play/../log" >&2
    exit 1
  fi
  return "$(cat "$play/../status")"
}

replay session.txt || exit 1
sed -i.bak 's/to(\.locked)/to(.open)/' "$play/Sources/Doors/Door.swift"
if replay drift.txt; then
  echo "check-quick-start: the check passed although the rules were changed" >&2
  exit 1
fi
echo "check-quick-start: the README's commands print what it says"
