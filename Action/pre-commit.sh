#!/bin/sh
# The hook for pre-commit: fails when a diagram of the package no longer shows what the code does.
# Its argument is the executable that lists the machines; Diagrams unless given.
set -eu
exec swift run -q "${1:-Diagrams}" check
