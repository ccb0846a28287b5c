# --- activities and their order ----------------------------------------------------------------------------------

pb_activities=() pb_kinds=() pb_entities=() pb_loops=() pb_with=() pb_indexes=() pb_waiting_for=() pb_followers=() pb_before=() pb_first=()
pb_step_ids=() pb_step_functions=()
declare -A pb_activity_index=() pb_step_index=()

# activity ID KIND ENTITY [index I] [each [with NODE]] [after ID...]: `index` says which representation of the entity it
# works on; `each` runs its steps once per instance, newest first; `with` leaves out those that were not made together
# with the chosen instance of that node.
activity() {
  local index=${#pb_activities[@]} before
  pb_activities+=("$1")
  pb_kinds+=("$2")
  pb_entities+=("$3")
  pb_activity_index[:$1]=$index
  pb_first+=("${#pb_step_ids[@]}")
  pb_loops[index]='' pb_with[index]='' pb_indexes[index]=''
  pb_waiting_for[index]=0
  pb_followers[index]=''
  pb_before[index]=''
  shift 3
  if [[ ${1-} == index ]]; then
    pb_indexes[index]=$2
    shift 2
  fi
  if [[ ${1-} == each ]]; then
    pb_loops[index]=1
    shift
    if [[ ${1-} == with ]]; then
      pb_with[index]=$2
      shift 2
    fi
  fi
  for before in "${@:2}"; do
    before=${pb_activity_index[:$before]}
    pb_followers[before]+=" $index"
    pb_before[index]+=" $before"
    pb_waiting_for[index]=$((pb_waiting_for[index] + 1))
  done
}

# step ID FUNCTION [delegated]: of the activity above.
step() {
  if [[ ${3-} == delegated ]]; then pb_delegated+=("$1"); fi
  pb_step_index[:$1]=${#pb_step_ids[@]}
  pb_step_ids+=("$1")
  pb_step_functions+=("$2")
}

load_plan() {
  plan_about
  plan_inputs
  plan_activities
  pb_first+=("${#pb_step_ids[@]}")
}

# --- one activity, in a process of its own -----------------------------------------------------------------------

pb_activity='' pb_entity='' pb_entity_kind='' pb_index='' pb_loop_instance='' pb_loop_run='' pb_log='' pb_stem='' pb_child='' pb_step=''
pb_lenient='' # set while outputs are evaluated: a value that is missing does not end everything

# The step that is running cannot be done. Its log has the reason.
fail() {
  pb_broken=$*
  [[ -z $pb_lenient ]] || return 0
  printf 'planbuilder: %s\n' "$*" >>"$pb_log"
  exit 1
}

# Asked to stop: so is the program that runs, with all that it started.
stop_activity() {
  local tries
  trap '' TERM
  if [[ -n $pb_child ]]; then
    kill -TERM -- "-$pb_child" 2>/dev/null
    for ((tries = 0; tries < 8; tries++)); do
      kill -0 -- "-$pb_child" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$pb_child" 2>/dev/null
  fi
  exit 143
}

tell() { if [[ -n $pb_events ]]; then printf '%s\n' "$*" >&"$pb_events"; fi; }

end_activity() {
  local status=$?
  if ((status != 0)) && [[ -n $pb_step ]]; then
    journal failed "${pb_step_ids[pb_step]}" "${pb_loop_instance:--}" "$status"
    tell failed "$pb_step" "${pb_loop_instance:--}"
  fi
  tell activity "$pb_activity" "$status"
}

run_activity() {
  pb_activity=$1
  trap stop_activity TERM
  trap end_activity EXIT
  trap - INT
  run_steps "${pb_first[$1]}" "${pb_first[$1 + 1]}"
  exit 0
}

# run_steps FIRST END: steps of pb_activity.
run_steps() {
  pb_entity=${pb_entities[pb_activity]} pb_entity_kind=${pb_kinds[pb_activity]} pb_index=${pb_indexes[pb_activity]}
  if [[ -z ${pb_loops[pb_activity]} ]]; then
    run_range "$1" "$2"
    return
  fi
  local position
  list_rounds "$pb_activity"
  local numbers=("${pb_numbers[@]-}")
  for ((position = ${#pb_numbers[@]} - 1; position >= 0; position--)); do
    pb_loop_instance=${numbers[position]}
    instance_folder "$pb_entity_kind" "$pb_entity" "$pb_loop_instance"
    read_file "$pb_folder/run" || :
    pb_loop_run=$pb_content
    pb_index=''
    if read_file "$pb_folder/index"; then pb_index=$pb_content; fi
    run_range "$1" "$2"
  done
  pb_loop_instance='' pb_loop_run=''
}

run_range() {
  local index
  for ((index = $1; index < $2; index++)); do
    is_recorded "$index" || run_step "$index"
  done
}

forget_step() {
  pb_value='' pb_outer=() pb_environment=() pb_mapped=() pb_timeout='' pb_properties=() pb_attributes=() pb_secret=()
}

run_step() {
  local began
  pb_step=$1
  pb_stem=${pb_step_functions[$1]#step_}${pb_loop_instance:+.$pb_loop_instance}
  pb_log=$pb_run_folder/logs/$pb_stem.log
  read_clock
  began=$pb_now
  forget_step
  "${pb_step_functions[$1]}"
  read_clock
  journal 'done' "${pb_step_ids[$1]}" "${pb_loop_instance:--}" "$((pb_now - began))"
  tell 'done' "$1" "${pb_loop_instance:--}" "$((pb_now - began))"
  pb_step=''
}
