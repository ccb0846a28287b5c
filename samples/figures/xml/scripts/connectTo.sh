#!/usr/bin/env bash
# Stands for real work: says what would be done.
set -eu
echo "connect ${SOURCE_name:?} to ${TARGET_name:?}"
