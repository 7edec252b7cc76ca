#!/bin/sh
# Follows the README, the tutorial and articles word for word in empty folders, and compares all that is
# printed.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh

# Laid out as the pages say, in a folder that git ignores: this package, and the new one beside it.
play=$PWD/.build-pages
mkdir -p "$play"
log=$play/log
ln -sfn "$PWD" "$play/Schematic"
# All packages that draw build in one folder, and all others, which have no traits, in another one, so that this package
# is built twice.
SWIFTPM_BUILD_DIR=$play/build
export SWIFTPM_BUILD_DIR
without_traits="env SWIFTPM_BUILD_DIR=$play/build-without-traits"

follow() {
  rm -rf "$play/$2"
  python3 Scripts/newcomer.py "$1" "$play/$2"
}

# GitHub doesn't show the code of DocC's tutorial, so TUTORIAL.md does.
python3 Scripts/tutorial.py | diff -u TUTORIAL.md - || fail "python3 Scripts/tutorial.py >TUTORIAL.md"
follow TUTORIAL.md House
follow Sources/Schematic/Schematic.docc/Articles/FromRulesToCI.md QuickStart
# The README expects a package that has a machine already.
rm -rf "$play/App"
mkdir "$play/App"
(cd "$play/App" && swift package init --type library --name App >/dev/null)
cp IntegrationTests/FirstDrawing/Sources/App/Upload.swift "$play/App/Sources/App/"
cp "$play/App/Package.swift" "$play/manifest"
python3 Scripts/newcomer.py README.md "$play/App"
passes env SWIFTPM_BUILD_DIR="$play/release" swift build -c release --package-path "$play/App"
diff -ru IntegrationTests/FirstDrawing/Sources/App "$play/App/Sources/App" --exclude App.swift
diff "$play/manifest" "$play/App/Package.swift"
# The picture on the README shows the machine. Its graph says that the last state is final, and the page doesn't.
sed 's|^// final state|// state|' Diagrams/Upload.dot | diff -u - "$play/App/Diagrams/Upload.dot"
# So does the page about machines that exist: nothing of the package changes.
rm -rf "$play/ExistingMachine"
mkdir "$play/ExistingMachine"
(cd "$play/ExistingMachine" && swift package init --type library --name App >/dev/null)
cp "$play/ExistingMachine/Package.swift" "$play/manifest"
for page in SchematicGraph/SchematicGraph.docc/Articles/DrawAMachineYouAlreadyHave.md \
  SchematicMachines/SchematicMachines.docc/Articles/DrawAMachineThatWaits.md; do
  python3 Scripts/newcomer.py "Sources/$page" "$play/ExistingMachine"
done
diff "$play/manifest" "$play/ExistingMachine/Package.swift"
passes env SWIFTPM_BUILD_DIR="$play/release" swift build -c release --package-path "$play/ExistingMachine"
follow Sources/SchematicObservation/SchematicObservation.docc/Articles/InSwiftUI.md InAnApp
# The files that the pages give are the files in IntegrationTests.
for package in QuickStart InAnApp; do
  for file in $(cd IntegrationTests/$package && find . -name '*.swift' -o -name '*.yml' -o -name .gitignore); do
    case $file in
    */Turnstile.swift) ;; # It was changed, to see the check fail.
    *) diff -u "IntegrationTests/$package/$file" "$play/$package/$file" ;;
    esac
  done
done
# In both folders, git ignores the products of builds.
for package in House QuickStart; do
  (
    cd "$play/$package"
    git init -q
    mkdir -p .build && touch .build/object
    if git ls-files --others --exclude-standard | grep '^.build'; then fail "git keeps what $package builds"; fi
  )
done
# One test of a suite passes alone, although the suite expects that its tests take every transition.
passes $without_traits swift test --package-path "$play/InAnApp" --filter userCanAlwaysSignOut
# The picture on the README shows the machine.
cp IntegrationTests/QuickStart/Sources/Turnstiles/Turnstile.swift "$play/QuickStart/Sources/Turnstiles"
(cd "$play/QuickStart" && passes swift run --package-path Diagrams Diagrams generate)
diff -u Diagrams/Turnstile.dot "$play/QuickStart/Diagrams/Turnstile.dot"
# The commands of the package's workflow pass, except the installation.
(
  cd "$play/QuickStart"
  sed -n 's/^ *- run: \(swift .*\)/\1/p' .github/workflows/diagrams.yml | while read -r line; do
    case $line in
    *--package-path*) passes $line ;;
    *) passes $without_traits $line ;;
    esac
  done
)
# Agents follow AGENTS.md in the package as the article leaves it.
python3 Scripts/newcomer.py AGENTS.md "$play/QuickStart" "In a package that has diagrams"
# A section of the article isolates the module to the main actor by default. The machines of "Getting
# started" and "Testing from the picture" compile there after the changes that the section names.
python3 Scripts/newcomer.py Sources/Schematic/Schematic.docc/Articles/FromRulesToCI.md "$play/QuickStart" \
  "Isolate the module to the main actor"
isolated() {
  sed -e 's/(initialState: \.\([a-z]*\)) {/(initialState: .\1, on: MainActor.self) {/' \
    -e 's/static let schema/nonisolated &/' "$1" \
    >"$play/QuickStart/Tests/TurnstilesTests/$(basename "$1")"
}
isolated Tests/ArticlesTests/GettingStartedTests.swift
isolated Tests/SchematicTestingTests/HatchTests.swift
(
  cd "$play/QuickStart"
  passes $without_traits swift test --filter 'GettingStartedTests|HatchTests'
)
echo "check-pages: all pages hold"
