#!/usr/bin/env bash
# Removes everything of this instance; whoever is last removes the service's directory too.
set -eu
: "${directory:?}"

rm -rf -- "$directory"
rmdir -- "$(dirname -- "$directory")" 2>/dev/null || true
