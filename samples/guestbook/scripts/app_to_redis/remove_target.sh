#!/usr/bin/env bash
# The application has no database any more.
set -eu
: "${directory:?}"

rm -f "$directory/database"
