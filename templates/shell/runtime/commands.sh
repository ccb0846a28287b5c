# --- commands ----------------------------------------------------------------------------------------------------

pb_script='' pb_undo_on_failure=''

# output NAME: the value that was just built is an output of the plan.
output() {
  take_value
  if [[ -n $pb_broken ]]; then
    say "planbuilder: the output '$1' has no value: $pb_broken"
    pb_broken=''
    return
  fi
  escape_name "$1"
  write_file "$pb_run_folder/outputs/$pb_escaped" "$pb_taken"
}

finish_run() {
  pb_lenient=1 pb_broken='' pb_entity='' pb_entity_kind='' pb_index='' pb_value=''
  if [[ -z $pb_partial ]]; then plan_outputs; fi
  journal finished "$pb_name"
}

# Whatever became of it: folders of what is gone and files that served steps are swept away.
end_run() {
  sweep_folders
  rm -rf -- "$pb_run_folder/scratch" "$pb_run_folder/locks"
  mkdir -- "$pb_run_folder/scratch" "$pb_run_folder/locks"
  release_lock
}

execute() {
  say "$pb_name: run $pb_run of $pb_service in $pb_state"
  choose_progress
  if [[ $pb_run_state == undoing ]]; then
    start_scheduling
    take_back
  fi
  if ! schedule; then
    clear_progress
    show_failures
    say ''
    say "$pb_name failed: $pb_done of $pb_total steps done, $((pb_total - pb_done)) not."
    if [[ -n $pb_undo_on_failure ]]; then take_back; fi
    end_run
    show_way_on
    exit 1
  fi
  clear_progress
  finish_run
  end_run
  read_clock
  seconds $((pb_now - pb_started))
  say "$pb_name finished: $(count_of "$pb_total" step steps) in $pb_seconds s"
  show_slowest
  show_outputs "$pb_run_folder"
}

command_run() {
  open_run
  execute
}

open_run() {
  settle_inputs
  need_machine_tools
  check_tools
  need_delegate
  [[ -d $pb_state ]] || refuse_by_kind # before there is anything to lock
  take_lock
  refuse_unfinished
  refuse_by_kind
  begin_run
}

command_resume() {
  need_delegate
  need_state
  take_lock
  reopen_run
  need_machine_tools
  check_tools
  wait_for_programs
  execute
}

command_abandon() {
  need_state
  take_lock
  find_last_run || die 3 "there is no run in $pb_state"
  read_run_state
  is_unfinished || die 3 "run $pb_run is $pb_run_state; there is nothing to abandon"
  open_journal
  mend_journal
  read_journal
  wait_for_programs abandoned
  journal abandoned "$pb_name"
  end_run
  say "Run $pb_run is abandoned; the instances it made are still there."
}

# Of the last finished run of this plan; others may have run since.
command_outputs() {
  local name
  find_last_run || die 3 "there is no run in $pb_state"
  for (( ; pb_run > 0; pb_run--)); do
    pb_run_folder=$pb_state/runs/$pb_run
    read_run_state
    read -r name <"$pb_run_folder/plan"
    [[ $pb_run_state == finished && $name == "$pb_name" ]] || continue
    show_outputs "$pb_run_folder"
    return
  done
  die 3 "no run of $pb_name is finished in $pb_state"
}

# For engines that keep the order themselves: begin, then step ID in any order they see fit, then finish.
command_begin() {
  open_run
  printf '%s\n' "$pb_run"
}

command_step() {
  local id=${1-} step
  [[ -n $id && -n ${pb_step_index[:$id]-} ]] || die 2 "this plan has no step '$id' (--list shows them)"
  step=${pb_step_index[:$id]}
  need_state
  take_lock shared
  reopen_run
  # Engines may deliver a task twice: the second one waits, and finds it done.
  exec {pb_step_lock}<>"$pb_run_folder/locks/${pb_stems[$step]}"
  flock "$pb_step_lock"
  read_journal
  activity_of "$step"
  work_on "$pb_activity" "${pb_kinds[$pb_activity]}" "${pb_entities[$pb_activity]}" "${pb_indexes[$pb_activity]-}" \
    "${pb_loops[$pb_activity]-}" "${pb_with[$pb_activity]-}"
  pb_on_failure=${pb_on_failures[$pb_activity]-} pb_condition=${pb_conditions[$pb_activity]-}
  to_do "$step" "step_${pb_stems[$step]}" "${pb_stems[$step]}" "${pb_recorded[${pb_stems[$step]}]-}"
  (
    watch_for_signals
    run_todo
  ) && return
  pb_failed=("$step -")
  show_failures
  exit 1
}

command_finish() {
  local index
  need_state
  take_lock
  reopen_run
  for ((index = 0; index < pb_activity_count; index++)); do
    is_done "$index" || die 3 "run $pb_run cannot be finished: ${pb_activities[$index]} is not done"
  done
  finish_run
  end_run
  show_outputs "$pb_run_folder"
}
