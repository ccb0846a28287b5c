# --- steps that invoke an operation ------------------------------------------------------------------------------

pb_environment=()  # NAME=VALUE of the operation's inputs
pb_mapped=()       # OUTPUT KIND ID ATTRIBUTE SECRET, five by five
pb_dependencies=() # files that are needed beside its own
pb_timeout='' pb_machine='' pb_runner='' pb_runner_inputs=''
pb_tolerated=''    # set when the operation may fail
declare -A pb_secret=() pb_secret_outputs=()
declare -A pb_replacement=() pb_replaced=() # INPUT -> VALUE that was given for this step instead of what the plan says
pb_replaces=''

# argument NAME [secret] [is INPUT]: the value that was just built is the operation's input. An INPUT that is no identifier,
# or that would change how programs run (PATH, LD_PRELOAD, BASH_ENV...), has the NAME INPUT_ and itself, with _HH for every
# byte that is no letter or digit: max-clients is INPUT_max_2Dclients.
argument() {
  take_value
  if [[ -n $pb_replaces ]]; then replace_argument "$@"; fi
  pb_environment+=("$1=$pb_taken")
  if [[ ${2-} == secret ]]; then
    pb_secret[:$1]=1
    if [[ -z $pb_shown ]]; then note_secret "$pb_taken"; fi
  fi
}

# replace_argument NAME [secret] [is INPUT]: sets pb_taken to what the caller of the step gave for it.
replace_argument() {
  local name=$1
  if [[ ${*: -2:1} == is ]]; then name=${*: -1}; fi
  [[ -n ${pb_replacement[:$name]+set} ]] || return 0
  pb_taken=${pb_replacement[:$name]}
  pb_replaced[:$name]=1
}

refuse_unused() {
  local key unused=''
  for key in "${!pb_replacement[@]}"; do if [[ -z ${pb_replaced[$key]-} ]]; then unused+=" ${key#:}"; fi; done
  [[ -z $unused ]] || fail "the operation has no such inputs:$unused"
}

