# --- commands ----------------------------------------------------------------------------------------------------

pb_script='' pb_undo_on_failure=''

# output NAME [secret]: the value that was just built is an output of the plan.
output() {
  take_value
  if [[ -n $pb_broken ]]; then
    say "planbuilder: the output '$1' has no value: $pb_broken"
    pb_broken=''
    return
  fi
  escape_name "$1"
  store "$pb_run_folder/outputs/$pb_escaped" "$pb_taken" "${2-}"
}

finish_run() {
  pb_lenient=1 pb_broken='' pb_entity='' pb_entity_kind='' pb_index='' pb_value=''
  if [[ -z $pb_partial ]]; then plan_outputs; fi
  journal finished "$pb_name"
  forget_service
}

# Whatever became of it: folders of what is gone and files that served steps are swept away.
end_run() {
  sweep_folders
  rm -rf -- "$pb_run_folder/scratch" "$pb_run_folder/locks"
  mkdir -- "$pb_run_folder/scratch" "$pb_run_folder/locks"
  release_lock
}

execute() {
  trap leave_vault EXIT
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
  tell_what_is_lost
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
  say_remembered
  need_machine_tools
  check_tools
  need_delegate
  [[ -d $pb_state ]] || refuse_by_kind # before there is anything to lock
  take_lock
  if find_last_run && has_ticket "$pb_ticket"; then return; fi
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
  need_meant_run
  open_journal
  mend_journal
  read_journal
  wait_for_programs abandoned
  journal abandoned "$pb_name"
  end_run
  find_vault
  leave_vault
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
    if [[ -d $pb_state/secrets ]]; then pb_vault=$pb_state/secrets; fi
    if [[ -n $pb_as_json ]]; then answer_outputs; else show_outputs "$pb_run_folder"; fi
    return
  done
  die 3 "no run of $pb_name is finished in $pb_state"
}
