# --- runs: the lock, what a run was begun with ----------------------------------------------------------------------

pb_state='' pb_run='' pb_run_folder='' pb_lock='' pb_step_lock=''
pb_resumed='' # set when steps of the run may be recorded already

# take_lock [shared]: on the state directory, for as long as this process or one of its workers lives. They inherit it,
# which costs nothing: a worker that outlives its scheduler holds it until the step that it runs is recorded.
take_lock() {
  local mode=${1:+-s} holder
  mkdir -p -- "$pb_state/runs" "$pb_state/instances/nodes" "$pb_state/instances/relationships" || cannot_write "$pb_state"
  exec {pb_lock}<>"$pb_state/lock" || cannot_write "$pb_state/lock"
  if ! flock -n ${mode:+"$mode"} "$pb_lock"; then
    read -r holder <"$pb_state/lock" || holder=''
    if [[ -z $holder ]] || ! kill -0 "$holder" 2>/dev/null; then
      say "Waiting for steps that a killed run left behind..."
    elif [[ -n $pb_is_patient ]]; then
      say "Waiting for process $holder, which is working on $pb_state..."
    else
      die 3 "process $holder is working on $pb_state; wait until it is done"
    fi
    flock ${mode:+"$mode"} "$pb_lock" || die 3 "cannot lock $pb_state"
  fi
  choose_sync
  # Not emptied first: then there is room for it.
  [[ -n $mode ]] || printf '%s\n' "$$" >&"$pb_lock" || cannot_write "$pb_state/lock"
}

# Now, and not only when the last worker has noticed that there is no more to do.
release_lock() { if [[ -n $pb_lock ]]; then flock -u "$pb_lock"; fi; }

need_state() { [[ -d $pb_state/runs ]] || die 3 "there is no run in $pb_state"; }