# output_becomes OUTPUT KIND[:INDEX] ID ATTRIBUTE [secret]
output_becomes() {
  pb_mapped+=("$1" "$2" "$3" "$4" "${5-}")
  if (($# > 4)); then pb_secret_outputs[:$1]=1; fi
}

time_limit() { pb_timeout=$1; }

needs() { pb_dependencies=("$@"); }

# on_machine NODE: where it runs (see place.sh); without a word it is here.
on_machine() { pb_machine=$1; }

# run_by COMMAND [extra-vars]: what runs the file, and how it gets its inputs if not as variables of the environment.
run_by() { pb_runner=$1 pb_runner_inputs=${2-}; }

# invoke INTERFACE OPERATION FILE
invoke() {
  pb_path=$pb_files/$3 pb_invoked=1
  if [[ -z $pb_timeout ]]; then pb_timeout=$pb_default_timeout; fi
  choose_command "$pb_path"
  if [[ -n $pb_shown ]]; then
    show_invoke "$@"
    forget_step
    return
  fi
  [[ -f $pb_path ]] || fail "the file $3 is not there (looked in $pb_files)"
  ((${#pb_command[@]} > 0)) || fail "$3 is not executable, and neither its name nor its first line say what runs it"
  # When the scheduler is gone, nothing is begun any more.
  if [[ -n $pb_scheduler ]]; then kill -0 "$pb_scheduler" 2>/dev/null || exit 0; fi
  if [[ -n $pb_own ]]; then pb_folder=$pb_own pb_found=$pb_own_number; else own_instance; fi
  prepare_environment "$1" "$2"
  pb_place=here pb_address=''
  if [[ -n $pb_machine ]]; then find_place; fi
  if [[ -n $pb_runner_inputs ]]; then write_variables; fi
  if [[ -n $pb_timeout ]]; then pb_command=(timeout -k 5 "$pb_timeout" "${pb_command[@]}"); fi
  if [[ $pb_place == here || -n $pb_runner_inputs ]]; then
    run_program "${pb_path%/*}"
    if ((pb_status != 0)); then retry_program "$3" "${pb_path%/*}"; fi
  else
    run_elsewhere "$3"
  fi
  if [[ $pb_tolerated == answer ]]; then take_answer; fi
  # Mostly there is nothing to keep.
  if ((pb_status == 0)) && { has_outputs || ((${#pb_mapped[@]} > 0)); }; then keep_outputs "$1" "$2"; fi
  if [[ -n $pb_as_json ]]; then note_call "$1" "$2"; fi
  forget_step
}

# note_call INTERFACE OPERATION: for who asks what the step gave (see answers.sh).
note_call() {
  local file=$pb_run_folder/scratch/$pb_stem${pb_loop_instance:+.$pb_loop_instance}.call
  printf '%s\0' "$@" ${pb_mapped[@]+"${pb_mapped[@]}"} >"$file" || cannot_write "$file"
}

# Sets pb_command: what the plan says, or the file itself by its permissions or its first line.
choose_command() {
  local line
  if [[ -n $pb_runner ]]; then
    pb_command=("$pb_runner" "./${1##*/}")
  elif [[ -x $1 ]]; then
    pb_command=("./${1##*/}")
  elif [[ -f $1 ]] && IFS= read -r line <"$1" && [[ $line == '#!'* ]]; then
    read -r -a pb_command <<<"${line#??}"
    pb_command+=("./${1##*/}")
  else
    pb_command=()
  fi
}

# For Ansible: inputs, and how the machine is reached, as variables in a file.
write_variables() {
  local entry text='' separator=''
  if [[ $pb_place == here ]]; then pb_place_variables=(ansible_connection=local); fi
  for entry in "${pb_environment[@]}" ${pb_place_variables[@]+"${pb_place_variables[@]}"}; do
    quote_json "${entry%%=*}"
    text+=$separator$pb_quoted
    quote_json "${entry#*=}"
    text+=:$pb_quoted separator=,
  done
  write_file "$pb_scratch.vars.json" "{$text}"
  pb_command=("${pb_command[0]}" -i "${pb_address:-localhost}," -e "@$pb_scratch.vars.json" "${pb_command[1]}")
}

# Adds what every step may know.
prepare_environment() {
  if [[ -n $pb_replaces ]]; then refuse_unused; fi
  choose_scratch
  prepare_outputs
  if ((${#pb_environment[@]} > 0)); then move_large_values; fi
  pb_environment+=("PLANBUILDER_OUTPUTS=$pb_scratch.outputs" "PLANBUILDER_REPORT=$pb_scratch.report" "PLANBUILDER_SENT=$pb_state/sent" "PLANBUILDER_ENTITY=$pb_entity"
    "PLANBUILDER_INSTANCE=$pb_entity/$pb_found" "PLANBUILDER_INTERFACE=$1" "PLANBUILDER_OPERATION=$2")
  if own_index; then pb_environment+=("PLANBUILDER_INDEX=$pb_content"); fi
  case $pb_entity_kind in
    node) pb_environment+=("PLANBUILDER_NODE=$pb_entity") ;;
    relationship)
      pb_environment+=("PLANBUILDER_RELATIONSHIP=$pb_entity")
      if read_file "$pb_folder/source"; then pb_environment+=("PLANBUILDER_SOURCE=$pb_content"); fi
      if read_file "$pb_folder/target"; then pb_environment+=("PLANBUILDER_TARGET=$pb_content"); fi
      ;;
  esac
}

# Values that are too large for the environment become files.
move_large_values() {
  local index entry name
  for ((index = 0; index < ${#pb_environment[@]}; index++)); do
    entry=${pb_environment[index]}
    ((${#entry} > pb_largest_variable)) || continue
    name=${entry%%=*}
    has_argument "${name}_FILE" && fail "the input $name is too large for the environment, and ${name}_FILE is taken"
    write_file "$pb_scratch.value.$index" "${entry#*=}"
    pb_environment[index]=${name}_FILE=$pb_scratch.value.$index
  done
}

has_argument() {
  local entry
  for entry in "${pb_environment[@]}"; do [[ ${entry%%=*} == "$1" ]] && return; done
  return 1
}

# run_program FOLDER: sets pb_status. It runs in a process group of its own, so that all of it can be stopped.
run_program() {
  settle
  pb_printed=$pb_log pb_ran=1
  if start_filter; then pb_output=/dev/fd/$pb_filter; else pb_output=$pb_log; fi
  set -m
  launch "$1" </dev/null &
  pb_child=$!
  set +m
  wait "$pb_child"
  pb_status=$?
  pb_child=''
  if [[ -n $pb_filter ]]; then end_filter; fi
}

# retry_program FILE FOLDER: as often as the run allows; pauses get longer.
retry_program() {
  local attempt pause=1
  for ((attempt = 1; pb_status != 0 && attempt <= pb_retries; attempt++)); do
    log_line "planbuilder: exit code $pb_status; trying again in $pause s ($attempt of $pb_retries)"
    sleep "$pause" &
    pb_child=$!
    wait "$pb_child"
    pause=$((pause < 30 ? pause * 2 : 30))
    prepare_outputs
    run_program "$2"
  done
  ((pb_status != 0)) || return 0
  if [[ $pb_tolerated == answer ]]; then
    note_no_answer "$1"
    return
  fi
  if [[ -n $pb_tolerated ]]; then
    log_line "planbuilder: $1: exit code $pb_status; it goes on all the same, since this only makes room"
    return
  fi
  if ((pb_status == 124)) && [[ -n $pb_timeout ]]; then fail "$1 took longer than $pb_timeout s and was stopped"; fi
  fail "$1: exit code $pb_status"
}

# A log that is lost is no reason not to run.
lose_log() {
  say "planbuilder: warning: $pb_output cannot be written: what the program prints is lost"
  exec >/dev/null 2>&1
}

# launch FOLDER: becomes the program. Inputs go through export and not through env, whose arguments others can see; they
# may have the name of any variable here but pb_*, so that nothing else is used from then on.
launch() {
  trap - TERM INT HUP EXIT
  pb_step='' # what goes wrong here is told by the exit code
  birth_of "$BASHPID"
  journal "${pb_undoes:+undo-}start" "$pb_stem" "$pb_instance" "$BASHPID" "$pb_began" "$pb_birth" "$pb_boot"
  exec >>"$pb_output" 2>&1 || lose_log
  cd -- "$1" || exit 126
  umask "$pb_umask"
  if [[ -n $pb_has_locale ]]; then LC_ALL=$pb_locale; fi
  close_locks
  # shellcheck disable=SC2086 # names of variables
  unset -v ${!PLANBUILDER_SECRET_@} # an operation gets its own secrets only
  if [[ -n $pb_filter ]]; then exec {pb_filter}>&- {pb_answer}>&-; fi
  if ((${#pb_environment[@]} > 0)); then export -- "${pb_environment[@]}"; fi
  exec -- "${pb_command[@]}"
}
