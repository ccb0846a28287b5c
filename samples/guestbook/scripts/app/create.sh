#!/usr/bin/env bash
# Makes the directory in which this instance of the application lives.
set -eu
: "${directory:?}"

mkdir -p "$directory"
