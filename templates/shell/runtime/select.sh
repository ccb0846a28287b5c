# --- steps that select an instance -------------------------------------------------------------------------------

# select_instance FirstInstance | LastInstance | WorkloadBased | RoundRobin | UserProvided INPUT
select_instance() {
  if [[ -n $pb_shown ]]; then
    show_line "select   $pb_entity_kind $pb_entity: $*"
    return
  fi
  list_instances "$pb_entity_kind" "$pb_entity"
  ((${#pb_numbers[@]} > 0)) || fail "there is no instance of $pb_entity_kind $pb_entity to select"
  if [[ -n $pb_has_given ]] && read_given "$pb_entity_kind" "$pb_entity"; then
    choose_instance "$pb_content"
    return
  fi
  case $1 in
    FirstInstance) choose_instance "${pb_numbers[0]}" ;;
    LastInstance) choose_instance "${pb_numbers[${#pb_numbers[@]} - 1]}" ;;
    WorkloadBased) select_least_used ;;
    RoundRobin) select_next ;;
    UserProvided) select_given "$2" ;;
    *) fail "the selection strategy '$1' of $pb_entity is not known here" ;;
  esac
}

# choose_instance NUMBER: it is meant from now on; the run that made it tells what was made with it, also when it is gone. If that
# run made several, those with its index are meant.
choose_instance() {
  local run
  stand_for "$pb_entity_kind" "$pb_entity" "$1"
  instance_folder "$pb_entity_kind" "$pb_entity" "$1"
  read_file "$pb_folder/run" || return 0
  run=$pb_content
  escape_name "$pb_entity"
  write_file "$pb_run_folder/chosen/$pb_escaped" "$run"
  [[ -f $pb_state/runs/$run/context/nodes/$pb_escaped%first ]] || return 0
  if read_file "$pb_folder/index"; then write_file "$pb_run_folder/chosen/$pb_escaped%index" "$pb_content"; fi
}

# The instance that the fewest relationship instances lead to; of equal ones the oldest.
select_least_used() {
  local number file end least='' fewest=0
  local -A uses=()
  for file in "$pb_state"/instances/relationships/*/*/target; do
    [[ -f $file && -s ${file%target}run ]] || continue
    while IFS= read -r end || [[ -n $end ]]; do uses[:$end]=$((${uses[:$end]-0} + 1)); done <"$file"
  done
  for number in "${pb_numbers[@]}"; do
    [[ -z $least ]] || ((${uses[:$pb_entity/$number]-0} < fewest)) || continue
    least=$number fewest=${uses[:$pb_entity/$number]-0}
  done
  choose_instance "$least"
}

# The instance after the one that was chosen so the last time; after the newest comes the oldest.
select_next() {
  local number next=${pb_numbers[0]} last=-1
  escape_name "$pb_entity"
  mkdir -p -- "$pb_state/turns" || cannot_write "$pb_state/turns"
  local turn=$pb_state/turns/$pb_escaped
  if read_number "$turn"; then last=$pb_content; fi
  for number in "${pb_numbers[@]}"; do
    ((number > last)) || continue
    next=$number
    break
  done
  choose_instance "$next"
  write_file "$turn" "$next" # last: what fails before is tried again
}

select_given() {
  local wanted number
  read_input "$1"
  wanted=${pb_content#"$pb_entity/"}
  for number in "${pb_numbers[@]}"; do
    [[ $number == "$wanted" ]] || continue
    choose_instance "$number"
    return
  done
  fail "input $1: $pb_entity has no instance '$wanted' (there are: ${pb_numbers[*]})"
}

# select_through KIND ID: what belongs to the instance of that entity which was chosen before.
select_through() {
  if [[ -n $pb_shown ]]; then
    show_line "select   $pb_entity_kind $pb_entity: the one of $1 $2"
    return
  fi
  find_instance "$1" "$2" || fail "$1 $2 has no instance in this run to go on from"
  local from=$pb_found
  if [[ $pb_entity_kind == relationship ]]; then
    select_leaving "$2/$from"
  else
    instance_folder "$1" "$2" "$from"
    select_end "$pb_folder"
  fi
}

# The first instance of the relationship that leaves this node instance.
select_leaving() {
  local number
  list_instances relationship "$pb_entity"
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    instance_folder relationship "$pb_entity" "$number"
    read_file "$pb_folder/source" || continue
    [[ $pb_content == "$1" ]] || continue
    stand_for relationship "$pb_entity" "$number"
    return
  done
  fail "no instance of relationship $pb_entity leaves $1"
}

# The end of a relationship instance that is an instance of the activity's node.
select_end() {
  local end
  for end in target source; do
    read_file "$1/$end" || continue
    pb_content=${pb_content%%$'\n'*} # the first, where it leads to several
    [[ ${pb_content%/*} == "$pb_entity" ]] || continue
    stand_for node "$pb_entity" "${pb_content##*/}"
    return
  done
  fail "no end of ${1#"$pb_state/"} is an instance of node $pb_entity"
}
