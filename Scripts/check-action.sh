#!/bin/sh
# Runs the action's script and the hook of pre-commit on a scratch repository: green as committed, red on
# a branch that changes a rule, with a report that names the arrow, and green with the report again once
# the diagrams are generated.
set -eu
cd "$(dirname "$0")/.."
root=$PWD

fail() {
  echo "check-action: $*" >&2
  exit 1
}

# Beside the pages, in whose build folder the libraries are built already.
play=$PWD/.build-pages/Action
rm -rf "$play"
mkdir -p "$play"
SWIFTPM_BUILD_DIR=$PWD/.build-pages/build
export SWIFTPM_BUILD_DIR
venv=$PWD/.build-pages/venv
[ -x "$venv/bin/pre-commit" ] || {
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check pre-commit
}

# A repository with an origin, as CI has it.
git init -q --bare "$play/origin.git"
git init -q -b main "$play/kettles"
cd "$play/kettles"
git config user.name "A newcomer"
git config user.email newcomer@example.com
cp -R "$root/IntegrationTests/Adoption/." .
rm -rf .build
printf '.build/\n' >.gitignore
sed -i.bak "s#path: \"../..\"#path: \"$root\"#" Package.swift
rm Package.swift.bak
git add .
git commit -q -m "Boil water"
git remote add origin "$play/origin.git"
git push -q origin main

log=$play/log.txt
# Runs the action's script as a pull request to main.
check() {
  RUNNER_TEMP=$play GITHUB_BASE_REF=main GITHUB_OUTPUT=$play/outputs STRICT=true \
    "$root/Action/check.sh" >"$log" 2>&1
}
# Runs the hook as a commit does.
hook() {
  "$venv/bin/pre-commit" try-repo "$root" check-diagrams --all-files >"$log" 2>&1
}
passes() {
  "$1" || {
    cat "$log" >&2
    fail "$1 fails $2"
  }
}
reports() {
  grep -qF "$1" "$play/diagrams.md" || {
    cat "$play/diagrams.md" >&2
    fail "the report does not say: $1"
  }
}

passes check "as committed"
[ ! -s "$play/diagrams.md" ] || fail "there is a report although nothing differs"
passes hook "as committed"

git checkout -q -b hotter
sed -i.bak 's/case \.press: return \.to(\.cold)/case .press: return .to(.hot)/' \
  Sources/Kettles/Kettle.swift
rm Sources/Kettles/Kettle.swift.bak
if check; then fail "the action passes although the rules were changed"; fi
grep -qF '~ heating: press leads to hot, was cold' "$log" || fail "the action does not name the arrow"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
reports '```mermaid'
reports 'out of date'
[ -s "$play/diagram-differences/Kettle.diff.svg" ] || fail "there is no picture of the difference"
grep -qF "report=$play/diagrams.md" "$play/outputs" || fail "the report is no output"
if hook; then fail "the hook passes although the rules were changed"; fi
grep -qF '~ heating: press leads to hot, was cold' "$log" || fail "the hook does not name the arrow"

swift run -q Diagrams generate >"$log" 2>&1
git commit -q -a -m "Boil harder"
passes check "with new diagrams"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
if grep -q 'out of date' "$play/diagrams.md"; then fail "the report says that they are out of date"; fi
passes hook "with new diagrams"

# The comment: none, then one, then the same one again.
if command -v node >/dev/null 2>&1; then
  node "$root/Scripts/check-comment.js" "$root/Action/comment.js" "$play/diagrams.md"
fi
echo "check-action: the action and the hook see when a rule changes"
