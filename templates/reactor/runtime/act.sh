# --- entries are settled, one after the other -------------------------------------------------------------------------------

pr_status=0     # of the plans that were run
pr_resuming=''  # set when somebody wants to go on with what was held up
pr_inputs=''

# keep_attribute OUTPUT KIND ENTITY ATTRIBUTE [secret]: of an instance that is there.
keep_attribute() {
  [[ -n ${pr_given[:$1]+set} ]] || return 0
  find_instance "$2" "$3" || find_only_instance "$2" "$3" || return 0
  instance_folder "$2" "$3" "$pb_found"
  [[ -s $pb_folder/run ]] || return 0
  pr_kept=$((pr_kept + 1))
  write_attribute "$4" "${pr_given[:$1]}" "${5-}"
}

# give_plan NAME: the value that was just built, as a member of a JSON object: an argument could be seen by everybody.
give_plan() {
  local name
  take_value
  quote_json "$1"
  name=$pb_quoted
  quote_json "$pb_taken"
  pr_inputs+="${pr_inputs:+,}$name:$pb_quoted"
}

# settle_inbox: who comes while somebody else is at it waits.
settle_inbox() {
  local path
  need_folders
  [[ -n $pb_vault ]] || choose_vault
  trap leave_vault EXIT
  exec {pr_lock}<>"$pr_folder/lock" || cannot_write "$pr_folder/lock"
  flock "$pr_lock" || die 3 "cannot lock $pr_folder"
  recall_inputs
  for path in "$pr_folder"/inbox/[0-9]*; do
    pr_entry=${path##*/}
    case $pr_entry in
      *.did) [[ -e ${path%.did} ]] || rm -f -- "$path" ;; # it was killed between the two
      *) settle_entry ;;
    esac
  done
  flock -u "$pr_lock"
  exec {pr_lock}>&-
}

# settle_entry: the one in pr_entry.
settle_entry() {
  read_entry "$pr_entry" || return 0
  read_did "$pr_entry"
  if [[ -n ${pr_did[held]-} && -z $pr_resuming && -z ${pr_did[closed]-} ]]; then return; fi
  if [[ -z ${pr_did[closed]-} ]]; then
    pr_held=''
    case ${pr_words[0]} in
      event | clock) settle_raised ;;
      *) settle_notification ;;
    esac
    if [[ -n $pr_held ]]; then
      did held "$pr_held"
      return
    fi
  fi
  close_entry
}

settle_notification() {
  local index
  if ! name_subject "${pr_words[1]}" "${pr_words[3]}" || ! enter_subject "${pr_words[0]}" "${pr_words[1]}" "${pr_words[2]}"; then
    did kept 'what it was about is no more'
    return
  fi
  if [[ -z ${pr_did[kept]-} ]]; then
    pr_kept=0
    if [[ -n $pr_keeps ]]; then "outputs_$pr_keeps" keep_attribute; fi
    make_durable || cannot_write "$pb_state/instances"
    did kept "$(count_of "$pr_kept" attribute attributes)"
  fi
  for index in $pr_listeners; do react_to "$index"; done
}

