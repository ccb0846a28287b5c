#!/usr/bin/env bash
# Makes the directory in which Redis lives.
set -eu
: "${directory:?}"

command -v redis-server redis-cli >/dev/null || { echo "redis-server is not installed" >&2; exit 1; }
mkdir -p "$directory"
