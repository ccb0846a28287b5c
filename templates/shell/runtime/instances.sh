# --- instances: what the service consists of ---------------------------------------------------------------------

# instance_folder KIND ID NUMBER: sets pb_folder. The service itself has no instance data beyond its run.
instance_folder() {
  if [[ $1 == service ]]; then
    pb_folder=$pb_run_folder/service
  else
    escape_name "$2"
    pb_folder=$pb_state/instances/${1}s/$pb_escaped/$3
  fi
}

# outputs_folder INTERFACE OPERATION: sets pb_folder, relative to an instance.
outputs_folder() {
  escape_name "$2"
  local operation=${pb_escaped//./%2E}
  escape_name "$1"
  pb_folder=outputs/$pb_escaped.$operation
}

# list_instances KIND ID: sets pb_numbers, oldest first.
list_instances() {
  local path number
  pb_numbers=()
  escape_name "$2"
  for path in "$pb_state/instances/${1}s/$pb_escaped"/*; do
    number=${path##*/}
    [[ $number =~ ^[1-9][0-9]*$ ]] && pb_numbers[number]=$number
  done
  pb_numbers=(${pb_numbers[@]+"${pb_numbers[@]}"})
}

# list_rounds ACTIVITY: sets pb_numbers, the instances that its steps run for; one without a number if it does not loop.
list_rounds() {
  pb_numbers=('')
  [[ -n ${pb_loops[$1]} ]] || return 0
  list_instances "${pb_kinds[$1]}" "${pb_entities[$1]}"
  [[ -n ${pb_with[$1]} ]] || return 0
  local number chosen kept=()
  escape_name "${pb_with[$1]}"
  if ! read_file "$pb_run_folder/chosen/$pb_escaped"; then
    pb_numbers=(1) # nothing is chosen yet; it will be one of each, mostly
    return 0
  fi
  chosen=$pb_content
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    instance_folder "${pb_kinds[$1]}" "${pb_entities[$1]}" "$number"
    if read_file "$pb_folder/run" && [[ $pb_content == "$chosen" ]]; then kept+=("$number"); fi
  done
  pb_numbers=(${kept[@]+"${kept[@]}"})
}

# newest_instance KIND ID: sets pb_newest, the highest number; 0 when there is none.
newest_instance() {
  list_instances "$1" "$2"
  pb_newest=0
  if ((${#pb_numbers[@]} > 0)); then pb_newest=${pb_numbers[${#pb_numbers[@]} - 1]}; fi
}

any_instance() {
  local path
  for path in "$pb_state"/instances/nodes/*/[1-9]* "$pb_state"/instances/relationships/*/[1-9]*; do
    [[ -d $path ]] && return
  done
  return 1
}

# Something that this plan makes is there already.
any_built() {
  local index
  any_instance || return 1
  for index in "${!pb_activities[@]}"; do
    [[ ${pb_activities[index]} == */provision* ]] || continue
    list_instances "${pb_kinds[index]}" "${pb_entities[index]}"
    if ((${#pb_numbers[@]} > 0)); then return 0; fi
  done
  return 1
}

# find_instance KIND ID: sets pb_found, the number of the instance that stands for the entity. While a step runs for
# one instance of many, what surrounds that instance is what surrounded it in the run that made it.
find_instance() {
  pb_found=''
  if [[ $1 == service ]]; then
    pb_found=1
    return
  fi
  if [[ -n $pb_loop_instance && $1 == "$pb_entity_kind" && $2 == "$pb_entity" ]]; then
    pb_found=$pb_loop_instance
    return
  fi
  escape_name "$2"
  local file=context/${1}s/$pb_escaped
  if [[ -n $pb_loop_run ]] && read_file "$pb_state/runs/$pb_loop_run/$file"; then
    pb_found=$pb_content
  elif read_file "$pb_run_folder/$file"; then
    pb_found=$pb_content
  elif [[ -n $pb_loop_run ]]; then
    find_only_instance "$1" "$2"
  else
    return 1
  fi
}

# That run had no need of it; if there is one only, there is no doubt.
find_only_instance() {
  list_instances "$1" "$2"
  ((${#pb_numbers[@]} == 1)) || return 1
  pb_found=${pb_numbers[0]}
}

# stand_for KIND ID NUMBER: from now on, in this run, this instance is meant.
stand_for() {
  escape_name "$2"
  write_file "$pb_run_folder/context/${1}s/$pb_escaped" "$3"
}

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
    return
  fi
  local above number draft
  escape_name "$pb_entity"
  above=$pb_state/instances/${pb_entity_kind}s/$pb_escaped
  newest_instance "$pb_entity_kind" "$pb_entity"
  number=$pb_newest
  # A run makes one instance of an entity: if this one did before it was killed, that one is it.
  if ((number > 0)) && read_file "$above/$number/run" && [[ $pb_content == "$pb_run" ]]; then
    stand_for "$pb_entity_kind" "$pb_entity" "$number"
    return
  fi
  number=$((number + 1))
  draft=$above/.new
  if [[ -d $draft ]]; then rm -rf -- "$draft"; fi
  mkdir -p -- "$draft/properties" "$draft/attributes" "$draft/outputs" || fail "cannot write to $above"
  write_instance "$draft" "$@"
  mv -T -- "$draft" "$above/$number" || fail "cannot write to $above"
  stand_for "$pb_entity_kind" "$pb_entity" "$number"
}

write_instance() {
  local folder=$1 key
  write_file "$folder/run" "$pb_run"
  write_file "$folder/state" initial
  for key in ${pb_properties[@]+"${!pb_properties[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/properties/$pb_escaped" "${pb_properties[$key]}"
  done
  for key in ${pb_attributes[@]+"${!pb_attributes[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/attributes/$pb_escaped" "${pb_attributes[$key]}"
  done
  if (($# == 3)); then
    find_end "$2"
    write_file "$folder/source" "$2/$pb_found"
    find_end "$3"
    write_file "$folder/target" "$3/$pb_found"
  fi
}

# find_end NODE: sets pb_found. What a relationship needs may come after it: "hosted on" is there before the node
# that is hosted. Such an end gets the next number, since a run makes one instance of a node and runs take turns.
find_end() {
  if ! find_instance node "$1"; then
    newest_instance node "$1"
    pb_found=$((pb_newest + 1))
  fi
}

remove_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "remove"
    return
  fi
  own_instance
  local above=${pb_folder%/*}
  # Renamed first: a half removed instance must not look like one.
  mv -T -- "$pb_folder" "$above/.gone" || fail "cannot remove $pb_folder"
  rm -rf -- "$above/.gone"
  rmdir -- "$above" 2>/dev/null || :
}

# Sets pb_folder: of the instance that the activity works on.
own_instance() {
  find_instance "$pb_entity_kind" "$pb_entity" || fail "$pb_entity_kind $pb_entity has no instance in this run"
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_found"
  [[ -d $pb_folder ]] || fail "$pb_entity_kind $pb_entity: its instance $pb_found is gone"
}

set_state() {
  if [[ -n $pb_shown ]]; then
    show_line "state    $pb_entity is $1"
    return
  fi
  own_instance
  write_file "$pb_folder/state" "$1"
}
