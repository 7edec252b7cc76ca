#!/bin/sh
# Tests the inspector of running machines. The build folder is that of test-macros: traits change the
# build of every module, and with all of them on both test what one build makes.
set -eu
cd "$(dirname "$0")/.."
${SWIFT:-swift} test --quiet --scratch-path .build-macros --enable-all-traits \
  --filter SchematicInspectorTests
