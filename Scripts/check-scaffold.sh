#!/bin/sh
# Follows somebody who draws machines of a library from a package beside it: `scaffold write` writes a file
# that compiles and is theirs, and `scaffold check` is green, and red for a method and for a case that come later.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh

Scripts/install.sh graphviz
SWIFTPM_BUILD_DIR=$libraries
export SWIFTPM_BUILD_DIR
client Scaffold "$root/.build-clients/Scaffold"
folder=$PWD
# A program of its own, because it builds the package in the current folder. SwiftPM takes the plan of a build that it
# finds in the folder as long as nothing of that plan has changed, even if the plan is another package's.
passes swift build --package-path "$root" --product scaffold
cp "$(swift build --package-path "$root" --show-bin-path)/scaffold" "$root/.build-clients/scaffold"
scaffold() {
  rm -f "$libraries/debug.yaml"
  "$root/.build-clients/scaffold" "$@"
}

cd "$folder/App"
graph=../Diagrams/Sources/Diagrams/UploadGraph.swift
passes scaffold write Upload --output "$graph"
says "wrote $graph"
diff -u "$root/IntegrationTests/Scaffold/Written/UploadGraph.swift" "$graph" || fail "writes something else"
refuses "$graph exists, and is left alone" scaffold write Upload --output "$graph"
cmp "$graph" "$folder/Written/UploadGraph.swift" || fail "writes over a file"
refuses "no type of this package is called Uplod; did you mean Upload?" scaffold write Uplod
refuses "take the word private out, Sources/App/Upload.swift:19" scaffold write Draft

# It compiles as it was written. Nothing is drawn of what somebody has to name.
cd "$folder/Diagrams"
passes swift run -q Diagrams generate
refuses "step sent has no samples" swift run -q Diagrams check --strict
edit 's/\[\] as \[Int\]/[0, 1]/' Sources/Diagrams/UploadGraph.swift
passes swift run -q Diagrams generate
passes swift run -q Diagrams check
passes scaffold check
says "checked: machines 3, methods 4, lists of cases 2; nothing is undrawn"

# A new method, of a machine that is drawn itself and of one inside of another type.
edit 's/^  mutating func handle/  mutating func cancel() { state = .failed }\
&/' ../App/Sources/App/Upload.swift
edit 's/^  mutating func stop/  mutating func drain() { isRunning = false }\
&/' ../App/Sources/App/Pump.swift
passes swift run -q Diagrams check
refuses "App/Sources/App/Upload.swift:9: Upload.cancel() is called by no graph" scaffold check
says "App/Sources/App/Pump.swift:5: Pump.drain() is called by no graph"
# The client of a library can run the tool, too.
refuses "Pump.drain() is called by no graph" swift run -q scaffold check --except Upload.cancel
if grep -F "Upload.cancel" "$log"; then fail "names what was left out"; fi
passes scaffold check --except Upload.cancel --except Pump.drain
edit '/func drain/d' ../App/Sources/App/Pump.swift
refuses "nothing undrawn is called Pump.drain" scaffold check --except Upload.cancel --except Pump.drain
edit '/func cancel/d' ../App/Sources/App/Upload.swift
passes scaffold check

# A new case, of an event that steps send and of one with a list of cases.
edit 's/sent(bytes: Int), broke/&, paused/' ../App/Sources/App/Upload.swift
edit 's/call(number: Int), hangUp/&, transfer(to: Int)/
s/case (.busy, .hangUp)/case (.busy, .transfer): return .to(.idle, "transfer")\
  &/' Sources/Diagrams/Line.swift
passes swift run -q Diagrams check
refuses "App/Sources/App/Upload.swift:4: Upload.Event.paused is not in the steps of Upload" scaffold check
says "Sources/Diagrams/Line.swift:7: Dial.transfer(to:) is not in its graphCases"
# Somebody without a folder gets one that draws the machine, and whose package isn't touched.
rm -rf "$folder/New"
mkdir "$folder/New"
cd "$folder/New"
passes swift package init --type library --name App
cp "$root/IntegrationTests/FirstDrawing/Sources/App/Upload.swift" Sources/App/
cp Package.swift "$folder/manifest"
passes scaffold start Upload
says "wrote Diagrams/Package.swift"
diff -u "$root/IntegrationTests/FirstDrawing/Diagrams/Sources/Diagrams/Diagrams.swift" \
  Diagrams/Sources/Diagrams/Diagrams.swift || fail "starts with something else than the README"
passes swift run -q --package-path Diagrams Diagrams generate
passes swift run -q --package-path Diagrams Diagrams check
refuses "Diagrams isn't empty, and is left alone" scaffold start Upload
diff Package.swift "$folder/manifest" || fail "changes the manifest"
edit '/\.library(/,/),/d' Package.swift
refuses "is in no library product" scaffold start Upload --folder Other
[ ! -e Other ] || fail "leaves a folder behind"
echo "check-scaffold: what it writes compiles, and what nobody draws is named"
