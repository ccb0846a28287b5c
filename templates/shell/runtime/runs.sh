# --- runs: the lock, the journal ---------------------------------------------------------------------------------

pb_state='' pb_run='' pb_run_folder='' pb_lock='' pb_step_lock='' pb_events=''
pb_resumed=''           # set when steps of the run may be recorded already
declare -A pb_recorded=() # STEP, or STEP INSTANCE in loops

# take_lock [shared]: on the state directory, for as long as this process or one of its jobs lives.
take_lock() {
  local mode=${1:+-s} holder
  mkdir -p -- "$pb_state/runs" "$pb_state/instances/nodes" "$pb_state/instances/relationships" ||
    die 2 "cannot write to the state directory $pb_state"
  exec {pb_lock}<>"$pb_state/lock" || die 2 "cannot write to the state directory $pb_state"
  if ! flock -n ${mode:+"$mode"} "$pb_lock"; then
    read -r holder <"$pb_state/lock" || holder=''
    if [[ -n $holder ]] && kill -0 "$holder" 2>/dev/null; then
      die 3 "process $holder is working on $pb_state; wait until it is done"
    fi
    say "Waiting for steps that a killed run left behind..."
    flock ${mode:+"$mode"} "$pb_lock" || die 3 "cannot lock $pb_state"
  fi
  if [[ -z $mode ]]; then printf '%s\n' "$$" >"$pb_state/lock"; fi
}

need_state() { [[ -d $pb_state/runs ]] || die 3 "there is no run in $pb_state"; }

# Sets pb_run, pb_run_folder to the last run; false when there is none.
find_last_run() {
  local path number
  pb_run=0
  for path in "$pb_state"/runs/*; do
    number=${path##*/}
    if [[ $number =~ ^[1-9][0-9]*$ ]] && ((number > pb_run)); then pb_run=$number; fi
  done
  pb_run_folder=$pb_state/runs/$pb_run
  ((pb_run > 0))
}

# Sets pb_run_state: finished, abandoned or unfinished. Only the last run can be unfinished.
read_run_state() {
  local word rest
  pb_run_state=unfinished
  while IFS=$'\t' read -r word rest; do
    case $word in finished | abandoned) pb_run_state=$word ;; esac
  done <"$pb_run_folder/journal"
}

journal() {
  local line=$1 word
  shift
  for word in "$@"; do
    escape_line "$word"
    line+=$'\t'$pb_escaped
  done
  printf '%s\n' "$line" >>"$pb_run_folder/journal"
}

digest_plan() { read -r pb_script_digest _ < <(sha256sum <"$pb_script"); }

refuse_unfinished() {
  find_last_run || return 0
  read_run_state
  [[ $pb_run_state == unfinished ]] || return 0
  read_file "$pb_run_folder/plan"
  die 3 "run $pb_run (${pb_content%%$'\n'*}) is not finished: resume it, or abandon it"
}

# What the kind of plan asks of the instances that are there.
refuse_by_kind() {
  case $pb_kind in
    build)
      if any_built; then die 3 "the service in $pb_state is built already: terminate it first, or use another --state"; fi ;;
    scale-out | scale-in)
      any_instance || die 3 "there is no service in $pb_state to scale: build it first" ;;
    terminate)
      any_instance && return
      say "Nothing to do: there are no instances in $pb_state."
      exit 0
      ;;
  esac
}

begin_run() {
  local draft=$pb_state/runs/.new
  find_last_run || :
  pb_run=$((pb_run + 1))
  digest_plan
  rm -rf -- "$draft"
  mkdir -p -- "$draft"/{inputs,logs,scratch,outputs,locks,chosen,context/nodes,context/relationships,service/attributes} ||
    die 2 "cannot write to $pb_state"
  save_inputs "$draft/inputs"
  printf '%s\n%s\n' "$pb_name" "$pb_script_digest" >"$draft/plan"
  printf 'begin\t%s\n' "$pb_name" >"$draft/journal"
  pb_run_folder=$pb_state/runs/$pb_run
  mv -T -- "$draft" "$pb_run_folder" || die 2 "cannot write to $pb_state"
}

# Opens the unfinished run again, with the plan and the inputs it was begun with.
reopen_run() {
  local name digest
  find_last_run || die 3 "there is no run in $pb_state"
  read_run_state
  [[ $pb_run_state == unfinished ]] || die 3 "run $pb_run is $pb_run_state; there is nothing to resume"
  { read -r name && read -r digest; } <"$pb_run_folder/plan"
  [[ $name == "$pb_name" ]] || die 3 "run $pb_run is one of the plan '$name', this is '$pb_name'"
  digest_plan
  [[ $digest == "$pb_script_digest" ]] || die 3 "run $pb_run was begun with another version of this plan: abandon it to go on with this one"
  restore_inputs "$pb_run_folder/inputs"
  read_journal
}

# A line that a kill cut off is not a record: it is ended, so that the next one starts afresh.
read_journal() {
  local word id instance rest
  pb_resumed=1
  if [[ -n $(tail -c 1 -- "$pb_run_folder/journal") ]]; then printf '\n' >>"$pb_run_folder/journal"; fi
  while IFS=$'\t' read -r word id instance rest; do
    [[ $word == 'done' && -n $rest ]] || continue
    pb_recorded[:$id $instance]=1
  done <"$pb_run_folder/journal"
}

# is_recorded STEP: by the last field, a time, a cut line is told from a whole one.
is_recorded() {
  [[ -n $pb_resumed ]] || return 1
  escape_line "${pb_step_ids[$1]}"
  [[ -n ${pb_recorded[:$pb_escaped ${pb_loop_instance:--}]-} ]]
}
