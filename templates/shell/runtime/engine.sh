# --- for engines that keep the order themselves -----------------------------------------------------------------------
#
# `begin` opens a run and says its number; then `step` in any order that the engine sees fit, as many at a time as it likes;
# then `finish`, or `undo` and `abandon`. Each is a process of its own: what is done stands in the journal.

pb_meant_run='' pb_meant_instance='' pb_arguments_file='' pb_ticket=''
pb_is_patient='' # waits for who has the lock
pb_usual_retries=''

# Engines may deliver `begin` twice: with the ticket of the last run it opens none (see open_run), and says that one's number. The second
# one waits until the first one is done.
command_begin() {
  pb_is_patient=$pb_ticket
  open_run
  printf '%s\n' "$pb_run"
}

# Beside others: only the locks of steps keep them apart.
enter_run() {
  need_state
  take_lock shared
  reopen_run
  need_meant_run
}

# has_ticket TICKET: the run in pb_run_folder was begun with it.
has_ticket() { [[ -n $1 ]] && read_file "$pb_run_folder/ticket" && [[ $pb_content == "$1" ]]; }

# A run has two names: an engine that never got the number still knows the ticket.
need_meant_run() {
  [[ -z $pb_meant_run || $pb_run == "$pb_meant_run" ]] || has_ticket "$pb_meant_run" ||
    die 3 "run $pb_meant_run is over; run $pb_run is open"
}

# close_once STATE: takes the lock of the run that is meant. False if it came to this state already: engines repeat a call whose answer
# was lost, also while the first one is still at work.
close_once() {
  local name
  need_state
  pb_is_patient=$pb_meant_run
  take_lock
  [[ -n $pb_meant_run ]] && find_last_run || return 0
  [[ $pb_run == "$pb_meant_run" ]] || has_ticket "$pb_meant_run" || return 0
  read_run_state
  read -r name <"$pb_run_folder/plan"
  [[ $pb_run_state != "$1" || $name != "$pb_name" ]]
}

# need_steps ID...: sets pb_steps.
need_steps() {
  local id
  pb_steps=()
  for id; do
    [[ -n ${pb_step_index[:$id]-} ]] || die 2 "this plan has no step '$id' (--list shows them)"
    pb_steps+=("${pb_step_index[:$id]}")
  done
}

# need_activity ID: sets pb_activity, and describes it as to a worker.
need_activity() {
  [[ -n ${pb_activity_index[:$1]-} ]] || die 2 "this plan has no activity '$1' (--list shows them)"
  enter_activity "${pb_activity_index[:$1]}"
}

enter_activity() {
  work_on "$1" "${pb_kinds[$1]}" "${pb_entities[$1]}" "${pb_indexes[$1]-}" "${pb_loops[$1]-}" "${pb_with[$1]-}"
  pb_on_failure=${pb_on_failures[$1]-} pb_condition=${pb_conditions[$1]-} pb_model=${pb_models[$1]-}
  pb_usual_retries=${pb_usual_retries:-$pb_retries}
  pb_retries=${pb_own_retries[$1]-$pb_usual_retries}
}

# lock_step STEP INSTANCE: engines may deliver a task twice; the second one waits, and finds it done. The file tells which
# process runs it.
lock_step() {
  [[ -z $pb_step_lock ]] || exec {pb_step_lock}>&-
  exec {pb_step_lock}<>"$pb_run_folder/locks/${pb_stems[$1]}${2:+.$2}" || cannot_write "$pb_run_folder/locks"
  flock "$pb_step_lock"
  read_run_state
  read_journal
}

# --- step ---------------------------------------------------------------------------------------------------------------

command_step() {
  local step
  need_steps "$@"
  enter_run
  read_arguments_file
  choose_progress
  for step in "${pb_steps[@]}"; do
    activity_of "$step"
    enter_activity "$pb_activity"
    run_alone "$step"
  done
  pb_show_secrets=1 # to who runs the plan, and must know
  if [[ -n $pb_as_json ]]; then answer_step "$step" "$pb_meant_instance"; fi
}

