# --- workers: processes that run activities, one after the other -------------------------------------------------
#
# Forking takes the longer the larger a process is, and a plan of thousands of steps is large. So steps run in workers:
# small, since they know this runtime only. For each activity the scheduler writes a file with the functions of its
# steps, then sends a line; the worker sources the file, and tells what it does through a pipe that all workers share.

pb_activity='' pb_entity='' pb_entity_kind='' pb_index='' pb_loop='' pb_loop_with='' pb_loop_instance='' pb_loop_run=''
pb_log='' pb_stem='' pb_instance=- pb_child='' pb_step='' pb_began=0
pb_invoked='' pb_untold=0
pb_ran='' pb_last_step='' # the former is set when the step started a program
pb_todo=() # STEP FUNCTION STEM DONE-FOR, four by four
pb_own='' pb_own_number='' # the folder and the number of the instance that the activity works on, once they are known
pb_on_failure='' pb_condition='' # functions of the plan
pb_worker='' pb_scheduler='' pb_events='' pb_telling='' pb_undoes=''
pb_lenient='' # set while outputs are evaluated: a value that is missing does not end everything
pb_partial='' # set when only a part of the plan runs
pb_retries=0 pb_default_timeout=''
pb_as_json='' # set when somebody wants to know what a step gave

# The step that is running cannot be done. Its log has the reason.
fail() {
  pb_broken=$*
  [[ -z $pb_lenient ]] || return 0
  hide_secrets "$*"
  log_line "planbuilder: $pb_hidden"
  if [[ -n $pb_on_failure && -z $pb_undoes ]]; then
    pb_lenient=1 pb_value='' pb_outer=() # whatever else is wrong now
    "$pb_on_failure"
  fi
  exit 1
}

# log_line TEXT: in the log of the step, or else for all to see.
log_line() {
  escape_controls "$1"
  { printf '%s\n' "$pb_escaped" >>"$pb_log"; } 2>/dev/null || say "$1"
}

# tell WORD NUMBER...: one record of fixed length, which bash reads at once; a line it would read byte by byte.
readonly pb_record=72
tell() { if [[ -n $pb_events ]]; then printf "%-${pb_record}s" "$*" >&"$pb_events"; fi; }

# Asked to stop: so is the program that runs, with all that it started.
stop_work() {
  local tries
  trap '' TERM INT HUP
  if [[ -n $pb_child ]]; then
    if [[ -n $pb_parcel ]]; then stop_elsewhere & fi
    kill -TERM -- "-$pb_child" 2>/dev/null
    for ((tries = 0; tries < 6; tries++)); do
      kill -0 -- "-$pb_child" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$pb_child" 2>/dev/null
  fi
  exit 143
}

# A worker ends with the step that failed in it.
end_work() {
  local status=$?
  leave_elsewhere "$status"
  if ((status != 0)) && [[ -n $pb_step ]]; then
    read_clock
    try_to_settle
    append_record "${pb_undoes:+undo-}failed"$'\t'"$pb_stem"$'\t'"$pb_instance"$'\t'"$pb_began"$'\t'"$pb_now"$'\t'"$status"
    tell failed "$pb_step" "$pb_instance" "$pb_began" "$pb_now" "$status"
    tell end "$pb_worker" "$status" "$pb_untold"
  fi
}

watch_for_signals() {
  trap stop_work TERM INT HUP
  trap end_work EXIT
}

# What a worker is started with: SETTINGS NUMBER. Here and in what it calls for every step, variables are rather global
# than local: each function with locals makes bash look for variables in one more place.
work() {
  # shellcheck source=/dev/null
  source "$1" || exit 2
  pb_worker=$2
  open_journal
  watch_for_signals
  while read -r pb_order_number; do
    pb_order_read=''
    # shellcheck source=/dev/null
    source "$pb_run_folder/scratch/work.$pb_worker"
    [[ $pb_order_read == "$pb_order_number" ]] || die 1 "$pb_run_folder/scratch/work.$pb_worker is not as it was written"
    run_todo
    settle_activity
    unset -f ${pb_defined[@]+"${pb_defined[@]}"}
    printf "%-${pb_record}s" "end $pb_worker 0 $pb_untold" >&"$pb_events"
    pb_untold=0
  done
}

# If that fails, so does the last step.
settle_activity() {
  pb_step=$pb_last_step
  settle
  pb_step=''
}

