#!/bin/sh
# Tries everything on a Mac, once: nobody who works on this package has one. This takes about an hour, and
# changes nothing outside of this folder, except that Homebrew installs Graphviz.
#
#   Scripts/try-on-a-mac.sh           every step, and two questions at the end
#   Scripts/try-on-a-mac.sh --quick   no step that takes more than minutes, and no question
#
# A step that fails doesn't end the script. At the end it prints a summary: paste that into a report, with
# the logs of what failed.
set -u
cd "$(dirname "$0")/.."

case ${1:-} in
'' | --quick) ;;
*) echo "try-on-a-mac: say nothing or --quick, not $1" >&2 && exit 2 ;;
esac
quick=${1:-}
work=$PWD/.build-mac
swift=${SWIFT:-swift}
rm -rf "$work"
mkdir -p "$work"
summary=$work/summary.txt
failures=0

# Nothing of this makes sense elsewhere.
[ "$(uname)" = Darwin ] || {
  echo "try-on-a-mac: this is $(uname), and no Mac" >&2
  exit 2
}

record() {
  printf '%-9s %5s s  %s\n' "$1" "$2" "$3" | tee -a "$summary"
}

# Runs a command, and records whether it succeeds: step NAME COMMAND [ARGUMENT …].
step() {
  name=$1
  shift
  begun=$(date +%s)
  if "$@" >"$work/$name.log" 2>&1 </dev/null; then
    result=ok
  else
    result=FAILED
    failures=$((failures + 1))
    tail -n 25 "$work/$name.log" | sed 's/^/  | /'
  fi
  record "$result" $(($(date +%s) - begun)) "$name"
}

# Runs a step that takes long, unless --quick is given.
long_step() {
  if [ -n "$quick" ]; then record skipped - "$1"; else step "$@"; fi
}

# Asks the person, if there is one: ask NAME QUESTION.
ask() {
  if [ -n "$quick" ] || [ ! -t 0 ]; then
    record "not asked" - "$1"
    return
  fi
  printf '\n%s\nDid it? [y/n] ' "$2"
  read -r answer
  case $answer in
  y*) record ok - "$1" ;;
  *)
    record FAILED - "$1"
    failures=$((failures + 1))
    ;;
  esac
}

one_line() { "$@" 2>&1 | head -n 1; }

{
  echo "Schematic $(git rev-parse --short HEAD 2>/dev/null || echo 'without git')"
  echo "macOS $(sw_vers -productVersion), $(uname -m)"
  echo "$(one_line xcodebuild -version), $(one_line "$swift" --version)"
} | tee "$summary"

# With the package manager.
step graphviz make graphviz
one_line dot -V | tee -a "$summary"
step build "$swift" build --build-tests
step tests make test
step diagrams make check-diagrams
# Images may differ in their bytes, but texts must not differ.
step draws "$swift" run -q Diagrams generate --output "$work/Diagrams"
compare_texts() {
  for file in Diagrams/*.dot; do diff -u "$file" "$work/$file" || return 1; done
}
step texts compare_texts
step linkage make check-linkage
long_step pages make check-pages
long_step messages Scripts/check-messages.sh
long_step adoption Scripts/check-adoption.sh
long_step traits make test-traits
long_step orders Scripts/test-orders.sh
long_step threads Scripts/test-sanitized.sh threads
long_step addresses Scripts/test-sanitized.sh addresses

# With Xcode: the modules that apps use, on every system, and all tests on the Mac. Tests of the command
# start processes, which no other system of Apple's allows.
build_for() {
  platform=$1
  for module in Schematic SchematicObservation SchematicGraph SchematicAnalysis SchematicTraces SchematicDiagrams; do
    xcodebuild build -quiet -scheme "$module" -destination "generic/platform=$platform" \
      -derivedDataPath "$work/derived" -skipMacroValidation -skipPackagePluginValidation || return 1
  done
}
step xcode-macOS build_for macOS
for platform in iOS tvOS watchOS visionOS; do
  step "xcode-$platform" build_for "$platform Simulator"
done
long_step xcode-tests xcodebuild test -quiet -scheme Schematic-Package -destination platform=macOS \
  -derivedDataPath "$work/derived" -skipMacroValidation -skipPackagePluginValidation

# An app whose target links machines only, with a package of machines beside it, which one in its folder draws.
app=$work/App
mkdir -p "$app/App.xcodeproj" "$app/App" "$app/Machines"
cp IntegrationTests/InXcode/project.pbxproj "$app/App.xcodeproj"
cp IntegrationTests/InXcode/TryApp.swift "$app/App"
for file in Examples/MainActor/S*.swift; do
  sed -e 's/package //' "$file" >"$app/App/$(basename "$file")"
done
cp -R IntegrationTests/QuickStart/. "$app/Machines"
sed -e 's|"../Schematic"|"../../.."|' IntegrationTests/QuickStart/Package.swift >"$app/Machines/Package.swift"
sed -e 's|"../../Schematic"|"../../../.."|' IntegrationTests/QuickStart/Diagrams/Package.swift \
  >"$app/Machines/Diagrams/Package.swift"
build_app() {
  xcodebuild build -quiet -project "$app/App.xcodeproj" -scheme App \
    -destination "generic/platform=iOS Simulator" -derivedDataPath "$work/derived-app" \
    CODE_SIGNING_ALLOWED=NO -skipMacroValidation -skipPackagePluginValidation
}
step app build_app
links_machines_only() {
  program=$(find "$work/derived-app/Build/Products" -type f -path '*/App.app/*' \
    \( -name App -o -name App.debug.dylib \)) && [ -n "$program" ] || return 1
  for file in $program; do
    ! otool -L "$file" | grep -E 'libgvc|libcgraph|libcdt' || return 1
  done
}
step app-links links_machines_only
step app-diagrams "$swift" run -q --package-path "$app/Machines/Diagrams" Diagrams generate

ask app-runs "Open $app/App.xcodeproj, choose a simulator and run. The password is \"right\".
Three wrong ones show a countdown of five minutes. Quit the app and run it again: it goes on."

echo
echo "Paste this into a report:"
echo '```text'
cat "$summary"
echo "$failures failed; their logs are in .build-mac"
echo '```'
[ "$failures" -eq 0 ]
