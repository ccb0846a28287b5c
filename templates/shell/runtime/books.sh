# --- steps that keep the books: record and set-state -------------------------------------------------------------

declare -A pb_properties=() pb_attributes=()
pb_model='' # the version of the entity that the activity works on
pb_looks='' # set while an instance is made of what may be there without having been made by us

# The value that was just built becomes a property or attribute of the instance to come.
property() {
  take_value
  pb_properties[:$1]=$pb_taken
  if [[ ${2-} == secret ]]; then mark_secret "$1"; fi
}

attribute() {
  take_value
  pb_attributes[:$1]=$pb_taken
  if [[ ${2-} == secret ]]; then mark_secret "$1"; fi
}

# create_instance [SOURCE TARGET [SOURCE-INDEX TARGET-INDEX COUNT]]: a relationship joins the instances of its ends in this
# run; where those are there several times, it leads to COUNT of the target, from TARGET-INDEX on. - is no index.
create_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "create"
    forget_step
    return
  fi
  if [[ -n $pb_partial ]] && adopt_instance "$@"; then
    forget_step
    return
  fi
  number_in_run "$pb_entity_kind" "$pb_entity" "$pb_index"
  pb_own='' pb_own_number=$pb_number
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_own_number"
  # A run makes one instance of a representation: if this one did before it was killed, that one is it.
  if [[ ! -s $pb_folder/run ]]; then write_instance "$pb_folder" "$@"; fi
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_own_number"
  pb_own=$pb_folder
  stand_for "$pb_entity_kind" "$pb_entity" "$pb_own_number" "$pb_index"
  forget_step
}

# adopt_instance [SOURCE TARGET [SOURCE-INDEX TARGET-INDEX COUNT]]: a part of the plan does not make again what is there: the
# instance that the run was begun with, and a relationship between the same ends.
adopt_instance() {
  local number
  escape_name "$pb_entity"
  if read_context "$pb_run_folder/context/${pb_entity_kind}s/$pb_escaped" "$pb_index"; then
    number=$pb_content
  elif (($# > 1)) && find_joint "$@"; then
    number=$pb_found
  else
    return 1
  fi
  instance_folder "$pb_entity_kind" "$pb_entity" "$number"
  [[ -s $pb_folder/run ]] || return 1
  pb_own=$pb_folder pb_own_number=$number
  stand_for "$pb_entity_kind" "$pb_entity" "$number" "$pb_index"
}

# find_joint SOURCE TARGET [SOURCE-INDEX TARGET-INDEX COUNT]: sets pb_found, the instance between these ends.
find_joint() {
  local number source
  find_end "$1" "${3--}"
  source=$1/$pb_found
  list_ends "$2" "${4--}" "${5-1}"
  list_instances "$pb_entity_kind" "$pb_entity"
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    instance_folder "$pb_entity_kind" "$pb_entity" "$number"
    if read_file "$pb_folder/source" && [[ $pb_content == "$source" ]] &&
      read_file "$pb_folder/target" && [[ $pb_content == "$pb_lines" ]]; then
      pb_found=$number
      return
    fi
  done
  return 1
}

# The file `run` comes last: with it the instance is there, all at once.
write_instance() {
  local folder=$1 key
  [[ -d $folder ]] || mkdir -p -- "$folder" || cannot_write "$folder"
  clear_folder "$folder"
  if [[ -n $pb_index ]] || ((pb_own_number > 1)); then # others may be there
    if own_index; then write_file "$folder/index" "$pb_content"; fi
  fi
  if [[ -n $pb_model ]]; then write_file "$folder/model" "$pb_model"; fi
  for key in ${pb_properties[@]+"${!pb_properties[@]}"}; do
    value_file property "${key#:}"
    store "$folder/$pb_file" "${pb_properties[$key]}" "${pb_secret[$key]-}"
    note_reach "$folder" "${key#:}"
  done
  for key in ${pb_attributes[@]+"${!pb_attributes[@]}"}; do
    value_file attribute "${key#:}"
    store "$folder/$pb_file" "${pb_attributes[$key]}" "${pb_secret[$key]-}"
    note_reach "$folder" "${key#:}"
  done
  if (($# > 1)); then
    find_end "$2" "${4--}"
    write_file "$folder/source" "$2/$pb_found"
    list_ends "$3" "${5--}" "${6-1}"
    write_file "$folder/target" "$pb_lines"
  fi
  if [[ -n $pb_looks ]]; then write_file "$folder/found" "$pb_run"; fi
  write_file "$folder/run" "$pb_run"
}

# clear_folder FOLDER: of what an instance left that is gone. A run may be killed before it swept that away.
clear_folder() {
  local left=("$1"/*)
  [[ -e ${left[0]} ]] || return 0
  rm -rf -- "${left[@]}" "$pb_state/secrets/${1#"$pb_state/"}" || cannot_write "$1"
}

# list_ends NODE INDEX COUNT: sets pb_lines, one for each instance that a relationship leads to.
list_ends() {
  local step last=''
  pb_lines=''
  for ((step = 0; step < $3; step++)); do
    if [[ $2 == - ]]; then find_end "$1" -; else find_end "$1" "$(($2 + step))"; fi
    [[ $pb_found == "$last" ]] || pb_lines+=${pb_lines:+$'\n'}$1/$pb_found
    last=$pb_found
  done
}

# find_end NODE INDEX: sets pb_found; - is no index. What a relationship needs may come after it: "hosted on" is there
# before the node that is hosted. Such an end has the number that it is going to get.
find_end() {
  local index=${2#-}
  if ! find_instance "node${index:+:$index}" "$1"; then
    number_in_run node "$1" "$index"
    pb_found=$pb_number
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
  if [[ -s $pb_folder/run ]]; then empty_file "$pb_folder/run"; fi
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
  printf '%s' "$1" >"$pb_own/state" || cannot_write "$pb_own/state" # a step that is not done sets it again
}

# set_status WORD: the local status of the instance that the activity works on.
set_status() {
  if [[ -n $pb_shown ]]; then
    show_line "status   $pb_entity is $1"
    return
  fi
  [[ -n $pb_own ]] || own_instance
  write_file "$pb_own/status" "$1"
}

# set_attribute NAME [secret]: the value that was just built, of the instance that the activity works on, if there is one.
set_attribute() {
  take_value
  if [[ -n $pb_shown ]]; then
    if [[ ${2-} == secret ]]; then pb_taken='***'; fi
    show_line "set      $1 of $pb_entity is $pb_taken"
    return
  fi
  find_instance "$pb_entity_kind" "$pb_entity" || return 0
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_found"
  [[ -s $pb_folder/run ]] || return 0
  write_attribute "$1" "$pb_taken" "${2-}"
}

# write_attribute NAME VALUE [secret]: of the instance in pb_folder. The state is one of them.
write_attribute() {
  if [[ $1 == state ]]; then
    write_file "$pb_folder/state" "$2"
  else
    value_file attribute "$1"
    store "$pb_folder/$pb_file" "$2" "${3-}"
    note_reach "$pb_folder" "$1"
  fi
}

# emit_event NAME: what happened is told to the outside, by a line in a file of the run and in its log.
emit_event() {
  if [[ -n $pb_shown ]]; then
    show_line "emit     $1"
    return
  fi
  escape_line "$1"
  printf '%s\n' "$pb_escaped" >>"$pb_run_folder/events" || cannot_write "$pb_run_folder/events"
}
