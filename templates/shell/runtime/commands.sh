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
  if [[ -n $pb_healed ]]; then pb_partial=heal; fi # what stands for an entity is what is there
  plan_outputs
  make_durable || cannot_write "$pb_run_folder"
  if ((pb_not_taken > 0)); then journal not-taken "$pb_not_taken"; fi
  journal finished "$pb_name"
  forget_service
  drop_approved_files
}

# Whatever became of it: folders of what is gone and files that served steps are swept away. What cannot be swept is no harm.
end_run() {
  { sweep_folders && rm -rf -- "$pb_run_folder/scratch" "$pb_run_folder/locks"; } 2>/dev/null
  free_journal
  make_durable || cannot_write "$pb_run_folder"
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
    if is_to_be_undone; then take_back; fi
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
  tell_branches
  tell_unanswered
  say "$pb_name finished: $(count_of "$pb_total" step steps) in $pb_seconds s"
  show_slowest
  show_outputs "$pb_run_folder"
  tell_initial_numbers
  go_on_with_row
}

command_run() {
  open_run
  execute
}

open_run() {
  require_approval
  settle_row
  say_remembered
  need_machine_tools
  check_tools
  need_delegate
  [[ -d $pb_state ]] || check_run # before there is anything to lock
  take_lock
  if find_last_run && has_ticket "$pb_ticket"; then return; fi
  check_run
  begin_run
}

command_heal() {
  open_run
  execute
  list_neighbours
}

# Shows what a run would do, and what would keep it from it.
command_dry_run() {
  local refusal status=0
  settle_inputs
  refusal=$(check_run 2>&1) || status=$?
  if [[ -n $pb_partial ]]; then note_new; fi
  show_plan
  show_row
  [[ -z $refusal ]] || say "${refusal//$'\n'/ }"
  return "$status"
}

command_resume() {
  need_delegate
  need_state
  take_lock
  resume_row
  reopen_run
  need_machine_tools
  check_tools
  wait_for_programs
  execute
}

command_abandon() {
  close_once abandoned || return 0
  find_last_run || die 3 "there is no run in $pb_state"
  read_run_state
  is_unfinished || die 3 "run $pb_run is $pb_run_state; there is nothing to abandon"
  need_meant_run
  open_journal
  mend_journal
  read_journal
  [[ -z $pb_damaged_line ]] || say "Line $pb_damaged_line of $pb_run_folder/journal is damaged; what it told is lost."
  wait_for_programs abandoned
  forget_loose_ends
  journal abandoned "$pb_name"
  drop_approved_files
  end_run
  find_vault
  leave_vault
  say "Run $pb_run is abandoned; the instances it made are still there."
}

# A relationship may have been recorded before its source: if that never came, and nothing was called for it, it is nothing.
forget_loose_ends() {
  local run folder name
  read -r name <"$pb_run_folder/plan"
  [[ $name == "$pb_name" ]] || return 0
  for run in "$pb_state"/instances/relationships/*/[1-9]*/run; do
    folder=${run%/run}
    if ! is_made_here "$run" || ! read_file "$folder/source"; then continue; fi
    instance_folder node "${pb_content%/*}" "${pb_content##*/}"
    if [[ -s $pb_folder/run ]] || was_called "$folder"; then continue; fi
    empty_file "$run"
    say "${folder#"$pb_state/instances/relationships/"} is no more: $pb_content, which it was to join, was never made."
  done
}

# was_called FOLDER: an operation of the relationship whose instance it is.
was_called() {
  local step id=${1%/*}
  unescape_name "${id##*/}"
  list_steps relationship "$pb_unescaped"
  for step in ${pb_listed[@]+"${pb_listed[@]}"}; do
    if ! is_bookkeeping "$step" && is_recorded "${pb_stems[$step]}" -; then return 0; fi
  done
  return 1
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
    ((${#pb_makes[@]} == 0)) || any_instance || die 3 "what run $pb_run gave is no more: the service in $pb_state was removed"
    tell_outputs
    return
  done
  die 3 "no run of $pb_name is finished in $pb_state"
}

# Those of the finished run in pb_run_folder.
tell_outputs() {
  if [[ -d $pb_state/secrets ]]; then pb_vault=$pb_state/secrets; fi
  if [[ -n $pb_as_json ]]; then answer_outputs; else show_outputs "$pb_run_folder"; fi
}
