#!/usr/bin/env bash
# Removes the program; whoever is last removes the service's directory too.
set -eu
: "${directory:?}"

rm -rf -- "$directory"
rmdir -- "$(dirname -- "$directory")" 2>/dev/null || true
