#!/usr/bin/env bash
# Makes the directory in which nginx lives, with one for the applications it balances over.
set -eu
: "${directory:?}"

PATH=$PATH:/usr/sbin # not on every user's path
command -v nginx >/dev/null || { echo "nginx is not installed" >&2; exit 1; }
mkdir -p "$directory/applications" "$directory/temp"
