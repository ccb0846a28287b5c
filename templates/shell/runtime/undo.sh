# --- taking back what a run did --------------------------------------------------------------------------------------

# Undoes what is done, the last first, by the inverse of each step that has one; one after the other, since that is the
# only order that the journal proves. The step that failed is not undone: it did not happen.
undo_run() {
  local index key stem instance
  local -A step_of=()
  [[ $pb_run_state == undoing ]] || journal undoing
  read_journal
  for index in ${pb_stems[@]+"${!pb_stems[@]}"}; do step_of[${pb_stems[$index]}]=$index; done
  pb_failed=() pb_total=0 pb_done=0 pb_recorded=() pb_undoing=1
  for key in ${pb_order[@]+"${pb_order[@]}"}; do
    if [[ -n ${pb_undo[${step_of[${key% *}]}]-} ]]; then pb_total=$((pb_total + 1)); fi
  done
  say "Taking back what was done: $(count_of "$pb_total" step steps)"
  for ((index = ${#pb_order[@]} - 1; index >= 0; index--)); do
    read -r stem instance <<<"${pb_order[index]}"
    undo_step "${step_of[$stem]}" "$instance" || return
  done
  remove_unrecorded
  journal taken-back "$pb_name"
  forget_service
}

# A worker may be killed after it made an instance, and before it recorded that.
remove_unrecorded() {
  local file
  for file in "$pb_state"/instances/{nodes,relationships}/*/[1-9]*/run; do
    if read_file "$file" && [[ $pb_content == "$pb_run" ]]; then empty_file "$file"; fi
  done
}

# undo_step STEP INSTANCE
undo_step() {
  [[ -n ${pb_undo[$1]-} && $2 == - ]] || return 0
  activity_of "$1"
  hand_over "$pb_activity" describe_undo "$1"
  while ((pb_busy > 0)); do read_event; done
  ((${#pb_failed[@]} == 0))
}

# describe_undo STEP
describe_undo() { printf 'pb_undoes=undone\n' && describe_step "$1" "${pb_undo[$1]}"; }

# Every failure asks for it, by the policy of its activity or else by that of the run: what one of them is to leave as it is, is left.
is_to_be_undone() {
  local failure index instance
  for failure in "${pb_failed[@]}"; do
    read -r index instance <<<"$failure"
    case $index in
      lost | unwritten) pb_activity=$instance ;;
      *) activity_of "$index" ;;
    esac
    [[ ${pb_own_ends[$pb_activity]-${pb_undo_on_failure:+undo}} == undo ]] || return 1
  done
}

# After a failure, or by `resume` when it was under way.
take_back() {
  local status=0
  undo_run || status=1
  stop_workers
  if ((status != 0)); then
    show_failures
    say "$pb_name could not be taken back: an inverse failed."
    end_run
    show_way_on
    exit 1
  fi
  say "$pb_name was taken back: $(count_of "$pb_done" step steps) undone."
  drop_approved_files
  end_run
  exit 4
}
