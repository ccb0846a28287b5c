# --- the scheduler: who is ready is known by counting down predecessors -------------------------------------------

pb_ready=() pb_jobs=4 pb_done=0 pb_total=0 pb_busy=0 pb_keep_going='' pb_stops=''
pb_failed=() # STEP INSTANCE, or: lost ACTIVITY, unwritten ACTIVITY
pb_order_number=0 pb_undoing=''
pb_idle=()   # workers that wait for work
declare -A pb_pipes=() pb_processes=() pb_work=() # worker -> its pipe, its process, the activity it works on

# Runs all activities; false when something failed.
schedule() {
  local index next=0
  start_scheduling
  for ((index = 0; index < pb_activity_count; index++)); do
    if ((pb_waiting_for[$index] == 0)); then pb_ready+=("$index"); fi
  done
  while :; do
    while ((next < ${#pb_ready[@]} && pb_busy < pb_jobs)) && [[ ${#pb_failed[@]} == 0 || -n $pb_keep_going ]]; do
      start_activity "${pb_ready[next]}"
      next=$((next + 1))
    done
    ((pb_busy > 0)) || break
    read_event
  done
  stop_workers
  ((${#pb_failed[@]} == 0))
}

start_scheduling() {
  if has_branches; then judge_run; fi
  count_steps
  reserve_journal $((pb_total - pb_done))
  open_events
  write_settings || cannot_write "$pb_run_folder/scratch/settings"
  start_progress
  trap 'interrupt 130' INT
  trap 'interrupt 143' TERM
  trap 'interrupt 129' HUP
}

# The name is gone before anything runs: only this process and its workers have the pipe.
open_events() {
  local pipe=$pb_run_folder/scratch/events
  rm -f -- "$pipe" "$pb_run_folder"/scratch/*.waiting # nobody waits any more
  mkfifo -- "$pipe" || cannot_write "$pipe"
  exec {pb_events}<>"$pipe"
  rm -f -- "$pipe"
}

# What workers must know, besides the steps.
write_settings() {
  local name
  for name in pb_state pb_run pb_run_folder pb_files pb_umask pb_locale pb_has_locale pb_lock pb_events pb_telling pb_partial pb_has_given pb_retries \
    pb_default_timeout pb_delegate pb_called_from pb_vault pb_secrets_from pb_secret_names pb_syncs; do
    printf '%s=%q\n' "$name" "${!name}" || return
  done >"$pb_run_folder/scratch/settings"
  printf 'pb_scheduler=%s\n' "$$" >>"$pb_run_folder/scratch/settings"
}

# start_worker: sets the caller's worker. It reads from a pipe that nobody but this process can write to, so that its end is seen.
start_worker() {
  worker=$((${#pb_pipes[@]} + 1))
  local pipe=$pb_run_folder/scratch/pipe.$worker descriptor other
  rm -f -- "$pipe"
  mkfifo -- "$pipe" && exec {descriptor}<>"$pipe" || return
  set -m # in a process group of its own: the terminal interrupts the scheduler alone
  (
    exec <"$pipe" # while its other end is still open here: who opens it later would wait for a scheduler that was killed since
    for other in "$descriptor" ${pb_pipes[@]+"${pb_pipes[@]}"}; do [[ -z $other ]] || exec {other}>&-; done
    trap - INT TERM HUP
    exec bash -- "$pb_home/runtime.sh" "$pb_run_folder/scratch/settings" "$worker"
  ) &
  pb_processes[$worker]=$!
  set +m
  pb_pipes[$worker]=$descriptor
}

# count_steps: what there is to do, and what is done already.
count_steps() {
  local index step first end instance
  pb_total=0 pb_done=0
  for ((index = 0; index < pb_activity_count; index++)); do
    first=${pb_first[$index]} end=${pb_first[$((index + 1))]}
    if [[ ${pb_rests[$index]-} == untaken ]]; then continue; fi
    if [[ -z ${pb_loops[$index]-}$pb_resumed$pb_partial ]]; then
      pb_total=$((pb_total + end - first))
      continue
    fi
    list_rounds "${pb_kinds[$index]}" "${pb_entities[$index]}" "${pb_loops[$index]-}" "${pb_with[$index]-}"
    for instance in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
      for ((step = first; step < end; step++)); do
        is_left_out "$step" && continue
        if is_recorded "${pb_stems[$step]}" "${instance:--}"; then
          pb_done=$((pb_done + 1))
        elif [[ -n ${pb_rests[$index]-} ]]; then
          continue # its failure is final
        fi
        pb_total=$((pb_total + 1))
      done
    done
  done
}

# Nothing is left of it: all steps are recorded, for each instance there is, or there never were any.
is_done() {
  local step instance
  if [[ -z ${pb_loops[$1]-}$pb_resumed$pb_partial ]]; then
    ((pb_first[$1] == pb_first[$(($1 + 1))]))
    return
  fi
  list_rounds "${pb_kinds[$1]}" "${pb_entities[$1]}" "${pb_loops[$1]-}" "${pb_with[$1]-}"
  for instance in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    for ((step = pb_first[$1]; step < pb_first[$(($1 + 1))]; step++)); do
      is_left_out "$step" || is_recorded "${pb_stems[$step]}" "${instance:--}" || return
    done
  done
}

start_activity() {
  if is_handled "$1"; then
    decide_followers "$1" failed
  elif is_done "$1"; then
    release_followers "$1"
  else
    hand_over "$1" describe_steps "$1"
  fi
}

# hand_over ACTIVITY COMMAND...: to a worker, with the steps that the command describes. If that cannot be written, the activity
# failed.
hand_over() {
  local worker='' activity=$1
  shift
  pb_order_number=$((pb_order_number + 1))
  # The file is not emptied first, which is slow on some disks: what follows `return` is stale.
  if take_worker && write_order "$activity" "$@" 1<>"$pb_run_folder/scratch/work.$worker"; then
    send_work "$worker" "$activity"
    return
  fi
  [[ -z $worker ]] || pb_idle+=("$worker")
  pb_failed+=("unwritten $activity")
}

# write_order ACTIVITY COMMAND...: the number at its end says that all of it is there.
write_order() {
  describe_activity "$1" && "${@:2}" && printf 'pb_order_read=%s\nreturn\n' "$pb_order_number"
}

# describe_steps ACTIVITY
describe_steps() {
  local step end=${pb_first[$(($1 + 1))]}
  for ((step = pb_first[$1]; step < end; step++)); do
    if [[ -n $pb_partial ]] && is_left_out "$step"; then continue; fi
    describe_step "$step" "step_${pb_stems[$step]}" || return
  done
}

# take_worker: sets the caller's worker.
take_worker() {
  local last=$((${#pb_idle[@]} - 1))
  if ((last < 0)); then
    start_worker
  else
    worker=${pb_idle[last]}
    unset "pb_idle[last]"
  fi
}

describe_activity() {
  printf 'work_on %s %s %q %q %q %q\n' "$1" "${pb_kinds[$1]}" "${pb_entities[$1]}" "${pb_indexes[$1]-}" "${pb_loops[$1]-}" "${pb_with[$1]-}" || return
  if ((${#pb_own_retries[@]} > 0)); then printf 'pb_retries=%s\n' "${pb_own_retries[$1]-$pb_retries}" || return; fi
  if [[ -n ${pb_models[$1]-} ]]; then printf 'pb_model=%s\n' "${pb_models[$1]}" || return; fi
  if [[ -n ${pb_conditions[$1]-} ]]; then
    printf 'pb_condition=%s\n' "${pb_conditions[$1]}" && declare -f "${pb_conditions[$1]}" || return
  fi
  if [[ -n ${pb_on_failures[$1]-} ]]; then
    printf 'pb_on_failure=%s\n' "${pb_on_failures[$1]}" && declare -f "${pb_on_failures[$1]}" || return
  fi
}

# describe_step STEP FUNCTION
describe_step() {
  printf 'to_do %s %s %s %q\n' "$1" "$2" "${pb_stems[$1]}" "${pb_recorded[${pb_stems[$1]}]-}" || return
  if [[ $2 == step_* || $2 == undo_* ]]; then declare -f "$2"; fi # others are the runtime's
}

# send_work WORKER ACTIVITY
send_work() {
  pb_work[$1]=$2
  pb_busy=$((pb_busy + 1))
  printf '%s\n' "$pb_order_number" >&"${pb_pipes[$1]}"
}

release_followers() {
  local follower left
  if has_branches; then
    decide_followers "$1" 'done'
    return
  fi
  for follower in ${pb_followers[$1]-}; do
    left=$((pb_waiting_for[$follower] - 1))
    pb_waiting_for[$follower]=$left
    if ((left == 0)); then pb_ready+=("$follower"); fi
  done
}

read_event() {
  local record='' part
  if ((SECONDS != pb_looked)); then look_at_waits; fi
  # On a busy machine the second may end in the middle of a record: the rest of it is there already.
  until read -r -N $((pb_record - ${#record})) -t 1 -u "$pb_events" part; do
    record+=$part
    [[ -z $record ]] || continue
    look_after_workers
    return
  done
  record+=$part
  # shellcheck disable=SC2086 # words and numbers
  set -- $record
  case $1 in
    start) note_start "$2" "$3" "$4" ;;
    'done')
      pb_done=$((pb_done + 1 + $6))
      note_done "$2" "$3" "$4" "$5"
      ;;
    failed)
      note_failure "$2" "$3" "$4" "$5" "$6"
      keep_failure "$2" "$3"
      ;;
    end)
      pb_done=$((pb_done + $4))
      end_activity "$2" "$3"
      ;;
  esac
}

declare -A pb_branching=() # activity that failed, and that the plan goes on from -> STEP INSTANCE

# keep_failure STEP INSTANCE
keep_failure() {
  activity_of "$1"
  if [[ -n ${pb_branches[$pb_activity]-} && -z $pb_undoing ]]; then
    pb_branching[$pb_activity]="$1 $2"
  else
    pb_failed+=("$1 $2")
  fi
}

# end_activity WORKER STATUS
end_activity() {
  local activity=${pb_work[$1]}
  pb_work[$1]=''
  pb_busy=$((pb_busy - 1))
  if (($2 == 0)); then
    pb_idle+=("$1")
    [[ -n $pb_undoing ]] || release_followers "$activity"
  else
    lose_worker "$1"
    # shellcheck disable=SC2086 # two words
    [[ -z ${pb_branching[$activity]-} ]] || go_on_after "$activity" ${pb_branching[$activity]}
  fi
}

lose_worker() {
  local descriptor=${pb_pipes[$1]}
  exec {descriptor}>&-
  pb_pipes[$1]='' pb_processes[$1]=''
}

# Nothing was heard for a second: show the time, and notice workers that were killed without a word. One that ended only now may
# have left one, which is heard first.
look_after_workers() {
  local worker
  for worker in "${!pb_work[@]}"; do
    [[ -n ${pb_work[$worker]} ]] || continue
    kill -0 "${pb_processes[$worker]}" 2>/dev/null && continue
    if read -r -t 0 -u "$pb_events"; then return; fi
    pb_failed+=("lost ${pb_work[$worker]}")
    pb_work[$worker]=''
    pb_busy=$((pb_busy - 1))
    lose_worker "$worker"
  done
  show_waiting
}

# They end when their pipes do.
stop_workers() {
  local worker
  for worker in ${pb_pipes[@]+"${!pb_pipes[@]}"}; do
    [[ -n ${pb_pipes[$worker]} ]] || continue
    lose_worker "$worker"
  done
  wait
  pb_pipes=() pb_idle=()
}

# interrupt EXIT-CODE: every program that runs is ended, with all that it started.
interrupt() {
  local worker alive deadline
  trap '' INT TERM HUP
  clear_progress
  say "planbuilder: interrupted, stopping $pb_busy running"
  for worker in ${pb_work[@]+"${!pb_work[@]}"}; do
    if [[ -n ${pb_work[$worker]} ]]; then kill -TERM "${pb_processes[$worker]}" 2>/dev/null; fi
  done
  read_clock
  for ((deadline = pb_now + 950000; pb_now < deadline;)); do
    alive=''
    for worker in ${pb_work[@]+"${!pb_work[@]}"}; do
      if [[ -n ${pb_work[$worker]} ]] && kill -0 "${pb_processes[$worker]}" 2>/dev/null; then alive=1; fi
    done
    [[ -n $alive ]] || break
    read -r -N "$pb_record" -t 0.05 -u "$pb_events" _ # a pause; nobody needs to hear what workers say now
    read_clock
  done
  release_lock
  show_way_on
  exit "$1"
}