read_arguments_file() {
  local name value
  [[ -n $pb_arguments_file ]] || return 0
  ((${#pb_steps[@]} == 1)) || die 2 "--arguments goes with one step"
  [[ -r $pb_arguments_file ]] || die 2 "cannot read the file '$pb_arguments_file'"
  while IFS= read -r -d '' name && IFS= read -r -d '' value; do
    pb_replacement[:$name]=$value pb_replaces=1
  done <"$pb_arguments_file"
}

# run_alone STEP: of an activity that loops, for the instance that is meant, or for each.
run_alone() {
  local numbers position
  if [[ -z $pb_loop ]]; then
    run_for "$1" ''
  elif [[ -n $pb_meant_instance ]]; then
    run_for "$1" "$pb_meant_instance"
  else
    list_rounds "$pb_entity_kind" "$pb_entity" "$pb_loop" "$pb_loop_with"
    numbers=(${pb_numbers[@]+"${pb_numbers[@]}"})
    for ((position = ${#numbers[@]} - 1; position >= 0; position--)); do run_for "$1" "${numbers[position]}"; done
  fi
}

# run_for STEP INSTANCE
run_for() {
  lock_step "$@"
  is_recorded "${pb_stems[$1]}" "${2:--}" && return
  [[ $pb_run_state != undoing ]] || die 3 "run $pb_run is being taken back"
  ! is_handled "$pb_activity" || die 3 "${pb_activities[$pb_activity]} failed, and run $pb_run went on from there"
  in_activity "$2" run_first_or_later "$1" && return
  read_clock
  log_json failed "$1" "${2:--}" "$pb_now" 1
  fail_command "$1" "${2:--}"
}

# in_activity INSTANCE FUNCTION ARGUMENT...: as a worker would run it. False when it failed.
in_activity() {
  (
    printf '%s\n' "$BASHPID" >&"$pb_step_lock" || cannot_write "$pb_run_folder/locks"
    watch_for_signals
    if [[ -n $1 ]]; then enter_round "$1"; fi
    shift
    "$@" && settle_activity
  )
}

# The condition is asked before the first step; what is skipped is skipped as a whole.
run_first_or_later() {
  if (($1 == pb_first[$pb_activity])) && ! holds_or_skip; then return; fi
  pb_condition=''
  read_clock
  log_json start "$1" "${pb_loop_instance:--}" "$pb_now"
  to_do "$1" "step_${pb_stems[$1]}" "${pb_stems[$1]}" ''
  run_round
  log_json 'done' "$1" "${pb_loop_instance:--}" "$pb_now"
}

holds_or_skip() {
  local step
  [[ -n $pb_condition ]] || return 0
  for ((step = pb_first[$pb_activity]; step < pb_first[$((pb_activity + 1))]; step++)); do
    to_do "$step" "step_${pb_stems[$step]}" "${pb_stems[$step]}" ''
  done
  pb_instance=${pb_loop_instance:--}
  if holds; then
    pb_todo=()
    return
  fi
  skip_round
  return 1
}

# fail_command STEP INSTANCE
fail_command() {
  pb_failed=("$1 $2")
  show_failures
  exit 1
}

# --- what engines ask ----------------------------------------------------------------------------------------------------

# The instances that an activity which loops goes over, newest first.
command_instances() {
  local position
  enter_run
  need_activity "$1"
  list_rounds "$pb_entity_kind" "$pb_entity" "$pb_loop" "$pb_loop_with"
  for ((position = ${#pb_numbers[@]} - 1; position >= 0; position--)); do
    if [[ -n ${pb_numbers[position]} ]]; then printf '%s\n' "${pb_numbers[position]}"; fi
  done
}

# Whether the condition of the activity holds. If not, its steps are skipped with that.
command_condition() {
  local first
  enter_run
  need_activity "$1"
  first=${pb_first[$pb_activity]}
  if [[ -z $pb_condition ]]; then
    printf 'true\n'
    return
  fi
  lock_step "$first" "$pb_meant_instance"
  if is_recorded "${pb_stems[$first]}" "${pb_meant_instance:--}"; then
    if stands "${pb_stems[$first]}" "${pb_meant_instance:--}"; then printf 'true\n'; else printf 'false\n'; fi
    return
  fi
  in_activity "$pb_meant_instance" answer_condition || fail_command "$first" "${pb_meant_instance:--}"
}

answer_condition() { if holds_or_skip; then printf 'true\n'; else printf 'false\n'; fi; }

# stands STEM INSTANCE: it was done, neither skipped nor undone.
stands() {
  local key
  for key in ${pb_order[@]+"${pb_order[@]}"}; do if [[ $key == "$1 $2" ]]; then return 0; fi; done
  return 1
}

# --- when something failed -------------------------------------------------------------------------------------------------

# The engine gave the activity up: what still runs of it is stopped, and what the model asks for then is done, once. If the plan goes on
# from there, no step of it begins any more.
command_failed() {
  local step first
  enter_run
  need_activity "$1"
  first=${pb_first[$pb_activity]}
  ((first < pb_first[$((pb_activity + 1))])) || return 0
  if [[ -n ${pb_branches[$pb_activity]-} ]]; then
    lock_step "$first" failed
    is_handled "$pb_activity" || record_handled "$pb_activity"
  fi
  for ((step = first; step < pb_first[$((pb_activity + 1))]; step++)); do stop_step "$step"; done
  [[ -n $pb_on_failure ]] || return 0
  lock_step "$first" failed
  is_failure_handled && return
  journal on-failure "${pb_stems[$first]}"
  in_activity "$pb_meant_instance" handle_failure
}

# stop_step STEP: whichever instance it is for.
stop_step() {
  local lock process
  for lock in "$pb_run_folder/locks/${pb_stems[$1]}" "$pb_run_folder/locks/${pb_stems[$1]}".[0-9]*; do
    [[ -s $lock ]] || continue
    flock -n -- "$lock" true && continue
    read -r process <"$lock"
    kill -TERM "$process" 2>/dev/null
    flock -- "$lock" true
  done
}

handle_failure() {
  pb_log=$pb_run_folder/logs/${pb_stems[${pb_first[$pb_activity]}]}.log pb_lenient=1
  "$pb_on_failure"
}

# A step that fails handles it itself (see fail), unless it was stopped.
is_failure_handled() {
  local word stem status rest step
  local -A own=()
  for ((step = pb_first[$pb_activity]; step < pb_first[$((pb_activity + 1))]; step++)); do own[${pb_stems[$step]}]=1; done
  while IFS=$'\t' read -r word stem rest; do
    [[ -n $stem && -n ${own[$stem]-} ]] || continue
    status=${rest##*$'\t'}
    if [[ $word == on-failure || ($word == failed && $status == 1) ]]; then return 0; fi
  done <"$pb_run_folder/journal"
  return 1
}

# The inverse of each of these steps, in this order. One that still runs is waited for; one that was not done, or is undone,
# or has no inverse, is nothing to do. From then on no further step is begun.
command_undo() {
  local step
  need_steps "$@"
  enter_run
  [[ $pb_run_state == undoing ]] || journal undoing
  for step in "${pb_steps[@]}"; do
    [[ -n ${pb_undo[$step]-} ]] || continue
    lock_step "$step" ''
    stands "${pb_stems[$step]}" - || continue
    activity_of "$step"
    enter_activity "$pb_activity"
    in_activity '' undo_alone "$step" || fail_command "$step" -
  done
}

undo_alone() {
  pb_undoes=undone pb_condition=''
  to_do "$1" "${pb_undo[$1]}" "${pb_stems[$1]}" ''
  run_round
}

# --- finish ------------------------------------------------------------------------------------------------------------------

command_finish() {
  if ! close_once finished; then
    tell_outputs
    return
  fi
  reopen_run
  need_meant_run
  judge_run
  [[ -z $pb_unfinished ]] || die 3 "run $pb_run cannot be finished: ${pb_activities[$pb_unfinished]} is not done"
  tell_branches
  finish_run
  end_run
  pb_show_secrets=1 # to who runs the plan, and must know
  if [[ -n $pb_as_json ]]; then answer_outputs; else show_outputs "$pb_run_folder"; fi
  leave_vault
  tell_initial_numbers
}
