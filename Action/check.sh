#!/bin/sh
# Checks the diagrams of a package, and writes what a pull request changes in them as Markdown. Run by
# action.yml; by hand, the variables below are all that it needs.
#
#   PACKAGE           the folder of the package; the current one unless given
#   TOOL              the executable that lists the machines; Diagrams unless given. It is in the package in the
#                     folder Diagrams, if there is one
#   STRICT            "true": findings that the catalog does not allow are failures
#   REPORT            "true": what is out of date is told, and the check passes
#   UNDRAWN           the arguments of `scaffold check`; "false": what no graph draws is not looked for
#   PICTURES          "false": the differences are not drawn, which takes Graphviz
#   GITHUB_BASE_REF   the branch that a pull request goes to; no difference is written without it
#   GITHUB_OUTPUT     a file for the paths of the report and of the folder of pictures
#   RUNNER_TEMP       a folder for both
#
# Exits as the check does: 1 where a diagram is out of date, 2 where it could not be checked.
set -eu
cd "${PACKAGE:-.}"
tool=${TOOL:-Diagrams}
drawing=.
[ ! -f Diagrams/Package.swift ] || drawing=Diagrams
temporary=${RUNNER_TEMP:-$(mktemp -d)}
report=$temporary/diagrams.md
pictures=$temporary/diagram-differences
strict=
[ "${STRICT:-}" != true ] || strict=--strict
level=error
passing=
[ "${REPORT:-}" != true ] || { level=warning passing=--report; }
: >"$report"
rm -rf "$pictures"

# Fetches the base, and leaves the history that the clone has: a fetch of some depth would cut it off
# at the base.
fetch_base() {
  branch=refs/heads/$GITHUB_BASE_REF
  base=refs/remotes/origin/$GITHUB_BASE_REF
  tip=$(git ls-remote origin "$branch" | cut -f 1)
  if git cat-file -e "$tip^{commit}" 2>/dev/null; then
    git update-ref "$base" "$tip"
  elif [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    git fetch -q --no-tags --depth=1 origin "+$branch:$base"
  else
    git fetch -q --no-tags origin "+$branch:$base"
  fi
}

# Turns the lines that begin with a place in the code into annotations, which GitHub shows there; paths
# are those from the root of the repository.
annotate() {
  prefix=$(git rev-parse --show-prefix 2>/dev/null || true)
  sed -n 's/%/%25/g
    s|^\([^: ][^:]*\.swift\):\([0-9][0-9]*\): \(.*\)$|::'"$level"' file='"$prefix"'\1,line=\2,title=State diagram::\3|p'
}

status=0
swift build --package-path "$drawing" --product "$tool" >&2
swift run -q --package-path "$drawing" "$tool" check --all $strict $passing >"$temporary/check.txt" || status=$?
if [ "${UNDRAWN:-}" != false ]; then
  undrawn=0
  # The arguments are words.
  (cd "$drawing" && swift run -q scaffold check ${UNDRAWN:-}) >"$temporary/undrawn.txt" || undrawn=$?
  # Its paths are those from the folder that draws, and absolute elsewhere.
  sed -e "s|^[^/: ][^:]*\.swift:|$drawing/&|" -e "s|^$PWD/||" -e 's|^\./||' \
    "$temporary/undrawn.txt" >>"$temporary/check.txt"
  [ -z "$passing" ] || [ "$undrawn" -ne 1 ] || undrawn=0
  [ "$undrawn" -le "$status" ] || status=$undrawn
fi
cat "$temporary/check.txt"
[ "$status" -gt 1 ] || annotate <"$temporary/check.txt"
[ "$status" -le 1 ] || exit "$status"

# What the pull request changes in the diagrams of its base, committed or not.
if [ -n "${GITHUB_BASE_REF:-}" ]; then
  fetch_base
  differs=0
  set -- --pictures "$pictures"
  [ "${PICTURES:-}" != false ] || set --
  swift run -q --package-path "$drawing" "$tool" diff --revision "origin/$GITHUB_BASE_REF" --markdown "$@" \
    >"$temporary/difference.md" || differs=$?
  [ "$differs" -le 1 ] || exit "$differs"
  if [ "$differs" -eq 1 ]; then
    {
      echo "## State diagrams"
      echo
      cat "$temporary/difference.md"
      sed -n 's/^To accept: \(.*\)/\
The committed diagrams are out of date: run `\1`./p' "$temporary/check.txt"
    } >"$report"
    cat "$report" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  fi
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  echo "report=$report" >>"$GITHUB_OUTPUT"
  [ ! -d "$pictures" ] || echo "pictures=$pictures" >>"$GITHUB_OUTPUT"
fi
exit "$status"
