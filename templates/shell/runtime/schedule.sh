# --- the scheduler -----------------------------------------------------------------------------------------------

declare -A pb_running=() # activity -> process
pb_ready=() pb_jobs=4 pb_done=0 pb_total=0
pb_failed=() # STEP INSTANCE, or: lost ACTIVITY

# Runs all activities. Jobs report through a pipe; who is ready is known by counting down predecessors.
schedule() {
  local index next=0
  open_events
  count_steps
  trap 'interrupt 130' INT
  trap 'interrupt 143' TERM
  for ((index = 0; index < ${#pb_activities[@]}; index++)); do
    if ((pb_waiting_for[index] == 0)); then pb_ready+=("$index"); fi
  done
  while :; do
    while ((${#pb_failed[@]} == 0 && next < ${#pb_ready[@]} && ${#pb_running[@]} < pb_jobs)); do
      start_activity "${pb_ready[next]}"
      next=$((next + 1))
    done
    ((${#pb_running[@]} > 0)) || break
    read_event
  done
  ((${#pb_failed[@]} == 0))
}

# The name is gone before anything runs: only this process and its jobs have the pipe.
open_events() {
  local pipe=$pb_run_folder/events
  rm -f -- "$pipe"
  mkfifo -- "$pipe" || die 2 "cannot make a pipe in $pb_run_folder"
  exec {pb_events}<>"$pipe"
  rm -f -- "$pipe"
}

count_steps() {
  local index count
  pb_total=0
  for ((index = 0; index < ${#pb_activities[@]}; index++)); do
    list_rounds "$index"
    count=$(((pb_first[index + 1] - pb_first[index]) * ${#pb_numbers[@]}))
    pb_total=$((pb_total + count))
    if [[ -n $pb_resumed ]]; then count_recorded "$index"; fi
  done
}

count_recorded() {
  local step
  for pb_loop_instance in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    for ((step = pb_first[$1]; step < pb_first[$1 + 1]; step++)); do
      if is_recorded "$step"; then pb_done=$((pb_done + 1)); fi
    done
  done
  pb_loop_instance=''
}

start_activity() {
  if is_done "$1"; then
    release_followers "$1"
    return
  fi
  set -m
  run_activity "$1" &
  pb_running[$1]=$!
  set +m
  disown "$!"
}

# Nothing is left of it: all steps are recorded, for each instance there is, or there never were any.
is_done() {
  local step missing=''
  list_rounds "$1"
  for pb_loop_instance in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    for ((step = pb_first[$1]; step < pb_first[$1 + 1]; step++)); do
      is_recorded "$step" || missing=1
    done
  done
  pb_loop_instance=''
  [[ -z $missing ]]
}

release_followers() {
  local follower
  for follower in ${pb_followers[$1]}; do
    pb_waiting_for[follower]=$((pb_waiting_for[follower] - 1))
    if ((pb_waiting_for[follower] == 0)); then pb_ready+=("$follower"); fi
  done
}

read_event() {
  local word index instance rest
  if ! read -r -t 10 -u "$pb_events" word index instance rest; then
    look_after_jobs
    return
  fi
  case $word in
    'done') show_progress "$index" "$instance" "$rest" ;;
    failed) pb_failed+=("$index $instance") ;;
    activity)
      unset "pb_running[$index]"
      if ((instance == 0)); then
        release_followers "$index"
      elif ((${#pb_failed[@]} == 0)); then
        pb_failed+=("lost $index")
      fi
      ;;
  esac
}

# Nothing was heard for a while: say what is running, and notice jobs that were killed without a word.
look_after_jobs() {
  local index names=''
  for index in "${!pb_running[@]}"; do
    if kill -0 "${pb_running[$index]}" 2>/dev/null; then
      names+=" ${pb_activities[index]}"
    else
      unset "pb_running[$index]"
      pb_failed+=("lost $index")
    fi
  done
  [[ -z $names ]] || say "         still running:$names"
}

interrupt() {
  local index tries alive
  trap '' INT TERM
  say ''
  say "planbuilder: interrupted, stopping ${#pb_running[@]} running"
  for index in ${pb_running[@]+"${!pb_running[@]}"}; do kill -TERM "${pb_running[$index]}" 2>/dev/null; done
  for ((tries = 0; tries < 15; tries++)); do
    alive=''
    for index in ${pb_running[@]+"${!pb_running[@]}"}; do
      if kill -0 "${pb_running[$index]}" 2>/dev/null; then alive=1; fi
    done
    [[ -n $alive ]] || break
    sleep 0.1
  done
  show_way_on
  exit "$1"
}
