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

# find_instance KIND[:INDEX] ID: sets pb_found, the number of the instance that stands for the entity, or for that
# representation of it. While a step runs for one instance of many, what surrounds that instance is what surrounded it
# in the run that made it.
find_instance() {
  local kind=${1%%:*} which='' file
  pb_found=''
  if [[ $kind == service ]]; then
    pb_found=1
    return
  fi
  if [[ $1 == *:own || ($1 != *:* && $kind/$2 == "$pb_entity_kind/$pb_entity") ]]; then
    which=$pb_index
  elif [[ $1 == *:* ]]; then
    which=${1#*:}
  fi
  if [[ -n $pb_loop_instance && $kind/$2 == "$pb_entity_kind/$pb_entity" && $which == "$pb_index" ]]; then
    pb_found=$pb_loop_instance
    return
  fi
  escape_name "$2"
  file=context/${kind}s/$pb_escaped
  if [[ -n $pb_loop_run ]] && read_context "$pb_state/runs/$pb_loop_run/$file" "$which"; then
    pb_found=$pb_content
  elif read_context "$pb_run_folder/$file" "$which"; then
    pb_found=$pb_content
  elif [[ -n $pb_loop_run ]]; then
    find_only_instance "$kind" "$2"
  else
    return 1
  fi
}

# read_context FILE INDEX: an instance that was selected stands for all representations.
read_context() {
  [[ -n $2 ]] && read_file "$1%[$2]" && return
  read_file "$1"
}

# That run had no need of it; if there is one only, there is no doubt.
find_only_instance() {
  list_instances "$1" "$2"
  ((${#pb_numbers[@]} == 1)) || return 1
  pb_found=${pb_numbers[0]}
}

# stand_for KIND ID NUMBER [INDEX]: from now on, in this run, this instance is meant.
stand_for() {
  escape_name "$2"
  write_file "$pb_run_folder/context/${1}s/$pb_escaped${4:+%[$4]}" "$3"
}

# number_in_run KIND ID [INDEX]: sets pb_number, that of the instance which this run makes of the entity: behind those of
# earlier runs, and by the index, since the others may be made at the same time.
number_in_run() {
  local position above known
  escape_name "$2"
  above=$pb_state/instances/${1}s/$pb_escaped
  known=$pb_run_folder/context/${1}s/$pb_escaped%first
  # Another may be writing the same number there at this moment.
  if [[ -n ${3-} ]] && read_file "$known" && [[ -n $pb_content ]]; then
    pb_number=$((pb_content + $3))
    return
  fi
  list_instances "$1" "$2"
  pb_number=1
  for ((position = ${#pb_numbers[@]} - 1; position >= 0; position--)); do
    if read_file "$above/${pb_numbers[position]}/run" && [[ $pb_content == "$pb_run" ]]; then continue; fi
    pb_number=$((pb_numbers[position] + 1))
    break
  done
  if [[ -n ${3-} ]]; then write_file "$known" "$pb_number"; fi
  pb_number=$((pb_number + ${3:-0}))
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

# create_instance [SOURCE TARGET [SOURCE-INDEX TARGET-INDEX COUNT]]: a relationship joins the instances of its ends in this
# run; where those are there several times, it leads to COUNT of the target, from TARGET-INDEX on. - is no index.
create_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "create"
    return
  fi
  local above number draft
  number_in_run "$pb_entity_kind" "$pb_entity" "$pb_index"
  number=$pb_number
  escape_name "$pb_entity"
  above=$pb_state/instances/${pb_entity_kind}s/$pb_escaped
  # A run makes one instance of a representation: if this one did before it was killed, that one is it.
  if [[ -d $above/$number ]]; then
    stand_for "$pb_entity_kind" "$pb_entity" "$number" "$pb_index"
    return
  fi
  draft=$above/.new$pb_index
  if [[ -d $draft ]]; then rm -rf -- "$draft"; fi
  mkdir -p -- "$draft/properties" "$draft/attributes" "$draft/outputs" || fail "cannot write to $above"
  write_instance "$draft" "$@"
  mv -T -- "$draft" "$above/$number" || fail "cannot write to $above"
  stand_for "$pb_entity_kind" "$pb_entity" "$number" "$pb_index"
}

write_instance() {
  local folder=$1 key
  write_file "$folder/run" "$pb_run"
  write_file "$folder/state" initial
  if [[ -n $pb_index ]]; then write_file "$folder/index" "$pb_index"; fi
  for key in ${pb_properties[@]+"${!pb_properties[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/properties/$pb_escaped" "${pb_properties[$key]}"
  done
  for key in ${pb_attributes[@]+"${!pb_attributes[@]}"}; do
    escape_name "${key#:}"
    write_file "$folder/attributes/$pb_escaped" "${pb_attributes[$key]}"
  done
  (($# > 1)) || return 0
  find_end "$2" "${4--}"
  write_file "$folder/source" "$2/$pb_found"
  write_targets "$folder/target" "$3" "${5--}" "${6-1}"
}

# write_targets FILE NODE INDEX COUNT: a line for each instance that it leads to.
write_targets() {
  local lines='' step last=''
  for ((step = 0; step < $4; step++)); do
    if [[ $3 == - ]]; then find_end "$2" -; else find_end "$2" "$(($3 + step))"; fi
    [[ $pb_found == "$last" ]] || lines+=${lines:+$'\n'}$2/$pb_found
    last=$pb_found
  done
  write_file "$1" "$lines"
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