# In the file of a worker: work_on ACTIVITY KIND ENTITY INDEX LOOPS WITH, then its steps.
work_on() {
  pb_activity=$1 pb_entity_kind=$2 pb_entity=$3 pb_index=$4 pb_loop=$5 pb_loop_with=$6
  pb_todo=() pb_defined=() pb_own='' pb_on_failure='' pb_condition='' pb_model=''
}

# to_do STEP FUNCTION STEM DONE-FOR
to_do() {
  pb_todo+=("$@")
  if [[ $2 == step_* || $2 == undo_* ]]; then pb_defined+=("$2"); fi
}

run_todo() { if [[ -z $pb_loop ]]; then run_round; else run_rounds; fi; }

# Once per instance, the newest first.
run_rounds() {
  local position
  list_rounds "$pb_entity_kind" "$pb_entity" "$pb_loop" "$pb_loop_with"
  local numbers=("${pb_numbers[@]-}")
  for ((position = ${#pb_numbers[@]} - 1; position >= 0; position--)); do
    enter_round "${numbers[position]}"
    run_round
  done
  pb_loop_instance='' pb_loop_run=''
}

# enter_round INSTANCE: what follows is done for it, among what surrounded it when it was made.
enter_round() {
  pb_loop_instance=$1 pb_own=''
  instance_folder "$pb_entity_kind" "$pb_entity" "$1"
  read_file "$pb_folder/run" || :
  pb_loop_run=${pb_content:-$pb_run} pb_index='' # one that is yet to be made is made by this run
  if read_file "$pb_folder/index"; then pb_index=$pb_content; fi
}

# The steps, for one instance or the only one.
run_round() {
  pb_instance=${pb_loop_instance:--}
  for ((pb_next = 0; pb_next < ${#pb_todo[@]}; pb_next += 4)); do
    if [[ ${pb_todo[pb_next + 3]} == *" $pb_instance "* ]]; then continue; fi
    if [[ -n $pb_condition ]] && ((pb_next == 0)) && ! holds; then
      skip_round
      return
    fi
    run_step "${pb_todo[@]:pb_next:3}"
  done
}

# The condition of the activity, asked before its first step. What cannot be read makes it fail.
holds() {
  pb_step=${pb_todo[0]} pb_stem=${pb_todo[2]} pb_log=$pb_run_folder/logs/${pb_todo[2]}.log
  read_clock
  pb_began=$pb_now pb_value='' pb_outer=()
  "$pb_condition" || return 1
  pb_step=''
}

# What is skipped counts as done.
skip_round() {
  pb_step=''
  for ((pb_next = 0; pb_next < ${#pb_todo[@]}; pb_next += 4)); do
    pb_ran='' pb_last_step=${pb_todo[pb_next]}
    record_step "skipped"$'\t'"${pb_todo[pb_next + 2]}"$'\t'"$pb_instance"$'\t'"$pb_began"$'\t'"$pb_began"
    pb_untold=$((pb_untold + 1))
  done
}

# What values and options of an operation were collected; the call that uses them forgets them.
forget_step() {
  pb_environment=() pb_mapped=() pb_properties=() pb_attributes=() pb_secret=() pb_secret_outputs=() pb_dependencies=()
  pb_timeout='' pb_machine='' pb_runner='' pb_runner_inputs='' pb_tolerated=''
}

# run_step STEP FUNCTION STEM. Steps that only keep the books are told of with the next one, unless somebody wants to
# know all: they take no time, but telling does.
run_step() {
  pb_step=$1 pb_stem=$3 pb_log=$pb_run_folder/logs/$3${pb_loop_instance:+.$pb_loop_instance}.log
  pb_last_step=$1 pb_invoked=$pb_telling pb_ran='' pb_wrote=''
  read_clock
  pb_began=$pb_now
  if [[ -n $pb_telling ]]; then tell start "$1" "$pb_instance" "$pb_began"; fi
  "$2"
  read_clock
  record_step "${pb_undoes:-done}"$'\t'"$3"$'\t'"$pb_instance"$'\t'"$pb_began"$'\t'"$pb_now"
  pb_step=''
  if [[ -z $pb_invoked ]]; then
    pb_untold=$((pb_untold + 1))
  elif [[ -n $pb_events ]]; then
    printf "%-${pb_record}s" "done $1 $pb_instance $pb_began $pb_now $pb_untold" >&"$pb_events"
    pb_untold=0
  fi
}

# Run by itself, this file is a worker: it needs not know the rest.
if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  work "$@"
  exit
fi
