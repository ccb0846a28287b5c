# --- what people see ---------------------------------------------------------------------------------------------

# count_of NUMBER ONE MANY
count_of() { if (($1 == 1)); then printf '1 %s' "$2"; else printf '%d %s' "$1" "$3"; fi; }

# To be copied to a shell.
show_way_on() {
  printf 'Go on with: %q resume --state %q' "$pb_script" "$pb_state" >&2
  if ((${#pb_delegated[@]} > 0)); then printf ' --delegate %q' "$pb_delegate" >&2; fi
  printf '\n' >&2
}

# The steps that failed, with the end of their logs.
show_failures() {
  local failure index instance log
  for failure in "${pb_failed[@]}"; do
    read -r index instance <<<"$failure"
    case $index in
      lost) say "Failed: ${pb_activities[$instance]}; its process ended without a word" && continue ;;
      unwritten) say "Failed: ${pb_activities[$instance]}; cannot write to $pb_run_folder/scratch" && continue ;;
    esac
    step_title "$index" "$instance"
    log=$pb_run_folder/logs/${pb_stems[$index]}
    [[ $instance == - ]] || log+=.$instance
    log+=.log
    say ''
    say "Failed: $pb_title"
    if [[ -s $log ]]; then
      say "  log: $log"
      show_text "$(tail -n 20 -- "$log")" '  | ' >&2
    fi
  done
}

# --- dry run: the plan in waves, the commands it would run; nothing is written -----------------------------------

show_line() {
  escape_line "$1"
  printf '      %s\n' "$pb_escaped"
}

# show_value NAME VALUE
show_value() {
  local value=$2
  if [[ -n ${pb_secret[:$1]-} ]]; then value='***'; fi
  escape_line "$1=$value"
  printf '                 %s\n' "$pb_escaped"
}

# show_record create | remove: a part of the plan keeps what is there.
show_record() {
  local key what="$1 an instance"
  if [[ $1 == create && -n $pb_partial && -z ${pb_new[$pb_entity_kind/$pb_entity${pb_index:+%[$pb_index]}]-} ]]; then what='keep the instance'; fi
  show_line "record   $what of $pb_entity_kind $pb_entity"
  for key in ${pb_properties[@]+"${!pb_properties[@]}"}; do show_value "${key#:}" "${pb_properties[$key]}"; done | sort
}

show_invoke() {
  local entry runner=''
  if ((${#pb_command[@]} > 1)); then runner="${pb_command[*]:0:${#pb_command[@]}-1} "; fi
  show_line "invoke   $1.$2: $runner$3${pb_machine:+ (on $pb_machine)}"
  for entry in ${pb_environment[@]+"${pb_environment[@]}"}; do show_value "${entry%%=*}" "${entry#*=}"; done
}

show_delegate() {
  local entry
  show_line "delegate $1 $2 $pb_entity: ${pb_delegate:-(--delegate COMMAND says how)}"
  for entry in ${pb_environment[@]+"${pb_environment[@]}"}; do show_value "${entry%%=*}" "${entry#*=}"; done
}

pb_waves=()

show_plan() {
  local index wave level before count=0
  local -A levels=()
  for ((index = 0; index < pb_activity_count; index++)); do
    level=1
    for before in ${pb_before[$index]} ${pb_failed_before[$index]-}; do
      if ((levels[$before] >= level)); then level=$((levels[$before] + 1)); fi
    done
    levels[$index]=$level
    pb_waves[level]+=" $index"
  done
  for wave in ${pb_waves[@]+"${!pb_waves[@]}"}; do
    printf 'wave %d\n' "$wave"
    for index in ${pb_waves[wave]}; do show_activity "$index"; done
  done
  printf 'Dry run: %s, %s; nothing was done.\n' "$(count_of "$pb_activity_count" activity activities)" "$(count_of "$count" step steps)"
}

# show_activity ACTIVITY: adds to the caller's count.
show_activity() {
  local step
  pb_shown=1 pb_entity=${pb_entities[$1]} pb_entity_kind=${pb_kinds[$1]} pb_index=${pb_indexes[$1]-}
  escape_line "${pb_activities[$1]}"
  printf '  %s%s\n' "$pb_escaped" "${pb_loops[$1]:+ ($(words_of_rounds "$1"))}"
  list_failures "$1" '      only after the failure of '
  for ((step = pb_first[$1]; step < pb_first[$(($1 + 1))]; step++)); do
    is_left_out "$step" && continue
    count=$((count + 1))
    # What a plugin wrote may do anything.
    if [[ -n ${pb_brought[$step]-} ]]; then show_line "template of a plugin: ${pb_step_ids[$step]}"; else "step_${pb_stems[$step]}"; fi
  done
}

# words_of_rounds ACTIVITY: that loops.
words_of_rounds() {
  if read_given "${pb_kinds[$1]}" "${pb_entities[$1]}"; then
    printf 'for instance %s' "$pb_content"
  else
    printf 'for each instance, newest first'
  fi
}

list_plan() {
  local index step before
  for ((index = 0; index < pb_activity_count; index++)); do
    list_line '' "${pb_activities[$index]}"
    for before in ${pb_before[$index]}; do list_line '  after ' "${pb_activities[$before]}"; done
    list_failures "$index" '  after the failure of '
    for ((step = pb_first[$index]; step < pb_first[$((index + 1))]; step++)); do list_line '  step  ' "${pb_step_ids[$step]}"; done
  done
}

# list_failures ACTIVITY WORDS: a line per step of the workflow, with the activities that it consists of.
list_failures() {
  local group from names
  for group in ${pb_groups[$1]-}; do
    names=''
    for from in ${pb_group_members[$group]}; do names+=" ${pb_activities[$from]}"; done
    list_line "$2" "${pb_group_names[$group]}:$names"
  done
}

# list_line WORD ID
list_line() {
  escape_controls "$2"
  printf '%s%s\n' "$1" "$pb_escaped"
}

show_usage() {
  local name key
  escape_line "The plan '$pb_name' of the service '$pb_service' (topology $pb_digest)."
  cat <<USAGE
$pb_escaped

Usage: ${0##*/} [run] [OPTION...]   run the plan
       ${0##*/} heal NODE[/N]       bring an instance back: stop and start it, or make it anew (build plans)
       ${0##*/} resume              go on with a run that failed or was interrupted
       ${0##*/} abandon             give up such a run; what it made stays
       ${0##*/} status | outputs    what is there; what the last run gave
       ${0##*/} begin | step ID... | instances ACTIVITY | condition ACTIVITY | failed ACTIVITY | undo STEP... | finish
                            one step at a time, for other engines

  --inputs FILE       inputs: JSON, or lines NAME=VALUE; - is standard input
  --input NAME=VALUE  one input
  --no-remembered-inputs  do not use the inputs of earlier runs of this service; without it they are used where none is given
  --secrets SOURCE    where secret inputs come from, now and in later runs: env (PLANBUILDER_SECRET_NAME), file=FILE,
                      command=COMMAND (with the name as \$1); keep: stay in the state directory; none (default: \$PLANBUILDER_SECRETS)
  --show-secrets      show secret outputs too
  --state DIR         the service instance (default: \$PLANBUILDER_STATE or ./planbuilder-state)
  --delegate COMMAND  does what the model leaves to others (default: \$PLANBUILDER_DELEGATE)
  --jobs N            how many activities at a time (default: $pb_jobs)
  --from ID           run the step or activity, and what comes after it; the rest counts as done
  --only ID           run the step or activity alone
  --by N              of a plan that scales: N times, each a run of its own; refused if N would cross a limit
  --instance NODE=N   of several instances, this one: with --from, --only, plans of events and plans that scale
  --recreate          heal: make the instance anew, whatever its state is
  --allow-other-model run although the service was made from another version of the model
  --keep-going        after a failure, still run what does not depend on it${pb_keep_going:+ (as this plan does by itself)}
  --undo-on-failure   after a failure, take back what was done, the last first${pb_undo_on_failure:+ (as this plan does by itself)}
  --retry N           try an operation that fails up to N times more (default: $pb_retries)
  --stop-on-failure   after a failure, just stop, whatever the plan says or does by itself
  --no-sync           leave it to the system when what is done gets to the disk: quicker, but a machine that falls may lose it
                      (default: \$PLANBUILDER_NO_SYNC)
  --timeout S         stop an operation after S seconds, unless it has a limit of its own
  --json-log FILE     append the start and the end of each step, and what it waits for, one JSON object per line
                      (default: \$PLANBUILDER_JSON_LOG)
  --require-approval  run nothing but what somebody approved, with every file that it uses (see: planbuilder approve)
  --approved-keys FILE
                      public keys; of those who approved, one must have signed with one of these
  --ticket TEXT       begin: once only; a second time with the same text it says which run that was
  --run N             step and the like: only if that is the run which is open; its ticket will do too
  --instance N        step, condition: for this instance of an activity that loops
  --arguments FILE    step: inputs of the operation to use instead, NAME and VALUE with a NUL after each
  --json              step, finish, outputs: what it gave, as JSON; status: all of it
  --dry-run           show waves and commands; write nothing
  --list              show activities, their order and steps
  -h, --help          this

Exit codes: 0 done, 1 a step failed, or something cannot be written, 2 wrong usage, 3 refused, 4 failed and taken back, 129, 130, 143 interrupted

Inputs:
USAGE
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    key=:$name
    escape_controls "$name"
    printf '  %-18s  ' "$pb_escaped"
    escape_controls "${pb_input_type[$key]}"
    printf '%s' "$pb_escaped"
    if [[ -n ${pb_input_secret[$key]-} ]]; then printf ', secret'; fi
    if [[ -n ${pb_input_default[$key]+set} && -z ${pb_input_secret[$key]-} ]]; then
      escape_controls "${pb_input_default[$key]}"
      printf ', default %s' "$pb_escaped"
    elif [[ -z ${pb_input_default[$key]+set} && -n ${pb_input_required[$key]-} ]]; then
      printf ', required'
    fi
    printf '\n'
    describe_input "$name"
  done
  show_guards
}

# describe_input NAME: what the model says of it, and what its values must be.
describe_input() {
  local index
  if [[ -n ${pb_input_description[:$1]-} ]]; then
    escape_line "${pb_input_description[:$1]}"
    printf '%22s%s\n' '' "$pb_escaped"
  fi
  for index in ${pb_must_inputs[@]+"${!pb_must_inputs[@]}"}; do
    [[ ${pb_must_inputs[index]} == "$1" ]] || continue
    escape_line "must be ${pb_must_words[index]}"
    if [[ -z ${pb_must_clauses[index]} ]]; then pb_escaped+=' (not checked here)'; fi
    printf '%22s%s\n' '' "$pb_escaped"
  done
}

# show_outputs RUN-FOLDER: lines NAME=VALUE, or a block for values of several lines.
show_outputs() {
  local path name
  for path in "$1"/outputs/*; do
    read_shown "$path" || continue
    full_name "${pb_shown_path##*/}"
    name=$pb_escaped
    if [[ -t 1 ]]; then pb_content=$(show_text "$pb_content"); fi # others get it byte for byte
    if [[ $pb_content == *$'\n'* ]]; then
      printf '%s<<END_OF_%s\n%s\nEND_OF_%s\n' "$name" "$name" "$pb_content" "$name"
    else
      printf '%s=%s\n' "$name" "$pb_content"
    fi
  done
}

pb_show_secrets=''

# read_shown PATH: sets pb_content to what may be seen of the file, and pb_shown_path to what it would be called if it were no secret.
read_shown() {
  pb_shown_path=${1%'%secret'}
  if [[ $1 != *%secret ]]; then
    read_file "$1"
    return
  fi
  [[ -e $1 ]] || return 1
  if [[ -z $pb_show_secrets ]]; then
    pb_content='***'
  elif ! find_secret "$pb_shown_path"; then
    say "planbuilder: ${pb_shown_path##*/} is secret, and was not kept (--secrets keep does)"
    pb_content='***'
  fi
}