# An event from elsewhere, or the clock: about the instance that it names, else about each one that it can be about, until it acts.
settle_raised() {
  local index subject kind entity number
  if [[ ${pr_words[0]} == clock ]]; then
    find_reaction "${pr_words[3]}" || return 0
    note_clock
  else
    find_event "${pr_words[3]}" || return 0
  fi
  for index in $pr_listeners; do
    "reaction_$index"
    for subject in ${pr_subjects[@]+"${pr_subjects[@]}"}; do
      kind=${subject%% *} entity=${subject#"$kind"} entity=${entity# }
      if [[ -n ${pr_words[1]} && ${pr_words[1]} != "$entity" ]]; then continue; fi
      pb_numbers=(1)
      if [[ $kind != service ]]; then list_instances "$kind" "$entity"; fi
      for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
        if [[ -n ${pr_words[2]} && ${pr_words[2]} != "$number" ]]; then continue; fi
        enter_subject "$kind" "$entity" "$number" || continue
        react_to "$index" # if it was judged before, about whom it acts is known
        if [[ ${pr_did[about $pr_label]-} == "$pb_entity_kind $pb_entity $pb_own_number" ]]; then break 2; fi
      done
    done
  done
}

# find_reaction NAME: sets pr_listeners.
find_reaction() {
  local index
  for ((index = 0; index < pr_reactions; index++)); do
    "reaction_$index"
    if [[ $pr_name == "$1" ]]; then
      pr_listeners=$index
      return 0
    fi
  done
  return 1
}

# react_to REACTION: judged once, run once.
react_to() {
  local about
  "reaction_$1"
  escape_line "$pb_entity_kind $pb_entity $pb_own_number"
  about=$pb_escaped
  escape_line "$pr_name"
  pr_label=$pb_escaped
  if [[ -z ${pr_did[judged $pr_label]-} || (${pr_words[0]} =~ ^(event|clock)$ && ${pr_did[judged $pr_label]} != yes) ]]; then
    judge "$1"
    if [[ $pr_verdict == yes ]]; then did "about $pr_label" "$about"; fi
    did "judged $pr_label" "$pr_verdict"
  fi
  if [[ ${pr_did[judged $pr_label]} != yes || -n ${pr_did[ended $pr_label]-} || ${pr_did[about $pr_label]} != "$about" ]]; then return 0; fi
  forget_findings
  run_plan "$1"
}

# hold CODE WORDS: somebody must look at it.
hold() {
  pr_held=$1 pr_status=$1
  say "planbuilder: $pr_name: $2; react.sh resume goes on (or react.sh forget $pr_entry)"
}

# run_plan REACTION: the run has a ticket, by which it is found again.
run_plan() {
  local ticket="reactor $pr_entry $pr_name" run=${pr_did[run $pr_label]-} status=0 begun
  pr_script=$pr_home/$pr_plan
  if [[ -z $pr_plan || ! -f $pr_script ]]; then
    say "planbuilder: $pr_name: there is no plan '$pr_plan_name' beside the reactor"
    pr_status=3
    did "ended $pr_label" "there is no plan '$pr_plan_name'"
    return
  fi
  if [[ -z $run && -n ${pr_did[begin $pr_label]-} ]]; then
    if find_run "$ticket"; then run=$pb_found; fi
  fi
  if [[ -z $run ]]; then
    begin_plan "$1" "$ticket" || return 0
    run=$pb_found
  fi
  [[ ${pr_did[run $pr_label]-} == "$run" ]] || did "run $pr_label" "$run"
  pb_run_folder=$pb_state/runs/$run
  # One that outlived who began it is waited for.
  flock -- "$pb_state/lock" true {pr_lock}>&-
  read_run_state
  if is_unfinished; then bash "$pr_script" resume --state "$pb_state" </dev/null >&2 {pr_lock}>&- || status=$?; fi
  read_run_state
  if is_unfinished; then
    pb_run_folder=''
    hold "${status/#0/1}" "run $run of $pr_plan_name is not finished"
    return
  fi
  pb_run_folder=''
  if ((status != 0)); then pr_status=$status; fi
  read_clock
  reaction_folder
  if read_file "$pb_folder/way"; then begun=${pb_content%%$'\t'*}; fi
  note_way "${begun:-0}" "$pb_now"
  did "ended $pr_label" "run $run of $pr_plan_name is $pb_run_state"
}

# find_run TICKET: sets pb_found.
find_run() {
  local path
  for path in "$pb_state"/runs/[1-9]*/ticket; do
    if read_file "$path" && [[ $pb_content == "$1" ]]; then
      path=${path%/ticket}
      pb_found=${path##*/}
      return 0
    fi
  done
  return 1
}

# begin_plan REACTION TICKET: sets pb_found, the number of the run. False when it cannot begin now, or must not.
begin_plan() {
  local status=0 number words=(begin --ticket "$2" --state "$pb_state")
  if is_busy; then
    hold 3 "run $pb_found is not finished, so that no other can begin"
    return 1
  fi
  pr_inputs='' pb_value='' pb_broken=''
  "inputs_$1"
  did "begin $pr_label" "$2"
  read_clock
  note_way "$pb_now" -
  if [[ -n $pr_inputs ]]; then words+=(--inputs -); fi # JSON takes python3
  number=$(bash "$pr_script" "${words[@]}" <<<"{$pr_inputs}" {pr_lock}>&-) || status=$?
  if ((status == 0)); then
    pb_found=$number
    return 0
  fi
  note_way "$pb_now" "$pb_now"
  if ((status == 3)); then
    pr_status=3
    did "ended $pr_label" "$pr_plan_name was refused"
  else
    hold "$status" "$pr_plan_name could not begin"
  fi
  return 1
}

# is_busy: sets pb_found, the run that is not finished. One that is at work is waited for.
is_busy() {
  local busy=1
  flock -- "$pb_state/lock" true {pr_lock}>&-
  if find_last_run; then
    read_run_state
    pb_found=$pb_run
    is_unfinished && busy=0
  fi
  pb_run='' pb_run_folder=''
  return "$busy"
}