# What cannot be read is not taken for nothing.
refuse_unreadable() {
  local path=$pb_state
  while [[ ! -e $path && $path == */* ]]; do path=${path%/*}; done # of a folder that cannot be entered, nobody knows what is in it
  [[ -d ${path:-/} && -x ${path:-/} ]] || die 2 "cannot read $path"
  for path in "$pb_state" "$pb_state"/{runs,instances,instances/nodes,instances/relationships}; do
    [[ ! -e $path || (-d $path && -r $path && -x $path) ]] || die 2 "cannot read $path"
  done
}

# need_file PATH: of a run; without it nobody knows what it is.
need_file() { [[ -f $1 && -r $1 ]] || die 2 "cannot read $1"; }

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

digest_plan() {
  digest_of cat -- "$pb_script" "$pb_home/runtime.sh"
  pb_script_digest=$pb_sum
}

refuse_unfinished() {
  find_last_run || return 0
  read_run_state
  is_unfinished || return 0
  read_file "$pb_run_folder/plan"
  die 3 "run $pb_run (${pb_content%%$'\n'*}) is not finished: resume it, or abandon it"
}

# What the kind of plan asks of the instances that are there.
refuse_by_kind() {
  [[ -z $pb_partial$pb_healed ]] || return 0
  case $pb_kind in
    build) refuse_built ;;
    scale-out | scale-in)
      any_instance || die 3 "there is no service in $pb_state to scale: build it first" ;;
    terminate)
      any_instance || [[ $pb_command_name == begin ]] && return # engines find out by themselves that there is nothing
      say "Nothing to do: there are no instances in $pb_state."
      exit 0
      ;;
    *) # events, workflows, and what calls operations
      if ((${#pb_makes[@]} > 0)); then refuse_built; fi
      any_instance || finds_any || ((${#pb_makes[@]} > 0)) || die 3 "there is no service in $pb_state: build it first" ;;
  esac
}

# The plan looks for what may be there.
finds_any() { [[ " ${pb_loops[*]-} " == *' finds '* ]]; }

refuse_built() {
  if any_built; then die 3 "the service in $pb_state is built already: terminate it first, or use another --state"; fi
}

# What is chosen from must be there.
refuse_choice() {
  local index
  for index in ${pb_selects[@]+"${!pb_selects[@]}"}; do
    has_wanted "$index" || continue
    list_instances "${pb_kinds[$index]}" "${pb_entities[$index]}"
    ((${#pb_numbers[@]} > 0)) ||
      die 3 "${pb_activities[$index]}: there is no instance of ${pb_kinds[$index]} ${pb_entities[$index]} to choose from"
  done
}

# All that is to be said against a run of this plan now; nothing is written. A dry run asks it too.
check_run() {
  refuse_unfinished
  refuse_passed_row
  refuse_other_model
  refuse_by_kind
  refuse_guard
  refuse_given
  refuse_choice
  refuse_part
  refuse_beyond_limits
}

# The run is there all at once, when its folder gets its number.
begin_run() {
  local draft=$pb_state/runs/.new
  find_last_run || :
  pb_run=$((pb_run + 1))
  digest_plan
  rm -rf -- "$draft"
  mkdir -p -- "$draft"/{inputs,logs,scratch,outputs,locks,chosen,given/nodes,given/relationships,context/nodes,context/relationships,service} ||
    cannot_write "$draft"
  choose_vault
  write_file "$draft/vault" "$pb_vault"
  save_inputs "$draft/inputs" "$pb_state/runs/$pb_run/inputs"
  write_file "$draft/plan" "$pb_name"$'\n'"$pb_script_digest"$'\n'"$pb_digest"$'\n'
  list_wanted >"$draft/steps" || cannot_write "$draft/steps"
  write_file "$draft/part" "${pb_healed:+heal}$pb_partial"$'\n'"$pb_part"$'\n'
  save_given "$draft"
  seed_part "$draft"
  write_file "$draft/journal" "begin"$'\t'"$pb_name"$'\n'
  write_file "$draft/ticket" "$pb_ticket"
  save_row "$draft"
  write_file "$draft/service/run" "$pb_run"
  make_folders || cannot_write "$pb_state/instances"
  keep_approved_files "$draft"
  keep_service
  pb_run_folder=$pb_state/runs/$pb_run
  mv -T -- "$draft" "$pb_run_folder" || cannot_write "$pb_run_folder"
  pb_is_open=1
  remember_inputs # who resumes the run does it, too: so nothing else is ever remembered than what a run was begun with
  use_approved_files
  open_journal
  make_durable || cannot_write "$pb_run_folder"
}

# The steps of a run, one per line: how files call it, its id; `-` behind those that are left out.
list_wanted() {
  local step
  for ((step = 0; step < pb_step_count; step++)); do
    escape_line "${pb_step_ids[$step]}"
    if is_left_out "$step"; then pb_escaped+=$'\t-'; fi
    printf '%s\t%s\n' "${pb_stems[$step]}" "$pb_escaped" || return
  done
}

# Opens the unfinished run again, with the plan and the inputs it was begun with.
reopen_run() {
  local name digest topology
  find_last_run || die 3 "there is no run in $pb_state"
  read_run_state
  is_unfinished || die 3 "run $pb_run is $pb_run_state; there is nothing to resume"
  { read -r name && read -r digest && read -r topology; } <"$pb_run_folder/plan"
  [[ $name == "$pb_name" ]] || die 3 "run $pb_run is one of the plan '$name', this is '$pb_name'"
  digest_plan
  [[ $digest == "$pb_script_digest" ]] || refuse_change "$topology"
  [[ -d $pb_run_folder/inputs ]] || damaged "$pb_run_folder"
  need_file "$pb_run_folder/part"
  find_vault
  restore_inputs "$pb_run_folder/inputs"
  remember_inputs
  restore_part
  restore_given
  use_approved_files
  pb_is_open=1
  [[ -d $pb_run_folder/scratch && -d $pb_run_folder/locks ]] || mkdir -p -- "$pb_run_folder"/{scratch,locks} || cannot_write "$pb_run_folder"
  open_journal
  mend_journal
  read_journal
  doubt_journal
  pb_resumed=1
}

# refuse_change TOPOLOGY: says what is not as it was when the run began.
refuse_change() {
  local stem lost='' new=''
  local -A before=()
  if [[ $1 != "$pb_digest" ]]; then
    say "The topology was $1, and is $pb_digest."
  else
    say "The topology is the same; the plan or its runtime was generated anew, or edited."
  fi
  while read -r stem _; do before[$stem]=1; done <"$pb_run_folder/steps"
  for stem in ${pb_stems[@]+"${pb_stems[@]}"}; do
    if [[ -n ${before[$stem]-} ]]; then before[$stem]=2; else new+=" $stem"; fi
  done
  for stem in ${before[@]+"${!before[@]}"}; do
    if [[ ${before[$stem]} == 1 ]]; then lost+=" $stem"; fi
  done
  if [[ -n $lost ]]; then say "Steps that are gone:$lost"; fi
  if [[ -n $new ]]; then say "Steps that are new:$new"; fi
  die 3 "run $pb_run was begun with another version of this plan: abandon it to go on with this one"
}
