#!/bin/sh
# Tests the inspector of running machines.
set -eu
cd "$(dirname "$0")/.."
Scripts/all-traits.sh test --quiet --filter SchematicInspectorTests
