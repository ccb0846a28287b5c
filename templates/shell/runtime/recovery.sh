# --- what the journal tells: who is done, who was under way -------------------------------------------------------

pb_run_state=''
declare -A pb_recorded=() # STEP -> the instances that it is done for, with a space around each
declare -A pb_under_way=() # STEP INSTANCE -> PROCESS TIME of programs that started and left no record
pb_order=() # STEP INSTANCE of what is done and not undone, in the order in which it ended

# Sets pb_run_state: finished, abandoned, taken-back, undoing or unfinished. Only the last run can be one of the latter.
read_run_state() {
  local word rest
  pb_run_state=unfinished
  while IFS=$'\t' read -r word rest; do
    case $word in finished | abandoned | taken-back | undoing) pb_run_state=$word ;; esac
  done <"$pb_run_folder/journal"
}

is_unfinished() { [[ $pb_run_state == unfinished || $pb_run_state == undoing ]]; }

# A line that was cut off (the disk was full, the machine fell) gets one word more than a record has, and is none.
mend_journal() {
  if [[ -n $(tail -c 1 -- "$pb_run_folder/journal") ]]; then journal '' cut; fi
}

read_journal() {
  local word step instance one two rest key kept
  pb_recorded=() pb_under_way=() pb_order=()
  local -A undone=()
  while IFS=$'\t' read -r word step instance one two rest; do
    key="$step $instance"
    case $word in
      start) pb_under_way[$key]="$one $two" ;;
      failed) pb_under_way[$key]='' ;;
      undone) undone[$key]=1 ;;
      'done' | skipped)
        [[ $two =~ ^[0-9]+$ && -z $rest ]] || continue
        pb_under_way[$key]=''
        pb_recorded[$step]+=" $instance "
        if [[ $word == 'done' ]]; then pb_order+=("$key"); fi
        ;;
    esac
  done <"$pb_run_folder/journal"
  if ((${#undone[@]} > 0)); then
    kept=()
    for key in ${pb_order[@]+"${pb_order[@]}"}; do
      if [[ -z ${undone[$key]-} ]]; then kept+=("$key"); fi
    done
    pb_order=(${kept[@]+"${kept[@]}"})
  fi
}

# is_recorded STEM INSTANCE
is_recorded() { [[ ${pb_recorded[$1]-} == *" $2 "* ]]; }

# wait_for_programs [abandoned]: those that outlived their run: what they do must not happen twice at the same time.
wait_for_programs() {
  local key process time step instance told
  for key in ${pb_under_way[@]+"${!pb_under_way[@]}"}; do
    [[ -n ${pb_under_way[$key]} ]] || continue
    read -r process time <<<"${pb_under_way[$key]}"
    read -r step instance <<<"$key"
    told=''
    while lives "$process" "$time"; do
      [[ -n $told ]] || say "Waiting for $step, which a killed run left behind (process $process)..."
      told=1
      sleep 0.2
    done
    [[ $instance == - ]] || step+=" of instance $instance"
    [[ -n ${1-} ]] || say "$step was under way when its run was killed, and left no record: it runs again."
  done
}

# lives PROCESS TIME: the process group that was there then; not another one that got its number since.
lives() {
  kill -0 -- "-$1" 2>/dev/null || return 1
  birth_of "$1"
  ((pb_birth <= $2 + 2000000)) # the clock of processes is coarse
}

# birth_of PROCESS: sets pb_birth, in microseconds since 1970; 0 when the system does not tell, or its leader is gone.
birth_of() {
  local fields word number machine=''
  pb_birth=0
  { read -r fields <"/proc/$1/stat"; } 2>/dev/null || return 0
  while read -r word number _; do
    if [[ $word == btime ]]; then machine=$number; fi
  done </proc/stat
  [[ -n $machine ]] || return 0
  # The name of a program may contain anything; what follows it are numbers.
  # shellcheck disable=SC2086
  set -- ${fields##*) }
  pb_birth=$((machine * 1000000 + ${20} * 10000)) # in hundredths of a second since the machine was started
}
