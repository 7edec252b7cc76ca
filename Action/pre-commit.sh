#!/bin/sh
# The hook for pre-commit: fails when a diagram of the package no longer shows what the code does.
# Its argument is the executable that lists the machines; Diagrams unless given. It is in the package in the folder
# Diagrams, if there is one.
set -eu
drawing=.
[ ! -f Diagrams/Package.swift ] || drawing=Diagrams
exec swift run -q --package-path "$drawing" "${1:-Diagrams}" check
