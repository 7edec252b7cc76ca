#!/bin/sh
# Proves that SwiftPM plans the same build each time: in a client, and here with all traits. If plans differ, all
# modules are compiled again although nothing changed. Clients that choose other traits are not tried, because a single
# trait has only one order.
set -eu
cd "$(dirname "$0")/.."
. Scripts/client.sh

# A client beside this package, in a folder that git ignores.
play=$PWD/.build-plans
mkdir -p "$play"
ln -sfn "$PWD" "$play/Schematic"
(client Adoption "$play/Kettles")

# Plans a build six times without building, and compares the manifests for llbuild.
plans() {
  what=$1
  manifest=$2
  shift 2
  counts=$(
    for _ in 1 2 3 4 5 6; do
      rm -f "$manifest"
      "$@" --print-manifest-job-graph >/dev/null 2>"$play/log" || cat "$play/log" >&2
      cksum <"$manifest"
    done | sort | uniq -c | sed 's/^ *\([0-9]*\) .*/\1/'
  )
  [ "$counts" = 6 ] || fail "six plans of $what are not one, but so many of each:" $counts
}

edit 's#path: "../.."#path: "../Schematic"#' "$play/Kettles/Package.swift"
plans "a client" "$play/Kettles/.build/debug.yaml" swift build --package-path "$play/Kettles"
# With a scratch path of its own, this would fetch swift-syntax again.
plans "this package with all traits" .build-macros/debug.yaml Scripts/all-traits.sh build

echo "check-plans: each plan of a build is the same"
