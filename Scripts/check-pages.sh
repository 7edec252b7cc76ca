#!/bin/sh
# Follows the README, the tutorial and articles word for word in empty folders, and compares all that is
# printed.
set -eu
cd "$(dirname "$0")/.."

Scripts/check-messages.sh

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

# GitHub shows no code of a tutorial, so there is a page of it.
python3 Scripts/tutorial.py | diff -u TUTORIAL.md - || {
  echo "check-pages: python3 Scripts/tutorial.py >TUTORIAL.md" >&2
  exit 1
}
follow TUTORIAL.md House
follow README.md QuickStart
follow Sources/SchematicGraph/SchematicGraph.docc/Articles/DrawAMachineYouAlreadyHave.md ExistingMachine
follow Sources/SchematicObservation/SchematicObservation.docc/Articles/InSwiftUI.md InAnApp
# The files of the pages are those that this package's own tests quote.
for package in QuickStart InAnApp; do
  for file in $(cd IntegrationTests/$package && find . -name '*.swift' -o -name '*.yml' -o -name .gitignore); do
    case $file in
    */Turnstile.swift) ;; # It was changed, to see the check fail.
    *) diff -u "IntegrationTests/$package/$file" "$play/$package/$file" ;;
    esac
  done
done
# What git would keep of both folders has nothing that was built.
for package in House QuickStart; do
  (
    cd "$play/$package"
    git init -q
    mkdir -p .build && touch .build/object
    if git ls-files --others --exclude-standard | grep '^.build'; then
      echo "check-pages: git keeps what $package builds" >&2
      exit 1
    fi
  )
done
# One test of a suite passes alone, although the suite expects that its tests take every transition.
(
  cd "$play/InAnApp"
  swift test --filter canAlwaysSignOut >"$play/log" 2>&1 || {
    cat "$play/log" >&2
    echo "check-pages: a test that runs alone fails its suite" >&2
    exit 1
  }
)
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
# What agents are told, with the package as the README leaves it.
python3 Scripts/newcomer.py AGENTS.md "$play/QuickStart" "In a package that has diagrams"
# In a module that is isolated to the main actor by default, the README names all that differs, and the
# machines of "Getting started" and "Testing from the picture" differ in the same way.
python3 Scripts/newcomer.py README.md "$play/QuickStart" "In a new Xcode project"
isolated() {
  sed -e 's/(initialState: \.\([a-z]*\)) {/(initialState: .\1, on: MainActor.self) {/' \
    -e 's/static let schema/nonisolated &/' "$1" \
    >"$play/QuickStart/Tests/TurnstilesTests/$(basename "$1")"
}
isolated Tests/ArticlesTests/GettingStartedTests.swift
isolated Tests/SchematicTestingTests/HatchTests.swift
(
  cd "$play/QuickStart"
  # The article doesn't show this test, which uses what only this package can.
  sed -i.all '/randomWalks/,/^  }$/d' Tests/TurnstilesTests/HatchTests.swift
  rm Tests/TurnstilesTests/*.all
  swift test --filter 'GettingStartedTests|HatchTests' >"$play/log" 2>&1 || {
    cat "$play/log" >&2
    echo "check-pages: \"Getting started\" or \"Testing from the picture\" fails on the main actor" >&2
    exit 1
  }
)
echo "check-pages: all pages hold"
