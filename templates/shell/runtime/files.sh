# --- files: what cannot be written is not done ----------------------------------------------------------------------

# read_file PATH: sets pb_content, every byte of it; $(...) would lose newlines at the end.
read_file() {
  pb_content=''
  [[ -f $1 && -r $1 ]] || return 1
  IFS= read -r -d '' pb_content <"$1" || :
}

# is_number TEXT: one that bash can count with; a text in its place could be a command.
is_number() { [[ $1 =~ ^(0|[1-9][0-9]{0,17})$ ]]; }

# read_number PATH: sets pb_content; false if there is no such file.
read_number() {
  read_file "$1" || return 1
  is_number "$pb_content" || damaged "$1"
}

# damaged PATH: it does not say what a run writes there, and nobody knows what it said.
damaged() {
  local reason="$1 is damaged"
  if [[ -n $pb_step ]]; then
    fail "$reason"
    exit 1
  fi
  die 2 "$reason"
}

# write_file PATH TEXT
write_file() {
  if [[ $1 == *%~* ]]; then keep_long_names; fi
  if [[ -s $1 ]]; then replace_file "$1" "$2"; else make_file "$1" "$2"; fi || cannot_write "$1"
}

# make_file PATH TEXT: a part of it is nothing.
make_file() {
  printf '%s' "$2" >"$1" && return
  rm -f -- "$1"
  return 1
}

empty_file() { : >"$1" || cannot_write "$1"; }

# replace_file PATH TEXT: all at once, so that nothing is lost when there is no room for the new text.
replace_file() {
  local pb_content part=${1%/*}/.new.$BASHPID
  read_file "$1"
  [[ $pb_content != "$2" ]] || return 0
  printf '%s' "$2" >"$part" && make_durable && mv -fT -- "$part" "$1" && return
  rm -f -- "$part"
  return 1
}

# cannot_write PATH: the step that needs it fails. What is no step ends the command; what was begun can go on later.
cannot_write() {
  local reason="cannot write to $1: is there room on its disk, and may it be written?"
  if [[ -n $pb_step ]]; then
    fail "$reason"
    exit 1 # while a failure is handled, nothing else does
  fi
  say "planbuilder: $reason"
  if [[ -n $pb_is_open ]]; then show_way_on; fi
  exit 1
}

pb_is_open='' # set by the command that works on a run which can be resumed
