# --- steps that keep the books: record and set-state -------------------------------------------------------------

declare -A pb_properties=() pb_attributes=()

# The value that was just built becomes a property or attribute of the instance to come.
property() {
  take_value
  pb_properties[:$1]=$pb_taken
  if [[ ${2-} == secret ]]; then pb_secret[:$1]=1; fi
}

attribute() {
  take_value
  pb_attributes[:$1]=$pb_taken
  if [[ ${2-} == secret ]]; then pb_secret[:$1]=1; fi
}

# create_instance [SOURCE TARGET]: a relationship joins the instances of its ends in this run.
create_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "create"
    forget_step
    return
  fi
  local above path newest=0
  escape_name "$pb_entity"
  above=$pb_state/instances/${pb_entity_kind}s/$pb_escaped
  for path in "$above"/[1-9]*; do
    if [[ -s $path/run ]] && ((${path##*/} > newest)); then newest=${path##*/}; fi
  done
  # A run makes one instance of an entity: if this one did before it was killed, that one is it.
  if ((newest > 0)) && read_file "$above/$newest/run" && [[ $pb_content == "$pb_run" ]]; then
    pb_own_number=$newest pb_own=$above/$newest
  else
    pb_own='' pb_own_number=$((newest + 1))
    write_instance "$above/$pb_own_number" "$@"
    pb_own=$above/$pb_own_number
  fi
  stand_for "$pb_entity_kind" "$pb_entity" "$pb_own_number"
  forget_step
}

# The file `run` comes last: with it the instance is there, all at once.
write_instance() {
  local folder=$1 key
  [[ -d $folder ]] || mkdir -p -- "$folder" || fail "cannot write to $folder"
  for key in ${pb_properties[@]+"${!pb_properties[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/property.$pb_escaped" "${pb_properties[$key]}"
    note_reach "$folder" "${key#:}"
  done
  for key in ${pb_attributes[@]+"${!pb_attributes[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/attribute.$pb_escaped" "${pb_attributes[$key]}"
    note_reach "$folder" "${key#:}"
  done
  if (($# == 3)); then
    find_end "$2"
    write_file "$folder/source" "$2/$pb_found"
    find_end "$3"
    write_file "$folder/target" "$3/$pb_found"
  fi
  write_file "$folder/run" "$pb_run" || fail "cannot write to $folder"
}

# find_end NODE: sets pb_found. What a relationship needs may come after it: "hosted on" is there before the node
# that is hosted. Such an end gets the next number, since a run makes one instance of a node and runs take turns.
find_end() {
  if ! find_instance node "$1"; then
    newest_instance node "$1"
    pb_found=$((pb_newest + 1))
  fi
}

# Without a run that made it, it is gone.
remove_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "remove"
    return
  fi
  find_instance "$pb_entity_kind" "$pb_entity" || fail "$pb_entity_kind $pb_entity has no instance in this run"
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_found"
  if [[ -s $pb_folder/run ]]; then : >"$pb_folder/run"; fi
  pb_own=''
}

# Sets pb_folder: of the instance that the activity works on.
own_instance() {
  if [[ -n $pb_own ]]; then
    pb_folder=$pb_own pb_found=$pb_own_number
    return
  fi
  find_instance "$pb_entity_kind" "$pb_entity" || fail "$pb_entity_kind $pb_entity has no instance in this run"
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_found"
  [[ -s $pb_folder/run ]] || fail "$pb_entity_kind $pb_entity: its instance $pb_found is gone"
  pb_own=$pb_folder pb_own_number=$pb_found
}

set_state() {
  if [[ -n $pb_shown ]]; then
    show_line "state    $pb_entity is $1"
    return
  fi
  [[ -n $pb_own ]] || own_instance
  printf '%s' "$1" >"$pb_own/state"
}

# emit_event NAME: what happened is told to the outside, by a line in a file of the run and in its log.
emit_event() {
  if [[ -n $pb_shown ]]; then
    show_line "emit     $1"
    return
  fi
  escape_line "$1"
  printf '%s\n' "$pb_escaped" >>"$pb_run_folder/events"
}
