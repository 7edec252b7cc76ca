#!/bin/sh
# Runs the action's script and the hook of pre-commit on a scratch repository: green as committed, red on
# a branch that changes a rule, with a report that names the arrow, and green with the report again once
# the diagrams are generated.
set -eu
# If a hook of git runs this script, variables make git work on the repository of the hook.
unset $(git rev-parse --local-env-vars)
cd "$(dirname "$0")/.."
. Scripts/client.sh

Scripts/install.sh graphviz
play=$PWD/.build-clients/Action
rm -rf "$play"
mkdir -p "$play"
SWIFTPM_BUILD_DIR=$libraries
export SWIFTPM_BUILD_DIR
venv=$PWD/.build-clients/venv
[ -x "$venv/bin/pre-commit" ] || {
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check pre-commit
}

# A repository with an origin, as CI has it.
git init -q --bare "$play/origin.git"
client Adoption "$play/kettles"
log=$play/log.txt
repository
printf '.build/\n' >.gitignore
# The name of a diagram that a command line may take for an option.
edit 's/Diagram("Kettle"/Diagram("-dash", of: Kettle.schema), &/' Sources/Diagrams/*.swift
edit "s#path: \"../..\"#path: \"$root\"#" Package.swift
passes swift run -q Diagrams generate
git add .
git commit -q -m "Boil water"
# A history that a shallow fetch would cut off.
git commit -q --allow-empty -m "Wait"
git commit -q --allow-empty -m "Wait on"
git remote add origin "$play/origin.git"
git push -q origin main

# The action's script, as on a pull request to main.
check() {
  RUNNER_TEMP=$play GITHUB_BASE_REF=main GITHUB_OUTPUT=$play/outputs STRICT=true "$root/Action/check.sh"
}
# The hook, as on a commit.
hook() { "$venv/bin/pre-commit" try-repo "$root" check-diagrams --all-files; }
# Runs the action's script in another clone of the branch, and expects that no commit is lost.
checks_clone() {
  git clone -q --no-tags --branch hotter "$@" "file://$play/origin.git" "$play/fetched"
  cd "$play/fetched"
  before=$(git rev-list --count HEAD)
  passes check
  [ "$(git rev-list --count HEAD)" -eq "$before" ] || fail "the history of a clone was cut: $*"
  cd "$play/kettles"
  rm -rf "$play/fetched"
}
reports() {
  grep -qF "$1" "$play/diagrams.md" || fail "the report does not say: $1: $(cat "$play/diagrams.md")"
}

passes check
[ ! -s "$play/diagrams.md" ] || fail "there is a report although nothing differs"
UNDRAWN='--except Kettle.fill' refuses 'nothing undrawn is called Kettle.fill' check
UNDRAWN=false passes check
passes hook

git checkout -q -b hotter
change_rule
refuses "$arrow" check
line=$(grep -n 'case .press: return .to(.hot)' Sources/Kettles/Kettle.swift | cut -d : -f 1)
says "::error file=Sources/Kettles/Kettle.swift,line=$line,title=State diagram::~ heating: press"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
reports '```mermaid'
reports 'heating --> cold : 🟥 removed#58;#32;press'
reports 'heating --> hot : boil / whistle<br/>🟩 added#58;#32;press'
reports "Sources/Kettles/Kettle.swift:$line\`"
[ "$(grep -c stateDiagram-v2 "$play/diagrams.md")" -eq 2 ] || fail "a diagram named like an option is not drawn"
reports 'out of date'
[ -s "$play/diagram-differences/Kettle.diff.svg" ] || fail "there is no picture of the difference"
grep -qF "report=$play/diagrams.md" "$play/outputs" || fail "the report is no output"
cp "$play/diagrams.md" "$play/drawn.md"
PICTURES=false refuses "$arrow" check
cmp -s "$play/diagrams.md" "$play/drawn.md" || fail "without pictures the report is another one"
[ ! -d "$play/diagram-differences" ] || fail "pictures are drawn although they are turned off"
refuses "$arrow" hook
# A team that begins gets the same as warnings.
REPORT=true passes check
says "::warning file=Sources/Kettles/Kettle.swift,line=$line,title=State diagram::~ heating: press"
cmp -s "$play/diagrams.md" "$play/drawn.md" || fail "a check that only reports has another report"

passes swift run -q Diagrams generate
git commit -q -a -m "Boil harder"
passes check
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
if grep -q 'out of date' "$play/diagrams.md"; then fail "the report says that they are out of date"; fi
passes hook

# Full and shallow clones keep their history, and get the same report.
git push -q origin hotter
checks_clone --no-single-branch
[ "$(git rev-parse --is-shallow-repository)" = false ] || fail "a full clone was made shallow"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
for depth in 1 3; do
  checks_clone --depth "$depth"
  reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
done

# The comment on a pull request.
if command -v node >/dev/null 2>&1; then
  node "$root/Scripts/check-comment.js" "$root/Action/comment.js" "$play/diagrams.md"
fi

# A package of its own draws the same, as on the pages.
passes check
cp "$play/diagrams.md" "$play/drawn.md"
mkdir -p Diagrams/Sources
git mv Sources/Diagrams Diagrams/Sources
edit '/^    \.executableTarget($/,/^    ),$/d' Package.swift
edit 's/^  dependencies: \[$/  products: [.library(name: "Kettles", targets: ["Kettles"])],&/' Package.swift
sed -e 's/QuickStart/Adoption/' -e 's/Turnstiles/Kettles/' -e "s#\"../../Schematic\"#\"$root\"#" \
  "$root/IntegrationTests/QuickStart/Diagrams/Package.swift" >Diagrams/Package.swift
git add .
passes check
cmp -s "$play/diagrams.md" "$play/drawn.md" || fail "a package of its own has another report"
UNDRAWN='--except Kettle.fill' refuses 'nothing undrawn is called Kettle.fill' check
passes hook
edit 's/case .press: return .to(.hot)/case .press: return .to(.heating)/' Sources/Kettles/Kettle.swift
refuses "::error file=Sources/Kettles/Kettle.swift,line=$line,title=State diagram::~ heating: press" check
reports 'run `swift run --package-path Diagrams Diagrams generate --prune`'
refuses '~ heating: press' hook
echo "check-action: the action and the hook see when a rule changes"
