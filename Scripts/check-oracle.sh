#!/bin/sh
# Runs our SCXML in python-statemachine, an independent engine, and compares it with our machines.
set -eu
cd "$(dirname "$0")/.."

# Ignored by git.
folder=.build-oracle
oracle=Tests/SchematicGraphTests/Oracle
python=$folder/venv/bin/python
[ -x "$python" ] || python3 -m venv "$folder/venv"
"$python" -m pip install --quiet --disable-pip-version-check \
  --requirement "$oracle/requirements.txt"

rm -rf "$folder/cases"
ORACLE_FOLDER="$PWD/$folder/cases" ${SWIFT:-swift} test \
  --filter writesCasesForAnIndependentEngine
"$python" "$oracle/check_scxml.py" "$folder/cases"
