#!/bin/sh
# Runs the action's script and the hook of pre-commit on a scratch repository: green as committed, red on
# a branch that changes a rule, with a report that names the arrow, and green with the report again once
# the diagrams are generated.
set -eu
# Run by a hook, git would be told to work on the repository of the hook.
unset $(git rev-parse --local-env-vars)
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
# A name that a command line may take for an option.
sed -i.bak 's/Diagram("Kettle"/Diagram("-dash", of: Kettle.schema), &/' Sources/Diagrams/*.swift
rm Sources/Diagrams/*.bak
sed -i.bak "s#path: \"../..\"#path: \"$root\"#" Package.swift
rm Package.swift.bak
log=$play/log.txt
swift run -q Diagrams generate >"$log" 2>&1 || {
  cat "$log" >&2
  fail "the diagrams cannot be generated"
}
git add .
git commit -q -m "Boil water"
# A history that a shallow fetch would cut off.
git commit -q --allow-empty -m "Wait"
git commit -q --allow-empty -m "Wait on"
git remote add origin "$play/origin.git"
git push -q origin main

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
# Runs the action's script in another clone of the branch, which afterwards has as many commits.
checks_clone() {
  git clone -q --no-tags --branch hotter "$@" "file://$play/origin.git" "$play/clone"
  cd "$play/clone"
  before=$(git rev-list --count HEAD)
  passes check "in a clone: $*"
  [ "$(git rev-list --count HEAD)" -eq "$before" ] || fail "the history of a clone was cut: $*"
  cd "$play/kettles"
  rm -rf "$play/clone"
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
line=$(grep -n 'case .press: return .to(.hot)' Sources/Kettles/Kettle.swift | cut -d : -f 1)
grep -qF "::error file=Sources/Kettles/Kettle.swift,line=$line,title=State diagram::~ heating: press" "$log" || {
  cat "$log" >&2
  fail "the action does not annotate the line"
}
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
reports '```mermaid'
reports '<summary>-dash, as the code has it</summary>'
[ "$(grep -c stateDiagram-v2 "$play/diagrams.md")" -eq 2 ] || {
  cat "$play/diagrams.md" >&2
  fail "a diagram named like an option is not drawn"
}
reports 'out of date'
[ -s "$play/diagram-differences/Kettle.diff.svg" ] || fail "there is no picture of the difference"
grep -qF "report=$play/diagrams.md" "$play/outputs" || fail "the report is no output"
cp "$play/diagrams.md" "$play/drawn.md"
if PICTURES=false check; then fail "the action passes without pictures"; fi
cmp -s "$play/diagrams.md" "$play/drawn.md" || fail "without pictures the report is another one"
[ ! -d "$play/diagram-differences" ] || fail "pictures are drawn although they are turned off"
if hook; then fail "the hook passes although the rules were changed"; fi
grep -qF '~ heating: press leads to hot, was cold' "$log" || fail "the hook does not name the arrow"

swift run -q Diagrams generate >"$log" 2>&1
git commit -q -a -m "Boil harder"
passes check "with new diagrams"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
if grep -q 'out of date' "$play/diagrams.md"; then fail "the report says that they are out of date"; fi
passes hook "with new diagrams"

# Whatever the clone has of the history, it has afterwards, and the report is the same.
git push -q origin hotter
checks_clone --no-single-branch
[ "$(git rev-parse --is-shallow-repository)" = false ] || fail "a full clone was made shallow"
reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
for depth in 1 3; do
  checks_clone --depth "$depth"
  reports '| changed | `heating` | `press -> cold` | `press -> hot` |'
done

# The comment: none, then one, then the same one again.
if command -v node >/dev/null 2>&1; then
  node "$root/Scripts/check-comment.js" "$root/Action/comment.js" "$play/diagrams.md"
fi
echo "check-action: the action and the hook see when a rule changes"
