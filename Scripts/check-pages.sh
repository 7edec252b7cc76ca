#!/bin/sh
# Follows the README and the tutorial word for word in empty folders, and compares all that is printed.
set -eu
cd "$(dirname "$0")/.."

# Laid out as the pages say, in a folder that git ignores: this package, and the new one beside it.
play=$PWD/.build-pages
mkdir -p "$play"
ln -sfn "$PWD" "$play/Schematic"
# All packages build in one folder, so that this package is built once.
SWIFTPM_BUILD_DIR=$play/build
export SWIFTPM_BUILD_DIR

follow() {
  rm -rf "$play/$2"
  python3 Scripts/newcomer.py "$1" "$play/$2"
}

tutorials=Sources/Schematic/Schematic.docc/Tutorials
follow $tutorials/FromAnEmptyFolder.tutorial House
follow README.md QuickStart
follow Sources/SchematicGraph/SchematicGraph.docc/Articles/DrawAMachineYouAlreadyHave.md ExistingMachine
# The files of the page are those that this package's own tests quote.
for file in $(cd IntegrationTests/QuickStart && find . -name '*.swift' -o -name '*.yml'); do
  case $file in
  */Turnstile.swift) ;; # It was changed, to see the check fail.
  *) diff -u "IntegrationTests/QuickStart/$file" "$play/QuickStart/$file" ;;
  esac
done
# The picture at the top of the page is that of its machine.
(
  cd "$play/QuickStart"
  cp "$OLDPWD/IntegrationTests/QuickStart/Sources/Turnstiles/Turnstile.swift" Sources/Turnstiles
  swift run Diagrams generate >/dev/null 2>&1
)
diff -u Diagrams/Turnstile.dot "$play/QuickStart/Diagrams/Turnstile.dot"
# What its workflow runs, apart from installing.
(
  cd "$play/QuickStart"
  sed -n 's/^ *- run: \(swift .*\)/\1/p' .github/workflows/diagrams.yml | while read -r line; do
    $line >"$play/log" 2>&1 || {
      cat "$play/log" >&2
      echo "check-pages: the README's workflow fails: $line" >&2
      exit 1
    }
  done
)
echo "check-pages: all pages hold"
