# --- steps that ask: whether something works, and whether it is there without having been made by us -------------------------

# may_fail: of the operation to come. Its failure is an answer, and the run goes on.
may_fail() { pb_tolerated=answer; }

# note_no_answer FILE: what the operation did not report is not known.
note_no_answer() {
  log_line "planbuilder: $1: exit code $pb_status; that is an answer, and the run goes on"
  append_line "$pb_run_folder/unanswered" "$pb_entity/$pb_own_number $pb_status"
}

# The status of the instance, as the operation reported it by a line status=STATUS in the file $PLANBUILDER_REPORT.
take_answer() {
  local status=ok
  if ((pb_status != 0)); then status=unknown; fi
  read_report
  set_status "${pb_reported:-$status}"
}

# Sets pb_reported, which is empty if nothing is said.
read_report() {
  local line
  pb_reported=''
  [[ -s $pb_scratch.report ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    case $line in
      status=unknown | status=ok | status=degraded | status=error | status=pending | status=absent) pb_reported=${line#*=} ;;
    esac
  done <"$pb_scratch.report"
}

# append_line FILE TEXT: in one line, whoever else writes to it.
append_line() {
  escape_line "$2"
  printf '%s\n' "$pb_escaped" >>"$1" || cannot_write "$1"
}

# look_for_instance [SOURCE TARGET]: an instance for what may be there, unless the books have one. The file `found` says
# that it is not ours.
look_for_instance() {
  if [[ -n $pb_shown ]]; then
    show_record "look for"
    forget_step
    return
  fi
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_loop_instance"
  if [[ ! -s $pb_folder/run ]]; then
    pb_own='' pb_own_number=$pb_loop_instance pb_looks=1
    write_instance "$pb_folder" "$@"
    pb_looks=''
    instance_folder "$pb_entity_kind" "$pb_entity" "$pb_loop_instance"
  fi
  pb_own=$pb_folder pb_own_number=$pb_loop_instance
  stand_for "$pb_entity_kind" "$pb_entity" "$pb_own_number"
  forget_step
}

# An instance that this run looked for and that was not found is gone again; what the books had before stays in them.
confirm_instance() {
  if [[ -n $pb_shown ]]; then
    show_line "record   forget $pb_entity_kind $pb_entity if it was not found"
    return
  fi
  [[ -n $pb_own ]] || own_instance
  is_made_here "$pb_own/run" || return 0
  read_file "$pb_own/status" || pb_content=ok
  if [[ $pb_content == absent || $pb_content == unknown ]]; then
    empty_file "$pb_own/run"
    pb_own=''
  fi
}

# tell_unanswered: after a run, what was asked and failed.
tell_unanswered() {
  local line
  [[ -s $pb_run_folder/unanswered ]] || return 0
  while IFS= read -r line; do say "no answer: ${line% *} (exit code ${line##* })"; done <"$pb_run_folder/unanswered"
}
